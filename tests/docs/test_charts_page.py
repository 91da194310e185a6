"""The pictures of docs/charts.md are those that its commands draw."""

import json
import re
from pathlib import Path
from typing import Any

import pages
import pytest
from write_figures import FIGURES, commands, draw

from evalsql import charts

PICTURES = commands()


def alike(one: Any, other: Any) -> bool:
    """Whether two values of JSON are the same, but for the last digit of numbers."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(alike(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(alike, one, other))
    return one == (pytest.approx(other, rel=1e-5) if isinstance(other, float) else other)


@pytest.mark.quick(picture={"critical_difference"})
@pytest.mark.parametrize("picture", PICTURES)
def test_a_picture_is_what_its_command_draws(picture: str, tmp_path: Path) -> None:
    svg, spec = draw(PICTURES[picture], pages.folder_for(tmp_path))
    assert alike(spec, json.loads((FIGURES / f"{picture}.json").read_text(encoding="utf-8")))
    assert svg.startswith(b"<svg")


def test_every_picture_is_on_the_page_and_every_chart_is_named() -> None:
    text = pages.read("docs/charts.md")
    assert {file.stem for file in FIGURES.glob("*.svg")} == set(PICTURES)
    assert all(f"](figures/{picture}.svg)" in text for picture in PICTURES)
    functions = {name for name in dir(charts) if callable(getattr(charts, name))}
    assert functions
    assert {name for name in functions if not re.search(rf"charts\.{name}\b", text)} == set()
