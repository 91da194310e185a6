"""Tests, corrections, intervals and coefficients go by the names that people use, in any spelling."""

from collections import Counter
from typing import get_args

import pytest
from command import TRACK
from in_process import output
from matrices import of_scores

import evalsql
from evalsql import InputError
from evalsql.comparing.methods import CALLED, Folder, find, heads, names, spelled

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
        "hommel": "Hommel",
        "sidak": "Sidak",
        "holm_sidak": "holm-sidak HS Holm-Sidak",
        "holm": "Holm holm-bonferroni",
        "none": "None uncorrected",
    },
    "intervals": {"student": "t t-test Student", "percentile": "bootstrap", "bca": "BCa", "tukey": "hsd"},
    "correlations": {"kendall": "tau tau-b Kendall", "spearman": "rho", "tau_ap": "tau-AP AP-correlation"},
}


def test_usual_names_are_understood() -> None:
    asked = [(folder, name, text) for folder, each in USUAL.items() for name in each for text in each[name].split()]
    asked.append(("significance", "paired_t", " paired t test "))  # blanks are as good as dashes
    assert [each for each in asked if find(each[0], each[2]) != each[1]] == []


@pytest.mark.parametrize("folder", get_args(Folder))
def test_a_name_means_one_thing(folder: Folder) -> None:
    said = [
        spelled(text)
        for name in names(folder)
        for text in {name, *heads(folder)[name].get("aliases", ()), *heads(folder)[name].get("unlike", ())}
    ]
    assert [text for text, times in Counter(said).items() if times > 1] == []


def test_what_there_is_not_is_refused_with_what_there_is() -> None:
    for folder in get_args(Folder):
        said = f"^there is no {CALLED[folder]} 'tarone'; there are {', '.join(names(folder))}$"
        with pytest.raises(InputError, match=said):
            find(folder, "tarone")
    # tests of independent samples with the reason
    for text in ("welch", "Welch", "welch-t", "Welch test", "mann-whitney-u", "MannWhitney", "ttest_ind"):
        with pytest.raises(InputError, match=r"independent samples; runs are scored on the same queries, so use \w+$"):
            find("significance", text)


def long_measures_of_a_table_of_scores_may_have_any_name() -> None:
    scores = of_scores({name: [[0.1, 0.2], [0.3, 0.1]] for name in ("AP", "nDCG@10", "official", "AP RR", "@mine")})
    with pytest.raises(InputError, match=r"^the scores have no measure AP P@5; they have"):
        evalsql.compare(scores, measures=["AP P@5"])
    for asked, found in (
        (["AP nDCG@10"], {"AP", "nDCG@10"}),
        (["map,ndcg_cut_10"], {"AP", "nDCG@10"}),
        (["official"], {"official"}),
        (["AP RR", "@mine"], {"AP RR", "@mine"}),
        ([], {"AP", "nDCG@10", "official", "AP RR", "@mine"}),
    ):
        assert {row[0] for row in evalsql.compare(scores, measures=asked).fetchall()} == found


def long_curves_may_stand_in_a_list() -> None:
    asked = ("curve", *TRACK, "--format", "csv")
    one = output(*asked, "-m", "nDCG", "-m", "DCG@5", "--depth", "3")
    assert one == output(*asked, "-m", "nDCG,DCG@5 nDCG", "--depth", "3")
    assert len(one.splitlines()) > 8
