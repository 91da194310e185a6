"""Charts in the page: SVG whose colors are the page's, so that it is light or dark as the page is."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

from markupsafe import Markup

from evalsql.errors import InputError

Argument = str | Sequence[str] | None

SVG = "http://www.w3.org/2000/svg"
WIDTH = 180  # millimetres
LARGEST = 200_000  # characters of a specification that the page has room for


@dataclass(frozen=True)
class Figure:
    """A chart."""

    svg: Markup  # the picture, as an element of the page
    title: str  # what it shows, for who does not see it
    spec: str  # the specification of Vega-Lite that it is drawn from; empty if that is too long for the page
    of: str = ""  # the curve or the attribute that it shows, where it shows one


def drawn(
    name: str,
    title: str,
    chart: str,
    given: Any,
    *measures: Sequence[str],
    both: bool = False,
    of: str = "",
    **arguments: Argument,
) -> list[Figure]:
    """A chart; none if it cannot be drawn of this, such as of too many runs."""
    from evalsql.charts.chart import specified
    from evalsql.charts.save import converted, drawable

    def text_of(dark: bool) -> str:
        made = specified(chart, given, *measures, width=WIDTH, dark=dark, **arguments)
        return json.dumps(drawable(made), ensure_ascii=False)

    try:
        spec = text_of(dark=False)
        dark = converted("vegalite_to_svg", text_of(dark=True)) if both else None
        svg = of_page(converted("vegalite_to_svg", spec), name, title, dark)
    except InputError:
        return []
    return [Figure(svg, title, spec if len(spec) <= LARGEST else "", of)]


def of_page(svg: str, name: str, title: str, dark: str | None = None) -> Markup:
    """A picture as an element of the page.

    It is parsed and written again, so that a name in it stays a name. Its ground is the page's, and so are the colors
    that belong to no run.
    """
    from evalsql.charts.theme import LIGHT

    of_ground = {"paper": LIGHT.paper, "ink": LIGHT.ink, "soft": LIGHT.soft, "faint": LIGHT.gray, "line": LIGHT.grid}
    colors = {color: f"var(--{variable})" for variable, color in of_ground.items()}
    ElementTree.register_namespace("", SVG)
    root = ElementTree.fromstring(svg)
    others = root if dark is None else ElementTree.fromstring(dark)
    for element, other in zip(root.iter(), others.iter(), strict=True):
        for key, value in list(element.attrib.items()):
            if key == "role" or key.startswith("aria-"):
                del element.attrib[key]
            elif key in ("fill", "stroke") and value in colors:
                del element.attrib[key]
                element.set("style", f"{element.get('style', '')};{key}:{colors[value]}".lstrip(";"))
            elif key == "id":
                element.set(key, f"{name}-{value}")
            elif value.startswith("url(#"):
                element.set(key, value.replace("url(#", f"url(#{name}-"))
            elif key in ("fill", "stroke", "stop-color") and value != other.get(key):
                both = f"{key}:light-dark({value}, {other.get(key)})"
                element.set("style", f"{element.get('style', '')};{both}".lstrip(";"))
    root.set("role", "img")
    root.set("aria-label", title)
    return Markup(ElementTree.tostring(root, encoding="unicode"))
