"""Preferences of judges: as a table says them, and where a judge's do not fit together.

test_trec_output.py has what trec_eval printed of them for NIST's own test files.
"""

from collections.abc import Sequence
from pathlib import Path

import pytest
from places import ROOT
from refused import refusal
from written import put

import evalsql

FILES = ROOT.parent / "shared" / "data" / "trec_eval_test" / "test"
MEASURES = (
    *("Prefs_simp", "Prefs_pair", "Prefs_avgjg", "Prefs_avgjg_Rnonrel", "NumPrefs_judges(counted='fulfilled')"),
    *("Prefs_pair(among='either')", "Prefs_avgjg_Rnonrel(among='retrieved')"),
)
# two judges of one query: a in two subgroups, of which the second puts d above e, and so f below e
LINES = ["q a 1 d 2", "q a 1 f 1", "q a 2 e 2", "q a 2 d 3", "q a 2 f 0.5", "q b 1 f 1", "q b 1 d 0", "q b 1 g 0"]
RUN = ["q Q0 e 1 4 r", "q Q0 d 2 3 r", "q Q0 x 3 2 r", "q Q0 g 4 1 r"]


def values(run: Path, qrels: object, measures: Sequence[str] = MEASURES, **more: str) -> list[tuple]:
    """The scores of a run."""
    return evalsql.Evaluation(run, qrels, **more).score(measures).fetchall()  # pyright: ignore[reportArgumentType]


def test_a_table_with_a_column_of_subgroups_says_the_same_as_lines_of_five_fields(tmp_path) -> None:
    run = put(tmp_path / "r.run", RUN)
    found = values(run, put(tmp_path / "prefs.txt", LINES))
    header = "query_id,judge,subgroup,doc_id,relevance"
    table = put(tmp_path / "prefs.csv", [header, *(line.replace(" ", ",") for line in LINES)])
    assert values(run, table) == found
    # a: d before e before f; b: f before d and g. e and d stand the wrong way round, and f is missed
    shares = {str(measure): value for _, _, measure, value in found}
    assert shares["Prefs_simp"] == pytest.approx(2 / 5)
    assert shares["Prefs_avgjg"] == pytest.approx((2 / 3 + 0) / 2)
    assert shares["Prefs_pair"] == pytest.approx((0 + 1 + 1 / 2 + 0) / 4)


def test_what_a_judge_says_must_fit_together(tmp_path) -> None:
    run = put(tmp_path / "r.run", RUN)
    circle = put(tmp_path / "prefs.txt", [*LINES, "q a 3 f 2", "q a 3 d 1"])
    assert "judge a for query q put a document above itself" in refusal(run, circle, "Prefs_simp")
    twice = put(tmp_path / "twice.txt", [*LINES, "q a 1 d 1"])
    assert "is judged twice" in refusal(run, twice, "Prefs_simp")


@pytest.mark.skipif(not FILES.is_dir(), reason="no ../shared/data/trec_eval_test beside the checkout")
def test_of_one_judge_preferences_are_those_of_the_judgments() -> None:
    alike = {
        "Prefs": ("Prefs_simp", "Prefs_pair", "Prefs_avgjg"),
        "Prefs_imp": ("Prefs_simp(among='either')",),
        "Prefs_ret": ("Prefs_avgjg(among='retrieved')",),
        "NumPrefs_ful": ("NumPrefs_judges(counted='fulfilled')",),
    }
    judged = {"run": FILES / "results.test", "qrels": FILES / "qrels.test"}
    rows = values(**judged, measures=list(alike))
    rows += values(**judged, measures=[each for some in alike.values() for each in some], subtopics="yes")
    found = {(measure, query): value for _, query, measure, value in rows}
    queries = {query for _, query in found}
    assert len(queries) == 3
    for plain, of_judges in alike.items():
        for each in map(str, map(evalsql.parse_measure, of_judges)):
            assert [found[each, query] for query in queries] == [found[plain, query] for query in queries], each
