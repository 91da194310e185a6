"""What a run shows of its queries where that is a geometric mean: in leaderboards, databases and comparisons."""

import math
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from built import macros_of
from command import TRACK
from in_process import output

import evalsql
from evalsql.catalog.templates import expand

RUNS, _, QRELS = TRACK
MEASURES = ["GMAP", "AP", "GMBpref", "NumQ"]
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@pytest.fixture(scope="module")
def evaluated() -> evalsql.Evaluation:
    return evalsql.Evaluation(RUNS, QRELS)


@pytest.fixture(scope="module")
def expected(evaluated: evalsql.Evaluation) -> dict[tuple[str, str], float]:
    """The geometric mean of each run by each measure, of values of at least .00001."""
    logarithms: dict[tuple[str, str], list[float]] = {}
    for run, _, metric, value in evaluated.score(["GMAP", "GMBpref"]).fetchall():
        logarithms.setdefault((metric, run), []).append(math.log(max(value, 1e-5)))
    return {key: math.exp(math.fsum(found) / len(found)) for key, found in logarithms.items()}


def test_a_leaderboard_shows_the_geometric_mean(evaluated: evalsql.Evaluation, expected: dict) -> None:
    board = evaluated.leaderboard(MEASURES).fetchall()
    assert len(board) == 12
    for run, gmap, ap, gmbpref, queries in board:
        assert gmap == pytest.approx(expected["GMAP", run], abs=1e-12, rel=0)
        assert gmbpref == pytest.approx(expected["GMBpref", run], abs=1e-12, rel=0)
        assert (gmap < ap, queries) == (True, 50)
    assert [row[1] for row in board] == sorted((row[1] for row in board), reverse=True)


def test_a_query_without_a_relevant_document_found_counts_as_a_hundred_thousandth() -> None:
    qrels = {"q1": {"a": 1}, "q2": {"a": 1}, "q3": {"a": 1}}
    runs = {"q1": {"a": 1.0}, "q2": {"b": 1.0}, "q3": {"b": 2.0, "a": 1.0}}
    found = evalsql.Evaluation(runs, qrels)
    assert [row[3] for row in found.score("GMAP").fetchall()] == [1, 0, 0.5]
    ((_, mean),) = found.leaderboard("gm_map").fetchall()
    assert mean == pytest.approx((1e-5 * 0.5) ** (1 / 3), abs=1e-15, rel=0)


def long_a_database_shows_what_the_leaderboard_does(evaluated: evalsql.Evaluation, tmp_path: Path) -> None:
    file = tmp_path / "track.duckdb"
    with macros_of("GMAP"):
        evalsql.build_database(file, RUNS, QRELS, measures=MEASURES)
    board = evaluated.leaderboard(MEASURES).fetchall()
    with duckdb.connect(file, read_only=True) as connection:
        assert connection.execute("from leaderboard_wide").fetchall() == board
        rows = connection.execute("select run, value from leaderboard where metric = 'GMAP' order by place").fetchall()
        assert rows == [row[:2] for row in board]
        said = dict(connection.execute("select metric, summary from measures").fetchall())
    assert said == {"GMAP": "geometric", "AP": "mean", "GMBpref": "geometric", "NumQ": "sum"}


def test_a_comparison_shows_geometric_means_and_compares_logarithms(evaluated, expected) -> None:
    scores = evaluated.score(["GMAP"]).to_arrow_table()
    asked = "run, mean, other_mean, difference, lower, upper, percent, band"
    found = evalsql.compare(scores, baseline="bm25").select(asked).fetchall()
    assert len(found) == 11
    for run, mean, other_mean, difference, lower, upper, percent, band in found:
        assert mean == pytest.approx(expected["GMAP", run], abs=1e-12, rel=0)
        assert other_mean == pytest.approx(expected["GMAP", "bm25"], abs=1e-12, rel=0)
        assert difference == pytest.approx(math.log(mean / other_mean), abs=1e-12, rel=0)
        assert lower < difference < upper
        assert percent == pytest.approx(100 * (mean / other_mean - 1), abs=1e-9, rel=0)
        size = abs(percent)
        assert band == ("material" if size > 10 else "noticeable" if size >= 5 else "small")
    rows = evalsql.experiment(scores).fetchall()
    assert rows == sorted(rows, key=lambda row: -row[1])
    assert dict(rows) == pytest.approx({run: value for (metric, run), value in expected.items() if metric == "GMAP"})


def made(values: dict[str, tuple], *measures: str) -> pa.Table:
    rows = [
        (run, f"q{place}", measure, value)
        for measure in measures
        for run, each in values.items()
        for place, value in enumerate(each, start=1)
    ]
    return pa.table(dict(zip(("run", "query_id", "metric", "value"), zip(*rows, strict=True), strict=True)))


def long_means_of_other_questions_are_geometric_and_queries_show_scores() -> None:
    scores = made({"a": (0.5, 0.0, 0.5), "b": (0.25, 0.1, 0.4)}, "GMAP", "AP")
    means = evalsql.standardize.answer(scores, measures=["GMAP"]).tables["means"].to_pylist()
    found = {row["run"]: (row["mean"], row["place_before"]) for row in means}
    assert found["a"] == (pytest.approx((0.25 * 1e-5) ** (1 / 3), abs=1e-15), 2)
    assert found["b"] == (pytest.approx(0.01 ** (1 / 3), abs=1e-15), 1)
    looked = evalsql.analyse_queries(scores)["queries"].project("metric, query_id, mean, lowest, highest").fetchall()
    assert [row[1:] for row in looked[:3]] == [row[1:] for row in looked[3:]]
    assert looked[0][1:] == ("q2", 0.05, 0.0, 0.1)
    close = made({"a": (0.50,) * 4, "b": (0.51,) * 4}, "GMAP", "AP")
    for method, column, size in (("stability", "ties", 10), ("swaps", "least", 1)):
        one, two = (
            evalsql.discriminate(close, None, [each], method=method, trials=5).project(column).fetchall()
            for each in ("GMAP", "AP")
        )
        assert one == two
        assert len(one) == size


def test_a_difference_of_logarithms_is_printed_as_a_factor(tmp_path: Path) -> None:
    pq.write_table(made({"a": (0.5, 0.0, 0.5), "b": (0.25, 0.1, 0.4)}, "GMAP"), tmp_path / "s.parquet")
    said = output("compare", tmp_path / "s.parquet")
    assert "ratio        95% interval" in said
    assert "b / a = 15.87 on GMAP, not significant (95% CI 1.49e-05 to 1.691e+07;" in said
    assert "2.76" not in said  # its logarithm


def test_a_null_is_no_value_of_a_geometric_mean() -> None:
    shown = expand("{{ summarized('geometric') }}, {{ summarized_by(\"'geometric'\") }}")
    rows = "(values ('q1', 0.5), ('q2', null), ('q3', 0.5)) as scores(query_id, value)"
    assert duckdb.sql(f"select {shown} from {rows}").fetchall() == [(0.5, 0.5)]
