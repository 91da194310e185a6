"""What trec_eval printed, `python -m evalsql.trec_eval` and `evaluate --format trec` print to the byte: all of it."""

from pathlib import Path

import pytest
from recorded import present
from trec_calls import CASES, FEW, OF_EVALUATE, assert_evaluate_prints, assert_main_prints

pytestmark = present


@pytest.mark.parametrize("case", [case for case in CASES if case.name not in FEW], ids=str)
def test_the_output_is_that_of_trec_eval(case, capfd: pytest.CaptureFixture) -> None:
    assert_main_prints(case, capfd)


@pytest.mark.parametrize("case", OF_EVALUATE, ids=str)
def test_evaluate_prints_the_same_by_the_conventions_of_trec_eval(case, tmp_path: Path) -> None:
    assert_evaluate_prints(case, tmp_path)
