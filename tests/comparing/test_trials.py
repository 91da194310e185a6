"""Scores over trials are means, pass@k and pass^k by enumeration; components of variance are those of least squares."""

import json
from itertools import combinations, product
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
from command import TRACK
from in_process import output
from scipy import stats
from statsmodels.formula.api import ols

import evalsql
from evalsql.catalog.folder import names
from evalsql.catalog.sqlfiles import body_of, read_file
from evalsql.comparing.score_source import read_scores
from evalsql.comparing.trials import components

pytestmark = pytest.mark.filterwarnings("ignore:The design matrix is rank-deficient")
PATTERN = r"(.*)@(\d+)"
RUNS, TRIALS, QUERIES = 3, 4, 20
CHANCE = np.random.default_rng(2)
VALUES = (  # of each run, trial and query: of runs, queries, both, trials, and the rest
    CHANCE.normal(size=(RUNS, 1, 1)) * 0.3
    + CHANCE.normal(size=(1, 1, QUERIES))
    + CHANCE.normal(size=(RUNS, 1, QUERIES)) * 0.4
    + CHANCE.normal(size=(RUNS, TRIALS, 1)) * 0.2
    + CHANCE.normal(size=(RUNS, TRIALS, QUERIES)) * 0.3
)


def frame(values: np.ndarray, metric: str = "M") -> pd.DataFrame:
    rows = [(f"r{run}@{t}", f"q{query:02}", metric, each) for (run, t, query), each in np.ndenumerate(values)]
    return pd.DataFrame(rows, columns=["run", "query_id", "metric", "value"])


def shares(values: np.ndarray) -> dict[str, Any]:
    (found,) = components(read_scores(frame(values), None, trials=PATTERN).connection)
    return found


def test_tests_and_intervals_are_those_of_the_means_over_trials() -> None:
    means = VALUES.mean(axis=1)
    found = evalsql.compare(frame(VALUES), baseline="r0", trials=PATTERN, correction="none").df().set_index("run")
    for run in ("r1", "r2"):
        expected = stats.ttest_rel(means[int(run[1])], means[0])
        assert (found.statistic[run], found.p_value[run]) == pytest.approx((expected.statistic, expected.pvalue))
    for _, run, queries, mean, *limits in evalsql.mean_intervals(frame(VALUES), trials=PATTERN).fetchall():
        of = means[int(run[1])]
        assert (queries, mean) == (QUERIES, pytest.approx(of.mean(), abs=1e-12))
        assert limits == pytest.approx(stats.t.interval(0.95, QUERIES - 1, of.mean(), stats.sem(of)), abs=1e-12)
    how: dict[str, Any] = {"run": "r1", "baseline_run": "r0", "trials": PATTERN}
    new, old = frame(VALUES * 0.01 + 0.5, "AP"), frame(VALUES[:1] * 0.01 + 0.5, "AP")
    row = evalsql.gate(new, old, **how | {"margin": 0.001}).to_arrow_table().to_pylist()[0]
    expected = stats.ttest_1samp(means[1] - means[0] + 0.1, 0, alternative="greater").pvalue
    assert (row["p_value"], row["queries"]) == (pytest.approx(expected, abs=1e-12), QUERIES)


@pytest.mark.parametrize("runs", [1, 3])
def test_components_are_those_of_least_squares(runs: int) -> None:
    data = frame(VALUES[:runs])
    data["r"], data["c"] = data.run.str[:2], data.run.str[:2] + data.query_id
    # of residuals of nested models, each sum of squares
    models = {name: f"value ~ {name}" for name in ("1", "r", "run", "query_id", "r + query_id", "c", "run + c")}
    rest = {
        name: ols(model, data).fit().ssr
        for name, model in models.items()
        if runs > 1 or name not in ("r", "r + query_id")
    }
    rest = {"r": rest["1"], "r + query_id": rest["query_id"]} | rest
    squares = {
        "run": (rest["1"] - rest["r"], runs - 1),
        "trial": (rest["r"] - rest["run"], runs * (TRIALS - 1)),
        "query": (rest["1"] - rest["query_id"], QUERIES - 1),
        "both": (rest["r + query_id"] - rest["c"], (runs - 1) * (QUERIES - 1)),
        "rest": (rest["run + c"], runs * (TRIALS - 1) * (QUERIES - 1)),
    }
    ms = {name: total / df if df else None for name, (total, df) in squares.items()}
    both = ms["rest"] if ms["both"] is None else ms["both"]
    expected = {
        "of_runs": (ms["run"] - ms["trial"] - both + ms["rest"]) / (QUERIES * TRIALS) if runs > 1 else 0,
        "of_queries": (ms["query"] - both) / (runs * TRIALS),
        "of_both": (both - ms["rest"]) / TRIALS,
        "of_trials": (ms["trial"] - ms["rest"]) / QUERIES,
        "of_rest": ms["rest"],
    }
    found = shares(VALUES[:runs])
    assert (found["runs"], found["trials"], found["queries"]) == (runs, TRIALS, QUERIES)
    assert found["variance"] == pytest.approx(sum(expected.values()), rel=1e-9)
    unknown = [] if runs > 1 else ["of_runs", "of_both"]  # one run says nothing of these
    assert [found[name] for name in unknown] == [None] * len(unknown)
    parts = {name: each for name, each in expected.items() if name not in unknown}
    assert {name: found[name] * found["variance"] for name in parts} == pytest.approx(parts, abs=1e-9)
    # of a run's mean: queries with its own part of both, trials, and the rest
    several = [(expected["of_queries"] + expected["of_both"]) / QUERIES, expected["of_trials"], ms["rest"] / QUERIES]
    within, excess = several[0] * QUERIES * TRIALS + ms["rest"], ms["trial"] - ms["rest"]
    parts = [(within, QUERIES - 1), (ms["trial"], squares["trial"][1]), (ms["rest"], squares["rest"][1])]
    df = (within + excess) ** 2 / sum(each**2 / of for each, of in parts)
    for name, trials in {"margin": TRIALS, "margin_twice": 2 * TRIALS, "margin_most": np.inf}.items():
        reach = stats.t.ppf(0.975, df) * np.sqrt(several[0] + (several[1] + several[2]) / trials)
        assert found[name] == pytest.approx(reach, rel=1e-9), name


def long_components_say_what_the_scores_were_made_of() -> None:
    chance, sizes = np.random.default_rng(1), (6, 8, 400)
    made = {"of_runs": 0.04, "of_queries": 0.16, "of_both": 0.09, "of_trials": 0.01, "of_rest": 0.25}
    shapes = ((6, 1, 1), (1, 1, 400), (6, 1, 400), (6, 8, 1), sizes)
    found = []
    for _ in range(4):
        parts = [chance.normal(size=shape) * size**0.5 for shape, size in zip(shapes, made.values(), strict=True)]
        found.append(shares(np.broadcast_to(sum(parts), sizes)))
    for name, size in made.items():
        mean = np.mean([each[name] * each["variance"] for each in found])
        assert mean == pytest.approx(size, rel=0.4 if name in ("of_runs", "of_trials") else 0.05), name


def test_values_that_are_all_the_same_and_single_trials_have_no_shares() -> None:
    same = shares(np.full((2, 3, 5), 0.25))
    assert (same["variance"], same["of_rest"], same["margin"]) == (0, None, 0)
    scores = pd.concat([frame(VALUES[:, :2]), frame(VALUES[:1] + 1).replace({"r0@": "x@"}, regex=True)])
    alone = pd.DataFrame([("alone", "q00", "M", 0.5)], columns=scores.columns)
    (found,) = components(read_scores(pd.concat([scores, alone]), None, trials=PATTERN).connection)
    assert (found["runs"], found["trials"]) == (4, 2)


def test_worked_examples() -> None:
    for name in names("trials"):
        for example in read_file("trials", name)[0]["example"]:
            given = {each: example.get(each, 1) for each in ("trials", "ones", "k")}
            text = body_of("trials", name).replace("$pass_k", str(given["k"]))
            values = f"{given['trials']} as trials, {given['ones']}::double as ones, ones / trials as mean"
            ((found,),) = duckdb.sql(f"select {text} from (select {values})").fetchall()
            assert found == pytest.approx(float(example["value"]), abs=1e-12), name


def test_pass_at_k_and_pass_all_k_are_shares_of_the_ways_to_choose_trials() -> None:
    ones = (np.random.default_rng(3).random((1, 5, 12)) < np.linspace(0, 1, 12)).astype(float)
    for k, (way, hit) in product((1, 2, 5), (("@", any), ("^", all))):
        scores = read_scores(frame(ones, "P@1"), None, trials=PATTERN, over=f"pass{way}{k}").connection
        found = scores.execute("select value from evalsql_scores order by query_id").fetchall()
        expected = [np.mean([hit(some) for some in combinations(values, k)]) for values in ones[0].T]
        assert [value for (value,) in found] == pytest.approx(expected, abs=1e-15), (way, k)


def test_a_query_that_a_trial_lacks_is_over_the_others() -> None:
    scores = frame(VALUES).drop(index=0)
    with pytest.warns(
        evalsql.InputWarning, match=r"1 run/query pair without a value in one of the trials, left out there \(f"
    ):
        found = evalsql.compare(scores, baseline="r1", trials=PATTERN).df().set_index("run")
    means = VALUES.mean(axis=1)
    means[0, 0] = VALUES[0, 1:, 0].mean()
    assert (found["mean"] - found.other_mean)["r0"] == pytest.approx(means[0].mean() - means[1].mean(), abs=1e-12)


REFUSED = [
    ({"trials": "("}, r"^trials: '\(' is not a regular expression: "),
    (
        {"trials": "(?=x)(.*)"},
        r"^trials: '\(\?=x\)\(\.\*\)' is not a regular expression: ",
    ),  # of Python, and not of DuckDB
    ({"trials": 7}, "^trials: 7 is not a regular expression"),
    ({"trials": ".*@.*"}, r"has no group, such as in '\(\.\*\)@\\d\+', that is the name of the run$"),
    ({"trials": "(x)@.*"}, "^trials: no run has two trials by .*; the first is called r0@0$"),
    ({"over_trials": "pass@3"}, r"^over_trials needs trials, the pattern of their names \(--trials\)$"),
    ({"trials": PATTERN, "over_trials": "pass"}, "^over_trials takes mean, .*, such as pass@3, not 'pass'$"),
    ({"trials": PATTERN, "over_trials": "mean3"}, "^over_trials takes mean"),
    ({"trials": PATTERN, "over_trials": "pass@3"}, "^pass@3 is for measures whose values are 0 or 1; M of run r0 has"),
]


def test_what_has_no_place_here_is_refused() -> None:
    for how, said in REFUSED:
        with pytest.raises(evalsql.InputError, match=said):
            evalsql.compare(frame(VALUES), **how)
    with pytest.raises(evalsql.InputError, match=r"^pass@5 needs 5 trials; P@1 of run r0 has 4 for query q00$"):
        evalsql.mean_intervals(frame(VALUES > 0, "P@1"), trials=PATTERN, over_trials="pass@5")


def long_commands_take_them(tmp_path: Path) -> None:
    runs = tmp_path / "runs.parquet"
    shaken = "score * (1 + (md5_number_lower(concat(run, query_id, doc_id, trial)) % 1000) / 2000)"
    duckdb.sql(
        f"select run, trial, query_id, doc_id, {shaken} as score from '{TRACK[0]}', range(3) as t(trial)"
        " where run in ('bm25', 'dense')"
    ).write_parquet(str(runs))
    column = ("--columns", "runs.run=run || '@' || trial", "--trials", r"(.*)@(\d+)", "--quiet")
    text = output("evaluate", runs, *TRACK[1:], *column, "-m", "P@1", "-o", tmp_path / "scores.parquet")
    assert "50 judged queries; 3 trials of each run." in text
    assert "Where the variance of a score lies\nmeasure  runs  queries  runs x queries  trials" in text
    assert pq.read_table(tmp_path / "scores.parquet").column("run").unique().to_pylist() == ["bm25", "dense"]
    found = json.loads(output("evaluate", runs, *TRACK[1:], *column, "-m", "P@1", "--format", "json"))["components"]
    assert [(row["metric"], row["trials"]) for row in found] == [("P@1", 3)]
    passed = output(
        "evaluate", runs, *TRACK[1:], *column, "-m", "P@1", "--over-trials", "pass^2", "--format", "markdown"
    )
    assert "pass^2 of 3 trials of each run" in passed
    assert "variance" not in passed
    assert "; 3 trials of each run. *" in output("compare", runs, *TRACK[1:], *column, "-m", "AP")
