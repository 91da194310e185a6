"""Orderings under two conditions, what is refused, and `evalsql correlate` as a user runs it."""

import csv
import io
import json
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest
from command import TRACK, evalsql, refusal
from in_process import output
from matrices import of_means, of_scores

import evalsql as library

RUNS, _, QRELS = TRACK
NEEDED = "By the normal distribution, tau is significant for 12 runs from 0.4331 at .05 and 0.5691 at .01."
QUERIES = [
    query for (query,) in duckdb.execute(f"select distinct query_id from '{QRELS}' order by query_id asc").fetchall()
]


def halves() -> tuple[list[str], list[str]]:
    """The queries of the made-up track in two parts."""
    return QUERIES[::2], QUERIES[1::2]


@pytest.mark.filterwarnings("ignore:.*(has|have) no results")
def long_two_sets_of_queries_are_as_the_scores_of_each() -> None:
    odd, even = halves()
    measures = ["nDCG@10", "AP"]
    rows = library.correlate(
        RUNS, QRELS, measures, queries=odd, against_queries=even, coefficients=("kendall", "tau_ap")
    ).fetchall()
    assert [row[:3] for row in rows] == [
        (coefficient, one, two) for coefficient in ("kendall", "tau_ap") for one in measures for two in measures
    ]
    scores = [library.evaluate(RUNS, QRELS, measures, queries=part).to_arrow_table() for part in (odd, even)]
    assert (
        library.correlate(scores[0], against=scores[1], coefficients=("kendall", "tau_ap"))
        .order("coefficient, measure desc, other desc")
        .fetchall()
        == rows
    )


def test_the_measures_of_two_tables_of_scores_are_compared_each_with_each() -> None:
    one = of_means({"a": [1, 2, 3, 4], "b": [1, 3, 2, 4]})
    two = of_means({"a": [1, 2, 3, 4], "c": [4, 3, 2, 1]})
    rows = library.correlate(one, against=two, coefficients="kendall")
    assert {(measure, other): value for _, measure, other, _, value, *_ in rows.fetchall()} == {
        ("a", "a"): pytest.approx(1),
        ("a", "c"): pytest.approx(-1),
        ("b", "a"): pytest.approx(2 / 3),
        ("b", "c"): pytest.approx(-2 / 3),
    }


@pytest.mark.filterwarnings("ignore:.*(has|have) no results")
def long_other_judgments_are_another_condition() -> None:
    # of the judgments, half are forgotten
    fewer = duckdb.sql(f"from '{QRELS}' where md5_number_lower(query_id || doc_id) % 2 = 0").to_arrow_table()
    (row,) = library.correlate(RUNS, QRELS, "AP", against=fewer, coefficients="spearman").fetchall()
    means = [
        dict(
            duckdb.from_arrow(library.evaluate(RUNS, qrels, "AP").to_arrow_table())
            .aggregate("run, avg(value)")
            .fetchall()
        )
        for qrels in (QRELS, fewer)
    ]
    stats = pytest.importorskip("scipy.stats")
    expected = stats.spearmanr(*([each[run] for run in sorted(means[0])] for each in means))
    assert row[:4] == ("spearman", "AP", "AP", 12)
    assert row[4] == pytest.approx(expected.statistic, abs=1e-10)
    assert 0.5 < row[4] < 1


REFUSED = [
    ({"a": [1, 2]}, {}, "there is only one measure, a; two or more were expected, or judgments, scores or queries"),
    ({"a": [1], "b": [1]}, {}, "there are no two runs to put in order under both; there are 1 run"),
    (
        {"a": [1, 2], "b": [1, 2]},
        {"coefficients": "gamma"},
        "there is no coefficient 'gamma'; there are kendall, tau_ap,",
    ),
    ({"a": [1, 2], "b": [1, 2]}, {"coefficients": []}, "no coefficient was given; there are kendall, tau_ap,"),
    ({"a": [1, 2], "b": [1, 2]}, {"p": 1}, "p of rank-biased overlap must be a number above 0 and below 1, not 1"),
    ({"a": [1, 2], "b": [1, 2]}, {"measures": "c"}, "the scores have no measure c; they have a, b"),
    (
        {"a": [1, 2], "b": [1, 2]},
        {"reference": ["r9"]},
        "unknown reference run r9; runs: r000, r001",
    ),
]


@pytest.mark.parametrize(("means", "options", "sentence"), REFUSED, ids=[each[2][:40] for each in REFUSED])
def long_what_cannot_be_compared_is_refused(means: dict, options: dict, sentence: str) -> None:
    with pytest.raises(library.InputError) as refused:
        library.correlate(of_means(means), **options)
    assert str(refused.value).startswith(sentence)


def test_no_runs_in_common_is_refused() -> None:
    other = pa.table({"run": ["x", "y"], "query_id": ["q", "q"], "metric": ["a", "a"], "value": [1.0, 2.0]})
    with pytest.raises(library.InputError, match="there are 2 runs, and the other condition 2 runs"):
        library.correlate(of_means({"a": [1, 2]}), against=other)


def test_the_connection_of_the_user_keeps_no_table() -> None:
    connection = duckdb.connect()
    connection.register("scores", of_means({"a": [1, 2, 3], "b": [1, 3, 2]}))
    rows = library.correlate("scores", connection=connection, coefficients="kendall").fetchall()
    assert [row[:4] for row in rows] == [("kendall", "a", "b", 3)]
    assert connection.execute("show tables").fetchall() == [("scores",)]


def test_the_matrix_shows_every_pair_and_the_smallest_significant_tau() -> None:
    printed = output("correlate", *TRACK, "-m", "nDCG@10", "-m", "AP", "-m", "R@100").splitlines()
    assert printed[0] == "Kendall's tau-b"
    assert printed[1].split() == ["measure", "nDCG@10", "AP", "R@100"]
    matrix = [line.split() for line in printed[2:5]]
    assert [line[0] for line in matrix] == ["nDCG@10", "AP", "R@100"]
    assert [matrix[place][place + 1] for place in range(3)] == ["-"] * 3
    assert matrix[0][2] == matrix[1][1] == "0.9697**"
    assert printed[6].startswith("Orderings of 12 runs over 50 judged queries")
    assert printed[-1] == NEEDED


def long_the_smallest_tau_is_said_behind_another_coefficient_too() -> None:
    printed = output("correlate", *TRACK, "-m", "nDCG@10", "-m", "AP", "-c", "pearson", "-c", "kendall").splitlines()
    assert [printed[0], printed[5]] == ["Pearson's r, of the means", "Kendall's tau-b"]
    assert printed[-1] == NEEDED
    assert "Smallest" not in output("correlate", *TRACK, "-m", "nDCG@10", "-m", "AP", "-c", "pearson")


def long_the_rows_are_those_of_python_in_every_format(tmp_path: Path) -> None:
    scores = tmp_path / "scores.parquet"
    evalsql("evaluate", *TRACK, "-m", "AP", "-m", "RR", "-o", scores)
    expected = library.correlate(str(scores))
    names, rows = expected.columns, expected.fetchall()
    printed = output("correlate", scores, "-m", "AP", "-m", "RR", "--format", "csv", "-o", tmp_path / "rows.parquet")
    assert next(csv.reader(io.StringIO(printed))) == names
    assert [list(row.values()) for row in json.loads(output("correlate", scores, "--format", "json"))] == [
        list(row) for row in rows
    ]
    assert duckdb.execute(f"from '{tmp_path / 'rows.parquet'}'").fetchall() == rows


def long_the_table_of_two_conditions_names_the_other(tmp_path: Path) -> None:
    odd, even = halves()
    files = [tmp_path / "odd.txt", tmp_path / "even.txt"]
    for file, part in zip(files, (odd, even), strict=True):
        file.write_text("\n".join(part), encoding="utf-8")
    printed = output(
        "correlate", *TRACK, "-m", "AP", "-c", "tau_ap", "--queries", files[0], "--against-queries", files[1]
    ).splitlines()
    assert printed[0] == "tau_AP (rows are the truth, columns the estimate)"
    assert printed[2].split()[0] == "AP"
    assert printed[-1].startswith(f"Columns: with {files[1]}, over 25 judged queries")
    assert "one measure, AP" in refusal("correlate", *TRACK, "-m", "AP")


def test_standardised_scores_are_what_is_compared() -> None:
    # by the raw means a is first; by the standardised ones b, which is above the rest on the easier query too
    scores = {"m": [[0.9, 0.10], [0.5, 0.14], [0.4, 0.12], [0.3, 0.11]], "n": [[0.4], [0.3], [0.2], [0.1]]}
    raw = library.correlate(of_scores(scores), coefficients="kendall").fetchall()
    assert raw[0][4] == pytest.approx(1)
    (changed,) = library.correlate(of_scores(scores), coefficients="kendall", standardise=True).fetchall()
    assert changed[4] == pytest.approx(2 / 3)


def test_standard_input_cannot_be_read_for_both_conditions() -> None:
    _, *judged = TRACK
    sentence = refusal("correlate", "-", *judged, "--against", judged[1], stdin=b"q1 Q0 d01 1 2 r\n")
    assert "standard input can be read only once, and each condition reads it" in sentence
