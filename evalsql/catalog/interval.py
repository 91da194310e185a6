"""Ranges of numbers as mathematics writes them: [0, 1), (0, inf)."""

import math
import re
from dataclasses import dataclass

from evalsql.sqltext import number_text

WHOLE_RANKING = 2**31 - 1  # the cutoff that cuts nothing
INTERVAL = re.compile(r"\s*([\[(])\s*([^,\s]+)\s*,\s*([^,\s]+)\s*([\])])\s*")


@dataclass(frozen=True)
class Interval:
    """The numbers from low to high, an end included unless it is open."""

    low: float
    high: float
    low_open: bool = False
    high_open: bool = False

    def __contains__(self, number: float) -> bool:
        above = number > self.low if self.low_open else number >= self.low
        below = number < self.high if self.high_open else number <= self.high
        return above and below

    def __str__(self) -> str:
        opening, closing = "(" if self.low_open else "[", ")" if self.high_open else "]"
        return f"{opening}{number_text(self.low)}, {number_text(self.high)}{closing}"

    def sql(self, number: str) -> str:
        """A condition in SQL that holds where the number lies inside. DuckDB has nan above infinity, and so outside."""
        above, below = ">" if self.low_open else ">=", "<" if self.high_open else "<="
        return f"{number} {above} {end_in_sql(self.low)} and {number} {below} {end_in_sql(self.high)}"


def end_in_sql(end: float) -> str:
    """An end of an interval in SQL."""
    return number_text(end) if math.isfinite(end) else f"'{end}'::double"


def parse_interval(text: str) -> Interval:
    """The interval that a text such as "[0, 1)" or "(0, inf]" stands for."""
    parts = INTERVAL.fullmatch(text)
    try:
        if parts is None:
            raise ValueError(text)
        opening, low, high, closing = parts.groups()
        interval = Interval(float(low), float(high), opening == "(", closing == ")")
    except ValueError:
        raise ValueError(f"{text!r} is not an interval; write one like [0, 1) or (0, inf)") from None
    if not interval.low < interval.high:
        raise ValueError(f"no number lies in {text}")
    return interval
