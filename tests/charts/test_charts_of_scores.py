"""Charts of runs: leaderboard, distributions, difficulty of queries, slices, suites, history."""

import numpy as np
import pyarrow as pa
import pytest
from pictures import drawn, scores_of, spec_of, subtitle
from scipy.stats import t

import evalsql
from evalsql import charts
from evalsql.charts.data import over_collections
from evalsql.charts.save import svg_of
from evalsql.charts.theme import COLORS, DASHES, dashed
from evalsql.errors import InputError

pytestmark = pytest.mark.usefixtures("every_column")
SCORES = scores_of({"good": [0.9, 0.7, 0.8], "poor": [0.1, 0.3, 0.8]})


def test_means_and_intervals_are_those_of_student():
    rows = drawn(charts.leaderboard(SCORES))
    assert [row["run"] for row in rows] == ["good", "poor"]
    assert [row["mean"] for row in rows] == pytest.approx([0.8, 0.4])
    low, high = t.interval(0.95, 2, loc=0.4, scale=(0.13 / 3) ** 0.5)
    assert low < 0
    assert high > 1
    assert (rows[1]["lower"], rows[1]["upper"]) == (0, 1)
    other = pa.array(["latency"] * SCORES.num_rows)  # whose range is not known
    rows = drawn(charts.leaderboard(SCORES.set_column(SCORES.column_names.index("metric"), "metric", other)))
    assert (rows[1]["lower"], rows[1]["upper"]) == pytest.approx((low, high), abs=1e-12)


def test_intervals_that_are_given_are_drawn_within_the_range():
    given = {"run": ["poor", "good"], "lower": [-0.5, 0.75], "upper": [0.5, 1.5]}
    given["metric"] = [SCORES["metric"][0].as_py()] * 2
    picture = charts.leaderboard(SCORES, intervals=pa.table(given), method="Wilson")
    assert [(row["lower"], row["upper"]) for row in drawn(picture)] == [(0.75, 1), (0, 0.5)]
    assert "(Wilson)" in svg_of(picture.to_dict()).decode()
    with pytest.raises(InputError, match=r"as evalsql\.mean_intervals gives it, was expected; this one lacks upper"):
        charts.leaderboard(SCORES, intervals=pa.table(given).drop_columns("upper"))


def test_colors_are_those_of_the_named_runs_in_their_order_and_lines_of_one_color_have_other_dashes():
    many = scores_of({f"r{place:02}": [1 - place / 20] for place in range(13)})
    colors = {row["run"]: row["color"] for row in drawn(charts.leaderboard(many, named=["r07"]))}
    gray = colors.pop("r03")
    assert {run for run, color in colors.items() if color != gray} == {"r00", "r07"}
    assert colors["r07"] == COLORS[0]
    rows = drawn(charts.leaderboard(SCORES, named=["poor", "good"]))
    assert [(row["run"], row["color"]) for row in rows] == [("good", COLORS[1]), ("poor", COLORS[0])]
    assert dashed(["red", "blue", "red", "green", "red"]) == [DASHES[each] for each in (0, 0, 1, 0, 2 % len(DASHES))]


def test_the_axis_of_means_that_are_all_alike_says_what_they_are():
    svg = svg_of(charts.leaderboard(scores_of({"a": [0.3, 0.3], "b": [0.3, 0.3]})).to_dict()).decode()
    assert ">0.300<" in svg
    assert ">0<" not in svg


@pytest.mark.parametrize("chart", [charts.leaderboard, charts.distributions])
def test_there_is_no_chart_of_no_value(chart):
    scores = scores_of({"a": [0.3]})
    none = scores.set_column(3, "value", pa.array([None], pa.float64()))
    with pytest.raises(InputError, match="nothing to draw: no run has a value"):
        chart(none)


VALUES = {"good": [0.9, 0.35, 0.8, 0.6, 0.55], "poor": [0.1, 0.3, 0.8, 0.0, 0.2]}


def test_the_boxes_are_of_quartiles():
    boxes = {row["run"]: row for row in drawn(charts.distributions(scores_of(VALUES))) if "median" in row}
    assert list(boxes) == ["good", "poor"]
    for run, values in VALUES.items():
        names = ("lowest", "lower_quartile", "median", "upper_quartile", "highest")
        assert [boxes[run][name] for name in names] == pytest.approx(np.quantile(values, [0, 0.25, 0.5, 0.75, 1]))
        assert boxes[run]["mean"] == pytest.approx(np.mean(values))


def long_each_query_is_a_point_unless_there_are_too_many():
    def points(chart):
        spec = spec_of(chart)
        circles = [
            layer.get("data", spec["data"])["name"]
            for layer in spec["layer"]
            if layer.get("mark", {}).get("type") == "circle"
        ]
        return [row["value"] for name in circles for row in spec["datasets"][name]]

    assert sorted(points(charts.distributions(scores_of(VALUES)))) == sorted(VALUES["good"] + VALUES["poor"])
    many = charts.distributions(scores_of({"good": [place / 3001 for place in range(3001)]}))
    assert points(many) == []
    assert len(drawn(many)) < 9


def test_queries_are_drawn_from_the_hardest():
    scores = scores_of({"a": [0.9, 0.1, 0.5], "b": [0.7, 0.3, 0.5]})
    rows = drawn(charts.difficulty(evalsql.analyse_queries(scores)))
    found = [(row["query_id"], round(row["mean"], 9), row["lowest"], row["highest"]) for row in rows]
    assert found == [("q1", 0.2, 0.1, 0.3), ("q2", 0.5, 0.5, 0.5), ("q0", 0.8, 0.7, 0.9)]


def long_of_thousands_of_queries_no_more_are_drawn_than_there_are_pixels():
    scores = scores_of({"a": [place / 7000 for place in range(7000)], "b": [0.5] * 7000})
    chart = charts.difficulty(evalsql.analyse_queries(scores), width=84)
    rows = drawn(chart)
    assert [row["place"] for row in rows] == list(range(1, 7001, 23))
    assert subtitle(chart).endswith("one in 23 queries is drawn")
    assert svg_of(chart.to_dict()).startswith(b"<svg")  # Vega fails at some thousand names in order


SLICED = scores_of({"base": [0.5, 0.6, 0.1, 0.2], "new": [0.9, 0.8, 0.1, 0.1]})
KINDS = pa.table({"query_id": ["q0", "q1", "q2", "q3"], "kind": ["easy", "easy", "hard", "hard"]})
QUERIES = ("q0", "q1", "q2", "q3")
FOUND = {"one": {"q0": {"d": 1}, "q1": {"d": 1}, "q2": {"d": 1}}, "two": {"q0": {"x": 1}}}
JUDGED = {query: {"d": 1} for query in QUERIES}


@pytest.mark.filterwarnings("ignore::evalsql.InputWarning")
def long_cells_hold_the_means_of_each_slice():
    found = evalsql.evaluate(FOUND, JUDGED, "P@1", slices=KINDS)
    rows = drawn(charts.slices(found))
    cells = [(row["line"], row["column"], row["value"]) for row in rows]
    assert cells == [
        (run, f"{kind} (2)", value)
        for run, of in (("one", (1, 0.5)), ("two", (0, 0)))
        for kind, value in zip(("easy", "hard"), of, strict=True)
    ]


def long_cells_hold_differences_and_marks_of_the_comparisons():
    found = evalsql.compare(SLICED, baseline="base", slices=KINDS)
    kept = found.project("coalesce(slice, 'all'), difference, significant").fetchall()
    rows = drawn(charts.slice_differences(found, "base"))
    assert {row["column"]: (row["value"], row["mark"]) for row in rows} == {
        f"{slice} ({4 if slice == 'all' else 2})": (difference, "*" if significant else "")
        for slice, difference, significant in kept
    }
    turned = drawn(charts.slice_differences(found, "new"))
    assert [row["value"] for row in turned] == [-row["value"] for row in rows]
    with pytest.raises(evalsql.InputError, match="no run was compared with other"):
        charts.slice_differences(found, "other")


QRELS = {"q1": {"d1": 1}, "q2": {"d1": 1}}
GOOD = {"q1": {"d1": 2, "x": 1}, "q2": {"d1": 2, "x": 1}}
POOR = {"q1": {"d1": 1, "x": 2}, "q2": {"d1": 2, "x": 1}}
NONE = {"q1": {"x": 1}, "q2": {"x": 1}}


def suite():
    return evalsql.suite(
        {
            "one": {"runs": {"good": GOOD, "poor": POOR, "none": NONE}, "qrels": QRELS},
            "two": {"runs": {"good": POOR, "poor": GOOD}, "qrels": QRELS},
            "three": {"runs": {"good": GOOD, "poor": NONE}, "qrels": QRELS},
        },
        "AP",
        resamples=20,
    )


@pytest.mark.filterwarnings("ignore::evalsql.InputWarning")
def long_panels_hold_mean_ranks_and_means_of_runs_that_have_all_collections():
    found = suite()
    rows = [row for row in drawn(charts.suite(found)) if "run" in row]
    assert {(row["panel"], row["run"]): row["value"] for row in rows} == pytest.approx(
        {
            ("rank", "good"): 4 / 3,
            ("rank", "poor"): 5 / 3,
            ("mean", "good"): (1 + 0.75 + 1) / 3,
            ("mean", "poor"): (0.75 + 1 + 0) / 3,
        }
    )
    (difference,) = (row[0] for row in found["tests"].project("critical_difference").fetchall())
    assert rows[0]["like_best"] == pytest.approx(4 / 3 + difference)
    with pytest.raises(evalsql.InputError, match="nothing of nDCG to draw; there is of AP"):
        charts.suite(found, "nDCG")


@pytest.mark.parametrize("measures", [("ASL", "ASL"), ("ASL", "ASL(rel=2)")])
def long_mean_ranks_of_the_diagram_are_those_of_the_board(measures: tuple[str, str]) -> None:
    qrels = {query: {"d1": 2} for query in ("q1", "q2")}
    runs = {"good": GOOD, "poor": POOR, "both": {"q1": GOOD["q1"], "q2": {"x": 2, "d1": 1}}}
    given = {
        name: {"runs": runs, "qrels": qrels, "measures": [each]} for name, each in zip("ab", measures, strict=True)
    }
    tables = {name: each.to_arrow_table() for name, each in evalsql.suite(given, resamples=5).items()}
    board = tables["leaderboard"].to_pylist()
    means, alpha = over_collections(tables, board[0]["metric"])
    rows = drawn(charts.critical_difference(means, alpha=alpha, over="collection"))
    ranks = {row["run"]: row["mean_rank"] for row in rows if "run" in row and row.get("mean_rank") is not None}
    assert alpha == pytest.approx(0.05)
    assert ranks == {row["run"]: row["mean_rank"] for row in board}
    assert len(set(ranks.values())) > 1


TIME = "2026-01-01 00:00:00"


def history_of(*values: tuple[int, str | None, str, float]) -> pa.Table:
    names = ("evaluation", "evaluated_at", "label", "git_commit", "metric", "run", "value")
    rows = [(number, TIME, label, "0123456789", "AP", run, value) for number, label, run, value in values]
    return pa.Table.from_pylist([dict(zip(names, row, strict=True)) for row in rows])


FALL = {"metric": "AP", "evaluation": 2, "run": "a", "against": "before and best", "regression": True}
WORSE = pa.Table.from_pylist([FALL, FALL | {"run": "b", "regression": False}])


def test_each_run_has_a_line_and_a_cross_where_it_is_worse():
    log = history_of((2, "new", "a", 0.3), (2, "new", "b", 0.5), (1, "old", "a", 0.6), (1, "old", "b", 0.4))
    rows = [row for row in drawn(charts.history({"log": log, "regressions": WORSE}, by_run=True)) if "line" in row]
    points = [(row["line"], row["x"], row["y"]) for row in rows if row["fall"] is None]
    assert points == [("a", "old", 0.6), ("b", "old", 0.4), ("b", "new", 0.5)]
    assert {(row["line"], row["x"], row["fall"], row["against"]) for row in rows if row["fall"] is not None} == {
        ("a", "new", 0.3, "before and best")
    }


def test_evaluations_without_labels_have_their_numbers():
    log = history_of((2, None, "a", 0.3), (1, "old", "a", 0.6))
    rows = [row for row in drawn(charts.history({"log": log, "regressions": WORSE.slice(0, 0)})) if "line" in row]
    assert [(row["line"], row["x"]) for row in rows] == [("the best run", "1 old"), ("the best run", "2")]
    with pytest.raises(evalsql.InputError, match="with regressions among them"):
        charts.history({"log": log})
