"""Intervals of a difference, held against SciPy on the same draws."""

from functools import cache

import numpy as np
import pytest
from matrices import scored_matrices
from scipy import stats
from scipy.stats._resampling import BootstrapResult

from evalsql.comparing.compare import decide
from evalsql.comparing.scores import Scores
from evalsql.render import statements
from evalsql.udfs import resampling

VALUES = np.random.default_rng(1).beta(0.5, 2, (40, 2))
FOUR = np.random.default_rng(3).random((12, 4))
SKEW = np.zeros((30, 2))
SKEW[0, 0] = 1  # as skew as can be
CASES = {
    "values": VALUES,
    "tenths": VALUES.round(1),
    "four": FOUR,
    "alike": np.column_stack([np.full(10, 0.75), np.full(10, 0.5)]),
    "one query": np.array([[0.1, 0.4]]),
    "skew": SKEW,
}
each_way = pytest.mark.parametrize("udf", [True, False], ids=["Python", "SQL"])


@cache
def scores() -> Scores:
    """The scores of all cases, each of a measure of its name, against run b."""
    found = scored_matrices(CASES)
    found.oppose(baseline="b")
    return found


def intervals(name: str, *, udf: bool = True, **options) -> dict[str, tuple[float, float]]:
    """The interval of the first run less the second, by case."""
    select = statements.comparison("intervals", name, udf)
    given = decide(interval=name, **options).values
    asked = {each: value for each, value in given.items() if f"${each}" in select}
    rows = scores().connection.execute(f"select metric, lower, upper from ({select}) where run = 'a'", asked)
    return {metric: tuple(limits) for metric, *limits in rows.fetchall()}


def assert_no_width(found: dict[str, tuple[float, float]]) -> None:
    """Fails where differences that are all the same have a width, or one query an interval."""
    assert found["alike"] == pytest.approx((0.25, 0.25), rel=1e-12)
    assert found["one query"] == (None, None)


@each_way
def test_students_interval(udf: bool) -> None:
    for alpha in (0.05, 0.01):
        expected = stats.ttest_rel(*VALUES.T).confidence_interval(1 - alpha)
        found = intervals("student", udf=udf, alpha=alpha)
        assert found["values"] == pytest.approx(tuple(expected), rel=1e-10)
        assert_no_width(found)


@each_way
@pytest.mark.parametrize(("name", "method"), [("percentile", "percentile"), ("bca", "BCa")])
def test_bootstrap_intervals(name: str, method: str, udf: bool) -> None:
    found = intervals(name, udf=udf, resamples=500, seed=4)
    assert_no_width(found)
    (counts,) = list(resampling.draws(40, 500, 4))
    for case in ("values", "tenths"):
        difference = CASES[case][:, 0] - CASES[case][:, 1]
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
    found = intervals("anova", udf=udf)
    assert found["four"] == pytest.approx((difference - margin, difference + margin), rel=1e-9)
    assert_no_width(found)
    if udf:  # in SQL it takes long, see test_distributions.py
        found = intervals("tukey")
        margin = stats.studentized_range.ppf(0.95, 4, 33) * np.sqrt(variance / 12)
        assert found["four"] == pytest.approx((difference - margin, difference + margin), rel=1e-7)
        assert_no_width(found)
        # of two runs it is Student's
        assert found["values"] == pytest.approx(intervals("student")["values"], rel=1e-8)
