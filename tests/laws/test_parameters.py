"""Metrics and curves with any values that their parameters may have: values of their range, or refusals."""

import math
import warnings
from collections.abc import Iterable

from generated import SAME, by_subtopic, generated, together
from hypothesis import given, settings
from odd_parameters import measures
from worlds import QREL_COLUMNS, RUN_COLUMNS, key, table, uncapped

import evalsql
from evalsql import InputError, Measure, Metric

EVERY = [*evalsql.metrics().values(), *evalsql.curves().values()]
ROUNDED = 1e-12  # sums of doubles may be so much beyond an end of a range


def drawn(metric: Metric, count: int) -> dict[str, Measure]:
    """The metric with drawn values of its parameters, so many times."""
    found: dict[str, Measure] = {}

    @settings(SAME, max_examples=count)
    @given(measures(metric))
    def gather(measure: Measure) -> None:
        found[key(measure)] = measure

    gather()
    return found


def bounds(measure: Measure) -> tuple[float, float, bool]:
    """The range of a measure, and whether it may be null."""
    low, high = map(float, measure.metric.range)
    # a user who hopes nearly without end is beyond what a double can tell
    extreme = measure.metric.name in ("INST_examined", "INSQ_examined") and measure.values["T"] > 1e6
    if uncapped(measure) or extreme:
        low, high = -math.inf, math.inf
    return low - ROUNDED, high + ROUNDED, measure.metric.when_empty is None


def assert_in_range(metrics: Iterable[Metric], count: int) -> None:
    """Fails where a metric with so many drawn values of its parameters gives a value out of its range."""
    runs, qrels = together(generated(10))
    costs = table(("query_id", "doc_id", "cost"), [(query, doc, 2.0) for query, doc, _ in qrels])
    judged = table(QREL_COLUMNS, by_subtopic(qrels))
    evaluation = evalsql.Evaluation(table(RUN_COLUMNS, runs), judged, costs=costs, settings={"threads": 1})
    asked = {text: measure for metric in metrics for text, measure in drawn(metric, count).items()}
    wrong = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for text, measure in asked.items():
            try:
                (evaluation.compute_curves if measure.metric.over else evaluation.compute)([measure])
            except InputError as error:
                wrong += [f"{text}: more than a line"] if "\n" in str(error) else []
    rows = [(text, *bounds(measure)) for text, measure in asked.items()]
    evaluation.connection.register("bounds", table(("metric", "low", "high", "may_be_null"), rows))
    found = evaluation.connection.execute("""
        select metric, any_value(low), any_value(high), min_by((run, query_id, value), query_id)
        from (
            select run, query_id, metric, value from evalsql_scores
            union all
            select run, query_id, 'curve ' || metric, value from evalsql_points
        )
        join bounds using (metric)
        where if(value is null, not may_be_null, not (isfinite(value) and value between low and high))
        group by metric
    """).fetchall()
    wrong += [f"{text}: not a value from {low} to {high}: {row}" for text, low, high, row in found]
    assert not wrong, "\n".join(wrong)
    ((tried,),) = evaluation.connection.execute("select count(distinct metric) from evalsql_scores").fetchall()
    assert tried > len(asked) / 3


def long_values_of_every_other_metric_lie_in_the_range_whatever_the_parameters() -> None:
    assert_in_range(EVERY[::4], count=2)


def weekly_many_values_of_every_metric_lie_in_the_range() -> None:
    assert_in_range(EVERY, count=25)
