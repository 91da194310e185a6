"""Which queries are hard."""

from typing import TYPE_CHECKING, Any

from evalsql.charts import data, theme
from evalsql.charts.pool import measure_of
from evalsql.words import plural, shortened

if TYPE_CHECKING:
    import altair as alt

HEIGHT = 220  # pixels
NARROWEST = 9  # pixels of a query from which on its name is written
NAME = 12  # characters of a query's name


def difficulty(found: Any, measure: str | None = None, *, width: float = 160, dark: bool = False) -> "alt.LayerChart":
    """The mean of the runs on every query, the hardest first, with the range of their scores.

    Args:
        found: the relation queries, by name or alone, as evalsql.analyse_queries gives it.
        measure: which of the measures; the first where None.
        width: of the whole chart, in millimetres.
        dark: whether it is drawn on a dark ground.

    Raises:
        InputError: the relation cannot be read, there is no such measure, or packages are missing.
    """
    look = theme.asked(width, dark)
    import altair as alt

    columns = ("metric", "query_id", "place", "runs", "mean", "median", "deviation", "lowest", "highest", "best_run")
    given = data.one_of(found, "queries", "analyse_queries") if isinstance(found, dict) else found
    table = data.table_of(given, columns, "analyse_queries")
    metric = measure_of(table, measure)
    rows = data.of_tables("difficulty", {"metric": metric}, queries=table)
    for row, name in zip(rows, shortened([row["query_id"] for row in rows], NAME), strict=True):
        row["name"] = name
    named = (look.pixels - 60) / len(rows) >= NARROWEST
    every = -(-len(rows) // look.pixels)  # no more of them than pixels
    shown = [alt.Tooltip(f"{name}:Q", format=".4f") for name in ("mean", "median", "deviation", "lowest", "highest")]
    base = alt.Chart(data.inline(rows[::every])).encode(
        x=across(rows, named),
        tooltip=["query_id:N", *shown, "best_run:N"],
    )
    y = alt.Y("lowest:Q", title=metric, scale=alt.Scale(zero=True))
    thick = max(min(300 / len(rows), 4), 1 if every > 1 else 0.7)
    ranges = base.mark_rule(color=look.ground.grey, strokeWidth=thick).encode(y=y, y2="highest:Q")
    means = base.mark_point(filled=True, color=theme.COLOURS[0], size=max(min(1200 / len(rows), 30), 4), opacity=1)
    chart = theme.fitted(theme.layered(ranges, means.encode(y="mean:Q")), look, HEIGHT)
    counts = sorted({row["runs"] for row in rows})
    over = " to ".join(map(str, dict.fromkeys((counts[0], counts[-1]))))
    return theme.finished(
        chart,
        look,
        f"How hard {plural(len(rows), 'query')} are by {metric}".replace("1 query are", "1 query is"),
        f"Points: the mean of {over} runs; lines: from the lowest to the highest score"
        + (f"; one in {every} queries is drawn" if every > 1 else ""),
    )


def across(rows: data.Rows, named: bool) -> "alt.X":
    """The axis of queries: their names, or their places where there is no room for names."""
    import altair as alt

    title = "queries, the hardest first"
    if not named:
        scale = alt.Scale(nice=False, domain=[0, len(rows) + 1])
        return alt.X("place:Q", title=title, scale=scale, axis=alt.Axis(grid=False, tickMinStep=1))
    axis = alt.Axis(labelAngle=-90, labelOverlap=False, ticks=False, grid=False)
    return alt.X("name:N", sort=[row["name"] for row in rows], title=title, axis=axis)
