"""The paired tests, held against SciPy and against their own definitions, in Python and in SQL."""

from itertools import combinations, product

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from matrices import by_test, scored_matrix
from places import COLLECTIONS
from scipy import stats

import evalsql
from evalsql.comparing.compare import decide, put_comparisons
from evalsql.udfs import resampling

CLOSE = {"rel": 1e-10, "abs": 1e-300}
CASES = {
    "uniform": np.random.default_rng(1).random((50, 4)),
    "ties": np.random.default_rng(2).integers(0, 4, (30, 4)) / 10,
    "nearly the same": 0.5 + 1e-9 * np.random.default_rng(3).random((20, 3)),
    "two queries": np.array([[0.1, 0.5, 0.3], [0.9, 0.2, 0.3]]),
    "far apart": np.random.default_rng(4).normal((0, 0.5), 0.01, (60, 2)),
    "many queries": np.random.default_rng(5).normal(0, 1, (300, 3)),
}
each_case = pytest.mark.parametrize("values", CASES.values(), ids=CASES.keys())
each_way = pytest.mark.parametrize("udf", [True, False], ids=["Python", "SQL"])


def differences(values: np.ndarray) -> dict[tuple[str, str], np.ndarray]:
    names = [chr(ord("a") + place) for place in range(values.shape[1])]
    return {
        (names[one], names[other]): values[:, one] - values[:, other]
        for one, other in combinations(range(len(names)), 2)
    }


@pytest.mark.quick(5)
@each_way
@each_case
def test_students_t(values: np.ndarray, udf: bool) -> None:
    found = by_test(scored_matrix(values), "paired_t", udf=udf)
    for pair, difference in differences(values).items():
        expected = stats.ttest_1samp(difference, 0)
        statistic, p = found[pair]
        assert abs(statistic) == pytest.approx(abs(expected.statistic), **CLOSE)
        # SQL works out a p-value from logarithms, whose digits are fewer the farther out it lies
        assert p == pytest.approx(expected.pvalue, rel=1e-10 if udf or expected.pvalue > 1e-30 else 1e-8)


@pytest.mark.quick(5)
@each_way
@each_case
def test_wilcoxon(values: np.ndarray, udf: bool) -> None:
    found = by_test(scored_matrix(values), "wilcoxon", udf=udf)
    for pair, difference in differences(values).items():
        nonzero = np.round(difference, 12)[np.round(difference, 12) != 0]
        tied = len(set(np.abs(nonzero))) < len(nonzero)
        method = "asymptotic" if tied or len(nonzero) > 50 else "exact"
        expected = stats.wilcoxon(nonzero, method=method, correction=False)
        assert found[pair] == pytest.approx((expected.statistic, expected.pvalue), rel=1e-10)


@pytest.mark.quick(5)
@each_way
@each_case
def test_sign(values: np.ndarray, udf: bool) -> None:
    found = by_test(scored_matrix(values), "sign", udf=udf)
    for pair, difference in differences(values).items():
        wins, losses = (np.round(difference, 12) > 0).sum(), (np.round(difference, 12) < 0).sum()
        statistic, p = found[pair]
        assert statistic in (wins, losses)
        assert p == pytest.approx(stats.binomtest(wins, wins + losses).pvalue, rel=1e-10)


@each_way
@pytest.mark.quick(3)
@pytest.mark.parametrize("queries", [2, 3, 8, 12])
def test_randomisation_tries_all_signs_where_they_are_few(queries: int, udf: bool) -> None:
    # of tenths, so that many sums are the same but for their last digits
    values = np.random.default_rng(queries).integers(0, 10, (queries, 3)) / 10
    found = by_test(scored_matrix(values), "randomisation", udf=udf)
    for pair, difference in differences(values).items():
        whole = np.round(10 * difference).astype(int)
        sums = [abs(np.dot(signs, whole)) for signs in product((1, -1), repeat=queries)]
        assert found[pair][1] == np.mean([each >= abs(whole.sum()) for each in sums])


@pytest.mark.quick(queries={5, 65})
@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
@pytest.mark.parametrize("queries", [5, 40, 64, 65, 200])
def test_python_and_sql_draw_the_same(test: str, queries: int) -> None:
    values = np.random.default_rng(queries).integers(0, 12, (queries, 3)) / 11
    values[:, 2] = values[:, 1] + np.random.default_rng(0).normal(0, 0.1, queries)
    once, twice = (by_test(scored_matrix(values), test, udf=udf, resamples=300, seed=9) for udf in (True, False))
    assert {pair: p for pair, (_, p) in once.items()} == {pair: p for pair, (_, p) in twice.items()}


def test_the_chance_of_randomisation_and_of_the_bootstrap_is_that_of_other_draws() -> None:
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


def test_another_seed_draws_otherwise() -> None:
    values = np.random.default_rng(1).random((50, 2))
    found = {by_test(scored_matrix(values), "randomisation", seed=seed)["a", "b"][1] for seed in range(5)}
    assert len(found) > 1


@pytest.mark.quick(threads=2)
@pytest.mark.parametrize("threads", [1, 2, 4])
def test_the_draws_are_the_same_on_any_number_of_threads(threads: int) -> None:
    values = np.random.default_rng(1).random((50, 12)).round(1)
    for test in ("randomisation", "bootstrap"):
        one, other = (
            by_test(scored_matrix(values, settings={"threads": each}), test, resamples=500) for each in (1, threads)
        )
        assert one == other


PAIRED = ["paired_t", "wilcoxon", "sign", "randomisation", "bootstrap"]


@each_way
@pytest.mark.quick(3)
@pytest.mark.parametrize("test", PAIRED)
def test_identical_runs_do_not_differ(test: str, udf: bool) -> None:
    values = np.random.default_rng(1).random((20, 1)).repeat(2, axis=1)
    assert by_test(scored_matrix(values), test, udf=udf, resamples=50)["a", "b"][1] == 1


@each_way
@pytest.mark.quick(3)
@pytest.mark.parametrize(
    ("test", "expected"),
    [("paired_t", 0), ("wilcoxon", None), ("sign", 2 * 0.5**20), ("randomisation", 1 / 51), ("bootstrap", 0)],
)
def test_runs_that_always_differ_by_the_same(test: str, expected: float | None, udf: bool) -> None:
    values = np.column_stack([np.full(20, 0.75), np.full(20, 0.5)])
    if expected is None:
        expected = stats.wilcoxon(values[:, 0] - values[:, 1], method="asymptotic", correction=False).pvalue
    assert by_test(scored_matrix(values), test, udf=udf, resamples=50)["a", "b"][1] == pytest.approx(
        expected, rel=1e-10
    )


@each_way
@pytest.mark.quick(3)
@pytest.mark.parametrize("test", PAIRED)
def test_one_query_says_nothing(test: str, udf: bool) -> None:
    assert by_test(scored_matrix([[0.1, 0.9]]), test, udf=udf, resamples=50)["a", "b"][1] is None


@pytest.mark.quick(3)
@pytest.mark.parametrize("test", PAIRED)
def test_a_pair_is_compared_on_the_queries_that_both_have_a_value_for(test: str) -> None:
    values = np.random.default_rng(1).random((20, 3))
    values[3:7, 0] = np.nan
    values[15:, 1] = np.nan
    found = by_test(scored_matrix(values), test, resamples=200)
    for pair, columns in {("a", "b"): [0, 1], ("a", "c"): [0, 2], ("b", "c"): [1, 2]}.items():
        both = values[~np.isnan(values[:, columns]).any(axis=1)][:, columns]
        assert found[pair][1] == by_test(scored_matrix(both), test, resamples=200)["a", "b"][1]


def test_draws_are_even() -> None:
    for n in (2, 7, 50, 1000):
        (counts,) = list(resampling.draws(n, 2000, 1))
        assert counts.shape == (2000, n)
        assert (counts.sum(axis=1) == n).all()
        assert stats.chisquare(counts.sum(axis=0)).pvalue > 1e-4
        assert np.corrcoef(counts[:, 0], counts[:, 1])[0, 1] == pytest.approx(-1 / (n - 1), abs=0.1)


def test_large_resamples_are_taken_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.random.default_rng(1).random((70, 3))
    for test in ("randomisation", "bootstrap"):
        whole = by_test(scored_matrix(values), test, resamples=150)
        with monkeypatch.context() as patch:
            patch.setattr(resampling, "CHUNK", 1000)
            assert by_test(scored_matrix(values), test, resamples=150) == whole


BOOK = COLLECTIONS / "golden" / "elinor" / "sakai-book"


@pytest.mark.skipif(not BOOK.is_dir(), reason=f"the textbook's example is not at {BOOK}")
def test_the_example_of_a_textbook() -> None:
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


@pytest.mark.slow
def test_a_connection_without_the_functions_gives_the_same() -> None:
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


@each_way
def test_the_thirteenth_digit_is_no_difference(udf: bool) -> None:
    values = np.array([[0.3 + 2e-13, 0.3]] * 3 + [[0.5, 0.25], [0.75, 0.5], [1, 0.5], [0.25, 0]])
    assert values[0, 0] > values[0, 1]
    assert by_test(scored_matrix(values), "sign", udf=udf)["a", "b"] == pytest.approx((4, 2 * 0.5**4), rel=1e-12)
    expected = stats.wilcoxon([0.25, 0.25, 0.5, 0.25], method="asymptotic", correction=False).pvalue
    assert by_test(scored_matrix(values), "wilcoxon", udf=udf)["a", "b"] == (0, pytest.approx(expected, rel=1e-10))
