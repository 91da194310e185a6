"""A mark says which cases of a test are quick: all others are slow, and one that says what no case has is an error."""

import pytest
from quick import chosen

CASES = [{"metric": metric, "k": k} for metric in ("AP", "P") for k in (1, 5, 10)]


@pytest.mark.quick(2, metric={"AP", "P"})
@pytest.mark.parametrize("metric", ["AP", "RR", "P", "R", "Bpref"])
def test_cases_that_a_mark_leaves_out_are_slow(metric: str, request: pytest.FixtureRequest) -> None:
    place = request.node.callspec.indices["metric"]
    assert (request.node.get_closest_marker("slow") is None) == (place in (0, 2))


@pytest.mark.parametrize(
    ("every", "said", "places"),
    [
        (1, {}, [0, 1, 2, 3, 4, 5]),
        (4, {}, [0, 4]),
        (1, {"metric": "P"}, [3, 4, 5]),
        (1, {"metric": {"AP", "P"}, "k": {1, 10}}, [0, 2, 3, 5]),
        (1, {"k": lambda k: k > 5}, [2, 5]),
        (2, {"k": {1, 10}}, [0, 2]),
    ],
)
def test_a_mark_says_values_or_every_so_manieth_case(every: int, said: dict, places: list[int]) -> None:
    assert [place for place, quick in enumerate(chosen(CASES, every, said)) if quick] == places


@pytest.mark.parametrize(
    ("every", "said", "complaint"),
    [
        (1, {"metric": {"AP", "MAP"}}, r"metric=\['MAP'\], which no case has"),
        (1, {"metric": "MAP"}, "metric='MAP', which no case has"),
        (1, {"k": lambda k: k > 10}, "k=.*, which no case has"),
        (1, {"measure": "AP"}, "measure='AP', which no case has"),
        (2, {"metric": "AP", "k": 5}, ".*, which no case has together"),
        (6, {}, "every 6th case, and there are 6"),
    ],
)
def test_a_mark_that_fits_nothing_is_an_error(every: int, said: dict, complaint: str) -> None:
    with pytest.raises(ValueError, match=f"the mark quick says {complaint}"):
        chosen(CASES, every, said)
