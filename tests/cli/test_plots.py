"""Pictures of commands."""

import xml.etree.ElementTree as ET
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pytest
from command import TRACK
from hostile import ORDERS, PRODUCT
from in_process import invoke, whole
from written import put

from evalsql import charts, evaluate
from evalsql.charts import save
from evalsql.charts.theme import DARK
from evalsql.cli.command import Plot
from evalsql.cli.commands.compare import two_of
from evalsql.errors import InputError
from evalsql.words import one_line

EVALUATE = ["evaluate", *TRACK, "-m", "AP"]


@pytest.mark.parametrize(
    ("suffix", "begins"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF"), ("html", b"<!DOCTYPE html>")]
)
def long_a_picture_is_written_in_the_format_of_its_suffix(tmp_path, suffix, begins):
    picture = tmp_path / f"figure.{suffix}"
    done = invoke(*EVALUATE, "--plot", str(picture), "--width", "84mm", "--dark")
    assert f"wrote {picture}" in done.stderr
    assert picture.read_bytes().startswith(begins)
    if suffix == "html":  # which has the ground of its picture
        assert f"body {{ background: {DARK.paper} }}" in picture.read_text().partition("</head>")[0]


def test_a_picture_that_cannot_be_drawn_is_said_after_all_else_was_written(tmp_path, monkeypatch):
    def fails(chart, path):
        raise InputError("the picture has more runs")

    monkeypatch.setattr(save, "write", fails)
    done = whole([*EVALUATE, "--plot", "a.svg", "-o", "scores.csv"], tmp_path)
    assert (done.status, (tmp_path / "scores.csv").exists()) == (1, True)
    assert done.said.endswith("evalsql: a.svg: the picture has more runs; all else was written\n")


@pytest.mark.parametrize(
    ("option", "name"), [(["--dark"], "dark"), (["--highlight", "a"], "highlight"), (["--width", "84mm"], "width")]
)
def test_what_is_about_a_picture_has_no_effect_without_one(tmp_path, option, name):
    done = whole([*EVALUATE, *option], tmp_path)
    assert (done.status, done.said.splitlines()[0]) == (0, f"evalsql: --{name} has no effect without --plot")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (EVALUATE, "there is no run nosuch to highlight; runs: splade+ce, "),
        (["sweep", *TRACK, "-m", "RBP", "--over", "p=0.5,0.8"], "there is no run nosuch to highlight"),
        (["compare", *TRACK, "-m", "AP"], "--highlight has no effect on the picture forest; leave it out"),
        (["correlate", *TRACK, "-m", "AP", "-m", "P@5"], "--highlight has no effect on the picture heatmap; leave it"),
        ([*EVALUATE, "--picture", "slices"], "--highlight has no effect on the picture slices; leave it out"),
    ],
)
def long_a_highlight_that_does_nothing_is_refused_before_anything_is_printed(words, sentence, tmp_path):
    done = whole([*words, "--plot", "a.svg", "--highlight", "nosuch"], tmp_path)
    assert (done.status, done.output) == (2, "")
    assert sentence in done.said
    assert not (tmp_path / "a.svg").exists()


TWO = ["--where", "run in ('ql', 'bm25')"]


@pytest.fixture
def heading(monkeypatch, tmp_path):
    """What the picture is called that a comparison of four runs draws, the best of which is splade, then dense."""
    values = {"splade": "0.9 0.7 0.8", "dense": "0.8 0.6 0.8", "bm25": "0.5 0.6 0.7", "ql": "0.5 0.4 0.6"}
    rows = [
        f"{run},q{place},{metric},{value}"
        for run, each in values.items()
        for place, value in enumerate(each.split())
        for metric in ("AP", "RR")
    ]
    scores = put(tmp_path / "scores.csv", ["run,query_id,metric,value", *rows])
    drawn = []
    monkeypatch.setattr(Plot, "draw", lambda plot, chart: drawn.append(chart["title"]["text"]))

    def called(*words: str) -> str:
        done = invoke("compare", scores, "--plot", "a.svg", *words)
        assert done.exit_code == 0, done.exception
        return " ".join(drawn.pop())

    return called


def test_a_picture_of_two_runs_is_of_those_that_are_named_or_there_as_the_table_has_them() -> None:
    for runs, named, baselines, rows, expected in (
        ("ab", "", "", ["ba"], "ba"),
        ("ab", "b", "", ["ab"], "ab"),
        ("ab", "", "", [], "ab"),
        ("ab", "", "b", ["ba"], "ab"),
        ("abc", "ca", "", ["ab"], "ca"),
        ("abc", "ca", "c", ["ab"], "ac"),
        ("abc", "c", "a", ["ba"], "ca"),
        ("abc", "a", "bc", ["ab"], "ab"),
    ):
        table = pa.table({"run": [row[0] for row in rows], "other": [row[1] for row in rows]})
        answer: Any = SimpleNamespace(
            baselines=tuple(baselines),
            scores=SimpleNamespace(runs=lambda runs=runs: [*runs]),
            tables={"comparisons": table},
        )
        assert "".join(two_of(answer, [*named])) == expected
    with pytest.raises(InputError, match="the picture is of two runs, and there are 3; name them with --highlight"):
        two_of(answer, [])


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (TWO, "bm25 and ql: differences in AP by query"),
        (["--where", "run in ('splade', 'bm25')"], "splade and bm25: differences in AP by query"),
        ([*TWO, "--baseline", "bm25"], "ql and bm25: differences in AP by query"),
        (["--baseline", "bm25"], "Differences from bm25 in AP, RR"),
        (["--baseline", "bm25", "--highlight", "ql", "--picture", "scatter"], "ql and bm25: AP by query"),
        (["--highlight", "ql", "--highlight", "dense", "--picture", "differences"], "ql and dense: differences in AP"),
        (["--picture", "significance"], "Every two runs: differences in mean AP"),
        (["--picture", "critical_difference", "--test", "conover"], "Mean ranks of runs by AP"),
    ],
)
def test_the_picture_is_of_the_runs_that_are_meant(heading, words, expected):
    assert heading(*words).startswith(expected)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--picture", "scatter"], "the picture is of two runs, and there are 12; name them with --highlight"),
        (["--picture", "slices"], "--picture slices shows how runs differ from a --baseline on each kind of query"),
    ],
)
def long_what_cannot_be_drawn_is_refused_before_anything_is_printed(words, sentence):
    done = invoke("compare", *TRACK, "-m", "AP", "--plot", "a.svg", *words)
    assert isinstance(done.exception, InputError)
    assert sentence in str(done.exception)
    assert done.stdout == ""


@pytest.mark.parametrize("name", [ORDERS[0], ORDERS[6], 'a\\" + (191 * 761) + "', "a\\", "\ufffe", "\\u001b"])
def long_a_title_of_an_axis_is_no_expression_and_no_end(name: str) -> None:
    runs = {run: {query: {"d": 1.0, run: 2.0} for query in "xyz"} for run in ("d1", name)}
    attributes = pa.table({"query_id": ["x", "y", "z"], name: ["one", name, name]})
    scores = evaluate(runs, {query: {"d": 1} for query in "xyz"}, "AP", slices=attributes)
    svg = save.svg_of(charts.slices(scores).to_dict()).decode()
    texts = [each.text or "" for each in ET.fromstring(svg).iter() if each.tag.endswith("text")]
    assert one_line(name).replace("\ufffe", "\\ufffe").replace("\\", "\u29f5") in texts
    assert PRODUCT not in svg
