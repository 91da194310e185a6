"""Lines in panels: told apart by colour, named where they end if there is room, and in a legend otherwise."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, floor, log10
from typing import TYPE_CHECKING

from evalsql.charts import data, theme
from evalsql.charts.data import Rows
from evalsql.charts.ends import End, fit, labelled, room_for

if TYPE_CHECKING:
    import altair as alt

GAP = 14  # pixels between panels
AXIS = 22  # pixels that an axis of values takes beside its numbers
LEAST = 180  # pixels of a panel, where there is more than one beside another
MARKED = 15  # a line of no more points shows each of them
DOTTED = [2, 2]  # an ideal
IDEAL = "ideal"
PLAIN = ".6~g"  # numbers at axes
HEIGHT, LOW = 230, 130  # pixels of a panel alone, and of one of several rows


@dataclass(frozen=True)
class Panel:
    """A panel."""

    title: str  # what stands above it; nothing where it is alone
    values: str  # the title of its axis of values
    rows: Rows  # a row a point: line, point, value, and upper where a band begins at the value
    scale: str = ""  # panels of the same have the same axis of values
    ideal: Rows = field(default_factory=list)  # a row a point: point and value, and a line where each has its own


@dataclass(frozen=True)
class Lines:
    """How lines are told apart."""

    names: Mapping[str, str]  # what each is called, the best first
    colours: Mapping[str, str | None]  # the colour of each; None of those that are grey
    strong: str | None = None  # the line that is thick: the baseline

    @property
    def dashes(self) -> dict[str, list[int]]:
        """The dashes of each line that has a colour; the thick one has none."""
        told = [line for line in self.told if line != self.strong]
        found = dict(zip(told, theme.dashed(told), strict=True))
        return {line: found.get(line, theme.DASHES[0]) for line in self.told}

    @property
    def told(self) -> list[str]:
        """The lines that have a colour, the best first."""
        return [line for line in self.names if self.colours[line]]

    def ends(self, panel: Panel, ink: str) -> list[End]:
        """The ends of a panel's coloured lines, and of its ideal."""
        last = {row["line"]: row["value"] for row in panel.rows if row["value"] is not None}
        found = [
            End(self.names[line], last[line], str(self.colours[line]), dash)
            for line, dash in self.dashes.items()
            if line in last
        ]
        common = [row["value"] for row in panel.ideal if row.get("line") is None]
        return [End(IDEAL, common[-1], ink, DOTTED), *found] if common else found


def arranged(
    panels: Sequence[Panel],
    lines: Lines,
    look: theme.Look,
    axis: str,
    *,
    points: tuple[float, float] | None = None,
    named: bool = True,
) -> "alt.LayerChart | alt.ConcatChart":
    """Panels beside and below each other, with the names of their lines."""
    import altair as alt

    columns = columns_of(len(panels), look.pixels)
    over = len(panels) > columns
    height = LOW if over else HEIGHT if len(panels) == 1 else HEIGHT * 0.75
    room = (look.pixels - GAP * (columns - 1) - 8) / columns
    ends = [lines.ends(panel, look.ground.ink) if named else [] for panel in panels]
    fitting = all(fit(each, room, height) for each in ends)
    ticks = {panel.scale: ticks_of([each for each in panels if each.scale == panel.scale]) for panel in panels}
    across = points or spanned(panels)
    beside = max(map(room_for, ends)) if fitting and named else 0
    beside += AXIS + max(theme.text_width(f"{tick:.6g}") for each in ticks.values() for tick in each)
    width = None if len(panels) == 1 else max(room - beside, 40)
    drawn = [
        one(panel, lines, look, Axes(axis, across, ticks[panel.scale], width, height), ends=own if fitting else None)
        for panel, own in zip(panels, ends, strict=True)
    ]
    if width is None:
        return theme.fitted(drawn[0], look, height)
    sized = [
        chart.properties(width=width, height=height, title=heading(panel.title, room))
        for chart, panel in zip(drawn, panels, strict=True)
    ]
    return alt.concat(*sized, columns=columns, spacing=GAP).resolve_scale(color="shared", strokeDash="shared")


@dataclass(frozen=True)
class Axes:
    """The axes of a panel."""

    title: str  # of the axis of points
    across: tuple[float, float]  # its first and last point
    ticks: Sequence[float]  # those of the axis of values, from end to end
    width: float | None  # of the panel, in pixels; None of a panel alone
    height: float  # likewise

    @property
    def limits(self) -> tuple[float, float]:
        """The ends of the axis of values."""
        return self.ticks[0], self.ticks[-1]

    @property
    def points(self) -> list[float]:
        """The ticks of the axis of points: of ranks, the first among them."""
        first, last = self.across
        found = [tick for tick in steps(0, last, 5 if self.width is None or self.width > 200 else 3) if tick <= last]
        return [first, *(tick for tick in found if tick > first)]


def one(panel: Panel, lines: Lines, look: theme.Look, axes: Axes, *, ends: Sequence[End] | None) -> "alt.LayerChart":
    """A panel, with the names of its lines where these end, or without, and then it is in a legend."""
    import altair as alt

    rows = [row | {"name": lines.names[row["line"]]} for row in panel.rows]
    told, names = lines.told, [lines.names[line] for line in lines.told]
    colours = [str(lines.colours[line]) for line in told]
    across, along = (alt.Scale(domain=list(ends), nice=False) for ends in (axes.across, axes.limits))
    title = axes.title if axes.width is None else theme.axis_title(axes.title, axes.width)
    x = alt.X("point:Q", title=title, scale=across, axis=alt.Axis(values=axes.points, format=PLAIN))
    axis = alt.Axis(values=list(axes.ticks), format=PLAIN)
    y = alt.Y("value:Q", title=panel.values, scale=along, axis=axis)
    legend = None if ends is not None else legend_of(look, names)
    point = alt.Tooltip("point:Q", title=axes.title.partition(",")[0])
    shown = [alt.Tooltip("name:N"), point, alt.Tooltip("value:Q", format=".4f")]
    told_apart = {
        "color": alt.Color("name:N", scale=alt.Scale(domain=names, range=colours), legend=legend),
        "strokeDash": alt.StrokeDash(
            "name:N", scale=alt.Scale(domain=names, range=list(lines.dashes.values())), legend=legend
        ),
    }
    layers: list[alt.Chart | alt.LayerChart] = []
    banded = [row for row in rows if row.get("upper") is not None]
    if banded:
        area = alt.Chart(data.inline(banded)).mark_area(opacity=0.2, line={"strokeWidth": 0.6})
        shown = [*shown[:2], *(alt.Tooltip(f"{each}:Q", format=".4f") for each in ("lower", "upper"))]
        layers.append(area.encode(x=x, y=upper_of(y), y2=alt.Y2("value:Q"), color=told_apart["color"], tooltip=shown))

    def line(part: Rows, width: float) -> "alt.Chart":
        drawn = alt.Chart(data.inline(part)).mark_line(strokeWidth=width)
        return drawn.encode(x=x, y=y, detail=alt.Detail("name:N"))

    grey = [row for row in rows if lines.colours[row["line"]] is None]
    if grey:
        layers.append(line(grey, 0.8).encode(color=alt.ColorValue(look.ground.grey), tooltip=shown))
    if panel.ideal:
        layers += ideals(panel, lines, look, line)
    coloured = [row for row in rows if lines.colours[row["line"]] is not None]
    usual = [row for row in coloured if row["line"] != lines.strong]
    for part, width in ((usual, 1.6), ([row for row in coloured if row["line"] == lines.strong], 2.6)):
        if part:
            layers.append(line(part, width).encode(**told_apart, tooltip=shown))
    if max((sum(row["line"] == each for row in rows) for each in told), default=0) <= MARKED:
        dots = alt.Chart(data.inline(coloured)).mark_point(filled=True, size=14, opacity=1)
        layers.append(dots.encode(x=x, y=y, color=told_apart["color"], tooltip=shown))
    if ends:
        layers.append(labelled(ends, axes.limits, axes.height, panel.values, axis=axis, width=axes.width))
        return alt.LayerChart(layer=layers).resolve_scale(color="independent")
    return alt.LayerChart(layer=layers)


def upper_of(y: "alt.Y") -> "alt.Y":
    """The upper ends of bands, on the axis of their lower ends."""
    found = y.copy()
    found.shorthand = "upper:Q"
    return found


def ideals(
    panel: Panel, lines: Lines, look: theme.Look, line: "Callable[[Rows, float], alt.Chart]"
) -> "list[alt.Chart]":
    """The ideal of a panel, or that of each line."""
    import altair as alt

    found = []
    for each in dict.fromkeys(row.get("line") for row in panel.ideal):
        part = [row | {"name": IDEAL} for row in panel.ideal if row.get("line") == each]
        colour = look.ground.soft if each is None else lines.colours[each] or look.ground.grey
        found.append(line(part, 1.2).encode(color=alt.ColorValue(colour), strokeDash=alt.StrokeDashValue(DOTTED)))
    return found


def legend_of(look: theme.Look, names: Sequence[str]) -> "alt.Legend":
    """The legend below the panels, the best line first."""
    import altair as alt

    columns = max(1, int(look.pixels / (theme.room_of(names) + 24)))
    return alt.Legend(
        title=None,
        orient="bottom",
        columns=columns,
        values=list(names),
        symbolType="stroke",
        symbolSize=400,
        symbolOpacity=1,
        symbolStrokeWidth=1.6,
    )


def heading(title: str, room: float) -> "alt.TitleParams":
    """The title of one of several panels."""
    import altair as alt

    text = theme.wrapped(title, int(room / (theme.SIZE * 0.56)))
    return alt.TitleParams(text, fontSize=theme.SIZE, fontWeight="normal", offset=4, frame="group")


def letters_above(panels: int, look: theme.Look) -> int:
    """How many characters a name above one of so many panels has room for, on one line."""
    room = look.pixels / columns_of(panels, look.pixels) - GAP - AXIS
    return min(theme.LONGEST, int(room / (theme.SIZE * 0.56)))


def columns_of(panels: int, pixels: float) -> int:
    """How many panels stand beside each other: rows are as even as can be."""
    most = max(2, int(pixels / LEAST)) if panels > 2 else max(1, int(pixels / LEAST))
    return ceil(panels / ceil(panels / most))


def spanned(panels: Sequence[Panel]) -> tuple[float, float]:
    """The first and the last point of panels."""
    points = [row["point"] for panel in panels for row in panel.rows]
    low, high = min(points), max(points)
    return (low, high) if low < high else (low - 0.5, high + 0.5)


def ticks_of(panels: Sequence[Panel]) -> list[float]:
    """The ticks of an axis of values, from one end to the other; from 0 on where no value is below."""
    rows = [row for panel in panels for row in (*panel.rows, *panel.ideal)]
    there = [row[name] for row in rows for name in ("value", "upper") if row.get(name) is not None]
    low, high = min([0.0, *there]), max([0.0, *there])
    return steps(low, high) if low < high else [0, 1]


def steps(low: float, high: float, count: int = 5) -> list[float]:
    """About so many round numbers, the first at or below a number, and the last at or above another."""
    unit = 10.0 ** floor(log10((high - low) / count))
    step = unit * next(each for each in (1, 2, 2.5, 5, 10) if (high - low) / (count * unit) <= each * (1 + 1e-9))
    return [float(f"{number * step:.12g}") for number in range(floor(low / step), ceil(high / step - 1e-9) + 1)]
