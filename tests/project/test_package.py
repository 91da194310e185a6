"""What the package shows of itself: its version, its names, its page of help, and its warnings."""

import warnings
from importlib.metadata import version

import duckdb
import pytest

import evalsql
from evalsql.connections import first_line

RUN, QRELS = {"q1": {"d1": 1.0}}, {"q1": {"d1": 1}, "q2": {"d1": 1}}


def test_the_version_is_that_of_the_distribution():
    assert evalsql.__version__ == version("evalsql")
    with pytest.raises(AttributeError):
        _ = evalsql.version  # pyright: ignore


def test_completion_shows_the_public_names_and_help_lists_them():
    shown = dir(evalsql)
    assert set(evalsql.__all__) < set(shown)
    assert "__version__" in shown
    assert not [name for name in shown if name.startswith("_") and not name.startswith("__")]
    page = evalsql.__doc__ or ""
    functions = [name for name in evalsql.__all__ if name.islower()]
    assert [name for name in functions if name not in page] == []


def test_an_evaluation_says_what_it_is():
    evaluation = evalsql.Evaluation(RUN, QRELS)
    about = "1 run over 2 judged queries; 1 run/query pair without results scored as an empty ranking"
    assert repr(evaluation) == f"<Evaluation: {about}; measures computed: none>"
    evaluation.score(["RR", "P@1"])
    assert repr(evaluation) == f"<Evaluation: {about}; measures computed: RR, P@1>"
    assert "Evaluation" in repr(object.__new__(evalsql.Evaluation))


def long_warnings_have_a_category_of_their_own():
    for ask in (
        lambda: evalsql.evaluate(RUN, QRELS, "RR"),
        lambda: evalsql.curve(RUN, QRELS, "CG@2"),
        lambda: evalsql.compare({"a": RUN, "b": RUN}, QRELS, ["RR"]),
    ):
        with pytest.warns(evalsql.InputWarning, match="no results"):
            ask()
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            warnings.simplefilter("ignore", evalsql.InputWarning)
            ask()
    assert issubclass(evalsql.InputWarning, UserWarning)


def test_an_error_of_duckdb_is_not_cut_in_mid_sentence():
    shown = {
        "IO Error: No files\n\nLINE 1: from x\n        ^": "No files",
        "While 'httpfs:\nFailed to download\nmore": "While 'httpfs: Failed to download",
        "Parser Error: one:\n\ntwo:\nthree.\nfour": "one: two: three.",
        "ends:": "ends:",
        "": "",
    }
    assert {said: first_line(duckdb.Error(said)) for said in shown} == shown
