"""A metric's macro takes what its head says, over any tables of a client's, and names its rows for the measure.

What must not matter to it, as further columns or settings, is in laws/test_every_macro.py.
"""

import json
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest
from macro_calls import QRELS, RUNS, attach, call, complaint, fitting, in_bits, rows, with_track

from evalsql import curves, metrics, parse_measure
from evalsql.catalog.measure import make_measure
from evalsql.catalog.metric import WHOLE_RANKING
from evalsql.connections import Connection
from evalsql.database.library import list_macros, of_metric
from evalsql.render.frames import macro, query


def test_a_macro_has_the_parameters_of_its_head(shared: Connection) -> None:
    found = shared.execute("select function_name, parameters from duckdb_functions() where database_name = 'e'")
    # the cutoff first, so that ndcg('runs', 'qrels', 10) has one
    parameters = {
        name.lower(): [
            *("runs", "qrels"),
            *sorted(metric.parameters, key=lambda each: each != metric.cutoff),
            *(("costs",) if metric.priced else ()),
        ]
        for name, metric in metrics().items()
    }
    assert dict(found.fetchall()) == parameters
    listed = {each.name: [*json.loads(each.parameters)] for each in list_macros() if each.kind == "metric"}
    assert listed == parameters
    assert not any("costs" in of_metric(metric, stored=True).signature for metric in metrics().values())


def long_every_argument_may_be_a_parameter_of_a_prepared_statement(shared: Connection) -> None:
    declared: set[tuple] = set()
    for metric in metrics().values():  # until a macro with each kind of parameter was called
        parameters = {
            (each.type, each.required, each.one_of, bool(each.cutoff), repr(each.within))
            for each in metric.parameters.values()
        }
        if parameters <= declared:
            continue
        declared |= parameters
        arguments = {"runs": "runs", "qrels": "qrels", **fitting(metric)}
        marks = ", ".join(f"{name} := ?" for name in arguments)
        asked = f"select run, query_id, metric, value from e.{metric.name.lower()}({marks})"
        found = shared.execute(asked, list(arguments.values())).fetchall()
        assert in_bits(found) == rows(shared, call(metric, **arguments)), metric.name


def test_no_cutoff_is_the_whole_ranking(shared: Connection) -> None:
    whole = rows(shared, "e.ndcg()")
    assert rows(shared, "e.ndcg('runs', 'qrels', null)") == whole
    assert rows(shared, f"e.ndcg(k := {WHOLE_RANKING})") == whole
    assert rows(shared, "e.ndcg('runs', 'qrels', 10)") == rows(shared, "e.ndcg(k := 10)") != whole
    # what DuckDB says of a macro that is called with another argument
    assert str(WHOLE_RANKING) not in complaint(shared, "from e.ndcg(kk := 3)")


NAMED = {
    "ndcg()": "nDCG",
    "ndcg(k := 10)": "nDCG@10",
    "ndcg(k := 10.0)": "nDCG@10",
    "ndcg(k := 10::double)": "nDCG@10",
    "ndcg(discount := 'jk', base := 3, k := 5)": "nDCG(discount='jk',base=3)@5",
    # each level that gains nothing, but 0
    "ndcg(gains := map {0: 0, 1: 0, 2: 1, 10: 0}, k := 5)": "nDCG(gains={1:0,2:1,10:0})@5",
    "ap(rel := 2)": "AP(rel=2)",
    "ap(rel := 2.0)": "AP(rel=2)",
    "ap(rel := 2::double)": "AP(rel=2)",
    "ap(rel := 1.0)": "AP",
    "ap(rel := 0.5, k := 100)": "AP(rel=0.5)@100",
    "rbp(p := 0.50)": "RBP(p=0.5)",
    "rbp(p := .5)": "RBP(p=0.5)",
    "rbp(p := 5e-1)": "RBP(p=0.5)",
    "rbp(p := 0.80)": "RBP",
    "rbp(p := 0.95, rel := 2, k := 20)": "RBP(p=0.95,rel=2)@20",
    "p(k := 5)": "P@5",
    "numret()": "NumRet",
}


def long_the_rows_of_a_macro_are_named_for_the_measure(shared: Connection) -> None:
    for source, measure in NAMED.items():
        assert {metric for _, _, metric, _ in rows(shared, f"e.{source}")} == {measure}, source
        assert str(parse_measure(measure)) == measure
    setting = make_measure("nDCG", metrics()["nDCG"], {"discount": "jk", "base": 3, "k": 5})
    assert str(setting) in NAMED.values()


# DuckDB 1 makes of a DECIMAL with more digits than these another double; a cast would not, but is refused beside an
# aggregate in a stored macro
NUMBERS = ("0.8", "0.1", "0.95", "0.333333333333333", "0.183460068660301", "0.618033988749894")


def long_a_literal_gives_the_same_bits_as_a_double(shared: Connection) -> None:
    asked = "select run, query_id, value from e.rbp(p := {}) order by all"
    for number in NUMBERS:
        bound = shared.execute(asked.format("?"), [float(number)]).fetchall()
        for written in (number, f"{number}e0", f"'{number}'::double"):
            assert shared.execute(asked.format(written)).fetchall() == bound, written


def long_a_library_opened_itself_gives_the_same_bits(library: Path, shared: Connection) -> None:
    with duckdb.connect(library, read_only=True) as connection:
        opened = rows(with_track(connection), call("alpha_ndcg", k=10).removeprefix("e."))
    assert opened == rows(shared, call("alpha_ndcg", k=10))


MADE = {
    "a_temp_view_of_{name}": "create temp view a_temp_view_of_{name} as from {source}",
    "s.{name}": "create schema if not exists s; create table s.{name} as from {source}",
    '"my {name}"': 'create table "my {name}" as from {source}',
    "other.{name}": "attach if not exists ':memory:' as other; create table other.{name} as from {source}",
    "upper_{name}": "create table UPPER_{name} as from {source}",
}
OWN_NAMES = ("judged", "topics", "found", "ranked", "judgments", "run", "value", "t")


def long_runs_and_qrels_may_be_any_tables_or_views(client: Connection) -> None:
    expected = rows(client, call("ndcg", k=10))
    for named, made in MADE.items():
        for name, source in {"runs": RUNS, "qrels": QRELS}.items():
            client.execute(made.format(name=name, source=source))
        given = {name: named.format(name=name) for name in ("runs", "qrels")}
        assert rows(client, call("ndcg", **given, k=10)) == expected, named
    client.execute("detach other")


def long_a_users_table_may_have_a_name_that_the_macro_uses(client: Connection) -> None:
    others = OWN_NAMES[1:] + OWN_NAMES[:1]
    pairs = list(zip(OWN_NAMES, others, strict=True))
    for metric in ("nDCG", "NumRet", "Bpref"):
        expected = rows(client, call(metric))
        for name, other in pairs:
            named = f"with {name} as (from temp.runs), {other} as (from temp.qrels)"
            assert rows(client, call(metric, runs=name, qrels=other), named) == expected, (metric, name, other)
    expected = rows(client, call("nDCG"))
    for kind in ("table", "view"):
        for name, other in pairs:
            client.execute(f"create {kind} {name} as from temp.runs; create {kind} {other} as from temp.qrels")
            assert rows(client, call("nDCG", runs=name, qrels=other)) == expected, (kind, name, other)
            client.execute(f"drop {kind} {name}; drop {kind} {other}")


@pytest.mark.parametrize(
    ("ids", "others"), [("unnest([7, 7, 7])", "unnest(['7', '007', '7'])"), ("unnest(['7', '007', '7'])", "7")]
)
def test_ids_are_compared_as_texts_so_007_is_not_7(ids: str, others: str, client: Connection) -> None:
    client.execute(f"""
        create table r as select 'run' as run, unnest(['1', '2', '3']) as query_id, {ids} as doc_id, 1 as score;
        create table q as select unnest([1, 2, 3]) as query_id, {others} as doc_id, 1 as relevance;
        update r set query_id = '03' where query_id = '3'
    """)
    found = client.execute("select query_id, value from e.rr(runs := 'r', qrels := 'q')").fetchall()
    assert dict(found) == {"1": 1, "2": 0, "3": 0}


def test_runs_without_a_run_column_are_named_for_their_table_or_file(client: Connection, tmp_path: Path) -> None:
    expected = [row for row in rows(client, call("ap")) if row[0] == "bm25"]
    without = "select query_id, doc_id, score from temp.runs where run = 'bm25'"
    assert rows(client, call("ap", runs="bm25"), f"with bm25 as ({without})") == expected
    for kind in ("table", "view"):
        client.execute(f"create {kind} bm25 as {without}")
        assert rows(client, call("ap", runs="bm25")) == expected
        client.execute(f"drop {kind} bm25")
    path = str(tmp_path / "bm25.parquet")
    client.execute(f"copy ({without}) to '{path}'")
    assert rows(client, call("ap", runs=path)) == [(path, *row[1:]) for row in expected]


def test_a_clients_collation_does_not_change_the_order_of_ties(library: Path) -> None:
    connection = attach(duckdb.connect(), library)
    connection.execute("""
        create table runs as select 'run' as run, 'q' as query_id, unnest(['D2', 'd1']) as doc_id, 1 as score;
        create table qrels as select 'q' as query_id, 'd1' as doc_id, 1 as relevance
    """)
    for collation in ("", "nocase"):
        connection.execute(f"set default_collation = '{collation}'")
        assert rows(connection, call("rr")) == [("run", "q", "RR", (1.0).hex())]


@pytest.fixture
def by_subtopic(ranking: Callable[..., Connection]) -> Connection:
    """Two documents by subtopic, retrieved, with weights and probabilities, and the macros that read them."""
    connection = ranking([["x"], ["x", "y"]])
    connection.execute("alter table qrels add column weight double; alter table qrels add column probability double")
    for name in ("alpha_DCG", "Dsharp_nDCG", "StRecall"):
        connection.execute(macro(metrics()[name]))
    connection.execute(macro(curves()["P_relevant"]))
    connection.execute("create table judged as from qrels")
    return connection


CURVE = ("from p_relevant_curve(k := 2)", query(parse_measure("P_relevant@2", "curves")))
METRIC = ("from alpha_dcg()", query(parse_measure("alpha_DCG")))
NEEDED = "needs subtopic judgments; the qrels must have a column subtopic"
UNFIT = {  # what is done to the judgments, the macro and the query that are asked, and what both say
    "update qrels set weight = -1 where subtopic = 'y'": (
        CURVE,
        "the weight of subtopic y of query q is -1.0; 0 or a number from 1e-9 to 1e15 was expected",
    ),
    "update qrels set probability = 1.5 where doc_id = 'd0'": (
        CURVE,
        "the probability of subtopic x in document d0 is 1.5; it must be from 0 to 1",
    ),
    "update qrels set subtopic = ' ' where doc_id = 'd0'": (CURVE, f"P_relevant {NEEDED}"),
    "insert into qrels from qrels where subtopic = 'y'": (METRIC, "document d1 is judged twice for query q"),
    "alter table qrels drop column subtopic": (METRIC, f"alpha_DCG {NEEDED}, with a value in every row"),
}
NO_NUMBERS = {
    f"alter table qrels alter {column} type varchar; update qrels set {column} = '{text}';"
    f" alter table qrels alter {column} type {kind}": (CURVE, f"the {column} of subtopic x ", f" is {text}; ")
    for column in ("weight", "probability")
    for kind in ("varchar", "enum ('x', '0.1_0', 'nan', '')")
    for text in ("x", "0.1_0", "nan", "")
}


def check_unfit(connection: Connection, cases: dict[str, tuple]) -> None:
    for change, (asked, *words) in cases.items():
        connection.execute(f"create or replace table qrels as from judged; {change}")
        for sql in asked:
            with pytest.raises(duckdb.InvalidInputException) as stopped:
                connection.execute(sql).fetchall()
            said = str(stopped.value).partition("evalsql: ")[2]
            assert [word for word in words if word not in said] == [], change


def test_judgments_by_subtopic_that_are_not_fit_stop_a_macro_and_a_query(by_subtopic: Connection) -> None:
    check_unfit(by_subtopic, UNFIT)


def long_texts_that_are_no_numbers_stop_a_macro_and_a_query(by_subtopic: Connection) -> None:
    check_unfit(by_subtopic, NO_NUMBERS)


def test_weights_of_0_leave_subtopic_recall(by_subtopic: Connection) -> None:
    by_subtopic.execute("update qrels set weight = 0")
    for asked, value in {"alpha_dcg()": 0, "strecall()": 1, "dsharp_ndcg(gamma := 0.3)": 0.3}.items():
        assert by_subtopic.execute(f"select value from {asked}").fetchall() == [(value,)]


def test_probabilities_of_documents_that_are_not_relevant_count(by_subtopic: Connection) -> None:
    by_subtopic.execute("update qrels set probability = 0.1, relevance = 0 where doc_id = 'd0'")
    found = by_subtopic.execute("select rank, value from p_relevant_curve(alpha := 0.5, gamma := 0.5, k := 2)")
    assert sorted(found.fetchall()) == [(1, pytest.approx(0.5 * 0.1)), (2, pytest.approx(1 - 0.75 * 0.75))]
