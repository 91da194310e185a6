"""Which picture compare draws, and of which runs."""

import pytest
from command import TRACK
from in_process import invoke, output

from evalsql.cli.plots import Plot
from evalsql.errors import InputError

COMPARE = ["--plot", "a.svg"]
TWO = ["--where", "run in ('ql', 'bm25')"]


@pytest.fixture(scope="module")
def scores(tmp_path_factory):
    """The scores of the track's runs, which are compared in a third of the time."""
    path = tmp_path_factory.mktemp("scores") / "scores.parquet"
    output("evaluate", *TRACK, "-m", "AP", "-m", "RR", "-o", path)
    return path


@pytest.fixture
def heading(monkeypatch, scores):
    """What the picture is called that a command line draws."""
    drawn = []
    monkeypatch.setattr(Plot, "draw", lambda plot, chart: drawn.append(chart.to_dict()["title"]["text"]))

    def called(*words: str) -> str:
        done = invoke("compare", scores, *COMPARE, *words)
        assert done.exit_code == 0, done.exception
        return " ".join(drawn.pop())

    return called


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
        (["--by", "rank"], "--plot draws no comparisons at ranks; evalsql curve --plot draws curves"),
    ],
)
def test_what_cannot_be_drawn_is_refused_before_anything_is_printed(words, sentence):
    done = invoke("compare", *TRACK, "-m", "AP", *COMPARE, *words)
    assert isinstance(done.exception, InputError)
    assert sentence in str(done.exception)
    assert done.stdout == ""
