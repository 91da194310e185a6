"""docs/survival.md has the tables that .ci/faults writes: of every command, everything that writes and every limit."""

import re

import pages
import pytest
from command import output
from faults_told import PAGE
from killing import WRITERS
from limiting import LIMITS
from signalling import LINES


def cells(name: str) -> list[list[str]]:
    """The rows of a table of the page, without its head."""
    found = re.search(rf"<!-- {name}: .*? -->\n(.*?)<!-- end of {name} -->", pages.read(PAGE), re.DOTALL)
    assert found is not None
    lines = [line for line in found[1].splitlines() if line.startswith("|")]
    return [line.strip("| ").split(" | ") for line in lines[2:]]


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("kills", [*(f"`{each}`" for each in WRITERS), "all"]),
        ("signals", [*(f"`{each}`" for each in LINES), "all"]),
        ("limits", [each.about for each in LIMITS.values()]),
    ],
)
def test_each_is_there(name: str, first: list[str]) -> None:
    assert [row[0].replace("\\|", "|") for row in cells(name)] == first


def test_nothing_was_wrong() -> None:
    assert {tuple(row[3:]) for row in cells("kills")} == {("0", "0")}
    assert {row[3] for row in cells("signals")} == {"0"}
    assert "; wrong: " not in pages.read(PAGE)


def test_every_command_is_tried() -> None:
    listed = output("--help").partition("Commands:\n")[2].partition("Exit status")[0]
    assert set(LINES) == set(re.findall(r"^ {1,3}(\w+)", listed, re.MULTILINE))
