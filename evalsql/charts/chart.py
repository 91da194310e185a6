"""A chart is one file of sql/charts: a head, its data as a query, and below it the drawing, as Vega-Lite has it.

In the drawing and in titles, $word stands for a column of the first row, for an argument, or for a word of the look.
"""

import json
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any

from evalsql.catalog.folder import names as names_in
from evalsql.catalog.folder import sql_folder
from evalsql.catalog.heads import check_table
from evalsql.catalog.measure import Measure
from evalsql.catalog.sqlfiles import LAYOUT, read_toml
from evalsql.charts import data, heatmap, label_placement, lines, rank_diagram, theme
from evalsql.charts.data import Rows
from evalsql.charts.drawing import detached, expanded, filled, in_lines, titled, typed
from evalsql.charts.save import refuse_without_packages
from evalsql.comparing import methods
from evalsql.errors import CatalogError, InputError
from evalsql.words import either, first_few, said

if TYPE_CHECKING:
    from altair import TopLevelMixin as Picture

REQUIRED = ("name", "about", "shows", "of", "heading")  # keys of a head
HEAD = {
    **dict.fromkeys((*REQUIRED, "panel", "layout", "subtitle", "empty", "lacking", "formula", "cite"), str),
    **{"tables": dict, "arguments": dict, "lines": str | list, "colored": bool, "short": dict, "span": list},
}
MOST_PANELS = 4
END, GAP, NARROWEST = 6, 24, 90  # pixels: half the last number of an axis, between two panels, of the least panel
STACKED = 10  # pixels between panels below each other, and right of them
LAYOUTS: dict[str, Callable[[Rows, theme.Look, Mapping[str, str | None], Mapping[str, Any]], dict[str, Any]]] = {
    "cells": heatmap.cells,
    "matrix": heatmap.matrix,
    "lines": lines.lines,
    "curves": lines.curves,
    "bands": lines.curves,
    "names": label_placement.beside_points,
    "diagram": rank_diagram.diagram,
}
PREPARED: dict[str, Callable[[Any, dict[str, Any]], dict[str, Any]]] = {
    "curves": lines.heads_of,
    "bands": partial(lines.heads_of, banded=True),
    "names": label_placement.ordered,
    "diagram": rank_diagram.ranked,
}


@dataclass(frozen=True)
class Chart:
    """A file of sql/charts."""

    name: str
    head: Mapping[str, Any]
    drawing: dict[str, Any]

    @property
    def first(self) -> str:
        """What the first argument is called."""
        return {"evaluate": "scores", "compare": "comparisons", "curve": "points"}.get(self.head["of"], "found")

    @property
    def measured(self) -> str | None:
        """The name of the argument that chooses measures, if there is one."""
        if "tables" not in self.head:
            return "measures"
        if "$metric" not in data.body_of(data.FOLDER, self.name):
            return None
        return "measures" if self.head["of"] == "compare" else "measure"


@cache
def read(name: str) -> Chart:
    """Reads a file of sql/charts."""
    file = f"sql/charts/{name}.sql"
    parts = LAYOUT.fullmatch((sql_folder() / "charts" / f"{name}.sql").read_text(encoding="utf-8"))
    if parts is None or parts["below"] is None:
        raise CatalogError(f"{file}: a head in /* ... */, a query, and a drawing in /* ... */ were expected")
    try:
        head, drawing = read_toml(parts["head"]), json.loads(parts["below"])
    except ValueError as error:
        raise CatalogError(f"{file}: the head is not TOML, or the drawing not JSON: {error}") from None
    check_table(file, "the head", head, HEAD, REQUIRED)
    if head["name"] != name or head.get("layout", "cells") not in (*LAYOUTS, "stacked"):
        raise CatalogError(f"{file}: its name must be {name}, and its layout, if any, {either(list(LAYOUTS))}")
    parts = {**theme.PARTS, **drawing.pop("parts", {})}
    return Chart(name, head, expanded(drawing, parts))


def function_of(name: str) -> Callable[..., "Picture"]:
    """The function of evalsql.charts that draws a chart, with what its head says as its documentation."""
    chart = read(name)

    def function(*given: Any, **named: Any) -> "Picture":
        return draw(name, *given, **named)

    function.__name__ = function.__qualname__ = name
    function.__module__ = "evalsql.charts"
    function.__doc__ = documentation(chart)
    vars(function)["__signature__"] = signature(chart)
    return function


def signature(chart: Chart) -> Signature:
    """The parameters of a chart: its data, its own arguments (required ones first), and the look."""
    own = chart.head.get("arguments", {})
    required = [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in own if "default" not in own[name]]
    found = [Parameter(chart.first, Parameter.POSITIONAL_OR_KEYWORD), *required]
    if chart.measured:
        found.append(Parameter(chart.measured, Parameter.POSITIONAL_OR_KEYWORD, default=()))
    for name, each in own.items():
        if "default" in each:
            default = each["default"]
            default = None if default == "none" else default if isinstance(default, str | bool) else float(default)
            found.append(Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=default))
    if "colored" in chart.head:
        found.append(Parameter("named", Parameter.KEYWORD_ONLY, default=()))
    found += [Parameter("width", Parameter.KEYWORD_ONLY, default=160.0, annotation="float")]
    found += [Parameter("dark", Parameter.KEYWORD_ONLY, default=False, annotation="bool")]
    return Signature(found)


def documentation(chart: Chart) -> str:
    """What help() says of a chart."""
    head, tables = chart.head, chart.head.get("tables", {"": ["run", "query_id", "metric", "value"]})
    if len(tables) == 1:
        (columns,) = tables.values()
        taken = f"a table with columns {', '.join(columns[:-1])} and {columns[-1]}, as evalsql.{head['of']} gives it."
    else:
        taken = f"the relations {' and '.join(tables)}, by name, as evalsql.{head['of']} gives them."
    about = {
        chart.first: taken,
        "measures": "those of the measures to draw; the first, or as many as there is room for, if none is named.",
        "measure": "which of the measures; the first if none is named.",
        **{name: each["about"] for name, each in head.get("arguments", {}).items()},
        "named": "runs to be told apart if there are more than twelve.",
        "width": "of the whole chart, in millimetres.",
        "dark": "whether it is drawn on a dark ground.",
    }
    entries = [f"{name}: {about[name]}" for name in signature(chart).parameters]
    raised = "InputError: the tables cannot be read, there is nothing to draw or too much, or packages are missing."
    parts = [head["shows"], "Args:", *entries, "Raises:", raised]
    lines = [textwrap.fill(part, 100, initial_indent=(ind := "    " * (": " in part)), subsequent_indent=ind * 2)
             for part in parts]  # fmt: skip
    return "\n".join([lines[0], "", *lines[1:-2], "", *lines[-2:], ""])


def draw(name: str, *given: Any, **named: Any) -> "Picture":
    """Draws a chart of sql/charts.

    Args:
        name: of the chart, as "leaderboard".
        given: what the function of evalsql gives that the chart is of, and what else the chart's function takes.
        named: arguments of the chart's function by name, such as width and dark.

    Returns:
        the chart as altair has it.

    Raises:
        InputError: there is no such chart, the tables cannot be read, there is nothing to draw or too much, or packages
            are missing.
    """
    if name not in names_in("charts"):
        raise InputError(f"there is no chart {name!r}; there are {', '.join(names_in('charts'))}")
    spec = specified(name, *given, **named)
    import altair as alt
    from altair.utils.schemapi import debug_mode

    kind = alt.VConcatChart if "vconcat" in spec else alt.ConcatChart if "concat" in spec else alt.LayerChart
    datasets, _ = spec.pop("datasets"), spec.pop("$schema")  # altair says its own
    with debug_mode(False):  # without checks at every step, which take longer than all else
        made = kind.from_dict(spec, validate=False)
        made.datasets = datasets
    return made


def specified(name: str, *given: Any, **arguments: Any) -> dict[str, Any]:
    """The same chart as Vega-Lite has it: all that files and pages need, and altair takes longer than to draw it."""
    chart = read(name)
    bound = signature(chart).bind(*given, **arguments)
    bound.apply_defaults()
    refuse_without_packages()
    arguments, head = dict(bound.arguments), chart.head
    look = theme.Look(arguments.pop("width"), arguments.pop("dark"))
    for name, each in head.get("arguments", {}).items():
        if arguments[name] not in each.get("one_of", [arguments[name]]):
            raise InputError(f"{name} is {either(list(map(repr, each['one_of'])))}, not {arguments[name]!r}")
    first, named = arguments.pop(chart.first), arguments.pop("named", None) or ()
    measures = arguments.pop(chart.measured, None) or () if chart.measured else ()
    rows, values = rows_of(chart, first, measures, {**arguments, "named": named, "pixels": look.pixels})
    if not rows:
        raise InputError(filled(head.get("empty", "there is nothing to draw: no run has a value"), values, chart.name))
    if rows[0].get("refusal"):
        raise InputError(rows[0]["refusal"])
    names = name_rows(head, rows, look, named)
    words = {**words_of(look, names), **values}
    if head.get("layout") in LAYOUTS:
        words |= LAYOUTS[head["layout"]](rows, look, names, values)
    if "panel" in head:
        found = data.in_order(rows, head["panel"])
        more = f"; the first {MOST_PANELS} of {len(found)} measures" if len(found) > MOST_PANELS else ""
        words |= {"panels": ", ".join(found[:MOST_PANELS]), "left_out": more}
        parts = [[row for row in rows if row[head["panel"]] == each] for each in found[:MOST_PANELS]]
        spec = panels(chart, parts, names, look, words)
    elif "panels" in words:
        made = [filled_in(chart, part, words | own) | frame for part, own, frame in words["panels"]]
        resolve = {"scale": {"color": "shared", "strokeDash": "shared"}}
        spec = {"concat": made, "columns": words["columns"], "spacing": lines.GAP, "resolve": resolve}
        spec = spec if len(made) > 1 else made[0] | theme.fit(look)
    else:
        spec = filled_in(chart, rows, words | {"scale": span(rows, head)}) | theme.fit(look)
        if names:
            spec.setdefault("height", {"step": theme.step_of(len(names))})
    title, subtitle = (filled(head.get(key, ""), {**words, **rows[0]}, chart.name) for key in ("heading", "subtitle"))
    return detached(titled(spec, look, title, subtitle))


def rows_of(chart: Chart, first: Any, measures: Any, values: dict[str, Any]) -> tuple[Rows, dict[str, Any]]:
    """The rows of a chart's query over a result, and the values that it asked for."""
    prepare = PREPARED.get(chart.head.get("layout", ""))
    if "tables" not in chart.head:
        scores = data.scores_of(first, measures)
        values |= {"chosen": bool(measures)}
        for name, each in chart.head.get("arguments", {}).items():
            if "columns" in each and values[name] is not None:
                rows = data.table_of(values[name], each["columns"], "mean_intervals", empty=True)
                values[name] = rows.select(each["columns"]).to_pylist()
            if each.get("among") == "run" and values[name] not in (runs := scores.runs()):
                raise InputError(f"unknown run {said(str(values[name]))}; runs: {first_few(runs)}")
        return data.of_scores(scores, chart.name, values, **(prepare(scores, values) if prepare else {})), values
    tables: dict[str, Any] = {}
    of = chart.head["of"]
    for table, columns in chart.head["tables"].items():
        alone = len(chart.head["tables"]) == 1 and not isinstance(first, Mapping)
        if not alone and (not isinstance(first, Mapping) or table not in first):
            usual = f"the relations that evalsql.{of} gives, by name, were expected, with {table} among them"
            raise InputError(chart.head.get("lacking", usual))
        tables[table] = data.table_of(first if alone else first[table], columns, of, empty=bool(tables))
        if of == "compare" and "slice" in tables[table].column_names and "slice" not in columns:
            tables[table] = data.without_slices(tables[table])
    table = next(iter(tables.values()))
    if chart.measured:
        wanted = measures if isinstance(measures, str | Measure) else next(iter(measures), None)
        values |= data.asked_of(data.chosen(table, "metric", wanted))
    if "$geometric" in data.body_of(data.FOLDER, chart.name):
        values["geometric"] = data.geometric(table)
    for name, each in chart.head.get("arguments", {}).items():
        if "among" in each:
            values[name] = data.chosen(table, name, values[name])
            heads = methods.heads(each["among"])
            values["title"] = heads[values[name]]["title"] if values[name] in heads else values[name]
    return data.of_tables(chart.name, values, prepare(tables, values) if prepare else {}, **tables), values


def name_rows(head: Mapping[str, Any], rows: Rows, look: theme.Look, named: Sequence[str]) -> dict[str, str | None]:
    """Gives each row the name of its line and the color of its run, and the short forms of other columns."""
    short = head.get("short", {})
    for most in dict.fromkeys(short.values()):
        columns = [column for column in short if short[column] == most]
        labels = theme.labels([value for column in columns for value in data.in_order(rows, column)], most)
        for row in rows:
            row |= {f"{column}_name": labels[row[column]] for column in columns}
    if "lines" not in head:
        return {}
    column = head["lines"]
    if isinstance(column, list):  # a pair of runs: those of its columns that are not the same in all rows
        differing = [each for each in column if len(data.in_order(rows, each)) > 1] or column[:1]
        most = theme.longest_in(look) if len(differing) == 1 else max(theme.longest_in(look) // 2, 8)
        short_of = theme.labels([run for row in rows for run in (row[each] for each in differing)], most)
        names = {key: " - ".join(map(short_of.__getitem__, key)) for key in
                 dict.fromkeys(tuple(row[each] for each in differing) for row in rows)}  # fmt: skip
        for row in rows:
            row["name"] = names[tuple(row[each] for each in differing)]
        return dict.fromkeys(names.values())
    keys = data.in_order(sorted(rows, key=lambda row: row.get("line_place", 0)), column)
    names = theme.labels(keys, theme.longest_in(look))
    colors = theme.colored(keys, named) if "colored" in head else {}
    for row in rows:
        color = colors.get(row[column]) or look.ground.gray
        row |= {"name": names[row[column]] + row.get("behind", ""), "color": color}
    called = {row[column]: row["name"] for row in rows}
    return {called[key]: colors.get(key) for key in keys}


def words_of(look: theme.Look, names: Mapping[str, str | None]) -> dict[str, Any]:
    """What every drawing may say of the look and of the names of its lines."""
    room = look.pixels - theme.room_of(list(names))
    palette = [theme.COLORS[place % len(theme.COLORS)] for place in range(len(names))]
    return {
        **vars(look.ground),
        "axis": {"tickCount": theme.ticks_of(room)},
        "names": list(names),
        "with_names": True,
        "name_size": min(theme.SIZE, theme.step_of(len(names)) - 1),
        "palette": palette,
        "dashes": theme.dashed(palette),
        "columns": max(1, int((look.pixels - 20) // (max(map(theme.text_width, names), default=0) + 24))),
    }


def span(rows: Rows, head: Mapping[str, Any]) -> dict[str, Any]:
    """The scale of the values that the head names, which need not hold 0."""
    return theme.extent(row[name] for row in rows for name in head.get("span", ()))


def panels(
    chart: Chart, parts: Sequence[Rows], names: Mapping[str, str | None], look: theme.Look, words: Mapping[str, Any]
) -> dict[str, Any]:
    """A panel for each part of the rows, beside and below each other; one alone is exactly as wide as asked."""
    room = look.pixels - theme.room_of(list(names)) - END
    across = max(1, min(len(parts), int((room + GAP) // (NARROWEST + GAP))))
    pixels = room if len(parts) == 1 else max((room + GAP) / across - GAP, NARROWEST)
    if stacked := chart.head.get("layout") == "stacked":
        room, across = look.pixels - theme.room_of(list(names)) - STACKED, 1
        words = {**words, "left": look.pixels - room - STACKED}
        pixels = max(room, 60)
    made = []
    for place, rows in enumerate(parts):
        own = {
            "with_names": place % across == 0,
            "axis": {"tickCount": theme.ticks_of(pixels), "labelFlush": False},
            "once": list({row["name"]: row for row in rows}.values()),
            "scale": span(rows, chart.head),
        }
        panel = in_lines(filled_in(chart, rows, {**words, **own}), pixels)
        panel.setdefault("height", {"step": theme.step_of(len(names))})
        made.append(panel)
    if len(made) == 1 and not stacked:
        return made[0] | theme.fit(look)
    for panel in made:
        panel["width"] = pixels
    if stacked:
        return {"vconcat": made, "spacing": STACKED}
    beside = [made[first : first + across] for first in range(0, len(made), across)]
    return {"vconcat": [{"hconcat": each, "spacing": GAP, "bounds": "flush"} for each in beside], "spacing": GAP}


def filled_in(chart: Chart, rows: Rows, words: Mapping[str, Any]) -> dict[str, Any]:
    """A drawing of rows, with its words spelled out and every field's type said."""
    words = {**words, **rows[0]}
    high = {"height": words["height"]} if "height" in words else {}  # where the drawing says no other
    return typed({"data": {"values": rows}, **high, **filled(chart.drawing, words, chart.name)}, {})
