"""What a parameter of a measure does to the runs."""

import re
from collections.abc import Sequence
from math import log10
from typing import TYPE_CHECKING, Any, Literal

from evalsql.charts import data, theme
from evalsql.charts.lines import Lines, drawn, room
from evalsql.errors import InputError
from evalsql.words import plural

if TYPE_CHECKING:
    import altair as alt

EDGE = 0.5  # of a place, that is left free above the first and below the last


def sweep(
    found: Any,
    over: str = "parameter",
    *,
    show: Literal["places", "scores"] = "places",
    named: Sequence[str] = (),
    width: float = 160,
    dark: bool = False,
) -> "alt.LayerChart":
    """Lines of the runs' places, or of their means, over the values of a parameter.

    Args:
        found: a table with columns measure, value, run, mean and place, as evalsql.sweep gives it.
        over: what the parameter is called.
        show: "places" or "scores".
        named: runs to be told apart where there are more than twelve.
        width: of the whole chart, in millimetres.
        dark: whether it is drawn on a dark ground.

    Raises:
        InputError: the table cannot be read, or packages are missing.
    """
    if show not in ("places", "scores"):
        raise InputError(f"a picture of a sweep shows 'places' or 'scores', not {show!r}")
    look = theme.asked(width, dark)
    import altair as alt

    table = data.table_of(found, ("measure", "value", "run", "mean", "place", "tau"), "sweep")
    rows = data.of_tables("sweep", sweep=table)
    amounts = data.in_order(rows, "amount")
    even = None in amounts or list(amounts) != sorted(amounts)
    for row in rows:
        row |= {"line": row["run"], "x": row["value"] if even else row["amount"]}
        row["y"] = -row["place"] if show == "places" else row["mean"]
    runs = sorted(data.in_order(rows, "run"), key=lambda run: place_of(rows, run))
    values = [str(value) for value in data.in_order(rows, "value")]
    if even:
        x = alt.X("x:O", title=over, sort=values, scale=alt.Scale(type="point", padding=0), axis=alt.Axis(labelAngle=0))
    else:
        wide = amounts[0] > 0 and log10(amounts[-1] / amounts[0]) >= 2
        scale = alt.Scale(type="log" if wide else "linear", domain=[amounts[0], amounts[-1]], nice=False)
        few: dict[str, Any] = {"values": amounts} if len(amounts) <= 12 else {}
        x = alt.X("x:Q", title=over, scale=scale, axis=alt.Axis(format=".6~g", grid=False, labelSeparation=4, **few))
    measure = re.sub(r"\(.*\)", "", str(rows[0]["measure"]))
    what = Lines(
        rows,
        runs,
        x,
        "place (1 is the best)" if show == "places" else f"mean {measure}",
        (-len(runs) - EDGE, -1 + EDGE) if show == "places" else room([row["y"] for row in rows]),
        {"labelExpr": "format(-datum.value, 'd')", "tickMinStep": 1, "tickCount": min(len(runs), 12), "grid": False}
        if show == "places"
        else {},
        named,
        ["value:N", alt.Tooltip("mean:Q", format=".4f"), "place:Q"],
    )
    least = min((row for row in rows if row["tau"] is not None), key=lambda row: row["tau"], default=None)
    taus = "" if least is None else f"; least tau-b with {over}={values[0]}: {least['tau']:z.2f} at {least['value']}"
    chart = drawn(what, look)
    title = f"{'Places' if show == 'places' else 'Means'} of runs by {measure} over {over}"
    return theme.finished(chart, look, title, f"{plural(len(runs), 'run')}, {plural(len(values), 'value')}{taus}")


def place_of(rows: data.Rows, run: str) -> tuple[float, str]:
    """Where a run stands by the last value."""
    return next(row["last_place"] or float("inf") for row in rows if row["run"] == run), run
