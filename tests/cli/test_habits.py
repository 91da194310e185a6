"""What people type in their first hour: tests/data/habits.toml has the lines; long_habits.py types the others."""

import shlex
import tomllib
from pathlib import Path

import in_process
import pytest
from places import ROOT

from evalsql.comparing.choices import find

LINES = tomllib.loads((ROOT / "tests" / "data" / "habits.toml").read_text(encoding="utf-8"))
TESTS = {
    **dict.fromkeys(("t", "student", "t-test", "ttest", "paired_t_test", "ttest_rel"), "paired_t"),
    **dict.fromkeys(("fisher", "permutation", "randomization"), "randomisation"),
    **dict.fromkeys(("hsd", "Tukey-HSD"), "tukey"),
    "wilcoxon_signed_rank": "wilcoxon",
}
CORRECTIONS = {
    **dict.fromkeys(("benjamini-hochberg", "bh", "fdr", "fdr_bh", "BH"), "benjamini_hochberg"),
    **dict.fromkeys(("by", "fdr_by"), "benjamini_yekutieli"),
    **{"bonf": "bonferroni", "Holm": "holm", "none": "none"},
}


@pytest.mark.parametrize(("typed", "printed"), LINES["works"][::4])
def test_it_works(typed: str, printed: str, first_hour: Path) -> None:
    done = in_process.whole(shlex.split(typed), first_hour)
    assert done.status == 0, done.said
    assert printed in done.output


def test_it_is_refused_with_one_sentence(first_hour: Path) -> None:
    before = sorted(first_hour.rglob("*"))
    for typed, said in LINES["refused"]:
        done = in_process.whole(shlex.split(typed), first_hour)
        assert (done.status, done.output) == (2, ""), typed
        assert said in done.said, typed
        assert done.said.startswith("evalsql: "), typed
        assert done.said.count("\n") == 1, typed
        assert sorted(first_hour.rglob("*")) == before, typed


def test_tests_and_corrections_have_the_names_of_other_tools() -> None:
    assert {name: find("significance", name) for name in TESTS} == TESTS
    assert {name: find("corrections", name) for name in CORRECTIONS} == CORRECTIONS
