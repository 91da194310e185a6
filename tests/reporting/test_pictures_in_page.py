"""Pictures stand in the page as its own elements; without the packages of charts the page says what to install."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import evalsql
from evalsql.charts.theme import LIGHT
from evalsql.reporting import pictures
from evalsql.reporting.database import opened

RUNS = {"<b>first</b>": {"q1": {"d1": 1.0}, "q2": {"d1": 1.0}}, 'se"cond': {"q1": {"d2": 1.0}, "q2": {"d1": 1.0}}}
QRELS = {"q1": {"d1": 1}, "q2": {"d1": 1, "d2": 1}}


@pytest.mark.slow  # altair takes its time
def test_a_picture_is_an_element_in_the_colours_of_the_page(tmp_path: Path) -> None:
    pytest.importorskip("altair")
    pytest.importorskip("vl_convert")
    evalsql.report(tmp_path / "report.html", RUNS, QRELS, ["AP", "RR"], baseline="<b>first</b>", curves="nDCG@2")
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    (found,) = re.findall(r'<svg .*?aria-label="Means of runs.*?</svg>', text, re.DOTALL)
    root = ElementTree.fromstring(found)
    assert root.get("role") == "img"
    texts = {element.text for element in root.iter() if element.text}
    assert {"<b>first</b>", 'se"cond', "mean AP", "mean RR"} <= texts
    given = [value for element in root.iter() for value in element.attrib.values()]
    assert not {LIGHT.paper, LIGHT.ink, LIGHT.soft, LIGHT.grey, LIGHT.grid} & set(given)
    assert any("var(--ink)" in value for value in given)
    assert '"$schema": "https://vega.github.io/schema/vega-lite' in text.replace("&#34;", '"')
    assert "pip install" not in text


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


@pytest.mark.slow  # altair takes its time
def test_slices_have_a_picture_each(drawn: Path, tmp_path: Path) -> None:
    pytest.importorskip("altair")
    pytest.importorskip("vl_convert")
    text = drawn.read_text(encoding="utf-8")
    (found,) = re.findall(r'<svg [^>]*?aria-label="nDCG@10 of runs by language".*?</svg>', text, re.DOTALL)
    root = ElementTree.fromstring(found)
    texts = [element.text for element in root.iter() if element.text]
    assert {"bm25", "splade+ce", "de (16)", "en (17)", "0.74"} <= set(texts)
    assert "light-dark(" in found
    assert text.index(found) < text.index("Means by language")


def test_differences_are_drawn_of_one_measure_where_the_best_run_may_be_another_by_each(database: Path) -> None:
    for baseline in (None, "bm25"):
        with opened(database, (), baseline, None) as found:
            drawn, every = set(pictures.compared(found)["metric"].to_pylist()), [each.metric for each in found.measures]
        assert len(every) > 1
        assert drawn == (set(every) if baseline else {every[0]})
