"""Texts as trec_eval prints them."""

import pyarrow as pa
import pytest
from recorded import present
from trec_calls import CASES, FEW, assert_main_prints

import evalsql
from evalsql.render.statements import report


@present
@pytest.mark.parametrize("case", [case for case in CASES if case.name in FEW], ids=str)
def test_the_output_is_that_of_trec_eval(case, capfd: pytest.CaptureFixture) -> None:
    assert_main_prints(case, capfd)


def test_in_relstring_a_relevance_above_9_and_one_below_0_have_signs() -> None:
    runs = {
        "query_id": ["q"] * 12,
        "doc_id": list("abcdefghijkl"),
        "score": [float(score) for score in range(12, 0, -1)],
    }
    qrels = {"query_id": ["q", "q", "q", "q"], "doc_id": ["a", "b", "d", "z"], "relevance": [9, 10, -1, 1]}
    evaluated = evalsql.Evaluation(pa.table(runs), pa.table(qrels))
    for first, text in (("10", "9>-.------"), ("2", "9>")):
        found = evaluated.connection.execute(report("scores/relevance_strings", (), first=first)).fetchall()
        assert found == [("run", "q", text)]


OTHERS = [case for case in CASES if case.name not in FEW]


@present
@pytest.mark.parametrize("case", OTHERS[::5], ids=str)
def long_the_output_is_that_of_trec_eval(case, capfd: pytest.CaptureFixture) -> None:
    assert_main_prints(case, capfd)


@present
@pytest.mark.parametrize("case", OTHERS, ids=str)
def weekly_the_output_is_that_of_trec_eval(case, capfd: pytest.CaptureFixture) -> None:
    assert_main_prints(case, capfd)
