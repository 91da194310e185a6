"""The direction of a metric that evalsql does not know, named once for scores that others made."""

import re
from typing import Any

import duckdb
import pytest
from built import macros_of
from in_process import invoke, refusal
from scipy.stats import ttest_rel
from written import put

import evalsql
from evalsql import InputError

LATENCY = {"new": [1.5, 1.2, 1.1, 1.4], "old": [2.5, 2.2, 2.6, 2.4]}
FOUND = {"new": [0.8, 0.9, 0.7, 0.95], "old": [0.7, 0.8, 0.7, 0.9]}


@pytest.fixture
def scores(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [f"{run},{n},{FOUND[run][n]},{LATENCY[run][n]}\n" for run in LATENCY for n in range(4)]
    put(tmp_path / "both.csv", "run,id,found,latency\n" + "".join(rows))
    for run in LATENCY:
        put(tmp_path / f"{run}.csv", "id,found,latency\n" + "".join(r.partition(",")[2] for r in rows if run in r))
    return tmp_path


def column(relation: Any, *names: str) -> dict:
    return {row[0]: row[1:] for row in relation.project(", ".join(("metric", *names))).fetchall()}


def test_a_fall_is_a_gain_to_a_comparison(scores):
    assert column(evalsql.compare("both.csv"), "run", "better")["latency"] == ("old", "higher")
    assert column(evalsql.compare("both.csv", lower="latency"), "run", "better") == {
        "found": ("new", "higher"),
        "latency": ("new", "lower"),
    }
    line = ("compare", "both.csv", "--lower", "latency")
    assert "new beats old on latency by 1.125" in invoke(*line).stdout
    paper = invoke(*line, "--format", "markdown").stdout
    assert "| new | **0.8375**<sup>a</sup> | **1.3000**<sup>a</sup> |" in paper
    assert invoke("compare", "both.csv", "--lower", "found,latency").stdout.startswith("found: runs compared with new")


def test_a_fall_is_a_gain_to_a_gate(scores):
    with pytest.warns(evalsql.InputWarning, match="--lower NAME makes a fall one"):
        assert column(evalsql.gate("new.csv", "old.csv", margin=0.1), "verdict")["latency"] == ("fail",)
    found = column(evalsql.gate("new.csv", "old.csv", margin=0.1, lower=["latency"]), "verdict", "better", "p_value")
    assert found["latency"][:2] == ("pass", "lower")
    losses = [new - old - 0.1 for new, old in zip(LATENCY["new"], LATENCY["old"], strict=True)]
    assert found["latency"][2] == pytest.approx(ttest_rel(losses, [0] * 4, alternative="less").pvalue)
    assert found["found"][1] == "higher"
    back = column(evalsql.gate("old.csv", "new.csv", margin=0.1, lower=["latency"]), "verdict")
    assert back["latency"] == ("fail",)


@macros_of("comparisons")
def test_a_database_keeps_the_direction(scores):
    assert invoke("build", "kept.duckdb", "old.csv", "--lower", "latency").exit_code == 0
    assert invoke("build", "kept.duckdb", "new.csv", "--add").exit_code == 0
    with duckdb.connect("kept.duckdb", read_only=True) as connection:
        kept = connection.execute("select metric, direction from measures order by metric").fetchall()
        best = connection.execute("select run from leaderboard where metric = 'latency' limit 1").fetchall()
        compared = connection.execute("select run, better from comparisons() order by metric").fetchall()
        connection.execute("create temp table said as select *, 'lower' as direction from scores")
        said = connection.execute("select run, better from comparisons('said') order by metric").fetchall()
        connection.execute("update said set direction = 'higher' where query_id = '0'")
        with pytest.raises(duckdb.Error, match=r"direction of [a-z]+ is higher and lower; one was expected"):
            connection.execute("from comparisons('said')")
    assert kept == [("found", "higher"), ("latency", "lower")]
    assert best == [("new",)]
    assert compared == [("new", "higher"), ("new", "lower")]
    assert said == [("old", "lower"), ("new", "lower")]
    assert invoke("build", "turned.duckdb", "new.csv", "--lower", "latency").exit_code == 0
    assert invoke("build", "turned.duckdb", "old.csv", "--add").exit_code == 0
    fell = {name: column(evalsql.log(f"{name}.duckdb")["regressions"], "regression") for name in ("kept", "turned")}
    assert {name: each["latency"] for name, each in fell.items()} == {"kept": (False,), "turned": (True,)}


@pytest.mark.parametrize("command", ["queries", "correlate", "discriminate", "categories"])
def test_every_command_that_reads_scores_takes_it(scores, command):
    assert "unknown measure latence; measures: found, latency" in refusal(command, "both.csv", "--lower", "latence")


def test_a_page_says_which_run_is_better(scores):
    for more, said in (([], "old beats new"), (["--lower", "latency"], "new beats old")):
        assert invoke("report", "both.csv", "-o", "page.html", *more).exit_code == 0
        text = " ".join(re.sub("<[^>]+>", " ", (scores / "page.html").read_text()).split())
        assert f"{said} on latency by 1.1250" in text


def test_it_is_of_scores_alone(scores):
    put(scores / "a.run", "1 Q0 d 1 1 x\n")
    put(scores / "q.txt", "1 0 d 1\n")
    for line in (("compare", "a.run"), ("report", "a.run", "-o", "x.html"), ("gate", "a.run", "--baseline", "a.run")):
        said = refusal(*line, "--qrels", "q.txt", "--lower", "AP", *(["--margin", "0.1"] if line[0] == "gate" else []))
        assert said == "lower is for scores that others made; evalsql knows which values of its own measures are better"
    assert "No such option: --lower" in invoke("evaluate", "a.run", "--qrels", "q.txt", "--lower", "AP").stderr
    with pytest.raises(InputError, match="lower: unknown measure a b; measures: found, latency"):
        evalsql.compare("both.csv", lower="a b")
