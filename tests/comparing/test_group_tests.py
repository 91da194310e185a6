"""Tests of all runs at once, with functions of Python and in SQL alone, against SciPy, scikit-posthocs, statsmodels."""

import json
from functools import cache
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from in_process import output
from matrices import scored_matrices
from places import COLLECTIONS
from pyarrow import parquet
from scipy import stats
from statsmodels.stats.anova import AnovaRM

import evalsql
from evalsql.comparing.score_source import read_scores
from evalsql.comparing.scores import Scores
from evalsql.connections import fetch_all
from evalsql.render import statements
from evalsql.udfs.permutations import keys

RANDOM = np.random.default_rng(6)
# scores of runs (columns) on queries (rows)
MATRICES = {
    "plain": RANDOM.uniform(0, 1, (20, 5)) + RANDOM.normal(0, 0.3, (20, 1)) + np.arange(5) / 20,
    "close": RANDOM.normal(0.5, 1e-3, (50, 8)),
    "tied": RANDOM.integers(0, 4, (15, 6)) / 3 + RANDOM.normal(0, 1e-15, (15, 6)),
    "two runs": RANDOM.uniform(0, 1, (10, 2)),
    "two queries": np.array([[0.1, 0.2, 0.3, 0.5], [0.2, 0.1, 0.5, 0.4]]),
    "one alike": np.repeat(RANDOM.uniform(0, 1, (12, 3)), [1, 2, 1], axis=1),
}
DEGENERATE = {
    "identical": np.repeat(RANDOM.uniform(0, 1, (7, 1)), 3, axis=1),
    "constant": np.full((5, 3), 0.1),
    "shifted": RANDOM.uniform(0, 1, (6, 1)) + np.array([[0.1, 0.3, 0.3, 0.7]]),
    "one query": RANDOM.uniform(0, 1, (1, 4)),
}
VALUES = {"resamples": 1000, "seed": 42}
BY_PAIRS = ("tukey", "conover", "nemenyi", "randomised_tukey")
BY_RUNS = ("anova", "friedman")
each_way = pytest.mark.parametrize("udf", [True, False], ids=["Python", "SQL"])


def opposed(matrices: dict[str, np.ndarray]) -> Scores:
    scores = scored_matrices(matrices)
    scores.oppose()
    return scores


@pytest.fixture(scope="module")
def both() -> Scores:
    return opposed(MATRICES | DEGENERATE)


@cache
def said_by(scores: Scores, test: str, udf: bool = True, **values: int) -> dict[tuple, tuple]:
    """What a test says, by measure and what is compared."""
    select = statements.comparison("significance", test, udf)
    rows = fetch_all(scores.connection, select, {name: value for name, value in values.items() if f"${name}" in select})
    named = 3 if test in (*BY_PAIRS, "mann_whitney") else 1
    return {row[:named]: row[named:] for row in rows}


def p_values(scores: Scores, test: str, name: str, matrix: np.ndarray, udf: bool = True, **values: int) -> np.ndarray:
    """The p-values of a test of pairs, as a matrix with 1 where a run meets itself."""
    rows, found = said_by(scores, test, udf, **VALUES | values), np.ones((matrix.shape[1],) * 2)
    for one, two in combinations(range(matrix.shape[1]), 2):
        a, b = chr(ord("a") + one), chr(ord("a") + two)
        found[one, two] = found[two, one] = (rows.get((name, a, b)) or rows[name, b, a])[1]
    return found


def split(matrix: np.ndarray) -> tuple[np.ndarray, float, int]:
    """The means of the runs, the residual variance and its degrees of freedom, by what is left over."""
    rest = matrix - matrix.mean(axis=0) - matrix.mean(axis=1, keepdims=True) + matrix.mean()
    freedom = (matrix.shape[0] - 1) * (matrix.shape[1] - 1)
    return matrix.mean(axis=0), (rest**2).sum() / freedom, freedom


@each_way
def test_the_analysis_of_variance_is_that_of_statsmodels_and_of_least_squares(both: Scores, udf: bool) -> None:
    names = "runs, queries, mean, run_squares, query_squares, error_squares, error_variance, query_f, query_p"
    variances = statements.comparison("scores", "variances", udf)
    found = {metric: row for metric, *row in fetch_all(both.connection, f"select metric, {names} from ({variances})")}
    for name, matrix in MATRICES.items():
        scores = scored_matrices({name: matrix}).connection.sql("from evalsql_scores").df()
        expected = AnovaRM(scores, "value", "query_id", within=["run"]).fit().anova_table.iloc[0]
        f, df, error_df, p = said_by(both, "anova", udf)[(name,)]
        assert (df, error_df) == (expected["Num DF"], expected["Den DF"])
        assert [f, p] == pytest.approx([expected["F Value"], expected["Pr > F"]], rel=1e-9)

        queries, runs = matrix.shape
        means, variance, df = split(matrix)
        query_squares = runs * ((matrix.mean(axis=1) - matrix.mean()) ** 2).sum()
        f = query_squares / (queries - 1) / variance
        squares = queries * ((means - matrix.mean()) ** 2).sum(), query_squares, variance * df
        expected = [runs, queries, matrix.mean(), *squares, variance, f, stats.f.sf(f, queries - 1, df)]
        assert found[name] == pytest.approx(expected, rel=1e-10)


def test_tests_of_all_runs_are_compared_by_name(tmp_path: Path) -> None:
    given = {"plain": MATRICES["plain"], "squared": MATRICES["plain"][:, ::-1] ** 2}
    scores = opposed(given)
    table = scores.connection.sql("from evalsql_scores").to_arrow_table()
    found = evalsql.compare(table, test=["friedman", "anova"]).fetchall()
    for name, test in product(given, BY_RUNS):
        statistic, df, error_df, p = said_by(scores, test)[(name,)]
        row = name, test, *given[name].shape[::-1], statistic, df, error_df, p, p < 0.05
        assert found.pop(0) == tuple(
            each if each is None or isinstance(each, str) else pytest.approx(each) for each in row
        )
    path = f"{tmp_path / 'scores.parquet'}"
    parquet.write_table(table, path)
    printed = [output("compare", path, "--test", "anova", "--format", each) for each in ("csv", "json", "markdown")]
    f, df, error_df, p = said_by(scores, "anova")[("plain",)]
    assert printed[0].splitlines()[1].startswith(f"plain,anova,5,20,{f},{df},{error_df},{p},")
    assert [row["statistic"] for row in json.loads(printed[1])] == [f, said_by(scores, "anova")[("squared",)][0]]
    assert f"| plain | analysis of variance | 5 | 20 | {f:.2f} | 4, 76 |" in printed[2]


def test_what_tests_of_all_runs_leave_no_place_for_is_refused() -> None:
    scores = scored_matrices({"plain": MATRICES["plain"]}).connection.sql("from evalsql_scores").to_arrow_table()
    together = "is of all runs together"
    for question, asked, said in (
        (evalsql.compare, {"test": ["anova", "sign"]}, f"anova {together} and sign of pairs; name tests of one kind"),
        (
            evalsql.compare,
            {"test": "anova", "baseline": "a"},
            f"baseline is for tests of pairs of runs, and anova {together}",
        ),
        (evalsql.compare, {"test": "kruskal_wallis"}, "the test kruskal_wallis is of categories and has no place here"),
        (evalsql.discriminate, {"test": "anova"}, f"the test anova {together} and has no place here"),
    ):
        with pytest.raises(evalsql.InputError, match=f"^{said}"):
            question(scores, **asked)


def test_tukey_of_two_runs_is_the_paired_t_test(both: Scores) -> None:
    ((_, p),) = [row for key, row in said_by(both, "tukey", **VALUES).items() if key[0] == "two runs"]
    assert p == pytest.approx(stats.ttest_rel(*MATRICES["two runs"].T).pvalue, rel=1e-10)


@each_way
def long_tukey_is_by_the_studentized_range(both: Scores, udf: bool) -> None:
    for name, matrix in MATRICES.items():
        means, variance, df = split(matrix)
        q = np.abs(means[:, None] - means) / np.sqrt(variance / len(matrix))
        expected = stats.studentized_range.sf(q, len(means), df)
        assert p_values(both, "tukey", name, matrix, udf) == pytest.approx(expected, abs=1e-10), name


@each_way
def test_tests_of_ranks_are_those_of_scipy_and_scikit_posthocs(both: Scores, udf: bool) -> None:
    scikit_posthocs = pytest.importorskip("scikit_posthocs")  # which loads Matplotlib
    for name, given in MATRICES.items():
        matrix = given.round(12)
        statistic, df, error_df, p = said_by(both, "friedman", udf)[(name,)]
        assert (df, error_df) == (matrix.shape[1] - 1, None)
        if df > 1:
            expected = stats.friedmanchisquare(*matrix.T)
        else:  # SciPy has none of two runs: McNemar's statistic of who is above on how many
            wins, losses = (matrix[:, 0] > matrix[:, 1]).sum(), (matrix[:, 0] < matrix[:, 1]).sum()
            chi2 = (wins - losses) ** 2 / (wins + losses)
            expected = chi2, stats.chi2.sf(chi2, 1)
        assert (statistic, p) == pytest.approx(tuple(expected), rel=1e-10), name
        expected = scikit_posthocs.posthoc_nemenyi_friedman(matrix).to_numpy()
        assert p_values(both, "nemenyi", name, matrix, udf) == pytest.approx(expected, abs=1e-10), name
        expected = scikit_posthocs.posthoc_conover_friedman(matrix).to_numpy()
        assert p_values(both, "conover", name, matrix, udf) == pytest.approx(expected, rel=1e-10), name


@pytest.mark.parametrize("test", [*BY_PAIRS, *BY_RUNS])
def long_sql_alone_says_the_same(both: Scores, test: str) -> None:
    python, sql = (said_by(both, test, udf, **VALUES) for udf in (True, False))
    assert python.keys() == sql.keys()
    assert len(python) >= len(MATRICES) + len(DEGENERATE)
    for key, row in python.items():
        if test == "randomised_tukey":
            assert sql[key] == row
        for one, two in zip(row, sql[key], strict=True):
            assert two == (one if one is None else pytest.approx(one, rel=1e-10, abs=1e-12)), key


@each_way
def test_degenerate_scores_have_defined_answers(both: Scores, udf: bool) -> None:
    assert [said_by(both, "anova", udf)[(name,)] for name in DEGENERATE] == [
        (0, 2, 12, 1),
        (0, 2, 8, 1),
        (float("inf"), 3, 15, 0),
        (None, 3, 0, None),
    ]
    friedman = [said_by(both, "friedman", udf)[(name,)] for name in DEGENERATE]
    assert [(statistic, p) for statistic, _, _, p in friedman[:2]] == [(0, 1), (0, 1)]
    assert friedman[2][0] == pytest.approx(stats.friedmanchisquare(*DEGENERATE["shifted"].round(12).T).statistic)
    assert friedman[3] == (None, 3, None, None)
    for test in BY_PAIRS:
        for (name, *runs), (_, p) in said_by(both, test, udf, **VALUES).items():
            if name in ("identical", "constant") or (name == "shifted" and set(runs) == {"b", "c"}):
                assert p == 1, (test, name)
            elif name == "one query":
                assert p is None, (test, name)
            elif name == "shifted" and test in ("tukey", "conover"):
                assert p == 0, (test, name)


def deal(matrix: np.ndarray, deals: int) -> np.ndarray:
    """The p-values of randomised Tukey by NumPy's own generator."""
    generator = np.random.default_rng(1)
    dealt = generator.permuted(np.broadcast_to(matrix, (deals, *matrix.shape)), axis=2).mean(axis=1)
    extents = np.sort(dealt.max(axis=1) - dealt.min(axis=1))
    means = matrix.mean(axis=0)
    reached = deals - np.searchsorted(extents, np.abs(means[:, None] - means) - 1e-12)
    return (reached + 1) / (deals + 1)


def test_randomised_tukey_is_that_of_another_generator(both: Scores) -> None:
    for name in ("plain", "tied", "two queries"):
        found = p_values(both, "randomised_tukey", name, MATRICES[name], resamples=10000, seed=7)
        expected = deal(MATRICES[name], 10000)
        far = np.abs(found - expected) - 5 * np.sqrt(2 * expected * (1 - expected) / 10000)
        np.fill_diagonal(far, 0)
        assert (far <= 1e-12).all(), name


def test_deals_depend_on_the_seed_alone_and_every_order_of_runs_is_dealt_alike(both: Scores) -> None:
    one = said_by(both, "randomised_tukey", resamples=300, seed=1)
    said_by.cache_clear()
    assert one == said_by(both, "randomised_tukey", resamples=300, seed=1)
    assert one != said_by(both, "randomised_tukey", resamples=300, seed=2)
    hashes = np.random.default_rng(6).integers(0, 2**64, 3000, dtype=np.uint64)
    orders = keys(hashes, 5, 4).argsort(axis=2)
    for query in range(5):
        _, counts = np.unique(orders[:, query] @ [64, 16, 4, 1], return_counts=True)
        assert len(counts) == 24
        assert stats.chisquare(counts).pvalue > 1e-4
    _, counts = np.unique(orders[:, 0, 0] * 4 + orders[:, 1, 0], return_counts=True)
    assert stats.chisquare(counts).pvalue > 1e-4


@each_way
def long_any_number_of_threads_gives_the_same_bits(both: Scores, udf: bool) -> None:
    found = []
    for threads in (1, 4):
        both.connection.execute(f"set threads = {threads}")
        both.make("variances", "rank_sums")
        said_by.cache_clear()
        found.append([said_by(both, test, udf, **VALUES) for test in ("anova", "conover", "randomised_tukey")])
    both.connection.execute("reset threads")
    assert found[0] == found[1]


@pytest.mark.skipif(not COLLECTIONS.is_dir(), reason="needs ../shared/data")
def test_the_textbook_example() -> None:
    book = COLLECTIONS / "golden" / "elinor" / "sakai-book"
    columns = [
        np.genfromtxt(book / f"{file}.csv", delimiter=",", names=True, deletechars="")["ndcg@5"] for file in "XYZ"
    ]
    matrix = np.column_stack(columns)
    scores = opposed({"nDCG@5": matrix})
    names = "run_squares, run_variance, run_f, run_p, query_squares, query_f, query_p, error_squares, error_variance"
    ((*found,),) = fetch_all(scores.connection, f"select {names} from evalsql_variances")
    expected = [0.1083, 0.0542, 2.4749, 0.0976, 1.0293, 2.4754, 0.0086, 0.8317, 0.0219]
    assert found == pytest.approx(expected, abs=5.1e-5)
    assert said_by(scores, "anova")[("nDCG@5",)] == (found[2], 2, 38, found[3])
    p = p_values(scores, "randomised_tukey", "nDCG@5", matrix)[[0, 0, 1], [1, 2, 2]]
    # many a deal is as far apart as the runs; there the book's program, without tolerance, counts as rounding has it
    assert (p >= np.array([0.2561, 0.1040, 0.8926]) - 0.03).all()
    assert p == pytest.approx(deal(matrix, 10000)[[0, 0, 1], [1, 2, 2]], abs=5 * np.sqrt(0.25 / VALUES["resamples"]))
    assert p[1:] == pytest.approx([0.1040, 0.8926], abs=5 * np.sqrt(0.1 / VALUES["resamples"]))


GROUPS = {
    "small": [RANDOM.normal(0, 1, 4), RANDOM.normal(1, 1, 7), RANDOM.normal(0, 1, 5)],
    "large": [RANDOM.normal(0, 1, 12), RANDOM.normal(0.5, 1, 15), RANDOM.normal(0, 1, 9)],
    "uneven": [RANDOM.normal(0, 1, 3), RANDOM.normal(3, 1, 40), RANDOM.normal(0, 1, 1)],
    "tied": [RANDOM.integers(0, 4, size) / 3 + RANDOM.normal(0, 1e-15, size) for size in (6, 8, 11)],
    "all tied": [np.full(size, 0.3) for size in (2, 3, 4)],
}


@pytest.fixture(scope="module")
def grouped() -> Scores:
    """Scores of a measure for each case, whose runs are in categories but one."""
    rows = [
        (f"{name} c{kind}r{place:02}", name, f"c{kind}", value)
        for name, groups in GROUPS.items()
        for kind, group in enumerate(groups)
        for place, value in enumerate(group)
    ]
    rows += [("in none", name, None, 9.0) for name in GROUPS]
    runs, names, kinds, values = map(list, zip(*rows, strict=True))
    scores = read_scores(pa.table({"run": runs, "query_id": ["q"] * len(rows), "metric": names, "value": values}), None)
    scores.oppose()
    scores.connection.register("given", pa.table({"metric": names, "run": runs, "category": kinds}))
    scores.connection.execute(
        "create or replace temp table evalsql_categories as from given where category is not null"
    )
    return scores


@each_way
def test_categories_are_compared_as_by_scipy(grouped: Scores, udf: bool) -> None:
    together, pairs = said_by(grouped, "kruskal_wallis", udf), said_by(grouped, "mann_whitney", udf)
    for name, given in GROUPS.items():
        groups = [group.round(12) for group in given]
        statistic, df, error_df, p = together[(name,)]
        assert (df, error_df) == (2, None)
        expected = (0, 1) if name == "all tied" else tuple(stats.kruskal(*groups))
        assert (statistic, p) == pytest.approx(expected, rel=1e-10)
        found = {key[1:]: row for key, row in pairs.items() if key[0] == name}
        assert sorted(found) == [("c0", "c1"), ("c0", "c2"), ("c1", "c2")]
        for (one, two), row in found.items():
            expected = stats.mannwhitneyu(groups[int(one[1])], groups[int(two[1])])
            p = 1 if name == "all tied" else expected.pvalue  # of which later versions of scipy say nan
            assert row == pytest.approx((expected.statistic, p), rel=1e-10), name
