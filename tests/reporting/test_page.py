"""The page in a browser: it sorts, filters and prints, with mouse and keyboard, and asks nobody for anything."""

import json
from collections.abc import Iterator
from pathlib import Path

import browser
import pytest

pytestmark = [
    pytest.mark.skipif(browser.CHROMIUM is None, reason="there is no Chromium"),
]
BOARD = "#leaderboard table"


@pytest.fixture(scope="module")
def chromium() -> Iterator[browser.Page]:
    with browser.page() as page:
        yield page


@pytest.fixture
def shown(chromium: browser.Page, drawn: Path) -> Iterator[browser.Page]:
    """The page, opened anew; nothing was said about it, and nothing asked for but the file itself."""
    chromium.said.clear()
    chromium.requests.clear()
    chromium.open(drawn)
    yield chromium
    assert chromium.said == []
    assert chromium.requests == [drawn.as_uri()]


def column(shown: browser.Page, table: str, place: int) -> list[str]:
    """The values of a column of the rows that are shown."""
    rows = f"[...document.querySelector({json.dumps(table)}).tBodies[0].rows].filter((row) => !row.hidden)"
    return shown.run(f"{rows}.map((row) => row.cells[{place}].dataset.value ?? row.cells[{place}].textContent.trim())")


def sorts(shown: browser.Page) -> list[str | None]:
    """What each head of the leaderboard says of the order."""
    return shown.run(
        f"[...document.querySelector('{BOARD}').tHead.rows[0].cells].map((head) => head.getAttribute('aria-sort'))"
    )


def long_heads_sort_by_mouse(shown: browser.Page) -> None:
    before = column(shown, BOARD, 4)
    button = f"{BOARD} thead th:nth-child(5) button"
    shown.click(button)
    descending = column(shown, BOARD, 4)
    assert descending == sorted(before, key=float, reverse=True)
    assert sorts(shown)[3:6] == [None, "descending", None]
    shown.click(button)
    assert column(shown, BOARD, 4) == sorted(before, key=float)
    assert sorts(shown)[3:6] == [None, "ascending", None]


def long_heads_sort_by_keyboard(shown: browser.Page) -> None:
    names = column(shown, BOARD, 1)
    shown.press("Tab", 9)
    assert shown.run("document.activeElement.textContent") == "Skip to the content"
    shown.run("document.querySelector('#leaderboard .box').focus()")
    for _ in range(2):  # the place, and the run
        shown.press("Tab", 9)
    assert shown.run("document.activeElement.textContent") == "Run"
    assert shown.run("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    shown.press("Enter", 13, "\r")
    after = column(shown, BOARD, 1)
    assert after != names
    assert [*after[:5], after[-1]] == ["bm25", "bm25-title", "bm25+ce", "bm25+rm3", "colbert", "splade+ce"]
    assert sorts(shown)[:2] == [None, "ascending"]


def long_rows_are_filtered_and_chosen(shown: browser.Page) -> None:
    assert shown.run("document.querySelector('#leaderboard [role=status]').textContent") == "12 of 12 rows"
    shown.click("#leaderboard .controls input")
    shown.type("CE bm")
    assert column(shown, BOARD, 1) == ["bm25+ce"]
    assert shown.run("document.querySelector('#leaderboard [role=status]').textContent") == "1 of 12 rows"
    # a number is no name
    shown.click("#difficulty .controls input")
    shown.type("0.")
    assert column(shown, "#difficulty table", 2) == []
    assert set(column(shown, "#comparisons table", 0)) == {"nDCG@10"}
    shown.run("document.querySelector('#comparisons select').focus()")
    shown.press("ArrowDown", 40)
    assert set(column(shown, "#comparisons table", 0)) == {"RBP(p=0.5)"}


@pytest.mark.parametrize("width", [390, 1024, 1600])
def long_only_tables_are_wider_than_the_window(shown: browser.Page, drawn: Path, width: int) -> None:
    shown.requests.clear()
    shown.open(drawn, width, 844, dark=width == 390)
    assert shown.run("[document.documentElement.scrollWidth, innerWidth]") == [width, width]
    assert shown.run("getComputedStyle(document.body).backgroundColor") == (
        "rgb(13, 17, 23)" if width == 390 else "rgb(255, 255, 255)"
    )


def long_paper_has_no_controls_and_whole_tables(shown: browser.Page) -> None:
    shown.ask("Emulation.setEmulatedMedia", media="print")
    try:
        displays = (
            "[...document.querySelectorAll('nav, .controls, .skip')].map((each) => getComputedStyle(each).display)"
        )
        assert set(shown.run(displays)) == {"none"}
        assert set(
            shown.run("[...document.querySelectorAll('.box')].map((each) => getComputedStyle(each).overflow)")
        ) == {"visible"}
    finally:
        shown.ask("Emulation.setEmulatedMedia", media="")
