"""The page about significance says what the files of SQL say of themselves."""

import os
import re

import pytest
from conftest import ROOT

from evalsql.comparing.significance import CORRECTIONS, heads
from evalsql.sqlfiles import split_file

PAGE = ROOT / "docs" / "significance.md"
TABLE = re.compile(r"(<!-- tests: .*? -->\n)(.*?)(<!-- end of tests -->)", re.DOTALL)
OF = {
    "pairs": "Tests of pairs of runs",
    "runs": "Tests of all runs together",
    "categories": "Tests of categories of runs",
    "pairs of categories": "Tests of pairs of categories",
}


def tables() -> str:
    """A table of tests for each thing that is tested, one of intervals and one of corrections."""
    lines = []
    for of, title in OF.items():
        lines += [f"## {title}", "", "| test | what it is | formula | source |", "|---|---|---|---|"]
        for name, head in heads("significance").items():
            if head["of"] == of:
                about = head["about"] + (" All pairs." if head.get("familywise") else "")
                lines.append(row(f"`{name}`, {head['title']}", about, head["formula"], head["cite"]))
        lines.append("")
    lines += ["## Intervals of a difference", "", "| interval | what it is | formula | source |", "|---|---|---|---|"]
    for name, head in heads("intervals").items():
        lines.append(row(f"`{name}`, {head['title']}", head["about"], head["formula"], head["cite"]))
    lines += ["", "## Corrections of m p-values", "", "| correction | the i-th lowest p becomes |", "|---|---|"]
    for name, about in corrections().items():
        lines.append(row(f"`{name}`", about))
    return "\n".join(lines) + "\n"


def corrections() -> dict[str, str]:
    text = (ROOT / "sql" / "comparisons" / "corrected.sql").read_text(encoding="utf-8")
    return split_file("corrected.sql", text)[0]["corrections"]


def row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def test_the_page_has_every_test_interval_and_correction() -> None:
    text = PAGE.read_text(encoding="utf-8")
    table = TABLE.search(text)
    assert table is not None
    if table[2] != tables() and not os.environ.get("CI"):
        PAGE.write_text(text.replace(table[0], f"{table[1]}{tables()}{table[3]}"), encoding="utf-8")
        pytest.skip("the tables were out of date; they have been written anew, commit them")
    assert table[2] == tables()


def test_every_correction_is_described() -> None:
    assert tuple(corrections()) == CORRECTIONS


@pytest.mark.parametrize("folder", ["significance", "intervals"])
def test_every_file_says_what_it_is(folder: str) -> None:
    needed = {"name", "title", "about", "formula", "cite"} | ({"of"} if folder == "significance" else set())
    for name, head in heads(folder).items():
        assert (ROOT / "sql" / folder / f"{name}.sql").is_file()
        assert needed <= head.keys()
        assert head.get("of", "pairs") in OF
