"""Macros of a user's that are called like functions of DuckDB: evalsql calls DuckDB's, and views call the user's."""

import duckdb
import pytest
from dataframes import RUNS, with_tables
from places import FIXTURES
from tiny import MEASURES, expected, scores
from versions import is_before

import evalsql
from evalsql import Evaluation, InputError, udfs

TRACK = FIXTURES / "track"
BOTH = ("q1", "q2", "q4", "q5", "q6", "q7")  # which both runs answer


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


def long_the_values_are_those_of_the_files(hidden):
    answered = [row for row in expected() if row[1] in BOTH]
    assert scores("runs", "qrels", connection=hidden) == answered


def test_check_finds_what_it_finds_without_macros(hidden):
    found = evalsql.check(RUNS, "qrels", connection=hidden)
    assert [each.text for each in found] == [
        "2 queries of 2 runs without judgments, left out (first: q3)",
        "1 query without a document that is judged relevant, which most measures score 0 (first: q4)",
    ]


@pytest.mark.parametrize(
    "macro", ["least(a, b) as -a", "greatest(a, b) as a", "sum(a) as 3", '"+"(a, b) as a', "lower(a) as 'x'"]
)
def long_a_macro_of_the_schema_in_use_changes_nothing(macro):
    connection = with_tables(duckdb.connect(), RUNS)
    connection.execute(f"create macro {macro}; create temp macro {macro}")
    connection.execute(f"create schema s; create macro s.{macro}; set search_path = 's,main'")
    assert scores("main.runs", "main.qrels", connection=connection) == expected()


VIEWS = {
    "s.calls": "least(score, 0)",  # a macro of the schema main, called like a function
    "s.calls_other": "turned(score)",
    "main.calls_other_schema": "of_s(score)",
    "s.reads": "-score",
}


@pytest.mark.parametrize(("view", "score"), VIEWS.items(), ids=VIEWS)
def long_a_view_is_read_as_its_user_reads_it(view, score):
    connection = with_tables(duckdb.connect(), RUNS)
    connection.execute("""
        create macro least(a, b) as -a; create macro turned(a) as -a; create schema s; create macro s.of_s(a) as -a;
        set search_path = 'main,s'
    """)
    connection.execute(f"create view {view} as select run, query_id, doc_id, {score} as score from runs")
    turned = scores(RUNS.assign(score=-RUNS["score"]).drop(columns="rank"))
    assert scores(view, "qrels", connection=connection) == turned != expected()


def test_a_view_that_nobody_can_read_is_refused(plain):
    connection = plain.cursor()
    connection.execute("create schema broken; create view broken.runs as from main.runs")
    connection.execute("create view broken.other as from broken.runs; drop view broken.runs")
    with pytest.raises(InputError, match=r"^broken\.other: cannot be read: .*runs"):
        scores("broken.other", "qrels", connection=connection)


def test_a_view_of_the_users_is_not_dropped():
    connection = with_tables(duckdb.connect(), RUNS)
    connection.execute("create view evalsql_gains as select 1 as a; create table evalsql_weights as select 2 as a")
    assert scores("runs", "qrels", connection=connection) == expected()
    assert connection.execute("from evalsql_gains, evalsql_weights").fetchall() == [(1, 2)]


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
    "standardize": lambda connection: evalsql.standardize("runs", "qrels", ["AP"], connection=connection),
    "describe": lambda connection: evalsql.describe("qrels", connection=connection)["sets"],
    "ideal": lambda connection: evalsql.ideal("subtopics", k=5, connection=connection),
    "pool": lambda connection: evalsql.pool("runs", "qrels", ["AP"], depth=[1, 2], connection=connection)["judgments"],
}


@pytest.mark.filterwarnings("ignore::evalsql.InputWarning")
@pytest.mark.parametrize("call", OF_GIVEN.values(), ids=OF_GIVEN)
def long_macros_called_like_functions_change_nothing(plain, hidden, call):
    found = call(hidden).fetchall()
    assert found == call(plain).fetchall()
    assert len(found) > 1 or len(found[0]) > 5
