"""Names in what is printed and drawn: shown, and never an order to a terminal, markup, or a command of a workflow."""

import xml.etree.ElementTree as ET
from html import unescape
from pathlib import Path

import pytest
from command import evalsql
from hostile import TEXTS, assert_nothing_was_run
from html_read import Read
from test_hostile_formats import CASES, FEW, INPUTS, RUN, _secret, assert_no_orders, folder  # noqa: F401


@pytest.mark.parametrize(("name", "format"), [case for case in CASES if case not in FEW])
def test_names_are_shown_and_give_no_orders_anywhere(folder: Path, name: str, format: str) -> None:
    assert_no_orders(folder, name, format)


def test_a_report_and_a_picture_have_names_as_text(folder: Path) -> None:
    words = ("report", *INPUTS, "-o", "r.html", "--title", "</title>" + TEXTS[-2], "--slices", "queries.parquet")
    done = evalsql(*words, "--baseline", RUN, cwd=folder)
    assert done.returncode == 0, done.stderr.decode()
    page = (folder / "r.html").read_text(encoding="utf-8")
    read = Read(folder / "r.html")
    assert read.fetched == []
    assert all("alert(" not in text for given, text in read.scripts if given.get("type") != "application/json")
    assert "alert(1)" in unescape(page)
    assert_nothing_was_run(folder, page)
    for words in (("evaluate", *INPUTS), ("queries", *INPUTS), ("compare", *INPUTS, "--test", "sign")):
        done = evalsql(*words, "--plot", "p.svg", cwd=folder)
        assert done.returncode == 0, done.stderr.decode()
        svg = (folder / "p.svg").read_text(encoding="utf-8")
        assert not [each for each in ET.fromstring(svg).iter() if each.tag.endswith(("script", "foreignObject"))]
        assert_nothing_was_run(folder, svg)
