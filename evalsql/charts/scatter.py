"""Two runs, query by query."""

from math import pi
from typing import TYPE_CHECKING, Any

from evalsql.catalog.measure import Measures
from evalsql.charts import data, theme
from evalsql.charts.pairs import counted, refuse_unknown

if TYPE_CHECKING:
    import altair as alt

MOST_SQUARE = 420  # pixels of its height
NAMED = 6  # queries, those that are farthest apart
SMALLEST, LARGEST = 32, 400  # pixels that the point of one query covers, and of however many
LEFT, RIGHT = {"align": "right", "dx": -6}, {"align": "left", "dx": 6}  # of a point: where its name is
WIDE = 300  # pixels, from which on they are named


def scatter(
    scores: Any,
    run: str,
    other: str,
    measures: Measures = (),
    *,
    width: float = 160,
    dark: bool = False,
) -> "alt.LayerChart":
    """The value of each query in two runs, and the diagonal on which both are the same.

    Args:
        scores: a table with columns run, query_id, metric and value, as evalsql.evaluate gives it.
        run: the one, whose values are heights.
        other: the one that it is compared with.
        measures: the measure, of which there may be several in the table; the first where none is named.
        width: of the whole chart, in millimetres.
        dark: whether it is drawn on a dark ground.

    Raises:
        InputError: the scores cannot be read, or the runs have no query in common.
    """
    look = theme.asked(width, dark)
    import altair as alt

    found = data.scores_of(scores, measures)
    refuse_unknown(found, run, other)
    rows = data.of_scores(found, "scatter", {"run": run, "other": other})
    rows = data.of_first(rows, f"{run} and {other} have no query in common")
    metric = rows[0]["metric"]
    names = theme.labels([run, other], theme.LONGEST)
    fills = {run: theme.COLOURS[0], other: theme.COLOURS[1], None: look.ground.grey}
    queries = theme.labels([row["query_id"] for row in rows], 16)
    for row in rows:
        row |= {
            "fill": fills[row["ahead"]],
            "query": queries[row["query_id"]],
            "area": min(SMALLEST * row["alike"] ** 0.5, LARGEST),
        }
    values = [row[name] for row in rows for name in ("value", "other_value")]
    low, high = min(0.0, *values), max(values)
    scale = alt.Scale(domain=[low, high if high > low else low + 1], nice=True)
    several = any(row["alike"] > 1 for row in rows)
    # large points at the edges would cover the numbers of axes
    beside = {"offset": round((max(row["area"] for row in rows) / pi) ** 0.5)} if several else {}
    axis = alt.Axis(tickCount=6, **beside)
    x = alt.X("other_value:Q", title=f"{metric} of {names[other]}", scale=scale, axis=axis)
    y = alt.Y("value:Q", title=f"{metric} of {names[run]}", scale=scale, axis=axis)
    shown = [alt.Tooltip(f"{name}:Q", format=".4f") for name in ("value", "other_value")]
    ends = [{"value": end, "other_value": end} for end in (low, high)]
    diagonal = alt.Chart(data.inline(ends)).mark_line(strokeDash=[4, 3], strokeWidth=1, color=look.ground.soft)
    points = alt.Chart(data.inline(rows)).mark_circle(opacity=0.75 if len(rows) <= 300 else 0.4)
    drawn = [
        diagonal.encode(x=x, y=y),
        points.encode(
            x=x,
            y=y,
            color=alt.Color("fill:N", scale=None),
            size=alt.Size("area:Q", scale=None),
            tooltip=["query_id:N", "alike:Q", *shown],
        ),
    ]
    if look.pixels >= WIDE:
        apart = [row for row in rows if row["apart"] <= NAMED and row["ahead"] is not None and row["alike"] == 1]
        at_left = [row for row in apart if row["other_value"] > (low + high) / 2]
        for part, mark in ((at_left, LEFT), ([row for row in apart if row not in at_left], RIGHT)):
            text = alt.Chart(data.inline(part)).mark_text(fontSize=theme.SIZE - 1, **mark)
            drawn.append(text.encode(x=x, y=y, text="query:N"))
    larger = "; larger points: several queries" if several else ""
    return theme.finished(
        theme.fitted(theme.layered(*drawn), look, min(look.pixels - 50, MOST_SQUARE)),
        look,
        f"{names[run]} and {names[other]}: {metric} by query",
        f"{counted(rows, names, run, other)}; dashes: where both are the same{larger}",
    )
