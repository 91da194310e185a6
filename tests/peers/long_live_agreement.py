"""Other tools say of thousands of generated cases what evalsql does."""

import generated_cases


def test_pytrec_eval() -> None:
    generated_cases.assert_pytrec_eval_agrees(5000)


def test_ir_measures() -> None:
    generated_cases.assert_ir_measures_agrees(5000)


def test_ir_measures_of_fractional_relevance() -> None:
    generated_cases.assert_ir_measures_of_fractional_relevance_agrees(5000)


def test_pyndeval() -> None:
    generated_cases.assert_pyndeval_agrees(5000)


def test_ranx() -> None:
    generated_cases.assert_ranx_agrees(5000)
