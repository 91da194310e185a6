"""Curves: what a metric says of the same, averages, comparisons and refusals; test_examples.py has their examples."""

import pytest
from places import FIXTURES

import evalsql

TRACK = FIXTURES / "track"
JK = FIXTURES / "papers" / "jarvelin_kekalainen_2002"


@pytest.fixture(scope="module")
def track() -> evalsql.Evaluation:
    """The simulated track."""
    return evalsql.Evaluation(str(TRACK / "runs.parquet"), str(TRACK / "subtopics.parquet"))


def test_precision_at_recall_points_averages_to_what_trec_eval_calls_11pt_avg(track: evalsql.Evaluation) -> None:
    curve = track.curve("IPrec").aggregate("run, query_id, avg(value) as mean", "run, query_id").fetchall()
    assert len(curve) == 600
    ((run, query, mean),) = [row for row in curve if row[:2] == ("bm25", "101")]
    points = {row[3]: row[4] for row in track.curve("IPrec").fetchall() if row[:2] == (run, query)}
    assert mean == pytest.approx(sum(points.values()) / 11)
    assert list(points.values()) == sorted(points.values(), reverse=True)


def test_rbp_by_p_is_rbp(track: evalsql.Evaluation) -> None:
    rows = {row[:2]: row[4] for row in track.curve("RBP_by_p(steps=20)").fetchall() if row[3] == 0.95}
    assert rows == pytest.approx({row[:2]: row[3] for row in track.score("RBP(p=0.95)").fetchall()}, abs=1e-12)
    rows = {row[:2]: row[4] for row in track.curve("RBP_residual_by_p(steps=20)").fetchall() if row[3] == 0.95}
    assert rows == pytest.approx({row[:2]: row[3] for row in track.score("RBP_residual(p=0.95)").fetchall()}, abs=1e-12)


def test_both_normalisations_of_the_paper() -> None:
    evaluation = evalsql.Evaluation(str(JK / "example.run"), str(JK / "qrels.txt"))
    vectors = {row[1]: row[4:] for row in evaluation.curve("CG@4").fetchall() if row[3] == 4}
    assert vectors == {"A": (8, 11), "E": (4, 11)}
    ((*_, of_averages, distance),) = [row for row in evaluation.curve("CG@4", average=True).fetchall() if row[2] == 4]
    assert of_averages == pytest.approx((8 + 4) / (11 + 11))
    assert distance == 11 - 6
    ((_, _, _, of_each, ideal, _, _),) = [
        row for row in evaluation.curve("nCG@4", average=True).fetchall() if row[2] == 4
    ]
    assert of_each == pytest.approx((8 / 11 + 4 / 11) / 2)
    assert ideal == 1


def test_runs_are_compared_with_a_baseline_at_every_rank(track: evalsql.Evaluation) -> None:
    rows = track.curve("DCG@20", average=True, baseline="bm25")
    columns = ["run", "metric", "rank", "value", "ideal", "normalised", "distance", "difference", "better"]
    assert rows.columns == columns
    values = {(row[0], row[2]): row[3] for row in rows.fetchall()}
    for _, _, rank, value, *_, difference, better in rows.fetchall():
        assert (difference, better) == (value - values["bm25", rank], "higher")
    assert len(values) == 12 * 20


def test_a_run_that_is_not_there_cannot_be_compared_with(track: evalsql.Evaluation) -> None:
    with pytest.raises(evalsql.InputError, match="unknown baseline run bm26; runs: bm25, bm25\\+ce"):
        track.curve("DCG", average=True, baseline="bm26")


def test_a_curve_that_is_not_there_is_refused_with_those_that_are(track: evalsql.Evaluation) -> None:
    with pytest.raises(evalsql.InputError, match=r"unknown curve 'DCH'; did you mean .*DCG"):
        track.curve("DCH")
    with pytest.raises(evalsql.InputError, match=r"the cutoff must be a whole number in \[1, 100000\], not 1000000"):
        track.curve("DCG@1000000")


def test_curves_over_different_things_are_not_mixed(track: evalsql.Evaluation) -> None:
    with pytest.raises(evalsql.InputError, match="DCG is a curve over rank and IPrec over recall; ask for one after"):
        track.curve(["DCG", "IPrec"])


def test_a_metric_and_a_curve_of_one_name_do_not_get_mixed_up(track: evalsql.Evaluation) -> None:
    assert len(track.score("nDCG").fetchall()) == 600
    assert len(track.curve("nDCG").fetchall()) == 60_000
    assert len(track.score("nDCG").fetchall()) == 600
