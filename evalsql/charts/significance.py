"""Every run beside every other: by how much it is better, and whether that is significant."""

import re
from typing import TYPE_CHECKING, Any

from evalsql.catalog.measure import Measures
from evalsql.charts import data, theme
from evalsql.errors import InputError

if TYPE_CHECKING:
    import altair as alt

LEAST, MOST = 3, 60  # runs
WORDED = 34  # pixels of a cell that has room for its number
MARKED = 7  # pixels of one that has room for a mark
STRONG = 0.8  # of the largest difference, from which on a cell's text is light


def significance(
    comparisons: Any, measures: Measures = (), *, alpha: float = 0.05, width: float = 160, dark: bool = False
) -> "alt.LayerChart":
    """A matrix of runs, the best first: the difference of the means of each two, and marks for what is significant.

    Args:
        comparisons: a table that evalsql.compare gives, of every run with every other.
        measures: the measure, of which there may be several in the table; the first where none is named.
        alpha: the level at which runs were compared there, which the chart says.
        width: of the whole chart, in millimetres.
        dark: whether it is drawn on a dark ground.
    """
    look = theme.asked(width, dark)
    import altair as alt

    rows = data.of_measure(data.of_comparisons("significance", comparisons), measures)
    metric = rows[0]["metric"]
    runs = data.in_order(rows, "run")
    refuse(len(runs), len(rows))
    names = theme.labels(runs, theme.longest_in(look))
    most = max(abs(row["difference"]) for row in rows) or 1
    cell = (look.pixels - theme.room_of(list(names.values()))) / len(runs)
    sign = -1 if rows[0]["better"] == "lower" else 1
    for row in rows:
        row |= {"name": names[row["run"]], "other_name": names[row["other"]], "gain": sign * row["difference"]}
        strong = abs(row["difference"]) > STRONG * most
        row["strong"] = strong
        text = re.sub(r"(?<=^[+-])0\.", ".", f"{row['difference']:+.2f}")
        mark = "•" if row["significant"] else ""
        row["mark"] = f"{text}{mark}" if cell >= WORDED else mark if cell >= MARKED else ""
    size = max(min(theme.SIZE, cell - 1), 4)
    common = {"labelFontSize": size, "ticks": False, "domain": False, "labelLimit": 400}
    order = list(names.values())
    base = alt.Chart(data.inline(rows)).encode(
        x=alt.X("other_name:N", sort=order, title=None, axis=alt.Axis(labelAngle=-90, **common)),
        y=alt.Y("name:N", sort=order, title=None, axis=alt.Axis(**common)),
        tooltip=["run:N", "other:N", "queries:Q", *shown()],
    )
    colours = alt.Scale(
        domain=[-most, 0, most], range=[theme.COLOURS[1], look.ground.paper, theme.COLOURS[0]], interpolate="lab"
    )
    lower = " (lower is better)" if sign < 0 else ""
    legend = alt.Legend(
        title=theme.axis_title(f"how much better the row is in {metric}", cell * len(runs) - 8),
        orient="top",
        gradientLength=120,
        tickCount=3,
        labelExpr=theme.SIGNED,
    )
    cells = base.mark_rect(stroke=look.ground.grid, strokeWidth=0.5 if cell >= MARKED else 0)
    drawn = [cells.encode(color=alt.Color("gain:Q", scale=colours, legend=legend))]
    texts = base.mark_text(fontSize=min(theme.SIZE, max(cell * 0.6, 6)))
    inks = (("datum.strong", theme.DARK.ink), ("!datum.strong", look.ground.ink))
    drawn += [texts.transform_filter(those).encode(text="mark:N", color=alt.value(ink)) for those, ink in inks]
    marked = "too small for marks of significance"
    if cell >= MARKED:
        marked = f"• significant at {alpha:.12g} once corrected"
    return theme.finished(
        theme.fitted(theme.layered(*drawn), look, alt.Step(max(min(cell, 22), 5))),
        look,
        f"Every two runs: {data.difference(metric, 's')} mean {metric}{lower}",
        f"Row minus column; {marked}",
    )


def shown() -> "list[alt.Tooltip]":
    """The numbers that a page shows of a cell."""
    import altair as alt

    return [alt.Tooltip(f"{name}:Q", format=".4f") for name in ("difference", "p_corrected")]


def refuse(runs: int, cells: int) -> None:
    """Refuses what makes no matrix."""
    if cells < runs * (runs - 1):
        raise InputError("the matrix is of every run with every other; compare them without a baseline")
    if runs < LEAST:
        raise InputError(f"a matrix takes {LEAST} runs or more, and there are {runs}; draw their differences")
    if runs > MOST:
        raise InputError(f"a matrix of {runs} runs is too fine to be read; choose {MOST} of them, or name a baseline")
