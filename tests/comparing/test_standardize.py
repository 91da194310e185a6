"""Scores standardized by the mean and the spread of the runs on each query."""

import math
from pathlib import Path

import duckdb
import numpy as np
import pytest
from command import TRACK
from in_process import output, refusal
from matrices import of_scores

import evalsql
from evalsql.comparing.score_source import read_scores

stats = pytest.importorskip("scipy.stats")


def by_run(rows: list[tuple]) -> dict:
    """Value, z and score of each run and query."""
    return {(run, query, metric): (value, z, score) for run, query, metric, value, z, score in rows}


def test_standardised_is_as_by_numpy_and_scipy() -> None:
    matrix = np.random.default_rng(1).beta(1, 3, (9, 12))
    for reference in ((), ("r001", "r004", "r007")):
        found = evalsql.standardize(of_scores({"m": matrix}), reference=reference)
        chosen = matrix[[int(run[1:]) for run in reference]] if reference else matrix
        z = (matrix - chosen.mean(axis=0)) / chosen.std(axis=0, ddof=1)
        rows = by_run(found.fetchall())
        for (run, query, _), (value, got, score) in rows.items():
            place = int(run[1:]), int(query[1:])
            assert score == matrix[place]
            assert got == pytest.approx(z[place], abs=1e-10)
            assert value == pytest.approx(stats.norm.cdf(z[place]), abs=1e-10)
        assert len(rows) == matrix.size


def test_where_all_are_alike_there_is_nothing_to_tell_them_apart_by() -> None:
    # the same number but for its last digit; one query with one value, one with none
    scores = [[0.1 + 0.2, 0.7, None], [0.3, None, None], [0.3, None, None]]
    with pytest.warns(evalsql.InputWarning, match="2 run/query pairs of 2 runs without a value, left out"):
        rows = evalsql.standardize(of_scores({"m": scores})).fetchall()
    ids = [("r000", "q000"), ("r000", "q001"), ("r001", "q000"), ("r002", "q000")]
    assert [row[:2] + row[3:5] for row in rows] == [(*each, 0.5, 0) for each in ids]
    # a run outside a reference that is all alike
    apart = evalsql.standardize(of_scores({"m": [[0.2], [0.2], [0.9]]}), reference=["r000", "r001"]).fetchall()
    assert [row[3] for row in apart] == [0.5] * 3


def test_far_from_the_mean_the_value_is_still_exact() -> None:
    (low, *_, high) = evalsql.standardize(
        of_scores({"m": [[0.2], [0.49], [0.5], [0.51], [0.8]]}), reference=["r001", "r002", "r003"]
    ).fetchall()
    assert low[4] == pytest.approx(-30)
    assert 0 < low[3] == pytest.approx(stats.norm.cdf(low[4]), rel=1e-8)
    assert high[3] == 1


def long_a_comparison_reads_standardised_scores_in_place_of_the_others() -> None:
    runs, _, qrels = TRACK
    with pytest.warns(UserWarning, match="(has|have) no results"):
        expected = evalsql.standardize(runs, qrels, ["AP", "RR"]).project("run, query_id, metric, value").fetchall()
    found = read_scores(runs, qrels, ["AP", "RR"], standardize=True)
    assert found.about.endswith(", standardized by all runs")
    rows = found.connection.execute("select run, query_id, metric, value from evalsql_scores").fetchall()
    assert sorted(rows) == sorted(expected)
    assert all(0 < row[3] < 1 for row in rows)
    # of all runs on a query, z adds up to 0
    sums = found.connection.execute("select fsum(z) from evalsql_standardised group by metric, query_id").fetchall()
    assert all(math.isclose(total, 0, abs_tol=1e-9) for (total,) in sums)


def test_one_run_is_said_as_one_and_warned_of_where_it_is_all() -> None:
    found = read_scores(of_scores({"m": [[0.1], [0.2]]}), None, reference=["r000"])
    assert found.about == "over 1 query, standardized by the 1 reference run"
    with pytest.warns(
        evalsql.InputWarning, match="one run, r000, has no standard deviation, so that every score is 0.5"
    ):
        evalsql.standardize(of_scores({"m": [[0.1], [0.2]]}), reference="r000")


def long_the_report_has_the_means_and_the_file_the_scores(tmp_path: Path) -> None:
    table = tmp_path / "scores.parquet"
    printed = output(
        "standardize", *TRACK, "-m", "AP", "-m", "NDPM", "--reference", "bm25", "--reference", "ql", "-o", table
    )
    runs, _, qrels = TRACK
    with pytest.warns(UserWarning, match="(has|have) no results"):
        expected = evalsql.standardize(runs, qrels, ["AP", "NDPM"], reference=["bm25", "ql"])
    rows = expected.project("run, query_id, metric, value").fetchall()
    assert duckdb.execute(f"from '{table}'").fetchall() == rows
    lines = printed.splitlines()
    assert lines[0] == "AP"
    assert lines[1].split() == ["run", "standardised", "position", "mean", "position", "before"]
    means = "run, avg(value), avg(score)"
    for title, better in (("AP", 1), ("NDPM", -1)):
        found = expected.filter(f"metric = '{title}'").aggregate(means).fetchall()
        found.sort(key=lambda row: -better * row[1])
        start = lines.index(title) + 2
        for place, (line, (run, value, score)) in enumerate(
            zip(lines[start : start + 12], found, strict=True), start=1
        ):
            before = 1 + sum(better * other > better * score for _, _, other in found)
            assert line.split() == [run, f"{value:.4f}", str(place), f"{score:.4f}", str(before)]
    assert lines[-1].endswith(", standardized by the 2 reference runs.")
    assert "unknown reference run x" in refusal("standardize", table, "--reference", "x")


def test_the_old_spelling_is_understood() -> None:
    scores = of_scores({"m": [[0.2, 0.9], [0.4, 0.1], [0.6, 0.2]]})
    assert vars(evalsql)["__getattr__"]("standardise") is evalsql.standardize
    old = evalsql.compare(scores, **{"standardise": True})
    assert old.fetchall() == evalsql.compare(scores, standardize=True).fetchall()
