"""Macros of a user's that are called like functions of DuckDB: evalsql calls DuckDB's, and views call the user's."""

import duckdb
import pytest
from dataframes import RUNS, with_tables
from places import FIXTURES
from tiny import MEASURES
from versions import is_before

import evalsql
from evalsql import Evaluation, udfs

TRACK = FIXTURES / "track"

BOTH = ("q1", "q2", "q4", "q5", "q6", "q7")  # which both runs answer

OF_GIVEN = {
    "evaluate": lambda connection: evalsql.evaluate("runs", "viewed", MEASURES, connection=connection),
    "one after the other": lambda connection: Evaluation("runs", "qrels", connection=connection).score(["Bpref", "RR"]),
    "leaderboard": lambda connection: Evaluation("runs", "qrels", connection=connection).leaderboard(MEASURES),
    "curve": lambda connection: evalsql.curve("runs", "qrels", "nDCG", connection=connection),
    "subtopics": lambda connection: evalsql.evaluate(
        "many", "subtopics", ["alpha_nDCG@5", "NRBP", "StRecall@5"], connection=connection
    ),
    "compare": lambda connection: evalsql.compare(
        "runs", "qrels", ["AP"], test="wilcoxon", interval="student", connection=connection
    ),
    "correlate": lambda connection: evalsql.correlate("runs", "qrels", ["AP", "P@5"], connection=connection),
    "overlap": lambda connection: evalsql.overlap("runs", connection=connection),
    "standardise": lambda connection: evalsql.standardise("runs", "qrels", ["AP"], connection=connection),
    "describe": lambda connection: evalsql.describe("qrels", connection=connection)["sets"],
    "ideal": lambda connection: evalsql.ideal("subtopics", k=5, connection=connection),
    "pool": lambda connection: evalsql.pool("runs", "qrels", ["AP"], depth=[1, 2], connection=connection)["judgments"],
}


def given() -> duckdb.DuckDBPyConnection:
    """A connection with what both runs of the tiny collection answer, and two runs with judgments by subtopic.

    It has the functions of Python, without which comparisons take seconds.
    """
    connection = with_tables(duckdb.connect(), RUNS)
    udfs.register(connection)
    connection.execute(f"""
        delete from runs where query_id not in {BOTH}; delete from qrels where query_id not in {BOTH};
        create view viewed as from qrels;
        create table subtopics as from '{TRACK}/subtopics.parquet' where query_id in ('101', '102');
        create table many as from '{TRACK}/runs.parquet' where run in ('bm25', 'ql') and query_id in ('101', '102')
    """)
    return connection


@pytest.fixture(scope="module")
def plain() -> duckdb.DuckDBPyConnection:
    return given()


@pytest.fixture(scope="module")
def hidden() -> duckdb.DuckDBPyConnection:
    """The same with a macro in place of each function and operator of DuckDB, whatever it is called with.

    Not of those by which DuckDB's client reads a frame: who hides these can be handed no frame at all.
    """
    connection = given()
    if is_before("duckdb", "1.5"):
        pytest.skip("DuckDB before 1.5 takes a macro for a function of its own catalog, whoever's that is said to be")
    functions = duckdb.sql("""
        select distinct function_name, function_type = 'table' from duckdb_functions()
        where internal and schema_name = 'main' and not contains(function_name, 'arrow_scan')
    """).fetchall()
    for name, of_table in functions:
        body = "table select 7 as x" if of_table else "7"
        connection.execute(f'create macro "{name}"(a := 1, b := 2, c := 3, d := 4) as {body}')
    return connection


@pytest.mark.filterwarnings("ignore::evalsql.InputWarning")
@pytest.mark.parametrize("call", OF_GIVEN.values(), ids=OF_GIVEN)
def test_macros_called_like_functions_change_nothing(plain, hidden, call):
    found = call(hidden).fetchall()
    assert found == call(plain).fetchall()
    assert len(found) > 1 or len(found[0]) > 5
