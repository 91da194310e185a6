"""A drawing in Vega-Lite: its words spelled out, its fields typed, and its rows set apart.

What many drawings share is in parts.json, by the words that they say for it.
"""

import re
from collections.abc import Mapping
from typing import Any

from evalsql.charts import theme
from evalsql.charts.theme import PARTS
from evalsql.errors import CatalogError

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
WORD = re.compile(r"\$\{?(\w+)\}?")
UNTYPED = ("x2", "y2", "values", "transform")  # keys of a drawing whose fields have no type


def expanded(value: Any, parts: Mapping[str, Any]) -> Any:
    """A drawing with parts in the places of their words."""
    if isinstance(value, dict):
        return {key: expanded(each, parts) for key, each in value.items()}
    if isinstance(value, list):
        return [expanded(each, parts) for each in value]
    part = isinstance(value, str) and value.startswith("$") and value[1:] in parts
    return expanded(parts[value[1:]], parts) if part else value


def filled(value: Any, words: Mapping[str, Any], chart: str = "") -> Any:
    """A value with words spelled out: one that is a word alone is what that stands for, of whatever type.

    Of a list, what has a false "if" is left out, and a word that is a list is part of it. Of "first" the first stays.
    What "and" stands for is part of its object, and of the objects in that.
    """
    if isinstance(value, dict):
        if "first" in value:
            those = (each for each in value["first"] if filled(each.get("if", True), words, chart))
            return filled(next(those, None), words, chart)
        own = {key: filled(each, words, chart) for key, each in value.items() if key not in ("if", "and")}
        return joined(filled(value["and"], words, chart), own) if "and" in value else own
    if isinstance(value, list):
        found: list[Any] = []
        for each in value:
            if isinstance(each, dict) and not filled(each.get("if", True), words, chart):
                continue
            one = filled(each, words, chart)
            found += one if isinstance(each, str) and isinstance(one, list) else [one]
        return found
    if not isinstance(value, str):
        return value

    def spelled(found: re.Match[str]) -> Any:
        if found[1] in words:
            return "" if words[found[1]] is None and found[0] != value else words[found[1]]
        raise CatalogError(f"sql/charts/{chart}.sql: ${found[1]} is not a column, an argument or a known word")

    alone = WORD.fullmatch(value)
    return spelled(alone) if alone else WORD.sub(lambda found: str(spelled(found)), value)


def titled(drawing: dict[str, Any], look: theme.Look, title: str, subtitle: str) -> dict[str, Any]:
    """A drawing with its title and the look of all charts."""
    heading = {"text": theme.within(title, look.pixels, (theme.SIZE + 2) * theme.BOLD)}
    if subtitle:
        heading["subtitle"] = theme.within(subtitle, look.pixels, theme.SIZE)
    config = filled(PARTS["config"], vars(look.ground))
    return {"$schema": SCHEMA, **drawing, "title": heading, "background": look.ground.paper, "config": config}


def joined(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Merge two nested objects; the second one wins."""
    shared = [key for key in one if isinstance(one[key], dict) and isinstance(other.get(key), dict)]
    return one | other | {key: joined(one[key], other[key]) for key in shared}


def typed(value: Any, kinds: Mapping[str, str]) -> Any:
    """A drawing whose fields have types, and whose tooltips, which list fields and formats, are spelled out."""
    if isinstance(value, list):
        return [typed(each, kinds) for each in value]
    if not isinstance(value, dict):
        return value
    rows = (value.get("data") or {}).get("values")
    if rows:
        texts = {name for row in rows for name, each in row.items() if isinstance(each, str)}
        kinds = {**kinds, **{name: "nominal" if name in texts else "quantitative" for name in rows[0]}}
    found = {key: each if key in UNTYPED or key == "data" else typed(each, kinds) for key, each in value.items()}
    if isinstance(fields := value.get("tooltip"), str):
        pairs = [each.split() for each in fields.split(",")]
        found["tooltip"] = [
            {"field": field, "type": kinds[field], **({"format": form[0]} if form else {})} for field, *form in pairs
        ]
    return {"type": kinds[found["field"]], **found} if found.get("field") in kinds and "type" not in found else found


def in_lines(value: Any, pixels: float) -> Any:
    """A drawing whose axes of so many pixels have titles that are no longer."""
    if isinstance(value, list):
        return [in_lines(each, pixels) for each in value]
    if not isinstance(value, dict):
        return value
    found = {key: each if key == "data" else in_lines(each, pixels) for key, each in value.items()}
    if isinstance(x := found.get("x"), dict) and isinstance(x.get("title"), str):
        found["x"] = x | {"title": theme.axis_title(x["title"], pixels)}
    return found


def detached(spec: dict[str, Any]) -> dict[str, Any]:
    """A chart whose rows stand in one place, each once, with the columns that the drawing names."""
    used = words_in(spec)
    datasets: dict[str, list[dict[str, Any]]] = {}
    seen: dict[int, str] = {}

    def without_rows(value: Any) -> Any:
        if isinstance(value, list):
            return [without_rows(each) for each in value]
        if not isinstance(value, dict):
            return value
        found = {key: each if key == "data" else without_rows(each) for key, each in value.items()}
        if "data" in value and value["data"] is None:
            del found["data"]
        elif "data" in value:
            rows = value["data"]["values"]
            name = seen.setdefault(id(rows), f"data-{len(seen)}")
            if name not in datasets:
                datasets[name] = [{key: each for key, each in row.items() if key in used} for row in rows]
            found["data"] = {"name": name}
        return found

    return {**without_rows(spec), "datasets": datasets}


def words_in(value: Any) -> set[str]:
    """The words of a drawing that may be names of columns, in the places of fields and in expressions."""
    if isinstance(value, str):
        return set(re.findall(r"\w+", value))
    if isinstance(value, dict):
        value = [each for key, each in value.items() if key not in ("title", "data", "scale", "axis", "config")]
    return set().union(*map(words_in, value)) if isinstance(value, list) else set()
