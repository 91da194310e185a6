"""The tiny collection and the simulated track have the scores that were computed apart from evalsql."""

from places import FIXTURES
from tiny import expected

from evalsql import Evaluation

TRACK = FIXTURES / "track"


def test_the_tiny_fixture_has_the_average_precision_that_was_worked_by_hand():
    found = {(run, query): round(value, 4) for run, query, metric, value in expected() if metric == "AP"}
    by_hand = {
        "good": {"q1": 0.9167, "q2": 0.8333, "q3": 0.8333, "q4": 0, "q5": 0.8333, "q6": 0.8767, "q7": 0.5556},
        "poor": {"q1": 0.3833, "q2": 0.2917, "q3": 0, "q4": 0, "q5": 0.2917, "q6": 0.5962, "q7": 0.2444},
    }
    assert found == {(run, query): value for run, values in by_hand.items() for query, value in values.items()}


def test_the_track_has_the_means_that_its_maker_computed_apart():
    evaluation = Evaluation(TRACK / "runs.parquet", TRACK / "qrels.parquet")
    found = {run: round(value, 4) for run, value in evaluation.leaderboard("nDCG@10").fetchall()}
    assert list(found.items())[:3] == [("splade+ce", 0.6603), ("dense+ce", 0.6399), ("bm25+ce", 0.6233)]
    assert list(found.items())[-1] == ("bm25-title", 0.2537)
