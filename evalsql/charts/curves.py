"""Curves of runs: gain by rank, precision by recall, and the like."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from evalsql.catalog.measure import Measure
from evalsql.charts import data, theme
from evalsql.charts.line_panels import Lines, Panel, arranged, letters_above
from evalsql.charts.points import MOST_CURVES, MOST_POINTS, read_points, refuse_unknown, variants
from evalsql.errors import InputError

if TYPE_CHECKING:
    import altair as alt


def curves(
    points: Any,
    *,
    named: Sequence[str] = (),
    baseline: str | None = None,
    about: str = "",
    width: float = 160,
    dark: bool = False,
) -> "alt.LayerChart | alt.ConcatChart":
    """Curves, a line a run and a panel a curve, with the ideal dotted, and the names of runs where lines end.

    Where the points are of queries or slices, each has a panel. Curves that are one with several parameters, such as
    alpha-nDCG for several alphas, share a panel where there are fewer runs than curves; then each run has one.

    Args:
        points: what evalsql.curve gives.
        named: runs to be told apart where there are more than twelve.
        baseline: a run whose line is thick.
        about: what the means are over, such as "over 50 queries".
        width: of the whole chart, in millimetres.
        dark: whether it is drawn on a dark ground.

    Raises:
        InputError: these are no such points, a run is named that is not there, there are more panels than a picture
            has room for, or packages are missing.
    """
    look = theme.asked(width, dark)
    read = read_points(points)
    first = read.curves[0]
    asked = {"first": str(first), "sign": -1 if first.metric.better == "lower" else 1, "most": MOST_POINTS}
    rows = data.of_tables("curves", asked, {"over": read.over, "panel": read.by}, curved=read.table)
    runs = [run for _, run in sorted({(row["place"], row["run"]) for row in rows})]
    refuse_unknown(runs, [*named, baseline])
    told = variants(read.curves)
    by_run = len(runs) < len(told)
    names = theme.labels(runs, letters_above(len(runs), look) if by_run else theme.LONGEST)
    if by_run:
        lines = Lines(told, theme.coloured(list(told)))
    else:
        picked = [*named, *([baseline] if baseline is not None else [])]
        colours = theme.coloured(runs, picked)
        if baseline in colours:
            colours[baseline] = look.ground.ink
        lines = Lines(names, colours, baseline)
    beside = runs if by_run else [str(curve) for curve in read.curves]
    if len(beside) > MOST_CURVES:
        what = "runs" if by_run else "curves"
        raise InputError(f"a picture has room for {MOST_CURVES} {what} side by side, and there are {len(beside)}")
    panels = []
    for panel, title in read.panels.items():
        for each in beside:
            own = [row for row in rows if row["panel"] == panel and each == row["run" if by_run else "metric"]]
            for row in own:
                row["line"] = row["metric" if by_run else "run"]
            one = read.curves[0] if by_run else next(curve for curve in read.curves if str(curve) == each)
            heads = [title, (names[each] if by_run else read.heads[each]) if len(beside) > 1 else ""]
            mean = "mean " if read.averaged else ""
            panels.append(
                Panel(
                    ", ".join(filter(None, heads)),
                    f"{mean}{one.metric.name}",
                    own,
                    scale="" if told else each,
                    ideal=ideal_of(one, own, by_run=by_run),
                )
            )
    notes = [read.said(about)]
    if any(panel.ideal for panel in panels):
        notes.append("Dotted: the ideal.")
    if baseline is not None and not by_run:
        notes.append(f"Thick: {names[baseline]}." if baseline in names else "")
    if len(lines.told) < len(lines.names):
        notes.append(f"Grey: the other {len(lines.names) - len(lines.told):,} runs.")
    single = len(lines.names) == 1 and len(panels) > 1
    if single:
        notes.append(f"Run {names[runs[0]]}.")
    heads = list(dict.fromkeys(curve.metric.name for curve in read.curves))
    across = None if read.over == "rank" else (0.0, 1.0)
    panels = [panel for panel in panels if panel.rows]
    chart = arranged(panels, lines, look, read.axis, points=across, named=not single)
    return theme.finished(chart, look, f"{', '.join(heads)} by {read.over}", " ".join(filter(None, notes)))


def ideal_of(curve: Measure, rows: data.Rows, *, by_run: bool) -> data.Rows:
    """The ideal of a panel if all lines share it, else of each line; none for shares, whose ideal is 1."""
    there = [row for row in rows if row["ideal"] is not None]
    if curve.metric.range[1] <= 1 or not there:
        return []
    at = {(row["point"], row["ideal"]) for row in there}
    if len(at) == len({point for point, _ in at}):
        return [{"point": point, "value": value, "line": None} for point, value in sorted(at)]
    if by_run:
        return [{"point": row["point"], "value": row["ideal"], "line": row["line"]} for row in there]
    return []
