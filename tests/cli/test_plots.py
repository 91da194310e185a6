"""The options that draw pictures, and what they refuse."""

import pytest
from command import TRACK
from in_process import invoke, refusal

EVALUATE = ["evaluate", *map(str, TRACK), "-m", "AP"]


@pytest.mark.parametrize(
    ("suffix", "begins"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF"), ("html", b"<!DOCTYPE html>")]
)
def test_a_picture_is_written_in_the_format_of_its_suffix(tmp_path, suffix, begins):
    picture = tmp_path / f"figure.{suffix}"
    done = invoke(*EVALUATE, "--plot", str(picture), "--width", "84mm")
    assert f"wrote {picture}" in done.stderr
    assert picture.read_bytes().startswith(begins)


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
    [("20mm", "a chart is 40 to 1000 mm wide, not 20"), ("wide", "takes millimetres, such as 84mm, not 'wide'")],
)
def test_a_width_that_is_none_is_refused(width, sentence):
    done = invoke(*EVALUATE, "--plot", "a.svg", "--width", width)
    assert done.exit_code == 2
    assert sentence in " ".join(done.stderr.split()).replace("│ ", "")
