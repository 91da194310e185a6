"""Differences of runs, each with its interval."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from evalsql.charts import data, panels, theme
from evalsql.errors import InputError

if TYPE_CHECKING:
    import altair as alt

MOST_PAIRS = 200


def forest(
    comparisons: Any, *, alpha: float = 0.05, width: float = 160, dark: bool = False
) -> "alt.LayerChart | alt.VConcatChart":
    """The difference of every two runs that were compared, with its interval; a panel a measure, of four at most.

    Args:
        comparisons: a table that evalsql.compare gives.
        alpha: the level at which runs were compared there, which the chart says.
        width: of the whole chart, in millimetres.
        dark: whether it is drawn on a dark ground.
    """
    look = theme.asked(width, dark)
    rows = data.of_comparisons("forest", comparisons)
    pairs = list(dict.fromkeys((row["run"], row["other"]) for row in rows))
    if len(pairs) > MOST_PAIRS:
        raise InputError(
            f"there are {len(pairs):,} pairs of runs, and the chart has room for {MOST_PAIRS}; compare them with a"
            " baseline, or draw their significance as a matrix"
        )
    names = names_of(pairs, theme.longest_in(look))
    fills = {"run": theme.COLOURS[0], "other": theme.COLOURS[1], "neither": look.ground.grey}
    for row in rows:
        row |= {"name": names[row["run"], row["other"]], "fill": fills[row["beats"]]}
        row["filling"] = row["fill"] if row["significant"] else look.ground.paper
    found = data.in_order(rows, "metric")
    parts = [[row for row in rows if row["metric"] == metric] for metric in found[: panels.MOST]]

    def draw(part: data.Rows, y: "alt.Y", pixels: float) -> "alt.LayerChart":
        return panel(part, y, pixels, look)

    chart = panels.side_by_side(parts, list(names.values()), look, draw)
    colours = "filled: significant once corrected, blue where the first is better, orange where it is worse"
    left_out = f"; the first {panels.MOST} of {len(found)} measures" if len(found) > panels.MOST else ""
    return theme.finished(
        chart,
        look,
        heading(pairs) + " in " + ", ".join(found[: panels.MOST]),
        f"Lines: {100 * (1 - alpha):g}% confidence intervals; {colours}{left_out}",
    )


def names_of(pairs: Sequence[tuple[str, str]], most: int) -> dict[tuple[str, str], str]:
    """What the rows are called: by the runs of a pair that are not the same in all of them."""
    runs, others = ({pair[place] for pair in pairs} for place in (0, 1))
    if len(others) == 1 or len(runs) == 1:
        place = 0 if len(others) == 1 else 1
        short = theme.labels(list(dict.fromkeys(pair[place] for pair in pairs)), most)
        return {pair: short[pair[place]] for pair in pairs}
    short = theme.labels(list(dict.fromkeys(run for pair in pairs for run in pair)), max(most // 2, 8))
    return {(run, other): f"{short[run]} - {short[other]}" for run, other in pairs}


def heading(pairs: Sequence[tuple[str, str]]) -> str:
    """What the differences are from."""
    runs, others = ({pair[place] for pair in pairs} for place in (0, 1))
    if len(others) == 1:
        return f"Differences from {theme.labels(list(others))[pairs[0][1]]}"
    if len(runs) == 1:
        return f"{theme.labels(list(runs))[pairs[0][0]]} minus each other run"
    return "Differences of runs"


def panel(rows: data.Rows, y: "alt.Y", pixels: float, look: theme.Look) -> "alt.LayerChart":
    """The differences of one measure."""
    import altair as alt

    told = [alt.Tooltip("run:N"), alt.Tooltip("other:N"), alt.Tooltip("queries:Q")]
    told += [alt.Tooltip(f"{name}:Q", format=".4f") for name in ("difference", "lower", "upper", "p_corrected")]
    colour = alt.Color("fill:N", scale=None)
    base = alt.Chart(data.inline(rows)).encode(y=y, color=colour, tooltip=told)
    lower = ", lower is better" if rows[0]["better"] == "lower" else ""
    x = alt.X(
        "lower:Q",
        title=theme.axis_title(f"{data.difference(rows[0]['metric'])} mean {rows[0]['metric']}{lower}", pixels),
        axis=alt.Axis(tickCount=theme.ticks_of(pixels), labelFlush=False, labelExpr=theme.SIGNED),
    )
    zero = alt.Chart(data.inline([{"zero": 0}])).mark_rule(color=look.ground.soft)
    points = base.mark_point(size=32, opacity=1, fillOpacity=1, strokeWidth=1.25)
    return theme.layered(
        zero.encode(x=alt.X("zero:Q")),
        base.mark_rule(strokeWidth=1.5).encode(x=x, x2=alt.X2("upper:Q")),
        points.encode(
            x=alt.X("difference:Q"), fill=alt.Fill("filling:N", scale=None), stroke=alt.Stroke("fill:N", scale=None)
        ),
    )
