"""How alike two orderings of runs are: against SciPy, by hand, from recorded values, and as a user asks for it."""

import csv
import json
import math
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from command import TRACK
from in_process import output
from matrices import of_means, of_scores, random_means
from places import COLLECTIONS
from written import put

import evalsql
from evalsql.comparing.correlate import COEFFICIENTS, put_correlations
from evalsql.comparing.score_source import read_scores

stats = pytest.importorskip("scipy.stats")
SCIPY = {"kendall": stats.kendalltau, "spearman": stats.spearmanr, "pearson": stats.pearsonr}
RUNS, _, QRELS = TRACK
each_way = pytest.mark.parametrize("udf", [True, False], ids=["Python", "SQL"])
no_results = pytest.mark.filterwarnings("ignore:.*(has|have) no results")


def found(table: pa.Table, coefficients: Sequence[str] | str = COEFFICIENTS, udf: bool = True, p: float = 0.9) -> dict:
    """Rows by coefficient, measure and other, from the functions of Python or their twins in SQL."""
    scores = replace(read_scores(table, None), udf=udf)
    put_correlations(scores, None, coefficients, p)
    rows = scores.connection.sql("from evalsql_correlations").to_arrow_table().to_pylist()
    return {(row["coefficient"], row["measure"], row["other"]): row for row in rows}


def one_row(coefficient: str, one: Sequence[float], two: Sequence[float], udf: bool = True, p: float = 0.9) -> dict:
    return found(of_means({"a": one, "b": two}), coefficient, udf, p)[coefficient, "a", "b"]


CASES = [(runs, levels) for runs in (3, 5, 12, 33, 34) for levels in (None, 3, 8)]


@each_way
def long_the_coefficients_and_their_p_values_are_those_of_scipy(udf: bool) -> None:
    # many measures at once, so that none disturbs another
    for seed, (runs, levels) in enumerate(CASES[::2] if udf else CASES[::5]):
        means = {}
        for number in range(2):
            means[f"m{2 * number}"], means[f"m{2 * number + 1}"] = random_means(100 * seed + number, runs, levels)
        means["m4"] = list(-np.asarray(means["m0"]))
        means["one swap"] = [1, 0, *range(2, runs)]  # of 34 runs, one swap has an exact p-value and two have none
        means["two swaps"] = [*means["one swap"][:-2], *means["one swap"][:-3:-1]]
        means["ordered"] = list(range(runs))
        means["squares"] = [run * run / 100 for run in range(runs)]
        means["tied"] = [0.1 + 0.2, *[0.3] * (runs - 1)]  # sums of the same numbers in another order
        for (coefficient, one, two), row in found(of_means(means), ("kendall", "spearman", "pearson"), udf).items():
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                expected = SCIPY[coefficient](np.round(means[one], 12), np.round(means[two], 12))
            assert row["runs"] == runs
            if math.isnan(expected.statistic):
                assert (row["value"], row["p_value"]) == (None, None)
                continue
            assert row["value"] == pytest.approx(expected.statistic, abs=1e-10)
            # where the last digits of 1 - abs(r) are what is left of it, so they are of the p-value
            perfect = coefficient == "pearson" and abs(expected.statistic) > 1 - 1e-12
            assert row["p_value"] == pytest.approx(expected.pvalue, rel=1e-9, abs=1e-7 if perfect else 1e-12)
            if coefficient == "kendall" and {one, two} == {"ordered", "squares"}:
                assert row["value"] == 1


@each_way
def long_two_runs_agree_or_not_and_that_says_nothing(udf: bool) -> None:
    rows = found(of_means({"a": [0.1, 0.2], "b": [1, 2], "c": [2, 1]}), COEFFICIENTS, udf)
    for two, value in (("b", 1), ("c", -1)):
        for coefficient in ("kendall", "spearman", "pearson"):
            row = rows[coefficient, "a", two]
            assert (row["value"], row["p_value"]) == (pytest.approx(value, abs=1e-12), 1)
        assert rows["tau_ap", "a", two]["value"] == value


def by_definition(truth: Sequence[float], estimate: Sequence[float]) -> float:
    """tau_AP of two lists whose ties are broken by place."""
    runs = range(len(truth))
    place = {run: number for number, run in enumerate(sorted(runs, key=lambda run: (-truth[run], run)))}
    order = sorted(runs, key=lambda run: (-estimate[run], run))
    shares = [sum(place[above] < place[order[i]] for above in order[:i]) / i for i in range(1, len(order))]
    return 2 * math.fsum(shares) / (len(order) - 1) - 1


def rbo_by_definition(one: Sequence[float], two: Sequence[float], p: float) -> float:
    """Equation 32 of Webber, Moffat and Zobel for lists of the same runs, tied runs all at their first rank."""
    ranks = [[1 + sum(other > value for other in values) for value in values] for values in (one, two)]
    total, agreement = 0.0, 1.0
    for depth in range(1, len(one) + 1):
        first, second = ({run for run, rank in enumerate(each) if rank <= depth} for each in ranks)
        agreement = 2 * len(first & second) / (len(first) + len(second))
        total += agreement * p**depth
    return agreement * p ** len(one) + (1 - p) / p * total


def long_tau_ap_and_rank_biased_overlap_are_as_defined() -> None:
    for seed, (runs, levels) in enumerate(CASES[::4]):
        one, two = random_means(seed, runs, levels)
        p = 0.5 + seed / 11
        rows = found(of_means({"a": one, "b": two}), ("tau_ap", "rbo"), p=p)
        assert rows["rbo", "a", "b"]["value"] == pytest.approx(rbo_by_definition(one, two, p), abs=1e-12)
        if len(set(one)) > 1 < len(set(two)):
            assert rows["tau_ap", "a", "b"]["value"] == pytest.approx(by_definition(one, two), abs=1e-12)
            assert rows["tau_ap", "b", "a"]["value"] == pytest.approx(by_definition(two, one), abs=1e-12)


def test_coefficients_by_hand() -> None:
    # truth abcd; the estimate swaps the last two: shares 1, 1, 2/3; the first two: 0, 1, 1
    assert one_row("tau_ap", [4, 3, 2, 1], [4, 3, 1, 2])["value"] == pytest.approx(7 / 9, abs=1e-12)
    assert one_row("tau_ap", [4, 3, 2, 1], [3, 4, 2, 1])["value"] == pytest.approx(1 / 3, abs=1e-12)
    assert one_row("tau_ap", [0.1 + 0.2, 0.3, 0.3], [1, 2, 3])["value"] is None
    # the first two swapped: agreement 0, 1, 1; (1 - p) / p (p^2 + p^3) + p^3
    assert one_row("rbo", [3, 2, 1], [2, 3, 1], p=0.5)["value"] == pytest.approx(0.5, abs=1e-12)
    # the first two tied: agreement 2/3, 1, 1
    assert one_row("rbo", [3, 2, 1], [3, 3, 1], p=0.5)["value"] == pytest.approx(5 / 6, abs=1e-12)
    assert one_row("rbo", [3, 3, 1], [3, 3, 1], p=0.7)["value"] == pytest.approx(1, abs=1e-12)
    row = one_row("spearman", [1, 2, 3, 5], [10, 20, 30, 31])
    assert (row["value"], row["p_value"]) == (1, 0)


def test_the_smallest_significant_tau() -> None:
    row = one_row("kendall", *random_means(0, 30))
    assert row["smallest_01"] == pytest.approx(0.3319, abs=5e-5)
    assert row["smallest_05"] == pytest.approx(stats.norm.ppf(0.975) * math.sqrt(2 * 65 / (9 * 30 * 29)), abs=1e-12)
    assert one_row("rbo", *random_means(0, 30))["smallest_01"] is None
    # none above 1
    few = [one_row("kendall", *random_means(0, runs)) for runs in (3, 4, 6)]
    assert [row["smallest_05"] is None for row in few] == [True, False, False]
    assert [row["smallest_01"] is None for row in few] == [True, True, False]


def test_a_measure_of_which_lower_is_better_is_turned_round_and_runs_that_one_lacks_are_left_out() -> None:
    rows = found(of_means({"AP": [0.5, 0.4, 0.3, 0.1], "NDPM": [0.1, 0.2, 0.3, 0.6]}))
    for coefficient in ("kendall", "tau_ap", "spearman", "rbo"):
        assert rows[coefficient, "AP", "NDPM"]["value"] == pytest.approx(1, abs=1e-12)
    expected = stats.pearsonr([0.5, 0.4, 0.3, 0.1], [-0.1, -0.2, -0.3, -0.6]).statistic
    assert rows["pearson", "AP", "NDPM"]["value"] == pytest.approx(expected, abs=1e-12)
    rows = found(of_means({"a": [1, 2, 3, 4], "b": [1, 2, None, 3], "c": [1, None, None, None]}))
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


def halves() -> tuple[list[str], list[str]]:
    """The queries of the made-up track in two parts."""
    queries = duckdb.execute(f"select distinct query_id from '{QRELS}' order by query_id asc").fetchall()
    return [query for (query,) in queries[::2]], [query for (query,) in queries[1::2]]


@no_results
def long_two_sets_of_queries_are_as_the_scores_of_each() -> None:
    odd, even = halves()
    measures, asked = ["nDCG@10", "AP"], {"coefficients": ("kendall", "tau_ap")}
    rows = evalsql.correlate(RUNS, QRELS, measures, queries=odd, against_queries=even, **asked).fetchall()
    assert [row[:3] for row in rows] == [
        (coefficient, one, two) for coefficient in ("kendall", "tau_ap") for one in measures for two in measures
    ]
    scores = [evalsql.evaluate(RUNS, QRELS, measures, queries=part).to_arrow_table() for part in (odd, even)]
    by_scores = evalsql.correlate(scores[0], against=scores[1], **asked)
    assert by_scores.order("coefficient, measure desc, other desc").fetchall() == rows


def test_the_measures_of_two_tables_of_scores_are_compared_each_with_each() -> None:
    one = of_means({"a": [1, 2, 3, 4], "b": [1, 3, 2, 4]})
    two = of_means({"a": [1, 2, 3, 4], "c": [4, 3, 2, 1]})
    rows = evalsql.correlate(one, against=two, coefficients="kendall").fetchall()
    expected = {("a", "a"): 1, ("a", "c"): -1, ("b", "a"): 2 / 3, ("b", "c"): -2 / 3}
    assert {row[1:3]: row[4] for row in rows} == pytest.approx(expected)


@no_results
def long_other_judgments_are_another_condition() -> None:
    # of the judgments, half are forgotten
    fewer = duckdb.sql(f"from '{QRELS}' where md5_number_lower(query_id || doc_id) % 2 = 0").to_arrow_table()
    (row,) = evalsql.correlate(RUNS, QRELS, "AP", against=fewer, coefficients="spearman").fetchall()
    means = [
        dict(evalsql.evaluate(RUNS, qrels, "AP").aggregate("run, avg(value)").fetchall()) for qrels in (QRELS, fewer)
    ]
    expected = stats.spearmanr(*([each[run] for run in sorted(means[0])] for each in means))
    assert row[:4] == ("spearman", "AP", "AP", 12)
    assert row[4] == pytest.approx(expected.statistic, abs=1e-10)
    assert 0.5 < row[4] < 1


def test_judgments_and_queries_of_the_other_condition_are_those_that_are_named_for_it(tmp_path: Path) -> None:
    runs = {"a": {q: {"x": 2.0, "y": 1.0} for q in "12"}, "b": {q: {"x": 1.0, "y": 2.0} for q in "12"}}
    judged, others = {"1": {"x": 1}, "2": {"y": 1}}, str(put(tmp_path / "q.txt", "1 0 y 1\n2 0 x 1\n"))
    # a is ahead on query 1 by these judgments and on query 2 by the others; by one and the same, each on one
    options = {"queries": ["1"], "against": others, "against_queries": ["2"], "coefficients": "kendall"}
    (row,) = evalsql.correlate(runs, judged, "RR", **options).fetchall()
    assert row[4] == 1


TWO = of_means({"a": [1, 2], "b": [1, 2]})
REFUSED = [
    (of_means({"a": [1, 2]}), {}, "there is only one measure, a; two or more were expected, or judgments, scores or"),
    (of_means({"a": [1], "b": [1]}), {}, "there are no two runs to put in order under both; there are 1 run"),
    (TWO, {"coefficients": "gamma"}, "there is no coefficient 'gamma'; there are kendall, tau_ap,"),
    (TWO, {"coefficients": []}, "no coefficient was given; there are kendall, tau_ap,"),
    (TWO, {"p": 1}, "p of rank-biased overlap must be a number above 0 and below 1, not 1"),
    (
        of_means({"a": [1, 2]}),
        {"against": pa.table({"run": ["x", "y"], "query_id": ["q"] * 2, "metric": ["a"] * 2, "value": [1.0, 2.0]})},
        "there are no two runs to put in order under both; there are 2 runs, and the other condition 2 runs",
    ),
]


def test_what_cannot_be_compared_is_refused() -> None:
    for table, options, sentence in REFUSED:
        with pytest.raises(evalsql.InputError) as refused:
            evalsql.correlate(table, **options)
        assert str(refused.value).startswith(sentence)
    with pytest.raises(evalsql.InputError, match="standard input can be read only once, and each condition reads it"):
        evalsql.correlate("-", QRELS, "AP", against=QRELS)


def test_the_connection_of_the_user_keeps_no_table() -> None:
    connection = duckdb.connect()
    connection.register("scores", of_means({"a": [1, 2, 3], "b": [1, 3, 2]}))
    rows = evalsql.correlate("scores", connection=connection, coefficients="kendall").fetchall()
    assert [row[:4] for row in rows] == [("kendall", "a", "b", 3)]
    assert connection.execute("show tables").fetchall() == [("scores",)]


def test_standardised_scores_are_what_is_compared() -> None:
    # by the raw means a is first; by the standardised ones b, which is above the rest on the easier query too
    scores = {"m": [[0.9, 0.10], [0.5, 0.14], [0.4, 0.12], [0.3, 0.11]], "n": [[0.4], [0.3], [0.2], [0.1]]}
    for options, expected in (({}, 1), ({"standardize": True}, 2 / 3)):
        (row,) = evalsql.correlate(of_scores(scores), coefficients="kendall", **options).fetchall()
        assert row[4] == pytest.approx(expected)


NEEDED = "By the normal distribution, tau is significant for 12 runs from 0.4331 at .05 and 0.5691 at .01."


def test_the_matrix_shows_every_pair_and_the_smallest_significant_tau(scores: Path) -> None:
    printed = output("correlate", *TRACK, "-m", "nDCG@10", "-m", "AP", "-m", "R@100").splitlines()
    assert printed[0] == "Kendall's tau-b"
    assert printed[1].split() == ["measure", "nDCG@10", "AP", "R@100"]
    matrix = [line.split() for line in printed[2:5]]
    assert [line[0] for line in matrix] == ["nDCG@10", "AP", "R@100"]
    assert [matrix[place][place + 1] for place in range(3)] == ["-"] * 3
    assert matrix[0][2] == matrix[1][1] == "0.9697**"
    assert printed[6].startswith("Orderings of 12 runs over 50 judged queries")
    assert printed[-1] == NEEDED
    printed = output("correlate", scores, "-c", "pearson", "-c", "kendall").splitlines()
    assert [printed[0], printed[5]] == ["Pearson's r, of the means", "Kendall's tau-b"]
    assert printed[-1] == NEEDED
    assert "significant for" not in output("correlate", scores, "-c", "pearson")


def long_the_rows_are_those_of_python_in_every_format(scores: Path, tmp_path: Path, rows) -> None:
    expected = evalsql.correlate(str(scores))
    names, found = expected.columns, expected.fetchall()
    assert list(rows("correlate", scores, "-o", tmp_path / "rows.parquet")[0]) == names
    listed = json.loads(output("correlate", scores, "--format", "json"))
    assert [tuple(row.values()) for row in listed] == found
    assert duckdb.execute(f"from '{tmp_path / 'rows.parquet'}'").fetchall() == found


def long_the_table_of_two_conditions_names_the_other(tmp_path: Path) -> None:
    odd, even = (put(tmp_path / f"{place}.txt", part) for place, part in enumerate(halves()))
    asked = ("-m", "AP", "-c", "tau_ap", "--queries", odd, "--against-queries", even)
    printed = output("correlate", *TRACK, *asked).splitlines()
    assert printed[0] == "tau_AP (rows are the truth, columns the estimate)"
    assert printed[2].split()[0] == "AP"
    assert printed[-1].startswith(f"Columns: with {even}, over 25 judged queries")
