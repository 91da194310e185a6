"""How alike two orderings of runs are: against SciPy, by hand, and from the recorded values of two collections."""

import csv
import math
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from matrices import of_means, random_means
from places import COLLECTIONS

import evalsql
from evalsql.comparing.correlate import COEFFICIENTS, put_correlations
from evalsql.comparing.origin import read_scores

stats = pytest.importorskip("scipy.stats")

SCIPY = {"kendall": stats.kendalltau, "spearman": stats.spearmanr, "pearson": stats.pearsonr}


def found(table: pa.Table, coefficients: Sequence[str] | str = COEFFICIENTS, udf: bool = True, p: float = 0.9) -> dict:
    """Rows by coefficient, measure and other, from the functions of Python or their twins in SQL."""
    scores = replace(read_scores(table, None), udf=udf)
    put_correlations(scores, None, coefficients, p)
    rows = scores.connection.sql("from evalsql_correlations").to_arrow_table().to_pylist()
    return {(row["coefficient"], row["measure"], row["other"]): row for row in rows}


def one_row(coefficient: str, one: Sequence[float], two: Sequence[float], udf: bool = True, p: float = 0.9) -> dict:
    """The row of two lists of means."""
    return found(of_means({"a": one, "b": two}), coefficient, udf, p)[coefficient, "a", "b"]


CASES = [(runs, levels) for runs in (3, 5, 12, 33, 34) for levels in (None, 3, 8)]


@pytest.mark.parametrize(("runs", "swaps"), [(33, 0), (33, 2), (34, 0), (34, 1), (34, 2)])
def long_orderings_that_are_nearly_the_same_have_the_p_value_of_scipy(runs: int, swaps: int) -> None:
    one, two = list(range(runs)), list(range(runs))
    for place in range(swaps):
        two[3 * place], two[3 * place + 1] = two[3 * place + 1], two[3 * place]
    row, expected = one_row("kendall", one, two), stats.kendalltau(one, two)
    assert row["value"] == pytest.approx(expected.statistic, abs=1e-12)
    assert row["p_value"] == pytest.approx(expected.pvalue, rel=1e-10)


@pytest.mark.parametrize("coefficient", ["kendall", "tau_ap", "spearman", "pearson"])
def long_a_measure_that_ties_all_runs_has_no_correlation(coefficient: str) -> None:
    # sums of the same numbers in another order
    for level in ([0.3, 0.3, 0.3], [0.1 + 0.2, 0.3, 0.3]):
        row = one_row(coefficient, level, [1, 2, 3])
        assert (row["value"], row["p_value"]) == (None, None)


def test_a_perfect_correlation_has_a_p_value_of_0() -> None:
    row = one_row("spearman", [1, 2, 3, 5], [10, 20, 30, 31])
    assert (row["value"], row["p_value"]) == (1, 0)


def by_definition(truth: Sequence[float], estimate: Sequence[float]) -> float:
    """tau_AP of two lists whose ties are broken by place."""
    runs = range(len(truth))
    place = {run: number for number, run in enumerate(sorted(runs, key=lambda run: (-truth[run], run)))}
    order = sorted(runs, key=lambda run: (-estimate[run], run))
    shares = [sum(place[above] < place[order[i]] for above in order[:i]) / i for i in range(1, len(order))]
    return 2 * math.fsum(shares) / (len(order) - 1) - 1


def long_tau_ap_is_as_defined_in_both_directions() -> None:
    for seed, (runs, levels) in enumerate(CASES[::4]):
        one, two = random_means(seed, runs, levels)
        if len(set(one)) == 1 or len(set(two)) == 1:
            continue
        rows = found(of_means({"a": one, "b": two}), "tau_ap")
        assert rows["tau_ap", "a", "b"]["value"] == pytest.approx(by_definition(one, two), abs=1e-12)
        assert rows["tau_ap", "b", "a"]["value"] == pytest.approx(by_definition(two, one), abs=1e-12)


def test_tau_ap_by_hand() -> None:
    # truth abcd; the estimate swaps the last two: shares 1, 1, 2/3; the first two: 0, 1, 1
    assert one_row("tau_ap", [4, 3, 2, 1], [4, 3, 1, 2])["value"] == pytest.approx(7 / 9, abs=1e-12)
    assert one_row("tau_ap", [4, 3, 2, 1], [3, 4, 2, 1])["value"] == pytest.approx(1 / 3, abs=1e-12)


def test_tau_ap_is_0_and_kendall_the_same_over_all_orders() -> None:
    # the paper: as tau, 0 when one of the orderings is random
    orders = list(permutations(range(4)))
    rows = found(of_means({f"m{number:02}": order for number, order in enumerate(orders)}), ("kendall", "tau_ap"))
    for coefficient in ("kendall", "tau_ap"):
        others = [row["value"] for (c, one, _), row in rows.items() if c == coefficient and one == "m00"]
        assert math.fsum(others) == pytest.approx(-1, abs=1e-12)  # with the 1 of m00 itself, 0


def rbo_by_definition(one: Sequence[float], two: Sequence[float], p: float) -> float:
    """Equation 32 of Webber, Moffat and Zobel for lists of the same runs, tied runs all at their first rank."""
    ranks = [[1 + sum(other > value for other in values) for value in values] for values in (one, two)]
    total, agreement = 0.0, 1.0
    for depth in range(1, len(one) + 1):
        first, second = ({run for run, rank in enumerate(each) if rank <= depth} for each in ranks)
        agreement = 2 * len(first & second) / (len(first) + len(second))
        total += agreement * p**depth
    return agreement * p ** len(one) + (1 - p) / p * total


def long_rank_biased_overlap_is_as_defined() -> None:
    for seed, (runs, levels) in enumerate(CASES[::4]):
        one, two = random_means(seed, runs, levels)
        p = 0.5 + seed / 11
        assert one_row("rbo", one, two, p=p)["value"] == pytest.approx(rbo_by_definition(one, two, p), abs=1e-12)


def test_rank_biased_overlap_by_hand() -> None:
    # the first two swapped: agreement 0, 1, 1; (1 - p) / p (p^2 + p^3) + p^3
    assert one_row("rbo", [3, 2, 1], [2, 3, 1], p=0.5)["value"] == pytest.approx(0.5, abs=1e-12)
    # the first two tied: agreement 2/3, 1, 1
    assert one_row("rbo", [3, 2, 1], [3, 3, 1], p=0.5)["value"] == pytest.approx(5 / 6, abs=1e-12)
    assert one_row("rbo", [3, 3, 1], [3, 3, 1], p=0.7)["value"] == pytest.approx(1, abs=1e-12)


def test_the_smallest_significant_tau_of_thirty_runs() -> None:
    row = one_row("kendall", *random_means(0, 30))
    assert row["smallest_01"] == pytest.approx(0.3319, abs=5e-5)
    assert row["smallest_05"] == pytest.approx(stats.norm.ppf(0.975) * math.sqrt(2 * 65 / (9 * 30 * 29)), abs=1e-12)
    assert one_row("rbo", *random_means(0, 30))["smallest_01"] is None


def long_no_tau_above_1_is_the_smallest_significant_one() -> None:
    rows = {runs: one_row("kendall", *random_means(0, runs)) for runs in (3, 4, 6)}
    assert [rows[runs]["smallest_05"] is None for runs in rows] == [True, False, False]
    assert [rows[runs]["smallest_01"] is None for runs in rows] == [True, True, False]


def test_a_measure_of_which_lower_is_better_is_turned_round() -> None:
    rows = found(of_means({"AP": [0.5, 0.4, 0.3, 0.1], "NDPM": [0.1, 0.2, 0.3, 0.6]}))
    for coefficient in ("kendall", "tau_ap", "spearman", "rbo"):
        assert rows[coefficient, "AP", "NDPM"]["value"] == pytest.approx(1, abs=1e-12)
    assert rows["pearson", "AP", "NDPM"]["value"] == pytest.approx(
        stats.pearsonr([0.5, 0.4, 0.3, 0.1], [-0.1, -0.2, -0.3, -0.6]).statistic, abs=1e-12
    )


def test_runs_that_one_measure_lacks_are_left_out() -> None:
    table = of_means({"a": [1, 2, 3, 4], "b": [1, 2, None, 3], "c": [1, None, None, None]})
    rows = found(table)
    assert rows["kendall", "a", "b"]["runs"] == 3
    assert rows["spearman", "a", "b"]["value"] == 1
    assert not any("c" in key for key in rows)


def long_the_same_bits_on_any_number_of_threads() -> None:
    means = (*random_means(1, 90, 20), *random_means(2, 90), *random_means(3, 90, 9))
    table = of_means(dict(zip("abcdef", means, strict=True)))
    seen = []
    for threads in (1, 2, 4):
        connection = duckdb.connect(config={"threads": threads})
        seen.append(evalsql.correlate(table, connection=connection).fetchall())
    assert seen[0] == seen[1] == seen[2]
    assert len(seen[0]) == 4 * 15 + 30


RECORDED = [each for each in ("covid_r1", "dl19_passage") if (COLLECTIONS / each / "expected").exists()]


def rows_of(path: Path) -> Iterator[dict]:
    """The rows of a file with tabs."""
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, delimiter="\t")


@pytest.fixture(params=RECORDED or [pytest.param(None, marks=pytest.mark.skip(reason="../shared/data is absent"))])
def recorded(request: pytest.FixtureRequest) -> tuple[Path, dict[str, list[float]]]:
    """The folder of recorded values, and the means of all runs, in the order of their names."""
    folder = COLLECTIONS / request.param / "expected"
    rows = list(rows_of(folder / "system_means.tsv"))
    assert [row["run"] for row in rows] == sorted(row["run"] for row in rows)
    return folder, {name: [float(row[name]) for row in rows] for name in rows[0] if name != "run"}


def as_sums_tie(means: dict[str, list[float]]) -> set[str]:
    """The measures that tie no two runs but those that the recorded values tie, which were not rounded."""
    return {name for name, each in means.items() if len(set(each)) == len(set(np.round(each, 12)))}


def long_the_recorded_correlations_are_reproduced(recorded: tuple[Path, dict[str, list[float]]]) -> None:
    folder, means = recorded
    same, rows, exact = as_sums_tie(means), found(of_means(means)), 0
    for row in rows_of(folder / "stats_rank_correlation.tsv"):
        one, two = sorted((row["measure_a"], row["measure_b"]))
        name = row["stat"].split("_")[0]
        got = rows[name, one, two]
        assert got["runs"] == int(row["n"])
        if name != "pearson" and not {one, two} <= same:
            # equal means that were added up in another order are ties here
            assert got["value"] == pytest.approx(float(row["value"]), abs=0.05)
            expected = SCIPY[name](np.round(means[one], 12), np.round(means[two], 12))
            assert got["value"] == pytest.approx(expected.statistic, abs=1e-10)
            assert got["p_value"] == pytest.approx(expected.pvalue, rel=1e-8)
            continue
        assert got["value"] == pytest.approx(float(row["value"]), abs=1e-10)
        assert got["p_value"] == pytest.approx(float(row["pvalue"]), rel=1e-8)
        exact += 1
    assert exact >= 80


def test_the_recorded_tau_ap_is_reproduced(recorded: tuple[Path, dict[str, list[float]]]) -> None:
    folder, means = recorded
    same, rows, exact = as_sums_tie(means), found(of_means(means), "tau_ap"), 0
    for row in rows_of(folder / "stats_tauap.tsv"):
        got = rows["tau_ap", row["measure_a"], row["measure_b"]]["value"]
        if {row["measure_a"], row["measure_b"]} <= same:
            assert got == pytest.approx(float(row["value"]), abs=1e-10)
            exact += 1
        else:
            assert got == pytest.approx(float(row["value"]), abs=0.05)
            rounded = (np.round(means[row[each]], 12) for each in ("measure_a", "measure_b"))
            assert got == pytest.approx(by_definition(*rounded), abs=1e-10)
    assert exact >= 6


@pytest.mark.parametrize("runs", [6, 24, 40])
def long_the_same_ordering_has_a_tau_of_just_1(runs: int) -> None:
    means = np.arange(runs) / 10
    found = evalsql.correlate(
        pa.table({"run": [f"r{i}" for i in range(runs)] * 2, "query_id": ["1"] * 2 * runs,
                  "metric": ["A"] * runs + ["B"] * runs, "value": [*means, *(means**2)]}),
        coefficients="kendall",
    )  # fmt: skip
    ((value,),) = found.select("value").fetchall()
    assert value == 1


@pytest.mark.parametrize("udf", [True, False], ids=["functions", "SQL"])
def long_the_coefficients_and_their_p_values_are_those_of_scipy(udf: bool) -> None:
    # many measures at once, so that none disturbs another
    for seed, (runs, levels) in enumerate(CASES if udf else CASES[::5]):
        means = {}
        for number in range(2):
            means[f"m{2 * number}"], means[f"m{2 * number + 1}"] = random_means(100 * seed + number, runs, levels)
        means["m4"] = list(-np.asarray(means["m0"]))
        for (coefficient, one, two), row in found(of_means(means), ("kendall", "spearman", "pearson"), udf).items():
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                expected = SCIPY[coefficient](means[one], means[two])
            assert row["runs"] == runs
            if math.isnan(expected.statistic):
                assert (row["value"], row["p_value"]) == (None, None)
                continue
            assert row["value"] == pytest.approx(expected.statistic, abs=1e-10)
            # where the last digits of 1 - abs(r) are what is left of it, so they are of the p-value
            perfect = coefficient == "pearson" and abs(expected.statistic) > 1 - 1e-12
            assert row["p_value"] == pytest.approx(expected.pvalue, rel=1e-9, abs=1e-7 if perfect else 1e-12)


@pytest.mark.parametrize("udf", [True, False], ids=["functions", "SQL"])
def long_two_runs_agree_or_not_and_that_says_nothing(udf: bool) -> None:
    for two, value in (([1, 2], 1), ([2, 1], -1)):
        for coefficient in ("kendall", "spearman", "pearson"):
            row = one_row(coefficient, [0.1, 0.2], two, udf)
            assert (row["value"], row["p_value"]) == (pytest.approx(value, abs=1e-12), 1)
        assert one_row("tau_ap", [0.1, 0.2], two)["value"] == value
