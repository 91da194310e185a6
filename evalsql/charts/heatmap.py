"""Heat maps: how large cells are, whether numbers fit into them, and what their colours say."""

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

    The first row says what the colours are of: low, middle (null if values have one direction), high, reversed, legend.
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
    colour = colour_of(first, look, below, min(max(len(lines) * step, 60), 140))
    if len(lines) <= FEW and size >= SMALLEST:  # there is no room for a legend, and the numbers say all
        colour["legend"] = None
    plain = {"ticks": False, "domain": False, "labelOverlap": False}
    turned = {"labelAngle": -90, "labelFontSize": min(theme.SIZE, max(room - 1, 4))}
    angle = turned if upright else {"labelAngle": 0, "labelFontSize": theme.SIZE}
    base = low if middle is None else middle
    far = f"abs(datum.value - {base}) > {LOW * (high - base)}"
    ink = {"condition": {"test": far, "value": look.ground.paper}, "value": look.ground.ink}
    numbers: dict[str, Any] = {
        "mark": {"type": "text", "fontSize": size},
        "encoding": {"color": ink, "text": {"field": "shown"}},
    }
    if size < SMALLEST:  # no number fits: a dot is the mark
        dot = {"type": "point", "filled": True, "size": max(min(room, step) ** 2 / 10, 2), "opacity": 1}
        numbers = {"transform": [{"filter": "datum.mark != ''"}], "mark": dot, "encoding": {"color": ink}}
    return {
        "cell_x": {
            "field": "across",
            "sort": list(across.values()),
            "title": first.get("across_title"),
            "axis": {"orient": "top", "labelLimit": 240, **plain, **angle},
        },
        "cell_y": {
            "field": "down",
            "sort": list(down.values()),
            "title": first.get("down_title"),
            "axis": {"labelFontSize": min(theme.SIZE, step - 1), "titlePadding": 8, **plain},
        },
        "cells": {
            "mark": {"type": "rect", "stroke": look.ground.paper, "strokeWidth": 1},
            "encoding": {"color": {"condition": colour, "value": look.ground.paper}},
        },
        "numbers": numbers,
        "step": step,
    }


def colour_of(first: Mapping[str, Any], look: theme.Look, below: bool, length: float) -> dict[str, Any]:
    """The colour of a cell by its value, and a legend of this length, below the cells or beside them."""
    low, middle, high = first["low"], first.get("middle"), first["high"]
    colours = list(look.ground.scale if middle is not None else look.ground.scale[1:])
    return {
        "test": "isValid(datum.value)",
        "field": "value",
        "scale": {
            "domain": [low, high] if middle is None else [low, middle, high],
            "range": colours[::-1] if first.get("reversed") else colours,
            "interpolate": "lab",
            "clamp": True,
        },
        "legend": {
            "title": first["legend"] if below else theme.wrapped(first["legend"], 16),
            "orient": "bottom" if below else "right",
            "direction": "horizontal" if below else "vertical",
            "gradientLength": 120 if below else length,
            "gradientThickness": 10,
        },
    }


def matrix(
    rows: data.Rows, look: theme.Look, names: Mapping[str, str | None], values: Mapping[str, Any]
) -> dict[str, Any]:
    """What a drawing of every run beside every other asks for; gives each row its text, where there is room for one."""
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
        "legend": theme.axis_title(title, cell * len(names) - 8),
        "light": theme.DARK.ink,
        "marked": significant if cell >= MARKED else "too small for marks of significance",
    }
