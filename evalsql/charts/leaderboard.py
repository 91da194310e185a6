"""The runs of a leaderboard, each with its mean and how sure that is."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from evalsql.catalog.measure import Measures
from evalsql.charts import data, theme
from evalsql.words import plural

if TYPE_CHECKING:
    import altair as alt

MOST_PANELS = 4  # measures side by side
GAP = 12  # pixels between them


def leaderboard(
    scores: Any,
    measures: Measures = (),
    *,
    named: Sequence[str] = (),
    confidence: float = 0.95,
    width: float = 160,
    dark: bool = False,
) -> "alt.HConcatChart":
    """The mean of every run, best first, with its confidence interval; a panel a measure, of four at most.

    Args:
        scores: a table with columns run, query_id, metric and value, as evalsql.evaluate gives it.
        measures: those of its measures to draw, the first of which orders the runs; the first four where none is named.
        named: runs to be told apart where there are more than twelve.
        confidence: of the intervals of the means, by Student's t over queries.
        width: of the whole chart, in millimetres.
        dark: whether it is drawn on a dark ground.

    Raises:
        InputError: the scores cannot be read, or packages are missing.
    """
    import altair as alt

    look = theme.Look(width, dark)
    rows = data.of_scores(data.scores_of(scores, measures), "leaderboard", {"confidence": confidence})
    metrics = data.in_order(rows, "metric")[:MOST_PANELS]
    runs = data.in_order(rows, "run")
    names, colours = theme.labels(runs), theme.coloured(runs, named)
    for row in rows:
        row |= {"name": names[row["run"]], "colour": colours[row["run"]] or look.ground.grey}
    room = look.pixels - theme.room_of(list(names.values()))
    panels = [
        panel([row for row in rows if row["metric"] == metric], list(names.values()), first=not place).properties(
            width=max(room / len(metrics) - GAP, 50)
        )
        for place, metric in enumerate(metrics)
    ]
    counts = data.in_order(rows, "queries")
    over = plural(counts[0], "query") if len(counts) == 1 else "the queries of each run"
    return theme.finished(
        alt.hconcat(*panels, spacing=GAP),
        look,
        "Runs by " + ", ".join(metrics),
        f"Means over {over}; lines: {confidence:.0%} confidence intervals (Student's t)",
    )


def panel(rows: data.Rows, names: list[str], first: bool) -> "alt.LayerChart":
    """The means of one measure; the first panel names the runs."""
    import altair as alt

    step = theme.step_of(len(names))
    axis = alt.Axis(labelFontSize=min(theme.SIZE, step - 1), ticks=False, domain=False) if first else None
    shown = [alt.Tooltip(f"{name}:Q", format=".4f") for name in ("mean", "lower", "upper")]
    base = alt.Chart(alt.InlineData(rows)).encode(
        y=alt.Y("name:N", sort=names, title=None, axis=axis),
        color=alt.Color("colour:N", scale=None),
        tooltip=["run:N", "queries:Q", *shown],
    )
    lines = base.mark_rule(strokeWidth=1.5).encode(
        x=alt.X("lower:Q", title=f"mean {rows[0]['metric']}", scale=alt.Scale(zero=False)), x2="upper:Q"
    )
    points = base.mark_point(filled=True, size=30, opacity=1).encode(x="mean:Q")
    return alt.layer(lines, points).properties(height=alt.Step(step))
