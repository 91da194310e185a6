"""`evalsql.experiment`: the means of runs and how each compares with a baseline, one row per run."""

import pytest
from command import TRACK

from evalsql import InputError, compare, evaluate, experiment

RUNS, _, QRELS = TRACK
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@pytest.fixture(scope="module")
def scores():
    return evaluate(RUNS, QRELS, ["nDCG@10", "RBP_residual"]).to_arrow_table()


def long_the_columns_are_those_of_pyterrier_and_the_rows_those_of_compare(scores) -> None:
    found = experiment(scores, measures=["nDCG@10", "RBP_residual"], baseline="bm25")
    ends = ["", " p-value corrected", " p-value", " +", " -"]
    assert found.columns == ["run", *(f"{measure}{end}" for measure in ("nDCG@10", "RBP_residual") for end in ends)]
    rows = {row[0]: row[1:] for row in found.fetchall()}
    assert len(rows) == 12
    columns = "metric, run, mean, p_corrected, p_value, wins, losses"
    pairs = compare(scores, measures=["nDCG@10", "RBP_residual"], baseline="bm25").select(columns).fetchall()
    for metric, run, *values, wins, losses in pairs:
        # a lower residual is better
        expected = [*values, wins, losses] if metric == "nDCG@10" else [*values, losses, wins]
        assert list(rows[run][:5] if metric == "nDCG@10" else rows[run][5:]) == expected
    assert [value is None for value in rows["bm25"]] == [False, True, True, True, True] * 2


def test_the_best_run_of_the_first_measure_is_first(scores) -> None:
    means = [row[1] for row in experiment(scores, measures=["nDCG@10", "RBP_residual"]).fetchall()]
    assert means == sorted(means, reverse=True)
    means = [row[1] for row in experiment(scores, measures=["RBP_residual", "nDCG@10"]).fetchall()]
    assert means == sorted(means)


def test_several_baselines_are_for_compare(scores) -> None:
    with pytest.raises(InputError, match=r"experiment takes one baseline, a name, .* compare takes several"):
        experiment(scores, baseline=["bm25", "dense"])  # type: ignore[arg-type]
    with pytest.raises(InputError, match="unknown baseline run none; runs: "):
        experiment(scores, baseline="none")
