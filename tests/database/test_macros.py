"""A metric's macro takes what its head says, over any tables of a client's, and names its rows for the measure."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import duckdb
import pytest
from macro_calls import QRELS, RUNS, attach, call, complaint, fitting, in_bits, rows, with_track

from evalsql import Metric, curves, metrics, parse_measure
from evalsql.catalog.measure import make_measure
from evalsql.catalog.metric import WHOLE_RANKING
from evalsql.render.frames import macro, query

OWN_NAMES = ("judged", "topics", "found", "ranked", "judgments", "run", "value", "t")


def test_a_macro_has_the_parameters_of_its_head(shared: duckdb.DuckDBPyConnection) -> None:
    found = shared.execute("select function_name, parameters from duckdb_functions() where database_name = 'e'")
    # the cutoff first, so that ndcg('runs', 'qrels', 10) has one
    parameters = {
        name: [
            *("runs", "qrels"),
            *sorted(metric.parameters, key=lambda each: each != metric.cutoff),
            *(("costs",) if metric.priced else ()),
        ]
        for name, metric in metrics().items()
    }
    assert dict(found.fetchall()) == {name.lower(): names for name, names in parameters.items()}


def long_every_argument_may_be_a_parameter_of_a_prepared_statement(shared: duckdb.DuckDBPyConnection) -> None:
    declared: set[str] = set()
    for metric in metrics().values():  # until a macro with each parameter was called
        parameters = {repr(each) for each in metric.parameters.values()}
        if parameters <= declared:
            continue
        declared |= parameters
        arguments = {"runs": "runs", "qrels": "qrels", **fitting(metric)}
        marks = ", ".join(f"{name} := ?" for name in arguments)
        asked = f"select run, query_id, metric, value from e.{metric.name.lower()}({marks})"
        found = shared.execute(asked, list(arguments.values())).fetchall()
        assert in_bits(found) == rows(shared, call(metric, **arguments)), metric.name


def test_no_cutoff_is_the_whole_ranking(shared: duckdb.DuckDBPyConnection) -> None:
    whole = rows(shared, "e.ndcg()")
    assert rows(shared, "e.ndcg('runs', 'qrels', null)") == whole
    assert rows(shared, f"e.ndcg(k := {WHOLE_RANKING})") == whole
    assert {metric for _, _, metric, _ in whole} == {"nDCG"}
    assert rows(shared, "e.ndcg('runs', 'qrels', 10)") == rows(shared, "e.ndcg(k := 10)") != whole
    # what DuckDB says of a macro that is called with another argument
    assert str(WHOLE_RANKING) not in complaint(shared, "from e.ndcg(kk := 3)")


SETTING = [
    ("nDCG", {"k": 10}),
    ("nDCG", {"discount": "jk", "base": 3, "k": 5}),
    ("AP", {"rel": 2}),
    ("AP", {"rel": 0.5, "k": 100}),
    ("RBP", {"p": 0.5}),
    ("RBP", {"p": 0.95, "rel": 2, "k": 20}),
    ("RBP", {}),
    ("P", {"k": 5}),
    ("NumRet", {}),
]


@pytest.mark.parametrize(("name", "values"), SETTING)
def long_the_rows_of_a_macro_are_named_for_the_measure(
    name: str, values: Mapping[str, Any], shared: duckdb.DuckDBPyConnection
) -> None:
    measure = make_measure(name, metrics()[name], values)
    assert {metric for _, _, metric, _ in rows(shared, call(name, **values))} == {str(measure)}


@pytest.mark.parametrize(
    ("source", "measure"),
    [
        ("e.rbp(p := 0.50)", "RBP(p=0.5)"),
        ("e.rbp(p := .5)", "RBP(p=0.5)"),
        ("e.rbp(p := 5e-1)", "RBP(p=0.5)"),
        ("e.rbp(p := 0.80)", "RBP"),
        ("e.ap(rel := 2.0)", "AP(rel=2)"),
        ("e.ap(rel := 2::double)", "AP(rel=2)"),
        ("e.ap(rel := 1.0)", "AP"),
        ("e.ndcg(k := 10.0)", "nDCG@10"),
        ("e.ndcg(k := 10::double)", "nDCG@10"),
    ],
)
def long_a_number_written_otherwise_makes_no_other_name(
    source: str, measure: str, shared: duckdb.DuckDBPyConnection
) -> None:
    assert {metric for _, _, metric, _ in rows(shared, source)} == {measure}


NUMBERS = [
    "0.8",
    "0.1",
    "0.95",
    "0.333333333333333",
    "0.183460068660301",
    "0.618033988749894",
    # DuckDB 1 makes of a DECIMAL with more digits than these another double; a cast would not, but is refused beside an
    # aggregate in a stored macro
]


@pytest.mark.parametrize("number", NUMBERS)
def long_a_literal_gives_the_same_bits_as_a_double(number: str, shared: duckdb.DuckDBPyConnection) -> None:
    query = "select run, query_id, value from e.rbp(p := {}) order by all"
    bound = shared.execute(query.format("?"), [float(number)]).fetchall()
    for written in (number, f"{number}e0", f"'{number}'::double"):
        assert shared.execute(query.format(written)).fetchall() == bound, written


def test_the_label_names_each_level_that_gains_nothing_but_0(shared: duckdb.DuckDBPyConnection) -> None:
    gains = "map {0: 0, 1: 0, 2: 1, 10: 0}"
    ((label,),) = shared.execute(f"select distinct metric from e.ndcg(gains := {gains}, k := 5)").fetchall()
    assert label == "nDCG(gains={1:0,2:1,10:0})@5"
    assert str(parse_measure(label)) == label


def long_a_library_opened_itself_gives_the_same_bits(library: Path, shared: duckdb.DuckDBPyConnection) -> None:
    with duckdb.connect(library, read_only=True) as connection:
        opened = rows(with_track(connection), call("alpha_ndcg", k=10).removeprefix("e."))
    assert opened == rows(shared, call("alpha_ndcg", k=10))


def long_runs_and_qrels_may_be_any_tables_or_views(client: duckdb.DuckDBPyConnection) -> None:
    expected = rows(client, call("ndcg", k=10))
    attached = "attach if not exists ':memory:' as other; create table other.{name} as from {source}"
    forms = {
        "my_{name}": "create table my_{name} as from {source}",
        "a_view_of_{name}": "create view a_view_of_{name} as from {source}",
        "a_temp_view_of_{name}": "create temp view a_temp_view_of_{name} as from {source}",
        "s.{name}": "create schema if not exists s; create table s.{name} as from {source}",
        '"my {name}"': 'create table "my {name}" as from {source}',
        "other.{name}": attached,
        "upper_{name}": "create table UPPER_{name} as from {source}",
    }
    for named, made in forms.items():
        for name, source in {"runs": RUNS, "qrels": QRELS}.items():
            client.execute(made.format(name=name, source=source))
        given = {name: named.format(name=name) for name in ("runs", "qrels")}
        assert rows(client, call("ndcg", **given, k=10)) == expected, named
    client.execute("detach other")


@pytest.mark.parametrize(
    ("ids", "others"), [("unnest([7, 7, 7])", "unnest(['7', '007', '7'])"), ("unnest(['7', '007', '7'])", "7")]
)
def test_ids_are_compared_as_texts_so_007_is_not_7(ids: str, others: str, client: duckdb.DuckDBPyConnection) -> None:
    client.execute(
        f"create table r as select 'run' as run, unnest(['1', '2', '3']) as query_id, {ids} as doc_id, 1 as score"
    )
    client.execute(f"create table q as select unnest([1, 2, 3]) as query_id, {others} as doc_id, 1 as relevance")
    client.execute("update r set query_id = '03' where query_id = '3'")
    found = client.execute("select query_id, value from e.rr(runs := 'r', qrels := 'q')").fetchall()
    assert dict(found) == {"1": 1, "2": 0, "3": 0}


@pytest.mark.parametrize("form", ["create table bm25 as {}", "create view bm25 as {}", "with bm25 as ({})"])
def test_runs_without_a_run_column_are_named_for_their_table(form: str, client: duckdb.DuckDBPyConnection) -> None:
    expected = [row for row in rows(client, call("ap")) if row[0] == "bm25"]
    statement = form.format("select query_id, doc_id, score from temp.runs where run = 'bm25'")
    before = statement if form.startswith("with") else ""
    if not before:
        client.execute(statement)
    assert rows(client, call("ap", runs="bm25"), before) == expected


def test_a_parquet_file_without_a_run_column_is_named_for_its_path(
    client: duckdb.DuckDBPyConnection, tmp_path: Path
) -> None:
    path = str(tmp_path / "bm25.parquet")
    client.execute(f"copy (select query_id, doc_id, score from runs where run = 'bm25') to '{path}'")
    expected = [(path, *row[1:]) for row in rows(client, call("ap")) if row[0] == "bm25"]
    assert rows(client, call("ap", runs=path)) == expected


def long_a_users_table_may_have_a_name_that_the_macro_uses(client: duckdb.DuckDBPyConnection) -> None:
    for metric in ("nDCG", "NumRet", "Bpref"):
        expected = rows(client, call(metric))
        for name, other in zip(OWN_NAMES, OWN_NAMES[1:] + OWN_NAMES[:1], strict=True):
            given, sources = {"runs": name, "qrels": other}, {name: "temp.runs", other: "temp.qrels"}
            named = ", ".join(f"{each} as (from {source})" for each, source in sources.items())
            assert rows(client, call(metric, **given), f"with {named}") == expected, given
            if metric == "nDCG":
                for kind in ("table", "view"):
                    for each, source in sources.items():
                        client.execute(f"create {kind} {each} as from {source}")
                    assert rows(client, call(metric, **given)) == expected, (kind, given)
                    for each in sources:
                        client.execute(f"drop {kind} {each}")


def test_a_clients_collation_does_not_change_the_order_of_ties(library: Path) -> None:
    connection = attach(duckdb.connect(), library)
    connection.execute(
        "create table runs as select 'run' as run, 'q' as query_id, unnest(['D2', 'd1']) as doc_id, 1 as score"
    )
    connection.execute("create table qrels as select 'q' as query_id, 'd1' as doc_id, 1 as relevance")
    assert rows(connection, call("rr")) == [("run", "q", "RR", (1.0).hex())]
    connection.execute("set default_collation = 'nocase'")
    assert rows(connection, call("rr")) == [("run", "q", "RR", (1.0).hex())]


def code(metric: Metric) -> str:
    """The text of a metric's macro without comments and quoted texts."""
    return re.sub(r"'(?:[^']|'')*'|--[^\n]*|/\*.*?\*/", "", macro(metric), flags=re.DOTALL).lower()


def long_a_macro_has_nothing_that_older_versions_cannot_read() -> None:
    for metric in metrics().values():
        text = code(metric)
        assert text.count("create ") == 1, metric.name
        assert "->" not in text, metric.name
        assert "using key" not in text, metric.name
        assert not re.search(r"\bif\s*\(", text), metric.name


def own_tables(metric: Metric) -> list[str]:
    """The names of a macro's outermost common table expressions."""
    text = code(metric).split(" as table", 1)[1]
    while (outside := re.sub(r"\([^()]*\)", " ", text)) != text:
        text = outside
    return re.findall(r"(\w+)\s+as\s+(?:materialized\s*)?(?=,|select\b|$)", text)


def long_the_names_of_a_macros_own_tables_have_a_prefix_that_no_users_table_has() -> None:
    names = {name for metric in metrics().values() for name in own_tables(metric)}
    assert {"_es_runs", "_es_qrels"} <= names
    assert [name for name in sorted(names) if not name.startswith("_es_")] == []


TABLES = """
create table runs as from (values ('bm25', 'q1', 'd1', 2), ('bm25', 'q1', 'd2', 1)) t (run, query_id, doc_id, score);
create table twice as from (values ('bm25', 'q1', 'd2', 2), ('bm25', 'q1', 'd2', 1)) t (run, query_id, doc_id, score);
create table theirs as from (values ('bm25', 'q1', 'd2', 2)) t (run, qid, docno, score);
create table qrels as from (values ('q1', 'd2', 1)) t (query_id, doc_id, relevance);
create table judged_twice as from (values ('q1', 'd2', 1), ('q1', 'd2', 0)) t (query_id, doc_id, relevance);
create table strangers as from (values ('1', 'd2', 1)) t (query_id, doc_id, relevance);
"""


REFUSED = [
    ("p('twice', 'qrels', 3)", "document d2 appears twice for query q1 in run bm25"),
    ("p('runs', 'judged_twice', 3)", "document d2 is judged twice for query q1"),
    ("p('runs', 'strangers', 3)", "run bm25 and the judgments have no query in common"),
    ("p('theirs', 'qrels', 3)", "the runs have no column query_id (a macro looks for no other names)"),
    ("ndcg('runs', 'qrels', k := 'ten')", "k must be a whole number of at least 1, not ten"),
    ("ndcg('runs', 'qrels', 0)", "k must be a whole number of at least 1, not 0"),
]


def long_what_people_type_in_their_first_hour_works_or_is_refused_with_what_is_wrong(library: Path) -> None:
    with attach(duckdb.connect(), library) as connection:
        connection.execute(TABLES)
        for call in ("ndcg('runs', 'qrels', 10)", "ndcg(k := 10)", "ndcg(runs := 'runs', k := 10)"):
            ((run, query_id, metric, value),) = connection.execute(f"from e.{call}").fetchall()
            assert (run, query_id, metric, round(value, 4)) == ("bm25", "q1", "nDCG@10", 0.6309)
        for call, said in REFUSED:
            assert said in complaint(connection, f"from e.{call}")


@pytest.fixture
def by_subtopic(ranking: Callable[..., duckdb.DuckDBPyConnection]) -> duckdb.DuckDBPyConnection:
    """Two documents by subtopic, retrieved, with weights and probabilities, and the macros that read them."""
    by_subtopic = ranking([["x"], ["x", "y"]])
    by_subtopic.execute("alter table qrels add column weight double; alter table qrels add column probability double")
    for name in ("alpha_DCG", "Dsharp_nDCG", "StRecall"):
        by_subtopic.execute(macro(metrics()[name]))
    by_subtopic.execute(macro(curves()["P_relevant"]))
    return by_subtopic


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            "weight = -1 where subtopic = 'y'",
            "the weight of subtopic y of query q is -1.0; 0 or a number from 1e-9 to 1e15 was expected",
        ),
        (
            "probability = 1.5 where doc_id = 'd0'",
            "the probability of subtopic x in document d0 is 1.5; it must be from 0 to 1",
        ),
        ("subtopic = ' ' where doc_id = 'd0'", "needs subtopic judgments; the qrels must have a column subtopic"),
    ],
)
def long_judgments_that_are_not_fit_stop_a_macro_and_a_query(by_subtopic, change: str, said: str) -> None:
    by_subtopic.execute(f"update qrels set {change}")
    called = "from p_relevant_curve(k := 2)"
    for sql in (called, query(parse_measure("P_relevant@2", "curves"))):
        with pytest.raises(duckdb.InvalidInputException) as stopped:
            by_subtopic.execute(sql).fetchall()
        assert f"evalsql: {'P_relevant ' if said.startswith('needs') else ''}{said}" in str(stopped.value)


@pytest.mark.parametrize("text", ["x", "0.1_0", "nan", ""])
@pytest.mark.parametrize("type_", ["varchar", "enum ('x', '0.1_0', 'nan', '')"])
@pytest.mark.parametrize("column", ["weight", "probability"])
def long_texts_that_are_no_numbers_stop_a_macro_and_a_query(by_subtopic, column: str, type_: str, text: str) -> None:
    by_subtopic.execute(f"alter table qrels alter {column} type varchar; update qrels set {column} = '{text}'")
    by_subtopic.execute(f"alter table qrels alter {column} type {type_}")
    for sql in ("from p_relevant_curve(k := 2)", query(parse_measure("P_relevant@2", "curves"))):
        with pytest.raises(duckdb.InvalidInputException, match=rf"evalsql: the {column} of subtopic . .* is {text}; "):
            by_subtopic.execute(sql).fetchall()


def test_a_document_judged_twice_for_a_subtopic_stops_a_macro_and_a_query(by_subtopic) -> None:
    by_subtopic.execute("insert into qrels from qrels where subtopic = 'y'")
    for sql in ("from alpha_dcg()", query(parse_measure("alpha_DCG"))):
        with pytest.raises(duckdb.InvalidInputException, match="document d1 is judged twice for query q"):
            by_subtopic.execute(sql).fetchall()


def test_plain_judgments_stop_a_macro_and_a_query(by_subtopic) -> None:
    by_subtopic.execute("alter table qrels drop column subtopic")
    said = "alpha_DCG needs subtopic judgments; the qrels must have a column subtopic, with a value in every row"
    for sql in ("from alpha_dcg()", query(parse_measure("alpha_DCG"))):
        with pytest.raises(duckdb.InvalidInputException, match=said):
            by_subtopic.execute(sql).fetchall()


def test_weights_of_0_leave_subtopic_recall(by_subtopic) -> None:
    by_subtopic.execute("update qrels set weight = 0")
    assert by_subtopic.execute("select value from alpha_dcg()").fetchall() == [(0,)]
    assert by_subtopic.execute("select value from strecall()").fetchall() == [(1,)]
    assert by_subtopic.execute("select value from dsharp_ndcg(gamma := 0.3)").fetchall() == [(0.3,)]


def test_probabilities_of_documents_that_are_not_relevant_count(by_subtopic) -> None:
    by_subtopic.execute("update qrels set probability = 0.1, relevance = 0 where doc_id = 'd0'")
    rows = by_subtopic.execute(
        "select rank, value from p_relevant_curve(alpha := 0.5, gamma := 0.5, k := 2)"
    ).fetchall()
    assert sorted(rows) == [(1, pytest.approx(0.5 * 0.1)), (2, pytest.approx(1 - 0.75 * 0.75))]
