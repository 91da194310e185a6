"""Pictures stand in the page as its own elements; without the packages of charts the page says what to install."""

from pathlib import Path

import pytest

import evalsql
from evalsql.charts.theme import LIGHT
from evalsql.reporting import pictures
from evalsql.reporting.database import opened

RUNS = {"<b>first</b>": {"q1": {"d1": 1.0}, "q2": {"d1": 1.0}}, 'se"cond': {"q1": {"d2": 1.0}, "q2": {"d1": 1.0}}}
QRELS = {"q1": {"d1": 1}, "q2": {"d1": 1, "d2": 1}}


@pytest.mark.usefixtures("plain")
def test_what_is_missing_is_said(tmp_path: Path) -> None:
    evalsql.report(tmp_path / "report.html", RUNS, QRELS, ["AP"], curves=())
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "pip install &#39;evalsql[charts]&#39;" in text or "pip install 'evalsql[charts]'" in text
    assert "<svg" not in text


def test_ids_of_pictures_stay_apart() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg"><clipPath id="clip0"/><g clip-path="url(#clip0)" fill="#ffffff"'
        ' style="opacity:1" role="graphics-object" aria-label="x"/></svg>'
    )
    made = str(pictures.of_page(svg, "one", 'of "one"'))
    assert 'id="one-clip0"' in made
    assert 'clip-path="url(#one-clip0)"' in made
    assert 'style="opacity:1;fill:var(--paper)"' in made
    assert "graphics-object" not in made


def test_colours_that_say_values_are_those_of_the_ground() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg"><path fill="{}"/><stop stop-color="{}"/><text fill="{}"/></svg>'
    light, dark = svg.format("#00558c", "url(#g1)", LIGHT.ink), svg.format("#6cc3ff", "url(#g2)", "#ececec")
    made = str(pictures.of_page(light, "one", "of one", dark))
    assert '<path fill="#00558c" style="fill:light-dark(#00558c, #6cc3ff)" />' in made
    assert 'stop-color="url(#one-g1)"' in made
    assert '<text style="fill:var(--ink)" />' in made


def test_differences_are_drawn_of_one_measure_where_the_best_run_may_be_another_by_each(database: Path) -> None:
    for baseline in (None, "bm25"):
        with opened(database, (), baseline, None) as found:
            drawn, every = set(pictures.compared(found)["metric"].to_pylist()), [each.metric for each in found.measures]
        assert len(every) > 1
        assert drawn == (set(every) if baseline else {every[0]})
