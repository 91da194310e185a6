"""What does not fit into memory goes where nobody else can look or plant something, and is gone at the end."""

import gc
import os
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import duckdb
import pytest
from command import TINY, process

from evalsql import Evaluation, connections, scratch
from evalsql.connections import cursor_of, open_ahead

SMALL = {"memory_limit": "20MB", "threads": 1}
LARGE = "create temp table large as select range as number, repeat(md5(range::varchar), 4) as text from range(300_000)"


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The system's folder for temporary files, and no connection that a command before opened ahead elsewhere."""
    folder = tmp_path / "system"
    folder.mkdir()
    monkeypatch.setattr(connections, "ahead", [])
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", None)
    return folder


def folder_of(connection: duckdb.DuckDBPyConnection) -> Path:
    """Where a connection puts what does not fit into memory."""
    return Path(connection.execute("select current_setting('temp_directory')").fetchone()[0])


def test_the_folder_is_for_its_owner_alone(system: Path) -> None:
    one, other = cursor_of(None), cursor_of(None)
    assert folder_of(one) != folder_of(other)
    for connection in (one, other):
        assert folder_of(connection).parent.parent == system
        for folder in (folder_of(connection), folder_of(connection).parent):
            assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_link_that_is_planted_is_not_followed(system: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (system / f"evalsql-{os.getpid()}").symlink_to(elsewhere)
    connection = cursor_of(None, SMALL)
    connection.execute(LARGE)
    assert list(elsewhere.iterdir()) == []
    assert list(folder_of(connection).iterdir()) != []


@pytest.mark.parametrize("spilled", [False, True])
def long_it_is_empty_or_gone_with_its_connection(system: Path, spilled: bool) -> None:
    connection = cursor_of(None, SMALL)
    if spilled:
        connection.execute(LARGE)
    del connection
    gc.collect()
    assert [file for file in system.rglob("*") if not file.is_dir()] == []
    assert spilled or [file for folder in system.iterdir() for file in folder.iterdir()] == []


def long_it_is_gone_after_an_evaluation_and_where_a_connection_was_opened_ahead_for_nothing(system: Path) -> None:
    open_ahead(SMALL)
    assert cursor_of(None, {"threads": 1}) is not None
    open_ahead(SMALL)
    assert cursor_of(None, SMALL) is not None
    gc.collect()
    assert [file for folder in system.iterdir() for file in folder.iterdir()] == []
    *runs, _, qrels = TINY
    assert len(Evaluation(list(runs), qrels).score("AP").fetchall()) == 14
    gc.collect()
    assert [file for folder in system.iterdir() for file in folder.iterdir()] == []


def long_a_cursor_may_outlive_its_connection_and_spills_where_nobody_else_can_go(system: Path) -> None:
    cursor = cursor_of(None, SMALL).cursor()
    gc.collect()
    cursor.execute(LARGE)
    (folder,) = system.iterdir()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert list(folder.iterdir()) == [folder_of(cursor)]
    assert cursor.execute("select count(*), sum(number) from large").fetchall() == [(300_000, 44_999_850_000)]


def test_in_a_folder_that_the_user_names_it_is_one_of_its_own(system: Path, tmp_path: Path) -> None:
    named = tmp_path / "named"
    named.mkdir()
    connection = cursor_of(None, SMALL | {"temp_directory": str(named)})
    connection.execute(LARGE)
    (own,) = named.iterdir()
    assert own == folder_of(connection).parent
    assert stat.S_IMODE(own.stat().st_mode) == 0o700
    assert list(system.iterdir()) == []


@pytest.mark.parametrize("named", ["", "not there yet"])
def test_a_folder_that_is_not_there_is_left_to_duckdb(system: Path, tmp_path: Path, named: str) -> None:
    connection = cursor_of(None, {"temp_directory": named and str(tmp_path / named)})
    assert folder_of(connection) == Path(named and str(tmp_path / named))
    assert list(system.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "status"), [((), 0), (("--memory-limit", "lots"), 2), (("-m", "nonsense"), 2), (("--threads", 1), 0)]
)
def long_nothing_is_left_by_the_command_line(system: Path, arguments: tuple, status: int) -> None:
    assert process("evaluate", *TINY, *arguments).returncode == status
    assert list(system.iterdir()) == []


@pytest.mark.parametrize("ending", ["", "raise ValueError", "import sys; sys.exit(3)"])
def long_nothing_is_left_by_a_program_that_ends_with_its_data_on_disk(system: Path, ending: str) -> None:
    code = (
        f"from evalsql.connections import cursor_of\nconnection = cursor_of(None, {SMALL!r})\n"
        f"connection.execute({LARGE!r})\nimport os\nassert os.listdir(os.environ['TMPDIR'])\n{ending}"
    )
    subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60)
    assert list(system.iterdir()) == []


FORKED = {  # a program, and what is left in the folder
    "ends, and takes nothing from its parent": (
        "connection = cursor_of(None)\nchild = os.fork()\nif child == 0:\n    sys.exit(0)\nos.waitpid(child, 0)\n",
        1,
    ),
    "is of a pool, and leaves nothing": (
        "kept = []\ndef work():\n    kept.append(cursor_of(None))\n"
        "child = multiprocessing.get_context('fork').Process(target=work)\nchild.start()\nchild.join()\n"
        "assert child.exitcode == 0\n",
        0,
    ),
}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.parametrize("what", FORKED)
def test_a_process_that_is_forked(system: Path, what: str) -> None:
    code, left = FORKED[what]
    code = f"import multiprocessing, os, sys\nfrom evalsql.connections import cursor_of\n{code}"
    code += "print(len(os.listdir(os.environ['TMPDIR'])))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout == f"{left}\n"
    assert list(system.iterdir()) == []


def test_a_folder_that_is_dropped_leaves_nothing_behind(tmp_path: Path) -> None:
    one, other = (Path(scratch.make_folder(str(tmp_path))) for _ in range(2))
    (one / "spilled").touch()
    scratch.drop_folder(str(one))
    assert other.is_dir()
    assert not one.exists()
    scratch.drop_folder(str(other))
    assert list(tmp_path.iterdir()) == []
    assert Path(scratch.make_folder(str(tmp_path))).is_dir()
