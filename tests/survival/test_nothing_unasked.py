"""No network, no extension and no writing where nobody asked: what evalsql opens, and what the system sees of it."""

import hashlib
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import duckdb
import pytest
from built import macros_of
from command import evalsql
from places import ROOT
from tiny import TINY

RUNS, QRELS = (str(TINY / "good.run"), str(TINY / "poor.run")), ("--qrels", str(TINY / "qrels.txt"))

# names that look as if an extension or the network were wanted
LURES = ("httpfs.run", "a.xlsx", "s3.sqlite", "iceberg.avro", "postgres.delta")
COMMANDS = {
    "build": ("build", "b.duckdb", *RUNS, *QRELS, "-m", "AP", "--force"),
    "evaluate": ("evaluate", *RUNS, *LURES, *QRELS, "-m", "AP"),
    "report": ("report", *RUNS, *QRELS, "-m", "AP", "-o", "r.html"),
    "of a database": ("evaluate", "theirs.duckdb::runs", "--qrels", "theirs.duckdb::qrels", "-m", "AP"),
    "of a view": ("check", "theirs.duckdb::shown", "--qrels", "theirs.duckdb::qrels"),
    "of scores": ("compare", "theirs.duckdb::scores", "-m", "AP", "--test", "sign"),
    "describe": ("describe", "theirs.duckdb::qrels"),
    "log": ("log", "built.duckdb"),
    "report of a database": ("report", "built.duckdb", "-m", "AP", "-o", "r.html"),
    "convert": ("convert", "theirs.duckdb::runs", "c.parquet"),
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


LISTENING: list[str] = []


def listen(event: str, _: tuple[Any, ...]) -> None:
    """Notes what Python is asked of the network; a hook cannot be taken away again."""
    if event in ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "urllib.Request"):
        LISTENING.append(event)


sys.addaudithook(listen)


def hashes(folder: Path) -> dict[str, str]:
    """What is in each database that is read."""
    read = (path for path in folder.glob("*.duckdb") if path.name != "b.duckdb")
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in read}


SOME = ("evaluate", "of a database")


def test_no_command_asks_for_anything_elsewhere(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_nothing_asked(SOME, folder, monkeypatch)


def assert_nothing_asked(names: Iterable[str], folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fails where a command opens what nobody asked for, or changes a database that it reads."""
    opened: list[dict[str, str]] = []  # the settings of each connection, once it is open
    connect: Callable[..., duckdb.DuckDBPyConnection] = duckdb.connect

    def noted(*given: Any, **named: Any) -> duckdb.DuckDBPyConnection:
        connection = connect(*given, **named)
        opened.append(dict(connection.execute("select name, value from duckdb_settings()").fetchall()))
        return connection

    monkeypatch.setattr(duckdb, "connect", noted)
    LISTENING.clear()
    before = hashes(folder)
    with macros_of("AP"):
        for name in names:
            words = COMMANDS[name]
            known = len(opened)
            done = evalsql(*words, cwd=folder)
            assert done.returncode == 0, done.stderr.decode()
            assert LISTENING == [], name
            assert len(opened) > known
            assert [{each[name] for name in SETTINGS} for each in opened[known:]] == [{"false"}] * (len(opened) - known)
    assert hashes(folder) == before
    assert not list(folder.glob("*.wal"))


def long_no_command_asks_for_anything_elsewhere(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_nothing_asked([name for name in COMMANDS if name not in SOME], folder, monkeypatch)


ASKING = f"""
from pathlib import Path
from in_process import whole
for words in ({COMMANDS["evaluate"]!r}, {COMMANDS["of a view"]!r}):
    assert whole(words, Path.cwd()).status == 0
"""


@pytest.mark.skipif(not shutil.which("strace"), reason="needs strace")
def long_the_system_is_asked_for_no_network(folder: Path) -> None:
    (folder / "asking.py").write_text(ASKING)
    traced = ["strace", "-f", "-e", "trace=socket,connect", "-o", "seen.txt", sys.executable, "asking.py"]
    path = {"PYTHONPATH": f"{ROOT}/tests/support:{ROOT}", "PATH": "/usr/bin:/bin"}
    done = subprocess.run(traced, cwd=folder, env=path, check=False)
    seen = (folder / "seen.txt").read_text()
    if done.returncode != 0 and "ptrace" in seen:
        pytest.skip("strace may not look here")
    assert done.returncode == 0
    assert re.findall(r"AF_INET.*", seen) == []
