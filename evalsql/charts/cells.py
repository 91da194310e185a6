"""Heat maps: values in cells, with numbers where they fit."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalsql.charts import data, theme

if TYPE_CHECKING:
    import altair as alt

LOW = 0.6  # of the way to an end of the scale, from where on the text is as light, or as dark, as the ground
NARROW = 400  # pixels of a chart whose legend stands below it
LEGEND = 60  # pixels of one that stands beside it
FEW = 4  # lines
SMALLEST = 7  # pixels of a number


@dataclass(frozen=True)
class Scale:
    """What the colours of cells say."""

    title: str  # what the values are, for the legend
    least: float  # the value at one end
    most: float  # the value at the other
    # the value of the middle colour; None where values have one direction, from the middle colour up
    middle: float | None = None
    reverse: bool = False  # whether low values have the colour of what is good


def around(values: Sequence[float | None], title: str, *, reverse: bool = False) -> Scale:
    """The scale of values on both sides of 0, as far to the one as to the other."""
    most = max((abs(value) for value in values if value is not None), default=0) or 1
    return Scale(title, -most, most, 0, reverse)


def upwards(values: Sequence[float | None], title: str, least: float | None = None) -> Scale:
    """The scale of values from the least to the most."""
    there = [value for value in values if value is not None] or [0, 1]
    low, high = min(there) if least is None else least, max(there)
    return Scale(title, low, high if high > low else low + 1)


def heat_map(
    rows: data.Rows,
    look: theme.Look,
    scale: Scale,
    *,
    columns: Sequence[str],
    lines: Sequence[str],
    digits: str = "z.2f",
    titles: tuple[str | None, str | None] = (None, None),
    tooltip: Sequence[str] = (),
) -> "alt.LayerChart":
    """Cells of one chart, whose rows have value, mark, and the names of their column and line."""
    import altair as alt

    across, down = theme.labels(columns), theme.labels(lines, theme.longest_in(look))
    for row in rows:
        value = row["value"]
        number = "" if value is None else f"{value:{digits}}"
        row |= {"across": across[row["column"]], "down": down[row["line"]], "shown": number + row["mark"]}
    below = look.pixels < NARROW
    beside = 0 if below else LEGEND
    room = (look.pixels - theme.room_of(list(down.values())) - beside) / max(len(columns), 1)
    longest = max((len(row["shown"]) for row in rows), default=0)
    step = theme.step_of(len(lines)) + (4 if len(lines) <= 20 else 0)
    size = min(theme.SIZE, step - 1, room / max(longest, 1) / 0.58)
    upright = max(map(theme.text_width, across.values()), default=0) > room - 4
    base = alt.Chart(data.inline(rows)).encode(
        x=alt.X(
            "across:N",
            sort=list(across.values()),
            title=titles[0],
            axis=alt.Axis(
                orient="top",
                labelAngle=-90 if upright else 0,
                ticks=False,
                domain=False,
                labelFontSize=min(theme.SIZE, max(room - 1, 4)) if upright else theme.SIZE,
                labelOverlap=False,
                labelLimit=240,
            ),
        ),
        y=alt.Y(
            "down:N",
            sort=list(down.values()),
            title=titles[1],
            axis=alt.Axis(
                ticks=False, domain=False, labelOverlap=False, labelFontSize=min(theme.SIZE, step - 1), titlePadding=8
            ),
        ),
        tooltip=["line:N", "column:N", "value:Q", *tooltip],
    )
    ground = look.ground
    domain = [scale.least, scale.most] if scale.middle is None else [scale.least, scale.middle, scale.most]
    colours = list(ground.scale[1:] if scale.middle is None else ground.scale)
    if scale.reverse:
        colours.reverse()
    length = 120 if below else min(max(len(lines) * step, 60), 140)
    bar = alt.Legend(
        title=scale.title if below else theme.wrapped(scale.title, 16),
        orient="bottom" if below else "right",
        direction="horizontal" if below else "vertical",
        gradientLength=length,
        gradientThickness=10,
    )
    if len(lines) <= FEW and size >= SMALLEST:
        bar = None  # there is no room for it, and the numbers say all
    squares = base.mark_rect(stroke=ground.paper, strokeWidth=1).encode(
        color=alt.condition(
            "isValid(datum.value)",
            alt.Color(
                "value:Q",
                scale=alt.Scale(domain=domain, range=colours, interpolate="lab", clamp=True),
                legend=bar,
            ),
            alt.value(ground.paper),
        )
    )
    middle = scale.least if scale.middle is None else scale.middle
    far = f"abs(datum.value - {middle}) > {LOW * (scale.most - middle)}"
    ink = alt.condition(far, alt.value(ground.paper), alt.value(ground.ink))
    texts = base.encode(color=ink)
    if size >= SMALLEST:
        texts = texts.mark_text(fontSize=size).encode(text="shown:N")
    else:  # no number fits: a dot is the mark
        marked = texts.transform_filter("datum.mark != ''")
        texts = marked.mark_point(filled=True, size=max(min(room, step) ** 2 / 10, 2), opacity=1)
    return theme.fitted(theme.layered(squares, texts), look, alt.Step(step))
