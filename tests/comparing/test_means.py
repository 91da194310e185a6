"""How sure a mean is: its interval is that of SciPy, and that of the difference from a run that scores 0."""

import csv
import io
import json
from math import exp, log
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from command import TRACK
from in_process import output
from matrices import as_table
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

import evalsql

pytestmark = pytest.mark.filterwarnings("ignore")
MEASURES = ["nDCG@10", "RR", "P@1"]


def scores_of(runs: dict[str, list[float]], metric: str = "AP") -> pa.Table:
    return as_table((run, f"q{n:03}", metric, value) for run, values in runs.items() for n, value in enumerate(values))


def test_an_interval_of_student_is_that_of_scipy() -> None:
    scores = evalsql.evaluate(TRACK[0], TRACK[2], MEASURES).df()
    found = evalsql.mean_intervals(TRACK[0], TRACK[2], MEASURES, alpha=0.1).fetchall()
    assert len(found) == 12 * len(MEASURES)
    for metric, run, queries, mean, lower, upper in found:
        values = scores[(scores.run == run) & (scores.metric == metric)].value
        expected = stats.t.interval(0.9, queries - 1, values.mean(), stats.sem(values))
        assert (mean, lower, upper) == pytest.approx((values.mean(), *expected), abs=1e-12)
    of_one = [row[3] for row in found if row[0] == "RR"]
    assert of_one == sorted(of_one, reverse=True)


@pytest.mark.parametrize("interval", ["student", "percentile", "bca"])
def test_it_is_that_of_the_difference_from_a_run_that_scores_nothing(interval: str) -> None:
    values = np.random.default_rng(7).beta(0.5, 1.5, 60).tolist()
    how = {"interval": interval, "resamples": 2000, "seed": 3}
    ((*_, mean, lower, upper),) = evalsql.mean_intervals(scores_of({"a": values}), **how).fetchall()
    compared = evalsql.compare(scores_of({"a": values, "zero": [0.0] * 60}), baseline="zero", **how)
    assert compared.project("difference, lower, upper").fetchall() == [(mean, lower, upper)]
    method = {"percentile": "percentile", "bca": "BCa"}.get(interval)
    if method:
        drawn = stats.bootstrap((values,), np.mean, method=method, n_resamples=9999, rng=1).confidence_interval
        assert (lower, upper) == pytest.approx((drawn.low, drawn.high), abs=0.01)


def test_a_geometric_mean_has_the_interval_of_its_logarithms_and_a_sum_none() -> None:
    values = [0.0, 0.2, 0.5, 0.9]
    logs = [log(max(value, 1e-5)) for value in values]
    ((*_, mean, lower, upper),) = evalsql.mean_intervals(scores_of({"a": values}, "GMAP")).fetchall()
    expected = stats.t.interval(0.95, 3, np.mean(logs), stats.sem(logs))
    assert (mean, lower, upper) == pytest.approx(tuple(map(exp, (np.mean(logs), *expected))), rel=1e-12)
    assert evalsql.mean_intervals(scores_of({"a": values}, "NumRelRet")).fetchall() == []


def test_one_query_has_no_interval_and_values_that_are_all_the_same_one_without_width() -> None:
    assert evalsql.mean_intervals(scores_of({"a": [0.3]})).fetchall() == [("AP", "a", 1, 0.3, None, None)]
    for interval in ("student", "percentile", "bca"):
        rows = evalsql.mean_intervals(scores_of({"a": [0.3] * 9}), interval=interval).fetchall()
        assert rows == [("AP", "a", 9, *[pytest.approx(0.3, abs=1e-15)] * 3)]


@pytest.mark.parametrize(("interval", "method"), [("wilson", "wilson"), ("exact", "beta"), ("clopper-pearson", "beta")])
def test_intervals_of_shares_are_those_of_statsmodels(interval: str, method: str) -> None:
    given = {
        f"{ones:02} of {size}": [1.0] * ones + [0.0] * (size - ones) for size in (1, 7, 50) for ones in {0, 1, size}
    }
    given |= {"13 of 50": [1.0, *[0.0] * 37, *[1.0] * 12], "498 of 500": [1.0] * 498 + [0.0] * 2}
    for alpha in (0.05, 0.2):
        found = evalsql.mean_intervals(scores_of(given, "P@1"), interval=interval, alpha=alpha).fetchall()
        assert len(found) == len(given)
        for _, run, queries, mean, lower, upper in found:
            ones = sum(given[run])
            assert (queries, mean) == (len(given[run]), pytest.approx(ones / queries, rel=1e-15))
            assert (lower, upper) == pytest.approx(proportion_confint(ones, queries, alpha, method), abs=1e-12), run


def test_intervals_of_other_values_and_of_differences_are_refused() -> None:
    said = "Wilson's score interval is for measures whose values are 0 or 1, such as Success@10; AP of run a is 0.5 for"
    with pytest.raises(evalsql.InputError, match=f"^{said} query q001$"):
        evalsql.mean_intervals(scores_of({"a": [0.0, 0.5]}), interval="wilson")
    with pytest.raises(
        evalsql.InputError, match=r"^the interval wilson is of means and has no place here; there are anova"
    ):
        evalsql.compare(scores_of({"a": [0.0, 1.0], "b": [1.0, 1.0]}), interval="wilson")
    said = (
        "the interval of a mean must be student, percentile, bca, exact or wilson, not tukey, which is of differences"
    )
    with pytest.raises(evalsql.InputError, match=f"^{said}$"):
        evalsql.mean_intervals(scores_of({"a": [0.1, 0.2]}), interval="tukey")


def long_the_command_shows_it_beside_each_mean_in_every_format() -> None:
    asked = ("evaluate", *TRACK, "-m", "nDCG@10", "-m", "NumRelRet", "-m", "GMAP", "--top", "1")
    rows = {row[0]: row for row in evalsql.mean_intervals(TRACK[0], TRACK[2], ["nDCG@10", "GMAP"]).fetchall()[::12]}
    _, run, _, mean, lower, upper = rows["nDCG@10"]
    lines = output(*asked, "--ci", "student").splitlines()
    assert f"{run}  {mean:.4f}^ \u00b1{(upper - lower) / 2:.4f}".replace("\u00b10.", "\u00b1.") in lines[1]
    assert f"[{rows['GMAP'][4]:.4f}, {rows['GMAP'][5]:.4f}]".replace("0.", ".") in lines[1]
    assert "Each mean has its 95% confidence interval beside it: Student's t." in lines
    drawn = output(*asked, "--ci", "bca", "--format", "markdown")
    assert " [.5876, .7184] |" in drawn
    (row,) = csv.DictReader(io.StringIO(output(*asked, "--ci", "student", "--format", "csv")))
    assert [float(row[f"nDCG@10{end}"]) for end in ("", " lower", " upper")] == [mean, lower, upper]
    assert row["NumRelRet lower"] == ""
    found = json.loads(output(*asked, "--ci", "student", "--format", "json"))["intervals"]
    assert found[0] == dict(zip(("metric", "run", "queries", "mean", "lower", "upper"), rows["nDCG@10"], strict=True))


QUERIES = TRACK[0].replace("runs.parquet", "queries.jsonl")


def test_the_mean_of_a_slice_has_the_interval_of_its_queries() -> None:
    found = evalsql.mean_intervals(TRACK[0], TRACK[2], ["nDCG@10", "GMAP"], slices=QUERIES, by="hops").df()
    whole = evalsql.mean_intervals(TRACK[0], TRACK[2], ["nDCG@10", "GMAP"]).df()
    assert found[found.slice.isna()][list(whole)].reset_index(drop=True).equals(whole)
    hops: dict[str, list[str]] = {}
    for row in map(json.loads, Path(QUERIES).read_text().splitlines()):
        hops.setdefault(str(row["metadata"]["hops"]), []).append(row["_id"])
    assert set(found.slice.dropna()) == hops.keys()
    for name, queries in hops.items():
        alone = evalsql.mean_intervals(TRACK[0], TRACK[2], ["nDCG@10", "GMAP"], queries=queries).df()
        of_slice = found[found.slice == name][list(whole)].reset_index(drop=True)
        assert of_slice.equals(alone)


def long_the_command_shows_the_interval_of_each_slice_in_every_format() -> None:
    asked = ("evaluate", *TRACK, "-m", "P@1", "--top", "1", "--slices", QUERIES, "--by", "hops", "--ci", "wilson")
    found = [row for row in json.loads(output(*asked, "--format", "json"))["intervals"] if row["attribute"]]
    table = output(*asked).split("P@1 by hops")[1]
    written = {row["slice"]: row for row in csv.DictReader(io.StringIO(output(*asked, "--format", "csv")))}
    assert len(found) > 1
    for row in found:
        limits = f"[{row['lower']:.4f}, {row['upper']:.4f}]".replace("0.", ".")
        assert f"{row['mean']:.4f} {limits}" in table
        ends = [written[row["slice"]][f"P@1{end}"] for end in ("", " lower", " upper")]
        assert [float(each) for each in ends] == [row["mean"], row["lower"], row["upper"]]
