"""The options that draw pictures, and what they refuse."""

import pytest
from command import TRACK
from in_process import invoke, refusal, whole

from evalsql.charts import files
from evalsql.charts.theme import DARK
from evalsql.errors import InputError

EVALUATE = ["evaluate", *map(str, TRACK), "-m", "AP"]


@pytest.mark.parametrize(
    ("suffix", "begins"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF"), ("html", b"<!DOCTYPE html>")]
)
def test_a_picture_is_written_in_the_format_of_its_suffix(tmp_path, suffix, begins):
    picture = tmp_path / f"figure.{suffix}"
    done = invoke(*EVALUATE, "--plot", str(picture), "--width", "84mm")
    assert f"wrote {picture}" in done.stderr
    assert picture.read_bytes().startswith(begins)


def test_a_page_has_the_ground_of_its_picture(tmp_path):
    invoke(*EVALUATE, "--plot", str(tmp_path / "a.html"), "--dark")
    page = (tmp_path / "a.html").read_text()
    assert f"body {{ background: {DARK.paper} }}" in page.partition("</head>")[0]


def test_a_picture_that_cannot_be_drawn_is_said_after_all_else_was_written(tmp_path, monkeypatch):
    def fails(chart, path):
        raise InputError("the picture has more runs")

    monkeypatch.setattr(files, "write", fails)
    done = whole([*EVALUATE, "--plot", "a.svg", "-o", "scores.csv"], tmp_path)
    assert (done.status, (tmp_path / "scores.csv").exists()) == (1, True)
    assert done.said.endswith("evalsql: a.svg: the picture has more runs; all else was written\n")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--plot", "a.gif"], "cannot tell what to draw; end the name of the picture in .svg, .png, .pdf or .html"),
        (["--plot", "no/a.svg"], "no/a.svg"),
        (["--dark"], "--dark is about the picture that --plot draws"),
        (["--highlight", "a"], "--highlight is about the picture that --plot draws"),
    ],
)
def test_what_cannot_be_drawn_is_refused(options, sentence):
    assert sentence in refusal(*EVALUATE, *options)


@pytest.mark.parametrize(
    ("width", "sentence"),
    [
        ("20mm", "a chart is 40 to 1000 mm wide, not 20"),
        ("wide", "--width: a number of millimetres was expected, such as 84mm, not 'wide'"),
    ],
)
def test_a_width_that_is_none_is_refused(width, sentence, tmp_path):
    done = whole([*EVALUATE, "--plot", "a.svg", "--width", width], tmp_path)
    assert (done.status, done.output) == (2, "")
    assert sentence in done.said


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (EVALUATE, "there is no run nosuch to highlight; runs: bm25, "),
        (["sweep", *map(str, TRACK), "-m", "RBP", "--over", "p=0.5,0.8"], "there is no run nosuch to highlight"),
        (["compare", *map(str, TRACK), "-m", "AP"], "the picture forest does not do; leave it out"),
        (["correlate", *map(str, TRACK), "-m", "AP", "-m", "P@5"], "the picture heatmap does not do; leave it out"),
        ([*EVALUATE, "--picture", "slices"], "the picture slices does not do; leave it out"),
    ],
)
def test_a_highlight_that_does_nothing_is_refused_before_anything_is_printed(words, sentence, tmp_path):
    done = whole([*words, "--plot", "a.svg", "--highlight", "nosuch"], tmp_path)
    assert (done.status, done.output) == (2, "")
    assert sentence in done.said
    assert not (tmp_path / "a.svg").exists()
