"""Metrics and curves with any values that their parameters may have: values of their range, or refusals."""

import math
import warnings
from functools import cache

from generated import SAME, by_subtopic, generated, together
from hypothesis import given, settings
from odd_parameters import measures
from worlds import QREL_COLUMNS, RUN_COLUMNS, table, uncapped

import evalsql
from evalsql import InputError, Measure, Metric

ALL = {metric.name: metric for metric in evalsql.metrics().values()}
CURVES = {f"curve {curve.name}": curve for curve in evalsql.curves().values()}
ROUNDED = 1e-12  # sums of doubles may be so much beyond an end of a range


def extreme(measure: Measure) -> bool:
    """Whether a user who hopes nearly without end is beyond what a double can tell."""
    return measure.metric.name in ("INST_examined", "INSQ_examined") and measure.values["T"] > 1e6


@cache
def evaluation() -> evalsql.Evaluation:
    """Some of the collections that hypothesis makes up, for every measure."""
    runs, qrels = together(generated(10))
    costs = table(("query_id", "doc_id", "cost"), [(query, doc, 2.0) for query, doc, _ in qrels])
    return evalsql.Evaluation(table(RUN_COLUMNS, runs), table(QREL_COLUMNS, by_subtopic(qrels)), costs=costs)


def breaks(evaluation: evalsql.Evaluation, measure: Measure) -> str | None:
    """How a measure breaks the law, or None: each value is finite and in range, or null where that is said."""
    low, high = measure.metric.range
    if uncapped(measure) or extreme(measure):
        low, high = -math.inf, math.inf
    # looked for in SQL, since a curve has a row for each rank
    wrong = f"not (isfinite(value) and value between '{low}'::double - {ROUNDED} and '{high}'::double + {ROUNDED})"
    if measure.metric.when_empty is not None:
        wrong += " or value is null"
    found = (evaluation.curve if measure.metric.over else evaluation.score)(measure)
    rows = found.filter(wrong).limit(1).fetchall()
    return f"not a value from {low} to {high}: {rows[0]}" if rows else None


def assert_in_range(metric: Metric, examples: int) -> None:
    """Fails where a metric with so many drawn values of its parameters gives a value out of its range."""

    @settings(SAME, max_examples=examples)
    @given(measures(metric))
    def law(measure: Measure) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                broken = breaks(evaluation(), measure)
            except InputError as error:
                broken = "more than a line" if "\n" in str(error) else None
        assert broken is None, f"{measure}: {broken}"

    law()
