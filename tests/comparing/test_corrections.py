"""Corrections for many comparisons, held against statsmodels and SciPy."""

import duckdb
import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests

from evalsql.comparing.choices import formulas, names
from evalsql.comparing.findings import compact_letters
from evalsql.render import statements

NAMES = {
    "bonferroni": "bonferroni",
    "holm": "holm",
    "hochberg": "simes-hochberg",
    "benjamini_hochberg": "fdr_bh",
    "benjamini_yekutieli": "fdr_by",
}


def corrected(families: list[list], correction: str, familywise: bool = False) -> list[list]:
    """P-values of one test of measures, corrected beside those of another test and of other measures."""
    connection = duckdb.connect()
    connection.execute(
        "create table evalsql_tested (metric varchar, run varchar, other varchar, test varchar, familywise boolean,"
        " statistic double, p_value double)"
    )
    rows = [
        (f"m{number:03}", f"r{place:04}", "b", "t", familywise, 0.0, p)
        for number, p_values in enumerate(families)
        for place, p in enumerate(p_values)
    ]
    # each is a family of its own
    others = [("another", *rest[:-1], 0.5) for _, *rest in rows]
    others += [(*row[:3], "another", *row[4:-1], 0.25) for row in [*rows, *others]]
    columns = [list(column) for column in zip(*rows, *others, strict=True)]
    connection.execute(
        "insert into evalsql_tested select unnest(?::varchar[]), unnest(?::varchar[]), unnest(?::varchar[]),"
        " unnest(?::varchar[]), unnest(?::boolean[]), unnest(?::double[]), unnest(?::double[])",
        columns,
    )
    select = statements.comparison("scores", "corrected", correction=correction, corrections=formulas())
    found = connection.execute(
        f"select list(p_corrected order by run) from ({select}) where metric <> 'another' and test = 't'"
        " group by metric order by metric"
    ).fetchall()
    return [list(p) for (p,) in found]


@pytest.mark.parametrize("correction", NAMES)
def long_corrections_are_those_of_statsmodels(correction: str) -> None:
    drawn = [np.random.default_rng(size).random(size) ** 4 for size in (1, 2, 5, 60)]
    families = [*drawn, *(p_values.round(2) for p_values in drawn)]
    found = corrected([p_values.tolist() for p_values in families], correction)
    for mine, p_values in zip(found, families, strict=True):
        expected = multipletests(p_values, method=NAMES[correction])[1]
        assert mine == pytest.approx(expected.tolist(), rel=1e-12)
        if correction.startswith("benjamini"):
            expected = stats.false_discovery_control(p_values, method=NAMES[correction].removeprefix("fdr_"))
            assert mine == pytest.approx(expected.tolist(), rel=1e-12)
    # what all pairs together are tested by is not corrected again
    assert corrected([[0.01, 0.02]], correction, familywise=True) == [[0.01, 0.02]]


def test_each_correction_is_known() -> None:
    assert set(names("corrections")) == {"none", *NAMES}
    assert corrected([[0.01, 0.02]], "none") == [[0.01, 0.02]]


def test_what_has_no_p_value_is_not_counted() -> None:
    assert corrected([[0.01, None, 0.02]], "bonferroni") == [[0.02, None, 0.04]]


def test_runs_share_a_letter_just_where_they_are_not_told_apart() -> None:
    runs = [f"r{place}" for place in range(9)]
    for seed in range(30):
        told = np.random.default_rng(seed).random((9, 9)) < seed / 30
        apart = {frozenset((runs[i], runs[j])) for i in range(9) for j in range(i) if told[i, j]}
        marks = compact_letters(runs, apart)
        for i in range(9):
            for j in range(i):
                shared = set(marks[runs[i]]) & set(marks[runs[j]])
                assert bool(shared) == (frozenset((runs[i], runs[j])) not in apart)


def test_the_best_run_has_the_first_letter() -> None:
    apart = {frozenset("ac"), frozenset("ad"), frozenset("bd")}
    assert compact_letters("abcd", apart) == {"a": "a", "b": "ab", "c": "bc", "d": "c"}
    assert compact_letters("abc", set()) == {"a": "a", "b": "a", "c": "a"}


def test_more_groups_than_letters_have_none() -> None:
    runs = [str(place) for place in range(53)]
    apart = {frozenset((one, other)) for one in runs for other in runs if one != other}
    assert len(set(compact_letters(runs[:52], apart).values())) == 52
    assert set(compact_letters(runs, apart).values()) == {""}


def test_groups_that_grow_without_end_are_given_up() -> None:
    runs = [str(place) for place in range(80)]
    told = np.random.default_rng(1).random((80, 80)) < 0.3
    apart = {frozenset((runs[i], runs[j])) for i in range(80) for j in range(i) if told[i, j]}
    assert set(compact_letters(runs, apart).values()) == {""}
