"""docs/charts.md has every picture that is drawn for it, and names every chart."""

import re

import pages
from write_figures import FIGURES, commands

from evalsql import charts

PICTURES = commands()


def test_every_picture_is_on_the_page_and_every_chart_is_named() -> None:
    text = pages.read("docs/charts.md")
    assert {file.stem for file in FIGURES.glob("*.svg")} == set(PICTURES)
    assert all(f"](figures/{picture}.svg)" in text for picture in PICTURES)
    functions = {name for name in dir(charts) if callable(getattr(charts, name))}
    assert functions
    assert {name for name in functions if not re.search(rf"charts\.{name}\b", text)} == set()
