"""The chart of a suite: mean ranks and means over collections, with their intervals."""

import pytest
from pictures import drawn

import evalsql
from evalsql import charts

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
def test_panels_hold_mean_ranks_and_means_of_runs_that_have_all_collections():
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
