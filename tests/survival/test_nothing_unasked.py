"""No network, no extension and no writing where nobody asked: what evalsql opens, and what the system sees of it."""

import hashlib
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest
from built import macros_of
from command import evalsql
from tiny import TINY

RUNS, QRELS = (str(TINY / "good.run"), str(TINY / "poor.run")), ("--qrels", str(TINY / "qrels.txt"))
# names that look as if an extension or the network were wanted
LURES = ("httpfs.run", "a.xlsx", "s3.sqlite", "iceberg.avro", "postgres.delta")
COMMANDS = {
    "evaluate": ("evaluate", *RUNS, *QRELS, "-m", "AP"),
    "compare": ("compare", *RUNS, *QRELS, "-m", "AP", "--test", "sign"),
    "report": ("report", *RUNS, *QRELS, "-m", "AP", "-o", "r.html"),
    "build": ("build", "b.duckdb", *RUNS, *QRELS, "-m", "AP", "--force"),
    "of a database": ("evaluate", "theirs.duckdb::runs", "--qrels", "theirs.duckdb::qrels", "-m", "AP"),
    "of a view": ("evaluate", "theirs.duckdb::shown", "--qrels", "theirs.duckdb::qrels", "-m", "AP"),
    "of scores": ("compare", "theirs.duckdb::scores", "-m", "AP", "--test", "sign"),
    "check": ("check", "theirs.duckdb::runs", "--qrels", "theirs.duckdb::qrels"),
    "describe": ("describe", "theirs.duckdb::qrels"),
    "log": ("log", "built.duckdb"),
    "report of a database": ("report", "built.duckdb", "-m", "AP", "-o", "r.html"),
    "convert": ("convert", "theirs.duckdb::runs", "c.parquet"),
    **{f"lured by {name}": ("evaluate", name, *QRELS, "-m", "AP") for name in LURES},
}
SETTINGS = ("autoinstall_known_extensions", "autoload_known_extensions")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database that somebody else made, one that evalsql built, and files under names that lead elsewhere."""
    folder = tmp_path_factory.mktemp("unasked")
    for name in LURES:
        shutil.copy(TINY / "good.run", folder / name)
    with macros_of("AP"):
        for words in (COMMANDS["build"], ("build", "built.duckdb", *RUNS, *QRELS, "-m", "AP", "--label", "one")):
            assert evalsql(*words, cwd=folder).returncode == 0
    (folder / "b.duckdb").rename(folder / "kept.duckdb")
    with duckdb.connect(folder / "theirs.duckdb") as connection:
        connection.execute(f"attach '{folder}/kept.duckdb' as kept (read_only)")
        for name in ("runs", "qrels", "scores"):
            connection.execute(f"create table {name} as select columns(*)::varchar from kept.{name}")
        connection.execute("create view shown as from runs")
    return folder


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, str]]:
    """The settings of each connection that evalsql opens, once it is open."""
    found: list[dict[str, str]] = []
    connect: Callable[..., duckdb.DuckDBPyConnection] = duckdb.connect

    def noted(*given: Any, **named: Any) -> duckdb.DuckDBPyConnection:
        connection = connect(*given, **named)
        found.append(dict(connection.execute("select name, value from duckdb_settings()").fetchall()))
        return connection

    monkeypatch.setattr(duckdb, "connect", noted)
    return found


LISTENING: list[str] = []


def listen(event: str, _: tuple[Any, ...]) -> None:
    """Notes what Python is asked of the network; a hook cannot be taken away again."""
    if event in ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "urllib.Request"):
        LISTENING.append(event)


sys.addaudithook(listen)


@pytest.mark.quick(name={"evaluate", "of a view", "lured by a.xlsx", "log"})
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_asks_for_nothing_elsewhere(name: str, folder: Path, opened: list[dict[str, str]]) -> None:
    LISTENING.clear()
    before = {path: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.glob("*.duckdb")}
    with macros_of("AP"):
        done = evalsql(*COMMANDS[name], cwd=folder)
    assert done.returncode == 0, done.stderr.decode()
    assert LISTENING == []
    assert opened
    assert [{each[name] for name in SETTINGS} for each in opened] == [{"false"}] * len(opened)
    if name != "build":
        after = {path: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.glob("*.duckdb")}
        assert after == before | {path: each for path, each in after.items() if path.name == "b.duckdb"}
    assert not list(folder.glob("*.wal"))


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("strace"), reason="needs strace")
def test_the_system_is_asked_for_no_network(folder: Path, tmp_path: Path) -> None:
    """Neither Python nor DuckDB opens a socket of the internet."""
    program = tmp_path / "all.py"
    lines = [f"    {COMMANDS[name]!r}," for name in ("evaluate", "report", "of a view", *list(COMMANDS)[-len(LURES) :])]
    program.write_text(
        "import sys\nfrom in_process import whole\nfrom pathlib import Path\n"
        "for words in (\n" + "\n".join(lines) + "\n):\n    assert whole(words, Path.cwd()).status == 0\n"
    )
    seen = tmp_path / "seen.txt"
    traced = ["strace", "-f", "-e", "trace=socket,connect", "-o", str(seen), sys.executable, str(program)]
    support = str(Path(__file__).parents[1] / "support")
    root = str(Path(__file__).parents[2])
    done = subprocess.run(
        traced, cwd=folder, env={"PYTHONPATH": f"{support}:{root}", "PATH": "/usr/bin:/bin"}, check=False
    )
    if done.returncode != 0 and "ptrace" in seen.read_text():
        pytest.skip("strace may not look here")
    assert done.returncode == 0
    assert re.findall(r"AF_INET.*", seen.read_text()) == []
