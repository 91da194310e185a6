"""The chart of RBP and its residual: the bounds of the paper's example."""

import evalsql
from evalsql import charts


def test_of_many_runs_the_named_and_the_best_have_a_panel_each():
    runs = {f"r{place}": {"q": {f"d{other}": float(-abs(other - place)) for other in range(8)}} for place in range(8)}
    found = evalsql.curve(runs, {"q": {"d0": 1}}, ["RBP@5", "RBP_residual@5"], average=True)
    chart = charts.bands(found, named=["r7"])
    heads = [" ".join(each["title"]["text"]) for each in chart.to_dict()["concat"]]
    assert heads == ["r0", "r1", "r2", "r3", "r4", "r7"]
    assert "6 of 8 runs." in " ".join(chart.to_dict()["title"]["subtitle"])
