"""Judged-only evaluation: measures give what they give of rankings that have no unjudged document."""

import json
import random
import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache

import duckdb
import pyarrow as pa
import pytest
from built import macros_of
from tiny import FILES
from variants import others, representative, variants
from written import put_lines as put

import evalsql
from evalsql.catalog.measure import Measure, make_measure
from evalsql.catalog.metric import Metric
from evalsql.render import frames

Rows = list[tuple]
RELEVANCES = (-2, -1, 0, 0, 0, 1, 1, 2, 3)


def made() -> tuple[Rows, Rows]:
    """Runs with many ties, half of their documents unjudged, and judgments by subtopic; some are below 0."""
    dice = random.Random(20)
    runs, qrels = [], []
    for query in ("q1", "q2", "q3", "q4", "unanswered"):
        docs = [f"d{number}" for number in range(40)]
        for doc in dice.sample(docs, 22):
            # a document of a query has no or two subtopics below 0, so that its best is below 0 in some
            relevance = dice.choice(RELEVANCES)
            qrels += [(query, doc, s, relevance if relevance < 0 else dice.choice((0, relevance))) for s in "ab"]
            qrels.append((query, doc, "c", relevance))
        if query != "unanswered":
            for run in ("one", "two"):
                found = dice.sample(docs, 30) if (run, query) != ("two", "q4") else ["x1", "x2"]
                runs += [(run, query, doc, float(dice.randint(1, 9))) for doc in found]
    return runs, qrels


@cache
def connection() -> duckdb.DuckDBPyConnection:
    """Tables of these: whole, without unjudged documents, and over judgments without subtopics."""
    made_of = duckdb.connect()
    runs, qrels = made()
    for name, columns, rows in (
        ("runs", ("run", "query_id", "doc_id", "score"), runs),
        ("divided", ("query_id", "doc_id", "subtopic", "relevance"), qrels),
    ):
        made_of.register("given", pa.table(dict(zip(columns, zip(*rows, strict=True), strict=True))))
        made_of.execute(f"create table {name} as from given")
    made_of.execute("""
        create table plain as select query_id, doc_id, max(relevance) as relevance from divided group by all;
        create table drawn as select *, (ascii(right(doc_id, 1)) % 3)::varchar as stratum from plain;
        create table closed_up as from runs semi join (from plain where relevance >= 0) using (query_id, doc_id)
    """)
    return made_of


def judgments(metric: Metric) -> str:
    """The table of judgments that a metric is for."""
    return "divided" if metric.by_subtopic else "drawn" if metric.sampled else "plain"


def settings(metric: Metric, every: bool) -> list[Measure]:
    """A metric by default, or if asked for with all its parameters changed; or a curve, which has one setting."""
    if not metric.over:
        return [*variants(metric)][-1:] if every else [next(variants(metric))]
    required = {name: others(each)[0] for name, each in metric.parameters.items() if each.required}
    cut = {metric.cutoff: 20} if metric.cutoff else {}
    return [make_measure(metric.name, metric, required | cut)]


@cache
def evaluation(runs: str, qrels: str, judged_only: bool = False) -> evalsql.Evaluation:
    """A table of runs and one of judgments, ranked once."""
    return evalsql.Evaluation(runs, qrels, connection=connection(), judged_only=judged_only, whole=True)


def exact(rows: Rows, *measures: Measure) -> Rows:
    """Rows in order with the place of their measure rather than its name, each value to its last bit."""
    places = {str(measure): place for place, measure in enumerate(measures)}
    bits = (tuple(each.hex() if isinstance(each, float) else each for each in row) for row in rows)
    return sorted((run, query, places[measure], *rest) for run, query, measure, *rest in bits)


def values(evaluated: evalsql.Evaluation, *measures: Measure) -> Rows:
    """What metrics are in some settings, or curves; they are read at once."""
    found = evaluated.curve(measures) if measures[0].metric.over else evaluated.score(measures)
    return exact(found.fetchall(), *measures)


def assert_closed_up(metrics: Iterable[Metric], every: bool) -> None:
    """Fails where rankings are not scored as if they had no unjudged documents."""
    alike: dict[tuple, list[Measure]] = {}
    for metric in metrics:
        alike.setdefault((judgments(metric), metric.over), []).extend(settings(metric, every))
    for (qrels, _), measures in alike.items():
        wanted = values(evaluation("closed_up", qrels), *measures)
        alone = [replace(each, judged_only=True) for each in measures]
        for found in (
            values(evaluation("runs", qrels), *alone),
            values(evaluation("runs", qrels, judged_only=True), *measures),
        ):
            wrong = {str(measures[one[2]]) for one, other in zip(found, wanted, strict=True) if one != other}
            assert wrong == set()


def assert_query_is_batch(metrics: Iterable[Metric]) -> None:
    """Fails where a query that stands alone does not give the bits of the batch."""
    for metric in metrics:
        measure = replace(next(variants(metric)), judged_only=True)
        rows = connection().execute(frames.query(measure, qrels=judgments(metric))).fetchall()
        assert {name for _, _, name, _ in rows} == {str(measure)}
        assert exact(rows, measure) == values(evaluation("runs", judgments(metric)), measure), metric.name


EVERY = [*evalsql.metrics().values(), *evalsql.curves().values()]


def test_rankings_are_scored_as_if_they_had_no_unjudged_documents() -> None:
    assert_closed_up((evalsql.metrics()[name] for name in ("nDCG", "ADM", "NumRet", "alpha_nDCG")), every=False)


def long_rankings_are_scored_as_if_they_had_no_unjudged_documents_whatever_the_parameters() -> None:
    assert_closed_up([each for place, each in enumerate(EVERY) if representative(each) or place % 24 == 0], every=True)


def weekly_rankings_are_scored_as_if_they_had_no_unjudged_documents_by_every_measure() -> None:
    assert_closed_up(EVERY, every=True)


def test_queries_that_stand_alone_give_the_bits_of_the_batch() -> None:
    assert_query_is_batch(evalsql.metrics()[name] for name in ("ADM", "alpha_nDCG", "nDCG", "P"))


def long_queries_that_stand_alone_give_the_bits_of_the_batch() -> None:
    assert_query_is_batch(filter(representative, evalsql.metrics().values()))


def test_some_values_differ_from_those_of_whole_rankings() -> None:
    for text in ("nDCG@10", "AP", "P@5", "RR", "NumRet", "Judged@10", "RBP_residual", "alpha_nDCG@10", "ERR_IA@10"):
        measure = evalsql.parse_measure(text)
        whole = evaluation("runs", judgments(measure.metric))
        assert values(whole, measure) != values(whole, replace(measure, judged_only=True)), text


def test_ranks_close_up_and_ties_with_them() -> None:
    runs = {"q": {"a": 5, "x": 4, "b": 3, "y": 3, "c": 3, "z": 1, "d": 0}}
    qrels = {"q": {"a": 0, "b": 1, "c": -1, "d": 2, "missed": 1}}
    evaluated = evalsql.Evaluation(runs, qrels, judged_only=True, whole=True)
    columns = "rank, tied_from, tied_to, relevance"
    for relation in ("judged", "retrieved"):
        rows = evaluated.connection.execute(f"select {columns} from evalsql_{relation} order by all").fetchall()
        assert rows[:3] == [(1, 1, 1, 0), (2, 2, 2, 1), (3, 3, 3, 2)]
    counts = evaluated.connection.execute("select num_ret, sum_score, min_score, max_score from evalsql_topics")
    assert counts.fetchall() == [(3, 8, 0, 5)]


def test_a_tie_keeps_the_judged_documents_it_has() -> None:
    runs = {"q": {"a": 3, "b": 3, "x": 3, "c": 2, "y": 2, "d": 2}}
    evaluated = evalsql.Evaluation(runs, {"q": {"a": 1, "b": 0, "c": 1, "d": 1}}, judged_only=True)
    rows = evaluated.connection.execute("select rank, tied_from, tied_to from evalsql_judged order by rank").fetchall()
    assert rows == [(1, 1, 2), (2, 1, 2), (3, 3, 4), (4, 3, 4)]


@pytest.mark.filterwarnings("ignore::evalsql.InputWarning")
def test_a_query_answered_by_unjudged_documents_alone_counts_as_answered() -> None:
    # as with -J of trec_eval, which has a line of 0 for it
    runs, qrels = {"q": {"x": 1}, "r": {"a": 1}}, {"q": {"a": 1}, "r": {"a": 1}, "s": {"a": 1}}
    found = evalsql.evaluate(runs, qrels, "AP", judged_only=True, population="intersection").fetchall()
    assert found == [("run", "q", "AP", 0), ("run", "r", "AP", 1)]


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("nDCG(judged_only=True)@10", "nDCG(judged_only=True)@10"),
        ("MAP(judged_only=True,rel=2)", "AP(rel=2,judged_only=True)"),
        ("alpha_nDCG(judged_only=True, alpha=0.3)@5", "alpha_nDCG(alpha=0.3,judged_only=True)@5"),
        ("SetP(judged_only=True)", "P(judged_only=True)"),
        ("AP(judged_only=False)@5", "AP@5"),
    ],
)
def test_the_text_of_a_measure_says_it_and_reads_back(text: str, printed: str) -> None:
    measure = evalsql.parse_measure(text)
    assert str(measure) == printed
    assert evalsql.parse_measure(printed) == measure
    assert measure.judged_only == ("judged_only" in printed)


def test_names_of_residuals_and_of_other_tools_say_it_too_and_it_is_true_or_false() -> None:
    assert str(evalsql.parse_measure("RBP(judged_only=True)").residual) == "RBP_residual(judged_only=True)"
    measure = evalsql.parse_measure("AP(judged_only=True)@5")
    assert measure.name_in("ir_measures") == "AP(rel=1,judged_only=True)@5"
    assert measure.name_in("trec_eval") is None
    for value in ("1", "'yes'", "None"):
        with pytest.raises(evalsql.InputError, match=r"judged_only must be True or False, not "):
            evalsql.parse_measure(f"nDCG(judged_only={value})@10")


def test_the_coverage_says_it() -> None:
    said = str(evalsql.Evaluation(*FILES[1:], judged_only=True, depth=5).coverage)
    assert re.search("the first 5 documents of each ranking; unjudged documents taken out of the rankings$", said)


def long_a_database_keeps_its_scores(tmp_path) -> None:
    run = put(tmp_path / "a.run", "q Q0 x 1 2 a", "q Q0 d 2 1 a")
    qrels = put(tmp_path / "qrels", "q 0 d 1")
    with macros_of("RR"):
        evalsql.build_database(tmp_path / "e.duckdb", run, qrels, ["RR", "RR(judged_only=True)"])
    with duckdb.connect(str(tmp_path / "e.duckdb"), read_only=True) as built:
        scores = built.execute("select metric, value from scores order by metric").fetchall()
        ((text, parameters),) = built.execute(
            "select sql, parameters from measures where metric = 'RR(judged_only=True)'"
        ).fetchall()
        computed = built.execute(text).fetchall()
    assert scores == [("RR", 0.5), ("RR(judged_only=True)", 1)]
    assert computed == [("a", "q", "RR(judged_only=True)", 1)]
    assert json.loads(parameters) == {"rel": 1, "judged_only": True}


def test_a_condensed_ranking_keeps_whatever_is_judged_nonrelevant() -> None:
    run = {"q": {"nonrelevant": 3.0, "unjudged": 2.0, "relevant": 1.0}}
    found = evalsql.evaluate(run, {"q": {"nonrelevant": 0, "relevant": 1}}, ["RR(judged_only=True)", "RR"]).fetchall()
    assert [value for *_, value in found] == [1 / 2, 1 / 3]


@pytest.mark.parametrize("convention", ["ir_measures", "beir"])
def test_near_scores_close_up_in_the_order_of_their_doubles(convention: str) -> None:
    # b and c are one as float32, in which only some measures compare, and c is then the first
    scores = {"x": 5.0, "b": 1.0000000001, "c": 1.0, "y": 0.9, "a": 0.5}
    runs = [{"q": {doc: scores[doc] for doc in docs}} for docs in ("xbcya", "bca")]
    own = [f"{name}(judged_only=True)@3" for name in ("ERR", "Q")]
    of_all, alone, closed_up = (
        evalsql.evaluate(run, {"q": {"a": 1, "b": 2, "c": 0}}, measures, convention=convention, **options).fetchall()
        for run, measures, options in (
            (runs[0], ["ERR@3", "Q@3"], {"judged_only": True}),
            (runs[0], own, {}),
            (runs[1], ["ERR@3", "Q@3"], {}),
        )
    )
    assert of_all == closed_up
    assert [row[3] for row in alone] == [row[3] for row in closed_up]
    assert closed_up[0][3] == pytest.approx(3 / 16 + 13 / 16 * 1 / 16 / 3)
