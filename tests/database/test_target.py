"""A database is replaced or added to while others have it open, or beside the log of a program that was killed."""

import os
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest
from built import contents, open_to_read
from other_programs import ask, killed, opened

from evalsql import InputError, add_to_database, build_database
from evalsql.database import library_files, store, writing
from evalsql.database.library_files import write_library
from evalsql.files import write

OLD = duckdb.__version__.startswith("1.4.")  # which logs beside a link, not beside the file
GHOST = "create table ghost as select 1 as x; delete from scores"
COUNTED = "select count(*) from run_summary"


@pytest.fixture
def path(two_runs: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database of two of the runs, in a folder of its own."""
    monkeypatch.setattr(library_files, "put_macros", lambda *given: None)
    return two_runs


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], None]:
    """Has something done while a database is built or added to, once."""

    def put(act: Callable[[], object]) -> None:
        compare = store.put_relations

        def slowly(*given: object, **options: object) -> None:
            monkeypatch.setattr(store, "put_relations", compare)
            act()
            compare(*given, **options)

        monkeypatch.setattr(store, "put_relations", slowly)

    return put


def build(path: Path, files: dict[str, Path], *, force: bool = True) -> None:
    build_database(path, files["inner"], files["qrels"], "P@5", curves="DCG@3", force=force)


def check_new(path: Path) -> None:
    """What was built has nothing of the log."""
    tables = contents(path)
    assert "ghost" not in tables
    assert (len(tables["scores"]), len(tables["run_summary"])) == (40, 2)


def long_a_new_database_has_nothing_of_a_log_that_was_there_or_comes_meanwhile(path, files, meanwhile) -> None:
    killed(path, GHOST)
    build(path, files)
    check_new(path)
    meanwhile(lambda: killed(path, GHOST))
    build(path, files)
    check_new(path)
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
    counted = "select run, count(*), count(*) filter (value = .125) from scores group by run"
    with open_to_read(path) as connection:
        rows = connection.execute(counted).fetchall()
    assert len(rows) == 4
    assert ("bm25", 100, 100) in rows


def long_a_database_that_another_program_opens_meanwhile_is_left_alone(path, files, meanwhile) -> None:
    with opened(path.with_name("other.duckdb"), "write") as other:

        def attach() -> None:
            ask(other, f"attach '{path}' as theirs")
            ask(other, "create table theirs.mine as select 42 as answer")

        meanwhile(attach)
        with pytest.raises(InputError, match=r"eval\.duckdb: another program has it open"):
            build(path, files)
    tables = contents(path)
    assert tables["mine"] == [(42,)]
    assert {row[0] for row in tables["run_summary"]} == {"bm25", "bm25-title"}


def long_what_another_process_adds_meanwhile_is_not_lost(path, files, meanwhile) -> None:
    run = path.with_name("meanwhile.run")
    run.write_text("131 Q0 D1 1 1 meanwhile\n")
    meanwhile(lambda: add_to_database(path, run))
    with pytest.raises(InputError, match=r"eval.duckdb: another program replaced it while runs were added to it"):
        add_to_database(path, files["inner"])
    assert len(contents(path)["run_summary"]) == 3
    add_to_database(path, files["inner"])
    assert len(contents(path)["run_summary"]) == 5
    assert sorted(os.listdir(path.parent)) == ["eval.duckdb", "meanwhile.run"]


def test_a_database_that_a_program_writes_to_is_left_alone(path: Path, files: dict[str, Path]) -> None:
    before = path.read_bytes()
    said = r"eval\.duckdb: this program has it open to write to it; close it there"
    with duckdb.connect(path), pytest.raises(InputError, match=said):
        build(path, files)
    with opened(path, "write") as other:
        assert ask(other, COUNTED) == "[(2,)]"
        for attempt in (
            lambda: add_to_database(path, files["inner"]),
            lambda: build(path, files, force=False),
            lambda: build(path, files),
        ):
            with pytest.raises(InputError, match=r"eval\.duckdb: another program has it open to write to it; close it"):
                attempt()
    assert path.read_bytes() == before


def long_a_reader_keeps_what_it_has_open(path: Path, files: dict[str, Path]) -> None:
    with opened(path, "read") as reader:
        assert ask(reader, COUNTED) == "[(2,)]"
        add_to_database(path, files["inner"])
        assert ask(reader, COUNTED) == "[(2,)]"
        with open_to_read(path) as connection:
            assert connection.execute(COUNTED).fetchall() == [(4,)]
        build(path, files)
        assert ask(reader, COUNTED) == "[(2,)]"


def long_nothing_is_left_where_writing_fails(path, files, monkeypatch) -> None:
    before = path.read_bytes()
    assert os.listdir(path.parent) == ["eval.duckdb"]  # and no log

    def fail(*given: object, **options: object) -> None:
        raise RuntimeError("a macro cannot be made")

    monkeypatch.setattr(writing, "put_macros", fail)
    for attempt in (lambda: add_to_database(path, files["inner"]), lambda: build(path, files)):
        with pytest.raises(RuntimeError, match="a macro cannot be made"):
            attempt()
        assert path.read_bytes() == before
        assert os.listdir(path.parent) == ["eval.duckdb"]


def test_the_log_of_a_database_that_is_gone_is_not_overlooked(path: Path, files: dict[str, Path]) -> None:
    killed(path, GHOST)
    path.unlink()
    for attempt in (lambda: build(path, files), lambda: write_library(path), lambda: write.check_output(path)):
        with pytest.raises(InputError, match=r"eval\.duckdb\.wal: is the log of a database that is gone; remove it"):
            attempt()
    assert os.listdir(path.parent) == ["eval.duckdb.wal"]


def long_a_log_is_not_taken_from_under_those_who_read(path: Path, files: dict[str, Path]) -> None:
    killed(path, GHOST)
    with opened(path, "read") as reader:
        for attempt in (lambda: build(path, files), lambda: add_to_database(path, files["inner"])):
            with pytest.raises(InputError, match=r"eval\.duckdb: another program has it open; close it there"):
                attempt()
        assert ask(reader, "select count(*) from scores") == "[(0,)]"
    assert sorted(os.listdir(path.parent)) == ["eval.duckdb", "eval.duckdb.wal"]


@pytest.mark.skipif(OLD, reason="it throws such a file away")
def test_a_file_that_is_no_log_of_the_database_is_refused(path: Path, files: dict[str, Path]) -> None:
    before = path.read_bytes()
    for suffix in (".wal", ".wal.checkpoint"):
        log = Path(f"{path}{suffix}")
        log.write_bytes(b"this is no log" * 100)
        said = rf"eval\.duckdb\{suffix}: (DuckDB cannot replay this log: |is not the log )"
        with pytest.raises(InputError, match=said):
            build(path, files)
        assert path.read_bytes() == before
        log.unlink()


@pytest.mark.skipif(os.name == "nt", reason="links take a privilege there")
def long_a_log_beside_a_link_is_seen(path: Path, files: dict[str, Path]) -> None:
    link = path.with_name("link.duckdb")
    link.symlink_to(path)
    killed(link, GHOST)
    assert os.path.exists(f"{link if OLD else path}.wal")
    build(link, files)
    assert sorted(os.listdir(path.parent)) == ["eval.duckdb", "link.duckdb"]
    assert link.is_symlink()
    check_new(path)
    if OLD:
        return
    Path(f"{link}.wal").write_bytes(b"")
    with pytest.raises(InputError, match=r"link\.duckdb\.wal: is not the log of .*link\.duckdb, beside which it lies"):
        build(link, files)
