"""Judged-only evaluation: every metric and curve gives what it gives of rankings that have no unjudged document."""

import json
import random
import re
from dataclasses import replace
from functools import cache

import duckdb
import pytest
from quick import representative
from tiny import FILES
from variants import others, variants
from written import put_lines as put

import evalsql
from evalsql.catalog.measure import Measure, make_measure
from evalsql.catalog.metric import Metric
from evalsql.render import frames

Rows = list[tuple]
RELEVANCES = (-2, -1, 0, 0, 0, 1, 1, 2, 3)
RUNS = "create table {} (run varchar, query_id varchar, doc_id varchar, score double)"
QRELS = "create table {} (query_id varchar, doc_id varchar, subtopic varchar, relevance double)"


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
    """Tables of these: whole, without what is not judged, and of judgments that have no subtopics."""
    made_of = duckdb.connect()
    runs, qrels = made()
    made_of.execute(RUNS.format("runs"))
    made_of.executemany("insert into runs values (?, ?, ?, ?)", runs)
    made_of.execute(QRELS.format("divided"))
    made_of.executemany("insert into divided values (?, ?, ?, ?)", qrels)
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
    """A metric in every setting or the first, or a curve, which has one."""
    if not metric.over:
        return list(variants(metric))[: None if every else 1]
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
    """What a metric is in some settings, or a curve; they are read at once."""
    found = evaluated.curve(measures) if measures[0].metric.over else evaluated.score(measures)
    return exact(found.fetchall(), *measures)


METRICS = [pytest.param(metric, id=name) for name, metric in evalsql.metrics().items()]
CURVES = [pytest.param(curve, id=f"curve {name}") for name, curve in evalsql.curves().items()]


@pytest.mark.quick(metric=representative, every={False})
@pytest.mark.parametrize("every", [False, True])
@pytest.mark.parametrize("metric", [*METRICS, *CURVES])
def test_a_ranking_is_scored_as_if_it_had_no_unjudged_documents(metric: Metric, every: bool) -> None:
    qrels = judgments(metric)
    measures = settings(metric, every)
    wanted = values(evaluation("closed_up", qrels), *measures)
    assert values(evaluation("runs", qrels), *(replace(each, judged_only=True) for each in measures)) == wanted
    assert values(evaluation("runs", qrels, judged_only=True), *measures) == wanted


@pytest.mark.quick(metric=lambda metric: metric.name in ("ADM", "alpha_nDCG", "nDCG", "P"))
@pytest.mark.parametrize("metric", METRICS)
def test_a_query_that_stands_alone_gives_the_bits_of_the_batch(metric: Metric) -> None:
    measure = replace(next(variants(metric)), judged_only=True)
    rows = connection().execute(frames.query(measure, qrels=judgments(metric))).fetchall()
    assert {name for _, _, name, _ in rows} == {str(measure)}
    assert exact(rows, measure) == values(evaluation("runs", judgments(metric)), measure)


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


@pytest.mark.filterwarnings("ignore::evalsql.InputWarning")  # no document is judged at a depth of 1
def test_a_depth_cuts_before_unjudged_documents_are_taken_out() -> None:
    runs, qrels = {"q": {"x": 3, "a": 2, "b": 1}}, {"q": {"a": 0, "b": 1}}
    counts = [evalsql.evaluate(runs, qrels, "NumRet", judged_only=True, depth=depth) for depth in (1, 2, 3)]
    assert [found.fetchall()[0][3] for found in counts] == [0, 1, 2]
    alone = evalsql.evaluate(runs, qrels, "RR(judged_only=True)", depth=2).fetchall()
    assert alone == [("run", "q", "RR(judged_only=True)", 0)]


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


def test_a_residual_is_of_the_same_rankings() -> None:
    assert str(evalsql.parse_measure("RBP(judged_only=True)").residual) == "RBP_residual(judged_only=True)"


@pytest.mark.parametrize("value", ["1", "'yes'", "None"])
def test_it_is_true_or_false(value: str) -> None:
    with pytest.raises(evalsql.InputError, match=r"judged_only must be True or False, not "):
        evalsql.parse_measure(f"nDCG(judged_only={value})@10")


def test_other_tools_names() -> None:
    measure = evalsql.parse_measure("AP(judged_only=True)@5")
    assert measure.name_in("ir_measures") == "AP(rel=1,judged_only=True)@5"
    assert measure.name_in("trec_eval") is None


def test_the_coverage_says_it() -> None:
    said = str(evalsql.Evaluation(*FILES[1:], judged_only=True, depth=5).coverage)
    assert re.search("the first 5 documents of each ranking; unjudged documents taken out of the rankings$", said)


@pytest.mark.slow
def test_a_database_keeps_its_scores(tmp_path) -> None:
    run = put(tmp_path / "a.run", "q Q0 x 1 2 a", "q Q0 d 2 1 a")
    qrels = put(tmp_path / "qrels", "q 0 d 1")
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


@pytest.mark.parametrize("measure", ["RR(judged_only=True)", "RR"])
def test_a_condensed_ranking_keeps_whatever_is_judged_nonrelevant(measure: str) -> None:
    run = {"q": {"nonrelevant": 3.0, "unjudged": 2.0, "relevant": 1.0}}
    ((*_, value),) = evalsql.evaluate(run, {"q": {"nonrelevant": 0, "relevant": 1}}, measure).fetchall()
    assert value == (1 / 2 if "judged_only" in measure else 1 / 3)
