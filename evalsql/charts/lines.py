"""Lines of runs or measures over some axis, with their names where they end, or in a legend if there is no room."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from math import ceil, floor, log10
from typing import Any

import pyarrow as pa

from evalsql.catalog.arguments import written
from evalsql.catalog.measure import Measure, parse_measure
from evalsql.charts import data, theme
from evalsql.charts.label_placement import End, fit, labelled, room_for

LEFT = 48  # pixels left of the lines of one panel
SHAPE, LOWEST, HIGHEST = 0.6, 150, 380  # of a panel's height to its width, and pixels of the height
GAP, AXIS = 14, 22  # pixels between panels, and those that an axis of values takes beside its numbers
LEAST, HEIGHT, LOW = 180, 230, 130  # pixels: the width of one of several panels, the height of one, and of one of many
MARKED = 15  # a line of no more points shows each of them
GRAY, USUAL, STRONG = 0.8, 1.6, 2.6  # pixels of lines: of those that nothing tells apart, of others, of the baseline
DOTTED = (2, 2)  # the ideal
TITLES = {"p": "p, how likely the user goes on to the next document"}  # of axes of points
HEADS = pa.schema(
    {name: pa.string() for name in ("metric", "name", "residual", "variant", "names_of", "titles")}
    | {name: pa.int32() for name in ("curve", "curves", "sign", "variants")}
    | {"shares": pa.bool_()}
)
KEPT = ("run", "place", "name", "color", "stroke", "point", "value", "upper", "ideal", "ideal_of", "ideal_color")


def lines(
    rows: data.Rows, look: theme.Look, names: Mapping[str, str | None], values: Mapping[str, Any]
) -> dict[str, Any]:
    """One panel of rows with x, y, and domain, the ends of the axis of y."""
    points = data.in_order(rows, "x_name" if "x_name" in rows[0] else "x")
    places = {name: place for place, name in enumerate(names)}
    rows[:] = sorted((row for row in rows if row["y"] is not None), key=lambda row: -places[row["name"]])
    for row in rows:
        row["stroke"] = USUAL if names[row["name"]] else GRAY
    last = {row["name"]: row for row in rows if names[row["name"]]}
    ends = ends_of({name: last[name]["y"] for name in names if name in last}, names)
    height = round(min(max(look.pixels * SHAPE, LOWEST), HIGHEST))
    domain = rows[0]["domain"]
    # a line that ends before the others cannot have its name at the right edge
    if len({row["x"] for row in last.values()}) == 1 and fit(ends, look.pixels - LEFT, height):
        layers = strokes(rows, look, names, 18)
        layers.append(labelled(ends, domain, height))
    else:
        layers = strokes(
            rows, look, names, 18, sorted(filter(last.get, names), key=lambda name: -last[name]["y"]), LEFT
        )
    return {"curves": layers, "height": height, "points": points}


def curves(
    rows: data.Rows, look: theme.Look, names: Mapping[str, str | None], values: Mapping[str, Any]
) -> dict[str, Any]:
    """Panels of rows with facet, line, point, value, and upper or ideal; panels of the same axis have one scale."""
    first, baseline = rows[0], values["baseline"]
    keys = data.in_order(sorted(rows, key=lambda row: row["line_place"]), "line")
    colors = theme.colored(keys, [run for run in (*values["named"], baseline) if run in keys])
    if baseline in colors and first["upper"] is None:
        colors[baseline] = look.ground.ink
    labels = theme.labels(keys)
    lines = {labels[key]: color for key, color in colors.items()}
    for row in rows:
        color = colors[row["line"]]
        row |= {"name": labels[row["line"]], "color": color or look.ground.gray}
        row["stroke"] = STRONG if row["line"] == baseline else USUAL if color else GRAY
        row["ideal_of"] = "" if row.get("shared") else row["name"]
        row["ideal_color"] = look.ground.soft if row.get("shared") else row["color"]
    parts = [list(part) for _, part in groupby(rows, lambda row: row["facet"])]
    columns = columns_of(len(parts), look.pixels)
    height = LOW if len(parts) > columns else HEIGHT if len(parts) == 1 else HEIGHT * 0.75
    room = (look.pixels - GAP * (columns - 1) - 8) / columns
    nameless = first["only"] or (first["titled_by_run"] and not first["by_run"])
    ends = [[] if nameless else panel_ends(part, lines, baseline, look) for part in parts]
    fitting = all(fit(each, room, height) for each in ends)
    ticks = {axis: ticks_of([row for row in rows if row["axis"] == axis]) for axis in data.in_order(rows, "axis")}
    beside = AXIS + max(theme.text_width(f"{tick:.6g}") for each in ticks.values() for tick in each)
    beside += max(map(room_for, ends)) if fitting and not nameless else 0
    width = None if len(parts) == 1 else max(room - beside, 40)
    across = spanned(rows) if first["over"] == "rank" else (0.0, 1.0)
    count = 5 if width is None or width > 200 else 3
    title = TITLES.get(first["over"], first["over"])
    shared = {
        "height": height,
        "across": across,
        "points": [across[0], *(tick for tick in steps(0, across[1], count) if across[0] < tick <= across[1])],
        "point_title": title if width is None else theme.axis_title(title, width),
    }
    panels = []
    for part, own in zip(parts, ends, strict=True):
        head = part[0]
        axis = ticks[head["axis"]]
        legend = None if fitting else [name for name, color in lines.items() if color]
        dots = 14 if max(len(list(each)) for _, each in groupby(part, lambda row: row["line"])) <= MARKED else 0
        layers = strokes(part, look, lines, dots, legend, strong=labels.get(baseline))
        hue = layers[-1]["encoding"]["color"]
        if own and fitting:
            layers.append(labelled(own, (axis[0], axis[-1]), height, width))
        text = ", ".join(
            filter(None, (head["title"], head["run_name"] if head["titled_by_run"] else head["curve_title"]))
        )
        heading = {"text": theme.wrapped(text, int(room / (theme.SIZE * 0.56))), "fontSize": theme.SIZE}
        heading |= {"fontWeight": "normal", "offset": 4, "frame": "group"}
        frame = {} if width is None else {"width": width, "height": height, "title": heading}
        ideals = any(row["ideal"] is not None for row in part)
        words = {"curves": layers, "hue": hue, "ideals": ideals, "ticks": axis, "domain": [axis[0], axis[-1]]}
        words["value_title"] = head["value_title"]
        panels.append(([{key: row[key] for key in KEPT} for row in part], shared | words, frame))
    gray = sum(color is None for color in colors.values())
    return {"panels": panels, "columns": columns, "gray": f" Grey: the other {gray:,} runs." if gray else ""}


def strokes(
    rows: data.Rows,
    look: theme.Look,
    names: Mapping[str, str | None],
    dots: float,
    legend: Sequence[str] | None = None,
    left: float = 0,
    strong: str | None = None,
) -> list[dict[str, Any]]:
    """The lines of rows with name and stroke, gray ones first, and points of some size, with a legend or without."""
    shown = legend or [name for name, color in names.items() if color]
    dashes = dashes_of(names, strong)
    columns = max(1, int((look.pixels - left) // (theme.room_of(shown) + 24)))
    stroke = {"symbolType": "stroke", "symbolSize": 400, "symbolOpacity": 1, "symbolStrokeWidth": USUAL}
    below = {"title": None, "orient": "bottom", "columns": columns, **stroke, "values": shown} if legend else None
    color, dash = (
        {"field": "name", "scale": {"domain": shown, "range": [of[name] for name in shown]}, "legend": below}
        for of in (names, dashes)
    )
    layers: list[dict[str, Any]] = []
    for stroke in sorted({row["stroke"] for row in rows}):
        coloring = {"color": {"value": look.ground.gray}} if stroke == GRAY else {"color": color, "strokeDash": dash}
        layers.append(
            {
                "transform": [{"filter": f"datum.stroke == {stroke}"}],
                "mark": {"type": "line", "strokeWidth": stroke},
                "encoding": {"detail": {"field": "name"}, **coloring},
            }
        )
    if dots:
        mark = {"type": "point", "filled": True, "size": dots, "opacity": 1}
        only = [{"filter": f"datum.stroke > {GRAY}"}]
        layers.append({"transform": only, "mark": mark, "encoding": {"color": color}})
    return layers


def dashes_of(names: Mapping[str, str | None], strong: str | None = None) -> dict[str, list[int]]:
    """The dashes of lines that have a color; a strong one has none."""
    colors = {name: color for name, color in names.items() if color and name != strong}
    found = dict(zip(colors, theme.dashed([*colors.values()]), strict=True))
    return found if strong is None else found | {strong: theme.DASHES[0]}


def ends_of(last: Mapping[str, float], names: Mapping[str, str | None], strong: str | None = None) -> list[End]:
    dashes = dashes_of(names, strong)
    return [End(name, value, str(names[name]), dashes[name]) for name, value in last.items()]


def panel_ends(rows: data.Rows, lines: Mapping[str, str | None], strong: str | None, look: theme.Look) -> list[End]:
    """The ends of a panel's colored lines, the best first, and of an ideal that they share."""
    last = {row["name"]: row["value"] for row in rows if row["value"] is not None}
    found = ends_of({name: last[name] for name, color in lines.items() if color and name in last}, lines, strong)
    ideal = [(row["point"], row["ideal"]) for row in rows if row["ideal"] is not None and not row["ideal_of"]]
    return [End("ideal", max(ideal)[1], look.ground.ink, DOTTED), *found] if ideal else found


def columns_of(panels: int, pixels: float) -> int:
    """How many panels stand beside each other: rows are as even as can be."""
    most = max(2 if panels > 2 else 1, int(pixels / LEAST))
    return ceil(panels / ceil(panels / most))


def spanned(rows: data.Rows) -> tuple[float, float]:
    low, high = (limit(row["point"] for row in rows) for limit in (min, max))
    return (low, high) if low < high else (low - 0.5, high + 0.5)


def ticks_of(rows: data.Rows) -> list[float]:
    """The ticks of an axis of values, from one end to the other; from 0 on if no value is below."""
    there = [row[name] for row in rows for name in ("value", "upper", "ideal") if row.get(name) is not None]
    low, high = min([0.0, *there]), max([0.0, *there])
    return steps(low, high) if low < high else [0, 1]


def steps(low: float, high: float, count: int = 5) -> list[float]:
    """About so many round numbers, the first at or below a number, and the last at or above another."""
    unit = 10.0 ** floor(log10((high - low) / count))
    step = unit * next(each for each in (1, 2, 2.5, 5, 10) if (high - low) / (count * unit) <= each * (1 + 1e-9))
    return [float(f"{number * step:.12g}") for number in range(floor(low / step), ceil(high / step - 1e-9) + 1)]


def heads_of(tables: dict[str, Any], values: dict[str, Any], *, banded: bool = False) -> dict[str, Any]:
    """Makes the relation heads: what the catalog says of each curve, or of those whose residual is there."""
    table = tables["curved"]
    named = [run for run in (*values["named"], values["baseline"]) if run is not None]
    theme.colored(table["run"].unique().to_pylist(), named)  # refuses those that are not there
    curves = [parse_measure(text, "curves") for text in table["metric"].unique().to_pylist()]
    texts = {str(curve) for curve in curves}
    if banded:
        curves = [curve for curve in curves if str(curve.residual) in texts]
    heads = [curve.metric for curve in curves]
    titles = {head.name: head.title for head in heads}
    said = "; ".join(f"{name}: {title[:1].lower()}{title[1:]}" for name, title in titles.items())
    common = {"curves": len(curves), "names_of": ", ".join(titles)}
    common["titles"] = said if len(titles) > 1 else "".join(titles.values())
    variants = variants_of(curves) if len(titles) == 1 < len(curves) else []
    rows = [
        {
            "curve": place + 1,
            "metric": str(curve),
            "name": curve.metric.name,
            "sign": curve.metric.sign,
            "shares": curve.metric.range[1] <= 1,
            "residual": str(curve.residual) if banded else None,
            "variant": variants[place] if variants else None,
            "variants": len(variants),
            **common,
        }
        for place, curve in enumerate(curves)
    ]
    rows += [{"metric": row["residual"]} for row in rows if banded]
    tables["heads"] = table.from_pylist(rows, HEADS)
    return {}


def variants_of(curves: Sequence[Measure]) -> list[str]:
    """By what several curves that are one with other parameters differ."""
    differing = [name for name in curves[0].values if len({repr(each.values[name]) for each in curves}) > 1]
    texts = []
    for each in curves:
        of = ((name, each.values[name]) for name in differing)
        parts = [f"{name} = {'default' if value is None else written(value)}" for name, value in of]
        if len({curve.judged_only for curve in curves}) > 1:
            parts.append("judged documents only" if each.judged_only else "all documents")
        texts.append(", ".join(parts))
    return texts
