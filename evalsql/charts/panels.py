"""Panels side by side, a measure each, whose rows are named at the left: of runs, or of pairs of runs."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from evalsql.charts import data, theme
from evalsql.charts.theme import Look

if TYPE_CHECKING:
    import altair as alt

MOST = 4  # panels
END = 6  # pixels: half the last number of an axis
GAP = 24  # pixels between two
NARROWEST = 90  # pixels; where there is less room, panels stand below each other


def side_by_side(
    parts: Sequence[data.Rows],
    names: Sequence[str],
    look: Look,
    draw: "Callable[[data.Rows, alt.Y, float], alt.LayerChart]",
    step: int | None = None,
) -> "alt.LayerChart | alt.VConcatChart":
    """A panel for each part of the rows; one alone is exactly as wide as asked."""
    import altair as alt

    high = alt.Step(step or theme.step_of(len(names)))
    room = look.pixels - theme.room_of(names) - END
    if len(parts) == 1:
        return theme.fitted(draw(parts[0], heights(names, named=True), room), look, high)
    across = max(1, min(len(parts), int((room + GAP) // (NARROWEST + GAP))))
    pixels = max((room + GAP) / across - GAP, NARROWEST)
    drawn = [
        draw(rows, heights(names, named=place % across == 0), pixels).properties(width=pixels, height=high)
        for place, rows in enumerate(parts)
    ]
    lines = [
        alt.hconcat(*drawn[first : first + across], spacing=GAP, bounds="flush")
        for first in range(0, len(drawn), across)
    ]
    return alt.vconcat(*lines, spacing=GAP)


def heights(names: Sequence[str], named: bool) -> "alt.Y":
    """The axis of the rows, with their names or without."""
    import altair as alt

    size = min(theme.SIZE, theme.step_of(len(names)) - 1)
    axis = alt.Axis(labelFontSize=size, ticks=False, domain=False, labelLimit=400, labelPadding=5) if named else None
    return alt.Y("name:N", sort=list(names), title=None, axis=axis)
