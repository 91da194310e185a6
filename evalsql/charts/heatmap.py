"""Heat maps: the size of cells, numbers that fit into them, and the legend of their colors."""

from collections.abc import Mapping
from typing import Any

from evalsql.charts import data, theme

LOW = 0.6  # of the way to an end of the scale, from where on the text is as light, or as dark, as the ground
NARROW, LEGEND = 400, 60  # pixels of a chart whose legend stands below it, and of a legend beside one
WORDED, MARKED = 34, 7  # pixels of a cell that has room for its number, and for a mark
FEW, SMALLEST = 4, 7  # lines that need no legend, and pixels of a number


def cells(
    rows: data.Rows, look: theme.Look, names: Mapping[str, str | None], values: Mapping[str, Any]
) -> dict[str, Any]:
    """What a drawing of cells asks for: rows have line, column, column_place, value, mark, and shown, a number as text.

    The first row says what the colors are of: low, middle (null if values have one direction), high, reversed, legend.
    """
    columns = data.in_order(sorted(rows, key=lambda row: row.get("column_place", 0)), "column")
    lines = data.in_order(rows, "line")
    across, down = theme.labels(columns), theme.labels(lines, theme.longest_in(look))
    for row in rows:
        row |= {"across": across[row["column"]], "down": down[row["line"]]}
    first, below = rows[0], look.pixels < NARROW
    room = (look.pixels - theme.room_of(list(down.values())) - (0 if below else LEGEND)) / max(len(columns), 1)
    step = theme.step_of(len(lines)) + (4 if len(lines) <= 20 else 0)
    size = min(theme.SIZE, step - 1, room / max(*(len(row["shown"]) for row in rows), 1) / 0.58)
    upright = max(map(theme.text_width, across.values()), default=0) > room - 4
    low, middle, high = first["low"], first.get("middle"), first["high"]
    base, numbered = low if middle is None else middle, size >= SMALLEST
    colors = list(look.ground.scale if middle is not None else look.ground.scale[1:])
    return {
        "step": step,
        "columns_in_order": list(across.values()),
        "lines_in_order": list(down.values()),
        **{"across_title": None, "down_title": None},  # where the rows say nothing else
        "angle": -90 if upright else 0,
        "column_size": min(theme.SIZE, max(room - 1, 4)) if upright else theme.SIZE,
        "line_size": min(theme.SIZE, step - 1),
        "color_domain": [low, high] if middle is None else [low, middle, high],
        "colors": colors[::-1] if first.get("reversed") else colors,
        # of few lines there is no room for a legend, and the numbers say all
        "legend_fits": len(lines) > FEW or not numbered,
        "legend_title": first["legend"] if below else theme.wrapped(first["legend"], 16),
        "legend_side": "bottom" if below else "right",
        "legend_direction": "horizontal" if below else "vertical",
        "legend_length": 120 if below else min(max(len(lines) * step, 60), 140),
        "far": f"abs(datum.value - {base}) > {LOW * (high - base)}",
        "numbered": numbered,
        "number_size": size,
        "dotted": not numbered,  # a dot is the mark
        "dot_size": max(min(room, step) ** 2 / 10, 2),
    }


def matrix(
    rows: data.Rows, look: theme.Look, names: Mapping[str, str | None], values: Mapping[str, Any]
) -> dict[str, Any]:
    """What a drawing of every run beside every other asks for; gives each row its text, if there is room for one."""
    called = {row["run"]: row["name"] for row in rows}
    cell = (look.pixels - theme.room_of(list(names))) / len(names)
    for row in rows:
        text = row["number"] + row["dot"] if cell >= WORDED else row["dot"] if cell >= MARKED else ""
        row |= {"other_name": called[row["other"]], "mark": text}
    title = f"how much better the row is in {rows[0]['metric']}"
    significant = f"• significant at {rows[0]['level']} once corrected"
    return {
        "size": max(min(theme.SIZE, cell - 1), 4),
        "letters": min(theme.SIZE, max(cell * 0.6, 6)),
        "stroke": 0.5 if cell >= MARKED else 0,
        "step": max(min(cell, 22), 5),
        "scale_title": theme.axis_title(title, cell * len(names) - 8),
        "light": theme.DARK.ink,
        "marked": significant if cell >= MARKED else "too small for marks of significance",
    }
