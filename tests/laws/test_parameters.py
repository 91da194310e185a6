"""Metrics that stand for others, with two drawn values of their parameters each, give values of their range."""

from any_parameters import ALL, CURVES, assert_in_range
from variants import representative


def test_values_lie_in_the_range_whatever_the_parameters() -> None:
    for metric in filter(representative, [*ALL.values(), *CURVES.values()]):
        assert_in_range(metric, examples=2)
