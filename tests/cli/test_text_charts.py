"""The small charts that --chart prints: bars with intervals, and lines of curves."""

import io

import pytest
from command import TINY, TRACK, output, refusal

from evalsql.cli.show import text_charts
from evalsql.cli.show.text_charts import ASCII, Signs, bars, drawn, signs

ROWS = [
    {"run": "good", "mean": 0.8, "lower": 0.6, "upper": 1.0},
    {"run": "poor", "mean": 0.2, "lower": -0.1, "upper": 0.4},
    {"run": "one", "mean": 0.5, "lower": None, "upper": None},
]


def test_a_bar_ends_at_its_mean_and_shows_the_interval():
    good, poor, one = bars(ROWS, ASCII, 4 + 2 + 20 + 2 + 6)
    assert good == "good  " + "#" * 12 + "=" * 4 + "-" * 4 + "  0.8000"
    assert poor == "poor  " + "=" * 4 + "-" * 4 + " " * 12 + "  0.2000"
    assert one == "one   " + "#" * 10 + " " * 10 + "  0.5000"


def test_lines_run_from_the_first_point_to_the_last_and_the_best_is_on_top():
    lines = {"up": [(1, 0.0), (3, 1.0)], "flat": [(1, 1.0), (3, 1.0)]}
    found = drawn(lines, "rank", ASCII, 40)
    rows = [line.partition("|")[2] for line in found[:12]]
    assert rows[0].startswith("x")
    assert rows[0].rstrip().endswith("o up")
    assert rows[11].startswith("o")
    assert rows[1].rstrip().endswith("x flat")
    assert [line.split()[0] for line in (found[0], found[6], found[11])] == ["1.00", "0.50", "0.00"]
    assert found[-1].split() == ["1", "rank", "3"]
    assert all(len(line) <= 40 for line in found)


@pytest.mark.parametrize(("encoding", "expected"), [("utf-8", Signs()), ("latin-1", ASCII)])
def test_signs_are_those_that_the_output_can_write(monkeypatch, encoding, expected):
    monkeypatch.setattr(text_charts.sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding=encoding))
    assert signs() == expected


def test_evaluate_prints_bars_of_the_runs_that_the_table_has():
    lines = output("evaluate", *TRACK, "-m", "AP", "-m", "RR", "--top", "2", "--chart").splitlines()
    charted = [line for line in lines if "█" in line and "up to" not in line]
    assert [line.split()[0] for line in charted] == ["splade+ce", "dense+ce"] * 2
    assert charted[0].endswith("0.6073")
    assert max(map(len, charted)) <= 80


def test_curve_draws_six_runs_with_the_baseline_among_them():
    lines = output("curve", *TRACK, "-m", "nDCG", "--depth", "9", "--baseline", "ql", "--chart").splitlines()
    chart = lines[lines.index("nDCG@9, mean (6 of 12 runs)") + 1 :]
    assert max(map(len, chart)) <= 80
    assert [line.split()[-1] for line in chart[:6]] == [
        "splade+ce",
        "dense+ce",
        "bm25+ce",
        "colbert",
        "splade",
        "ql",
    ]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["evaluate", *TINY, "--chart", "--format", "csv"], "--chart is for --format table, not for csv"),
        (["curve", *TINY, "--chart", "--format", "json"], "--chart is for --format table, not for json"),
        (["curve", *TINY, "--chart", "-m", "CG", "--reach", "2"], "--chart is of means over all queries, and --reach"),
    ],
)
def test_a_chart_beside_what_is_no_table_is_refused(words, sentence):
    assert sentence in refusal(*words)
