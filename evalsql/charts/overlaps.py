"""How alike the rankings of runs are."""

from typing import TYPE_CHECKING, Any

from evalsql.charts import cells, data, theme

if TYPE_CHECKING:
    import altair as alt


def overlaps(found: Any, *, width: float = 160, dark: bool = False) -> "alt.LayerChart":
    """A heat map of the rank-biased overlaps of every two runs, as means over queries.

    Args:
        found: a table with columns run, other, query_id and value, as evalsql.overlap gives it.
        width: of the whole chart, in millimetres.
        dark: whether it is drawn on a dark ground.

    Raises:
        InputError: the table cannot be read, or packages are missing.
    """
    look = theme.asked(width, dark)
    table = data.table_of(found, ("run", "other", "query_id", "value"), "overlap")
    rows = data.of_tables("overlaps", overlap=table)
    for row in rows:
        row |= {"line": row["run"], "column": row["other"]}
    names = sorted(data.in_order(rows, "run"))
    scale = cells.upwards([row["value"] for row in rows], "mean overlap", 0)
    chart = cells.heat_map(rows, look, scale, columns=names, lines=names, tooltip=["queries:Q"])
    counts = sorted({row["queries"] for row in rows})
    span = " to ".join(map(str, dict.fromkeys((counts[0], counts[-1]))))
    return theme.finished(
        chart, look, "Rank-biased overlap of the runs' rankings", f"Means over the {span} queries that both runs answer"
    )
