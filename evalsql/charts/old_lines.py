"""Lines of runs or measures over some axis, with their names where they end, or in a legend where there is no room."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from evalsql.charts import data, ends, theme

if TYPE_CHECKING:
    import altair as alt

AXIS = 48  # pixels left of the lines
SHAPE = 0.6  # of a panel's height to its width
LOWEST, HIGHEST = 150, 380  # pixels


@dataclass(frozen=True)
class Lines:
    """What is drawn."""

    rows: data.Rows  # with line (whose), x, y, and more fields that a page shows
    order: Sequence[str]  # the lines, in whose order they get colours
    x: "alt.X"  # the field's type, title, and further arguments of its axis and scale
    y_title: str  # what values are
    domain: tuple[float, float]  # the lowest and the highest value of the axis of values
    axis: Mapping[str, Any]  # more arguments of that axis
    named: Sequence[str] = ()  # the lines that are told apart in any case
    tooltip: Sequence[Any] = ()  # what a page shows of a point
    points: bool = True  # whether the values are marked on the lines


def drawn(what: Lines, look: theme.Look, above: "Sequence[alt.Chart]" = ()) -> "alt.LayerChart":
    """A panel of lines, as wide as asked: those that are not told apart in grey, below the others."""
    import altair as alt

    names, colours = theme.labels(what.order, theme.longest_in(look)), theme.coloured(what.order, what.named)
    dashes = dict(zip(what.order, theme.dashed(what.order), strict=True))
    told = [line for line in what.order if colours[line] is not None]
    rows = [row | {"name": names[row["line"]]} for row in what.rows if row["y"] is not None]
    height = round(min(max(look.pixels * SHAPE, LOWEST), HIGHEST))
    scale = alt.Scale(domain=list(what.domain), nice=False, clamp=True)
    y = alt.Y("y:Q", title=what.y_title, scale=scale, axis=alt.Axis(**what.axis))
    base = alt.Chart(data.inline([row for row in rows if row["line"] in told])).encode(
        x=what.x, y=y, tooltip=["line:N", *what.tooltip]
    )
    layers = []
    if len(told) < len(what.order):
        grey = alt.Chart(data.inline([row for row in rows if row["line"] not in told])).mark_line(
            color=look.ground.grey, strokeWidth=1, opacity=0.8
        )
        layers.append(grey.encode(x=what.x, y=y, detail="line:N", tooltip=["line:N", *what.tooltip]))
    last = last_of([row for row in rows if row["line"] in told], told)
    beside = [ends.End(names[line], last[line]["y"], str(colours[line])) for line in told if line in last]
    # a line that ends before the others cannot have its name at the right edge
    whole = len({last[line]["x"] for line in told if line in last}) == 1
    direct = whole and ends.fit(beside, look.pixels - AXIS, height)
    shown = sorted((line for line in told if line in last), key=lambda line: -last[line]["y"])
    legend = None
    if not direct:
        widest = theme.room_of([names[line] for line in shown]) + 24
        columns = max(1, int((look.pixels - AXIS) // widest))
        legend = alt.Legend(title=None, orient="bottom", columns=columns, symbolType="stroke", symbolSize=400)
    domain = [names[line] for line in shown]
    ink = alt.Scale(domain=domain, range=[str(colours[line]) for line in shown])
    if direct:  # the names beside the lines have their colours themselves
        layers += [
            mark.encode(color=alt.value(colours[line]), strokeDash=alt.value(dashes[line]))
            for line in reversed(told)
            for mark in marks(base.transform_filter(alt.datum.line == line), what.points)
        ]
        layers.append(ends.labelled(beside, what.domain, height, what.y_title))
    else:
        stroke = alt.StrokeDash(
            "name:N", scale=alt.Scale(domain=domain, range=[dashes[line] for line in shown]), legend=legend
        )
        line, *points = marks(base, what.points)
        layers.append(line.encode(color=alt.Color("name:N", scale=ink, legend=legend), strokeDash=stroke))
        layers += [point.encode(color=alt.Color("name:N", scale=ink, legend=legend)) for point in points]
    return theme.fitted(theme.layered(*layers, *above), look, height)


def marks(base: "alt.Chart", points: bool) -> "list[alt.Chart]":
    """Lines, and points on them where these are wanted."""
    found = [base.mark_line(strokeWidth=1.6)]
    if points:
        found.append(base.mark_point(filled=True, size=18, opacity=1))
    return found


def last_of(rows: data.Rows, told: Sequence[str]) -> dict[str, dict[str, Any]]:
    """The last row of each line that has any."""
    found = {row["line"]: row for row in rows}
    return {line: found[line] for line in told if line in found}


def room(values: Sequence[float | None], edge: float = 0.05) -> tuple[float, float]:
    """From below the least to above the greatest of some values."""
    there = [value for value in values if value is not None] or [0.0, 1.0]
    low, high = min(there), max(there)
    more = (high - low) * edge or abs(high) * edge or 1
    return low - more, high + more
