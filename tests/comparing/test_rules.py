"""The rules of a gate: their bounds, the measures that they are about, and what is refused."""

import re
from pathlib import Path

import pytest
from matrices import scores_of
from places import FIXTURES

import evalsql
from evalsql.catalog.measure import parse_measure, parse_measures
from evalsql.comparing.gate import gate
from evalsql.errors import InputError

TINY = [str(FIXTURES / "tiny" / name) for name in ("poor.run", "good.run", "qrels.txt")]
ABOUT_AP = "is from 0 to 1, so nothing could fail"
# of scores of m and n, which has no value; of AP, from 0 to 1, of ASL, from 0 up, and of RBP_residual, lower is better
REFUSED = [
    ({}, "needs a rule"),
    ({"unchanged": True}, "needs a margin"),
    *(({"margin": bound}, "must be positive") for bound in (0, "-1%")),
    ({"margin": "100%"}, "below 100%"),
    *(({"margin": bound}, "a number") for bound in ("nan", "nDCG@10=x", True, "1_0", "\u0660.\u0661")),  # Arabic
    ({"margin": [0.1, 0.2]}, "two were given"),
    ({"at_least": "40%"}, "value of the measure"),
    ({"worst_loss": -0.1}, "at least 0"),
    *(({"losing": bound}, "share of at least 0 and below 1") for bound in (1, "100%")),
    ({"margin": 0.1, "test": "sign"}, "paired_t, bootstrap or randomisation"),
    ({"margin": 0.1, "alpha": 0.5}, "below 0.5"),
    ({"margin": 0.1, "correction": "nope"}, "there is no correction"),
    ({"margin": {"R@5": 0.1}}, "no measure R@5"),
    ({"margin": 0.1, "run": "nope"}, "there is no run nope"),
    ({"margin": 0.1, "baseline_run": "nope"}, "there is no run nope"),
    ({"margin": 0.1, "measures": "m", "queries": ["q000", "zz"]}, "zz"),
    ({"at_least": {"n": 1}}, "neither run has a value of n, which a rule is about"),
    ({"margin": 0.1}, "neither run has a value of n, which a rule is about"),
    ({"measures": ["m", "AP"], "margin": {"AP": 0.1}}, "no rule is about m; name a bound, or leave it out"),
    ({"measures": ["AP"], "margin": [0.2, "AP=0.1"]}, "margin 0.2 applies to no measure"),
    ({"measures": ["AP"], "margin": "AP=0.1", "worst_loss": {"*": 3, "AP": 0.4}}, "worst-loss 3 applies to no measure"),
    ({"margin": "AP=0.1,RR=0.2"}, "'AP=0.1,RR=0.2' has several bounds; repeat the option for each"),
    ({"margin": {"AP": 2}}, f"^margin 2: AP {ABOUT_AP}; 2 per cent of the baseline's mean is 2%$"),
    ({"measures": ["m", "AP"], "margin": 2}, "margin 2: AP is from 0 to 1"),
    *(
        ({bound: {metric: value}}, f"^{bound.replace('_', '-')} {value}: {metric} {ABOUT_AP}")
        for bound, metric, value in (
            *(("margin", "AP", "1.0"), ("worst_loss", "AP", 5), ("worst_loss", "RBP_residual", 1)),
            *(("at_least", "AP", -3), ("at_least", "AP", 0), ("at_least", "RBP_residual", 1.5)),
        )
    ),
]  # fmt: skip


@pytest.fixture(scope="module")
def given() -> list:
    """The scores of two runs, a and b."""
    names = ("m", "AP", "ASL", "RBP_residual")
    return [
        scores_of(run, {name: [0.1, 0.2, value] for name in names} | {"n": [None] * 3})
        for run, value in (("a", 0.2), ("b", 0.3))
    ]


def test_what_cannot_be_used_is_refused(given: list) -> None:
    unsaid = []
    for options, expected in REFUSED:
        try:
            gate.answer(*given, **options)
        except InputError as refused:
            if not re.search(expected, str(refused)):
                unsaid.append((options, expected, str(refused)))
        else:
            unsaid.append((options, expected, "taken"))
    assert unsaid == []


def long_a_bound_within_the_range_of_its_measure_is_taken(given: list) -> None:
    bounds = {
        "margin": {"AP": 0.99, "ASL": 2, "m": 2},
        "at_least": {"RBP_residual": 0, "m": -3},
        "worst_loss": {"AP": 0.99},
    }
    found = {name: {} for name in ("non_inferior", "at_least", "worst_loss")}
    for row in gate.answer(*given, **bounds).rows:
        found[row["rule"]][row["metric"]] = row["bound"]
    assert list(found.values()) == list(bounds.values())
    assert gate.answer(*given, margin={"m": 0.1}).measures == ("m",)
    assert evalsql.gate(*given, at_least={"m": 0.1}).fetchall()[0][4] == "pass"


def long_where_nothing_can_be_decided_there_is_no_verdict() -> None:
    apart = [scores_of("a", {"m": [0.5, 0.6, None], "n": [0.5] * 3}), scores_of("b", {"m": [None] * 3, "n": [0.5] * 3})]
    every = {"margin": {"m": 0.1}, "worst_loss": {"m": 0}, "losing": {"m": 0}, "at_least": {"m": 0.9}}
    said = "no rule can be decided: no query that both have a value for; 2 queries that only a has a value for"
    with pytest.raises(InputError, match=said):
        gate.answer(*apart, **every)
    one = [scores_of(run, {"m": [0.5]}) for run in "ab"]
    with pytest.raises(InputError, match="no rule can be decided: too few queries for the test: 1"):
        gate.answer(*one, margin=0.1, better=True)
    assert gate.answer(*one, margin=0.1, worst_loss=0).passed  # which is decided
    some = gate.answer(*apart, **{name: bound | {"n": 0.5} for name, bound in every.items()})
    assert [row["value"] for row in some.rows if row["metric"] == "m"] == [None] * 4
    assert some.passed
    assert not gate.answer(*apart, margin=0.1, require_evidence=True).passed


def long_a_measure_may_have_a_bound_of_its_own() -> None:
    names = ("m", "nDCG@10", "AP")
    given = [scores_of(run, {name: [0.5, 0.6, last] for name in names}) for run, last in (("a", 0.2), ("b", 0.3))]
    found = gate.answer(*given, margin={"*": 0.2, "ndcg_cut_10": 0.1}, at_least=["AP=0.3"])
    bounds = {(row["rule"], row["metric"]): row["bound"] for row in found.rows}
    margins = {"nDCG@10": 0.1, "AP": 0.2, "m": 0.2}  # of scores, a rule for every measure is about all that both have
    assert bounds == {("at_least", "AP"): 0.3} | {("non_inferior", each): margin for each, margin in margins.items()}
    found = gate.answer(*given, measures=["m"], margin=["0.2", "AP(rel=1)=3%"])
    assert [(row["metric"], row["rule"]) for row in found.rows] == [("m", "non_inferior"), ("AP", "non_inferior")]


def long_a_bound_is_for_each_measure_that_it_names(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("RR\nSuccess@1  # comment\n")
    completed = "AP(divisor='min(R,k)')@10"
    for bound, options, margins in (
        ("nDCG@10,AP=0.0001", {}, {"nDCG@10": 0.0001, "AP": 0.0001}),
        ({"P.5,10": 0.2, "map": 0.3}, {}, {"P@5": 0.2, "P@10": 0.2, "AP": 0.3}),
        ([f"@{tmp_path / 'mine'}=0.1"], {"measures": "RR"}, {"RR": 0.1, "Success@1": 0.1}),
        ("sakai-2006=0.1", {}, dict.fromkeys(map(str, parse_measures("sakai-2006")), 0.1)),
        ("AP@10=0.1", {"convention": "ntcireval"}, {completed: 0.1}),
        ([0.5, "AP@10=0.1"], {"convention": "ntcireval", "measures": ["AP@10", "RR"]}, {completed: 0.1, "RR": 0.5}),
        # parsed before, a measure is what it is
        ({parse_measure("AP@10"): 0.1}, {"convention": "ntcireval"}, {"AP@10": 0.1}),
        ([0.2, "AP=0.9"], {}, {"nDCG@10": 0.2, "AP": 0.9}),
        ({"*": 0.2, "AP": 0.9}, {"measures": "RR"}, {"RR": 0.2, "AP": 0.9}),
    ):
        found = gate.answer(*TINY, margin=bound, **options)
        assert {row["metric"]: row["bound"] for row in found.rows} == margins, bound
    for twice in (["AP=0.1", "map=0.2"], {"official": 0.1, "AP": 0.2}, ["0.1", "*=0.2"]):
        with pytest.raises(InputError, match=r"two were given for (AP|all measures); one was expected"):
            gate.answer(*TINY, margin=twice)


def long_stored_measures_go_by_the_names_that_they_have() -> None:
    new, old = (scores_of(run, {"map": [value] * 3, "other": [value] * 3}) for run, value in (("a", 0.1), ("b", 0.9)))
    ours = scores_of("b", {"AP": [0.9, 0.9]})
    for baseline, margin, metrics in (
        (old, "map=0.01", ["map"]),
        (old, "AP=0.01", ["map"]),
        (ours, "map=0.01", ["map"]),
        (ours, "AP=0.01", ["AP"]),
        (old, ["0.01", "map=0.5"], ["map", "other"]),
    ):
        found = gate.answer(new, baseline, margin=margin)
        assert [(row["metric"], row["verdict"]) for row in found.rows] == [(each, "fail") for each in metrics]
    both = scores_of("a", {"map": [0.2] * 2, "AP": [0.5] * 2})  # one baseline for two measures
    rows = gate.answer(both, ours, margin={"AP": 0.01, "map": 0.01}).rows
    assert {row["metric"]: (row["mean"], row["baseline"]) for row in rows} == {"AP": (0.5, 0.9), "map": (0.2, 0.9)}
    assert gate.answer(new, old, margin=0.1, queries=["q000", "q001"]).rows[0]["queries"] == 2
