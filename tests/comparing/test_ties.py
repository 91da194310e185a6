"""How much the order of documents of equal scores could move each score."""

import pytest
from command import TRACK
from command import evalsql as command

import evalsql

pytestmark = pytest.mark.filterwarnings("ignore:.*(has|have) no results")

RUNS, _, QRELS = TRACK
# of four tied documents two are relevant
RUN = {"q1": {"d": 1.0, "c": 1.0, "b": 1.0, "a": 1.0}, "q2": {"a": 2.0, "b": 1.0}}
TIED = {"q1": {"a": 1, "c": 1}, "q2": {"a": 1}}


def test_a_small_case_by_hand() -> None:
    ((*ids, trec_eval, worst, expected, best, difference, queries, num_queries),) = evalsql.ties(
        {"r": RUN}, TIED, "RR"
    ).fetchall()
    assert ids == ["RR", "r"]
    # of q1 1/2, 1/3, 1/2 + 1/3 1/2 + 1/6 1/3, and 1; of q2 always 1
    assert (trec_eval, worst, best) == (0.75, pytest.approx(2 / 3, abs=1e-15), 1)
    assert expected == pytest.approx((13 / 18 + 1) / 2, abs=1e-15)
    assert difference == pytest.approx(1 / 3, abs=1e-15)
    assert (queries, num_queries) == (1, 2)


def test_ties_matter_where_they_decide_whether_there_is_a_value() -> None:
    run = {"q1": {"a": 1.0, "b": 1.0}, "q2": {"a": 1.0, "b": 1.0}, "q3": {"a": 2.0, "b": 1.0}}
    rows = evalsql.ties({"r": run}, {"q1": {"a": 1}, "q2": {"z": 1}, "q3": {"a": 1}}, "RankPower@1", per_query=True)
    # a is found at rank 1 by the best order alone, z by none
    assert [row[2:] for row in rows.fetchall()] == [
        ("q1", None, None, None, 1, None, True),
        ("q2", None, None, None, None, None, False),
        ("q3", 1, 1, None, 1, 0, False),
    ]


def test_inputs_that_can_be_read_once_are_kept() -> None:
    expected = evalsql.ties({"r": RUN}, TIED, "AP").fetchall()

    def scored():
        for query, documents in RUN.items():
            for document, score in documents.items():
                yield Scored(query, document, score)

    class Scored:
        def __init__(self, query_id: str, doc_id: str, score: float) -> None:
            self.query_id, self.doc_id, self.score = query_id, doc_id, score

    assert evalsql.ties({"r": scored()}, TIED, "AP").fetchall() == expected


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(evalsql.InputError, match="standard input only once; give a file"):
        evalsql.ties("-", QRELS, "AP")
    with pytest.raises(TypeError, match="'ties'"):
        evalsql.ties(RUNS, QRELS, "AP", ties="best")
    assert command("ties", *TRACK, "--ties", "best").returncode == 2
