"""Every chart is what Vega-Lite takes, as wide as asked, and harmless and legible whatever runs are called."""

import json
import pydoc
import re
import subprocess
import sys
from inspect import signature
from pathlib import Path
from xml.etree import ElementTree

import pyarrow as pa
import pytest
from pictures import drawn, scores_of, spec_of, subtitle

import evalsql
from evalsql import charts
from evalsql.catalog.folder import names, sql_folder
from evalsql.charts import chart, save
from evalsql.charts.chart import specified
from evalsql.charts.save import svg_of
from evalsql.charts.theme import PARTS, labels, text_width
from evalsql.errors import CatalogError, InputError

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
    svg = ElementTree.fromstring(svg_of(CHARTS[name]({"width": 120, "dark": True}).to_dict()))
    assert float(svg.attrib["width"]) == pytest.approx(120 / 25.4 * 96, abs=1)
    assert not [each for each in svg.iter() if each.tag.endswith("script")]
    assert any("<script>" in (each.text or "") for each in svg.iter())


def long_several_measures_are_never_wider_than_asked():
    both = pa.concat_tables([SCORES, scores_of({name: [0.3, 0.2] for name in NAMES}, "RR")])
    for width in (84, 174):
        (wide,) = re.findall(rb'<svg .*?width="([\d.]+)"', svg_of(charts.leaderboard(both, width=width).to_dict()))
        assert 0.9 < float(wide) / (width / 25.4 * 96) < 1.02


def test_long_names_keep_what_tells_them_apart():
    first, second = (f"bert-large-uncased-{place}-epochs-learning-rate-0.0001-warm" for place in (12, 13))
    short = labels([first, second], 24)
    assert all(len(name) <= 24 for name in short.values())
    assert "12" in short[first]
    assert "13" in short[second]
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
    spec = spec_of(charts.differences(scores_of(long), *long, width=84))
    title = spec["title"]
    lines = [*((line, 12) for line in title["text"]), *((line, 10) for line in title["subtitle"])]
    assert all(text_width(line, size) <= 84 / 25.4 * 96 for line, size in lines)
    # of the axis, each run is on a line of its own, which is no longer than the bars are high
    assert len(spec["encoding"]["y"]["title"]) == 2


def test_large_points_leave_the_numbers_of_axes_free():
    one, other = scores_of({"a": [0.1, 0.2], "b": [0, 0.3]}), scores_of({"a": [0] * 9, "b": [0] * 9})
    offsets = [spec_of(charts.scatter(scores, "a", "b"))["encoding"]["x"]["axis"]["offset"] for scores in (one, other)]
    assert offsets == [0, 6]  # its radius


def test_of_many_queries_no_more_is_drawn_than_pixels():
    many = scores_of({"new": [place % 100 / 100 for place in range(1000)], "old": [0.5] * 1000})
    chart = charts.differences(many, "new", "old", width=84)
    assert len(drawn(chart)) < 400
    assert "of 1,000 queries" in subtitle(chart)


@pytest.mark.parametrize("name", sorted(set(charts.__all__) - {"draw"}))
def test_it_is_refused_where_packages_are_missing(name, monkeypatch):
    monkeypatch.setattr(save, "find_spec", lambda package: None)
    needed = signature(chart := getattr(charts, name)).parameters.values()
    given = [SCORES for each in needed if each.kind is each.POSITIONAL_OR_KEYWORD and each.default is each.empty]
    with pytest.raises(InputError, match="install them: pip install 'evalsql"):
        chart(*given)


RUNS = {name: {query: {f"d{place + each}": float(each) for each in range(4)} for query in "ab"} for place, name in
        enumerate(("one", "two", "three"))}  # fmt: skip
QRELS = {query: {"d1": 1, "d2": 2, "d3": 0, "d4": 1} for query in "ab"}
THREE = scores_of({"one": [0.9, 0.7, 0.8], "two": [0.1, 0.3, 0.8], "three": [0.2, 0.3, 0.4]})
BOTH = pa.concat_tables(
    [THREE, scores_of({"one": [0.9, 0.7, 0.8], "two": [0.1, 0.3, 0.8], "three": [0, 0.3, 1]}, "RR")]
)
LOG = pa.table({"evaluation": [1, 2], "evaluated_at": ["t"] * 2, "label": ["old", "new"], "git_commit": ["0"] * 2,
                "metric": ["AP"] * 2, "run": ["one"] * 2, "value": [0.5, 0.4]})  # fmt: skip
WORSE = pa.table({"metric": ["AP"], "evaluation": [2], "run": ["one"], "against": ["best"], "regression": [True]})
KINDS = pa.table({"query_id": ["a", "b", "q0", "q1", "q2"], "kind": ["x", "x", "x", "x", "y"]})
SUITE = {name: {"runs": RUNS, "qrels": QRELS} for name in ("first", "second")}
BANDS = ["RBP@3", "RBP_residual@3"]
GIVEN = {  # of each chart, what its function takes
    "bands": lambda: (evalsql.curve(RUNS, QRELS, BANDS, average=True),),
    "correlations": lambda: (evalsql.correlate(BOTH),),
    "critical_difference": lambda: (THREE,),
    "crossed_judgments": lambda: (evalsql.describe({"one": QRELS, "two": {"a": {"d1": 0}}}),),
    "curves": lambda: (evalsql.curve(RUNS, QRELS, ["DCG@3", "nDCG@3"], average=True),),
    "differences": lambda: (THREE, "one", "two"),
    "difficulty": lambda: (evalsql.analyse_queries(THREE),),
    "distributions": lambda: (BOTH, ["AP", "RR"]),
    "forest": lambda: (evalsql.compare(BOTH),),
    "gate": lambda: (evalsql.gate(scores_of({"new": [1, 0, 1]}), scores_of({"old": [1, 0.5, 0]}), at_least=0.5),),
    "history": lambda: ({"log": LOG, "regressions": WORSE},),
    "judgment_levels": lambda: (evalsql.describe({"one": QRELS, "two": {"a": {"d1": 0}}}),),
    "leaderboard": lambda: (BOTH,),
    "pool_shift": lambda: (evalsql.leave_out(RUNS, QRELS, "P@2", depth=1),),
    "overlaps": lambda: (evalsql.overlap(RUNS),),
    "pool": lambda: (evalsql.pool(RUNS, QRELS, "AP", depth=[1, 2]),),
    "relevance_plane": lambda: (evalsql.explain({"a": RUNS["one"]["a"]}, QRELS, "ADM(top=2)", "a"),),
    "sample_agreement": lambda: (evalsql.subsample(RUNS, QRELS, "AP", queries=1, times=3),),
    "scatter": lambda: (THREE, "one", "two"),
    "significance": lambda: (evalsql.compare(THREE),),
    "significance_levels": lambda: (evalsql.discriminate(THREE, method="levels"),),
    "slice_differences": lambda: (evalsql.compare(THREE, baseline="one", slices=KINDS), "one"),
    "slices": lambda: (evalsql.evaluate(RUNS, QRELS, "AP", slices=KINDS),),
    "suite": lambda: (evalsql.suite(SUITE, "AP", resamples=5),),
    "sweep": lambda: (evalsql.sweep(RUNS, QRELS, "RBP", "p=0.2,0.9"),),
    "measure_scatter": lambda: (BOTH,),
}


@pytest.mark.filterwarnings("ignore::evalsql.InputWarning")
@pytest.mark.parametrize("name", names("charts"))
def long_every_drawing_is_valid_by_the_schema_of_vega_lite_and_is_the_one_of_altair(name):
    given = GIVEN[name]()
    made = charts.draw(name, *given, width=120).to_dict(validate=True)
    spec = json.loads(json.dumps(specified(name, *given, width=120)))
    assert spec["title"]["text"][0]
    if name in ("gate", "significance", "significance_levels"):  # whose data altair moves; with gradients; with clips
        assert svg_of(made) == svg_of(spec)
    else:
        for each in (made, spec):
            del each["$schema"], each["config"]["view"]
        assert made == spec


def test_help_says_what_a_chart_shows_and_takes():
    text = re.sub(r"\s+", " ", pydoc.render_doc(charts.leaderboard, renderer=pydoc.plaintext))
    assert "leaderboard(scores, measures=(), confidence=0.95, intervals=None, method=" in text
    for said in (
        "The mean of every run, best first, with its confidence interval: one panel per measure, four at most.",
        "scores: a table with columns run, query_id, metric and value, as evalsql.evaluate gives it.",
        "confidence: of the intervals of the means.",
        "named: runs to be told apart if there are more than twelve.",
        "Raises: InputError",
    ):
        assert said in text


WRONG = {
    "the head has an unknown key, color; known are about, arguments, cite, colored": (
        'lines    = "run"',
        'color = "run"',
    ),
    "the head is not TOML, or the drawing not JSON": ('"layer": [', '"layer" ['),
    "the head has no of": ('of       = "evaluate"\n', ""),
    "its name must be copied": ('"copied"', '"other"'),
}


def test_a_file_that_is_not_a_chart_is_refused_by_a_sentence_that_names_it(tmp_path, monkeypatch):
    text = (
        (sql_folder() / "charts" / "leaderboard.sql").read_text(encoding="utf-8").replace('"leaderboard"', '"copied"')
    )
    (tmp_path / "charts").mkdir()
    monkeypatch.setattr(chart, "sql_folder", lambda: tmp_path)
    for sentence, (old, new) in WRONG.items():
        assert old in text
        (tmp_path / "charts" / "copied.sql").write_text(text.replace(old, new), encoding="utf-8")
        with pytest.raises(CatalogError, match=rf"sql/charts/copied.sql: {re.escape(sentence)}"):
            chart.read.__wrapped__("copied")
    with pytest.raises(CatalogError, match=r"sql/charts/copied.sql: \$no is not a column, an argument or a known word"):
        chart.filled("mean $no", {}, "copied")
    with pytest.raises(InputError, match="there is no chart 'nosuch'; there are bands, correlations"):
        charts.draw("nosuch", THREE)


def test_rows_have_the_columns_that_the_drawing_names_and_every_part_is_of_a_drawing():
    found = drawn(charts.leaderboard(scores_of({"one": [0.2, 0.4], "two": [0.3, 0.1]})))
    assert {tuple(row) for row in found} == {("run", "queries", "mean", "lower", "upper", "name", "color")}
    text = "".join(file.read_text(encoding="utf-8") for file in (sql_folder() / "charts").glob("*.sql"))
    text += json.dumps(PARTS)
    by_python = {"grounds", "config", "names_of_ends"}
    assert [name for name in PARTS if f'"${name}"' not in text and name not in by_python] == []


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
        save.write(charts.leaderboard(scores).to_dict(), tmp_path / "l.svg")
    assert not list(tmp_path.iterdir())
