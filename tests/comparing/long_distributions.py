"""Functions of the tests that integrate or search, which takes SQL long: they give what those of Python give."""

import pytest
from distribution_grids import DEAR, DIGITS, assert_twins, values


@DIGITS
@pytest.mark.parametrize("function", sorted(DEAR))
def test_the_twin_in_sql_gives_the_same(function: str) -> None:
    assert_twins(function)


def test_as_many_queries_as_are_needed_and_no_more() -> None:
    rows = [
        (effect, alpha, power) for effect in (0.01, 0.2, 0.5, -1, 3) for alpha in (0.001, 0.05) for power in (0.5, 0.8)
    ]
    needed = values("queries_needed", rows)
    enough = values("t_power", [(e, n, a) for (e, a, _), n in zip(rows, needed, strict=True)])
    short = values("t_power", [(e, max(n - 1, 2), a) for (e, a, _), n in zip(rows, needed, strict=True)])
    for (_, _, power), n, reached, before in zip(rows, needed, enough, short, strict=True):
        assert reached >= power
        assert n == 2 or before < power
    for udf in (True, False):
        extremes = [(0, 0.05, 0.8), (0.001, 0.05, 0.8), (0.5, 0.05, 0.05), (1e12, 0.05, 0.8)]
        assert values("queries_needed", extremes, udf) == [None, None, 2, 2]
