"""Laws over the simulated track, whose rankings are a hundred deep: two evaluations for all of its metrics.

They are those that stand for others, and each third one besides; test_all_laws.py has all.
"""

from collections.abc import Iterator

import duckdb
import pytest
import tables
import worlds
from places import FIXTURES
from variants import longest
from worlds import LAWS, MEASURES, Law, add_copies, outside, put, rows, swapped

import evalsql
from evalsql import udfs

TRACK = FIXTURES / "track"
NAMED = ("AP", "nDCG", "RBP", "P", "R", "RR", "Rprec", "Bpref", "RBP_residual", "NumRel")
NAMES = {*longest("metrics"), *NAMED, *list(evalsql.metrics())[::3]}
OF_METRICS = {text: m for text, m in MEASURES.items() if not m.metric.over and m.metric.name in NAMES}
METRICS = [m for m in worlds.METRICS if m.metric.name in NAMES]
BY_DEFAULT = list({m.metric.name: m for m in METRICS[::-1]}.values())
BEST = "select query_id, doc_id, max(relevance) as relevance from qrels group by all"
SCALE = {"perfect": "0.5 + relevance / 20", "worst": "0.5 - relevance / 20"}
ENDS = [f"select '{run}' as run, query_id, doc_id, {score} as score from ({BEST})" for run, score in SCALE.items()]
ENDS += [f"select 'hopeless', query_id, 'unjudged ' || doc_id, 0.5 from ({BEST})"]
# half of the runs and of the queries, among them those without an answer
SOME = "run in ('bm25', 'bm25+rm3', 'colbert', 'dense', 'splade', 'splade+ce')"
SOME_QUERIES = "(query_id::integer % 2 = 1 or query_id = '118')"
UNANSWERED = "(values ('bm25+rm3', '137'), ('colbert', '118')) as t(run, query_id)"
# they say something of a run without an answer too
OF_NO_ANSWER = {"NumQ", "NumRel", "NumPrefs", "NumPrefs_judges", "infNumRel", "IdealDCG", "RBP_depth", "YAAP"} | {
    *(name for name in evalsql.metrics() if name.endswith(("_examined", "_cost"))),
    *(name for name, metric in evalsql.metrics().items() if metric.family == "distance"),
}
TRACK_LAWS = {
    **{name: LAWS[name] for name in ("in another world", "scores transformed", "an unjudged tail below the cutoff")},
    "queries renamed": Law(
        **{
            name: f"select * replace ('q' || (1000 - query_id::integer) as query_id) from {name}"
            for name in ("runs", "qrels", "costs")
        },
        back="(1000 - query_id[2:]::integer)::varchar",
    ),
    **{
        f"without runs but {run}": Law(runs=f"from runs where run = '{run}'", rows=f"from runs where run = '{run}'")
        for run in ("bm25+rm3", "colbert")
    },
    "unjudged": Law(qrels="from qrels where false", of=lambda measure: False),
    "at the ends": Law(runs=" union all ".join(ENDS), of=lambda measure: False),
    **{name: law for name, law in LAWS.items() if name.startswith(("untied", "swapped"))},
}


@pytest.fixture(scope="module")
def found() -> Iterator[duckdb.DuckDBPyConnection]:
    """A table `found` of every score: of the track as it is, in one thread, and of every law's copy, all at once."""
    with duckdb.connect() as connection:
        connection.execute(f"""
            set threads = 1;
            create table runs as
            select run, query_id, doc_id, 0.5 + score / 200 as score from '{TRACK}/runs.parquet'
            where {SOME} and {SOME_QUERIES};
            create table qrels as
            select query_id, doc_id, subtopic, relevance, stratum from '{TRACK}/subtopics.parquet'
            where {SOME_QUERIES};
            create table costs as
            select distinct query_id, doc_id, 2.5 as cost from qrels where doc_id[-1] in ('1', '4', '7');
            create table found (law varchar, run varchar, query_id varchar, metric varchar, point double, value double);
            create table ranked as
            select run, query_id, doc_id, coalesce(relevance, 0) as relevance,
                row_number() over (partition by run, query_id order by score desc, doc_id desc) as place
            from runs left join ({BEST}) using (query_id, doc_id);
            create table swaps as
            with pairs as (
                select
                    run, query_id, falls.doc_id as falls, falls.place as high,
                    rises.doc_id as rises, rises.place as low,
                    row_number() over drawn - 1 as copy
                from ranked as falls join ranked as rises using (run, query_id)
                where falls.place < rises.place and falls.relevance <= 0 and rises.relevance >= 2
                window drawn as (partition by run, query_id order by md5(falls.doc_id || rises.doc_id) asc)
                qualify copy < 3
            )
            select
                copy, run, query_id, doc_id,
                1 - (case doc_id when falls then low when rises then high else place end) / 1000 as score
            from ranked join pairs using (run, query_id)
            union all
            select -1, run, query_id, doc_id, 1 - place / 1000 from ranked;
        """)
        udfs.register(connection)
        measures = list(OF_METRICS.values())
        put(
            connection,
            evalsql.Evaluation(connection=connection, measures=measures, costs="costs", keep=False),
            measures,
        )
        connection.execute("alter table qrels add column weight double default 1")
        add_copies(connection, TRACK_LAWS)
        connection.execute("set threads = 4")
        connection.execute("set global default_order = 'desc'; set global default_null_order = 'nulls_first'")
        world = evalsql.Evaluation("all_runs", "all_qrels", connection=connection, measures=measures, costs="all_costs")
        put(connection, world, measures)
        connection.execute("reset global default_order; reset global default_null_order; set threads = 1")
        yield connection


def weekly_the_track_gives_scores_to_compare(found: duckdb.DuckDBPyConnection) -> None:
    alone = "from found where law = 'alone'"
    assert found.execute(f"select count(*) {alone}").fetchall() == [(6 * 26 * len(OF_METRICS),)]
    assert found.execute(f"select count(distinct value) > 10_000 {alone}").fetchall() == [(True,)]


@pytest.mark.parametrize("name", [name for name, law in TRACK_LAWS.items() if any(map(law.of, METRICS))])
def weekly_a_law_holds_for_every_metric(name: str, found: duckdb.DuckDBPyConnection) -> None:
    law = TRACK_LAWS[name]
    measures = [text for text, m in OF_METRICS.items() if law.of(m)]
    sides = rows("alone", measures), rows(name, measures, "run in (select run from runs)", law.back)
    if law.rows:
        sides = tuple(f"from ({side}) semi join ({law.rows}) using (run, query_id)" for side in sides)
    tables.assert_same(found, *sides, keys=("run", "query_id"), by="metric", close=law.close)


def weekly_a_query_that_is_not_judged_is_left_out(found: duckdb.DuckDBPyConnection) -> None:
    assert found.execute("select count(*) from found where law = 'unjudged'").fetchall() == [(0,)]


def weekly_a_relevant_document_that_changes_places_with_one_above_it_makes_no_score_worse(
    found: duckdb.DuckDBPyConnection,
) -> None:
    worse, gained = swapped(found)
    assert worse == []
    assert {gained[metric] for metric in ("AP", "nDCG", "RBP")} == {(gained["AP"][1],) * 2}
    assert gained["AP"][1] > 300
    assert all(gained[metric][0] for metric in ("P@5", "R@5", "Rprec", "RR", "Bpref", "RBP_residual", "Rprec(rel=2)"))


def weekly_values_lie_in_the_range_that_the_head_says(found: duckdb.DuckDBPyConnection) -> None:
    assert outside(found) == []
    ends = found.execute(
        "select run, value from found where law = 'at the ends' and query_id = '101' and run in ('perfect', 'hopeless')"
        " and metric in ('AP', 'nDCG', 'R', 'RR', 'Rprec', 'Bpref')"
    ).fetchall()
    assert sorted(ends) == [("hopeless", 0.0)] * 6 + [("perfect", 1.0)] * 6


def weekly_a_judged_query_without_an_answer_scores_when_empty(found: duckdb.DuckDBPyConnection) -> None:
    # trec_eval's residual is 0 there, and Utility may count all that is neither retrieved nor relevant
    other = {"trec_eval", "Utility"}
    asked = [
        m for m in METRICS if m.metric.name not in OF_NO_ANSWER and not other & {m.metric.name, m.values.get("beyond")}
    ]
    expected = [{"metric": str(m), "value": m.metric.when_empty} for m in asked]
    found.register("empty", tables.pa.Table.from_pylist(expected))
    empty = (
        f"select metric, run, query_id, value from found join {UNANSWERED} using (run, query_id) where law = 'alone'"
    )
    tables.assert_same(
        found,
        f"select metric, run, query_id, value from empty, {UNANSWERED}",
        f"from ({empty}) semi join empty using (metric)",
        keys=("run", "query_id"),
        by="metric",
        close=1e-15,
    )
    count = "select value from found where law = 'alone' and metric = 'NumRel' and query_id = '118' and run = '{}'"
    assert found.execute(count.format("colbert")).fetchall() == found.execute(count.format("bm25")).fetchall() > [(0,)]
    assert evalsql.metrics()["RBP_residual"].when_empty == 1


def weekly_documents_below_the_depth_change_no_bit(found: duckdb.DuckDBPyConnection) -> None:
    deepest = "from runs qualify row_number() over (partition by run, query_id order by score desc, doc_id desc) <= 20"
    found.execute(f"create or replace table top as {deepest}")
    measures = BY_DEFAULT
    for law, runs, depth in (("whole", "runs", 20), ("top", "top", 20), ("top alone", "top", None)):
        evaluation = evalsql.Evaluation(
            runs, "qrels", connection=found, measures=measures, costs="costs", depth=depth, keep=False
        )
        evaluation.compute(measures)
        evaluation.connection.execute(
            f"insert into memory.main.found select '{law}', run, query_id, metric, 0, value from evalsql_scores"
        )
    texts = [str(m) for m in measures]
    for law in ("top", "top alone"):
        tables.assert_same(found, rows("whole", texts), rows(law, texts), keys=("run", "query_id"), by="metric")
    differ = "select count(*) from ({}) as a join ({}) as b using (run, query_id, metric) where a.value <> b.value"
    assert found.execute(differ.format(rows("whole", texts), rows("alone", texts))).fetchall() > [(1000,)]


def weekly_the_default_order_of_a_connection_changes_no_leaderboard(found: duckdb.DuckDBPyConnection) -> None:
    measures = [str(m) for m in BY_DEFAULT]
    usual = evalsql.Evaluation(connection=found, measures=measures).leaderboard(measures).fetchall()
    for order in ("", "global"):
        found.execute(f"set {order} default_order = 'desc'; set {order} default_null_order = 'nulls_first'")
        try:
            assert evalsql.Evaluation(connection=found, measures=measures).leaderboard(measures).fetchall() == usual
        finally:
            found.execute(f"reset {order} default_order; reset {order} default_null_order")
