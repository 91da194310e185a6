"""The chart of RBP and its residual: the bounds of the paper's example."""

from xml.etree import ElementTree

import pytest
from pictures import drawn
from places import FIXTURES

import evalsql
from evalsql import charts
from evalsql.charts.files import svg_of
from evalsql.errors import InputError

PAPER = FIXTURES / "papers" / "moffat_zobel_2008"
SECTION_4_4 = {  # of p: RBP and its residual
    0.0: (1, 0),
    0.2: (0.960256, 0),
    0.4: (0.846207, 0),
    0.6: (0.673523, 0.0015),
    0.8: (0.447011, 0.041898),
}


def points(*curves: str, **options):
    """The points of curves of the paper's example, some of whose documents are not judged."""
    query = options.get("average") or options.setdefault("queries", ["B_unjudged"])
    assert query
    return evalsql.curve(str(PAPER / "example.run"), str(PAPER / "qrels.txt"), list(curves), **options)


def test_by_p_the_bounds_are_those_of_the_paper():
    rows = drawn(charts.bands(points("RBP_by_p(steps=5)", "RBP_residual_by_p(steps=5)")))
    found = {row["point"]: (row["lower"], row["upper"] - row["lower"]) for row in rows if "upper" in row}
    assert found.keys() == SECTION_4_4.keys()
    for p, (lower, residual) in SECTION_4_4.items():
        assert found[p] == pytest.approx((lower, residual), abs=5e-5)


def test_by_rank_the_band_narrows_to_what_is_unjudged():
    rows = drawn(charts.bands(points("RBP(p=0.5)@20", "RBP_residual(p=0.5)@20")))
    bands = {row["point"]: (row["lower"], row["upper"]) for row in rows if "upper" in row}
    assert bands[1] == (0.5, 1)
    assert bands[6] == pytest.approx((0.765625, 0.78125))
    widths = [upper - lower for _, (lower, upper) in sorted(bands.items())]
    assert widths == sorted(widths, reverse=True)


def test_a_panel_for_each_p_is_named_by_it():
    chart = charts.bands(points("RBP(p=0.5)@9", "RBP_residual(p=0.5)@9", "RBP(p=0.95)@9", "RBP_residual(p=0.95)@9"))
    assert [" ".join(each["title"]["text"]) for each in chart.to_dict()["concat"]] == ["p = 0.5", "p = 0.95"]


def test_a_curve_without_its_residual_has_no_band():
    with pytest.raises(InputError, match="no curve is there with its residual"):
        charts.bands(points("RBP@5"))


def test_a_legend_has_the_strokes_of_lines_and_not_those_of_bands():
    runs = {f"{word}: a name that is too long for the end of a line": {"q1": {"d1": 2, "d2": 1}} for word in "ab"}
    found = evalsql.curve(runs, {"q1": {"d1": 1}}, ["RBP(p=0.5)@5", "RBP_residual(p=0.5)@5"], average=True)
    svg = ElementTree.fromstring(svg_of(charts.bands(found, width=84)))
    symbols = [path for each in svg.iter() if "role-legend-symbol" in each.get("class", "") for path in each]
    assert [(path.get("opacity"), path.get("stroke-width")) for path in symbols] == [("1", "1.6")] * 2


@pytest.mark.filterwarnings("ignore::evalsql.InputWarning")
def test_the_title_of_a_narrow_panel_is_in_lines():
    many = evalsql.curve(
        str(FIXTURES / "track" / "runs.parquet"),
        str(FIXTURES / "track" / "qrels.parquet"),
        ["RBP_by_p(steps=3)", "RBP_residual_by_p(steps=3)"],
        average=True,
    )
    panels = charts.bands(many, width=84).to_dict()["concat"]
    titles = [panel["layer"][0]["encoding"]["x"]["title"] for panel in panels]
    assert titles == [["p, how likely the", "user goes on to the", "next document"]] * 6
