"""Public threads that ask why two numbers differ, as small cases: the decision that the thread found is the one named.

Each case has what the thread is about in a few documents, the number of the other program, worked out by hand here, and
the decision.
"""

from math import log2
from typing import Any

import pyarrow as pa
import pytest

import evalsql
from evalsql.scoring.options import Options

pytestmark = pytest.mark.filterwarnings("ignore")

D = [1 / log2(rank + 1) for rank in range(1, 21)]  # the discounts of ranks 1 to 20
RETRIEVED = {"a": 6.0, "b": 5.0, "c": 4.0, "d": 3.0}


def frame(*rows: tuple, columns: tuple[str, ...]) -> pa.Table:
    """Rows that a dictionary cannot have."""
    return pa.table(dict(zip(columns, map(list, zip(*rows, strict=True)), strict=True)))


CASES: dict[str, tuple[str, Any, Any, float, tuple[str, str]]] = {
    # gdeval raises 2 to the relevance, trec_eval takes it as it is
    "Georgetown-IR-Lab/OpenNIR#14": (
        *("nDCG@10", {"1": RETRIEVED}, {"1": {"a": 1, "c": 2, "missed": 2}}),
        (1 + 3 * D[2]) / (3 * D[0] + 3 * D[1] + D[2]),
        ("gains", "exp"),
    ),
    # the ideal of C/W/L has the maximum gain at every rank, however few documents have it
    "ireval/cwl#20": (
        *("nDCG@10", {"11": RETRIEVED}, {"11": {"b": 1, "d": 1}}),
        (D[1] + D[3]) / sum(D[:10]),
        ("ideal", "the highest grade at every rank"),
    ),
    # equal scores were meant to stay in the order of the dictionary; trec_eval takes the highest id first
    "cvangysel/pytrec_eval#56": (
        *("AP", {"q1": {"d1": 1, "d2": 1, "d3": 1}}, {"q1": {"d3": 1}}),
        1 / 3,
        ("ties", "order of the input"),
    ),
    # queries of the run without judgments count 0, where trec_eval leaves them out
    "joaopalotti/trectools#24": (
        "nDCG@3",
        {"1": {"a": 2, "b": 1}, "2": {"a": 1}, "3": {"a": 1}},
        {"1": {"b": 1}, "4": {"z": 1}},
        D[1] / 3,
        ("queries", "all of the run, judged or not"),
    ),
    # one document came back, and k shrank to 1, so that it was all that the ideal had
    "mlflow/mlflow#24541": (
        *("nDCG@5", {"1": {"a": 1.0}}, {"1": {"a": 1, "b": 1, "c": 1, "d": 1, "e": 1}}),
        1.0,
        ("cutoff", "the length of the ranking, where that is shorter"),
    ),
    # a chunk that is returned three times counts three times
    "mlflow/mlflow#25965": (
        "P@4",
        frame(
            *(("1", "a", 4.0), ("1", "a", 3.0), ("1", "x", 2.5), ("1", "a", 2.0)),
            columns=("query_id", "doc_id", "score"),
        ),
        {"1": {"a": 1}},
        3 / 4,
        ("documents retrieved twice", "each counts"),
    ),
    # the ideal was made of what came back
    "spiceai/spiceai#12278, the ideal": (
        *("nDCG@10", {"1": RETRIEVED}, {"1": {"b": 2, "d": 1, "missed": 2, "other": 1}}),
        (2 * D[1] + D[3]) / (2 * D[0] + D[1]),
        ("relevant documents", "those retrieved alone"),
    ),
    # queries without an answer were dropped
    "spiceai/spiceai#12278, the queries": (
        *("nDCG@10", {"1": RETRIEVED}, {"1": {"b": 1}, "2": {"z": 1}, "3": {"z": 1}}),
        D[1],
        ("queries", "those that the run answers"),
    ),
    # MAP divided by the relevant documents that came back
    "opensearch-project/search-relevance#38": (
        *("AP", {"1": RETRIEVED}, {"1": {"b": 1, "d": 1, "missed": 1, "other": 1}}),
        (1 / 2 + 2 / 4) / 2,
        ("relevant documents", "those retrieved alone"),
    ),
    # the ideal was the run's own first ten, in their best order
    "offCanada/AskOFF-Search#4": (
        "nDCG@10",
        {"1": {f"d{place:02}": 20.0 - place for place in range(1, 13)}},
        {"1": {"d02": 1, "d12": 3, "missed": 2}},
        D[1],
        ("relevant documents", "those down to the cutoff alone"),
    ),
    # Spark's nDCG knows relevant or not
    "recommenders-team/recommenders#2089": (
        *("nDCG@10", {"1": RETRIEVED}, {"1": {"a": 1, "c": 3, "missed": 2}}),
        (D[0] + D[2]) / sum(D[:3]),
        ("relevance", "1 and above is relevant, all alike"),
    ),
    # a judgment that was there twice made one relevant document more
    "NVIDIA-NeMo/nemo-platform#2207": (
        "R@3",
        {"1": RETRIEVED},
        frame(
            *(("1", "a", 1), ("1", "d", 1), ("1", "d", 1), ("1", "z", 1)),
            columns=("query_id", "doc_id", "relevance"),
        ),
        1 / 4,
        ("documents judged twice", "each is a relevant document more"),
    ),
    # ndcg has an ideal of all judgments, ndcg_cut_20 one that is cut
    "usnistgov/trec_eval#11": (
        *("nDCG@2", {"1": {"a": 2, "b": 1}}, {"1": dict.fromkeys("abcdef", 1)}),
        (D[0] + D[1]) / sum(D[:6]),
        ("cutoff", "none"),
    ),
    # the user's own function raised 2 to the relevance, and made the ideal of the list that was ranked
    "sunnweiwei/RankGPT#18": (
        *("nDCG@10", {"1": RETRIEVED}, {"1": {"a": 1, "c": 3, "missed": 2, "other": 3}}),
        (1 + 7 * D[2]) / (7 * D[0] + 1 * D[1]),
        ("relevant documents and gains", "those retrieved alone and exp"),
    ),
}

if "ties" in Options.__optional_keys__:
    # scikit-learn takes the average over all orders of equal scores
    CASES["cvangysel/pytrec_eval#51"] = (
        "nDCG@10",
        {"q1": {"1677": 2.92, "5712": 2.92, "4200": 2.89, "3750": 2.87, "doc4": 2.87, "5120": 2.81}},
        {"q1": {"1677": 1, "doc4": 1}},
        ((D[0] + D[1]) / 2 + (D[3] + D[4]) / 2) / (D[0] + D[1]),
        ("ties", "the average over all orders"),
    )


@pytest.mark.parametrize("thread", CASES)
def long_the_decision_that_the_thread_found_is_named(thread: str) -> None:
    measure, run, qrels, theirs, found = CASES[thread]
    rows = evalsql.reconcile(f"{theirs:.4f}", run, qrels, measure).fetchall()
    giving = [row for row in rows if row[5]]
    assert found in [row[:2] for row in giving]
    (value,) = [row[3] for row in giving if row[:2] == found]
    assert value == pytest.approx(theirs, abs=1e-12)
    # by default it is another number, and another decision gives it only where it does the same here
    assert not any(row[0] == "default" for row in giving)
    assert len({row[0] for row in giving} - {found[0], "convention"}) <= 2
