"""Every chart is what Vega-Lite takes, as wide as asked, and harmless and legible whatever runs are called."""

from xml.etree import ElementTree

import pytest
from test_pictures import CHARTS

from evalsql.charts.files import svg_of


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
