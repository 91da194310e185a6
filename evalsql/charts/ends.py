"""Names at the ends of lines, one below the other where the lines end close to each other."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalsql.charts.theme import SIZE

if TYPE_CHECKING:
    import altair as alt

LINE = SIZE + 2  # pixels from one name to the next
LEADER = 8  # pixels from the end of a line to its name
WIDTH = SIZE * 0.56  # of a letter, about
MOST = 0.42  # of a panel's width, for names


@dataclass(frozen=True)
class End:
    """The end of a line.

    Attributes:
        name: what is written there.
        value: where the line ends.
        colour: of the line, and of its name.
    """

    name: str
    value: float
    colour: str


def spread(places: Sequence[float], gap: float, low: float, high: float) -> list[float] | None:
    """Places that are at least a gap apart, in the same order, and as near as can be to those that are wanted.

    Nearest by least squares: places that are too close move together, as one block around their mean.

    Args:
        places: those that are wanted, in any order.
        gap: the least distance.
        low: the lowest place there is.
        high: the highest.

    Returns:
        A place for each, in the order given; None where there is no room for all.
    """
    room = high - low - gap * (len(places) - 1)
    if room < 0:
        return None
    order = sorted(range(len(places)), key=lambda index: (places[index], -index))
    blocks: list[tuple[float, int]] = []  # the mean of what a block's first place would be, and how many it has
    for number, index in enumerate(order):
        mean, count = places[index] - number * gap, 1
        while blocks and blocks[-1][0] > mean:
            above, more = blocks.pop()
            mean, count = (mean * count + above * more) / (count + more), count + more
        blocks.append((mean, count))
    firsts = [min(max(mean, low), low + room) for mean, count in blocks for _ in range(count)]
    found = [0.0] * len(places)
    for number, index in enumerate(order):
        found[index] = firsts[number] + number * gap
    return found


def room_for(ends: Sequence[End]) -> float:
    """How many pixels names need to the right of a panel, about."""
    return max((len(end.name) for end in ends), default=0) * WIDTH + LEADER + 4


def fit(ends: Sequence[End], width: float, height: float) -> bool:
    """Whether names fit beside a panel that has so many pixels with them."""
    return room_for(ends) <= MOST * width and len(ends) * LINE <= height + LINE


def labelled(ends: Sequence[End], domain: tuple[float, float], height: float, title: str | None) -> "alt.LayerChart":
    """The names, to the right of a panel whose right edge is where its lines end; theme.fitted leaves room for them.

    Args:
        ends: the ends of its lines, which fit.
        domain: the lowest and the highest value of the panel's scale.
        height: of the panel, in pixels.
        title: of its axis of values.
    """
    import altair as alt

    low, high = domain
    pixel = (high - low) / height
    shown = [end for end in ends if low <= end.value <= high]
    places = spread([end.value for end in shown], LINE * pixel, low, high) or []
    rows = [
        {"name": end.name, "ends": end.value, "at": at, "colour": end.colour}
        for end, at in zip(shown, places, strict=False)
    ]
    scale = alt.Scale(domain=[low, high], nice=False)
    base = alt.Chart(alt.InlineData(rows)).encode(color=alt.Color("colour:N", scale=None))
    right = alt.value(alt.ExprRef("width + 1"))
    leaders = base.mark_rule(strokeWidth=0.7, opacity=0.7).encode(
        x=right,
        x2=alt.value(alt.ExprRef(f"width + {LEADER - 2}")),
        y=alt.Y("ends:Q", scale=scale, title=title),
        y2="at:Q",
    )
    texts = base.mark_text(align="left", baseline="middle").encode(
        x=alt.value(alt.ExprRef(f"width + {LEADER}")), y=alt.Y("at:Q", scale=scale, title=title), text="name:N"
    )
    return alt.LayerChart(layer=[leaders, texts])
