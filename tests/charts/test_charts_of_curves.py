"""Charts with lines: curves, bands of residuals, sweeps, and the names at their ends."""

import json
import re
from itertools import pairwise
from xml.etree import ElementTree

import duckdb
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pictures import drawn, panels, spec_of, subtitle
from places import FIXTURES

import evalsql
from evalsql import charts
from evalsql.charts.label_placement import End, fit, labelled, spread
from evalsql.charts.lines import columns_of, steps, ticks_of
from evalsql.charts.save import svg_of
from evalsql.errors import InputError

pytestmark = pytest.mark.usefixtures("every_column")
PAPERS = FIXTURES / "papers"
QUERIES = [f"q{number}" for number in range(7)]


def paper(name: str, curves: list[str], **options):
    """The points of curves of a paper's own example."""
    return evalsql.curve(str(PAPERS / name / "example.run"), str(PAPERS / name / "qrels.txt"), curves, **options)


def made(runs: int = 2, curves: tuple[str, ...] = ("CG@3",), queries: int = 1, **options):
    """Points of so many runs, of which the later ones find the relevant document later."""
    given = {
        f"r{run:02}": {
            each: {f"d{place}": float(-abs(place - run)) for place in range(15)} for each in QUERIES[:queries]
        }
        for run in range(runs)
    }
    return evalsql.curve(given, {each: {"d0": 1} for each in QUERIES[:queries]}, list(curves), **options)


def titles(chart) -> list[str]:
    """What stands above each panel."""
    return [" ".join(each["title"]["text"]) for each in panels(chart)]


def long_gain_and_the_ideal_of_the_paper_are_drawn():
    chart = charts.curves(paper("jarvelin_kekalainen_2002", ["CG@11"], queries=["A"]))
    rows = drawn(chart)
    assert [row["value"] for row in rows if row.get("run")] == [3, 5, 8, 8, 8, 9, 11, 13, 16, 16, 16]
    assert [row["ideal"] for row in rows if row.get("run")] == [3, 6, 9, 11, 13, 15, 16, 17, 18, 19, 19]
    assert {row["name"]: row["ends"] for row in rows if "ends" in row} == {"ideal": 19, "example": 16}
    assert "Query A. Dotted: the ideal." in subtitle(chart)


def long_several_alphas_of_one_run_share_a_panel_and_are_named_by_alpha():
    curves = [f"alpha_nDCG(alpha={alpha})@5" for alpha in (0, 0.5, 1)]
    rows = drawn(charts.curves(paper("clarke_2008", curves, subtopics="yes")))
    last = {row["name"]: round(row["value"], 4) for row in rows if row.get("point") == 5}
    assert last == {"alpha = 0": 0.8527, "alpha = 0.5": 0.7707, "alpha = 1": 0.7373}


def test_interpolated_precision_has_eleven_points_from_0_to_1():
    chart = charts.curves(paper("moffat_zobel_2008", ["IPrec"], average=True))
    assert {row["point"] for row in drawn(chart) if "point" in row} == {number / 10 for number in range(11)}
    assert panels(chart)[0]["encoding"]["x"]["scale"]["domain"] == [0, 1]
    assert "point" in {layer["mark"]["type"] for layer in panels(chart)[0]["layer"] if "mark" in layer}


def long_each_curve_query_or_p_has_a_panel():
    chart = charts.curves(paper("jarvelin_kekalainen_2002", ["CG@5", "nCG@5"]))
    assert titles(chart) == ["query A, CG@5", "query A, nCG@5", "query E, CG@5", "query E, nCG@5"]
    chart = charts.bands(points_of("RBP(p=0.5)@9", "RBP_residual(p=0.5)@9", "RBP(p=0.95)@9", "RBP_residual(p=0.95)@9"))
    assert titles(chart) == ["p = 0.5", "p = 0.95"]


def long_of_many_runs_the_best_the_baseline_and_those_that_are_named_are_told_apart():
    chart = charts.curves(made(13, average=True), baseline="r04", named=["r07"])
    assert {row["name"] for row in drawn(chart) if "ends" in row} == {"ideal", "r00", "r04", "r07"}
    assert "Thick: r04. Grey: the other 10 runs." in subtitle(chart)
    rows = drawn(charts.curves(made(3, average=True)))
    assert {row["run"]: row["place"] for row in rows if "place" in row} == {"r00": 1, "r01": 2, "r02": 3}


def long_names_are_texts_of_the_picture_and_no_markup():
    names = ["<script>alert(1)</script>", 'a "quoted" name', "שלום", "🚀", "x" * 60]
    given = {name: {"q": {f"d{place}": 1.0}} for place, name in enumerate(names)}
    judged = {f"d{place}": 1 for place, _ in enumerate(names)}
    svg = svg_of(charts.curves(evalsql.curve(given, {"q": judged}, "CG@3", average=True)).to_dict()).decode()
    assert "<script" not in svg
    assert "&lt;script&gt;alert(1)" in svg
    assert all(name in svg for name in ("שלום", "🚀", "x…x"))


REFUSED = {
    "room for the curves of 6 queries, and there are 7; --queries chooses some": lambda: made(queries=7),
    "4 curves side by side, and there are 5": lambda: made(curves=("CG", "DCG", "nCG", "nDCG", "P"), average=True),
    "this one lacks ideal": lambda: evalsql.evaluate({"a": {"q": {"d": 1.0}}}, {"q": {"d": 1}}, "AP"),
    "lacks rank, recall or p": lambda: pa.table({"run": ["a"], "metric": ["P"], "value": [1.0], "ideal": [1.0]}),
    "as evalsql.curve gives it, was expected, not": lambda: 7,
}


def test_what_cannot_be_drawn_is_refused():
    for sentence, points in REFUSED.items():
        with pytest.raises(InputError, match=sentence):
            charts.curves(points())
    with pytest.raises(InputError, match="there is no run bm52 to highlight; runs: r00, r01"):
        charts.curves(made(average=True), named=["bm52"])
    with pytest.raises(InputError, match="no curve is there with its residual"):
        charts.bands(points_of("RBP@5"))
    with pytest.raises(InputError, match="show is 'places' or 'scores', not 'means'"):
        charts.sweep(swept(), "p", show="means")  # pyright: ignore[reportArgumentType]


def test_curves_of_one_run_are_named_by_what_tells_them_apart():
    found = charts.curves(made(1, ("P@2", "P(judged_only=True)@2"), average=True))
    assert {row["name"] for row in drawn(found) if "ends" in row} == {"all documents", "judged documents only"}
    found = charts.curves(made(1, ("DCG@2", "DCG(gains='0-3')@2"), average=True))
    assert {row["name"] for row in drawn(found) if "ends" in row} >= {"gains = default"}


def test_ticks_are_round_and_rows_of_panels_even():
    for (low, high), found in {
        (0, 1): [0, 0.2, 0.4, 0.6, 0.8, 1],
        (0, 11.8): [0, 2.5, 5, 7.5, 10, 12.5],
        (-0.3, 0.1): [-0.3, -0.2, -0.1, 0, 0.1],
    }.items():
        assert steps(low, high) == found
    assert ticks_of([{"value": 0.0}, {"value": None}]) == [0, 1]
    assert [columns_of(panels, 600) for panels in (1, 2, 3, 4, 5, 6)] == [1, 2, 3, 2, 3, 3]
    assert [columns_of(panels, 320) for panels in (1, 2, 4)] == [1, 1, 2]


def test_a_long_line_keeps_its_ends_and_some_points_between():
    points = sorted({row["point"] for row in drawn(charts.curves(made(1, ("P@1000",), average=True))) if "run" in row})
    assert (points[0], points[-1]) == (1, 1000)
    assert 300 < len(points) <= 402


def long_of_more_than_six_slices_the_largest_are_drawn():
    table = pa.table({"query_id": QUERIES, "group": [[f"g{n}" for n in range(place + 1)] for place in range(7)]})
    chart = charts.curves(made(2, queries=7, slices=table))
    assert titles(chart) == [f"group: g{n} ({7 - n} queries)" for n in range(6)]
    assert "The 6 largest of 7 slices." in subtitle(chart)


PAPER = FIXTURES / "papers" / "moffat_zobel_2008"
SECTION_4_4 = {  # of p: RBP and its residual
    0.0: (1, 0),
    0.2: (0.960256, 0),
    0.4: (0.846207, 0),
    0.6: (0.673523, 0.0015),
    0.8: (0.447011, 0.041898),
}


def points_of(*curves: str, **options):
    """The points of curves of the paper's example, some of whose documents are not judged."""
    query = options.get("average") or options.setdefault("queries", ["B_unjudged"])
    assert query
    return evalsql.curve(str(PAPER / "example.run"), str(PAPER / "qrels.txt"), list(curves), **options)


def long_by_p_the_bounds_are_those_of_the_paper():
    rows = drawn(charts.bands(points_of("RBP_by_p(steps=5)", "RBP_residual_by_p(steps=5)")))
    found = {row["point"]: (row["value"], row["upper"] - row["value"]) for row in rows if "upper" in row}
    assert found.keys() == SECTION_4_4.keys()
    for p, (lower, residual) in SECTION_4_4.items():
        assert found[p] == pytest.approx((lower, residual), abs=5e-5)


def long_by_rank_the_band_narrows_to_what_is_unjudged():
    rows = drawn(charts.bands(points_of("RBP(p=0.5)@20", "RBP_residual(p=0.5)@20")))
    bands = {row["point"]: (row["value"], row["upper"]) for row in rows if "upper" in row}
    assert bands[1] == (0.5, 1)
    assert bands[6] == pytest.approx((0.765625, 0.78125))
    widths = [upper - lower for _, (lower, upper) in sorted(bands.items())]
    assert widths == sorted(widths, reverse=True)


def long_a_legend_has_the_strokes_of_lines_and_not_those_of_bands():
    runs = {f"{word}: a name that is too long for the end of a line": {"q1": {"d1": 2, "d2": 1}} for word in "ab"}
    found = evalsql.curve(runs, {"q1": {"d1": 1}}, ["RBP(p=0.5)@5", "RBP_residual(p=0.5)@5"], average=True)
    svg = ElementTree.fromstring(svg_of(charts.bands(found, width=84).to_dict()))
    symbols = [path for each in svg.iter() if "role-legend-symbol" in each.get("class", "") for path in each]
    assert [(path.get("opacity"), path.get("stroke-width")) for path in symbols] == [("1", "1.6")] * 2


@pytest.mark.filterwarnings("ignore::evalsql.InputWarning")
def long_the_title_of_a_narrow_panel_is_in_lines():
    many = evalsql.curve(
        str(FIXTURES / "track" / "runs.parquet"),
        str(FIXTURES / "track" / "qrels.parquet"),
        ["RBP_by_p(steps=3)", "RBP_residual_by_p(steps=3)"],
        average=True,
    )
    found = [panel["encoding"]["x"]["title"] for panel in panels(charts.bands(many, width=84))]
    assert found == [["p, how likely the", "user goes on to the", "next document"]] * 6


def long_of_many_runs_the_named_and_the_best_have_a_panel_each():
    runs = {f"r{place}": {"q": {f"d{other}": float(-abs(other - place)) for other in range(8)}} for place in range(8)}
    found = evalsql.curve(runs, {"q": {"d0": 1}}, ["RBP@5", "RBP_residual@5"], average=True)
    chart = charts.bands(found, named=["r7"])
    assert titles(chart) == ["r0", "r1", "r2", "r3", "r4", "r7"]
    assert "6 of 8 runs." in subtitle(chart)


RUNS = {
    "early": {"q1": {"d1": 3, "x1": 2, "x2": 1}},
    "late": {"q1": {"x1": 3, "d2": 2, "d1": 1}},
}

QRELS = {"q1": {"d1": 1, "d2": 1}}


def swept() -> duckdb.DuckDBPyRelation:
    return evalsql.sweep(RUNS, QRELS, "RBP", "p=0.2,0.9")


def long_lines_hold_means_and_places_by_value():
    rows = [row for row in drawn(charts.sweep(swept(), "p", show="scores")) if "line" in row]
    assert {(row["line"], row["amount"]): row["y"] for row in rows} == pytest.approx(
        {("early", 0.2): 0.8, ("late", 0.2): 0.8 * 0.24, ("early", 0.9): 0.1, ("late", 0.9): 0.1 * (0.9 + 0.81)}
    )
    rows = [row for row in drawn(charts.sweep(swept(), "p")) if "line" in row]
    places = {(row["line"], row["amount"]): -row["y"] for row in rows}
    assert places == {("early", 0.2): 1, ("late", 0.2): 2, ("early", 0.9): 2, ("late", 0.9): 1}


def long_values_stand_in_the_order_given_and_close_ones_in_full():
    found = evalsql.sweep(RUNS, QRELS, "nDCG@10", "gains=exp,0-1")
    spec = spec_of(charts.sweep(found, "gains"))
    assert spec["encoding"]["x"]["sort"] == ["exp", "0-1"]
    assert spec["title"]["text"] == ["Places of runs by nDCG@10 over gains"]
    found = evalsql.sweep(RUNS, QRELS, "RBP", "p=0.5,0.9,0.95")
    assert {"0.5", "0.9", "0.95"} <= set(
        re.findall(r">([\d.]+)</text>", svg_of(charts.sweep(found, "p").to_dict()).decode())
    )


def long_the_names_of_a_legend_are_not_cut_off():
    runs = {f"{place:02} of the runs with long names{' and more words' * 3}": RUNS["early"] for place in range(12)}
    spec = json.dumps(spec_of(charts.sweep(evalsql.sweep(runs, QRELS, "RBP", "p=0.2,0.9"), "p", width=84)))
    assert set(re.findall(r'"columns": (\d+)', spec)) == {"1"}  # two have no room


PLACES = st.lists(st.floats(-5, 15, allow_subnormal=False), min_size=1, max_size=8)


def test_names_move_apart_and_stay_inside():
    for places, found in (
        ([1, 5, 9], [1, 5, 9]),
        ([5, 5, 5], [6, 5, 4]),  # of equal ones the first is on top
        ([4.9, 5, 9], [4.45, 5.45, 9]),
        ([0, 0.2, 3], [0, 1, 3]),
        ([9.8, 10], [9, 10]),
    ):
        assert spread(places, 1, 0, 10) == pytest.approx(found)
    assert spread([1, 2, 3], 1, 0, 1.9) is None


@given(PLACES)
def test_names_are_apart_in_the_order_of_their_lines(places):
    found = spread(places, 1, 0, 10)
    assert found is not None
    assert all(-1e-9 <= place <= 10 + 1e-9 for place in found)
    lines = sorted(zip(places, found, strict=True), key=lambda pair: pair[1])
    assert all(above[1] - below[1] >= 1 - 1e-9 for below, above in pairwise(lines))
    assert [place for place, _ in lines] == sorted(places)


def test_names_are_drawn_beside_their_ends_where_they_fit():
    ends = [End("good", 0.5, "#000"), End("poor", 0.5, "#111")]
    rows = labelled(ends, (0, 1), 120)["data"]["values"]
    found = {(row["name"], row["ends"], round(row["at"], 6)) for row in rows}
    assert found == {("good", 0.5, 0.55), ("poor", 0.5, 0.45)}
    assert fit([End("bm25", 1, "#000")], 300, 200)
    assert not fit([End("b" * 32, 1, "#000")], 300, 200)
    assert not fit([End("b", 1, "#000")] * 20, 300, 200)
