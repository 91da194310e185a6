"""Other tools say of some hundred generated cases what evalsql does; long_live_agreement.py has thousands."""

import generated_cases


def test_pytrec_eval() -> None:
    generated_cases.assert_pytrec_eval_agrees(300)


def test_ir_measures() -> None:
    generated_cases.assert_ir_measures_agrees(300)


def test_ir_measures_of_fractional_relevance() -> None:
    generated_cases.assert_ir_measures_of_fractional_relevance_agrees(300)


def test_pyndeval() -> None:
    generated_cases.assert_pyndeval_agrees(300)


def test_every_setting_of_pytrec_eval() -> None:
    generated_cases.assert_every_setting_agrees_with_pytrec_eval(150)


def test_every_setting_of_ir_measures() -> None:
    generated_cases.assert_every_setting_agrees_with_ir_measures(300)
