"""The rules of a gate: against SciPy and statsmodels, with functions of Python and in SQL alone, and at the edges."""

import math
from statistics import NormalDist

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from gated import scores_of
from scipy import stats
from statsmodels.stats.power import TTestPower
from statsmodels.stats.weightstats import ttost_paired

import evalsql
from evalsql.comparing.gate import gate
from evalsql.errors import InputError, InputWarning

ALPHA = 0.05


def drawn(seed: int, queries: int, loss: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """A new run and a baseline that are alike, on so many queries."""
    chance = np.random.default_rng(seed)
    old = chance.random(queries)
    return old - loss + 0.1 * chance.standard_normal(queries) ** 3 / 3, old


def decided(new, old, metric: str = "m", udf: bool = True, **options) -> dict[str, dict]:
    """The rows of a gate by rule, for one measure; without the functions of Python where udf is False."""
    connection = None if udf else duckdb.connect()
    found = gate.answer(
        scores_of("new", {metric: list(new)}), scores_of("old", {metric: list(old)}), connection=connection, **options
    )
    assert found.scores.udf == (udf and found.decided.tests != ("paired_t",))  # which takes none
    return {row["rule"]: row for row in found.rows}


UDF = [True, False]
CASES = [(1, 5, 0.0, 0.02), (3, 120, 0.05, 0.02), (4, 2, 0.0, 0.1)]


@pytest.mark.parametrize(("seed", "queries", "loss", "margin"), CASES)
def long_the_t_tests_are_those_of_scipy_and_statsmodels(seed: int, queries: int, loss: float, margin: float) -> None:
    new, old = drawn(seed, queries, loss)
    one = decided(new, old, margin=margin, better=True, at_least=0.45)
    for rule, moved in {"non_inferior": new - old + margin, "better": new - old, "at_least": new - 0.45}.items():
        holds, broken = (stats.ttest_1samp(moved, 0, alternative=side).pvalue for side in ("greater", "less"))
        assert math.isclose(one[rule]["p_value"], holds, rel_tol=1e-9), rule
        assert math.isclose(one[rule]["p_harm"], broken, rel_tol=1e-9), rule
    assert math.isclose(one["better"]["p_value"], stats.ttest_rel(new, old, alternative="greater").pvalue, rel_tol=1e-9)
    limits = stats.ttest_rel(new, old).confidence_interval(1 - 2 * ALPHA)
    assert np.allclose([one["non_inferior"]["lower"], one["non_inferior"]["upper"]], list(limits), rtol=1e-9, atol=0)
    mean = stats.ttest_1samp(new, 0).confidence_interval(1 - 2 * ALPHA)
    assert np.allclose([one["at_least"]["lower"], one["at_least"]["upper"]], list(mean), rtol=1e-9, atol=0)

    both = decided(new, old, margin=margin, unchanged=True)["unchanged"]
    p_value, *_ = ttost_paired(new, old, -margin, margin)
    assert math.isclose(both["p_value"], p_value, rel_tol=1e-9)
    beyond = [stats.ttest_1samp(sign * (new - old) + margin, 0, alternative="less").pvalue for sign in (1, -1)]
    assert math.isclose(both["p_harm"], min(1, 2 * min(beyond)), rel_tol=1e-9)
    assert np.allclose([both["lower"], both["upper"]], list(limits), rtol=1e-9, atol=0)


def long_a_share_is_of_the_true_mean() -> None:
    new, old = drawn(5, 40, 0.01)
    row = decided(new, old, margin="8%")["non_inferior"]
    moved = new - 0.92 * old
    assert math.isclose(row["p_value"], stats.ttest_1samp(moved, 0, alternative="greater").pvalue, rel_tol=1e-9)
    assert math.isclose(row["bound"], 0.08 * old.mean(), rel_tol=1e-9)
    reach = stats.t.ppf(0.95, 39) * moved.std(ddof=1) / math.sqrt(40)
    assert math.isclose(row["lower"], moved.mean() - reach - row["bound"], rel_tol=1e-9)
    # of a mean below 0 too, a loss is less
    below = decided(new - 3, old - 3, margin="8%")["non_inferior"]
    moved = (new - 3) - 1.08 * (old - 3)
    assert math.isclose(below["p_value"], stats.ttest_1samp(moved, 0, alternative="greater").pvalue, rel_tol=1e-9)


@pytest.mark.parametrize("udf", UDF)
def long_randomisation_tries_all_flips_of_few_queries(udf: bool) -> None:
    new, old = drawn(6, 9, 0.02)
    row = decided(new, old, margin=0.1, test="randomisation", udf=udf)["non_inferior"]
    exact = stats.permutation_test(
        (new - old + 0.1,), np.mean, permutation_type="samples", alternative="greater", n_resamples=np.inf
    )
    assert math.isclose(row["p_value"], exact.pvalue, rel_tol=1e-9)
    assert row["verdict"] == ("pass" if exact.pvalue <= ALPHA else "cannot tell")
    few = decided([0.5, 0.6], [0.4, 0.55], margin=0.01, test="randomisation", udf=udf)["non_inferior"]
    assert (few["p_value"], few["queries_needed"]) == (1 / 4, 5)  # 1 / 2^5 is the first below alpha
    alike = decided([0.5, 0.6, 0.7], [0.4, 0.5, 0.6], margin=0.01, test="randomisation", udf=udf)["non_inferior"]
    assert (alike["p_value"], alike["queries_needed"]) == (1 / 8, 5)  # where all differ by the same too


@pytest.mark.parametrize("udf", UDF)
def long_the_bootstrap_counts_both_sides(udf: bool) -> None:
    new, old = drawn(7, 20, 0.02)
    row = decided(new, old, margin=0.09, test="bootstrap", resamples=2000, udf=udf)["non_inferior"]
    x = new - old + 0.09
    samples = np.random.default_rng(7).choice(x - x.mean(), (40_000, 20))
    t = samples.mean(axis=1) / (samples.std(axis=1, ddof=1) / math.sqrt(20))
    half = (abs(t) >= abs(stats.ttest_1samp(x, 0).statistic)).mean() / 2
    assert x.mean() > 0
    assert abs(row["p_value"] - half) < 4 * math.sqrt(half / 2 / 2000) + 1e-3
    assert math.isclose(row["p_harm"], 1 - row["p_value"], rel_tol=1e-9)


@pytest.mark.parametrize("test", ["bootstrap", "randomisation"])
def long_python_and_sql_say_the_same(test: str) -> None:
    new, old = drawn(8, 25, 0.02)
    rules = {"margin": "3%", "better": True, "at_least": 0.5, "worst_loss": 0.1, "losing": 0.5, "test": test}
    python, alone = (decided(new, old, resamples=500, udf=udf, **rules) for udf in (True, False))
    assert python.keys() == alone.keys()
    for rule, row in python.items():
        for name, value in row.items():
            assert value == alone[rule][name] or math.isclose(value, alone[rule][name], rel_tol=1e-9), (rule, name)


def long_lower_values_may_be_better() -> None:
    new, old = drawn(9, 40, 0.0)
    up, down = (decided(s * new, s * old, m, margin=0.03, better=True) for s, m in ((1, "nDCG"), (-1, "ESL")))
    for rule, row in up.items():
        other = down[rule]
        for name in ("verdict", "losses", "query_id"):
            assert row[name] == other[name]
        assert math.isclose(row["p_value"], other["p_value"], rel_tol=1e-9)
        assert np.allclose([row["lower"], row["upper"]], [-other["upper"], -other["lower"]], rtol=1e-9)
    for most, verdict in ((3, "fail"), (4, "pass")):
        rows = decided([3, 4], [1, 2], "ESL", at_least=most, worst_loss=most - 1.5)
        assert (rows["at_least"]["verdict"], rows["worst_loss"]["verdict"]) == (verdict, verdict)


def long_geometric_means_are_compared_by_a_factor() -> None:
    new, old = np.abs(drawn(10, 40, 0.02)) + 0.01
    row = decided(new, old, "GMAP", margin="10%")["non_inferior"]
    logs = np.log(new) - np.log(old) - math.log(0.9)
    assert math.isclose(row["p_value"], stats.ttest_1samp(logs, 0, alternative="greater").pvalue, rel_tol=1e-9)
    assert math.isclose(row["mean"], stats.gmean(new), rel_tol=1e-9)
    assert math.isclose(row["worst_loss"], max(old - new), rel_tol=1e-9)
    lower, upper = (100 * (1 - math.exp(row[name])) for name in ("lower", "upper"))
    assert row["reason"].startswith(f"a loss of {lower:.1f}% to a loss of {upper:.1f}% (p")
    assert decided(new, old, "GMAP", margin="50%")["non_inferior"]["reason"].startswith("no loss of 50% or more (p")
    with pytest.raises(InputError, match="by a factor"):
        decided(new, old, "GMAP", margin=0.1)


def long_holm_goes_over_measures_and_slices() -> None:
    chance = np.random.default_rng(11)
    old = {metric: list(chance.random(40)) for metric in "abc"}
    new = {metric: list(np.array(values) + 0.1 * chance.standard_normal(40)) for metric, values in old.items()}
    queries = pa.table({"query_id": [f"q{q:03}" for q in range(40)], "kind": ["x", "y"] * 20})
    found = gate.answer(scores_of("n", new), scores_of("o", old), margin=0.04, worst_loss=1, slices=queries)
    rows = [row for row in found.rows if row["rule"] == "non_inferior"]
    assert [(row["metric"], row["slice"]) for row in rows] == [(m, s) for m in "abc" for s in (None, "x", "y")]
    for row in rows:
        chosen = [q for q in range(40) if row["slice"] in (None, "xy"[q % 2])]
        moved = [new[row["metric"]][q] - old[row["metric"]][q] + 0.04 for q in chosen]
        assert math.isclose(row["p_value"], stats.ttest_1samp(moved, 0, alternative="greater").pvalue, rel_tol=1e-9)
    for p, corrected in (("p_value", "p_corrected"), ("p_harm", "p_harm_corrected")):
        ordered = sorted(rows, key=lambda row: row[p])
        highest = 0.0
        for place, row in enumerate(ordered):
            highest = min(1.0, max(highest, (len(rows) - place) * row[p]))
            assert math.isclose(row[corrected], highest, rel_tol=1e-9)
    told = [("pass" if row["p_corrected"] <= ALPHA else "cannot tell") for row in rows]
    assert [row["verdict"] for row in rows] == told
    assert any(row["p_value"] <= ALPHA < row["p_corrected"] for row in rows)
    plain = gate.answer(scores_of("n", new), scores_of("o", old), margin=0.04, slices=queries, correction="none").rows
    assert all(row["p_corrected"] == row["p_value"] for row in plain)


def long_queries_needed_and_detectable_are_those_of_the_power() -> None:
    new, old = drawn(12, 30, 0.005)
    row = decided(new, old, margin=0.01)["non_inferior"]
    assert row["verdict"] == "cannot tell"
    deviation = (new - old).std(ddof=1)

    def power(effect: float, queries: float) -> float:
        return TTestPower().power(effect / deviation, queries, ALPHA, alternative="larger")

    effect = abs((new - old).mean() + 0.01)
    assert row["queries_needed"] > 30
    assert abs(power(effect, row["queries_needed"]) - 0.8) < 0.01
    assert power(effect, row["queries_needed"] - 1) < 0.8 + 1e-3
    assert math.isclose(power(row["detectable"], 30), 0.8, abs_tol=1e-3)
    both = decided(new, old, margin=0.01, unchanged=True)["unchanged"]
    assert math.isclose(power(both["detectable"], 30), 0.9, abs_tol=1e-3)
    told = decided(new, old, margin=0.5)["non_inferior"]
    assert (told["verdict"], told["queries_needed"]) == ("pass", None)
    assert row["reason"].endswith(f"; about {row['queries_needed']} queries would tell")
    on_it = decided(new - 0.1, old, margin=(old - new).mean() + 0.1 + 1e-6)["non_inferior"]
    assert (on_it["verdict"], on_it["queries_needed"]) == ("cannot tell", None)
    assert on_it["reason"].endswith("); a million queries would not tell")


def test_queries_needed_and_detectable_of_gated_rules_are_guenthers() -> None:
    new, old = drawn(12, 30, 0.005)
    deviation, within = (new - old).std(ddof=1), abs((new - old).mean() + 0.01)
    critical, reached = (NormalDist().inv_cdf(chance) for chance in (1 - ALPHA, 0.8))
    rows = decided(new, old, margin=0.01, at_least=0.5)
    row = rows["non_inferior"]
    needed = ((critical + reached) * deviation / within) ** 2 + critical**2 / 2
    assert (row["verdict"], row["queries_needed"]) == ("cannot tell", math.ceil(needed))
    least = (critical + reached) * deviation / math.sqrt(30 - critical**2 / 2)
    assert math.isclose(row["detectable"], least, rel_tol=1e-6)
    assert rows["at_least"]["detectable"] is None


def test_of_a_share_of_the_same_values_the_bound_is_that_of_their_mean() -> None:
    values = [0.1, 0.5, 0.0]
    assert math.isclose(decided(values, values, margin="1%")["non_inferior"]["bound"], 0.002)


def long_a_loss_is_allowed_up_to_its_bound() -> None:
    new, old = [0.5, 0.2, 0.8, 0.6], [0.6, 0.5, 0.7, 0.6]
    row = decided(new, old, worst_loss=0.3, losing="50%", at_least=0.525)
    assert {rule: each["verdict"] for rule, each in row.items()} == dict.fromkeys(row, "pass")
    assert (row["worst_loss"]["query_id"], row["losing"]["losses"]) == ("q001", 2)
    row = decided(new, old, worst_loss=0.29, losing=0.49, at_least=0.526)
    assert {rule: each["verdict"] for rule, each in row.items()} == dict.fromkeys(row, "fail")


def conventional(run: str, convention: str | None, value: float = 0.2) -> pa.Table:
    """Scores of a run by AP, beside a measure that nobody asks for, and whose conventions they follow."""
    scores = pa.concat_tables([scores_of(run, {"AP": [0.1, 0.5, value]}), scores_of(run, {"own": [1] * 9})])
    return scores if convention is None else scores.append_column("convention", pa.array([convention] * len(scores)))


def long_scores_of_other_conventions_and_queries_of_other_runs_are_told_of() -> None:
    plain, nd, gd = (conventional("a", each) for each in (None, "trec_eval-9", "gdeval"))
    named, blank = conventional("b", "trec_eval-9"), conventional("b", "")
    run, judged = {"q000": {"d": 1.0}, "q001": {"d": 1.0}}, {"q000": {"d": 1}, "q001": {"d": 1}, "q002": {"d": 1}}
    for new, old, qrels, options, said in (
        (plain, conventional("c", None), None, {}, []),
        (nd, named, None, {}, []),
        (plain, blank, None, {}, []),  # a convention that is null is none
        (plain, named, None, {}, ["run b has other conventions (trec_eval-9) than run a (none named)"]),
        (gd, named, None, {}, ["run b has other conventions (trec_eval-9) than run a (gdeval)"]),
        (nd, blank, None, {}, ["run b has other conventions (none named) than run a (trec_eval-9)"]),
        ({"r": run}, plain, judged, {}, []),
        ({"r": run}, nd, judged, {}, ["run a has other conventions (trec_eval-9) than run r (none named)"]),
        ({"r": run}, nd, judged, {"convention": "trec_eval-9"}, []),
        (
            {"r": run},
            plain,
            judged,
            {"convention": "trec_eval-9"},
            ["run a has other conventions (none named) than run r (trec_eval-9)"],
        ),
    ):
        found = gate.answer(new, old, qrels, "AP", margin=0.9, **options)
        texts = [each.text.removesuffix(", with which it is compared") for each in found.problems]
        assert [text for text in texts if "conventions" in text] == said
        assert ("by the conventions of trec_eval-9" in found.about) == ("convention" in options and not said)
    # one file of two runs
    both = pa.concat_tables([nd, conventional("b", "gdeval")])
    problem, _ = gate.answer(both, both, None, "AP", margin=0.9, run="a", baseline_run="b").problems
    assert problem.text.startswith("run b has other conventions (gdeval) than run a (trec_eval-9)")
    # queries that other runs and measures have a value for do not count
    several = pa.concat_tables([scores_of("b", {"AP": [0.1, 0.2]}), scores_of("c", {"AP": [0.1] * 7})])
    assert gate.answer(plain, several, None, "AP", margin=0.9, baseline_run="b").about == "over 2 queries"
    assert gate.answer({"r": run}, several, judged, "AP", margin=0.9, baseline_run="b").about.startswith(
        "over 2 judged queries"
    )


def long_that_a_rise_of_what_is_not_better_counts_as_a_gain_is_said() -> None:
    new, old = (
        scores_of(run, {"P_cost@5": [0.5, 0.4, last], "AP": [0.1, 0.2, last]})
        for run, last in (("new", 0.2), ("old", 0.3))
    )
    said = "no value of P_cost@5 is known to be better than another; here a rise counts as a gain"
    assert [problem.text for problem in gate.answer(new, old, margin=0.1).problems] == [said]
    (own,) = gate.answer(
        *(scores_of(run, {"latency": [9, 9, len(run)]}) for run in ("new", "older")), margin=0.1
    ).problems
    assert own.text == said.replace("P_cost@5", "latency")  # which may be better the lower it is
    assert not gate.answer(new, old, margin={"P_cost@5": 0.1}, unchanged=True, at_least=0.1).problems


def long_runs_that_are_the_same_pass() -> None:
    values = [0.1, 0.5, 0.0]
    rows = decided(values, values, margin=0.01, better=True, worst_loss=0, losing=0, at_least=0.2)
    verdicts = {rule: row["verdict"] for rule, row in rows.items()}
    assert verdicts == dict.fromkeys(rows, "pass") | {"better": "cannot tell"}
    for test in ("paired_t", "bootstrap"):
        row = decided(values, values, margin="1%", unchanged=True, test=test)["unchanged"]
        assert (row["verdict"], row["p_value"], row["lower"]) == ("pass", 0, 0)
    assert decided([0, 0], [0, 0], margin="1%")["non_inferior"]["verdict"] == "cannot tell"  # 1 % of nothing
    assert rows["better"]["queries_needed"] is None


def long_differences_that_are_all_the_same_leave_nothing_to_chance() -> None:
    old = np.array([0.5, 0.3, 0.9])
    losses = {"fail": 0.02, "cannot tell": 0.01, "pass": 0.009}
    given = [
        scores_of(run, {verdict: list(old - moved * loss) for verdict, loss in losses.items()})
        for run, moved in (("new", 1), ("old", 0))
    ]
    for test in ("paired_t", "bootstrap"):
        for row in gate.answer(*given, margin=0.01, test=test).rows:
            assert row["verdict"] == row["metric"]
            assert not any(isinstance(value, float) and math.isnan(value) for value in row.values())


def test_one_query_says_nothing_but_what_it_loses() -> None:
    rows = decided([0.1], [0.9], margin=0.01, unchanged=False, better=True, worst_loss=0.5, at_least=0.2)
    verdicts = {rule: row["verdict"] for rule, row in rows.items()}
    assert verdicts == {
        "non_inferior": "cannot tell",
        "better": "cannot tell",
        "worst_loss": "fail",
        "at_least": "fail",
    }
    assert rows["non_inferior"]["p_value"] is None
    assert rows["non_inferior"]["lower"] is None
    assert "too few" in rows["non_inferior"]["reason"]


def test_queries_of_one_run_alone_are_left_out_and_said() -> None:
    with pytest.warns(InputWarning) as said:
        row = evalsql.gate(
            scores_of("a", {"AP": [0.5, 0.5, None, 0.1]}),
            scores_of("b", {"AP": [0.5, None, 0.5, 0.2]}),
            margin=0.01,
            at_least=0.3,
        ).fetchall()
    assert sorted(str(each.message) for each in said) == [
        "1 query that only a has a value for, left out",
        "1 query that only b has a value for, left out",
    ]
    # of the least mean too: queries, mean, baseline, difference
    assert [each[5:9] for each in row] == [(2, 0.3, 0.35, pytest.approx(-0.05))] * 2


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


def long_a_rule_about_a_measure_without_a_value_is_refused() -> None:
    given = [scores_of(name, {"m": [0.5, value], "n": [None, None]}) for name, value in (("a", 0.6), ("b", 0.7))]
    for metrics, rules in (({"at_least": {"n": 0.9}}, "n"), ({"margin": 0.01}, "n")):
        with pytest.raises(InputError, match=f"neither run has a value of {rules}, which a rule is about"):
            evalsql.gate(*given, **metrics)
    assert evalsql.gate(*given, at_least={"m": 0.5}).fetchall()[0][4] == "pass"


def long_evidence_can_be_required() -> None:
    new, old = drawn(12, 30, 0.005)
    given = scores_of("a", {"m": list(new)}), scores_of("b", {"m": list(old)})
    lenient, strict = (gate.answer(*given, margin=0.01, require_evidence=each) for each in (False, True))
    assert (lenient.verdict, lenient.passed) == ("cannot tell", True)
    assert (strict.verdict, strict.passed) == ("cannot tell", False)
