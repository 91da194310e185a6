"""Measures of graded gains, and the Q-measure and its kin: each is its formula over random rankings."""

from itertools import product

import pytest
from graded_formulas import FORMULAS, Blended, half_life
from places import FIXTURES
from random_rankings import CASES, assert_agree, scored

import evalsql

SAKAI = FIXTURES / "papers" / "sakai_2006"


def long_measures_are_their_formulas() -> None:
    assert_agree(FORMULAS)
    assert sum(half_life(case, {}) is None for case in CASES) > 5


def test_the_rankings_compared_have_all_that_is_hard() -> None:
    hard = {
        "nothing relevant": lambda b: b.R == 0,
        "nothing relevant found": lambda b: b.R > 0 and not b.ranks,
        "missed": lambda b: len(b.ranks) < b.R,
        "unjudged": lambda b: None in b.case.relevance,
        "below the ideal": lambda b: any(i > b.R for i in b.ranks),
        "negative": lambda b: any(level < 0 for level in b.case.judgments),
        "between levels": lambda b: any(level != int(level) for level in b.case.judgments),
    }
    blended = [Blended(case) for case in CASES]
    assert {name: sum(map(condition, blended)) >= 5 for name, condition in hard.items()} == dict.fromkeys(hard, True)


PAPER = {
    "A": {
        "Q(beta=0)": 0.590873,
        "AP": 0.590873,
        "Q(beta=0.1)": 0.584741,
        "Q": 0.571822,
        "Q(beta=10)": 0.567001,
        "Q(beta=100)": 0.566400,
        "Q(beta=1000)": 0.566339,
        "AWP": 0.566332,
        "Q(gains='0-1-5-10')": 0.558215,
        "GenAP": 0.581894,
        "GenAP_R": 1.464087,
        "nDCG(discount='jk')@10": 0.811662,
        "nCG@10": 0.842105,
    },
    "E": {
        "O_measure": 0.25,
        "P_measure": 0.4,
        "P_plus": 0.325,
        "WRR": 0.571429,
        "NWRR": 0.285714,
        "nCG@10": 0.315789,
    },
}


def long_the_worked_numbers_of_the_paper_come_out() -> None:
    named = {text: str(evalsql.parse_measure(text)) for table in PAPER.values() for text in table}
    rows = evalsql.evaluate(SAKAI / "example.run", SAKAI / "qrels.txt", list(dict.fromkeys(named.values()))).fetchall()
    found = {(query, measure): value for _, query, measure, value in rows}
    for query, table in PAPER.items():
        assert {text: found[query, named[text]] for text in table} == pytest.approx(table, abs=0.5e-6, rel=0)


def test_weighted_precision_is_ncg_and_ndcg_without_a_discount() -> None:
    names = ("nCG", "WP", "nDCG(discount='none')")
    found = scored(name + at for name, at in product(names, ("", "@3", "@7")))
    for at in ("", "@3", "@7"):
        one, *others = (found[name + at] for name in names)
        assert others == [one, one]


def test_another_divisor_has_no_name_in_other_tools() -> None:
    assert evalsql.parse_measure("AP(divisor='R')@5").name_in("trec_eval") == "map_cut_5"
    assert evalsql.parse_measure("AP(divisor='min(R,k)')@5").name_in("trec_eval") is None
    assert str(evalsql.parse_measure("AP(divisor='min(R,k)')@5")) == "AP(divisor='min(R,k)')@5"
