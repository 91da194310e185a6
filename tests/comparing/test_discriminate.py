"""How well measures distinguish runs, held against plain Python on the same subsets and draws."""

import re
from collections import Counter
from itertools import combinations

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from command import TINY
from in_process import output
from matrices import as_table, scored_matrix
from scipy import stats

import evalsql
from evalsql.comparing import methods
from evalsql.comparing.compare import decide
from evalsql.comparing.discriminate import put_discrimination
from evalsql.comparing.scores import Scores
from evalsql.render import statements
from evalsql.udfs import resampling

VALUES = np.random.default_rng(1).random((20, 1)) + np.random.default_rng(2).normal(
    np.linspace(0, 0.3, 7), 0.2, (20, 7)
)
VALUES = VALUES.round(3)
VALUES[:, 6] = VALUES[:, 5]


def discriminated(found: Scores, *arguments) -> duckdb.DuckDBPyRelation:
    put_discrimination(found, *arguments)
    return found.connection.sql("from evalsql_discrimination")


def told(method: str, *, size: int | None = None, trials: int = 60, **options) -> tuple[list[dict], object]:
    found = scored_matrix(VALUES)
    rows = discriminated(found, method, decide(**options), size, trials)
    return [dict(zip(rows.columns, row, strict=True)) for row in rows.fetchall()], found.connection


def subset_means(connection) -> dict[tuple[int, int], dict[str, float]]:
    found: dict[tuple[int, int], dict[str, float]] = {}
    for trial, part, run, mean in connection.execute(
        "select trial, part, run, mean from evalsql_subset_means"
    ).fetchall():
        found.setdefault((trial, part), {})[run] = mean
    return found


def test_subsets_are_of_one_size_and_share_no_query() -> None:
    # of powers of two, so that the mean of a subset says which queries are in it
    found = scored_matrix([[2.0**place, 0] for place in range(11)])
    put_discrimination(found, "swaps", decide(), 5, 40)
    means = {key: runs["a"] for key, runs in subset_means(found.connection).items()}
    assert len(means) == 80
    for trial in range(40):
        one, other = (round(5 * means[trial, part]) for part in (1, 2))
        assert one.bit_count() == other.bit_count() == 5
        assert one & other == 0
    assert len({means[trial, 1] for trial in range(40)}) > 30


def test_stability_is_that_of_buckley_and_voorhees() -> None:
    rows, connection = told("stability", size=8)
    means = subset_means(connection)
    assert [row["fuzziness"] for row in rows] == [place / 100 for place in range(1, 11)]
    for row in rows:
        minority = ties = compared = 0
        for one, other in combinations("abcdefg", 2):
            votes = Counter()
            for trial in range(60):
                x, y = means[trial, 1][one], means[trial, 1][other]
                same = abs(x - y) < row["fuzziness"] * max(x, y) - 1e-12 or abs(x - y) < 1e-12
                votes["same" if same else x > y] += 1
            minority += min(votes[True], votes[False])
            ties += votes["same"]
            compared += 60
        assert row["minority_rate"] == pytest.approx(minority / compared, abs=1e-12)
        assert row["ties"] == pytest.approx(ties / compared, abs=1e-12)
    assert rows[0]["minority_rate"] > 0


def test_swaps_are_those_of_voorhees_and_buckley() -> None:
    rows, connection = told("swaps", size=10, trials=100)
    means = subset_means(connection)
    compared, swaps = Counter(), Counter()
    for one, other in combinations("abcdefg", 2):
        for trial in range(100):
            first, second = (means[trial, part][one] - means[trial, part][other] for part in (1, 2))
            width = int(np.floor(round(abs(first) * 100, 9)))
            compared[width] += 1
            swaps[width] += round(first, 12) * round(second, 12) < 0
    assert {round(100 * row["least"]): (row["comparisons"], row["swaps"]) for row in rows} == {
        width: (compared[width], swaps[width]) for width in compared
    }
    rates = {width: swaps[width] / compared[width] for width in compared}
    needed = min(width for width in rates if all(rates[other] <= 0.05 for other in rates if other >= width))
    assert {round(100 * row["needed"]) for row in rows} == {needed}
    share = sum(count for width, count in compared.items() if width >= needed) / compared.total()
    assert [row["sensitivity"] for row in rows] == pytest.approx([share] * len(rows), abs=1e-12)


def test_discriminative_power_counts_the_pairs_that_a_test_tells_apart() -> None:
    (row,), _ = told("power", test="paired_t", correction="bonferroni")
    p_values = [
        1.0 if (one, other) == (5, 6) else stats.ttest_rel(VALUES[:, one], VALUES[:, other]).pvalue
        for one, other in combinations(range(7), 2)
    ]
    assert row["pairs"] == 21
    assert row["at_05"] == np.mean([p < 0.05 for p in p_values])
    assert row["at_01"] == np.mean([p < 0.01 for p in p_values])
    assert row["corrected_05"] == np.mean([21 * p < 0.05 for p in p_values])
    assert 0 < row["corrected_05"] < row["at_05"]
    assert row["needed_05"] is None


def test_levels_are_the_p_values_from_the_highest() -> None:
    rows, _ = told("levels", test=["paired_t", "sign"])
    levels = [row["p_value"] for row in rows if row["test"] == "paired_t"]
    assert levels == sorted(levels, reverse=True)
    assert [row["place"] for row in rows] == [*range(1, 22), *range(1, 22)]


def test_the_needed_difference_is_sakais_in_python_and_in_sql() -> None:
    (row,), _ = told("power", test="bootstrap", resamples=200, seed=5)
    (counts,) = list(resampling.draws(20, 200, 5))
    needed = []
    for one, other in combinations(range(6), 2):
        difference = VALUES[:, one] - VALUES[:, other]
        drawn = [np.repeat(difference - difference.mean(), times) for times in counts.astype(int)]
        t = np.abs([np.mean(sample) / np.sqrt(np.var(sample, ddof=1) / 20) for sample in drawn])
        needed.append(abs(np.mean(drawn[np.argsort(-t)[9]])))
    assert row["needed_05"] == pytest.approx(max(needed), rel=1e-9)
    found = scored_matrix(VALUES)
    put_discrimination(found, "power", decide("bootstrap", resamples=100), None, 1)
    values = {"resamples": 100, "seed": 0}
    one, other = (
        found.connection.execute(
            f"select run, other, needed_05, needed_01 from ({statements.comparison('scores', 'needed', udf)})"
            " order by all",
            values,
        ).fetchall()
        for udf in (True, False)
    )
    assert [row[:2] for row in one] == [row[:2] for row in other]
    for mine, theirs in zip(one, other, strict=True):
        assert mine[2:] == pytest.approx(theirs[2:], rel=1e-12, abs=1e-15)


def test_a_difference_of_just_so_many_percent_is_one() -> None:
    # .05 * .2 is more than the .01 that .19 and .2 differ by, in the last digits
    rows = discriminated(scored_matrix([[0.19, 0.2]]), "stability", decide(), 1, 3).fetchall()
    ties = {round(100 * fuzziness): share for _, fuzziness, _, _, share in rows}
    assert ties == {place: float(place > 5) for place in range(1, 11)}


def test_one_query_says_nothing() -> None:
    found = scored_matrix([[0.1, 0.2, 0.4]])
    for test in ("bootstrap", "paired_t", "tukey"):
        ((_, _, pairs, *shares),) = discriminated(found, "power", decide(test), None, 1).fetchall()
        assert (pairs, shares) == (0, [None] * 6)


def test_swaps_of_large_scores_are_counted_by_larger_widths() -> None:
    for scale, width in ((1, 0.01), (1000, 10)):  # the means are between .1 and 1
        rows = discriminated(scored_matrix(VALUES * scale), "swaps", decide(), 10, 20)
        assert set(rows.select("width").fetchall()) == {(width,)}


REFUSED = [
    ({"resamples": 1.5}, "resamples must be a whole number of at least 1, not 1.5"),
    ({"resamples": 0}, "resamples must be a whole number of at least 1, not 0"),
    ({"resamples": 10**20}, f"resamples must be at most {10**9}, not {10**20}"),
    ({"seed": None}, "seed must be a whole number, not None"),
    ({"seed": 2**63}, f"seed must be at most {2**63 - 1}, not {2**63}"),
    ({"method": "stability", "size": 0}, "size must be a whole number of at least 1, not 0"),
    ({"method": "stability", "size": 3}, "cannot be drawn from 2 queries"),
    ({"method": "swaps", "size": 2}, "cannot be drawn from 2 queries"),
    ({"method": "swaps", "size": 2.5}, "size must be a whole number of at least 1, not 2.5"),
    ({"method": "swaps", "trials": 2**70}, f"trials must be at most {10**9}, not {2**70}"),
    ({"queries": []}, "the list of queries is empty"),
    ({"queries": ["q1", "q2", "1"]}, "the list of queries has q1 and 1 other, which have no scores"),
    ({"queries": "12"}, "queries must be a list of ids, not '12'"),
]


def table_of(value: float = 0.1, **queries: str) -> pa.Table:
    """Scores of runs on queries, each a digit."""
    rows = [(run, query) for run, each in queries.items() for query in each]
    return as_table((*ids, "AP", place / 10 if place else value) for place, ids in enumerate(rows))


def test_options_that_cannot_be_used_are_refused() -> None:
    for options, sentence in REFUSED:
        with pytest.raises(evalsql.InputError, match=re.escape(sentence)):
            evalsql.discriminate(table_of(a="12", b="12"), **options)
    with pytest.raises(evalsql.InputError, match=r"value is 1e\+200; a number of at most 1e\+100 was expected"):
        evalsql.discriminate(table_of(1e200, a="1", b="1"))


@pytest.mark.parametrize("method", ["power", "levels"])
def long_pairs_that_are_left_out_are_said(method: str) -> None:
    apart = table_of(a="1234", b="12", c="34")
    texts = [problem.text for problem in evalsql.discriminate.answer(apart, method=method, test="paired_t").problems]
    assert texts == [
        "4 run/query pairs of 2 runs without a value, left out (first: AP of run b, query 3)",
        "1 pair without a query that both runs have a value for, left out (first: c and b)",
    ]
    said = r"^3 pairs without a p-value by paired_t, left out .*: it has none for fewer than two queries$"
    with pytest.warns(evalsql.InputWarning, match=said):
        evalsql.discriminate(table_of(a="1", b="1", c="1"), method=method, test="paired_t")


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_tests_where_few_runs_have_a_query_in_common() -> None:
    found = evalsql.discriminate.answer(table_of(a="12", b="1234", c="34"), test="tukey").problems
    (said,) = [each.text for each in found if "p-value" in each.text]
    assert said.startswith("2 pairs without a p-value by tukey")
    assert said.endswith(": it has none where fewer than two queries have a value for all runs")
    # every test has a row where no pair has one
    tests = [test for test in methods.names("significance") if not methods.binary("significance", test)]
    found = evalsql.discriminate(table_of(a="12", b="34"), test=tests).fetchall()
    assert found == [("AP", test, 0, *[None] * 6) for test in tests]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("", "p-values Holm-corrected for the number of pairs."),
        ("--correction none", "p-values not corrected for the number of pairs."),
        ("--correction bonf --test sign", "p-values Bonferroni-corrected for the number of pairs."),
        ("--test tukey", "by tukey, which takes all pairs together."),
        ("--test sign --test tukey", "p-values Holm-corrected for the number of pairs (those of tukey take all pairs"),
        ("--method swaps", None),
    ],
)
def test_the_caption_names_the_correction(options: str, said: str | None) -> None:
    done = output("discriminate", *TINY, "-m", "AP", *options.split())
    assert (f" corrected: {said}" if said else "") in done
    assert ("corrected: " in done) == bool(said)
