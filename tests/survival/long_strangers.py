"""A stranger's database that has a macro of every built-in name: none of them is called."""

import shutil
from pathlib import Path

import duckdb
import pytest
from in_process import whole
from test_strangers import QRELS, RUN, TINY, built, few_macros  # noqa: F401

from evalsql.sqltext import identifier

OF_ROWS = ("table", "table_macro")


def put_macros(path: Path) -> None:
    """Gives a database a macro of each name that DuckDB has a function of, which fails where it is called."""
    with duckdb.connect() as connection:
        connection.execute(f"attach '{path}' as theirs")
        select = "select distinct function_name, function_type from duckdb_functions() where database_name = 'system'"
        for name, type_ in connection.execute(select).fetchall():
            called, of_rows = "system.main.error('RAN')", type_ in OF_ROWS
            ways = (f"({', '.join('abcdef'[:count])})" for count in range(7))
            body = f"table (select {called} as a)" if of_rows else called
            bodies = ", ".join(f"{way} as {body}" for way in ways)
            connection.execute(f"create or replace macro theirs.main.{identifier(name)}{bodies}")


@pytest.fixture(scope="module")
def folder(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database of evalsql's and one of tables, each with and without the macros."""
    folder = tmp_path_factory.mktemp("strangers")
    with duckdb.connect(str(folder / "plain.duckdb")) as connection:
        connection.execute(f"attach '{built}' as built (read_only)")
        connection.execute("""
            create table one as select query_id::varchar as query_id, doc_id::varchar as doc_id, score from built.runs;
            create table runs as
            select 'x' as run, * from one union all select 'y', * replace (-score as score) from one;
            create table qrels as
            select query_id::varchar as query_id, doc_id::varchar as doc_id, relevance from built.qrels;
            create table scores as
            select unnest(['x', 'y']) as run, query_id::varchar as query_id, metric, value from built.scores;
            update scores set value = value / 3 where run = 'y' and query_id <> 'q2';
            create table queries as select distinct query_id, query_id > 'q3' as late from qrels;
        """)
        connection.execute("create view viewed as from runs")
    for source, name in ((folder / "plain.duckdb", "macro.duckdb"), (built, "built.duckdb")):
        put_macros(Path(shutil.copy(source, folder / name)))
    return folder


JUDGED = ("--qrels", "{}::qrels", "-m", "AP")
LINES = (
    ("evaluate", "{}::runs", *JUDGED, "--slices", "{}::queries"),
    ("evaluate", "{}::runs", *JUDGED, "--verify", "{}::scores"),
    ("compare", "{}::scores", "--baseline", "x"),
    ("explain", "AP", "{}::one", "--qrels", "{}::qrels", "--query", "q1"),
    ("queries", "{}::runs", *JUDGED),
    ("gate", "{}::one", "--baseline", TINY / "poor.run", *JUDGED, "--margin", "0.01"),
    ("check", "{}::runs", "--qrels", "{}::qrels"),
    ("pool", "{}::runs", *JUDGED, "--depth", "2"),
    ("correlate", "{}::runs", *JUDGED, "-m", "P@3"),
    ("describe", "{}::qrels"),
    ("curve", "{}::one", "--qrels", "{}::qrels", "-m", "nDCG"),
    ("convert", "{}::one", "{}.run"),
)


def test_a_macro_of_every_built_in_name_is_not_called(folder: Path) -> None:
    for line in LINES:
        plain, theirs = (
            whole([str(word).format(name) for word in line], folder) for name in ("plain.duckdb", "macro.duckdb")
        )
        assert plain.status in (0, 1), plain.said
        assert (theirs.status, theirs.output.replace("macro.", "plain.")) == (plain.status, plain.output)
        assert theirs.said.replace("macro.", "plain.") == plain.said
    viewed = whole(("evaluate", "macro.duckdb::viewed", "--qrels", "macro.duckdb::qrels", "-m", "AP"), folder)
    assert (viewed.status, "RAN" in viewed.said) == (0, False)


def test_a_database_of_such_macros_is_not_opened_to_be_reported_or_written(folder: Path) -> None:
    scored = ("evaluate", RUN, "--qrels", QRELS, "-m", "AP", "-o")
    for line in (
        ("report", "built.duckdb", "-o", "page.html"),
        ("log", "built.duckdb"),
        ("build", "built.duckdb", "z=" + str(RUN), "--add"),
        ("build", "built.duckdb", "--upgrade"),
        (*scored, "macro.duckdb", "--append", "--label", "one"),
        (*scored, "macro.duckdb", "--force"),
    ):
        said = whole(line, folder).said
        assert f"{next(each for each in line if str(each).endswith('.duckdb'))}: has a macro !=, which hides" in said
        assert "RAN" not in said
