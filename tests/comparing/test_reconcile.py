"""A number and the decisions that give it: each value is that of an evaluation with the decision."""

import re
from pathlib import Path

import pytest
from command import TINY
from in_process import output, refusal

import evalsql

RUN, _, _, QRELS = TINY
RANKINGS = {
    "1": {"a": 3.0, "b": 2.0, "c": 2.0, "d": 1.00000001, "e": 1.0},
    "2": {"a": 1.0, "x": 0.5},
    "9": {"a": 1.0},
}
JUDGED = {"1": {"c": 2, "d": 1, "e": 3, "z": 1, "b": 0}, "2": {"x": 1}, "3": {"y": 1}, "4": {"y": 0}}
pytestmark = pytest.mark.filterwarnings("ignore")


def test_what_gives_no_number_is_left_out_and_a_default_without_one_said(tmp_path: Path) -> None:
    rows = evalsql.reconcile("1.75", {"q": {"x": 2.0, "a": 1.0}}, {"q": {"a": 1}, "p": {"x": 0}}, "RankPower@1")
    (default, *others) = rows.fetchall()
    assert default == ("default", "", 0, None, None, False, None)
    assert ("cutoff", "5", 1, 2, 0.25, False, None) in others
    assert all(value is not None for _, _, _, value, *_ in others)
    rows = evalsql.reconcile("0.5", {"q": {"x": 2.0}}, {"q": {"x": 0}}, "AP").fetchall()
    assert "those with a relevant document" not in {row[1] for row in rows}  # there is none
    (tmp_path / "r.run").write_text("q Q0 x 1 2 r\nq Q0 a 2 1 r\n")
    (tmp_path / "q.txt").write_text("q 0 a 1\nq 0 b 1\n")
    said = output("reconcile", "2", tmp_path / "r.run", "--qrels", tmp_path / "q.txt", "-m", "RankPower@1")
    assert said.splitlines()[:3] == ["RankPower@1 over 1 judged query has no value by default.", "", "What gives 2:"]
    assert "move" not in said


@pytest.mark.parametrize(
    ("number", "measure", "said"),
    [
        ("1e3", "AP", "AP cannot be 1e3: it is from 0 to 1, or 0% to 100%"),
        ("100.1%", "nDCG@10", "nDCG@10 cannot be 100.1%: it is from 0 to 1, or 0% to 100%"),
        ("-0.2", "RBP", "RBP cannot be -0.2: it is from 0 to 1, or 0% to 100%"),
        ("-3", "ESL", "ESL cannot be -3: it is from 0 to inf"),
    ],
)
def test_a_number_that_the_measure_cannot_be_is_refused(number: str, measure: str, said: str) -> None:
    with pytest.raises(evalsql.InputError, match=f"^{re.escape(said)}$"):
        evalsql.reconcile(number, {"run": RANKINGS}, JUDGED, measure)


def test_what_is_no_number_and_no_run_is_refused() -> None:
    asked = ("--qrels", QRELS, "-m", "AP")
    assert refusal("reconcile", "high", RUN, *asked) == "high is no number; write one such as 0.3412 or 34.12%"
    assert refusal("reconcile", "nan", RUN, *asked).startswith("nan is no number")
    said = "there are 2 runs where one was expected; name one file"
    assert refusal("reconcile", "0.5", RUN, TINY[1], *asked) == said
    assert refusal("reconcile", "0.5", RUN, *asked, "--query", "q99") == "query q99 is not judged"


def test_what_cannot_be_read_is_named_as_it_was_given(tmp_path: Path) -> None:
    (tmp_path / "empty.run").write_text("")
    (tmp_path / "other.run").write_text("q1 Q0 d1 1 nan r\n")
    (tmp_path / "one.run").write_text("q1 Q0 d1 1 1.0 r\n")
    asked = ("--qrels", QRELS, "-m", "AP")
    for name, said in {
        "empty.run": "empty.run: holds no rows, where a run was expected",
        "other.run": "other.run, line 1: score is not a number (nan); a finite number was expected",
    }.items():
        assert refusal("reconcile", "0.5", str(tmp_path / name), *asked).endswith(said)
    said = refusal("reconcile", "0.5", str(tmp_path / "one.run"), *asked, "--query", "q2")
    assert said == "the run has no results for query q2"
