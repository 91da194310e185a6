"""Database files are attached under names of our own, each evaluation its own, and let go of alone."""

import shutil
import subprocess
import sys
import threading
from pathlib import Path

import dataframes
import duckdb
import pytest
from dataframes import QRELS, write_database
from tiny import MEASURES, QRELS_FILE, all_rows, expected, rows_read, scores

from evalsql import Evaluation, InputError
from evalsql.inputs import databases, views


def attached(connection: duckdb.DuckDBPyConnection) -> dict[str, str | None]:
    return dict(connection.execute("select database_name, path from duckdb_databases() where not internal").fetchall())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return write_database(tmp_path / "own.duckdb")


def long_a_database_of_the_users_stays_whatever_it_is_called(connection, file):
    names = ("evalsql_file_0", "evalsql_file_4", "evalsql_file_mine", 'evalsql_file_"5')
    quoted = ['"' + name.replace('"', '""') + '"' for name in names]
    for name in quoted:
        connection.execute(f"attach ':memory:' as {name}; create table {name}.kept as select 7 as number")
    assert rows_read(f"{file}::runs", f"{file}::qrels", connection=connection) == all_rows()
    assert [connection.execute(f"from {name}.kept").fetchall() for name in quoted] == [[(7,)]] * 4
    assert attached(connection) == {"memory": None, **dict.fromkeys(names)}


def long_threads_with_a_cursor_each_may_read_one_file(connection, file):
    found, errors = {}, []

    def work(place: int) -> None:
        try:
            for time in range(3):
                found[place, time] = rows_read(f"{file}::runs", f"{file}::qrels", connection=connection.cursor())
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(place,)) for place in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert found == {(place, time): all_rows() for place in range(4) for time in range(3)}
    assert attached(connection) == {"memory": None}


def test_what_one_reads_another_does_not_let_go(connection, file):
    one, other = connection.cursor(), connection.cursor()
    with views.reading(one) as folder:
        views.read(one, f"{file}::runs", "runs", folder)
        with views.reading(other) as second:
            views.read(other, f"{file}::runs", "runs", second)
            assert other.execute("select count(*) from evalsql_runs").fetchall() == [(85,)]
        assert one.execute("select count(*) from evalsql_runs").fetchall() == [(85,)]
        with duckdb.connect() as elsewhere, views.reading(elsewhere) as third:
            views.read(elsewhere, f"{file}::runs", "runs", third)
            assert elsewhere.execute("select count(*) from evalsql_runs").fetchall() == [(85,)]
        assert one.execute("select count(*) from evalsql_runs").fetchall() == [(85,)]
    assert attached(connection) == {"memory": None}


def test_a_file_is_attached_once_and_stays_where_the_user_has_attached_it(connection, file):
    with views.reading(connection) as folder:
        views.read(connection, f"{file}::runs", "runs", folder)
        views.read(connection, f"{file}::qrels", "qrels", folder)
        assert len(attached(connection)) == 2
    connection.execute(f"attach '{file}' as evalsql_file_1; create table evalsql_file_1.more as select 1 as one")
    assert rows_read(f"{file}::runs", f"{file}::qrels", connection=connection) == all_rows()
    assert connection.execute("from evalsql_file_1.more").fetchall() == [(1,)]


LIKE_OTHERS = (
    *("sqlite:x.duckdb", "md:y.duckdb", "postgres:z.duckdb", "ducklake:w.duckdb", "file:x.duckdb"),
    *("s3:/bucket/x.duckdb", "s3://bucket/x.duckdb", "file:/x.duckdb", "~/x.duckdb"),
)


def long_a_local_file_is_read_whatever_its_name_begins_with(file, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in LIKE_OTHERS:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, name)
        assert rows_read(f"{name}::runs", f"{name}::qrels") == all_rows(), name


def test_a_database_of_sqlite_is_refused_without_a_look_on_the_network(tmp_path):
    path = tmp_path / "x.duckdb"
    path.write_bytes(b"SQLite format 3\0" + bytes(4080))
    with pytest.raises(InputError, match=r"x\.duckdb: cannot be opened as a DuckDB database: .* not a valid DuckDB"):
        rows_read(f"{path}::runs")


@pytest.mark.parametrize("name", ["file:{folder}/good.run", "~/good.run", "http:/host/good.run", "sqlite:good.run"])
def test_a_run_is_read_whatever_its_name_begins_with(tmp_path, monkeypatch, name):
    """A file of the same path without file: is another one."""
    (tmp_path / "good.run").write_text("q1 Q0 elsewhere 1 1 elsewhere\n")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    path = Path(name.format(folder=tmp_path))
    path.parent.mkdir(parents=True, exist_ok=True)
    for suffix, write in ((".run", None), (".csv", "csv, header"), (".parquet", "parquet")):
        if write is None:
            path.write_text((dataframes.TINY / "good.run").read_text())
        else:
            rows = dataframes.one_run("good")
            written = tmp_path / f"written{suffix}"
            duckdb.from_df(rows).query("rows", f"copy rows to '{written}' (format {write})")
            written.rename(path.with_suffix(suffix))
        assert rows_read(str(path.with_suffix(suffix)), QRELS_FILE) == dataframes.rows_only("good", path.stem)


def put_views(file: Path, **selects: str) -> Path:
    with duckdb.connect(str(file)) as connection:
        for name, select in selects.items():
            connection.execute(f"create view {name} as {select}")
    return file


def test_a_view_is_read_as_the_table_that_it_shows_and_its_row_is_said(file):
    put_views(file, ranked="from runs", judged="from qrels", deeper="from ranked")
    assert rows_read(f"{file}::ranked", f"{file}::judged") == all_rows()
    assert rows_read([f"{file}::deeper"], f"{file}::qrels") == all_rows()
    put_views(file, odd="select * replace (if(rowid = 4, 'one', score::varchar) as score) from runs")
    with pytest.raises(InputError, match=r"own\.duckdb::odd, row 5: score is 'one'"):
        rows_read(f"{file}::odd")


def long_a_view_keeps_the_types_of_its_columns(file):
    with duckdb.connect(str(file)) as connection:
        connection.execute("create type names as enum (select distinct run from runs)")
    put_views(
        file, typed="select * replace (run::names as run, (score * 1000)::hugeint as score), [1] as list from runs"
    )
    assert scores(f"{file}::typed") == expected()


def test_columns_that_are_computed_are_read_as_a_view_is(file, monkeypatch):
    with duckdb.connect(str(file)) as connection:
        connection.execute(
            "create table computed (query_id varchar, doc_id varchar, run varchar, minus double,"
            " score double generated always as (-minus))"
        )
        connection.execute("insert into computed select query_id, doc_id, run, -score from runs")
    copied = []
    copy_view = databases.copy_view
    monkeypatch.setattr(databases, "copy_view", lambda *given: copied.append(given) or copy_view(*given))
    assert rows_read(f"{file}::computed", f"{file}::qrels") == all_rows()
    assert [view for _, _, view, _ in copied] == ['"theirs"."main"."computed"']


OF_OTHER_FILES = (
    "from '{folder}/secret.csv'",
    "select 'r' as run, 'q1' as query_id, content as doc_id, 1.0 as score from read_text('{folder}/secret.csv')",
    "select 'r' as run, 'q1' as query_id, file as doc_id, 1.0 as score from glob('{folder}/*')",
    "from query('from read_csv(''{folder}' || '/secret.csv'')')",
)


def long_a_view_reads_no_other_file(file, tmp_path, connection):
    dataframes.RUNS.to_csv(tmp_path / "secret.csv", index=False)
    for place, reads in enumerate(OF_OTHER_FILES):
        put_views(file, **{f"further_{place}": reads.format(folder=tmp_path)})
        for own in (None, connection):
            label = rf"own\.duckdb::further_{place}"
            with pytest.raises(InputError, match=f"{label}: a view that reads more than its own database") as said:
                rows_read(f"{file}::further_{place}", QRELS_FILE, connection=own)
            assert "\n" not in str(said.value)
    assert attached(connection) == {"memory": None}


def test_a_view_reads_no_table_of_the_users(file, connection):
    private = "attach ':memory:' as private; create table private.runs as from runs"
    with duckdb.connect(str(file)) as maker:
        maker.execute(f"{private}; create view further as from private.main.runs")
    connection.execute(private)
    with pytest.raises(InputError, match=r"::further: cannot be read: .*private"):
        rows_read(f"{file}::further", QRELS_FILE, connection=connection)


def test_other_inputs_are_read_beside_a_view(file, tmp_path):
    put_views(file, ranked="from runs where run = 'good'")
    QRELS.to_csv(tmp_path / "qrels.csv", index=False)
    other = write_database(tmp_path / "other.duckdb")
    with duckdb.connect(str(other)) as connection:
        connection.execute("delete from runs where run = 'good'")
    assert rows_read([f"{file}::ranked", f"{other}::runs"], tmp_path / "qrels.csv") == all_rows()


def long_nobody_writes_to_a_database_while_it_is_read(file, connection):
    put_views(file, judged="from qrels")
    code = f"import duckdb; duckdb.connect({str(file)!r})"
    command = [sys.executable, "-c", code]
    with views.reading(connection) as folder:
        views.read(connection, f"{file}::runs", "runs", folder)
        views.read(connection, f"{file}::judged", "qrels", folder)
        assert subprocess.run(command, capture_output=True, timeout=60).returncode != 0
    assert subprocess.run(command, capture_output=True, timeout=60).returncode == 0


def long_a_table_and_a_view_of_a_file_are_let_go_after_a_refusal(file, connection):
    put_views(file, odd="select * replace (if(rowid = 4, 'one', score::varchar) as score) from runs")
    with pytest.raises(InputError):
        Evaluation(f"{file}::odd", f"{file}::qrels", connection=connection)
    assert attached(connection) == {"memory": None}
    with duckdb.connect(str(file)) as writer:
        writer.execute("drop view odd")
    assert Evaluation(f"{file}::runs", "qrels", connection=connection).score(MEASURES).fetchall() == expected()
