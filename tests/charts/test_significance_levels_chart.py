"""The chart of achieved significance levels: p-values of pairs of runs, a line a measure."""

import pyarrow as pa
import pytest
from pictures import drawn, scores_of
from scipy.stats import ttest_rel

import evalsql
from evalsql import charts

VALUES = {"a": [0.9, 0.7, 0.8, 0.9], "b": [0.5, 0.6, 0.4, 0.6], "c": [0.1, 0.7, 0.3, 0.8]}
SCORES = pa.concat_tables(
    [scores_of(VALUES), scores_of({run: values[:2] * 2 for run, values in VALUES.items()}, "P@5")]
)


def test_levels_are_the_p_values_of_every_pair():
    found = evalsql.discriminate(SCORES, method="levels", test="paired_t")
    rows = [row for row in drawn(charts.significance_levels(found)) if row.get("metric") == "AP" and row["place"]]
    expected = sorted((ttest_rel(VALUES[x], VALUES[y]).pvalue for x, y in ("ab", "ac", "bc")), reverse=True)
    assert [row["p_value"] for row in rows] == pytest.approx(expected)
    assert {row["share"] for row in rows} == {sum(p < 0.05 for p in expected) / 3}


def test_the_power_of_a_measure_is_no_curve():
    found = evalsql.discriminate(SCORES, test="paired_t")
    with pytest.raises(evalsql.InputError, match="lacks place, run, other, p_value"):
        charts.significance_levels(found)
