"""The one look of all charts: colors, fonts, sizes, and how runs are told apart."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from evalsql.errors import InputError
from evalsql.words import first_few, one_line, said, width, without_middle

MOST_COLORED = 12  # runs; if there are more, most are gray
DOTS = "…"  # for what is left out of a name
UNSEEN = "\N{ZERO WIDTH SPACE}"
# What every object of JavaScript has: Vega fails at such a name, unless something unseen follows it
OWNED = {
    "constructor",
    "hasOwnProperty",
    "isPrototypeOf",
    "propertyIsEnumerable",
    "toLocaleString",
    "toString",
    "valueOf",
}
LONGEST = 32  # characters of a run's name
LEAST_ALIKE = 5  # of these, of what runs' names have in common
NARROWEST, WIDEST = 40, 1000  # millimetres
# Okabe and Ito's palette, which people tell apart whatever colors they see; without its yellow, which is too light
COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
DASHES = ([1, 0], [5, 2])  # of lines: the colors come twice
ALIKE = 1e-9  # of a value: numbers as close as this are one
SIZE = 10  # pixels of most texts: 7.5 points on paper
BOLD = 1.05  # how much wider bold letters are


PARTS: Mapping[str, Any] = json.loads(Path(__file__).with_name("parts.json").read_text(encoding="utf-8"))
# the colors of what is drawn on, and of what belongs to no run
LIGHT, DARK = (SimpleNamespace(**PARTS["grounds"][name]) for name in ("light", "dark"))


@dataclass(frozen=True)
class Look:
    """How a chart is to look."""

    width: float = 160  # of the whole chart, in millimetres: 84 is a column of a paper, 174 both
    dark: bool = False  # whether it is drawn on a dark ground

    def __post_init__(self) -> None:
        if not NARROWEST <= self.width <= WIDEST:
            raise InputError(f"a chart is {NARROWEST} to {WIDEST} mm wide, not {self.width:g}")

    @property
    def pixels(self) -> int:
        """The width in pixels of 1/96 inch, as pages have them."""
        return round(self.width / 25.4 * 96)

    @property
    def ground(self) -> SimpleNamespace:
        """The colors beside those of runs."""
        return DARK if self.dark else LIGHT


def fit(look: Look) -> dict[str, Any]:
    """The width of a chart of one panel, which is as wide as asked with its axes and labels."""
    return {"width": look.pixels, "autosize": {"type": "fit-x", "contains": "padding"}}


def extent(values: Iterable[float | None]) -> dict[str, Any]:
    """A scale that need not hold 0; around values that are all alike it has room, without which Vega calls them 0."""
    there = [value for value in values if value is not None] or [0.0]
    low, high = min(there), max(there)
    if high - low > ALIKE * max(abs(low), abs(high)):
        return {"zero": False}
    edge = abs(high) * 0.05 or 1
    return {"zero": False, "domain": [low - edge, high + edge]}


def colored(runs: Sequence[str], named: Sequence[str] = ()) -> dict[str, str | None]:
    """The color of each run, None of those that are gray.

    Colors are in the order of the runs, or, if some are gray or all are named, in that of the names.
    """
    for run in named:
        if run not in runs:
            raise InputError(f"there is no run {said(run)} to highlight; runs: {first_few(runs)}")
    if len(runs) <= MOST_COLORED:
        chosen = list(dict.fromkeys(named if set(named) == set(runs) else runs))
    else:
        chosen = list(dict.fromkeys([*named, *runs[:1]]))[:MOST_COLORED]
    colors = {run: COLORS[place % len(COLORS)] for place, run in enumerate(chosen)}
    return {run: colors.get(run) for run in runs}


def dashed(colors: Sequence[str]) -> list[list[int]]:
    """The dashes of lines of these colors: others each time that a color comes again."""
    return [DASHES[colors[:place].count(color) % len(DASHES)] for place, color in enumerate(colors)]


def labels(runs: Sequence[str], most: int = LONGEST) -> dict[str, str]:
    """How runs are called in a chart: on one line, without their middles if they are long, no two alike."""
    lines = [one_line(run) for run in runs]
    for size in range(most, max(map(len, lines), default=0)):
        short = [without_middle(name, size, DOTS) for name in differing(lines, size)]
        if len(set(short)) == len(set(lines)):
            break
    else:
        short = lines
    return {run: name + UNSEEN if name in OWNED else name for run, name in zip(runs, short, strict=True)}


def differing(names: Sequence[str], most: int) -> list[str]:
    """Names with what they have in common cut out of their ends, where they would begin alike without their middles."""
    alike: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        if len(name) > most == len(without_middle(name, most, DOTS)):
            alike.setdefault(without_middle(name, most, DOTS).partition(DOTS)[0], []).append(name)
    cut: dict[str, str] = {}
    for group in alike.values():
        head, tail = alike_to(group), alike_to([name[::-1] for name in group])
        longest = max(map(len, group)) - head - tail  # of what differs
        room = max(most - 2 * len(DOTS) - longest, LEAST_ALIKE)  # for what is in common
        after = min(tail, room // 2)
        first, before = room - after - (room - after) // 2, (room - after) // 2  # of the start, and just before
        if len(group) > 1:
            for name in group:
                start = name[:first] + DOTS if head > first + before else ""
                end = len(name) - tail + after
                rest = name[head - before if start else 0 : end] + (DOTS if end < len(name) else "")
                cut[name] = start + without_middle(rest, most - len(start), DOTS)
    apart = len(set(cut.values())) == len(cut)
    return [cut.get(name, name) for name in names] if apart else list(names)


def alike_to(names: Sequence[str]) -> int:
    return sum(1 for _ in takewhile(lambda letters: len(set(letters)) == 1, zip(*names, strict=False)))


def longest_in(look: Look, share: float = 0.4) -> int:
    """How many characters a run's name may have at an axis, so that names take no more than a share of the width."""
    return min(LONGEST, int(look.pixels * share / (SIZE * 0.55)))


def text_width(text: str, size: float = SIZE) -> float:
    """How many pixels a text takes, as letters of Helvetica are wide: about."""
    narrow, wide = "iIjl.,:;'|! ftr()[]/-", "mwMW@%…"
    return size * sum(
        0.3 if each in narrow else 0.85 if each in wide else 0.67 if each.isupper() else 0.55 * width(each)
        for each in text
    )


def room_of(names: Sequence[str]) -> float:
    """How many pixels the names at an axis take, about, with the chart's margins."""
    return max(map(text_width, names), default=0) + 16


def ticks_of(pixels: float) -> int:
    """How many ticks an axis of numbers has: so many that they do not touch."""
    return max(2, int(pixels // 55))


def step_of(rows: int) -> int:
    """How many pixels high a row of a chart is: less if there are many."""
    return 16 if rows <= 40 else 10


def within(text: str, pixels: float, size: float) -> list[str]:
    """Break a text into lines of about that many pixels, between words."""
    most = int(pixels / (size * 0.52))
    while most > 20 and max(text_width(line, size) for line in wrapped(text, most)) > pixels:
        most -= 1
    return wrapped(text, most)


def axis_title(text: str, pixels: float) -> str | list[str]:
    """The title of an axis that is so many pixels long: in lines, if it is longer."""
    return text if text_width(text) <= pixels else within(text, pixels, SIZE)


def wrapped(text: str, most: int) -> list[str]:
    """A text in lines of at most so many characters."""
    import textwrap

    return textwrap.wrap(one_line(text), max(most, 20)) or [""]
