"""Every chart is what Vega-Lite takes, as wide as asked, and harmless and legible whatever runs are called."""

import re
import subprocess
import sys
from inspect import signature
from pathlib import Path
from xml.etree import ElementTree

import pyarrow as pa
import pytest
from pictures import scores_of

import evalsql
from evalsql import charts
from evalsql.charts import save
from evalsql.charts.save import svg_of
from evalsql.charts.theme import labels, text_width
from evalsql.errors import InputError

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


@pytest.mark.parametrize("name", CHARTS)
def long_it_is_as_wide_as_asked_and_shows_names_as_they_are(name):
    svg = ElementTree.fromstring(svg_of(CHARTS[name]({"width": 120, "dark": True})))
    assert float(svg.attrib["width"]) == pytest.approx(120 / 25.4 * 96, abs=1)
    assert not [each for each in svg.iter() if each.tag.endswith("script")]
    assert any("<script>" in (each.text or "") for each in svg.iter())


def long_several_measures_are_never_wider_than_asked():
    both = pa.concat_tables([SCORES, scores_of({name: [0.3, 0.2] for name in NAMES}, "RR")])
    for width in (84, 174):
        (wide,) = re.findall(rb'<svg .*?width="([\d.]+)"', svg_of(charts.leaderboard(both, width=width)))
        assert 0.9 < float(wide) / (width / 25.4 * 96) < 1.02


def test_long_names_keep_what_tells_them_apart():
    first, second = (f"bert-large-uncased-{place}-epochs-learning-rate-0.0001-warm" for place in (12, 13))
    short = labels([first, second], 24)
    assert all(len(name) <= 24 for name in short.values())
    assert "12" in short[first]
    assert "13" in short[second]


def test_long_names_that_begin_alike_show_where_they_differ_whatever_they_end_with():
    systems = ("bm25", "splade", "ql")
    names = [f"university-team-7-submission-{name}-with-expansion-and-reranking-"[:60] for name in systems]
    assert len({name[-8:] for name in names}) == 3  # which alone would tell no reader what they are
    for most in (20, 32):
        short = labels(names, most)
        assert all(
            len(short[name]) <= most and system in short[name] for name, system in zip(names, systems, strict=True)
        )


def test_titles_are_as_wide_as_the_picture_whatever_runs_are_called():
    long = {f"university-team-7-submission-{name}-{'W' * 30}": [0.4, 0.1, 0.2] for name in ("bm25", "splade")}
    spec = charts.differences(scores_of(long), *long, width=84).to_dict()
    title = spec["title"]
    lines = [*((line, 12) for line in title["text"]), *((line, 10) for line in title["subtitle"])]
    assert all(text_width(line, size) <= 84 / 25.4 * 96 for line, size in lines)
    # of the axis, each run is on a line of its own, which is no longer than the bars are high
    assert len(spec["encoding"]["y"]["title"]) == 2


def test_large_points_leave_the_numbers_of_axes_free():
    one, other = scores_of({"a": [0.1, 0.2], "b": [0, 0.3]}), scores_of({"a": [0] * 9, "b": [0] * 9})
    offsets = [charts.scatter(scores, "a", "b").to_dict()["encoding"]["x"]["axis"]["offset"] for scores in (one, other)]
    assert offsets == [0, 6]  # its radius


def long_two_drawings_are_the_same_bytes():
    drawings = [svg_of(charts.significance(evalsql.compare(SCORES))) for _ in range(2)]
    assert b"gradient_0" in drawings[0]
    assert drawings[0] == drawings[1]


@pytest.mark.parametrize("name", sorted(set(charts.__all__) - {"draw"}))
def test_it_is_refused_where_packages_are_missing(name, monkeypatch):
    monkeypatch.setattr(save, "find_spec", lambda package: None)
    needed = signature(chart := getattr(charts, name)).parameters.values()
    given = [SCORES for each in needed if each.kind is each.POSITIONAL_OR_KEYWORD and each.default is each.empty]
    with pytest.raises(InputError, match="install them: pip install 'evalsql"):
        chart(*given)


def test_a_run_that_is_not_there_cannot_be_highlighted():
    with pytest.raises(InputError, match="there is no run nosuch to highlight; runs: "):
        charts.leaderboard(SCORES, named=["nosuch"])


def long_the_package_has_them_without_an_import_of_their_own():
    code = "import evalsql; print(evalsql.charts.leaderboard.__name__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout == "leaderboard\n"


def long_more_runs_than_can_be_drawn_are_refused_in_a_sentence(tmp_path: Path) -> None:
    scores = scores_of({f"r{place}": [place % 7 / 7, 0.5] for place in range(2000)})
    with pytest.raises(InputError, match="more runs, queries or levels than can be drawn; choose fewer"):
        save.write(charts.leaderboard(scores), tmp_path / "l.svg")
    assert not list(tmp_path.iterdir())
