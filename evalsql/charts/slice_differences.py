"""How runs differ from a baseline on each kind of query."""

from typing import TYPE_CHECKING, Any

from evalsql.charts import cells, data, theme
from evalsql.charts.pool import measure_of
from evalsql.charts.slices import name_slices
from evalsql.errors import InputError
from evalsql.words import one_line, said

if TYPE_CHECKING:
    import altair as alt


def slice_differences(
    found: Any, baseline: str, measure: str | None = None, *, width: float = 160, dark: bool = False
) -> "alt.LayerChart":
    """A heat map of each run's difference from a baseline on the queries of each slice, marked where significant.

    Args:
        found: a table with columns metric, attribute, slice, run, other, difference, significant and so on, as
            evalsql.compare gives it with slices.
        baseline: the run that the others are held against.
        measure: which of the measures; the first where None.
        width: of the whole chart, in millimetres.
        dark: whether it is drawn on a dark ground.
    """
    look = theme.asked(width, dark)
    table = data.table_of(found, OF_COMPARISONS, "compare(slices=...)")
    metric = measure_of(table, measure)
    rows = data.of_tables("slice_differences", {"metric": metric, "baseline": baseline}, comparisons=table)
    if not rows:
        raise InputError(f"no run was compared with {said(baseline)}, so there is nothing to draw")
    title = name_slices(rows)
    for row in rows:
        row["line"] = row["run"]
    lower = rows[0]["better"] == "lower"
    scale = cells.around([row["value"] for row in rows], "difference", reverse=lower)
    chart = cells.heat_map(
        rows,
        look,
        scale,
        columns=list(data.in_order(sorted(rows, key=lambda row: row["order"]), "column")),
        lines=list(data.in_order(rows, "line")),
        digits="+z.3f",
        titles=(title, None),
        tooltip=["queries:Q", "p_corrected:Q"],
    )
    name = theme.labels([baseline])[baseline]
    side = "; lower is better" if lower else ""
    return theme.finished(
        chart,
        look,
        one_line(f"{metric} against {name} by kind of query"),
        f"{data.difference(metric, 's').capitalize()} means{side}; in brackets how many queries; marked: significant,"
        " corrected for runs and slices",
    )


OF_COMPARISONS = (
    *("metric", "attribute", "slice", "run", "other", "queries", "difference", "test", "p_corrected", "significant"),
    "better",
)
