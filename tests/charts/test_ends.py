"""Names at the ends of lines: where they stand."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pictures import drawn

from evalsql.charts.ends import End, fit, labelled, spread

PLACES = st.lists(st.floats(-5, 15, allow_subnormal=False), min_size=1, max_size=8)


@pytest.mark.parametrize(
    ("places", "found"),
    [
        ([1, 5, 9], [1, 5, 9]),
        ([5, 5, 5], [6, 5, 4]),  # of equal ones the first is on top
        ([4.9, 5, 9], [4.45, 5.45, 9]),
        ([0, 0.2, 3], [0, 1, 3]),
        ([9.8, 10], [9, 10]),
    ],
)
def test_names_move_apart_and_stay_inside(places, found):
    assert spread(places, 1, 0, 10) == pytest.approx(found)


def test_there_is_no_place_where_there_is_no_room():
    assert spread([1, 2, 3], 1, 0, 1.9) is None


@given(PLACES)
def test_names_are_apart_in_the_order_of_their_lines(places):
    found = spread(places, 1, 0, 10)
    assert found is not None
    assert all(-1e-9 <= place <= 10 + 1e-9 for place in found)
    lines = sorted(zip(places, found, strict=True), key=lambda pair: pair[1])
    assert all(above[1] - below[1] >= 1 - 1e-9 for below, above in pairwise(lines))
    assert [place for place, _ in lines] == sorted(places)


def test_names_are_drawn_beside_their_ends():
    ends = [End("good", 0.5, "#000"), End("poor", 0.5, "#111")]
    rows = drawn(labelled(ends, (0, 1), 120, "mean"))
    assert {(row["name"], row["ends"], round(row["at"], 6)) for row in rows} == {
        ("good", 0.5, 0.55),
        ("poor", 0.5, 0.45),
    }


def test_long_names_do_not_fit_beside_a_narrow_panel():
    assert fit([End("bm25", 1, "#000")], 300, 200)
    assert not fit([End("b" * 32, 1, "#000")], 300, 200)
    assert not fit([End("b", 1, "#000")] * 20, 300, 200)
