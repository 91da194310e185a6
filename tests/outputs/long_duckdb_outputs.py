"""Rows written into a DuckDB file that other programs have open, or write to at the same moment."""

import os
from pathlib import Path

import pytest
from command import TINY
from in_process import refusal
from other_programs import ask, at_once, opened
from test_duckdb_outputs import FORCE, ROWS, path, read  # noqa: F401

from evalsql import InputError
from evalsql.outputs import locks, writers


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Locks that are not waited for."""
    monkeypatch.setattr(locks, "WAIT", 0.1)


@pytest.mark.parametrize("how", ["read", "write"])
def test_a_file_that_another_program_has_open_is_refused_and_keeps_all(path: Path, how: str, impatient: None) -> None:
    said = "own.duckdb: another program has it open; close it there, or write to another file"
    with opened(path, how) as other:
        assert said in refusal("evaluate", *TINY, "-m", "AP", "-o", path, "--force")
        with pytest.raises(InputError, match=said):
            writers.write_rows(ROWS, path, "scores", FORCE)
        if how == "write":
            ask(other, "insert into mine values (99)")
    assert read(path, "select max(i), count(*) from mine") == [(99, 11) if how == "write" else (9, 10)]
    assert read(path, "from scores") == [(1,)]
    assert os.listdir(path.parent) == ["own.duckdb"]


@pytest.mark.parametrize("there", [True, False], ids=["there", "new"])
def test_of_tables_written_at_the_same_moment_none_is_lost(path: Path, there: bool) -> None:
    if not there:
        path.unlink()
    code = (
        "import duckdb; from evalsql.outputs import writers; from pathlib import Path\n"
        "connection = duckdb.connect(); go()\n"
        "writers.write(connection, 'select range as i from range(100_000)', Path(sys.argv[1]), table=sys.argv[2])\n"
    )
    names = ["a", "b", "c", "d"]
    assert at_once(code, *([str(path), name] for name in names)) == [0] * 4
    for name in names:
        assert read(path, f"select count(*), sum(i) from {name}") == [(100_000, 4_999_950_000)]
    assert os.listdir(path.parent) == ["own.duckdb"]
    if there:
        assert read(path, "select count(*) from mine") == [(10,)]
