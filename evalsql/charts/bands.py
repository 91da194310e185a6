"""Curves with how far unjudged documents could move them: RBP with its residual, by rank or by p."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from evalsql.charts import data, theme
from evalsql.charts.line_panels import Lines, Panel, arranged, letters_above
from evalsql.charts.points import MOST_CURVES, MOST_POINTS, read_points, refuse_unknown
from evalsql.errors import InputError

if TYPE_CHECKING:
    import altair as alt

MOST_TOGETHER = 3  # runs whose bands share a panel
MOST_RUNS = 6  # where each has a panel


def bands(
    points: Any,
    *,
    named: Sequence[str] = (),
    baseline: str | None = None,
    about: str = "",
    width: float = 160,
    dark: bool = False,
) -> "alt.LayerChart | alt.ConcatChart":
    """Curves and, above each, a band up to what it would be if every unjudged document were relevant.

    Up to three runs share a panel; of more, up to six have one each: those that are named, and the best. Several
    curves, queries or slices have panels, of three runs at most.

    Args:
        points: what evalsql.curve gives of curves and their residuals, such as RBP and RBP_residual.
        named: runs to be drawn in any case.
        baseline: the same, with a thick line.
        about: what the means are over, such as "over 50 queries".
        width: of the whole chart, in millimetres.
        dark: whether it is drawn on a dark ground.

    Raises:
        InputError: these are no such points, a run is named that is not there, no curve is there with its residual,
            there are more panels than a picture has room for, or packages are missing.
    """
    look = theme.asked(width, dark)
    read = read_points(points)
    texts = {str(curve) for curve in read.curves}
    residuals = {str(curve): str(curve.residual) for curve in read.curves if str(curve.residual) in texts}
    if not residuals:
        raise InputError("no curve is there with its residual; a band needs both, such as RBP and RBP_residual")
    if len(residuals) > MOST_CURVES:
        raise InputError(f"a picture has room for {MOST_CURVES} curves side by side, and there are {len(residuals)}")
    read = read.of(residuals)
    asked = {"bases": list(residuals), "residuals": list(residuals.values()), "most": MOST_POINTS}
    rows = data.of_tables("bands", asked, {"over": read.over, "panel": read.by}, curved=read.table)
    runs = [run for _, run in sorted({(row["place"], row["run"]) for row in rows})]
    refuse_unknown(runs, [*named, baseline])
    alone = len(residuals) * len(read.panels) == 1 and len(runs) > MOST_TOGETHER
    wanted = [*([baseline] if baseline is not None else []), *named, *runs]
    picked = list(dict.fromkeys(run for run in wanted if run in runs))[: MOST_RUNS if alone else MOST_TOGETHER]
    picked = [run for run in runs if run in picked]
    for row in rows:
        row |= {"line": row["run"], "value": row["lower"]}
    names = theme.labels(picked, letters_above(len(picked), look) if alone else theme.LONGEST)
    panels = []
    for panel, title in read.panels.items():
        for curve in read.curves:
            for group in [[run] for run in picked] if alone else [picked]:
                heads = [title, read.heads[str(curve)] if len(residuals) > 1 else "", names[group[0]] if alone else ""]
                own = [
                    row for row in rows if (row["panel"], row["metric"]) == (panel, str(curve)) and row["run"] in group
                ]
                values = f"mean {curve.metric.name}" if read.averaged else curve.metric.name
                panels.append(Panel(", ".join(filter(None, heads)), values, own))
    lines = Lines(names, theme.coloured(picked), baseline)
    notes = [read.said(about), "Bands: up to where all unjudged documents would be relevant."]
    if len(picked) < len(runs):
        notes.append(f"{len(picked)} of {len(runs):,} runs.")
    single = len(picked) == 1 and len(panels) > 1
    if single:
        notes.append(f"Run {names[picked[0]]}.")
    across = None if read.over == "rank" else (0.0, 1.0)
    named_there = not alone and not single
    panels = [panel for panel in panels if panel.rows]
    chart = arranged(panels, lines, look, read.axis, points=across, named=named_there)
    heads = list(dict.fromkeys(curve.metric.name for curve in read.curves))
    return theme.finished(chart, look, f"{', '.join(heads)} and what is unjudged, by {read.over}", " ".join(notes))
