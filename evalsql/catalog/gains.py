"""Gains: what each relevance level is worth, as a measure's text writes it."""

import re
from collections.abc import Mapping
from typing import Any

from evalsql.sqltext import number_text, writes_sql

GAINS = "MAP(DOUBLE, DOUBLE)"  # the SQL type of gains
NUMBER = r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)"
SMALLEST, LARGEST = 1e-9, 1e15  # gains are added up with 18 decimals
BOUNDS = "from 1e-9 to 1e15"
GAINS_RULE = f"a gain is 0 or {BOUNDS}, and a relevance of 0 or less gains nothing"
RELEVANCE_RULE = f"0 or a number {BOUNDS}, or below 0 one of at least -1e15, was expected"
SHORT = re.compile(rf"{NUMBER}(-{NUMBER})+")
EXPONENTIAL = {float(level): 2.0**level - 1 for level in range(1, 21)}  # what 'exp' stands for


def parse_gains(value: Any) -> dict[float, float] | None:
    """The gains that a value stands for, by relevance level, or None if it stands for none."""
    if value == "exp":
        return dict(EXPONENTIAL)
    if isinstance(value, str):
        value = dict(enumerate(map(float, value.split("-")))) if SHORT.fullmatch(value) else None
    if not isinstance(value, Mapping) or not value:
        return None
    for number in (*value.keys(), *value.values()):
        if isinstance(number, bool) or not isinstance(number, int | float) or not -LARGEST <= number <= LARGEST:
            return None
    if any(gain != 0 and (level <= 0 or not SMALLEST <= gain <= LARGEST) for level, gain in value.items()):
        return None
    return {float(level): float(value[level]) + 0.0 for level in sorted(value) if level > 0} or None  # no -0.0


@writes_sql
def within_bounds(number: str, lowest: float = 0) -> str:
    """A condition in SQL on what can be added up: 0, from 1e-9 to 1e15, or from `lowest` to 0. It is false of nan.

    Sums of larger numbers may overflow, and inf / inf is nan, which least() and greatest() hide.
    """
    return f"({number} between {lowest:g} and 0 or {number} between {SMALLEST:g} and {LARGEST:g})"


def gains_text(gains: Mapping[float, float]) -> str:
    """Gains as a measure's text writes them: {1:1,2:10}, or 'exp'."""
    if gains == EXPONENTIAL:
        return "'exp'"
    return "{" + ",".join(f"{number_text(level)}:{number_text(gain)}" for level, gain in gains.items()) + "}"


# a relevance may gain itself in any measure, and one below 0 gains nothing
FIT_RELEVANCE = within_bounds("relevance", -LARGEST)
