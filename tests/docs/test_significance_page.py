"""The page about significance says what the files of SQL say of themselves."""

import os
import re

import pytest
from places import ROOT

from evalsql.comparing.choices import Folder, heads, lines, names

PAGE = ROOT / "docs" / "significance.md"
TABLE = re.compile(r"(<!-- tests: .*? -->\n)(.*?)(<!-- end of tests -->)", re.DOTALL)
ALL_PAIRS = "`evalsql discriminate` looks at all pairs of runs."
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
    for name, head in heads("corrections").items():
        lines.append(row(f"`{name}`", head["about"]))
    lines += ["", "## How well measures distinguish runs", ""]
    lines += [f"{ALL_PAIRS} The queries, subsets and draws are the same for every measure.", ""]
    lines += ["| method | what it says | source |", "|---|---|---|"]
    for name, head in heads("discrimination").items():
        lines.append(row(f"`{name}`", head["about"], head["cite"]))
    lines += ["", "## How alike system rankings are", "", "`evalsql correlate` has these coefficients.", ""]
    lines += ["| coefficient | what it is | formula | source |", "|---|---|---|---|"]
    for name in names("correlations"):
        head = heads("correlations")[name]
        lines.append(row(f"`{name}`, {head['title']}", head["about"], head["formula"], head["cite"]))
    return "\n".join(lines) + "\n"


def row(*cells: str) -> str:
    return "| " + " | ".join(" ".join(cell.replace("|", "\\|").split()) for cell in cells) + " |"


def test_the_page_has_every_test_interval_and_correction() -> None:
    text = PAGE.read_text(encoding="utf-8")
    table = TABLE.search(text)
    assert table is not None
    if table[2] != tables() and not os.environ.get("CI"):
        PAGE.write_text(text.replace(table[0], f"{table[1]}{tables()}{table[3]}"), encoding="utf-8")
        pytest.skip("the tables were out of date; they have been written anew, commit them")
    assert table[2] == tables()


NEEDED = {
    "significance": {"name", "title", "about", "formula", "cite", "of"},
    "intervals": {"name", "title", "about", "formula", "cite"},
    "corrections": {"name", "about"},
    "correlations": {"name", "title", "about", "formula", "cite", "of"},
    "discrimination": {"name", "brief", "about", "cite", "note"},
}


@pytest.mark.parametrize("folder", NEEDED)
def test_every_file_says_what_it_is(folder: Folder) -> None:
    assert sorted(heads(folder)) == sorted(file.stem for file in (ROOT / "sql" / folder).iterdir())
    for name, head in heads(folder).items():
        assert head["name"] == name
        assert NEEDED[folder] <= head.keys()
        assert head.get("of", "pairs") in (*OF, "orderings", "rankings")
        # what is read of it without the rest is the same
        assert {key: str(head[key]) for key in ("place", "of", "brief") if key in head} == lines(folder)[name]


def test_the_names_are_listed_in_the_order_of_their_places() -> None:
    listed = ("none", "bonferroni", "holm", "hochberg", "benjamini_hochberg", "benjamini_yekutieli")
    assert names("corrections") == listed
    assert names("correlations") == ("kendall", "tau_ap", "spearman", "pearson", "rbo")
    assert names("correlations", "rankings") == ("overlap",)
    assert names("discrimination") == ("power", "levels", "stability", "swaps")
    assert names("intervals") == ("anova", "bca", "percentile", "student", "tukey")
    assert names("significance", "runs") == ("anova", "friedman")
