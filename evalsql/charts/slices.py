"""What runs score on each kind of query."""

from typing import TYPE_CHECKING, Any

from evalsql.charts import cells, data, theme
from evalsql.charts.pool import measure_of
from evalsql.comparing.scores import head

if TYPE_CHECKING:
    import altair as alt


def slices(found: Any, measure: str | None = None, *, width: float = 160, dark: bool = False) -> "alt.LayerChart":
    """A heat map of what each run shows of the queries of each slice, the best run first.

    Args:
        found: a table with columns attribute, slice, run, query_id, metric and value, as evalsql.evaluate gives it with
            slices.
        measure: which of the measures; the first where None.
        width: of the whole chart, in millimetres.
        dark: whether it is drawn on a dark ground.

    Raises:
        InputError: the table cannot be read, there is no such measure, or packages are missing.
    """
    look = theme.asked(width, dark)
    table = data.table_of(found, OF_SLICES, "evaluate(slices=...)")
    metric = measure_of(table, measure)
    known = head(metric)
    asked = {
        "metric": metric,
        "summary": known.summary if known else "mean",
        "sign": -1 if known and known.better == "lower" else 1,
    }
    rows = data.of_tables("slices", asked, sliced=table)
    title = name_slices(rows)
    for row in rows:
        row |= {"line": row["run"], "mark": ""}
    scale = cells.upwards([row["value"] for row in rows], metric)
    chart = cells.heat_map(
        rows,
        look,
        scale,
        columns=list(data.in_order(sorted(rows, key=lambda row: row["order"]), "column")),
        lines=list(data.in_order(rows, "line")),
        titles=(title, None),
        tooltip=["queries:Q"],
    )
    shown = {"sum": "Sums", "geometric": "Geometric means"}.get(str(asked["summary"]), "Means")
    return theme.finished(
        chart, look, f"{metric} by kind of query", f"{shown} over the queries of each slice; in brackets how many"
    )


OF_SLICES = ("attribute", "slice", "run", "query_id", "metric", "value")


def name_slices(rows: data.Rows, whole: str = "all") -> str | None:
    """Names the column of each row after its slice, with its order; returns the attribute if there is only one."""
    attributes = list(dict.fromkeys(row["attribute"] for row in rows if row["attribute"] is not None))
    counts: dict[tuple[Any, Any], int] = {}
    for row in rows:
        key = row["attribute"], row["slice"]
        counts[key] = max(counts.get(key, 0), row["queries"])
    order = {key: place for place, key in enumerate(counts)}
    for row in rows:
        key = row["attribute"], row["slice"]
        called = whole if key[0] is None else key[1] if len(attributes) == 1 else f"{key[0]}: {key[1]}"
        row |= {"column": f"{called} ({counts[key]})", "order": order[key]}
    return attributes[0] if len(attributes) == 1 else None
