"""Which cases of a test the README's command runs: some of every kind. `.ci/slow` runs the others."""

from collections.abc import Callable, Iterable
from functools import cache

import pytest

from evalsql import Metric, catalog


def rest_slow(cases: Iterable, quick: Callable[..., bool]) -> list:
    """Cases to parametrize with, values or what pytest.param makes, marked slow but for those that are quick."""
    params = [case if hasattr(case, "marks") else pytest.param(case, id=str(case)) for case in cases]
    return [
        case if quick(*case.values) else pytest.param(*case.values, id=case.id, marks=[*case.marks, pytest.mark.slow])
        for case in params
    ]


def representative(metric: Metric, *others: object) -> bool:
    """Whether a metric or curve stands for those of its family that read the same relations."""
    return metric.name in longest("curves" if metric.over else "metrics")


@cache
def longest(folder: str) -> set[str]:
    """The metric with the longest body of each family and set of relations read."""
    found = sorted(catalog.metrics(folder).values(), key=lambda metric: len(metric.body))
    return set({(metric.family, metric.reads): metric.name for metric in found}.values())
