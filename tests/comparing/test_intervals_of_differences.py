"""Intervals of a difference, held against SciPy on the same draws."""

import numpy as np
import pytest
from matrices import scored_matrix
from scipy import stats
from scipy.stats._resampling import BootstrapResult

from evalsql.comparing.compare import decide
from evalsql.render import statements
from evalsql.udfs import resampling

VALUES = np.random.default_rng(1).beta(0.5, 2, (40, 2))
each_way = pytest.mark.parametrize("udf", [True, False], ids=["Python", "SQL"])


def interval(values: np.ndarray, name: str, *, udf: bool = True, **options) -> tuple[float, float]:
    """The interval of the first run less the second."""
    found = scored_matrix(values)
    found.oppose(baseline="b")
    select = statements.comparison("intervals", name, udf)
    given = decide(interval=name, **options).values
    asked = {each: value for each, value in given.items() if f"${each}" in select}
    ((lower, upper),) = found.connection.execute(
        f"select lower, upper from ({select}) where run = 'a'", asked
    ).fetchall()
    return lower, upper


@each_way
def test_students_interval(udf: bool) -> None:
    for alpha in (0.05, 0.01):
        expected = stats.ttest_rel(*VALUES.T).confidence_interval(1 - alpha)
        assert interval(VALUES, "student", udf=udf, alpha=alpha) == pytest.approx(tuple(expected), rel=1e-10)


@each_way
@pytest.mark.quick(3)
@pytest.mark.parametrize(("name", "method"), [("percentile", "percentile"), ("bca", "BCa")])
@pytest.mark.parametrize("tenths", [False, True])
def test_bootstrap_intervals(name: str, method: str, tenths: bool, udf: bool) -> None:
    values = VALUES.round(1) if tenths else VALUES
    difference = values[:, 0] - values[:, 1]
    (counts,) = list(resampling.draws(40, 500, 4))
    # SciPy takes rounding for differences between means that are the same
    means = (counts @ difference / 40).round(13)
    before = BootstrapResult(confidence_interval=None, bootstrap_distribution=means, standard_error=None)
    observed = difference.mean().round(13)
    expected = stats.bootstrap(
        (difference,),
        lambda sample, axis: sample.mean(axis=axis).round(13) if sample.ndim > 1 else observed,
        n_resamples=0,
        bootstrap_result=before,
        method=method,
    ).confidence_interval
    found = interval(values, name, udf=udf, resamples=500, seed=4)
    assert found == pytest.approx(tuple(expected), abs=1e-10)


@pytest.mark.slow
@each_way
def test_intervals_by_the_analysis_of_variance(udf: bool) -> None:
    values = np.random.default_rng(3).random((12, 4))
    error = values - values.mean(axis=0) - values.mean(axis=1)[:, None] + values.mean()
    variance = (error**2).sum() / (3 * 11)
    difference = values[:, 0].mean() - values[:, 1].mean()
    margin = stats.t.ppf(0.975, 33) * np.sqrt(2 * variance / 12)
    assert interval(values, "anova", udf=udf) == pytest.approx((difference - margin, difference + margin), rel=1e-9)
    margin = stats.studentized_range.ppf(0.95, 4, 33) * np.sqrt(variance / 12)
    assert interval(values, "tukey", udf=udf) == pytest.approx((difference - margin, difference + margin), rel=1e-7)


def test_tukeys_interval_of_two_runs_is_students() -> None:
    assert interval(VALUES, "tukey") == pytest.approx(interval(VALUES, "student"), rel=1e-8)


@each_way
@pytest.mark.quick(3)
@pytest.mark.parametrize("name", ["student", "percentile", "bca", "anova", "tukey"])
def test_differences_that_are_all_the_same_have_no_width(name: str, udf: bool) -> None:
    values = np.column_stack([np.full(10, 0.75), np.full(10, 0.5)])
    assert interval(values, name, udf=udf, resamples=50) == pytest.approx((0.25, 0.25), rel=1e-12)


@pytest.mark.quick(2)
@pytest.mark.parametrize("name", ["student", "percentile", "bca", "anova", "tukey"])
def test_one_query_has_no_interval(name: str) -> None:
    assert interval(np.array([[0.1, 0.4]]), name, resamples=50) == (None, None)
