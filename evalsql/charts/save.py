"""Charts written into files: pictures, and pages that hold all they need."""

import json
import re
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from evalsql.errors import InputError
from evalsql.files.write import beside, check_file
from evalsql.words import either

Spec = dict[str, Any]  # a chart as Vega-Lite has it

PACKAGES = ("altair", "vl_convert")
POINTS = 72 / 96  # of a pixel of a page, which is 1/96 inch
UNDRAWN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufffe\uffff]")
BREAKS = re.compile(r"[\n\r\u2028\u2029]+")
BACKSLASH = "\u29f5"  # which looks like one
NO_SIGN = "\ufdd0"  # which no text has
FINE = 288  # pixels of a PNG an inch: fine enough for print


def drawable(value: Any) -> Any:
    """A specification with its texts as they can be drawn.

    vl-convert aborts on characters that XML does not allow, so they are escaped.
    """
    if isinstance(value, str):
        return UNDRAWN.sub(lambda sign: repr(sign[0])[1:-1], value)
    if isinstance(value, dict):
        found = {name: drawable(each) for name, each in value.items()}
        if "title" in found:
            found["title"] = without_ends(found["title"])
        return found
    return [drawable(each) for each in value] if isinstance(value, list | tuple) else value


def without_ends(title: Any) -> Any:
    """A title of an axis or a legend: Vega-Lite writes it into an expression, which backslashes and line breaks end."""
    if isinstance(title, list):
        return [without_ends(line) for line in title]
    return BREAKS.sub(" ", title.replace("\\", BACKSLASH)) if isinstance(title, str) else title


def converted(function: str, spec: Any, **how: Any) -> Any:
    """Draw a specification with Vega-Lite; its stack overflows at some 2,000 runs or more."""
    import vl_convert

    try:
        return getattr(vl_convert, function)(spec, **how)
    except ValueError as error:
        if "Maximum call stack size" not in str(error):
            raise
        raise InputError("the picture has more runs, queries or levels than can be drawn; choose fewer") from None


def svg_of(chart: Spec) -> bytes:
    """A chart as SVG, whose texts are texts."""
    return own_ids(converted("vegalite_to_svg", drawable(chart))).encode()


def own_ids(svg: str) -> str:
    """A picture whose gradients and clips are counted from 0: its bytes do not depend on what was drawn before."""
    numbers: dict[str, int] = {}

    def counted(found: re.Match[str]) -> str:
        return f"{found[1]}{found[2]}{numbers.setdefault(found[0][len(found[1]) :], len(numbers))}"

    return re.sub(r"""(<(?:linearGradient|clipPath) id="|"url\(#)(gradient_|clip)\d+""", counted, svg)


def png_of(chart: Spec) -> bytes:
    """A chart as PNG, with so many pixels an inch that it is printed as wide as asked."""
    return converted("vegalite_to_png", drawable(chart), scale=POINTS, ppi=FINE)


def pdf_of(chart: Spec) -> bytes:
    """A chart as PDF, as wide as asked."""
    import vl_convert

    def in_points(size: re.Match[str]) -> str:
        return 'width="{}" height="{}"'.format(*(float(each) * POINTS for each in size.groups()))

    svg = svg_of(chart).decode()
    return vl_convert.svg_to_pdf(re.sub(r'width="([\d.]+)" height="([\d.]+)"', in_points, svg, count=1))


def html_of(chart: Spec) -> bytes:
    """A chart as a page that needs no network, and shows values where one points."""
    import vl_convert

    spec = drawable(chart)
    ground = f"<style>body {{ background: {spec.get('background', 'white')} }}</style>"
    # the specification stands raw in a script, which a < in a name could end
    page = vl_convert.vegalite_to_html(json.dumps(spec).replace("<", NO_SIGN), bundle=True)
    return page.replace(NO_SIGN, r"\u003c").replace("<head>", f"<head>{ground}", 1).encode()


KINDS: dict[str, Callable[[Spec], bytes]] = {
    ".svg": svg_of,
    ".png": png_of,
    ".pdf": pdf_of,
    ".html": html_of,
}


def check_picture(path: Path) -> None:
    """Refuses, before any work is done, a picture that cannot be written."""
    if path.suffix.lower() not in KINDS:
        kinds = either(list(KINDS))
        raise InputError(f"{path}: unknown picture format; use {kinds}")
    check_file(path, tuple(KINDS))
    refuse_without_packages()


def can_draw() -> bool:
    """Whether the packages of the extra `charts` are installed."""
    return all(find_spec(name) is not None for name in PACKAGES)


def refuse_without_packages() -> None:
    if not can_draw():
        raise InputError("charts are drawn by altair and vl-convert; install them: pip install 'evalsql[charts]'")


def write(chart: Spec, path: Path) -> None:
    """Writes a chart into a file, in the format of its suffix: .svg, .png, .pdf or .html."""
    check_picture(path)
    made = KINDS[path.suffix.lower()](chart)
    with beside(path) as unfinished:
        unfinished.write_bytes(made)
