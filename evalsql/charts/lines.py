"""Lines of runs or measures over some axis, with their names where they end, or in a legend where there is no room."""

from collections.abc import Mapping, Sequence
from typing import Any

from evalsql.charts import data, theme
from evalsql.charts.label_placement import End, fit, labelled

AXIS = 48  # pixels left of the lines
SHAPE, LOWEST, HIGHEST = 0.6, 150, 380  # of a panel's height to its width, and pixels of the height


def lines(
    rows: data.Rows, look: theme.Look, names: Mapping[str, str | None], values: Mapping[str, Any]
) -> dict[str, Any]:
    """Lines of rows with x, y, and domain, the ends of the axis of y: those without a colour below the others."""
    rows[:] = [row | {"told": names[row["name"]] is not None} for row in rows if row["y"] is not None]
    told = [row for row in rows if row["told"]]
    dashes = dict(zip(names, theme.dashed(list(names)), strict=True))
    height = round(min(max(look.pixels * SHAPE, LOWEST), HIGHEST))
    layers: list[dict[str, Any]] = []
    if len(told) < len(rows):
        layers.append(
            {
                "transform": [{"filter": "!datum.told"}],
                "mark": {"type": "line", "color": look.ground.grey, "strokeWidth": 1, "opacity": 0.8},
                "encoding": {"detail": {"field": "line"}},
            }
        )
    ending = {row["name"]: row for row in told}
    last = {name: ending[name] for name, colour in names.items() if colour and name in ending}
    ends = [End(name, row["y"], str(names[name])) for name, row in last.items()]
    # a line that ends before the others cannot have its name at the right edge
    if len({row["x"] for row in last.values()}) == 1 and fit(ends, look.pixels - AXIS, height):
        layers += [
            {
                "transform": [{"filter": {"field": "name", "equal": name}}],
                "mark": mark,
                "encoding": {"color": {"value": names[name]}, "strokeDash": {"value": dashes[name]}},
            }
            for name in reversed([name for name, colour in names.items() if colour])
            for mark in MARKS
        ]
        layers.append(labelled(ends, rows[0]["domain"], height, {}))
    else:
        shown = sorted(last, key=lambda name: -last[name]["y"])
        legend = legend_of(look, shown)
        colour, dash = (
            {"field": "name", "scale": {"domain": shown, "range": [of[name] for name in shown]}, "legend": legend}
            for of in (names, dashes)
        )
        line, points = (
            {"transform": [{"filter": "datum.told"}], "mark": mark, "encoding": {"color": colour}} for mark in MARKS
        )
        layers += [line | {"encoding": {"color": colour, "strokeDash": dash}}, points]
    points = data.in_order(rows, "x_name" if "x_name" in rows[0] else "x")
    return {"curves": layers, "height": height, "points": points}


MARKS: tuple[dict[str, Any], ...] = (
    {"type": "line", "strokeWidth": 1.6},
    {"type": "point", "filled": True, "size": 18, "opacity": 1},
)


def legend_of(look: theme.Look, names: Sequence[str], room: float = AXIS, **more: Any) -> dict[str, Any]:
    """The legend below lines."""
    columns = max(1, int((look.pixels - room) // (theme.room_of(names) + 24)))
    return {"title": None, "orient": "bottom", "columns": columns, "symbolType": "stroke", "symbolSize": 400, **more}
