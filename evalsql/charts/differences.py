"""By how much one run is above another, query by query."""

from typing import TYPE_CHECKING, Any

from evalsql.catalog.measure import Measures
from evalsql.charts import data, theme
from evalsql.charts.pairs import counted, refuse_unknown
from evalsql.words import plural

if TYPE_CHECKING:
    import altair as alt

LEAST_STEP = 9.5  # pixels of a query that has room for its id
THINNEST = 2  # pixels of a bar; where there are more queries, one shape takes the place of bars
HEIGHT = 240
EXTREMES = 2  # queries at either end that are named above the chart, where no query is named at the axis


def differences(
    scores: Any,
    run: str,
    other: str,
    measures: Measures = (),
    *,
    width: float = 160,
    dark: bool = False,
) -> "alt.LayerChart":
    """By how much a run is above another on each query, the largest difference first, and the mean difference.

    Args:
        scores: a table with columns run, query_id, metric and value, as evalsql.evaluate gives it.
        run: the one.
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
    rows = data.of_scores(found, "differences", {"run": run, "other": other})
    rows = data.of_first(rows, f"{run} and {other} have no query in common")
    metric, mean = rows[0]["metric"], rows[0]["mean_difference"]
    names = theme.labels([run, other], theme.LONGEST)
    fills = {run: theme.COLOURS[0], other: theme.COLOURS[1], None: look.ground.grey}
    for row in rows:
        row["fill"] = fills[row["ahead"]]
    step = (look.pixels - 60) / len(rows)
    queries = theme.labels([row["query_id"] for row in rows], 16)
    named = step >= LEAST_STEP and len(rows) > 1
    for row in rows:
        row["query"] = queries[row["query_id"]]
    title: str | list[str] = f"{metric}: {names[run]} - {names[other]}"
    if theme.text_width(title) > HEIGHT:
        title = [f"{metric}: {names[run]}", f"- {names[other]}"]
    y = alt.Y("difference:Q", title=title, axis=alt.Axis(tickCount=6, labelExpr=theme.SIGNED))
    shown = [alt.Tooltip(f"{name}:Q", format=".4f") for name in ("value", "other_value", "difference")]
    if step >= THINNEST:
        size = min(theme.SIZE, max(step - 1.5, 1))
        axis = alt.Axis(labels=named, labelAngle=-90, ticks=False, domain=False, labelFontSize=size)
        x = alt.X("query:N", sort=list(queries.values()), title=None if named else "queries", axis=axis)
        bars = (
            alt.Chart(data.inline(rows))
            .mark_bar(binSpacing=0)
            .encode(x=x, y=y, color=alt.Color("fill:N", scale=None), tooltip=["query_id:N", *shown])
        )
        drawn = [bars]
    else:
        x = alt.X("place:Q", title="queries, by their difference", scale=alt.Scale(nice=False, domain=[1, len(rows)]))
        every = -(-len(rows) // look.pixels)  # no more of them than pixels
        thin = [{"place": row["place"], "difference": row["difference"]} for row in rows[::every]]
        area = alt.Chart(data.inline(thin)).mark_area(interpolate="step")
        drawn = [
            area.transform_calculate(part=f"{side}(0, datum.difference)").encode(
                x=x, y=alt.Y("part:Q", title=title), color=alt.value(theme.COLOURS[place])
            )
            for place, side in enumerate(sides(rows))
        ]
    line = alt.Chart(data.inline([{"mean": mean}])).mark_rule(strokeDash=[4, 3], color=look.ground.ink)
    zero = alt.Chart(data.inline([{"mean": 0}])).mark_rule(color=look.ground.soft)
    chart = theme.layered(*drawn, zero.encode(y="mean:Q"), line.encode(y="mean:Q"))
    ends = "" if named or len(rows) <= 2 * EXTREMES else f"; {extremes(rows, queries)}"
    return theme.finished(
        theme.fitted(chart, look, HEIGHT),
        look,
        f"{names[run]} and {names[other]}: differences in {metric} by query",
        f"{counted(rows, names, run, other)}; dashes: the mean of {plural(len(rows), 'difference')}, {mean:+.4f}{ends}",
    )


def sides(rows: data.Rows) -> tuple[str, str]:
    """Which differences are in the colour of the one run, and which in that of the other."""
    return ("min", "max") if rows[0]["lower_is_better"] else ("max", "min")


def extremes(rows: data.Rows, queries: dict[str, str]) -> str:
    """The queries at both ends."""
    first, last = rows[:EXTREMES], rows[-EXTREMES:]
    high, low = (
        ", ".join(f"{queries[row['query_id']]} ({row['difference']:+.3f})" for row in each) for each in (first, last)
    )
    return f"from {high} to {low}"
