"""Every metric and curve with any values that its parameters may have gives a value of its range, or is refused."""

import pytest
from any_parameters import ALL, CURVES, assert_in_range

from evalsql import Metric


@pytest.mark.parametrize("metric", [*ALL.values(), *CURVES.values()], ids=[*ALL, *CURVES])
def test_values_lie_in_the_range_whatever_the_parameters(metric: Metric) -> None:
    assert_in_range(metric, examples=25)
