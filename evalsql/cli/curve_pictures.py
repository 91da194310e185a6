"""The pictures of `evalsql curve`."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from evalsql.errors import InputError

if TYPE_CHECKING:
    import pyarrow as pa

    from evalsql.catalog.measure import Measure
    from evalsql.charts.save import Picture
    from evalsql.cli.plots import Plot

PICTURES = ("curves", "bands")


def refuse_undrawn(plot: "Plot | None", curves: "Sequence[Measure]", **others: object) -> None:
    """Refuses, before any work is done, a picture that there is not."""
    if plot is None:
        return
    for name, value in others.items():
        if value is not None:
            raise InputError(f"--plot draws curves, and --{name} shows something else; leave one out")
    if plot.picture == "bands" and not any(curve.residual for curve in curves):
        raise InputError(f"--picture bands is of curves with a residual, such as RBP and RBP_by_p, not {curves[0]}")


def picture_of(
    plot: "Plot",
    curves: "Sequence[Measure]",
    rows: "pa.Table",
    ask: "Callable[[Sequence[Measure]], pa.Table]",
    *,
    baseline: str | None,
    about: str,
) -> "Picture":
    """The picture that was asked for."""
    from evalsql import charts
    from evalsql.catalog.measure import with_residuals

    if plot.picture == "bands":
        bounded = [curve for curve in curves if curve.residual]
        points = ask(with_residuals(bounded))
        return charts.bands(points, named=plot.named, baseline=baseline, about=about, **plot.look)
    return charts.curves(rows, named=plot.named, baseline=baseline, about=about, **plot.look)
