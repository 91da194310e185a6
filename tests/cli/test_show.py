"""What commands show of scores and comparisons: the marks of runs, and what stands above and below a table."""

import json
import re
from pathlib import Path

import pytest
from command import TINY
from in_process import output
from written import put

GIVEN = (*TINY, "-m", "P@1")


@pytest.fixture
def scores(tmp_path: Path) -> Path:
    """AP of three runs, of which the first is far ahead, and ESL, of which less is better."""
    rows = [
        line
        for run, level, step in (("a", 70, 1), ("b", 50, 2), ("c", 49, 3))
        for query in range(1, 9)
        for points in [level + query * step % 5]
        for line in (f"{run},q{query},AP,{points / 100}", f"{run},q{query},ESL,{100 - points}")
    ]
    return put(tmp_path / "scores.csv", ["run,query_id,metric,value", *rows])


@pytest.fixture
def halves(tmp_path: Path) -> Path:
    return put(tmp_path / "halves.csv", ["query_id,half", *(f"q{n},{'one' if n < 5 else 'two'}" for n in range(1, 9))])


@pytest.mark.parametrize(
    ("words", "shown", "read"),
    [
        ("", ["a a", "b b", "c b"], "Runs that share a letter do not differ"),
        ("--baseline b", ["a +", "b (baseline)", "c"], "+ and -: significantly better and worse than b"),
        ("--baseline a --mark dagger", ["a (baseline)", "b \u2021", "c \u2021"], "\u2020 and \u2021: significantly"),
        ("--best --top 2", ["a", "b -"], "-: significantly worse than the best run of the measure"),
        ("--letters", ["a | a bc", "b | b", "c | c"], "Superscripts: the runs that a run beats significantly"),
    ],
)
def test_runs_of_a_paper_have_letters_or_signs(words: str, shown: list[str], read: str, scores: Path) -> None:
    header, _, *rows, _, caption = output("compare", scores, "--format", "markdown", *words.split()).splitlines()
    assert header.endswith("| run | AP | ESL |")
    for run, row in zip(shown, rows, strict=True):
        name, ap, esl = (re.sub(r"[*\d.]|</?sup>", "", each).strip() for each in row.strip("| ").rsplit("|", 2))
        assert [f"{name} {mark}".strip() for mark in (ap, esl)] == [run, run]
    assert caption.startswith(read)
    assert caption.endswith("alpha 0.05). Means over 8 queries.")


def test_what_knows_no_clusters_is_not_shown_of_them(scores: Path, halves: Path) -> None:
    plain = json.loads(output("compare", scores, "-m", "AP", "--format", "json"))
    clustered = json.loads(output("compare", scores, "-m", "AP", "--format", "json", "--clusters", halves))
    assert [each["test"] for each in plain["all_runs"]] == ["anova", "friedman"]
    assert [*plain["margins"]] == ["AP"]
    assert (clustered["all_runs"], clustered["margins"]) == ([], {})
    assert clustered["about"] == "over 8 queries; 2 clusters of queries"


def test_slices_are_below_the_leaderboard(halves: Path) -> None:
    above, below = output("evaluate", *GIVEN, "--slices", halves).split("\n\nP@1 by half\n")
    assert above.endswith("1 query without judgments left out. ^ best.")
    assert below == (
        "run   one (4~)  two (3~)\n"
        "good    0.7500    1.0000\n"
        "poor    0.0000    0.0000\n\n"
        "In parentheses: the number of queries. ~ fewer than 10 queries: too few to say much.\n"
    )


def test_the_overlap_of_two_runs_is_a_matrix() -> None:
    assert output("overlap", *TINY[:2]).splitlines() == [
        "Rank-biased overlap of rankings to depth 100, p = 0.9",
        "run     good    poor",
        "good       -  0.7283",
        "poor  0.7283       -",
        "",
        "Means over the 7 queries that both runs answer.",
    ]


def test_relevant_documents_that_are_missed_are_listed_as_far_as_asked() -> None:
    missed = ["doc_id  rel  gain  rank  value  adds", "d04       1     1     2      1     0"]
    asked = ("explain", "P@1", TINY[0], "--qrels", TINY[-1], "--query", "q1")
    assert output(*asked).splitlines()[-3:] == [*missed, "D05       1     1     4      1     0"]
    assert output(*asked, "--top", "1").splitlines()[-3:] == [*missed, "... 1 more document; --format json has them"]
