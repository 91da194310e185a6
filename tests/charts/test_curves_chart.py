"""The charts of curves: the papers' own numbers are drawn, in panels that can be read."""

import pyarrow as pa
import pytest
from pictures import drawn
from places import FIXTURES

import evalsql
from evalsql import charts
from evalsql.charts.files import svg_of
from evalsql.charts.line_panels import Panel, columns_of, steps, ticks_of
from evalsql.errors import InputError

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


def panels(chart) -> list[dict]:
    """The specification of each panel."""
    spec = chart.to_dict()
    return spec.get("concat", [spec])


def titles(chart) -> list[str]:
    """What stands above each panel."""
    return [" ".join(each["title"]["text"]) for each in panels(chart)]


def test_gain_and_the_ideal_of_the_paper_are_drawn():
    chart = charts.curves(paper("jarvelin_kekalainen_2002", ["CG@11"], queries=["A"]))
    rows = drawn(chart)
    assert [row["value"] for row in rows if row.get("run")] == [3, 5, 8, 8, 8, 9, 11, 13, 16, 16, 16]
    assert [row["value"] for row in rows if row["name"] == "ideal" and "point" in row] == [
        *(3, 6, 9, 11, 13, 15, 16, 17, 18, 19, 19)
    ]
    assert {row["name"]: row["ends"] for row in rows if "ends" in row} == {"ideal": 19, "example": 16}
    assert "Query A. Dotted: the ideal." in " ".join(chart.to_dict()["title"]["subtitle"])


def test_several_alphas_of_one_run_share_a_panel_and_are_named_by_alpha():
    curves = [f"alpha_nDCG(alpha={alpha})@5" for alpha in (0, 0.5, 1)]
    rows = drawn(charts.curves(paper("clarke_2008", curves, subtopics="yes")))
    last = {row["name"]: round(row["value"], 4) for row in rows if row.get("point") == 5}
    assert last == {"alpha = 0": 0.8527, "alpha = 0.5": 0.7707, "alpha = 1": 0.7373}


def test_interpolated_precision_has_eleven_points_from_0_to_1():
    chart = charts.curves(paper("moffat_zobel_2008", ["IPrec"], average=True))
    assert {row["point"] for row in drawn(chart) if "point" in row} == {number / 10 for number in range(11)}
    layers = panels(chart)[0]["layer"]
    assert layers[0]["encoding"]["x"]["scale"]["domain"] == [0, 1]
    assert "point" in {layer["mark"]["type"] for layer in layers if "mark" in layer}


def test_a_panel_for_each_curve_and_each_query():
    chart = charts.curves(paper("jarvelin_kekalainen_2002", ["CG@5", "nCG@5"]))
    assert titles(chart) == ["query A, CG@5", "query A, nCG@5", "query E, CG@5", "query E, nCG@5"]


def test_of_many_runs_the_best_the_baseline_and_those_that_are_named_are_told_apart():
    chart = charts.curves(made(13, average=True), baseline="r04", named=["r07"])
    assert {row["name"] for row in drawn(chart) if "ends" in row} == {"ideal", "r00", "r04", "r07"}
    assert "Thick: r04. Grey: the other 10 runs." in " ".join(chart.to_dict()["title"]["subtitle"])


def test_the_best_run_is_the_one_that_ends_highest():
    rows = drawn(charts.curves(made(3, average=True)))
    assert {row["run"]: row["place"] for row in rows if "place" in row} == {"r00": 1, "r01": 2, "r02": 3}


def test_names_are_texts_of_the_picture_and_no_markup():
    names = ["<script>alert(1)</script>", 'a "quoted" name', "שלום", "🚀", "x" * 60]
    given = {name: {"q": {f"d{place}": 1.0}} for place, name in enumerate(names)}
    judged = {f"d{place}": 1 for place, _ in enumerate(names)}
    svg = svg_of(charts.curves(evalsql.curve(given, {"q": judged}, "CG@3", average=True))).decode()
    assert "<script" not in svg
    assert "&lt;script&gt;alert(1)" in svg
    assert all(name in svg for name in ("שלום", "🚀", "x…x"))


@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        (lambda: made(queries=7), "room for the curves of 6 queries, and there are 7; --average"),
        (
            lambda: made(curves=("CG", "DCG", "nCG", "nDCG", "P"), average=True),
            "4 curves side by side, and there are 5",
        ),
        (lambda: evalsql.evaluate({"a": {"q": {"d": 1.0}}}, {"q": {"d": 1}}, "AP"), "this one lacks ideal"),
        (lambda: pa.table({"run": ["a"], "metric": ["P"], "value": [1.0], "ideal": [1.0]}), "lacks rank, recall or p"),
        (lambda: 7, "as evalsql.curve gives it, was expected, not"),
    ],
)
def test_what_cannot_be_drawn_is_refused(points, sentence):
    with pytest.raises(InputError, match=sentence):
        charts.curves(points())


def test_a_run_that_is_not_there_cannot_be_told_apart():
    with pytest.raises(InputError, match="unknown run bm52; runs: r00, r01"):
        charts.curves(made(average=True), named=["bm52"])


def test_the_same_curve_of_judged_documents_alone_is_told_apart():
    found = charts.curves(made(1, ("P@2", "P(judged_only=True)@2"), average=True))
    assert {row["name"] for row in drawn(found) if "ends" in row} == {"all documents", "judged documents only"}


@pytest.mark.parametrize(
    ("low", "high", "found"),
    [
        (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (0, 11.8, [0, 2.5, 5, 7.5, 10, 12.5]),
        (-0.3, 0.1, [-0.3, -0.2, -0.1, 0, 0.1]),
    ],
)
def test_ticks_are_round_and_reach_both_ends(low, high, found):
    assert steps(low, high) == found


def test_values_that_are_all_0_have_an_axis():
    assert ticks_of([Panel("", "P", [{"value": 0.0}, {"value": None}])]) == [0, 1]


def test_rows_of_panels_are_even():
    assert [columns_of(panels, 600) for panels in (1, 2, 3, 4, 5, 6)] == [1, 2, 3, 2, 3, 3]
    assert [columns_of(panels, 320) for panels in (1, 2, 4)] == [1, 1, 2]
