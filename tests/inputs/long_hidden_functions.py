"""Macros of a user's that are called like functions of DuckDB: evalsql calls DuckDB's, and views call the user's."""

import pytest
from test_hidden_functions import hidden, plain  # noqa: F401
from tiny import MEASURES

import evalsql
from evalsql import Evaluation

OF_GIVEN = {
    "evaluate": lambda connection: evalsql.evaluate("runs", "viewed", MEASURES, connection=connection),
    "one after the other": lambda connection: Evaluation("runs", "qrels", connection=connection).score(["Bpref", "RR"]),
    "leaderboard": lambda connection: Evaluation("runs", "qrels", connection=connection).leaderboard(MEASURES),
    "curve": lambda connection: evalsql.curve("runs", "qrels", "nDCG", connection=connection),
    "subtopics": lambda connection: evalsql.evaluate(
        "many", "subtopics", ["alpha_nDCG@5", "NRBP", "StRecall@5"], connection=connection
    ),
    "compare": lambda connection: evalsql.compare(
        "runs", "qrels", ["AP"], test="wilcoxon", interval="student", connection=connection
    ),
    "correlate": lambda connection: evalsql.correlate("runs", "qrels", ["AP", "P@5"], connection=connection),
    "overlap": lambda connection: evalsql.overlap("runs", connection=connection),
    "standardise": lambda connection: evalsql.standardise("runs", "qrels", ["AP"], connection=connection),
    "describe": lambda connection: evalsql.describe("qrels", connection=connection)["sets"],
    "ideal": lambda connection: evalsql.ideal("subtopics", k=5, connection=connection),
    "pool": lambda connection: evalsql.pool("runs", "qrels", ["AP"], depth=[1, 2], connection=connection)["judgments"],
}


@pytest.mark.filterwarnings("ignore::evalsql.InputWarning")
@pytest.mark.parametrize("call", OF_GIVEN.values(), ids=OF_GIVEN)
def test_macros_called_like_functions_change_nothing(plain, hidden, call):
    found = call(hidden).fetchall()
    assert found == call(plain).fetchall()
    assert len(found) > 1 or len(found[0]) > 5
