"""The pictures of docs/how_to/charts.md, by the commands that the page shows.

Beside each picture stands what Vega-Lite is told, which a test compares: pixels depend on fonts.
"""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import in_process
import pages

from evalsql.charts import save

FIGURES = pages.ROOT / "docs" / "figures"
DIGITS = 6  # of the numbers that are kept
COMMAND = re.compile(r"^evalsql (?P<words>.* --plot docs/figures/(?P<name>\w+)\.svg.*)$", re.MULTILINE)


def commands() -> dict[str, list[str]]:
    """The commands of the page that draw, by the names of their pictures."""
    page = pages.read("docs/how_to/charts.md")
    return {found["name"]: shlex.split(found["words"]) for found in COMMAND.finditer(page)}


def rounded(value: Any) -> Any:
    """A value of JSON whose numbers have a few digits."""
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}")
    if isinstance(value, dict):
        return {name: rounded(each) for name, each in value.items()}
    return [rounded(each) for each in value] if isinstance(value, list | tuple) else value


def draw(words: list[str], folder: Path) -> tuple[bytes, dict[str, Any]]:
    """The picture that a command draws, called in a folder that has the fixtures, and what Vega-Lite is told."""
    drawn = []
    svg_of = save.KINDS[".svg"]

    def noted(chart: Any) -> bytes:
        drawn.append(chart)
        return svg_of(chart)

    (folder / "docs" / "figures").mkdir(parents=True, exist_ok=True)
    save.KINDS[".svg"] = noted
    try:
        done = in_process.whole(words, folder)
    finally:
        save.KINDS[".svg"] = svg_of
    if done.status > 1 or not drawn:  # a gate that fails draws too
        raise RuntimeError(f"no picture: {done.said}")
    return svg_of(drawn[0]), rounded(drawn[0])


def written(spec: dict[str, Any]) -> str:
    """What Vega-Lite is told as it is kept: a line a row of data."""
    return json.dumps(spec, ensure_ascii=False).replace("}, {", "},\n{") + "\n"
