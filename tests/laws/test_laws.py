"""Laws that hold for every metric and curve, over collections that hypothesis makes up: two evaluations for all.

Here for half of the metrics over a third of the collections; test_all_laws.py has all of both, every week.
"""

import duckdb
import pytest
import tables
from variants import longest
from worlds import (
    AT_CUT,
    BEYOND,
    CURVES,
    ENDS,
    GAINED,
    GAINS,
    LAWS,
    MEASURES,
    METRICS,
    NUMBER,
    add_copies,
    base,
    key,
    outside,
    put,
    rows,
    shown,
    swapped,
    table,
)

import evalsql
from evalsql import udfs

HALF = f"{NUMBER} % 2 = 0"  # every other collection
KEYS = ("run", "query_id", "point")
NAMED = ("AP", "nDCG", "RBP", "P", "RR_residual", "ESL", "ADR", "nCG")
TABLE_GAINS = ", ".join(f"({level}, {gain})" for level, gain in GAINS.items())


Measures = dict[str, evalsql.Measure]


@pytest.fixture(scope="module")
def some() -> str:
    """Which of the collections there are, as a condition of their queries."""
    return f"{NUMBER} % 6 < 2"


# metrics and curves that stand for others, or are named here, and each third one besides
HERE = {
    *longest("metrics"),
    *longest("curves"),
    *NAMED,
    *list(evalsql.metrics())[::3],
    *list(evalsql.curves())[::3],
}


@pytest.fixture(scope="module")
def measures() -> Measures:
    return {text: m for text, m in MEASURES.items() if m.metric.name in HERE}


@pytest.fixture(scope="module")
def found(request: pytest.FixtureRequest, some: str, measures: Measures) -> duckdb.DuckDBPyConnection:
    """A table `found` of every score: of the collections as they are, alone, and of every law's copy, all at once."""
    connection = base(some)
    of_metrics = [m for m in measures.values() if not m.metric.over]
    udfs.register(connection)
    connection.execute("create table plain as select * exclude weight from qrels")
    alone = evalsql.Evaluation("runs", "plain", connection=connection, measures=of_metrics, costs="costs")
    put(connection, alone, list(measures.values()))
    asked = tables.cases(request, "law")
    asked += [LAWS[law].like for law in asked if LAWS[law].like]
    names = " ".join(item.name for item in request.session.items)
    asked += [law for law in LAWS if ("worse" in names and law.startswith(("untied", "swapped"))) or "range" in names]
    add_copies(connection, {law: LAWS[law] for law in [*asked, "in another world", "gains in a table"]}, HALF)
    connection.execute(
        f"""
        set global default_order = 'desc'; set global default_null_order = 'nulls_first'; set threads = 4;
        create table gains as select distinct query_id, level as relevance, gain
        from all_qrels, (values {TABLE_GAINS}) as worth(level, gain) where query_id like 'gains in a table/%'
        """
    )
    world = evalsql.Evaluation(
        "all_runs", "all_qrels", connection=connection, measures=of_metrics, costs="all_costs", gains="gains"
    )
    put(connection, world, list(measures.values()))
    connection.execute("reset global default_order; reset global default_null_order; set threads = 1")
    return connection


@pytest.mark.parametrize("law", [law for law, said in LAWS.items() if any(map(said.of, MEASURES.values()))])
def test_a_law_holds_for_every_measure(law: str, found: duckdb.DuckDBPyConnection, measures: Measures) -> None:
    said = LAWS[law]
    texts = [text for text, m in measures.items() if said.of(m)]
    half = HALF if law != "in another world" else "true"
    sides = rows(said.like or "alone", texts, half), rows(law, texts, half, said.back, said.value)
    if law.startswith("gains"):  # what a copy gives without gains, the measure with them gives of the collections
        pairs = [(key(m), key(plain)) for m, plain in GAINED.items() if said.of(m) and key(m) in measures]
        found.register("gained", table(("metric", "plain"), pairs))
        sides = (
            rows("alone", [text for text, _ in pairs], HALF),
            "select f.* replace (replace(f.metric, plain, gained.metric) as metric)"
            f" from ({rows(law, [text for _, text in pairs], HALF)}) as f"
            " join gained on gained.plain = replace(f.metric, 'ideal of ', '')",
        )
    if said.rows:
        found.execute(f"create or replace temp table those as {said.rows}")
        sides = tuple(f"from ({side}) semi join those using (run, query_id)" for side in sides)
    tables.assert_same(found, *sides, keys=KEYS, by="metric", close=said.close, note=shown)


def test_weights_matter(found: duckdb.DuckDBPyConnection, measures: Measures) -> None:
    """Else that they may be multiplied says nothing."""
    unweighted = {"StRecall", "S_precision"}  # they count subtopics
    weighing = {
        text
        for text, m in measures.items()
        if LAWS["weights thrice"].of(m) and not m.metric.over and not {"judges", "preferences"} & set(m.metric.reads)
    }
    differing = found.execute(
        "select distinct metric from found as a join found as b using (run, query_id, metric, point)"
        " where a.law = 'alone' and b.law = 'weights' and abs(a.value - b.value) > 0.01"
    ).fetchall()
    assert weighing - {text for (text,) in differing} == {t for t in weighing if MEASURES[t].metric.name in unweighted}


def test_values_lie_in_the_range_that_the_head_says(found: duckdb.DuckDBPyConnection) -> None:
    assert outside(found) == []


def test_a_document_of_the_top_grade_that_changes_places_with_one_above_it_makes_no_score_worse(
    found: duckdb.DuckDBPyConnection,
) -> None:
    worse, gained = swapped(found)
    assert worse == []
    assert all(gained[metric][0] == gained[metric][1] > 20 for metric in ("AP", "nDCG", "RBP"))
    some = ("P(rel=2)@5", "RR_residual", "ESL", "ADR(top=4,system='score')", f"curve nCG@{BEYOND}")
    assert all(gained[metric][0] for metric in some)


def test_where_a_metric_needs_the_relevant_alone_the_other_judged_documents_change_no_bit(
    found: duckdb.DuckDBPyConnection, measures: Measures
) -> None:
    needing = [m for m in measures.values() if m.metric.needs == "relevant" and not m.metric.over]
    found.execute(
        "create or replace table best as select query_id, doc_id, max(relevance) as relevance from qrels group by all"
    )
    without = evalsql.Evaluation("runs", "best", connection=found, measures=needing, keep=False)
    assert without.connection.execute("from evalsql_judged where relevance <= 0").fetchall() == []
    without.connection.execute("create or replace table memory.main.needed as from evalsql_scores")
    tables.assert_same(
        found,
        rows("alone", [str(m) for m in needing]),
        "select run, query_id, metric, 0 as point, value from needed",
        keys=KEYS,
        by="metric",
        note=shown,
    )


def test_a_curve_has_every_point_of_every_run_and_query(found: duckdb.DuckDBPyConnection) -> None:
    pairs = "select count(*) from (select distinct run from runs), (select distinct query_id from qrels)"
    counts = found.execute(
        f"select distinct count(*) = ({pairs}) from found where law = 'alone' and metric like 'curve %'"
        " group by metric, point"
    ).fetchall()
    assert counts == [(True,)]


def test_a_curve_ends_in_the_value_of_the_metric_of_its_name_at_that_cutoff(
    found: duckdb.DuckDBPyConnection, measures: Measures
) -> None:
    assert {end.metric.name for end in ENDS.values()} >= {
        *("CG", "DCG", "nCG", "nDCG", "gP", "gR", "P", "R", "RBP", "alpha_CG", "alpha_nDCG", "StRecall")
    }
    pairs = [(key(m), str(end), float(m.values[m.metric.cutoff])) for m, end in ENDS.items() if key(m) in measures]
    found.register("ends", table(("curve", "metric", "last"), pairs))
    tables.assert_same(
        found,
        "select run, query_id, metric, value from found semi join ends using (metric) where law = 'alone'",
        "select run, query_id, ends.metric, value from found join ends on ends.curve = found.metric and point = last"
        " where law = 'alone'",
        keys=("run", "query_id"),
        by="metric",
        close=1e-12,
        note=shown,
    )


def test_the_measures_are_settings_of_every_metric_and_curve() -> None:
    assert {m.metric.name for m in METRICS} == set(evalsql.metrics())
    assert {m.metric.name for m in CURVES} == set(evalsql.curves())
    assert {str(m) for m in AT_CUT} > {"AP@5", "nDCG@5", "RBP_residual@5"}
    assert any(LAWS["judgments of 0 by the judges of a query"].of(m) for m in METRICS)
