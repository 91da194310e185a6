"""The runs of a leaderboard, each with its mean and how sure that is."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from evalsql.catalog.measure import Measures
from evalsql.charts import data, panels, theme
from evalsql.words import plural

if TYPE_CHECKING:
    import altair as alt


def leaderboard(
    scores: Any,
    measures: Measures = (),
    *,
    named: Sequence[str] = (),
    confidence: float = 0.95,
    width: float = 160,
    dark: bool = False,
) -> "alt.LayerChart | alt.VConcatChart":
    """The mean of every run, best first, with its confidence interval; a panel a measure, of four at most.

    Args:
        scores: a table with columns run, query_id, metric and value, as evalsql.evaluate gives it.
        measures: those of its measures to draw, the first of which orders the runs; the first four where none is named.
        named: runs to be told apart where there are more than twelve.
        confidence: of the intervals of the means, by Student's t over queries.
        width: of the whole chart, in millimetres.
        dark: whether it is drawn on a dark ground.

    Raises:
        InputError: the scores cannot be read, or have no value.
    """
    look = theme.asked(width, dark)
    rows = data.of_scores(data.scores_of(scores, measures), "leaderboard", {"confidence": confidence})
    data.refuse_empty(rows)
    runs = data.in_order(rows, "run")
    names, colours = theme.labels(runs, theme.longest_in(look)), theme.coloured(runs, named)
    for row in rows:
        row |= {"name": names[row["run"]], "colour": colours[row["run"]] or look.ground.grey}
    found = data.in_order(rows, "metric")
    parts = [[row for row in rows if row["metric"] == metric] for metric in found[: panels.MOST]]
    chart = panels.side_by_side(parts, list(names.values()), look, panel)
    counts = data.in_order(rows, "queries")
    over = plural(counts[0], "query") if len(counts) == 1 else "the queries of each run"
    left_out = f"; the first {panels.MOST} of {len(found)} measures" if len(found) > panels.MOST else ""
    return theme.finished(
        chart,
        look,
        "Runs by " + ", ".join(found[: panels.MOST]),
        f"Means over {over}; lines: {confidence:.0%} confidence intervals (Student's t){left_out}",
    )


def panel(rows: data.Rows, y: "alt.Y", pixels: float) -> "alt.LayerChart":
    """The means of one measure."""
    import altair as alt

    told = [alt.Tooltip("run:N"), alt.Tooltip("queries:Q")]
    told += [alt.Tooltip(f"{name}:Q", format=".4f") for name in ("mean", "lower", "upper")]
    base = alt.Chart(data.inline(rows)).encode(y=y, color=alt.Color("colour:N", scale=None), tooltip=told)
    x = alt.X(
        "lower:Q",
        title=f"mean {rows[0]['metric']}",
        scale=theme.scale_of(row[name] for row in rows for name in ("mean", "lower", "upper")),
        axis=alt.Axis(tickCount=theme.ticks_of(pixels), labelFlush=False),
    )
    return theme.layered(
        base.mark_rule(strokeWidth=1.5).encode(x=x, x2=alt.X2("upper:Q")),
        base.mark_point(filled=True, size=30, opacity=1).encode(x=alt.X("mean:Q")),
    )
