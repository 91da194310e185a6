"""Rows written into a DuckDB file: what is there is refused, replaced or added to; all else stays, whoever writes."""

import os
from pathlib import Path
from threading import Timer

import duckdb
import pyarrow as pa
import pytest
from command import TINY
from in_process import output, refusal
from other_programs import ask, at_once, killed, opened

from evalsql import InputError
from evalsql.files import lock, write
from evalsql.files.duckdb_table import TableMode

ROWS = pa.table({"run": ["bm25", "dense"], "value": [0.25, 0.5]})
FORCE = TableMode(force=True)
WRITTEN = [("bm25", 0.25), ("dense", 0.5)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database of the user's own."""
    path = tmp_path / "own.duckdb"
    with duckdb.connect(path) as connection:
        connection.execute("create table mine as select range as i from range(10)")
        connection.execute("create table scores as select 1 as x")
    return path


def read(path: Path, sql: str) -> list[tuple]:
    with duckdb.connect(path, read_only=True) as connection:
        return connection.execute(sql).fetchall()


def long_what_a_killed_program_had_written_is_kept(path: Path) -> None:
    killed(path, "insert into mine select range from range(1000); create table theirs as select 7 as seven")
    assert os.path.exists(f"{path}.wal")
    write.write_rows(ROWS, path, "scores", FORCE)
    assert read(path, "from scores") == WRITTEN
    assert read(path, "select count(*) from mine") == [(1010,)]
    assert read(path, "from theirs") == [(7,)]
    assert os.listdir(path.parent) == ["own.duckdb"]


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Locks that are not waited for."""
    monkeypatch.setattr(lock, "WAIT", 0.1)


@pytest.mark.parametrize("how", ["read", "write"])
def long_a_file_that_another_program_has_open_is_refused_and_keeps_all(path: Path, how: str, impatient: None) -> None:
    said = "own.duckdb: another program has it open; close it there, or write to another file"
    with opened(path, how) as other:
        assert said in refusal("evaluate", *TINY, "-m", "AP", "-o", path, "--force")
        with pytest.raises(InputError, match=said):
            write.write_rows(ROWS, path, "scores", FORCE)
        if how == "write":
            ask(other, "insert into mine values (99)")
    assert read(path, "select max(i), count(*) from mine") == [(99, 11) if how == "write" else (9, 10)]
    assert read(path, "from scores") == [(1,)]
    assert os.listdir(path.parent) == ["own.duckdb"]


def long_a_file_that_another_program_closes_meanwhile_is_waited_for(path: Path) -> None:
    with opened(path, "write") as other:
        Timer(0.3, other.stdin.close).start()
        write.write_rows(ROWS, path, "scores", FORCE)
    assert read(path, "from scores") == WRITTEN


@pytest.mark.parametrize("there", [True, False], ids=["there", "new"])
def long_of_tables_written_at_the_same_moment_none_is_lost(path: Path, there: bool) -> None:
    if not there:
        path.unlink()
    code = (
        "import duckdb; from evalsql.files import write; from pathlib import Path\n"
        "connection = duckdb.connect(); go()\n"
        "write.write(connection, 'select range as i from range(100_000)', Path(sys.argv[1]), table=sys.argv[2])\n"
    )
    names = ["a", "b", "c"]
    assert at_once(code, *([str(path), name] for name in names)) == [0] * 3
    for name in names:
        assert read(path, f"select count(*), sum(i) from {name}") == [(100_000, 4_999_950_000)]
    assert os.listdir(path.parent) == ["own.duckdb"]
    if there:
        assert read(path, "select count(*) from mine") == [(10,)]


def long_a_program_that_is_killed_while_it_writes_leaves_what_was_there(path: Path) -> None:
    code = (
        "import duckdb, os, pyarrow as pa; from evalsql.files import write; from pathlib import Path\n"
        "part, connection = pa.RecordBatch.from_pydict({'x': list(range(200_000))}), duckdb.connect()\n"
        "parts = (part if place < 5 else os._exit(9) for place in range(10))\n"
        "connection.register('parts', pa.RecordBatchReader.from_batches(part.schema, parts)); go()\n"
        "from evalsql.files.duckdb_table import TableMode\n"
        "write.write(connection, 'from parts', Path(sys.argv[1]), mode=TableMode(force=True))\n"
    )
    assert at_once(code, [str(path)]) == [9]
    assert read(path, "select (select x from scores), count(*) from mine") == [(1, 10)]
    write.write_rows(ROWS, path, "scores", FORCE)
    assert read(path, "from scores") == WRITTEN


@pytest.mark.skipif(os.name == "nt", reason="there are no such limits")
def long_a_full_disk_leaves_what_was_there(path: Path) -> None:
    code = (
        "import duckdb, resource; from evalsql import InputError; from evalsql.files import write\n"
        "from pathlib import Path; from evalsql.files.duckdb_table import TableMode\n"
        "connection = duckdb.connect(); go(); resource.setrlimit(resource.RLIMIT_FSIZE, (2 << 20, 2 << 20))\n"
        "path, force = Path(sys.argv[1]), TableMode(force=True)\n"
        "try:\n    write.write(connection, 'select md5(range::text) as x from range(300_000)', path, mode=force)\n"
        "except InputError as error:\n    sys.exit(2 if 'cannot be written' in str(error) else 1)\n"
    )
    assert at_once(code, [str(path)]) == [2]
    assert read(path, "select (select x from scores), count(*) from mine") == [(1, 10)]


def test_an_error_leaves_what_was_there(path: Path) -> None:
    failing = "select if(range < 9, 1, error('in the middle')) as x from range(10)"
    with duckdb.connect() as connection:
        for file in (path, path.with_name("new.duckdb")):
            with pytest.raises(duckdb.InvalidInputException, match="in the middle"):
                write.write(connection, failing, file, mode=FORCE)
        names = "select count(*) from duckdb_databases() where not internal"
        assert connection.execute(names).fetchall() == [(1,)]  # memory
    assert read(path, "from scores") == [(1,)]
    assert os.listdir(path.parent) == ["own.duckdb"]


def test_a_view_of_that_name_is_not_replaced(path: Path) -> None:
    with duckdb.connect(path) as connection:
        connection.execute("drop table scores; create view scores as from mine")
    with pytest.raises(InputError, match=r"own\.duckdb: cannot hold a table scores: Existing object .* of type View"):
        write.write_rows(ROWS, path, "scores", FORCE)
    assert read(path, "select count(*) from scores") == [(10,)]


def test_a_file_that_is_no_database_is_refused_before_any_work(path: Path) -> None:
    path.write_text("a text")
    said = refusal("evaluate", "no.run", "--qrels", "no.txt", "-o", path)
    assert "own.duckdb: cannot be opened as a DuckDB database" in said
    assert path.read_text() == "a text"


@pytest.mark.parametrize("there", [True, False], ids=["there", "new"])
@pytest.mark.parametrize("name", ["sqlite:x.duckdb", "it's [1]*.duckdb", 'a"b.duckdb'])
def long_a_name_is_a_name(name: str, there: bool, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    os.rename(path, name) if there else path.unlink()
    write.check_output(Path(name))
    write.write_rows(ROWS, Path(name), "scores", FORCE)
    with duckdb.connect(os.path.abspath(name), read_only=True) as connection:
        assert connection.execute("from scores").fetchall() == WRITTEN
    assert os.listdir() == [name]


def test_a_file_keeps_the_version_of_its_storage(tmp_path: Path) -> None:
    path, version = tmp_path / "old.duckdb", slice(12, 20)
    with duckdb.connect() as connection:
        connection.execute(f"attach '{path}' as old (storage_version 'v1.0.0'); create table old.mine as select 1 as x")
        connection.execute("detach old")
    before = path.read_bytes()[version]
    write.write_rows(ROWS, path, "scores", FORCE)
    assert path.read_bytes()[version] == before


def test_a_database_that_another_program_makes_meanwhile_is_not_replaced(tmp_path, monkeypatch) -> None:
    path = tmp_path / "new.duckdb"

    def made() -> None:
        with duckdb.connect(path) as connection:
            connection.execute("create table if not exists theirs as select 1 as x")

    monkeypatch.setattr(write.interrupts, "look", made)
    said = "another program created it in the meantime; nothing was written, so try again"
    with pytest.raises(InputError, match=said):
        write.write_rows(ROWS, path, "scores", FORCE)
    assert read(path, "from theirs") == [(1,)]
    assert [file.name for file in tmp_path.iterdir()] == ["new.duckdb"]


def test_a_question_mark_in_a_name_is_part_of_it(tmp_path: Path) -> None:
    path = tmp_path / "who?.duckdb"
    write.write_rows(ROWS, path, "scores", FORCE)
    write.write_rows(ROWS, path, "more")
    assert read(path, "from more") == WRITTEN
    log = tmp_path / "who.wal?.duckdb"  # where DuckDB has its log
    log.write_bytes(b"not a log")
    path.unlink()
    with pytest.raises(InputError, match="is the log of a database that is gone"):
        write.write_rows(ROWS, path, "scores", FORCE)


ONE = TINY[0], *TINY[2:], "-m", "AP"


@pytest.fixture
def started(tmp_path: Path) -> Path:
    """A history with the scores of one evaluation."""
    output("evaluate", *ONE, "-o", tmp_path / "history.duckdb")
    return tmp_path / "history.duckdb"


def long_a_table_that_is_there_is_refused_before_any_work(started: Path) -> None:
    before = started.read_bytes()
    said = refusal("evaluate", "no.run", "--qrels", "no.txt", "-o", started)
    ways_out = "use --append to add these rows to it, or --force to replace it"
    assert said == f"{started}: has a table scores already; {ways_out}"
    assert started.read_bytes() == before
    output("evaluate", *ONE, "-o", started, "--force")
    assert read(started, "select count(*) from scores") == [(7,)]


def long_rows_are_added_with_a_label_and_one_time(started: Path) -> None:
    output("evaluate", *ONE, "-o", started, "--append", "--label", "it's 2")
    output("evaluate", *TINY, "-m", "AP", "-o", started, "--append")
    counted = "select label, count(*), count(distinct evaluated_at) from scores group by all order by 2"
    assert read(started, counted) == [("it's 2", 7, 1), (None, 21, 1)]
    types = [row[:2] for row in read(started, "describe scores")]
    assert types[-2:] == [("label", "VARCHAR"), ("evaluated_at", "TIMESTAMP")]
    assert read(started, "select bool_and(abs(epoch(evaluated_at) - epoch(now())) < 600) from scores") == [(True,)]
    before = "select count(*) from scores where evaluated_at is null"  # it was a history
    assert read(started, before) == [(7,)]


def long_the_first_rows_have_the_columns_too(tmp_path: Path) -> None:
    for label, how in ((None, ["--append"]), ("first", ["--label", "first"])):
        output("evaluate", *ONE, "-o", tmp_path / f"{label}.duckdb", *how)
        found = read(tmp_path / f"{label}.duckdb", "select distinct label, evaluated_at is null from scores")
        assert found == [(label, False)]


def test_options_that_say_nothing_are_refused() -> None:
    for words, said in (
        ("--append", "--append needs --output"),
        ("--label x", "--label needs --output"),
        ("-o x.duckdb --append --force", "--force and --append do not go together; leave one out"),
        ("-o x.csv --append", "x.csv: --append is for a table of a DuckDB file; name one, such as history."),
        ("-o x.csv --label x", "x.csv: --label is for a table of a DuckDB file"),
        ("-o x.duckdb --append --replace-label", "--replace-label needs --label"),
    ):
        assert said in refusal("evaluate", *ONE, *words.split())


@pytest.mark.parametrize("name", ["one ", " one", "one\n", "\u00a0one", " ", ""])
def test_a_name_that_is_empty_or_looks_like_another_is_refused(tmp_path: Path, name: str) -> None:
    said = f"{name!r} begins or ends with a blank; leave it out" if name else "is empty; leave it out, or say a name"
    for words in (("evaluate", *ONE, "-o", tmp_path / "a.duckdb", "--append"), ("build", tmp_path / "a.duckdb", *ONE)):
        assert refusal(*words, "--label", name) == f"the label {said}"
    assert not name or refusal("evaluate", f"{name}={ONE[0]}", *ONE[1:]) == f"the name {said}"
    with pytest.raises(InputError, match="the label "):
        TableMode(append=True, label=name)  # as Spark has it too
    assert not any(tmp_path.iterdir())


def long_a_label_of_the_history_is_compared(started: Path) -> None:
    output("evaluate", *TINY, "-m", "AP", "-o", started, "--append", "--label", "b")
    said = refusal("compare", f"{started}::scores")
    assert "AP has two values for query" in said
    assert "the table holds several evaluations; pick one with --where, such as --where \"label = 'monday'\"" in said


def test_a_table_of_an_analysis_database_is_not_replaced_by_force_either(tmp_path: Path) -> None:
    started = tmp_path / "built.duckdb"
    with duckdb.connect(str(started)) as connection:
        connection.execute("create table evalsql_meta as select 1 as a; create table scores as select 2 as b")
    assert "belongs to the rest of it" in refusal("evaluate", *TINY, "-m", "AP", "-o", started, "--force")
    assert read(started, "from scores") == [(2,)]


def long_scores_are_read_from_the_file_that_the_comparisons_go_to(path: Path) -> None:
    output("evaluate", *TINY, "-m", "AP", "-o", path, "--force")
    output("compare", f"{path}::scores", "-m", "AP", "-o", path)
    assert read(path, "select metric, run, other from comparisons") == [("AP", "good", "poor")]
    assert read(path, "select count(*) from scores") == [(14,)]
    assert read(path, "select count(*) from mine") == [(10,)]


def long_where_the_part_names_the_table_it_is_refused_too(started: Path) -> None:
    output("describe", TINY[3], "-o", started)
    ((table,),) = read(started, "select table_name from duckdb_tables() where table_name <> 'scores'")
    assert f"has a table {table} already" in refusal("describe", TINY[3], "-o", started)


def long_a_history_of_other_columns_is_not_added_to(started: Path) -> None:
    for change, said in (
        ("alter table scores add column night integer", "a column night, which these rows do not have"),
        ("alter table scores drop column night; alter table scores drop value", "no column value, which these rows "),
        ("alter table scores add column value integer", "a column value of type INTEGER, which is DOUBLE in these "),
    ):
        with duckdb.connect(started) as connection:
            connection.execute(change)
        before = read(started, "from scores")
        assert f"table scores has {said}" in refusal("evaluate", *ONE, "-o", started, "--append", "--label", "x")
        assert read(started, "from scores") == before
        assert "label" not in [name for name, *_ in read(started, "describe scores")]
