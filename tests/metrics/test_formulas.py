"""Every setting of the measures whose formulas are written in plain Python; test_classic.py and others have a third."""

import classic_formulas
import graded_formulas
import pytest
import user_formulas
from random_rankings import assert_agree


@pytest.mark.parametrize("of", [classic_formulas, graded_formulas, user_formulas], ids=["classic", "graded", "users"])
def long_measures_are_their_formulas(of) -> None:
    assert_agree(of.FORMULAS, alike=getattr(of, "ALIKE", ()))


def long_costs_are_those_of_a_user_who_is_followed() -> None:
    user_formulas.assert_costs_agree(user_formulas.COST_FORMULAS)
