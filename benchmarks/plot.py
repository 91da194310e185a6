"""Time and memory over the number of rows, as an SVG."""

from collections.abc import Iterable
from pathlib import Path

import altair as alt

from benchmarks.measure import spread
from benchmarks.running import Taken

PANELS = {"wall": "seconds", "peak": "peak memory, MiB"}


def points(results: Iterable[tuple[int, Taken]]) -> list[dict]:
    """The medians of each tool at each number of rows."""
    return [
        {"rows": rows, "tool": label}
        | {what: spread([getattr(each, what) for each in figures]).middle for what in PANELS}
        for rows, taken in results
        for label, figures in taken.items()
    ]


def draw(results: Iterable[tuple[int, Taken]], file: Path) -> None:
    """Write the plot."""
    found = points(results)
    sizes = sorted({point["rows"] for point in found})
    lines = alt.Chart(alt.Data(values=found)).mark_line(point=True).properties(width=270, height=200)
    rows = alt.X("rows:Q").scale(type="log", nice=False).axis(values=sizes, format="~s")
    tool = alt.Color("tool:N", title=None).legend(orient="top").scale(range=["#0b62a4", "#d1651f"])
    panels = []
    for what, title in PANELS.items():
        height = alt.Y(f"{what}:Q", title=title).scale(type="log", nice=False).axis(tickCount=4, format="~s")
        panels.append(lines.encode(rows, height, tool))
    alt.hconcat(*panels).configure(background="white").save(str(file))
