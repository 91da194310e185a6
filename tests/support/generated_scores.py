"""Settings of every metric and curve, and their scores over all collections that hypothesis made up."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

import pyarrow as pa
from generated import Run, SubtopicJudgment, by_subtopic, generated, rankings, together
from laws import Scores, differing, uncapped
from quick import representative
from variants import others, variants

import evalsql
from evalsql.catalog.measure import make_measure

COUNT = 50  # collections
CUT = 5  # ranks; many rankings have more documents
BEYOND = 13  # ranks; no ranking has as many documents


def settings_of(metric: evalsql.Metric) -> Iterator[evalsql.Measure]:
    """The metric by default, with all its parameters changed, and by scores where it can be."""
    first = next(variants(metric))
    required = {name: first.values[name] for name, parameter in metric.parameters.items() if parameter.required}
    changed = {name: others(parameter)[0] for name, parameter in metric.parameters.items()}
    if "p2" in changed:
        changed["p2"] = 0.25  # as p1, it would make RBP2 RBP
    if "hit" in changed:
        changed["hit"] = 3.0  # as the others, it would make Utility the same for every set
    yield first
    yield make_measure(metric.name, metric, changed | ({metric.cutoff: CUT} if metric.cutoff else {}))
    if "system" in metric.parameters:
        yield make_measure(metric.name, metric, required | {"system": "score"})


def settings_of_curve(curve: evalsql.Metric) -> Iterator[evalsql.Measure]:
    """The curve by default, though over few points, and with all its parameters changed."""
    few = {curve.cutoff: BEYOND} if curve.cutoff else {"steps": 7} if "steps" in curve.parameters else {}
    changed = {name: others(parameter)[0] for name, parameter in curve.parameters.items()}
    yield make_measure(curve.name, curve, few)
    yield make_measure(curve.name, curve, changed | ({curve.cutoff: CUT} if curve.cutoff else {}))


def called(measure: evalsql.Measure) -> str:
    """The measure's text, which tells a curve from a metric."""
    return f"curve {measure}" if measure.metric.over else str(measure)


METRICS = {called(measure): measure for metric in evalsql.metrics().values() for measure in settings_of(metric)}
CURVES = {called(measure): measure for curve in evalsql.curves().values() for measure in settings_of_curve(curve)}
ALL = METRICS | CURVES
RUN_COLUMNS = ("run", "query_id", "doc_id", "score")
QREL_COLUMNS = ("query_id", "doc_id", "subtopic", "relevance")
GAINS_COLUMNS = ("query_id", "relevance", "gain")
Measures = Mapping[str, evalsql.Measure]


def table(columns: Sequence[str], rows: Sequence[tuple]) -> pa.Table:
    """Rows as a table; those of judgments are of one stratum."""
    found = pa.table(dict(zip(columns, zip(*rows, strict=True), strict=True)))
    return found.append_column("stratum", pa.array(["1"] * len(rows))) if columns == QREL_COLUMNS else found


def score(
    runs: Sequence[Run], qrels: Sequence[SubtopicJudgment], measures: Measures = ALL, gains: Sequence = ()
) -> Scores:
    """Each value, to its last bit, by run, query, what it is of, and, of a curve, the point."""
    worth = table(GAINS_COLUMNS, gains) if gains else None
    evaluation = evalsql.Evaluation(
        table(RUN_COLUMNS, runs),
        table(QREL_COLUMNS, qrels),
        measures=[measure for measure in measures.values() if measure.metric.over is None],
        gains=worth,
    )
    found = {}
    metrics = [measure for measure in measures.values() if not measure.metric.over]
    for run, query, text, value in evaluation.score(metrics).fetchall():
        found[run, query, text, 0] = value
    for over in ("rank", "recall", "p"):
        curves = [measure for measure in measures.values() if measure.metric.over == over]
        for run, query, text, point, value, ideal in evaluation.curve(curves).fetchall() if curves else ():
            found[run, query, f"curve {text}", point] = value
            found[run, query, f"ideal of curve {text}", point] = ideal
    return {key: "" if value is None else value.hex() for key, value in found.items()}


@cache
def collection() -> tuple[list[Run], list[SubtopicJudgment]]:
    """All collections as one, their documents judged by subtopic."""
    runs, qrels = together(generated(COUNT))
    return runs, by_subtopic(qrels)


@cache
def scores() -> Scores:
    """The scores of all collections as they are."""
    return score(*collection())


def those(measures: Measures, few: bool) -> Measures:
    """Measures, or those of the metrics and curves that stand for the others."""
    return {text: measure for text, measure in measures.items() if not few or representative(measure.metric)}


def only(some: Scores, measures: Iterable[str]) -> Scores:
    """The scores by these measures."""
    texts = set(measures)
    return {key: value for key, value in some.items() if key[2].removeprefix("ideal of ") in texts}


@cache
def grades() -> dict[tuple[str, str], float]:
    """The best relevance by query and document."""
    _, qrels = together(generated(COUNT))
    return {(query, doc): relevance for query, doc, relevance in qrels}


def shown(run: str, query: str) -> str:
    """A ranking, for who reads of a law that failed: the relevance and score of each document, and what was missed."""
    ranking = rankings(collection()[0]).get((run, query))
    if ranking is None:
        return f"{run} for {query}"
    found = [f"{grades().get((query, doc), '?')} ({score:g})" for doc, score in ranking]
    names = {doc for doc, _ in ranking}
    missed = [f"{grade}" for (of, doc), grade in grades().items() if of == query and doc not in names]
    return f"{run} for {query}: {', '.join(found)}; missed {', '.join(missed)}"


def in_range(some: Scores, measures: Measures) -> None:
    """Fails where a value does not lie in the range that the head of its file says, or is null where that says none."""
    for (run, query, text, point), value in some.items():
        if text in measures and not uncapped(measures[text]):
            metric = measures[text].metric
            low, high = metric.range
            fine = metric.when_empty is None if value == "" else low <= float.fromhex(value) <= high
            assert fine, (text, point, value, shown(run, query))


def agree(one: Scores, other: Scores) -> None:
    """Fails where a value is not the same in both, to the last bit."""
    assert one
    different = differing(one, other)
    assert different == [], "\n".join(f"{key}: {shown(*key[:2])}" for key in different)
