"""How far the scores of runs move with other judgments."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from evalsql.charts import data, theme
from evalsql.charts.panels import heights
from evalsql.charts.pool import measure_of

if TYPE_CHECKING:
    import altair as alt


def moved(
    found: Any,
    measure: str | None = None,
    *,
    other: str = "the pool",
    named: Sequence[str] = (),
    width: float = 160,
    dark: bool = False,
) -> "alt.LayerChart":
    """The score of each run by all judgments, and by those of another pool or without its own, with a line between.

    Args:
        found: the relation runs, by name or alone, as evalsql.pool gives it for one pool, or evalsql.leave_out.
        measure: which of the measures; the first where None.
        other: what the other judgments are called.
        named: runs to be told apart where there are more than twelve.
        width: of the whole chart, in millimetres.
        dark: whether it is drawn on a dark ground.

    Raises:
        InputError: the relation cannot be read, there is no such measure, or packages are missing.
    """
    look = theme.asked(width, dark)
    import altair as alt

    columns = ("metric", "run", "score", "pooled", "difference", "place", "pooled_place")
    given = data.one_of(found, "runs", "pool") if isinstance(found, dict) else found
    table = data.table_of(given, columns, "pool")
    metric = measure_of(table, measure)
    rows = data.of_tables("moved", {"metric": metric}, runs=table)
    runs = list(data.in_order(rows, "run"))
    names, colours = theme.labels(runs, theme.longest_in(look)), theme.coloured(runs, named)
    for row in rows:
        row |= {"name": names[row["run"]], "colour": colours[row["run"]] or look.ground.grey}
    shown = [alt.Tooltip(f"{name}:Q", format=".4f") for name in ("score", "pooled", "difference")]
    base = alt.Chart(data.inline(rows)).encode(
        y=heights(list(names.values()), named=True),
        color=alt.Color("colour:N", scale=None),
        tooltip=["run:N", *shown, "place:Q", "pooled_place:Q"],
    )
    x = alt.X(
        "score:Q",
        title=f"mean {metric}",
        scale=theme.scale_of((row[name] for row in rows for name in ("score", "pooled")), padding=6),
    )
    lines = base.mark_rule(strokeWidth=1.5).encode(x=x, x2="pooled:Q")
    whole = base.mark_point(filled=True, size=36, opacity=1).encode(x=x)
    part = base.mark_point(fill=look.ground.paper, size=30, opacity=1, strokeWidth=1.5).encode(x="pooled:Q")
    chart = theme.fitted(theme.layered(lines, whole, part), look, alt.Step(theme.step_of(len(runs))))
    return theme.finished(
        chart,
        look,
        f"How far {metric} moves with the judgments",
        f"Filled: by all judgments; open: by those of {other}",
    )
