"""Charts in the page: SVG whose colours are the page's, so that it is light or dark as the page is."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from markupsafe import Markup

from evalsql.errors import InputError

if TYPE_CHECKING:
    from evalsql.charts.files import Picture as Chart

SVG = "http://www.w3.org/2000/svg"
WIDTH = 180  # millimetres
LARGEST = 300_000  # characters of a specification that the page has room for


@dataclass(frozen=True)
class Picture:
    """A chart.

    Attributes:
        svg: the picture, as an element of the page.
        title: what it shows, for who does not see it.
        spec: the specification of Vega-Lite that it is drawn from; empty where that is too long for the page.
    """

    svg: Markup
    title: str
    spec: str


def can_draw() -> bool:
    """Whether the packages of the extra `charts` are installed."""
    from evalsql.charts.files import PACKAGES

    return all(find_spec(name) is not None for name in PACKAGES)


def drawn(name: str, title: str, draw: Callable[[], "Chart"]) -> Picture | None:
    """A chart; None where packages are missing, or where it cannot be drawn.

    Args:
        name: what it is called.
        title: what it shows.
        draw: makes it.
    """
    if not can_draw():
        return None
    from evalsql.charts.files import svg_of

    try:
        chart = draw()
    except InputError:  # too many runs for such a picture, or too few
        return None
    spec = json.dumps(chart.to_dict(), ensure_ascii=False)
    return Picture(of_page(svg_of(chart), name, title), title, spec if len(spec) <= LARGEST else "")


def of_page(svg: bytes, name: str, title: str) -> Markup:
    """A picture as an element of the page.

    It is read and written anew, so that a name in it stays a name. Its ground is the page's, and so are the colours
    that belong to no run.

    Args:
        svg: the picture.
        name: what sets its ids apart from those of other pictures.
        title: what it shows.
    """
    from evalsql.charts.theme import LIGHT

    of_ground = {"paper": LIGHT.paper, "ink": LIGHT.ink, "soft": LIGHT.soft, "faint": LIGHT.grey, "line": LIGHT.grid}
    colours = {colour: f"var(--{variable})" for variable, colour in of_ground.items()}
    ElementTree.register_namespace("", SVG)
    root = ElementTree.fromstring(svg)
    for element in root.iter():
        for key, value in list(element.attrib.items()):
            if key == "role" or key.startswith("aria-"):
                del element.attrib[key]
            elif key in ("fill", "stroke") and value in colours:
                del element.attrib[key]
                element.set("style", f"{element.get('style', '')};{key}:{colours[value]}".lstrip(";"))
            elif key == "id":
                element.set(key, f"{name}-{value}")
            elif value.startswith("url(#"):
                element.set(key, value.replace("url(#", f"url(#{name}-"))
    root.set("role", "img")
    root.set("aria-label", title)
    return Markup(ElementTree.tostring(root, encoding="unicode"))
