"""Every metric and curve with any values that its parameters may have gives a value of its range, or is refused."""

from test_parameters import EVERY, assert_in_range


def test_values_of_every_metric_lie_in_the_range_whatever_the_parameters() -> None:
    assert_in_range(EVERY, count=8)
