"""Laws that hold for every metric and curve, over small collections that hypothesis makes up.

Most laws look at all collections in one evaluation, as to plan the SQL of every measure takes over a second, however
little it then reads. That a collection scores the same alone is a law too.
"""

import random
from collections import Counter
from functools import cache
from pathlib import Path

import duckdb
import pytest
import test_curves
from generated import DOCS, LONGEST, RUNS, generated, rankings, together
from generated_scores import (
    ALL,
    COUNT,
    CURVES,
    CUT,
    METRICS,
    QREL_COLUMNS,
    RUN_COLUMNS,
    agree,
    collection,
    grades,
    in_range,
    only,
    score,
    scores,
    shown,
    table,
    those,
)
from laws import Scores, numbers
from macro_calls import attach
from test_examples import exact, through_frames

import evalsql
from evalsql import udfs
from evalsql.catalog.measure import make_measure

TOLERANCE = 1e-12
# what compares with the worst ordering of all that was retrieved, of which the tail is then a part
OF_ALL_RETRIEVED = {"Frustration", "SatisfactionTotal"}


def test_the_collections_have_all_that_can_be_odd_about_one() -> None:
    runs, qrels = collection()
    ranked = rankings(runs)
    assert {1, LONGEST} <= {len(rows) for rows in ranked.values()}
    assert {len({run for run, *_ in rows}) for rows, _ in generated(COUNT)} == {1, 2, 3}
    levels = {relevance for *_, relevance in qrels}
    assert {-1, 0, 1, 2, 3} <= levels
    assert not all(level.is_integer() for level in levels)
    seen = Counter()
    for (_, query), rows in ranked.items():
        found = [grades().get((query, doc)) for doc, _ in rows]
        seen["ties"] += len({score for _, score in rows}) < len(rows)
        seen["no ties"] += len({score for _, score in rows}) == len(rows) > 2
        seen["unjudged"] += None in found
        seen["nothing relevant found"] += max(relevance or 0 for relevance in found) <= 0
    assert all(count > 5 for count in seen.values()), seen
    best = Counter()
    for query, *_, relevance in qrels:
        best[query] = max(best.get(query, -9), relevance)
    assert sum(relevance <= 0 for relevance in best.values()) > 5
    assert len({(run, query) for run, query, *_ in scores()} - ranked.keys()) > 5
    nuggets = {query: Counter(row[2] for row in qrels if row[0] == query and row[3] > 0) for query in best}
    assert {len(found) for found in nuggets.values()} == {0, 1, 2, 3, 4, 5}
    assert sum(max(found.values(), default=0) > 2 for found in nuggets.values()) > 20
    assert set(Counter(row[:2] for row in qrels).values()) == {1, 2, 3}
    values: dict[str, set[str]] = {text: set() for text in ALL}
    for (_, _, text, _), value in scores().items():
        values.get(text, set()).add(value)
    same = {text for text, found in values.items() if len(found) == 1}
    # NumQ is 1 for every query; and some are at rank 1, where every user looks at one document
    users = ("RBP", "RBP2", "INSQ", "BPM", "BPM_dynamic", "NERR8", "NERR9", "TBG", "U_measure")
    examined = {f"{name}_examined" for name in users}
    # and no costs are given
    costs = {name for name in evalsql.metrics() if name.endswith("_cost")}
    assert {ALL[text].metric.name for text in same} == {"NumQ", "RBP_depth", *examined, *costs}


@pytest.mark.slow
def test_where_a_metric_needs_the_relevant_alone_the_other_judged_documents_change_no_bit() -> None:
    runs, qrels = together(generated(COUNT))
    needing = [measure for measure in METRICS.values() if measure.metric.needs == "relevant"]
    assert len({measure.metric.name for measure in needing}) > 20
    tables = table(RUN_COLUMNS, runs), table(("query_id", "doc_id", "relevance"), qrels)
    without = evalsql.Evaluation(*tables, measures=needing, keep=False)
    assert without.connection.execute("from evalsql_judged where relevance <= 0").fetchall() == []
    with_all = evalsql.Evaluation(*tables)
    for measure in needing:
        assert without.score(measure).fetchall() == with_all.score(measure).fetchall(), measure


@pytest.mark.slow  # test_ranking.py and test_macros.py shuffle other rows
def test_shuffled_rows_change_no_bit() -> None:
    shuffled = [random.Random(1).sample(rows, len(rows)) for rows in collection()]
    agree(scores(), score(*shuffled))


@pytest.mark.quick(few=True)
@pytest.mark.parametrize("few", [True, False])
def test_a_monotone_transformation_of_scores_changes_no_bit(few: bool) -> None:
    runs, qrels = collection()
    places = {score: place for place, score in enumerate(sorted({row[3] for row in runs}))}
    transformed = [(*row, float(places[score] ** 3 - 700)) for *row, score in runs]
    measures = {text: m for text, m in ALL.items() if m.values.get("system") not in ("score", "minmax")}
    assert {ALL[text].metric.name for text in ALL.keys() - measures.keys()} >= {"ADM", "ThresholdP"}
    measures = those(measures, few)
    agree(only(scores(), measures), score(transformed, qrels, measures))


@cache
def among_others() -> Scores:
    """The scores beside those of an ideal run, of one that turns all rankings over, and of one that finds nothing."""
    runs, qrels = collection()
    ideal = [("ideal", query, doc, (relevance + 4) / 8) for (query, doc), relevance in grades().items()]
    turned = [("turned", query, doc, 1 - score) for run, query, doc, score in runs if run == "one"]
    hopeless = [("hopeless", query, f"none {doc}", score) for run, query, doc, score in runs if run == "one"]
    return score([*ideal, *runs, *turned, *hopeless], qrels)


@pytest.mark.slow
def test_other_runs_change_no_bit_of_a_run() -> None:
    agree(scores(), {key: value for key, value in among_others().items() if key[0] in RUNS})


@pytest.mark.slow
@pytest.mark.parametrize("number", range(2))
def test_a_collection_alone_scores_as_it_does_among_others(number: int) -> None:
    runs = [row for row in collection()[0] if row[1].startswith(f"{number}-")]
    qrels = [row for row in collection()[1] if row[0].startswith(f"{number}-")]
    of = {(run, query) for run, *_ in runs for query, *_ in qrels}
    agree({key: value for key, value in scores().items() if key[:2] in of}, score(runs, qrels))


@pytest.mark.slow
def test_an_unjudged_tail_below_the_cutoff_changes_no_bit() -> None:
    runs, qrels = collection()
    long = {key: rows for key, rows in rankings(runs).items() if len(rows) >= CUT}
    tail = [(*key, f"unjudged {i}", rows[-1][1] - 1 - i) for key, rows in long.items() for i in range(4)]
    uncut = [m for m in METRICS.values() if m.metric.cutoff and m.metric.name not in OF_ALL_RETRIEVED]
    cut = [make_measure(m.metric.name, m.metric, {**m.values, m.metric.cutoff: CUT}) for m in uncut]
    measures = {str(measure): measure for measure in cut} | CURVES
    assert len(long) > 20
    agree(score(runs, qrels, measures), score(runs + tail, qrels, measures))


@pytest.mark.slow
def test_values_lie_in_the_range_that_the_head_says_or_are_null_where_that_is_said() -> None:
    in_range(among_others(), ALL)
    runs = {run for run, *_ in among_others()}
    assert runs == {*RUNS, "ideal", "turned", "hopeless"}


@pytest.fixture(scope="module")
def connection(library: Path) -> duckdb.DuckDBPyConnection:
    """A connection with the collections in its tables runs and qrels, costs of none, and the library as e."""
    made = attach(duckdb.connect(), library)
    made.execute("create table costs (doc_id varchar, cost double)")
    for name, columns, rows in zip(("runs", "qrels"), (RUN_COLUMNS, QREL_COLUMNS), collection(), strict=True):
        made.register("given", table(columns, rows))
        made.execute(f"create table {name} as from given")
    udfs.register(made)
    return made


@pytest.fixture(scope="module")
def evaluation(connection: duckdb.DuckDBPyConnection) -> evalsql.Evaluation:
    """Their evaluation."""
    return evalsql.Evaluation(connection=connection, measures=list(METRICS.values()))


def changed(measure: evalsql.Measure) -> dict:
    """The arguments that are not the default."""
    return {name: v for name, v in measure.values.items() if v != measure.metric.parameters[name].default}


@pytest.mark.slow  # test_examples.py, test_macros.py and test_build_macros.py have some of each
@pytest.mark.parametrize("measure", METRICS.values(), ids=METRICS)
def test_batch_query_and_macro_give_the_same_bits(
    measure: evalsql.Measure, connection: duckdb.DuckDBPyConnection, evaluation: evalsql.Evaluation
) -> None:
    frames = through_frames(connection, evaluation, measure, changed(measure))
    assert exact(frames["batch"]) == exact(frames["query"]) == exact(frames["macro"])
    found = {(run, query, text, 0): "" if value is None else value.hex() for run, query, text, value in frames["batch"]}
    agree(only(scores(), [str(measure)]), found)


@pytest.mark.slow  # test_curves.py has some of each
@pytest.mark.parametrize("curve", CURVES.values(), ids=CURVES)
def test_batch_query_and_macro_give_the_same_bits_of_a_curve(
    curve: evalsql.Measure, connection: duckdb.DuckDBPyConnection
) -> None:
    frames = [
        sorted(test_curves.in_bits(rows), key=str)
        for rows in test_curves.through_frames(connection, curve.metric, changed(curve)).values()
    ]
    assert frames[0] == frames[1] == frames[2]


@pytest.mark.slow
def test_renaming_documents_in_the_same_order_and_queries_changes_no_bit() -> None:
    runs, qrels = collection()
    documents = {doc: f"{place:02}" for place, doc in enumerate(sorted(DOCS, key=str.encode))}
    queries = {query: f"q{place}" for place, query in enumerate(sorted({row[0] for row in qrels}, reverse=True))}
    renamed = score(
        [(run, queries[query], documents[doc], score) for run, query, doc, score in runs],
        [(queries[query], documents[doc], *rest) for query, doc, *rest in qrels],
    )
    agree({(run, queries[query], *rest): value for (run, query, *rest), value in scores().items()}, renamed)


@pytest.mark.quick(few=True)
@pytest.mark.parametrize("few", [True, False])
def test_a_document_of_the_top_grade_that_changes_places_with_one_above_it_makes_no_score_worse(few: bool) -> None:
    untied, swapped = [], []
    for (run, query), rows in rankings(collection()[0]).items():
        docs = [doc for doc, _ in rows]
        top = max(relevance for (of, _), relevance in grades().items() if of == query)
        found = [grades().get((query, doc), 0) for doc in docs]
        lows = [place for place, relevance in enumerate(found) if relevance == top >= 2]
        pairs = [(high, low) for low in lows for high in range(low) if found[high] <= 0]
        untied += [(run, query, doc, 1 - place / LONGEST) for place, doc in enumerate(docs)]
        for copy, (high, low) in enumerate(pairs[:: max(1, len(pairs) // 3)]):
            docs[high], docs[low] = docs[low], docs[high]
            swapped += [(f"{run}#{copy}", query, doc, 1 - place / LONGEST) for place, doc in enumerate(docs)]
            docs[high], docs[low] = docs[low], docs[high]
    answered = {(run, query) for run, query, *_ in swapped}
    assert len(answered) > 20
    directed = {text: m for text, m in ALL.items() if m.metric.better != "neither" and m.metric.monotone}
    told = ("AP", "nDCG", "RBP", "P(rel=2)@5", "RR_residual", "ESL", "ADR(top=4,system='score')", "curve nCG@13")
    directed = those(directed, few) | {text: directed[text] for text in told}
    found = numbers(score(untied + swapped, collection()[1], directed))
    better = Counter()
    for (run, query, text, point), value in found.items():
        original = (run.partition("#")[0], query, text, point)
        if (run, query) in answered and text in directed and original in found:
            gain = (value - found[original]) * (-1 if directed[text].metric.better == "lower" else 1)
            assert gain >= -TOLERANCE, (text, point, value, found[original], shown(*original[:2]), run)
            better[text] += gain > 0
    assert better["AP"] == better["nDCG"] == better["RBP"] == len(answered)
    assert all(better[text] for text in told)


def test_a_curve_has_every_point_of_every_run_and_query() -> None:
    counts = Counter(key[2:] for key in scores() if key[2] in CURVES)
    assert set(counts.values()) == {len({key[:2] for key in scores()})}
    assert {text for text, _ in counts} == CURVES.keys()


def test_a_curve_ends_in_the_value_of_the_metric_of_its_name_at_that_cutoff() -> None:
    cut = {text: curve for text, curve in CURVES.items() if curve.metric.cutoff}  # those over ranks
    ends = {text: curve for text, curve in cut.items() if curve.metric.name in evalsql.metrics()}
    assert {curve.metric.name for curve in ends.values()} >= {
        *("CG", "DCG", "nCG", "nDCG", "gP", "gR", "P", "R", "RBP", "alpha_CG", "alpha_nDCG", "StRecall")
    }
    metrics = {text: make_measure(text, evalsql.metrics()[m.metric.name], m.values) for text, m in ends.items()}
    found = numbers(score(*collection(), {str(measure): measure for measure in metrics.values()}))
    for (run, query, text, point), value in numbers(scores()).items():
        if text in ends and point == ends[text].values[ends[text].metric.cutoff]:
            expected = found.pop((run, query, str(metrics[text]), 0))
            assert abs(value - expected) <= TOLERANCE, (text, value, expected, shown(run, query))
    assert found == {}
