"""Every chart is what Vega-Lite takes, as wide as asked, and harmless and legible whatever runs are called."""

from xml.etree import ElementTree

import pytest
from pictures import scores_of

import evalsql
from evalsql import charts
from evalsql.charts.files import svg_of

NAMES = [
    "<script>alert(1)</script>",
    "a \"b\" & 'c'",
    "שלום עולם",
    "run 🎉",
    "long-" * 12 + "1",
    "long-" * 12 + "2",
    "toString",
]

SCORES = scores_of({name: [place / 7, 0.4, 1 - place / 9, 0.1 * place] for place, name in enumerate(NAMES)})

CHARTS = {
    "leaderboard": lambda look: charts.leaderboard(SCORES, **look),
    "distributions": lambda look: charts.distributions(SCORES, **look),
    "differences": lambda look: charts.differences(SCORES, *NAMES[:2], **look),
    "scatter": lambda look: charts.scatter(SCORES, *NAMES[:2], **look),
    "forest": lambda look: charts.forest(evalsql.compare(SCORES), **look),
    "significance": lambda look: charts.significance(evalsql.compare(SCORES), **look),
    "critical_difference": lambda look: charts.critical_difference(SCORES, **look),
}


@pytest.mark.parametrize(
    "name",
    [
        "distributions",
        "differences",
        "scatter",
        "forest",
    ],
)
def test_it_is_as_wide_as_asked_and_shows_names_as_they_are_too(name):
    svg = ElementTree.fromstring(svg_of(CHARTS[name]({"width": 120, "dark": True})))
    assert float(svg.attrib["width"]) == pytest.approx(120 / 25.4 * 96, abs=1)
    assert not [each for each in svg.iter() if each.tag.endswith("script")]
    assert any("<script>" in (each.text or "") for each in svg.iter())
