"""Rankings half of whose documents are not judged, and the same without these: what holds of judged-only measures."""

import random
from collections.abc import Iterable
from dataclasses import replace
from functools import cache

import duckdb
import pyarrow as pa
from variants import others, variants

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
