"""What the depth of a pool does to the scores of runs."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from evalsql.charts import data, theme
from evalsql.charts.lines import Lines, drawn, room
from evalsql.errors import InputError
from evalsql.words import either

if TYPE_CHECKING:
    import altair as alt

ALL = "all"  # judgments


def pool(
    found: Any,
    measure: str | None = None,
    *,
    named: Sequence[str] = (),
    width: float = 160,
    dark: bool = False,
) -> "alt.LayerChart":
    """Lines of the runs' scores over the depth of the pool, to those by all judgments.

    Args:
        found: the relations runs and summary, by name, as evalsql.pool gives them for several depths.
        measure: which of the measures; the first where None.
        named: runs to be told apart where there are more than twelve.
        width: of the whole chart, in millimetres.
        dark: whether it is drawn on a dark ground.

    Raises:
        InputError: these are no such relations, there is no such measure, or packages are missing.
    """
    look = theme.asked(width, dark)
    import altair as alt

    runs = data.table_of(data.one_of(found, "runs", "pool"), OF_RUNS, "pool")
    summary = data.table_of(data.one_of(found, "summary", "pool"), ("metric", "depth", "judged", "tau"), "pool")
    metric = measure_of(runs, measure)
    rows = data.of_tables("pool", {"metric": metric}, runs=runs, summary=summary)
    depths = sorted({row["depth"] for row in rows if row["depth"] is not None})
    if not depths:
        raise InputError("there is no depth of a pool to draw; give evalsql.pool several")
    taus = {row["depth"]: row["tau"] for row in rows}
    texts = {depth: f"{depth}|{'' if taus[depth] is None else f'{taus[depth]:z.2f}'}" for depth in depths}
    texts[None] = ALL
    for row in rows:
        row |= {"line": row["run"], "x": texts[row["depth"]], "y": row["value"]}
    x = alt.X(
        "x:O",
        title="depth of the pool, and tau",
        sort=[texts[depth] for depth in [*depths, None]],
        scale=alt.Scale(type="point", padding=0),
        axis=alt.Axis(labelAngle=0, labelExpr="split(datum.label, '|')", grid=False),
    )
    what = Lines(
        rows,
        list(data.in_order(rows, "run")),
        x,
        f"mean {metric}",
        room([row["y"] for row in rows]),
        {},
        named,
        ["depth:Q", "judged:Q", alt.Tooltip("value:Q", title=metric, format=".4f")],
    )
    return theme.finished(
        drawn(what, look),
        look,
        f"{metric} by judgments from pools of different depth",
        "Below each depth: Kendall's tau-b of the ordering of the runs with that by all judgments",
    )


OF_RUNS = ("metric", "depth", "run", "score", "pooled", "place")


def measure_of(table: Any, measure: str | None) -> str:
    """The measure to draw: the one that is asked for, or the first in a table."""
    there = list(dict.fromkeys(table["metric"].to_pylist()))
    if measure is not None and measure not in there:
        raise InputError(f"there is nothing of {measure} to draw; there is of {either(there)}")
    return measure or there[0]
