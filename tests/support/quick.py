"""What stands for the rest where one test has many cases: the README's command runs these, `.ci/slow` the others.

A test says of its parameters which values these are: @pytest.mark.quick(metric=representative, k={1, 10}).
"""

from functools import cache
from typing import Any

from evalsql import Metric
from evalsql.catalog import listing


def fits(value: Any, said: Any) -> bool:
    """Whether a mark says of a parameter's value that it is one of these: itself, in a set or by a function."""
    if callable(said):
        return said(value)
    return value in said if isinstance(said, set | frozenset) else value == said


def representative(metric: Metric) -> bool:
    """Whether a metric or curve stands for those of its family that read the same relations."""
    return metric.name in longest("curves" if metric.over else "metrics")


@cache
def longest(folder: str) -> set[str]:
    """Of each family and set of relations read, the metric with the longest body."""
    found = sorted(listing.metrics(folder).values(), key=lambda metric: len(metric.body))
    return set({(metric.family, metric.reads): metric.name for metric in found}.values())
