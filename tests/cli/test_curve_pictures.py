"""The pictures of `evalsql curve` and `evalsql explain`."""

import pytest
from command import TINY
from in_process import invoke, refusal

ADM = "ADM(top=3)"


def test_bands_ask_for_the_residuals_themselves_and_print_what_was_asked(tmp_path):
    picture = tmp_path / "bands.svg"
    done = invoke("curve", *TINY, "-m", "RBP@5", "--average", "--picture", "bands", "--plot", picture)
    assert done.exit_code == 0
    assert "residual" not in done.stdout
    assert "what is unjudged" in picture.read_text()


def test_the_picture_of_curves_says_what_they_are_over(tmp_path):
    picture = tmp_path / "curves.svg"
    invoke("curve", *TINY, "-m", "DCG@5", "--baseline", "good", "--plot", picture)
    assert "Means over 7 judged queries. Dotted: the ideal." in picture.read_text()


def test_the_plane_of_relevance_is_drawn_of_one_run(tmp_path):
    picture = tmp_path / "plane.svg"
    done = invoke("explain", ADM, TINY[0], *TINY[2:], "--query", "q1", "--plot", picture)
    assert done.exit_code == 0
    assert "relevance to users (URS)" in picture.read_text()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["-m", "DCG", "--picture", "bands"], "--picture bands is of curves with a residual, such as RBP and RBP_by_p"),
        (["-m", "DCG", "--reach", "1"], "--plot draws curves, and --reach shows something else"),
        (["--by", "subtopic"], "--plot draws curves, and --by shows something else"),
        (["-m", "DCG"], "room for the curves of 6 queries, and there are 7"),
        (["-m", "DCG", "--picture", "bars"], "there is no picture 'bars' here; --picture takes curves or bands"),
    ],
)
def test_what_cannot_be_drawn_is_refused_and_nothing_is_written(tmp_path, options, sentence):
    picture = tmp_path / "curves.svg"
    assert sentence in refusal("curve", *TINY, *options, "--plot", picture)
    assert not picture.exists()


def test_a_measure_without_distances_has_no_plane(tmp_path):
    sentence = refusal("explain", "AP", TINY[0], *TINY[2:], "--query", "q1", "--plot", tmp_path / "plane.svg")
    assert sentence == "--plot draws the plane of relevance of a measure of distance, such as ADM(top=3), not AP"
