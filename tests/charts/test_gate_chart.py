"""The chart of a gate: what is held against which bound."""

import pytest
from pictures import drawn, scores_of

import evalsql
from evalsql import charts

OLD = scores_of({"old": [0.5, 0.6, 0.7, 0.8]})
NEW = scores_of({"new": [0.4, 0.65, 0.7, 0.9]})


def test_rules_hold_values_against_their_bounds():
    found = evalsql.gate(NEW, OLD, margin=0.02, unchanged=True, at_least=0.6, worst_loss=0.05, losing=0.5)
    rows = {row["rule"]: row for row in drawn(charts.gate(found)) if "rule" in row}
    kept = {row[0]: row[1:] for row in found.project("rule, difference, lower, upper, verdict").fetchall()}
    of = rows["unchanged"]
    assert (of["held"], of["lower"], of["upper"], of["verdict"]) == kept["unchanged"]
    assert (of["limit_one"], of["limit_two"]) == (-0.02, 0.02)
    assert (rows["at_least"]["held"], rows["at_least"]["limit_one"]) == pytest.approx((0.6625, 0.6))
    assert (rows["worst_loss"]["held"], rows["worst_loss"]["limit_one"]) == pytest.approx((0.1, 0.05))
    assert rows["losing"]["held"] == 0.25
    assert rows["worst_loss"]["verdict"] == "fail"


def test_a_geometric_mean_is_held_in_percent_and_a_loss_of_a_lower_measure_is_a_rise():
    scores = [scores_of({name: values}, "gm_map") for name, values in (("new", [0.2, 0.4]), ("old", [0.4, 0.8]))]
    found = evalsql.gate(*scores, margin="10%")
    (row,) = (row for row in drawn(charts.gate(found)) if "rule" in row)
    assert (row["panel"], row["held"], row["limit_one"]) == ("percent", pytest.approx(-50), pytest.approx(-10))
