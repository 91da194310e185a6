"""The plane of relevance: where documents are, and that the value follows from it."""

import pytest
from pictures import drawn
from places import FIXTURES

import evalsql
from evalsql import charts
from evalsql.errors import InputError

PAPER = FIXTURES / "papers" / "della_mea_mizzaro_2004"


def explained(run: str, measure: str = "ADM(top=1,system='score')"):
    """A measure of one of the paper's three runs."""
    return evalsql.explain(str(PAPER / f"{run}.run"), str(PAPER / "qrels.txt"), measure, "D")


def test_table_1_of_the_paper_lies_above_and_on_the_line():
    rows = [row for row in drawn(charts.relevance_plane(explained("IRS3"))) if "documents" in row]
    assert [(row["urs"], row["srs"], row["side"]) for row in rows] == [
        (0.1, 1, "more"),
        (0.4, 0.4, "same"),
        (0.8, 0.8, "same"),
    ]


@pytest.mark.parametrize(("run", "value"), [("IRS1", 0.9), ("IRS2", 0.8), ("IRS3", 0.7)])
def test_the_value_is_1_less_the_mean_distance(run, value):
    found = explained(run)
    distances = [row[-1] for row in found["distances"].fetchall()]
    assert 1 - sum(map(abs, distances)) / 3 == pytest.approx(value)
    assert [row[3] for row in found["whole"].fetchall()] == pytest.approx([value])
    assert f"= {value:.4f}" in charts.relevance_plane(found).to_dict()["title"]["text"][0]


def test_what_is_rounded_or_missed_is_where_the_measure_sees_it():
    judged = {"q": {"d1": 2, "d2": 1, "missed": 2, "also": 2}}
    measure = "ADM(top=2,length=4,user_levels=2,system_levels=3)"
    rows = drawn(charts.relevance_plane(evalsql.explain({"q": {"d1": 2.0, "d2": 1.0}}, judged, measure, "q")))
    found = {(row["urs"], row["srs"]): (row["documents"], row["name"]) for row in rows if "documents" in row}
    assert found == {(1, 1): (2, "right: 2"), (1, 0): (2, "too low: 2")}


def test_other_measures_have_no_plane():
    with pytest.raises(InputError, match="is of a measure of distance; explain one, such as ADM"):
        charts.relevance_plane(explained("IRS1", "AP(rel=0.5)"))
