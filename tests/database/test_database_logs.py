"""A log that a killed program left beside a database never reaches the database that takes its place."""

import os
from pathlib import Path

import duckdb
import pytest
from built import contents, open_to_read
from other_programs import ask, killed, opened

from evalsql import InputError, add_to_database, build_database
from evalsql.database import build as building
from evalsql.database import library_files
from evalsql.database.library_files import write_library
from evalsql.outputs import writers

OLD = duckdb.__version__.startswith("1.4.")  # which logs beside a link, not beside the file
GHOST = "create table ghost as select 1 as x; delete from scores"


@pytest.fixture
def path(two_runs: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database of two of the runs, in a folder of its own."""
    monkeypatch.setattr(library_files, "put_macros", lambda *given: None)
    return two_runs


def build(path: Path, files: dict[str, Path], *, force: bool = True) -> None:
    build_database(path, files["inner"], files["qrels"], "P@5", curves="DCG@3", force=force)


def long_a_new_database_has_nothing_of_the_log(path: Path, files: dict[str, Path]) -> None:
    killed(path, GHOST)
    build(path, files)
    tables = contents(path)
    assert "ghost" not in tables
    assert (len(tables["scores"]), len(tables["run_summary"])) == (40, 2)
    assert os.listdir(path.parent) == ["eval.duckdb"]


def test_a_library_has_nothing_of_the_log(path: Path) -> None:
    killed(path, GHOST)
    write_library(path, force=True)
    assert contents(path).keys() == {"evalsql_macros", "macros"}
    assert os.listdir(path.parent) == ["eval.duckdb"]


def long_runs_are_added_to_what_the_log_has(path: Path, files: dict[str, Path]) -> None:
    killed(path, "update scores set value = 0.125 where run = 'bm25'")
    add_to_database(path, files["inner"])
    assert os.listdir(path.parent) == ["eval.duckdb"]
    with open_to_read(path) as connection:
        rows = connection.execute(
            "select run, count(*), count(*) filter (value = .125) from scores group by run"
        ).fetchall()
    assert len(rows) == 4
    assert ("bm25", 100, 100) in rows


def long_a_log_that_comes_meanwhile_does_not_reach_the_new_database(
    path: Path, files: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    compare = building.put_relations

    def slowly(*given: object, **options: object) -> None:
        killed(path, GHOST)
        compare(*given, **options)

    monkeypatch.setattr(building, "put_relations", slowly)
    build(path, files)
    assert os.listdir(path.parent) == ["eval.duckdb"]
    assert "ghost" not in contents(path)


def long_a_database_that_another_program_opens_meanwhile_is_left_alone(
    path: Path, files: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    compare = building.put_relations
    with opened(path.with_name("other.duckdb"), "write") as other:

        def slowly(*given: object, **options: object) -> None:
            ask(other, f"attach '{path}' as theirs")
            ask(other, "create table theirs.mine as select 42 as answer")
            compare(*given, **options)

        monkeypatch.setattr(building, "put_relations", slowly)
        with pytest.raises(InputError, match=r"eval\.duckdb: another program has it open"):
            build(path, files)
    tables = contents(path)
    assert tables["mine"] == [(42,)]
    assert {row[0] for row in tables["run_summary"]} == {"bm25", "bm25-title"}


def test_a_database_that_the_program_itself_has_open_is_left_alone(path: Path, files: dict[str, Path]) -> None:
    before = path.read_bytes()
    with (
        duckdb.connect(path),
        pytest.raises(InputError, match=r"eval\.duckdb: this program has it open to write to it; close it there"),
    ):
        build(path, files, force=True)
    assert path.read_bytes() == before


def test_the_log_of_a_database_that_is_gone_is_not_overlooked(path: Path, files: dict[str, Path]) -> None:
    killed(path, GHOST)
    path.unlink()
    for write in (lambda: build(path, files), lambda: write_library(path), lambda: writers.check_output(path)):
        with pytest.raises(InputError, match=r"eval\.duckdb\.wal: is the log of a database that is gone; remove it"):
            write()
    assert os.listdir(path.parent) == ["eval.duckdb.wal"]


def long_a_log_is_not_taken_from_under_those_who_read(path: Path, files: dict[str, Path]) -> None:
    killed(path, GHOST)
    with opened(path, "read") as reader:
        for attempt in (lambda: build(path, files, force=True), lambda: add_to_database(path, files["inner"])):
            with pytest.raises(InputError, match=r"eval\.duckdb: another program has it open; close it there"):
                attempt()
        assert ask(reader, "select count(*) from scores") == "[(0,)]"
    assert sorted(os.listdir(path.parent)) == ["eval.duckdb", "eval.duckdb.wal"]


@pytest.mark.skipif(OLD, reason="it throws such a file away")
@pytest.mark.parametrize("suffix", [".wal", ".wal.checkpoint"])
def test_a_file_that_is_no_log_of_the_database_is_refused(suffix: str, path: Path, files: dict[str, Path]) -> None:
    before, log = path.read_bytes(), Path(f"{path}{suffix}")
    log.write_bytes(b"this is no log" * 100)
    with pytest.raises(InputError, match=rf"eval\.duckdb\{suffix}: (DuckDB cannot replay this log: |is not the log )"):
        build(path, files, force=True)
    assert path.read_bytes() == before


@pytest.mark.skipif(os.name == "nt", reason="links take a privilege there")
def long_a_log_beside_a_link_is_seen(path: Path, files: dict[str, Path]) -> None:
    link = path.with_name("link.duckdb")
    link.symlink_to(path)
    killed(link, GHOST)
    assert os.path.exists(f"{link if OLD else path}.wal")
    build(link, files)
    assert sorted(os.listdir(path.parent)) == ["eval.duckdb", "link.duckdb"]
    assert link.is_symlink()
    tables = contents(path)
    assert "ghost" not in tables
    assert (len(tables["scores"]), len(tables["run_summary"])) == (40, 2)
    if OLD:
        return
    Path(f"{link}.wal").write_bytes(b"")
    with pytest.raises(InputError, match=r"link\.duckdb\.wal: is not the log of .*link\.duckdb, beside which it lies"):
        build(link, files)
