"""A table of a DuckDB file that is there: refused, replaced by --force, or added to by --append."""

from pathlib import Path

import duckdb
import pytest
from command import TINY
from in_process import invoke, output, refusal

from evalsql.database.library_files import write_library

ONE = TINY[0], *TINY[2:], "-m", "AP"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A history with the scores of one evaluation."""
    output("evaluate", *ONE, "-o", tmp_path / "history.duckdb")
    return tmp_path / "history.duckdb"


def rows(path: Path, sql: str) -> list[tuple]:
    with duckdb.connect(path, read_only=True) as connection:
        return connection.execute(sql).fetchall()


def test_a_table_that_is_there_is_refused_before_any_work(path: Path) -> None:
    before = path.read_bytes()
    said = refusal("evaluate", "no.run", "--qrels", "no.txt", "-o", path)
    assert said == f"{path}: has a table scores already; use --append to add these rows to it, or --force to replace it"
    assert path.read_bytes() == before
    output("evaluate", *ONE, "-o", path, "--force")
    assert rows(path, "select count(*) from scores") == [(7,)]


def test_where_the_part_names_the_table_it_is_refused_too(path: Path) -> None:
    output("describe", TINY[3], "-o", path)
    ((table,),) = rows(path, "select table_name from duckdb_tables() where table_name <> 'scores'")
    assert f"has a table {table} already" in refusal("describe", TINY[3], "-o", path)


def test_rows_are_added_with_a_label_and_one_time(path: Path) -> None:
    output("evaluate", *ONE, "-o", path, "--append", "--label", "it's 2")
    output("evaluate", *TINY, "-m", "AP", "-o", path, "--append")
    assert rows(path, "select label, count(*), count(distinct evaluated_at) from scores group by all order by 2") == [
        ("it's 2", 7, 1),
        (None, 21, 1),
    ]
    assert rows(path, "describe scores")[-2:] == [
        ("label", "VARCHAR", "YES", None, None, None),
        ("evaluated_at", "TIMESTAMP", "YES", None, None, None),
    ]
    assert rows(path, "select bool_and(abs(epoch(evaluated_at) - epoch(now())) < 600) from scores") == [(True,)]
    assert rows(path, "select count(*) from scores where evaluated_at is null") == [
        (7,)
    ]  # those before it was a history


@pytest.mark.parametrize("how", [["--append"], ["--label", "first"]])
def test_the_first_rows_have_the_columns_too(how: list[str], tmp_path: Path) -> None:
    path = tmp_path / "new.duckdb"
    output("evaluate", *ONE, "-o", path, *how)
    assert rows(path, "select distinct label, evaluated_at is null from scores") == [([*how, None][1], False)]


def test_a_history_of_other_columns_is_not_added_to(path: Path) -> None:
    for change, said in (
        ("alter table scores add column night integer", "a column night, which these rows do not have"),
        ("alter table scores drop column night; alter table scores drop value", "no column value, which these rows "),
        ("alter table scores add column value integer", "a column value of type INTEGER, which is DOUBLE in these "),
    ):
        with duckdb.connect(path) as connection:
            connection.execute(change)
        before = rows(path, "from scores")
        assert f"table scores has {said}" in refusal("evaluate", *ONE, "-o", path, "--append", "--label", "x")
        assert rows(path, "from scores") == before
        assert "label" not in [name for name, *_ in rows(path, "describe scores")]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--append"], "--append is about the file that --output writes; name one, such as -o scores.duckdb"),
        (["--label", "x"], "--label is about the file that --output writes"),
        (["-o", "x.duckdb", "--append", "--force"], "--force replaces the table and --append adds to it; give one"),
        (["-o", "x.csv", "--append"], "x.csv: --append is for a table of a DuckDB file; name one, such as history."),
        (["-o", "x.csv", "--label", "x"], "x.csv: --label is for a table of a DuckDB file"),
    ],
)
def test_options_that_say_nothing_are_refused(arguments: list[str], said: str) -> None:
    assert said in refusal("evaluate", *ONE, *arguments)


def test_a_label_of_the_history_is_compared(path: Path) -> None:
    output("evaluate", *TINY, "-m", "AP", "-o", path, "--append", "--label", "b")
    said = refusal("compare", f"{path}::scores")
    assert "AP has two values for query" in said
    assert "of several evaluations in one table --where chooses one, such as --where \"label = 'monday'\"" in said


def test_a_library_is_the_same_each_time_and_replaces_libraries_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evalsql.database.library_files.put_macros", lambda *given: None)  # which takes its time
    path = tmp_path / "lib.duckdb"
    first = output("lib", path)
    assert output("lib", path) == first
    output("evaluate", *ONE, "-o", tmp_path / "own.duckdb")
    said = "own.duckdb: already exists and is no library of evalsql; use --force to overwrite it"
    assert said in refusal("lib", tmp_path / "own.duckdb")
    assert invoke("lib", tmp_path / "own.duckdb", "--force").exit_code == 0
    (tmp_path / "own.sql").write_text("select 1;")
    with pytest.raises(ValueError, match=r"own\.sql: already exists and is no library"):
        write_library(tmp_path / "own.sql")


def test_a_table_of_an_analysis_database_is_not_replaced_by_force_either(tmp_path: Path) -> None:
    path = tmp_path / "built.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("create table evalsql_meta as select 1 as a; create table scores as select 2 as b")
    assert "belongs to the rest of it" in refusal("evaluate", *TINY, "-m", "AP", "-o", path, "--force")
    assert rows(path, "from scores") == [(2,)]
