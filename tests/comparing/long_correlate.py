"""Coefficients of correlation and their p-values are those of SciPy, in Python and in SQL."""

import math
import warnings

import numpy as np
import pytest
from matrices import of_means, random_means
from test_correlate import CASES, SCIPY, found, one_row


@pytest.mark.parametrize("udf", [True, False], ids=["functions", "SQL"])
def test_the_coefficients_and_their_p_values_are_those_of_scipy(udf: bool) -> None:
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
def test_two_runs_agree_or_not_and_that_says_nothing(udf: bool) -> None:
    for two, value in (([1, 2], 1), ([2, 1], -1)):
        for coefficient in ("kendall", "spearman", "pearson"):
            row = one_row(coefficient, [0.1, 0.2], two, udf)
            assert (row["value"], row["p_value"]) == (pytest.approx(value, abs=1e-12), 1)
        assert one_row("tau_ap", [0.1, 0.2], two)["value"] == value
