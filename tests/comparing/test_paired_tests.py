"""The tests and intervals of two runs, held against SciPy and their own definitions, in Python and in SQL."""

from functools import cache
from itertools import combinations, product
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from matrices import by_measure, by_test, scored_matrices, scored_matrix, scores_of
from places import COLLECTIONS
from scipy import stats
from scipy.stats._resampling import BootstrapResult
from statsmodels.stats.contingency_tables import mcnemar

import evalsql
from evalsql import udfs
from evalsql.comparing.compare import Alternative, decide, out_of_reach, put_comparisons
from evalsql.comparing.methods import names, one_sided
from evalsql.comparing.scores import Scores
from evalsql.render import statements
from evalsql.udfs import resampling

PAIRED = ["paired_t", "wilcoxon", "sign", "randomisation", "bootstrap"]
CLOSE = {"rel": 1e-10, "abs": 1e-300}
CASES = {
    "uniform": np.random.default_rng(1).random((50, 4)),
    "ties": np.random.default_rng(2).integers(0, 4, (30, 4)) / 10,
    "nearly the same": 0.5 + 1e-9 * np.random.default_rng(3).random((20, 3)),
    "two queries": np.array([[0.1, 0.5, 0.3], [0.9, 0.2, 0.3]]),
    "far apart": np.random.default_rng(4).normal((0, 0.5), 0.01, (60, 2)),
    "many queries": np.random.default_rng(5).normal(0, 1, (300, 3)),
}
# of tenths, so that many sums are the same but for their last digits
FEW = {f"few {queries}": np.random.default_rng(queries).integers(0, 10, (queries, 3)) / 10 for queries in (2, 3, 8, 12)}
ONE = np.random.default_rng(6).random(40).round(3)
BITS = np.random.default_rng(7).integers(0, 2, 40)
SKEW = np.zeros((30, 2))
SKEW[0, 0] = 1  # as skew as can be
DEGENERATE = {
    "identical": np.random.default_rng(1).random((20, 1)).repeat(2, axis=1),
    "shifted": np.column_stack([np.full(20, 0.75), np.full(20, 0.5)]),
    "shifted but for rounding": np.column_stack([ONE, ONE + 0.1]),
    "the same but for rounding": np.column_stack([ONE, ONE * (1 + 2e-16 * BITS)]),
    "one query": np.array([[0.1, 0.9]]),
    "thirteenth digit": np.array([[0.3 + 2e-13, 0.3]] * 3 + [[0.5, 0.25], [0.75, 0.5], [1, 0.5], [0.25, 0]]),
    "skew": SKEW,
}
VALUES = np.random.default_rng(1).beta(0.5, 2, (40, 2))
FOUR = np.random.default_rng(3).random((12, 4))
MATRICES = CASES | DEGENERATE | {"values": VALUES, "tenths": VALUES.round(1), "four": FOUR}
SIDES = ("greater", "less")
each_way = pytest.mark.parametrize("udf", [True, False], ids=["Python", "SQL"])


@cache
def scores() -> Scores:
    """The scores of all cases, each of a measure of its name."""
    return scored_matrices(MATRICES)


@cache
def said_by(test: str, udf: bool) -> dict[str, dict[tuple[str, str], tuple]]:
    return by_measure(scores(), test, udf=udf, resamples=50)


def differences(values: np.ndarray) -> dict[tuple[str, str], np.ndarray]:
    return {
        (chr(ord("a") + one), chr(ord("a") + other)): values[:, one] - values[:, other]
        for one, other in combinations(range(values.shape[1]), 2)
    }


@each_way
def test_mcnemar_is_that_of_statsmodels(udf: bool) -> None:
    given = {f"{share}": (np.random.default_rng(8).random((70, 3)) < share).astype(float) for share in (0.1, 0.5, 1)}
    found = by_measure(scored_matrices(given), "mcnemar", udf=udf)
    for name, values in given.items():
        for (one, two), said in found[name].items():
            a, b = values[:, ord(one) - ord("a")], values[:, ord(two) - ord("a")]
            table = [[(a * b).sum(), (a * (1 - b)).sum()], [((1 - a) * b).sum(), ((1 - a) * (1 - b)).sum()]]
            expected = mcnemar(np.array(table, dtype=int), exact=True)
            assert said == pytest.approx((expected.statistic, expected.pvalue), rel=1e-10), (name, one, two)


def test_mcnemar_refuses_values_other_than_0_and_1() -> None:
    given = scored_matrix([[1, 0.5], [0, 1]]).connection.sql("from evalsql_scores").to_arrow_table()
    said = "^McNemar's exact test is for measures whose values are 0 or 1, such as Success@10; m of run b is 0.5 for"
    with pytest.raises(evalsql.InputError, match=f"{said} query q00000$"):
        evalsql.compare(given, test=["paired_t", "mcnemar"])


def differing(queries: int, test: str) -> list[np.ndarray]:
    """Scores of two runs that differ on so many of 13 queries: all alike, then of growing sizes, then by chance."""
    chance = np.random.default_rng(queries)
    each = [np.ones(queries)]
    if test != "mcnemar":
        each += [np.arange(1, queries + 1) / 20, *(chance.normal(0.3, 0.4, (20, queries)))]
    found = np.zeros((len(each), 13, 2))
    for values, differences in zip(found, each, strict=True):
        values[:queries, 0] = differences
    return list(found)


@pytest.mark.parametrize("side", ["two-sided", "greater"])
@pytest.mark.parametrize("test", ["paired_t", "sign", "mcnemar", "wilcoxon", "randomisation"])
def test_the_smallest_p_value_is_one_that_comes_out_and_none_is_below_it(test: str, side: Alternative) -> None:
    given = {
        f"{queries} {place}": each
        for queries in (1, 2, 3, 4, 11)
        for place, each in enumerate(differing(queries, test))
    }
    scores, decided = scored_matrices(given), decide(test, "none", alpha=1e-12, alternative=side)
    put_comparisons(scores, decided, "b")
    assert len(out_of_reach(scores, decided)) == len(given)
    joined = "evalsql_comparisons join evalsql_out_of_reach using (metric, run, other, test)"
    found = scores.connection.execute(f"select differ, smallest, min(p_value) from {joined} group by all").fetchall()
    assert sorted(differ for differ, *_ in found) == [1, 2, 3, 4, 11]
    for differ, smallest, lowest in found:
        assert lowest == pytest.approx(smallest, rel=1e-9), differ


def sided(test: str, difference: np.ndarray, side: str) -> tuple[float, float]:
    """The statistic and the p-value to a side that SciPy has of differences, of which some are not 0."""
    if test == "paired_t":
        found = stats.ttest_1samp(difference, 0, alternative=side)
    elif test == "randomisation":
        tenths = np.round(10 * difference).astype(int)
        signs = {"permutation_type": "samples", "n_resamples": np.inf, "alternative": side}
        found = stats.permutation_test((tenths,), lambda each, axis: each.mean(axis=axis) / 10, **signs)
    else:
        nonzero = difference.round(12)[difference.round(12) != 0]
        if test == "wilcoxon":
            exact = len(set(np.abs(nonzero))) == len(nonzero) <= 50
            how = {"method": "exact" if exact else "asymptotic", "correction": False}
            found = stats.wilcoxon(nonzero, alternative=side, **how)
        else:
            found = stats.binomtest((nonzero > 0).sum(), len(nonzero), alternative=side)
    return float(found.statistic) * (len(nonzero) if test in ("sign", "mcnemar") else 1), float(found.pvalue)


# of both sides SciPy has McNemar's test not at all and randomisation otherwise; each has a test of its own
SIDED = [
    *product(("paired_t", "wilcoxon", "sign"), ("two-sided", *SIDES)),
    *product(("mcnemar", "randomisation"), SIDES),
]


@each_way
@pytest.mark.parametrize(("test", "side"), SIDED)
def test_p_values_to_both_sides_and_to_one_are_those_of_scipy(test: str, side: str, udf: bool) -> None:
    zero = np.array([[0, 0.1], [0, 0.2], [0.3, 0]])  # a sum that is 0 but for rounding
    given = FEW | {"zero": zero} | ({} if test == "randomisation" else CASES)
    if test == "mcnemar":
        given = {str(n): np.random.default_rng(n).integers(0, 2, (n, 4)) for n in (2, 5, 12, 70)}
    found = by_measure(scored_matrices(given), test, udf=udf, baseline="a", alternative=side)
    for name, values in given.items():
        for place, run in enumerate("bcd"[: values.shape[1] - 1], start=1):
            difference = np.array(values[:, place] - values[:, 0], dtype=float)
            if difference.any() and (test != "paired_t" or np.ptp(difference) > 1e-12):
                statistic, p = sided(test, difference, side)
                # SQL works out a p-value from logarithms, whose digits are fewer the farther out it lies
                close = {"rel": 1e-10 if udf or p > 1e-30 else 1e-8, "abs": 1e-300 if side == "two-sided" else 1e-12}
                assert found[name]["a", run] == (pytest.approx(statistic, rel=1e-9), pytest.approx(p, **close)), (
                    name,
                    run,
                )


@each_way
def test_to_one_side_degenerate_scores_have_defined_answers(udf: bool) -> None:
    asymptotic = stats.wilcoxon(np.full(20, -0.25), method="asymptotic", correction=False, alternative="less").pvalue
    shifted = dict(zip(PAIRED, (0, asymptotic, 0.5**20, 1 / 51 / 2, 0), strict=True))
    given = scored_matrices(DEGENERATE)
    for test, side in product(PAIRED, SIDES):
        found = by_measure(given, test, udf=udf, baseline="a", resamples=50, alternative=side)
        p_values = {name: found[name]["a", "b"][1] for name in DEGENERATE}
        assert p_values["identical"] == p_values["the same but for rounding"] == 1, test
        # b is the lower one
        assert p_values["shifted"] == pytest.approx(shifted[test] if side == "less" else 1, rel=1e-5), (test, side)
        assert p_values["one query"] is None


@pytest.mark.filterwarnings("ignore:resamples changes nothing")
@pytest.mark.parametrize("test", ["paired_t", "bootstrap", "randomisation"])
def test_one_sided_p_values_are_those_of_a_gate(test: str) -> None:
    low, high = sorted(np.random.default_rng(9).random((2, 40)), key=np.mean)
    how: dict[str, Any] = {"test": test, "resamples": 500}
    values = {"new": {"AP": high, "ESL": low}, "old": {"AP": low, "ESL": high}}  # the lower ESL, the better
    tables = [scores_of(run, values[run]) for run in values]
    gated = dict(evalsql.gate(*tables, better=True, **how).project("metric, p_value").fetchall())
    for metric, side in (("AP", "greater"), ("ESL", "less")):
        found = evalsql.compare(pa.concat_tables(tables), baseline="old", alternative=side, **how)
        rows = {name: rest for name, *rest in found.project("metric, p_value, alternative").fetchall()}
        assert rows[metric] == [pytest.approx(gated[metric]), side]


def test_what_has_no_side_is_refused_to_one() -> None:
    given = scored_matrix(FOUR).connection.sql("from evalsql_scores").to_arrow_table()
    for test in (*names("significance"), *names("significance", "runs")):
        assert one_sided(test) == ("$alternative" in statements.comparison("significance", test, p_values=False)), test
        if not one_sided(test):
            with pytest.raises(
                evalsql.InputError, match=f"^{test} has no one-sided form; alternative less is for boot"
            ):
                evalsql.compare(given, baseline="a", test=test, alternative="less")
    for how in ({}, {"best": True}, {"baseline": ["a", "b"]}):
        with pytest.raises(evalsql.InputError, match=r"^alternative greater needs one baseline; of oth"):
            evalsql.compare(given, alternative="greater", **how)
    with pytest.raises(evalsql.InputError, match=r"^alternative must be two-sided, greater or less, not 'larger'$"):
        evalsql.compare(given, baseline="a", alternative="larger")


@each_way
def long_randomisation_tries_all_signs_where_they_are_few(udf: bool) -> None:
    found = by_measure(scored_matrices(FEW), "randomisation", udf=udf)
    for name, values in FEW.items():
        for pair, difference in differences(values).items():
            whole = np.round(10 * difference).astype(int)
            sums = [abs(np.dot(signs, whole)) for signs in product((1, -1), repeat=len(values))]
            assert found[name][pair][1] == np.mean([each >= abs(whole.sum()) for each in sums]), name


@each_way
def long_degenerate_scores_have_defined_answers(udf: bool) -> None:
    asymptotic = stats.wilcoxon(np.full(20, 0.25), method="asymptotic", correction=False).pvalue
    shifted = dict(zip(PAIRED, (0, asymptotic, 2 * 0.5**20, 1 / 51, 0), strict=True))
    for test in PAIRED:
        p_values = {name: said_by(test, udf)[name]["a", "b"][1] for name in DEGENERATE}
        assert p_values["identical"] == p_values["the same but for rounding"] == 1
        assert p_values["shifted"] == pytest.approx(shifted[test], rel=1e-10)
        assert p_values["one query"] is None
        if test in ("paired_t", "bootstrap"):
            assert p_values["shifted but for rounding"] == 0
    # nothing in the thirteenth digit
    assert said_by("sign", udf)["thirteenth digit"]["a", "b"] == pytest.approx((4, 2 * 0.5**4), rel=1e-12)
    expected = stats.wilcoxon([0.25, 0.25, 0.5, 0.25], method="asymptotic", correction=False).pvalue
    assert said_by("wilcoxon", udf)["thirteenth digit"]["a", "b"] == (0, pytest.approx(expected, rel=1e-10))


@pytest.mark.parametrize("side", ["two-sided", *SIDES])
@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
def long_python_and_sql_draw_the_same(test: str, side: str) -> None:
    matrices = {}
    for queries in (5, 40, 64, 65, 200):
        values = np.random.default_rng(queries).integers(0, 12, (queries, 3)) / 11
        values[:, 2] = values[:, 1] + np.random.default_rng(0).normal(0, 0.1, queries)
        matrices[f"{queries}"] = values
    found = scored_matrices(matrices)
    how = {"baseline": "a", "resamples": 300, "seed": 9, "alternative": side}
    once, twice = (by_measure(found, test, udf=udf, **how) for udf in (True, False))
    assert {(name, pair): p for name, pairs in once.items() for pair, (_, p) in pairs.items()} == {
        (name, pair): p for name, pairs in twice.items() for pair, (_, p) in pairs.items()
    }


@each_way
def test_signs_of_more_queries_than_a_double_has_powers_of_two(udf: bool) -> None:
    values = np.random.default_rng(6).random((1100, 2))
    ((_, p),) = by_test(scored_matrix(values), "randomisation", udf=udf, resamples=50).values()
    assert 0 < p <= 1


def long_the_chance_of_randomisation_and_of_the_bootstrap_is_that_of_other_draws() -> None:
    values = np.random.default_rng(7).normal((0, 0.25), 1, (40, 2))
    difference, others = values[:, 0] - values[:, 1], np.random.default_rng(8)
    signs = others.choice([-1, 1], (100_000, 40))
    drawn = others.choice(difference - difference.mean(), (100_000, 40))
    t, observed = stats.ttest_1samp(drawn, 0, axis=1).statistic, stats.ttest_1samp(difference, 0).statistic
    shares = {
        "randomisation": (np.abs(signs @ difference) >= abs(difference.sum())).mean(),
        "bootstrap": (np.abs(t) >= abs(observed)).mean(),
    }
    for test, expected in shares.items():
        found = by_test(scored_matrix(values), test, seed=3)["a", "b"][1]
        assert found == pytest.approx(expected, abs=5 * np.sqrt(expected / 10_000)), test
    seeds = {by_test(scored_matrix(values), "randomisation", seed=seed)["a", "b"][1] for seed in range(3)}
    assert len(seeds) > 1


def test_randomisation_counts_what_is_there_among_the_draws() -> None:
    # nothing that is drawn is as far from 0 as this, and still the p-value is not 0
    values = np.column_stack([np.ones(60), np.zeros(60)])
    assert by_test(scored_matrix(values), "randomisation", resamples=99)["a", "b"][1] == 1 / 100


def long_the_draws_are_the_same_on_any_number_of_threads_and_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.random.default_rng(1).random((70, 6)).round(1)
    for test in ("randomisation", "bootstrap"):
        one, two, four = (
            by_test(scored_matrix(values, settings={"threads": each}), test, resamples=500) for each in (1, 2, 4)
        )
        assert one == two == four
        with monkeypatch.context() as patched:
            patched.setattr(resampling, "CHUNK", 1000)
            assert by_test(scored_matrix(values), test, resamples=500) == one


def test_t_of_differences_is_that_of_students_test_and_infinite_where_all_are_alike() -> None:
    rows = np.array([[1.0, 2.0, 4.0], [-0.5, 0.25, 0.0], [1.0, 1.0, 1.0], [0.0, 0.0, 0.0]])
    with np.errstate(divide="ignore", invalid="ignore"):
        found, centered = resampling.studentized(rows)
    expected = [abs(stats.ttest_1samp(row, 0).statistic) for row in rows[:2]]
    assert found.tolist() == pytest.approx([*expected, np.inf, 0])
    assert centered.mean(axis=1) == pytest.approx(np.zeros(4))


def test_draws_are_made_once_for_all_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resampling, "CHUNK", 1000)
    calls, drawn = [], resampling.drawn
    monkeypatch.setattr(resampling, "drawn", lambda *given: calls.append(1) or drawn(*given))
    lists = np.random.default_rng(6).normal(size=(5, 100)).tolist()
    resampling.bootstrap_means(*(pa.chunked_array([column]) for column in (lists, [40] * 5, [0] * 5)))
    assert len(calls) == 4


def long_draws_are_even() -> None:
    for n in (2, 7, 50, 1000):
        (counts,) = list(resampling.draws(n, 2000, 1))
        assert counts.shape == (2000, n)
        assert (counts.sum(axis=1) == n).all()
        assert stats.chisquare(counts.sum(axis=0)).pvalue > 1e-4
        assert np.corrcoef(counts[:, 0], counts[:, 1])[0, 1] == pytest.approx(-1 / (n - 1), abs=0.1)


def test_a_list_without_differences_is_refused() -> None:
    with duckdb.connect() as connection:
        udfs.put_on(connection, "statistics")
        for call in ("randomisation([], 9, 0, true)", "bootstrap([], 9, 0)", "bootstrap_means([], 9, 0)"):
            with pytest.raises(duckdb.Error, match="there are no differences in a list"):
                connection.execute(f"select evalsql_{call}").fetchall()


def long_a_pair_is_compared_on_the_queries_that_both_have_a_value_for() -> None:
    values = np.random.default_rng(1).random((20, 3))
    values[3:7, 0] = np.nan
    values[15:, 1] = np.nan
    apart = {("a", "b"): [0, 1], ("a", "c"): [0, 2], ("b", "c"): [1, 2]}
    both = {
        f"{one}{two}": values[~np.isnan(values[:, columns]).any(axis=1)][:, columns]
        for (one, two), columns in apart.items()
    }
    found = scored_matrices({"all": values, **both})
    for test in PAIRED:
        said = by_measure(found, test, resamples=200)
        for one, two in apart:
            assert said["all"][one, two][1] == said[f"{one}{two}"]["a", "b"][1], test


BOOK = COLLECTIONS / "golden" / "elinor" / "sakai-book"


@pytest.mark.skipif(not BOOK.is_dir(), reason=f"the textbook's example is not at {BOOK}")
def long_the_example_of_a_textbook() -> None:
    # Sakai's table 5.1, systems 1 and 2, as expected.md beside the data has it
    columns = [np.loadtxt(BOOK / f"{name}.csv", delimiter=",", skiprows=1, usecols=1) for name in "XY"]
    found = scored_matrix(np.column_stack(columns))
    statistic, p = by_test(found, "paired_t")["a", "b"]
    assert (statistic, p) == (pytest.approx(2.1158, abs=5e-5), pytest.approx(0.0478, abs=5e-5))
    assert by_test(found, "bootstrap")["a", "b"][1] == pytest.approx(0.0511, abs=0.01)
    # the .0498 of expected.md lets rounding decide which sums of hundredths are the same: by whole numbers it is .0659
    whole = np.round(100 * (columns[0] - columns[1])).astype(int)
    sums = np.zeros(1, dtype=int)
    for each in whole:
        sums = np.concatenate([sums + each, sums - each])
    exact = (np.abs(sums) >= abs(whole.sum())).mean()
    assert by_test(found, "randomisation")["a", "b"][1] == pytest.approx(exact, abs=5 * np.sqrt(exact / 10_000))
    put_comparisons(found, decide())
    (row,) = found.connection.execute("select difference, upper - difference, d from evalsql_comparisons").fetchall()
    assert row == pytest.approx((0.0750, 0.0742, 0.4731), abs=5e-5)


def long_a_connection_gives_the_same() -> None:
    values = np.random.default_rng(1).random(36)
    queries = [f"q{query:02}" for query in range(12) for _ in range(3)]
    table = pa.table({"run": ["a", "b", "c"] * 12, "query_id": queries, "metric": ["m"] * 36, "value": values})
    tests = [*PAIRED, "tukey", "randomised_tukey", "conover", "nemenyi"]
    options = {"test": tests, "interval": "bca", "resamples": 100}
    with duckdb.connect() as own:
        connected = evalsql.compare(table, connection=own, **options).fetchall()
    assert connected == evalsql.compare(table, **options).fetchall()


@cache
def opposed() -> Scores:
    """The scores of all cases, against run b."""
    found = scored_matrices(MATRICES)
    found.oppose(baseline="b")
    return found


def intervals(name: str, *, udf: bool = True, **options) -> dict[str, tuple[float, float]]:
    """The interval of the first run less the second, by case, of which one without differences has no width."""
    select = statements.comparison("intervals", name, udf)
    given = decide(interval=name, **options).values
    asked = {each: value for each, value in given.items() if f"${each}" in select}
    rows = opposed().connection.execute(f"select metric, lower, upper from ({select}) where run = 'a'", asked)
    found = {metric: tuple(limits) for metric, *limits in rows.fetchall()}
    assert found["shifted"] == pytest.approx((0.25, 0.25), rel=1e-12)
    assert found["one query"] == (None, None)
    return found


@each_way
def test_students_interval(udf: bool) -> None:
    for alpha in (0.05, 0.01):
        expected = stats.ttest_rel(*VALUES.T).confidence_interval(1 - alpha)
        assert intervals("student", udf=udf, alpha=alpha)["values"] == pytest.approx(tuple(expected), rel=1e-10)


@each_way
@pytest.mark.parametrize(("name", "method"), [("percentile", "percentile"), ("bca", "BCa")])
def test_bootstrap_intervals(name: str, method: str, udf: bool) -> None:
    found = intervals(name, udf=udf, resamples=500, seed=4)
    (counts,) = list(resampling.draws(40, 500, 4))
    for case in ("values", "tenths"):
        difference = MATRICES[case][:, 0] - MATRICES[case][:, 1]
        # SciPy takes rounding for differences between means that are the same
        means = (counts @ difference / 40).round(13)
        before = BootstrapResult(confidence_interval=None, bootstrap_distribution=means, standard_error=None)
        observed = difference.mean().round(13)
        expected = stats.bootstrap(
            (difference,),
            lambda sample, axis, observed=observed: sample.mean(axis=axis).round(13) if sample.ndim > 1 else observed,
            n_resamples=0,
            bootstrap_result=before,
            method=method,
        ).confidence_interval
        assert found[case] == pytest.approx(tuple(expected), abs=1e-10)


@each_way
def long_a_bca_interval_is_one_whatever_is_drawn(udf: bool) -> None:
    for options in ({"resamples": 1}, {"resamples": 20, "alpha": 1e-12}, {"resamples": 200, "alpha": 1e-9}):
        lower, upper = intervals("bca", udf=udf, **options)["skew"]
        assert 0 <= lower <= upper <= 1


@each_way
def test_intervals_by_the_analysis_of_variance(udf: bool) -> None:
    error = FOUR - FOUR.mean(axis=0) - FOUR.mean(axis=1)[:, None] + FOUR.mean()
    variance = (error**2).sum() / (3 * 11)
    difference = FOUR[:, 0].mean() - FOUR[:, 1].mean()
    margin = stats.t.ppf(0.975, 33) * np.sqrt(2 * variance / 12)
    assert intervals("anova", udf=udf)["four"] == pytest.approx((difference - margin, difference + margin), rel=1e-9)
    if udf:  # in SQL it takes long, see test_distributions.py
        found = intervals("tukey")
        margin = stats.studentized_range.ppf(0.95, 4, 33) * np.sqrt(variance / 12)
        assert found["four"] == pytest.approx((difference - margin, difference + margin), rel=1e-7)
        # of two runs it is Student's
        assert found["values"] == pytest.approx(intervals("student")["values"], rel=1e-8)
