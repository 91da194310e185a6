"""Names at the ends of lines, one below the other where the lines end close to each other."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from evalsql.charts import data
from evalsql.charts.theme import SIZE, text_width

if TYPE_CHECKING:
    import altair as alt

LINE = SIZE + 2  # pixels from one name to the next
LEADER = 16  # pixels from the end of a line to its name
MOST = 0.42  # of a panel's width, for names


@dataclass(frozen=True)
class End:
    """The end of a line."""

    name: str  # what is written there
    value: float  # where the line ends
    colour: str  # of the line, and of what leads from it to its name
    dash: Sequence[int] = (1, 0)  # the same of its dashes


def spread(places: Sequence[float], gap: float, low: float, high: float) -> list[float] | None:
    """Places that are at least a gap apart, in the same order, and as near as can be to those that are wanted.

    Nearest by least squares: places that are too close move together, as one block around their mean.
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
    return max((text_width(end.name) for end in ends), default=0) + LEADER + 4


def fit(ends: Sequence[End], width: float, height: float) -> bool:
    """Whether names fit beside a panel that has so many pixels with them."""
    return room_for(ends) <= MOST * width and len(ends) * LINE <= height + LINE


def labelled(
    ends: Sequence[End],
    domain: tuple[float, float],
    height: float,
    title: str | None,
    *,
    axis: "alt.Axis | None" = None,
    width: float | None = None,
) -> "alt.LayerChart":
    """The names, to the right of a panel whose right edge is where its lines end; theme.fitted leaves room for them."""
    import altair as alt

    low, high = domain
    pixel = (high - low) / height
    shown = [end for end in ends if low <= end.value <= high]
    places = spread([end.value for end in shown], LINE * pixel, low, high) or []
    rows = [
        {"name": end.name, "ends": end.value, "at": at, "colour": end.colour, "dash": number}
        for number, (end, at) in enumerate(zip(shown, places, strict=False))
    ]
    base = alt.Chart(data.inline(rows))
    dashes = alt.Scale(domain=[row["dash"] for row in rows], range=[list(end.dash) for end in shown])

    def right(by: float) -> Any:
        return alt.ExprRef(f"width + {by}") if width is None else width + by

    def of(column: str) -> "alt.Y":
        scale = alt.Scale(domain=[low, high], nice=False)
        return alt.Y(column, scale=scale, title=title, axis=axis or alt.Axis())

    leaders = base.mark_rule(strokeWidth=1.2).encode(
        x=alt.XValue(right(1)),
        x2=alt.X2Value(right(LEADER - 2)),
        y=of("ends:Q"),
        y2=alt.Y2("at:Q"),
        color=alt.Color("colour:N", scale=None),
        strokeDash=alt.StrokeDash("dash:O", scale=dashes, legend=None),
    )
    names = base.mark_text(align="left", baseline="middle")
    texts = names.encode(x=alt.XValue(right(LEADER)), y=of("at:Q"), text=alt.Text("name:N"))
    return alt.LayerChart(layer=[leaders, texts]).resolve_scale(color="independent", strokeDash="independent")
