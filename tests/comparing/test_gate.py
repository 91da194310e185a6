"""The verdicts of a gate: against SciPy and statsmodels, on connections of users too, at the edges; and its rules."""

import math
import re
from pathlib import Path
from statistics import NormalDist

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from matrices import scores_of
from places import FIXTURES
from scipy import stats
from statsmodels.stats.power import TTestPower
from statsmodels.stats.weightstats import ttost_paired

import evalsql
from evalsql.catalog.measure import parse_measure, parse_measures
from evalsql.comparing.gate import gate
from evalsql.errors import InputError, InputWarning

ALPHA = 0.05
CLOSE = {"rel": 1e-9, "abs": 0}


def drawn(seed: int, queries: int, loss: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """A new run and a baseline that are alike, on so many queries."""
    chance = np.random.default_rng(seed)
    old = chance.random(queries)
    return old - loss + 0.1 * chance.standard_normal(queries) ** 3 / 3, old


def all_decided(pairs: dict[str, tuple], connected: bool = False, **options) -> dict[str, dict[str, dict]]:
    """The rows of a gate by measure and rule, on a connection of the user's if connected."""
    sides = (
        scores_of(run, {m: list(pair[place]) for m, pair in pairs.items()}) for place, run in enumerate(["n", "o"])
    )
    found = gate.answer(*sides, connection=duckdb.connect() if connected else None, **options)
    assert found.scores.udf == (found.decided.tests != ("paired_t",))  # which takes no function of Python
    rows: dict[str, dict[str, dict]] = {metric: {} for metric in pairs}
    for row in found.rows:
        rows[row["metric"]][row["rule"]] = row
    return rows


def decided(new, old, metric: str = "m", connected: bool = False, **options) -> dict[str, dict]:
    """The same for one measure."""
    return all_decided({metric: (new, old)}, connected, **options)[metric]


def column(rows: dict[str, dict], name: str) -> dict:
    return {rule: row[name] for rule, row in rows.items()}


def test_a_t_test_of_each_rule_is_that_of_scipy_and_statsmodels() -> None:
    cases = {"few": (drawn(1, 5), 0.02), "many": (drawn(3, 120, 0.05), 0.02), "two": (drawn(4, 2), 0.1)}
    margins = {name: margin for name, (_, margin) in cases.items()}
    pairs = {name: pair for name, (pair, _) in cases.items()}
    one_sided = all_decided(pairs, margin=margins, better=True, at_least=0.45)
    both_sides = all_decided(pairs, margin=margins, unchanged=True)
    for name, ((new, old), margin) in cases.items():
        one = one_sided[name]
        for rule, moved in {"non_inferior": new - old + margin, "better": new - old, "at_least": new - 0.45}.items():
            holds, broken = (stats.ttest_1samp(moved, 0, alternative=side).pvalue for side in ("greater", "less"))
            assert (one[rule]["p_value"], one[rule]["p_harm"]) == pytest.approx((holds, broken), **CLOSE), (name, rule)
        limits = stats.ttest_rel(new, old).confidence_interval(1 - 2 * ALPHA)
        mean = stats.ttest_1samp(new, 0).confidence_interval(1 - 2 * ALPHA)
        for row, expected in ((one["non_inferior"], limits), (one["at_least"], mean)):
            assert (row["lower"], row["upper"]) == pytest.approx(tuple(expected), **CLOSE), name

        both = both_sides[name]["unchanged"]
        beyond = [stats.ttest_1samp(sign * (new - old) + margin, 0, alternative="less").pvalue for sign in (1, -1)]
        assert both["p_value"] == pytest.approx(ttost_paired(new, old, -margin, margin)[0], **CLOSE)
        assert both["p_harm"] == pytest.approx(min(1, 2 * min(beyond)), **CLOSE)
        assert (both["lower"], both["upper"]) == pytest.approx(tuple(limits), **CLOSE)


def test_a_share_is_of_the_true_mean() -> None:
    new, old = drawn(5, 40, 0.01)
    same = np.array([0.1, 0.5, 0.0] * 13 + [0.2])
    found = all_decided({"m": (new, old), "below 0": (new - 3, old - 3), "same": (same, same)}, margin="8%")
    row, moved = found["m"]["non_inferior"], new - 0.92 * old
    reach, bound = stats.t.ppf(0.95, 39) * moved.std(ddof=1) / math.sqrt(40), 0.08 * old.mean()
    expected = stats.ttest_1samp(moved, 0, alternative="greater").pvalue, bound, moved.mean() - reach - bound
    assert (row["p_value"], row["bound"], row["lower"]) == pytest.approx(expected, **CLOSE)
    # of a mean below 0 too, a loss is less
    expected = stats.ttest_1samp((new - 3) - 1.08 * (old - 3), 0, alternative="greater").pvalue
    assert found["below 0"]["non_inferior"]["p_value"] == pytest.approx(expected, **CLOSE)
    assert found["same"]["non_inferior"]["bound"] == pytest.approx(0.08 * 0.2, **CLOSE)


def long_randomisation_tries_all_flips_of_few_queries() -> None:
    new, old = drawn(6, 9, 0.02)
    row = decided(new, old, margin=0.1, test="randomisation")["non_inferior"]
    exact = stats.permutation_test(
        (new - old + 0.1,), np.mean, permutation_type="samples", alternative="greater", n_resamples=np.inf
    ).pvalue
    assert row["p_value"] == pytest.approx(exact, **CLOSE)
    assert row["verdict"] == ("pass" if exact <= ALPHA else "cannot tell")
    # 1 / 2^5 is the first below alpha, where all differ by the same too
    pairs = {"two": ([0.5, 0.6], [0.4, 0.55]), "alike": ([0.5, 0.6, 0.7], [0.4, 0.5, 0.6])}
    found = all_decided(pairs, margin=0.01, test="randomisation", correction="none")
    rows = {name: row["non_inferior"] for name, row in found.items()}
    assert column(rows, "p_value") == {"two": 1 / 4, "alike": 1 / 8}
    assert column(rows, "queries_needed") == {"two": 5, "alike": 5}


def long_the_bootstrap_counts_both_sides() -> None:
    new, old = drawn(7, 20, 0.02)
    row = decided(new, old, margin=0.09, test="bootstrap", resamples=2000)["non_inferior"]
    x = new - old + 0.09
    samples = np.random.default_rng(7).choice(x - x.mean(), (40_000, 20))
    t = samples.mean(axis=1) / (samples.std(axis=1, ddof=1) / math.sqrt(20))
    half = (abs(t) >= abs(stats.ttest_1samp(x, 0).statistic)).mean() / 2
    assert x.mean() > 0
    assert abs(row["p_value"] - half) < 4 * math.sqrt(half / 2 / 2000) + 1e-3
    assert row["p_harm"] == pytest.approx(1 - row["p_value"], **CLOSE)


@pytest.mark.parametrize("test", ["bootstrap", "randomisation"])
def long_a_connection_gives_the_same(test: str) -> None:
    new, old = drawn(8, 25, 0.02)
    rules = {"margin": "3%", "better": True, "at_least": 0.5, "worst_loss": 0.1, "losing": 0.5, "test": test}
    alone, connected = (decided(new, old, resamples=500, connected=each, **rules) for each in (False, True))
    assert alone == connected


def long_lower_values_may_be_better() -> None:
    new, old = drawn(9, 40, 0.0)
    found = all_decided({"nDCG": (new, old), "ESL": (-new, -old)}, margin=0.03, better=True)
    for rule, row in found["nDCG"].items():
        other = found["ESL"][rule]
        assert [row[name] for name in ("verdict", "losses", "query_id")] == [
            other[name] for name in ("verdict", "losses", "query_id")
        ]
        assert row["p_value"] == pytest.approx(other["p_value"], **CLOSE)
        assert (row["lower"], row["upper"]) == pytest.approx((-other["upper"], -other["lower"]), **CLOSE)
    for most, verdict in ((3, "fail"), (4, "pass")):
        rows = decided([3, 4], [1, 2], "ESL", at_least=most, worst_loss=most - 1.5)
        assert column(rows, "verdict") == {"at_least": verdict, "worst_loss": verdict}


def long_geometric_means_are_compared_by_a_factor() -> None:
    new, old = np.abs(drawn(10, 40, 0.02)) + 0.01
    row = decided(new, old, "GMAP", margin="10%")["non_inferior"]
    logs = np.log(new) - np.log(old) - math.log(0.9)
    expected = stats.ttest_1samp(logs, 0, alternative="greater").pvalue, stats.gmean(new), max(old - new)
    assert (row["p_value"], row["mean"], row["worst_loss"]) == pytest.approx(expected, **CLOSE)
    lower, upper = (100 * (1 - math.exp(row[name])) for name in ("lower", "upper"))
    assert row["reason"].startswith(f"between a loss of {lower:.1f}% and a loss of {upper:.1f}% (p")
    assert decided(new, old, "GMAP", margin="50%")["non_inferior"]["reason"].startswith("no loss of 50% or more (p")
    with pytest.raises(InputError, match="by a factor"):
        decided(new, old, "GMAP", margin=0.1)


def long_holm_goes_over_measures_and_slices() -> None:
    chance = np.random.default_rng(11)
    old = {metric: list(chance.random(40)) for metric in "abc"}
    new = {metric: list(np.array(values) + 0.1 * chance.standard_normal(40)) for metric, values in old.items()}
    given = scores_of("n", new), scores_of("o", old)
    queries = pa.table({"query_id": [f"q{q:03}" for q in range(40)], "kind": ["x", "y"] * 20})
    found = gate.answer(*given, margin=0.04, worst_loss=1, slices=queries).rows
    rows = [row for row in found if row["rule"] == "non_inferior"]
    assert [(row["metric"], row["slice"]) for row in rows] == [(m, s) for m in "abc" for s in (None, "x", "y")]
    for row in rows:
        chosen = [q for q in range(40) if row["slice"] in (None, "xy"[q % 2])]
        moved = [new[row["metric"]][q] - old[row["metric"]][q] + 0.04 for q in chosen]
        expected = stats.ttest_1samp(moved, 0, alternative="greater").pvalue
        assert row["p_value"] == pytest.approx(expected, **CLOSE)
    for p, corrected in (("p_value", "p_corrected"), ("p_harm", "p_harm_corrected")):
        highest = 0.0
        for place, row in enumerate(sorted(rows, key=lambda row: row[p])):
            highest = min(1.0, max(highest, (len(rows) - place) * row[p]))
            assert row[corrected] == pytest.approx(highest, **CLOSE)
    told = [("pass" if row["p_corrected"] <= ALPHA else "cannot tell") for row in rows]
    assert [row["verdict"] for row in rows] == told
    assert any(row["p_value"] <= ALPHA < row["p_corrected"] for row in rows)
    plain = gate.answer(*given, margin=0.04, slices=queries, correction="none").rows
    assert all(row["p_corrected"] == row["p_value"] for row in plain)


def long_queries_needed_and_detectable_are_those_of_the_power() -> None:
    new, old = drawn(12, 30, 0.005)
    deviation, within = (new - old).std(ddof=1), abs((new - old).mean() + 0.01)

    def power(effect: float, queries: float) -> float:
        return TTestPower().power(effect / deviation, queries, ALPHA, alternative="larger")

    row = decided(new, old, margin=0.01)["non_inferior"]
    assert (row["verdict"], row["queries_needed"] > 30) == ("cannot tell", True)
    assert abs(power(within, row["queries_needed"]) - 0.8) < 0.01
    assert power(within, row["queries_needed"] - 1) < 0.8 + 1e-3
    assert math.isclose(power(row["detectable"], 30), 0.8, abs_tol=1e-3)
    assert row["reason"].endswith(f"; about {row['queries_needed']} queries would be needed to decide")
    both = decided(new, old, margin=0.01, unchanged=True)["unchanged"]
    assert math.isclose(power(both["detectable"], 30), 0.9, abs_tol=1e-3)
    told = decided(new, old, margin=0.5)["non_inferior"]
    assert (told["verdict"], told["queries_needed"]) == ("pass", None)
    on_it = decided(new - 0.1, old, margin=(old - new).mean() + 0.1 + 1e-6)["non_inferior"]
    assert (on_it["verdict"], on_it["queries_needed"]) == ("cannot tell", None)
    assert on_it["reason"].endswith("); even a million queries would not decide")


def test_queries_needed_and_detectable_are_guenthers() -> None:
    new, old = drawn(12, 30, 0.005)
    deviation, within = (new - old).std(ddof=1), abs((new - old).mean() + 0.01)
    critical, reached = (NormalDist().inv_cdf(chance) for chance in (1 - ALPHA, 0.8))
    rows = decided(new, old, margin=0.01, at_least=0.5)
    needed = math.ceil(((critical + reached) * deviation / within) ** 2 + critical**2 / 2)
    row = rows["non_inferior"]
    assert (row["verdict"], row["queries_needed"]) == ("cannot tell", needed)
    least = (critical + reached) * deviation / math.sqrt(30 - critical**2 / 2)
    assert row["detectable"] == pytest.approx(least, rel=1e-6)
    assert rows["at_least"]["detectable"] is None


def long_a_loss_is_allowed_up_to_its_bound() -> None:
    new, old = [0.5, 0.2, 0.8, 0.6], [0.6, 0.5, 0.7, 0.6]
    rows = decided(new, old, worst_loss=0.3, losing="50%", at_least=0.525)
    assert column(rows, "verdict") == dict.fromkeys(rows, "pass")
    assert (rows["worst_loss"]["query_id"], rows["losing"]["losses"]) == ("q001", 2)
    rows = decided(new, old, worst_loss=0.29, losing=0.49, at_least=0.526)
    assert column(rows, "verdict") == dict.fromkeys(rows, "fail")


def long_a_rise_of_what_is_not_better_is_warned_of_as_a_gain() -> None:
    new, old = (
        scores_of(run, {"P_cost@5": [0.5, 0.4, last], "AP": [0.1, 0.2, last], "latency": [9, 9, 10 * last]})
        for run, last in (("new", 0.2), ("old", 0.3))
    )
    said = "P_cost@5, latency has no better direction; here a rise counts as a gain; --lower NAME makes a fall one"
    assert [problem.text for problem in gate.answer(new, old, margin=0.1).problems] == [said]
    assert not gate.answer(new, old, margin={"P_cost@5": 0.1}, unchanged=True, at_least=0.1).problems


def long_runs_that_are_the_same_pass() -> None:
    values = [0.1, 0.5, 0.0]
    rows = decided(values, values, margin=0.01, better=True, worst_loss=0, losing=0, at_least=0.2)
    assert column(rows, "verdict") == dict.fromkeys(rows, "pass") | {"better": "cannot tell"}
    assert rows["better"]["queries_needed"] is None
    for test in ("paired_t", "bootstrap"):
        found = all_decided({"m": (values, values), "0": ([0, 0], [0, 0])}, margin="1%", unchanged=True, test=test)
        row = found["m"]["unchanged"]
        assert (row["verdict"], row["p_value"], row["lower"]) == ("pass", 0, 0)
        assert found["0"]["unchanged"]["verdict"] == "cannot tell"  # 1 % of nothing


def test_differences_that_are_all_the_same_leave_nothing_to_chance() -> None:
    old = np.array([0.5, 0.3, 0.9])
    pairs = {verdict: (old - loss, old) for verdict, loss in (("fail", 0.02), ("cannot tell", 0.01), ("pass", 0.009))}
    for test in ("paired_t", "bootstrap"):
        for verdict, rows in all_decided(pairs, margin=0.01, test=test).items():
            row = rows["non_inferior"]
            assert row["verdict"] == verdict
            assert not any(isinstance(value, float) and math.isnan(value) for value in row.values())


def test_one_query_says_nothing_but_what_it_loses() -> None:
    rows = decided([0.1], [0.9], margin=0.01, better=True, worst_loss=0.5, at_least=0.2)
    tested = dict.fromkeys(("non_inferior", "better"), "cannot tell")
    assert column(rows, "verdict") == tested | dict.fromkeys(("worst_loss", "at_least"), "fail")
    assert rows["non_inferior"]["p_value"] is rows["non_inferior"]["lower"] is None
    assert "too few" in rows["non_inferior"]["reason"]


@pytest.mark.filterwarnings("ignore")
def test_runs_that_score_nothing_but_0_are_not_compared() -> None:
    new, old = {"q": {"a": 2.0, "b": 1.0}}, {"q": {"b": 1.0}}
    said = "^{} of both runs is 0 for every query, so nothing is compared; {}"
    for judged, measures, sentence in (
        ({"q": {"a": 0}}, "AP", said.format("AP", "1 query without a document that is judged relevant")),
        ({"q": {"a": 0.4}}, ["AP", "RR"], said.format("AP, RR", ".*no relevance is above 0.4: set rel in measures")),
        ({"q": {"c": 1}}, "AP", said.format("AP", "2 runs without a single judged document")),
    ):
        with pytest.raises(InputError, match=sentence):
            evalsql.gate(new, old, judged, measures, margin=0.1)
    # 0 is a value as good as others if lower ones are better, and beside a measure that has some
    assert evalsql.gate(new, old, {"q": {"c": 1, "a": 0, "b": 0}}, "Unjudged@2", at_least=1.0).fetchall()
    assert evalsql.gate(
        {"a": new, "b": old}, old, {"q": {"a": 1}}, ["AP", "AP(rel=2)"], run="a", worst_loss=0.1
    ).fetchall()


def test_queries_of_one_run_alone_are_left_out_and_said() -> None:
    new, old = (scores_of("a", {"AP": [0.5, 0.5, None, 0.1]}), scores_of("b", {"AP": [0.5, None, 0.5, 0.2]}))
    with pytest.warns(InputWarning) as said:
        rows = evalsql.gate(new, old, margin=0.01, at_least=0.3).fetchall()
    left_out = [f"1 query that only {run} has a value for, left out" for run in "ab"]
    assert sorted(str(each.message) for each in said) == left_out
    # of the least mean too: queries, mean, baseline, difference
    assert [each[5:9] for each in rows] == [(2, 0.3, 0.35, pytest.approx(-0.05))] * 2


def test_what_cannot_be_tested_is_in_no_family() -> None:
    differences = [-0.055, 0.01, -0.09, -0.075, 0.02, -0.11, -0.06, -0.05, -0.07, -0.09, -0.03, -0.05]
    given = scores_of("new", {"m": [0.5 + each for each in differences]}), scores_of("old", {"m": [0.5] * 12})
    slices = pa.table({"query_id": [f"q{n:03}" for n in range(12)], "language": ["de"] * 11 + ["fr"]})
    rows = gate.answer(*given, margin=0.0225, unchanged=True, slices=slices).rows
    beyond = [stats.ttest_1samp(np.array(differences[:n]) + 0.0225, 0, alternative="less").pvalue for n in (12, 11)]
    assert [row["p_harm"] for row in rows] == [*(pytest.approx(2 * each) for each in beyond), None]
    corrected = min(1, 2 * 2 * beyond[0])
    assert [row["p_harm_corrected"] for row in rows] == [pytest.approx(corrected)] * 2 + [None]
    assert [row["verdict"] for row in rows] == ["fail", "fail", "cannot tell"]


def test_evidence_can_be_required() -> None:
    new, old = drawn(12, 30, 0.005)
    given = scores_of("a", {"m": list(new)}), scores_of("b", {"m": list(old)})
    found = [gate.answer(*given, margin=0.01, require_evidence=each) for each in (False, True)]
    assert [(each.verdict, each.passed) for each in found] == [("cannot tell", True), ("cannot tell", False)]


TINY = [str(FIXTURES / "tiny" / name) for name in ("poor.run", "good.run", "qrels.txt")]
ABOUT_AP = "is from 0 to 1, so nothing could fail"
# of scores of m and n, which has no value; of AP, from 0 to 1, of ASL, from 0 up, and of RBP_residual, lower is better
REFUSED = [
    ({}, "needs a rule"),
    ({"unchanged": True}, "needs a margin"),
    *(({"margin": bound}, "must be positive") for bound in (0, "-1%")),
    ({"margin": "100%"}, "below 100%"),
    ({"at_least": -2e9}, r"at-least must be at most 1e\+09, not -2"),
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
