"""An interval is read and printed as mathematics writes it, and SQL and Python agree on what lies in it."""

import math

import duckdb
import pytest

from evalsql.catalog.interval import Interval, parse_interval


@pytest.mark.parametrize(
    ("text", "interval"),
    [
        ("[0, 1]", Interval(0, 1)),
        ("[0, 1)", Interval(0, 1, high_open=True)),
        ("(0,1]", Interval(0, 1, low_open=True)),
        (" ( -0.5 , inf ) ", Interval(-0.5, math.inf, low_open=True, high_open=True)),
        ("(-inf, 1e-3]", Interval(-math.inf, 0.001, low_open=True)),
    ],
)
def test_an_interval_is_read_as_mathematics_writes_it(text: str, interval: Interval) -> None:
    assert parse_interval(text) == interval


@pytest.mark.parametrize(
    "text", ["[0, 1]", "(0, 1)", "[-1, 1)", "(0, inf)", "(-inf, 0.5]", "[1, 2147483647]", "[0.1234567, 1]"]
)
def test_an_interval_is_printed_as_it_was_read(text: str) -> None:
    assert str(parse_interval(text)) == text


NUMBERS = (-1e300, -2, -1, -0.5, -0.0, 0.25, 0.5, 0.999, 1, 1.4, 1.5, 1.6, 2, 10, 1234567, 1e300)
INTERVALS = [
    *("[0, 1)", "(0, 1]", "[0, 0.5]", "(0, 1.5)", "(1, inf)", "(-inf, inf)", "(-inf, 1.5]", "[-0.5, 1234567)"),
    *("[0, inf]", "[-inf, inf]", "(-inf, 0]"),
]


def holds(interval: Interval, number: float) -> bool:
    """Whether DuckDB finds the number inside the interval."""
    ((inside,),) = duckdb.execute(f"select {interval.sql('x')} from (select ?::double as x)", [number]).fetchall()
    return inside


@pytest.mark.parametrize("text", INTERVALS)
def test_sql_and_python_agree_on_what_lies_in_an_interval(text: str) -> None:
    interval = parse_interval(text)
    for number in (*NUMBERS, math.inf, -math.inf, math.nan):
        assert holds(interval, number) == (number in interval), number


def test_sql_and_python_agree_on_any_interval_and_any_number() -> None:
    hypothesis = pytest.importorskip("hypothesis")
    numbers = hypothesis.strategies.floats(allow_nan=False)
    ends = hypothesis.strategies.tuples(numbers, numbers).filter(lambda two: two[0] < two[1])
    flags = hypothesis.strategies.booleans()

    @hypothesis.settings(deadline=None)
    @hypothesis.given(ends, flags, flags, numbers)
    def agree(two: tuple[float, float], low_open: bool, high_open: bool, number: float) -> None:
        interval = Interval(*two, low_open, high_open)
        for each in (number, *two):
            assert holds(interval, each) == (each in interval)

    agree()


def test_an_interval_printed_and_read_again_is_the_same() -> None:
    hypothesis = pytest.importorskip("hypothesis")
    numbers = hypothesis.strategies.floats(allow_nan=False)
    ends = hypothesis.strategies.tuples(numbers, numbers).filter(lambda two: two[0] < two[1])
    flags = hypothesis.strategies.booleans()

    @hypothesis.given(ends, flags, flags)
    def same(two: tuple[float, float], low_open: bool, high_open: bool) -> None:
        interval = Interval(*two, low_open, high_open)
        assert parse_interval(str(interval)) == interval

    same()
