"""Laws that hold for every metric, over the simulated track."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import inf

import duckdb
import pytest
from laws import Scores, differing, numbers, uncapped
from places import FIXTURES
from variants import variants

import evalsql
from evalsql import udfs
from evalsql.render import frames

pytestmark = pytest.mark.slow  # test_laws_generated.py has nearly all of these over smaller data

TRACK = FIXTURES / "track"
RUNS = f"select run, query_id, doc_id, score from '{TRACK}/runs.parquet'"
QRELS = f"select query_id, doc_id, subtopic, relevance, stratum from '{TRACK}/subtopics.parquet'"
BEST = f"select query_id, doc_id, max(relevance) as relevance from ({QRELS}) group by all"


def law_measures(metric: evalsql.Metric) -> Iterator[evalsql.Measure]:
    """The metric by default, with cutoff 5, and with all its parameters set at once, a cutoff to 1."""
    first, *others = variants(metric)
    yield first
    for measure in others:
        changed = {name for name, v in measure.values.items() if v != metric.parameters[name].default}
        cutoff = measure.values.get("k")
        if (changed == {"k"} and cutoff == 5) or (changed == set(metric.parameters) and cutoff in (None, 1)):
            yield measure


MEASURES = [measure for metric in evalsql.metrics().values() for measure in law_measures(metric)]
CUT = [m for m in MEASURES if m.metric.cutoff and m.values[m.metric.cutoff] <= 100]  # no ranking has fewer
DEFAULTS = [next(variants(metric)) for metric in evalsql.metrics().values()]
# they say something of a run without an answer too
OF_NO_ANSWER = {"NumQ", "NumRel", "NumPrefs", "NumPrefs_judges", "infNumRel", "IdealDCG", "RBP_depth", "YAAP"} | {
    m for m in evalsql.metrics() if m.endswith(("_examined", "_cost"))
}
OF_NO_ANSWER |= {m.metric.name for m in MEASURES if m.metric.family == "distance"}


def score(
    runs: str = RUNS, qrels: str = QRELS, measures: list[evalsql.Measure] = MEASURES, before: str = "", **options: int
) -> Scores:
    """Each value, to its last bit, by run, query and measure.

    Runs and judgments are queries; `before` is SQL to run first, on the same connection. Greedy orders are found by a
    Python function, as they are on a connection of evalsql's own.
    """
    connection = duckdb.connect()
    connection.execute(f"create table runs as {runs}; create table qrels as {qrels}; {before}")
    udfs.register(connection)
    rows = evalsql.Evaluation(connection=connection, measures=measures, **options).score(measures).fetchall()
    return {(run, query, metric): "" if value is None else value.hex() for run, query, metric, value in rows}


@cache
def track() -> Scores:
    """The scores of the track as it is."""
    return score()


def only(measures: list[evalsql.Measure]) -> Scores:
    """The scores of the track by these measures."""
    texts = {str(measure) for measure in measures}
    return {key: value for key, value in track().items() if key[2] in texts}


TRANSFORMED = {
    "ladder": f"""
        select run, query_id, doc_id,
            3 * dense_rank() over (partition by run, query_id order by score asc) - 500 as score
        from ({RUNS})
    """,
    "tail": f"""
        {RUNS} union all
        select run, query_id, 'unjudged' || place, low - place
        from (select run, query_id, min(score) as low from ({RUNS}) group by all), range(1, 31) as places(place)
    """,
    "extra": f"{RUNS} union all select run, 'extra', doc_id, score from ({RUNS}) where query_id = '101'",
}


@cache
def all_transformed() -> Scores:
    """The scores of runs that are changed in each way, as further runs: to plan what to score takes as long as that."""
    several = (f"select run || '#{name}' as run, query_id, doc_id, score from ({t})" for name, t in TRANSFORMED.items())
    return score(" union all ".join(several))


def transformed(name: str) -> Scores:
    """The scores of runs that are changed in one way, by the names that they had; other runs change no bit of them."""
    of = {key: value for key, value in all_transformed().items() if key[0].endswith(f"#{name}")}
    return {(run.removesuffix(f"#{name}"), *rest): value for (run, *rest), value in of.items()}


def test_the_track_gives_scores_to_compare() -> None:
    assert len(track()) == 12 * 50 * len(MEASURES)
    assert {measure.metric.name for measure in MEASURES} == set(evalsql.metrics())
    assert len(set(track().values())) > 10_000


def test_shuffled_rows_change_no_bit() -> None:
    shuffled = "select * from ({}) as given order by md5('seed' || given::varchar) asc"
    assert differing(track(), score(shuffled.format(RUNS), shuffled.format(QRELS))) == []


def test_a_monotone_transformation_of_scores_changes_no_bit() -> None:
    measures = [measure for measure in MEASURES if "score" not in measure.metric.body]
    assert {"AP", "nDCG", "P@5", "RBP"} <= {str(measure) for measure in measures}
    found = transformed("ladder")
    texts = {str(measure) for measure in measures}
    assert differing(only(measures), {key: value for key, value in found.items() if key[2] in texts}) == []


@pytest.mark.parametrize("run", ["bm25+rm3", "colbert"])
def test_the_other_runs_change_no_bit_of_a_run(run: str) -> None:
    among_others = {key: value for key, value in track().items() if key[0] == run}
    assert differing(among_others, score(f"{RUNS} where run = '{run}'")) == []


def test_an_unjudged_tail_below_the_cutoff_changes_no_bit() -> None:
    assert {"AP@5", "nDCG@5", "Judged@1", "Judged@5", "RBP_residual@5"} <= {str(measure) for measure in CUT}
    texts = {str(measure) for measure in CUT}
    found = {key: value for key, value in transformed("tail").items() if key[2] in texts}
    assert differing(only(CUT), found) == []


def test_a_relevant_document_that_changes_places_with_one_above_it_makes_no_score_worse() -> None:
    ranked = f"""
        select run, query_id, doc_id, coalesce(relevance, 0) as relevance,
            row_number() over (partition by run, query_id order by score desc, doc_id desc) as place
        from ({RUNS}) left join ({BEST}) using (query_id, doc_id)
    """
    swapped = f"""
        with ranked as ({ranked}), pairs as (
            select run, query_id, falls.doc_id as falls, falls.place as high, rises.doc_id as rises, rises.place as low,
                row_number() over (partition by run, query_id order by md5(falls.doc_id || rises.doc_id) asc) as copy
            from ranked as falls join ranked as rises using (run, query_id)
            where falls.place < rises.place and falls.relevance <= 0 and rises.relevance >= 2
            qualify copy <= 4
        )
        select run || '#' || copy as run, query_id, doc_id,
            -(case doc_id when falls then low when rises then high else place end) as score
        from ranked join pairs using (run, query_id)
    """
    answered = set(duckdb.execute(f"select distinct run, query_id from ({swapped})").fetchall())
    assert len(answered) > 2000
    directed = {str(m): m.metric.better for m in MEASURES if m.metric.better != "neither" and m.metric.monotone}
    before = numbers(score(f"select run, query_id, doc_id, -place as score from ({ranked})"))  # untied, as after
    better: Counter[str] = Counter()
    for (run, query, metric), value in numbers(score(swapped)).items():
        original = (run.rpartition("#")[0], query, metric)
        if (run, query) in answered and metric in directed and original in before:
            gain = (value - before[original]) * (-1 if directed[metric] == "lower" else 1)
            assert gain >= -1e-12, (run, query, metric)
            better[metric] += gain > 0
    assert {better["AP"], better["nDCG"], better["RBP"]} == {len(answered)}
    assert all(better[metric] for metric in ("P@5", "R@5", "Rprec", "RR", "Bpref", "RBP_residual", "Rprec(rel=2)"))


def test_values_lie_in_the_range_that_the_head_says() -> None:
    perfect = "select 'perfect' as run, query_id, doc_id, relevance as score"
    worst = "select 'worst' as run, query_id, doc_id, -relevance as score"
    hopeless = "select 'hopeless' as run, query_id, 'unjudged' || doc_id as doc_id, relevance as score"
    ends = " union all ".join(f"{run} from ({BEST})" for run in (perfect, worst, hopeless))
    ranges = {str(measure): measure.metric.range for measure in MEASURES if not uncapped(measure)}
    extremes = numbers(score(ends))
    for key, value in (numbers(track()) | extremes).items():
        low, high = ranges.get(key[2], (0, inf))
        assert low <= value <= high, key
    assert {extremes["perfect", "101", metric] for metric in ("AP", "nDCG", "R", "RR", "Rprec", "Bpref")} == {1}
    assert {extremes["hopeless", "101", metric] for metric in ("AP", "nDCG", "R", "RR", "Rprec", "Bpref")} == {0}


def test_a_judged_query_without_an_answer_scores_when_empty() -> None:
    empty = {metric.name: metric.when_empty for metric in evalsql.metrics().values()}
    scores = numbers(track())
    for run, query in [("bm25+rm3", "137"), ("colbert", "118")]:
        for measure in MEASURES:
            # trec_eval's residual is 0 there
            if measure.metric.name not in OF_NO_ANSWER and measure.values.get("beyond") != "trec_eval":
                expected = pytest.approx(empty[measure.metric.name], abs=1e-15)
                assert scores.get((run, query, str(measure))) == expected, str(measure)
    assert scores["colbert", "118", "NumRel"] == scores["bm25", "118", "NumRel"] > 0
    assert empty["RBP_residual"] == 1


def test_a_query_that_is_not_judged_is_left_out() -> None:
    assert differing(track(), transformed("extra")) == []


def test_renaming_queries_changes_no_bit() -> None:
    def renamed(rows: str) -> str:
        return f"select * replace ('q' || (1000 - query_id::integer) as query_id) from ({rows})"

    expected = {(run, f"q{1000 - int(query)}", metric): value for (run, query, metric), value in track().items()}
    assert differing(expected, score(renamed(RUNS), renamed(QRELS))) == []


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_the_number_of_threads_changes_no_bit(threads: int) -> None:
    # six times over, so that there is more than one thread's share
    copies = f"select run || '#' || copy as run, query_id, doc_id, score from ({RUNS}), range(6) as copies(copy)"
    scores = score(copies, measures=DEFAULTS, before=f"set threads = {threads}")
    for copy in range(6):
        one = {(run.removesuffix(f"#{copy}"), q, m): v for (run, q, m), v in scores.items() if run.endswith(f"#{copy}")}
        assert differing(only(DEFAULTS), one) == []


def test_documents_below_the_depth_change_no_bit() -> None:
    top = f"{RUNS} qualify row_number() over (partition by run, query_id order by score desc, doc_id desc) <= 20"
    whole = score(depth=20)
    assert differing(whole, score(top, depth=20)) == []
    assert differing(whole, score(top)) == []
    assert differing(whole, track()) != []


def with_track() -> duckdb.DuckDBPyConnection:
    """A connection with the track in its tables runs and qrels."""
    connection = duckdb.connect()
    connection.execute(f"create table runs as {RUNS}; create table qrels as {QRELS}")
    return connection


def leaderboard(connection: duckdb.DuckDBPyConnection) -> list[tuple]:
    """The rows of a leaderboard of all metrics."""
    return evalsql.Evaluation(connection=connection, measures=DEFAULTS).leaderboard(DEFAULTS).fetchall()


@cache
def usual_leaderboard() -> list[tuple]:
    """That of a connection without any setting."""
    return leaderboard(with_track())


@pytest.mark.parametrize(
    "setting",
    [
        "set default_order = 'desc'; set default_null_order = 'nulls_first'",
        "set global default_order = 'desc'; set global default_null_order = 'nulls_first_on_asc_last_on_desc'",
    ],
)
def test_the_default_order_of_a_connection_changes_no_bit(setting: str) -> None:
    assert differing(track(), score(before=setting)) == []

    connection = with_track()
    connection.execute(setting)
    # as it changes no bit of macros either: test_macros
    standalone: Scores = {}
    for measure in DEFAULTS:
        rows = connection.execute(frames.query(measure)).fetchall()
        standalone |= {(run, q, metric): "" if v is None else v.hex() for run, q, metric, v in rows}
    assert differing(only(DEFAULTS), standalone) == []
    assert leaderboard(connection) == usual_leaderboard()
