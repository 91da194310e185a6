"""How runs stand over the collections of a suite."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from evalsql.charts import data, theme
from evalsql.charts.panels import side_by_side
from evalsql.charts.pool import measure_of
from evalsql.comparing.boards import MAIN
from evalsql.errors import InputError
from evalsql.words import plural

if TYPE_CHECKING:
    import altair as alt
    import pyarrow as pa

TITLES = {"rank": "mean rank (1 is the best)", "mean": "mean over the collections"}


def suite(
    found: Any,
    measure: str | None = None,
    *,
    named: Sequence[str] = (),
    width: float = 160,
    dark: bool = False,
) -> "alt.LayerChart | alt.VConcatChart":
    """The runs of a suite by Borda rank, with the intervals of their mean ranks and of their means over collections.

    Behind the mean ranks is how far they are not told apart from the best one, by Nemenyi's critical difference.

    Args:
        found: the relations leaderboard and tests, by name, as evalsql.suite gives them.
        measure: which of the boards, such as "nDCG@10" or "main"; the first where None.
        named: runs to be told apart where there are more than twelve.
        width: of the whole chart, in millimetres.
        dark: whether it is drawn on a dark ground.

    Raises:
        InputError: these are no such relations, there is no such board, no run has all collections, or packages are
            missing.
    """
    look = theme.asked(width, dark)
    board = data.table_of(data.one_of(found, "leaderboard", "suite"), OF_BOARD, "suite")
    columns = ("metric", "collections", "critical_difference", "confidence")
    tests = data.table_of(data.one_of(found, "tests", "suite"), columns, "suite")
    metric = measure_of(board, measure)
    rows = data.of_tables("suite", {"metric": metric}, leaderboard=board, tests=tests)
    if not rows:
        raise InputError("no run has all collections, so there is nothing to draw")
    runs = list(data.in_order(rows, "run"))
    names, colours = theme.labels(runs, theme.longest_in(look)), theme.coloured(runs, named)
    for row in rows:
        row |= {"name": names[row["run"]], "colour": colours[row["run"]] or look.ground.grey}
    parts = [[row for row in rows if row["panel"] == panel] for panel in TITLES]
    chart = side_by_side(parts, list(names.values()), look, lambda part, y, pixels: panel_of(part, look, y, pixels))
    (test,) = (row for row in tests.to_pylist() if row["metric"] == metric)
    band = "; band: not told apart from the best (Nemenyi)" if rows[0]["like_best"] is not None else ""
    return theme.finished(
        chart,
        look,
        f"Runs over {plural(test['collections'], 'collection')} by {metric}",
        f"By Borda rank; lines: {test['confidence']:.0%} bootstrap intervals{band}",
    )


OF_BOARD = ("metric", "run", "borda", "macro_mean", "mean_lower", "mean_upper", "mean_rank", "rank_lower", "rank_upper")


def panel_of(rows: data.Rows, look: theme.Look, y: "alt.Y", pixels: float) -> "alt.LayerChart":
    """Mean ranks, or means, with their intervals."""
    import altair as alt

    rank = rows[0]["panel"] == "rank"
    values = [row[name] for row in rows for name in ("value", "lower", "upper") if row[name] is not None]
    edge = (max(values) - min(values)) * 0.04 or 0.05
    domain = [min(values) - edge, max(values) + edge]
    scale = alt.Scale(domain=domain, nice=False)
    axis = alt.Axis(tickCount=theme.ticks_of(pixels))
    title = TITLES[rows[0]["panel"]]
    base = alt.Chart(data.inline(rows)).encode(
        y=y,
        color=alt.Color("colour:N", scale=None),
        tooltip=["run:N", "borda:Q", *(alt.Tooltip(f"{name}:Q", format=".4f") for name in ("value", "lower", "upper"))],
    )
    lines = base.mark_rule(strokeWidth=1.5).encode(
        x=alt.X("lower:Q", title=title, scale=scale, axis=axis), x2="upper:Q"
    )
    points = base.mark_point(filled=True, size=30, opacity=1).encode(x=alt.X("value:Q", title=title, scale=scale))
    if not (rank and rows[0]["like_best"] is not None):
        return theme.layered(lines, points)
    alike = {"lower": min(row["value"] for row in rows), "upper": min(rows[0]["like_best"], domain[1])}
    band = (
        alt.Chart(data.inline([alike]))
        .mark_rect(color=look.ground.grid, opacity=0.8)
        .encode(x=alt.X("lower:Q", title=title, scale=scale, axis=axis), x2="upper:Q")
    )
    return theme.layered(band, lines, points)


def over_collections(found: Any, board: str) -> "tuple[pa.Table, float]":
    """What the diagram of critical differences is drawn from, with a collection for a query; and its level."""
    ranked = [row for row in found["leaderboard"].to_pylist() if row["metric"] == board and row["borda"] is not None]
    runs = {row["run"] for row in ranked}
    (test,) = (row for row in found["tests"].to_pylist() if row["metric"] == board)

    def value_of(row: Mapping[str, Any]) -> float:
        """What a run is ranked by: nothing else says whether the lower mean of several measures is the better one."""
        return -row["rank"] if board == MAIN else row["mean"]

    rows = [
        {"run": row["run"], "query_id": row["dataset"], "metric": board, "value": value_of(row)}
        for row in found["means"].to_pylist()
        if row["metric"] == board and row["run"] in runs
    ]
    return type(found["means"]).from_pylist(rows), 1 - test["confidence"]
