"""How alike measures order runs."""

from typing import TYPE_CHECKING, Any

from evalsql.charts import cells, data, theme
from evalsql.comparing import choices
from evalsql.errors import InputError
from evalsql.words import either

if TYPE_CHECKING:
    import altair as alt


def correlations(
    found: Any,
    coefficient: str | None = None,
    *,
    other: str = "",
    width: float = 160,
    dark: bool = False,
) -> "alt.LayerChart":
    """A heat map of the coefficients between measures, or between measures under two conditions.

    Args:
        found: a table with columns coefficient, measure, other, runs, value and p_value, as evalsql.correlate gives it.
        coefficient: which of those in the table; the first where None.
        other: what the condition of the columns is called, where there are two.
        width: of the whole chart, in millimetres.
        dark: whether it is drawn on a dark ground.

    Raises:
        InputError: the table cannot be read or has no such coefficient, or packages are missing.
    """
    look = theme.asked(width, dark)
    table = data.table_of(found, ("coefficient", "measure", "other", "runs", "value", "p_value"), "correlate")
    there = list(dict.fromkeys(table["coefficient"].to_pylist()))
    chosen = coefficient or there[0]
    if chosen not in there:
        raise InputError(f"there are no values of {chosen!r} to draw; there are of {either(there)}")
    rows = data.of_tables("correlations", {"coefficient": chosen}, correlations=table)
    for row in rows:
        row |= {"line": row["measure"], "column": row["other"]}
    lines, columns = (data.in_order(rows, name) for name in ("line", "column"))
    values = [row["value"] for row in rows]
    title = choices.heads("correlations")[chosen]["title"] if chosen in choices.names("correlations") else chosen
    below = any(value < 0 for value in values if value is not None)
    scale = cells.Scale(chosen, -1, 1, 0) if below else cells.Scale(chosen, 0, 1)
    counts = sorted({row["runs"] for row in rows})
    over = f"{' to '.join(map(str, dict.fromkeys((counts[0], counts[-1]))))} runs"
    marks = "; marked: p < .05, two-sided" if any(row["mark"] for row in rows) else ""
    chart = cells.heat_map(
        rows,
        look,
        scale,
        columns=[each for each in lines if each in columns] + [each for each in columns if each not in lines],
        lines=lines,
        titles=(other or None, None),
        tooltip=["runs:Q", "p_value:Q"],
    )
    return theme.finished(chart, look, f"{title} between measures", f"Orderings of {over} by their means{marks}")
