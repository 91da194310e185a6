"""The chart of a suite: mean ranks and means over collections, with their intervals."""

import pytest
from pictures import drawn

import evalsql
from evalsql import charts
from evalsql.charts.suite import over_collections

GOOD = {"q1": {"d1": 2, "x": 1}, "q2": {"d1": 2, "x": 1}}
POOR = {"q1": {"d1": 1, "x": 2}, "q2": {"d1": 2, "x": 1}}


@pytest.mark.parametrize("measures", [("ASL", "ASL"), ("ASL", "ASL(rel=2)")])
def test_mean_ranks_of_the_diagram_are_those_of_the_board(measures: tuple[str, str]) -> None:
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
