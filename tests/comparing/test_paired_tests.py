"""The paired tests, held against SciPy and against their own definitions, in Python and in SQL."""

from functools import cache
from itertools import combinations, product

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from matrices import by_measure, by_test, scored_matrices, scored_matrix
from places import COLLECTIONS
from scipy import stats

import evalsql
from evalsql.comparing.compare import decide, put_comparisons
from evalsql.comparing.scores import Scores
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
THIRTEENTH = np.array([[0.3 + 2e-13, 0.3]] * 3 + [[0.5, 0.25], [0.75, 0.5], [1, 0.5], [0.25, 0]])
DEGENERATE = {
    "identical": np.random.default_rng(1).random((20, 1)).repeat(2, axis=1),
    "shifted": np.column_stack([np.full(20, 0.75), np.full(20, 0.5)]),
    "one query": np.array([[0.1, 0.9]]),
    "thirteenth digit": THIRTEENTH,
}
each_way = pytest.mark.parametrize("udf", [True, False], ids=["Python", "SQL"])
Said = dict[str, dict[tuple[str, str], tuple]]


@cache
def scores() -> Scores:
    """The scores of all cases, each of a measure of its name."""
    return scored_matrices(CASES | DEGENERATE)


@cache
def said_by(test: str, udf: bool) -> Said:
    """What a test says of each case."""
    return by_measure(scores(), test, udf=udf, resamples=50)


def differences(values: np.ndarray) -> dict[tuple[str, str], np.ndarray]:
    names = [chr(ord("a") + place) for place in range(values.shape[1])]
    return {
        (names[one], names[other]): values[:, one] - values[:, other]
        for one, other in combinations(range(len(names)), 2)
    }


@each_way
def test_students_t(udf: bool) -> None:
    for name, values in CASES.items():
        for pair, difference in differences(values).items():
            expected = stats.ttest_1samp(difference, 0)
            statistic, p = said_by("paired_t", udf)[name][pair]
            assert abs(statistic) == pytest.approx(abs(expected.statistic), **CLOSE)
            # SQL works out a p-value from logarithms, whose digits are fewer the farther out it lies
            assert p == pytest.approx(expected.pvalue, rel=1e-10 if udf or expected.pvalue > 1e-30 else 1e-8), name


@each_way
def test_wilcoxon(udf: bool) -> None:
    for name, values in CASES.items():
        for pair, difference in differences(values).items():
            nonzero = np.round(difference, 12)[np.round(difference, 12) != 0]
            tied = len(set(np.abs(nonzero))) < len(nonzero)
            method = "asymptotic" if tied or len(nonzero) > 50 else "exact"
            expected = stats.wilcoxon(nonzero, method=method, correction=False)
            found = said_by("wilcoxon", udf)[name][pair]
            assert found == pytest.approx((expected.statistic, expected.pvalue), rel=1e-10), name


@each_way
def test_sign(udf: bool) -> None:
    for name, values in CASES.items():
        for pair, difference in differences(values).items():
            wins, losses = (np.round(difference, 12) > 0).sum(), (np.round(difference, 12) < 0).sum()
            statistic, p = said_by("sign", udf)[name][pair]
            assert statistic in (wins, losses)
            assert p == pytest.approx(stats.binomtest(wins, wins + losses).pvalue, rel=1e-10), name


@each_way
def long_randomisation_tries_all_signs_where_they_are_few(udf: bool) -> None:
    found = by_measure(scored_matrices(FEW), "randomisation", udf=udf)
    for name, values in FEW.items():
        for pair, difference in differences(values).items():
            whole = np.round(10 * difference).astype(int)
            sums = [abs(np.dot(signs, whole)) for signs in product((1, -1), repeat=len(values))]
            p = found[name][pair][1]
            assert p == np.mean([each >= abs(whole.sum()) for each in sums]), name


@each_way
def long_degenerate_scores_have_defined_answers(udf: bool) -> None:
    asymptotic = stats.wilcoxon(np.full(20, 0.25), method="asymptotic", correction=False).pvalue
    shifted = dict(zip(PAIRED, (0, asymptotic, 2 * 0.5**20, 1 / 51, 0), strict=True))
    for test in PAIRED:
        found = {name: said_by(test, udf)[name]["a", "b"][1] for name in ("identical", "shifted", "one query")}
        assert found["identical"] == 1
        assert found["shifted"] == pytest.approx(shifted[test], rel=1e-10)
        assert found["one query"] is None
    # nothing in the thirteenth digit
    assert THIRTEENTH[0, 0] > THIRTEENTH[0, 1]
    assert said_by("sign", udf)["thirteenth digit"]["a", "b"] == pytest.approx((4, 2 * 0.5**4), rel=1e-12)
    expected = stats.wilcoxon([0.25, 0.25, 0.5, 0.25], method="asymptotic", correction=False).pvalue
    assert said_by("wilcoxon", udf)["thirteenth digit"]["a", "b"] == (0, pytest.approx(expected, rel=1e-10))


@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
def long_python_and_sql_draw_the_same(test: str) -> None:
    matrices = {}
    for queries in (5, 40, 64, 65, 200):
        values = np.random.default_rng(queries).integers(0, 12, (queries, 3)) / 11
        values[:, 2] = values[:, 1] + np.random.default_rng(0).normal(0, 0.1, queries)
        matrices[f"{queries}"] = values
    found = scored_matrices(matrices)
    once, twice = (by_measure(found, test, udf=udf, resamples=300, seed=9) for udf in (True, False))
    assert {(name, pair): p for name, pairs in once.items() for pair, (_, p) in pairs.items()} == {
        (name, pair): p for name, pairs in twice.items() for pair, (_, p) in pairs.items()
    }


def long_the_chance_of_randomisation_and_of_the_bootstrap_is_that_of_other_draws() -> None:
    values = np.random.default_rng(7).normal((0, 0.25), 1, (40, 2))
    difference = values[:, 0] - values[:, 1]
    others = np.random.default_rng(8)
    signs = others.choice([-1, 1], (100_000, 40))
    expected = (np.abs(signs @ difference) >= abs(difference.sum())).mean()
    found = by_test(scored_matrix(values), "randomisation", seed=3)["a", "b"][1]
    assert found == pytest.approx(expected, abs=5 * np.sqrt(expected / 10_000))
    drawn = others.choice(difference - difference.mean(), (100_000, 40))
    expected = (
        np.abs(stats.ttest_1samp(drawn, 0, axis=1).statistic) >= abs(stats.ttest_1samp(difference, 0)[0])
    ).mean()
    found = by_test(scored_matrix(values), "bootstrap", seed=3)["a", "b"][1]
    assert found == pytest.approx(expected, abs=5 * np.sqrt(expected / 10_000))


def test_randomisation_counts_what_is_there_among_the_draws() -> None:
    # nothing that is drawn is as far from 0 as this, and still the p-value is not 0
    values = np.column_stack([np.ones(60), np.zeros(60)])
    assert by_test(scored_matrix(values), "randomisation", resamples=99)["a", "b"][1] == 1 / 100


def long_another_seed_draws_otherwise() -> None:
    values = np.random.default_rng(1).random((50, 2))
    found = {by_test(scored_matrix(values), "randomisation", seed=seed)["a", "b"][1] for seed in range(5)}
    assert len(found) > 1


def long_the_draws_are_the_same_on_any_number_of_threads() -> None:
    values = np.random.default_rng(1).random((50, 12)).round(1)
    for test in ("randomisation", "bootstrap"):
        one, two, four = (
            by_test(scored_matrix(values, settings={"threads": each}), test, resamples=500) for each in (1, 2, 4)
        )
        assert one == two == four


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


def long_draws_are_even() -> None:
    for n in (2, 7, 50, 1000):
        (counts,) = list(resampling.draws(n, 2000, 1))
        assert counts.shape == (2000, n)
        assert (counts.sum(axis=1) == n).all()
        assert stats.chisquare(counts.sum(axis=0)).pvalue > 1e-4
        assert np.corrcoef(counts[:, 0], counts[:, 1])[0, 1] == pytest.approx(-1 / (n - 1), abs=0.1)


def long_large_resamples_are_taken_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.random.default_rng(1).random((70, 3))
    for test in ("randomisation", "bootstrap"):
        whole = by_test(scored_matrix(values), test, resamples=150)
        with monkeypatch.context() as patch:
            patch.setattr(resampling, "CHUNK", 1000)
            assert by_test(scored_matrix(values), test, resamples=150) == whole


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


def long_a_connection_without_the_functions_gives_the_same() -> None:
    table = pa.table(
        {
            "run": ["a", "b", "c"] * 12,
            "query_id": [f"q{query:02}" for query in range(12) for _ in range(3)],
            "metric": ["m"] * 36,
            "value": np.random.default_rng(1).random(36),
        }
    )
    options = {
        "test": [*PAIRED, "tukey", "randomised_tukey", "conover", "nemenyi"],
        "interval": "bca",
        "resamples": 100,
    }
    with duckdb.connect() as own:
        without = evalsql.compare(table, connection=own, **options).fetchall()
    for one, other in zip(without, evalsql.compare(table, **options).fetchall(), strict=True):
        assert one == tuple(pytest.approx(x, rel=1e-8) if isinstance(x, float) else x for x in other)
