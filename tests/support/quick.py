"""What stands for the rest where one test has many cases: the README's command runs these, `.ci/slow` the others.

A test says of its parameters which values these are, @pytest.mark.quick(metric=representative, k={1, 10}), or where its
cases are much alike that they are every so manieth, @pytest.mark.quick(3).
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from evalsql import Metric
from evalsql.catalog import listing


def fits(value: Any, said: Any) -> bool:
    """Whether a mark says of a parameter's value that it is one of these: itself, in a set or by a function."""
    if callable(said):
        return said(value)
    return value in said if isinstance(said, set | frozenset) else value == said


def chosen(cases: Sequence[Mapping[str, Any]], every: int, said: Mapping[str, Any]) -> list[bool]:
    """Which cases a mark says are quick, given the values of all cases; it must fit them."""
    for name, values in said.items():
        there = [case[name] for case in cases if name in case]
        none = [value for value in values if value not in there] if isinstance(values, set | frozenset) else []
        if none or not any(fits(value, values) for value in there):
            raise ValueError(f"the mark quick says {name}={none or values!r}, which no case has")
    if every >= len(cases) > 1:
        raise ValueError(f"the mark quick says every {every}th case, and there are {len(cases)}")
    found = [
        place % every == 0 and all(fits(case[name], values) for name, values in said.items())
        for place, case in enumerate(cases)
    ]
    if not any(found):
        raise ValueError(f"the mark quick says {dict(said)!r}, which no case has together")
    return found


def representative(metric: Metric) -> bool:
    """Whether a metric or curve stands for those that read the same relations."""
    return metric.name in longest("curves" if metric.over else "metrics")


@cache
def longest(folder: str) -> set[str]:
    """Of each set of relations read, the metric with the longest body."""
    found = sorted(listing.metrics(folder).values(), key=lambda metric: len(metric.body))
    return set({metric.reads: metric.name for metric in found}.values())
