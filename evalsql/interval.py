"""Ranges of numbers as mathematics writes them: [0, 1), (0, inf)."""

import math
import re
from dataclasses import dataclass

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
        return f"{opening}{self.low:g}, {self.high:g}{closing}"

    def sql(self, number: str) -> str:
        """A condition in SQL that holds where the number lies inside."""
        ends = []
        if self.low != -math.inf:
            ends.append(f"{number} {'>' if self.low_open else '>='} {self.low:g}")
        if self.high != math.inf:
            ends.append(f"{number} {'<' if self.high_open else '<='} {self.high:.0f}")
        elif self.high_open:
            ends.append(f"isfinite({number}::double)")
        return " and ".join(ends)


def parse_interval(text: str) -> Interval:
    """The interval that a text such as "[0, 1)" or "(0, inf]" stands for.

    Raises:
        ValueError: it is not written so.
    """
    parts = INTERVAL.fullmatch(text)
    if parts is None:
        raise ValueError(f"{text!r} is not an interval; write one like [0, 1) or (0, inf)")
    opening, low, high, closing = parts.groups()
    return Interval(float(low), float(high), opening == "(", closing == ")")
