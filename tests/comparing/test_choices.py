"""Tests, corrections, intervals and coefficients go by the names that people use, in any spelling."""

from collections import Counter
from pathlib import Path
from typing import get_args

import duckdb
import in_process
import pytest
from places import FIXTURES

import evalsql
from evalsql import InputError
from evalsql.comparing.choices import CALLED, Folder, find, heads, names, spelled

USUAL = {
    "significance": {
        "paired_t": "t-test ttest t_test paired-t paired_t_test student ttest_rel T-Test Paired_T Student",
        "randomisation": "permutation randomization randomisation fisher randomization-test Permutation",
        "wilcoxon": "wilcoxon_signed_rank signed_rank Wilcoxon wilcoxon-signed-rank",
        "tukey": "hsd tukey_hsd Tukey-HSD",
        "randomised_tukey": "randomized_tukey randomised_hsd randomized-Tukey-HSD",
        "bootstrap": "asl paired-bootstrap",
        "sign": "sign-test",
    },
    "corrections": {
        "benjamini_hochberg": "bh BH fdr fdr_bh FDR-BH benjamini-hochberg Benjamini_Hochberg",
        "benjamini_yekutieli": "by fdr_by BY",
        "bonferroni": "bonf Bonferroni",
        "hochberg": "simes-hochberg Hochberg",
        "holm": "Holm holm-bonferroni",
        "none": "None uncorrected",
    },
    "intervals": {"student": "t t-test Student", "percentile": "bootstrap", "bca": "BCa", "tukey": "hsd"},
    "correlations": {"kendall": "tau tau-b Kendall", "spearman": "rho", "tau_ap": "tau-AP AP-correlation"},
}


@pytest.mark.parametrize(
    ("folder", "name", "text"),
    [(folder, name, text) for folder, each in USUAL.items() for name, texts in each.items() for text in texts.split()],
)
def test_usual_names_are_understood(folder: Folder, name: str, text: str) -> None:
    assert find(folder, text) == name


def test_blanks_are_as_good_as_dashes() -> None:
    assert find("significance", " paired t test ") == "paired_t"


@pytest.mark.parametrize("folder", get_args(Folder))
def test_a_name_means_one_thing(folder: Folder) -> None:
    said = [
        spelled(text)
        for name in names(folder)
        for text in {name, *heads(folder)[name].get("aliases", ()), *heads(folder)[name].get("unlike", ())}
    ]
    assert [text for text, times in Counter(said).items() if times > 1] == []


@pytest.mark.parametrize(
    "text", ["welch", "Welch", "welch-t", "Welch test", "mann-whitney-u", "MannWhitney", "ttest_ind"]
)
def test_tests_of_independent_samples_are_refused_with_the_reason(text: str) -> None:
    with pytest.raises(InputError, match=r"independent samples; runs are scored on the same queries, so use \w+$"):
        find("significance", text)


@pytest.mark.parametrize("folder", get_args(Folder))
def test_what_there_is_not_is_refused_with_what_there_is(folder: Folder) -> None:
    with pytest.raises(
        InputError, match=f"^there is no {CALLED[folder]} 'sidak'; there are {', '.join(names(folder))}$"
    ):
        find(folder, "sidak")


RUNS, QRELS = str(FIXTURES / "track" / "runs.parquet"), str(FIXTURES / "track" / "qrels.parquet")


@pytest.fixture
def scores(tmp_path: Path) -> str:
    path = str(tmp_path / "scores.parquet")
    duckdb.sql(f"""
        copy (
            select run, query_id, metric, (q * p) % 7 / 7 as value
            from (values ('a', 2), ('b', 3)) as r(run, p), (select q, q::varchar as query_id from range(9) as t(q)),
            (values ('AP'), ('nDCG@10'), ('official'), ('AP RR'), ('@mine')) as m(metric)
        ) to '{path}'
    """)
    return path


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        (["AP nDCG@10"], {"AP", "nDCG@10"}),
        (["map,ndcg_cut_10"], {"AP", "nDCG@10"}),
        (["official"], {"official"}),
        (["AP RR", "@mine"], {"AP RR", "@mine"}),
        ([], {"AP", "nDCG@10", "official", "AP RR", "@mine"}),
    ],
)
def long_measures_of_a_table_of_scores(scores: str, asked: list[str], found: set[str]) -> None:
    assert {row[0] for row in evalsql.compare(scores, measures=asked).fetchall()} == found


def test_a_measure_that_a_table_lacks_is_named(scores: str) -> None:
    with pytest.raises(evalsql.InputError, match=r"^the scores have no measure AP P@5; they have"):
        evalsql.compare(scores, measures=["AP P@5"])


def long_curves_may_stand_in_a_list() -> None:
    asked = ("curve", RUNS, "--qrels", QRELS, "--average", "--format", "csv")
    one = in_process.output(*asked, "-m", "nDCG", "-m", "DCG@5", "--depth", "3")
    assert one == in_process.output(*asked, "-m", "nDCG,DCG@5 nDCG", "--depth", "3")
    assert len(one.splitlines()) > 8
