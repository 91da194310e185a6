"""Comparisons of runs: which with which, by what, what is unusual or refused, and which direction is better."""

import re
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from built import macros_of
from command import TINY, TRACK
from in_process import invoke, output, refusal
from matrices import of_scores
from scipy import stats
from scipy.stats import ttest_rel
from tiny import GOOD_FILE, POOR_FILE, QRELS_FILE
from written import put

import evalsql
from evalsql import InputError, InputWarning, compare
from evalsql.catalog.measure import parse_measure
from evalsql.catalog.sqlfiles import body_of
from evalsql.cli.progress import progress
from evalsql.comparing.compare import DRAWING, decide, drawing
from evalsql.comparing.methods import names
from evalsql.comparing.scores import put_scores, ready
from evalsql.render import statements

HEADER = "run,query_id,metric,value\n"


def compared(table: pa.Table, **options) -> list[dict]:
    relation = compare(table, **options)
    return [dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()]


def test_every_run_is_compared_with_every_other_by_its_scores(scores: Path, rows) -> None:
    found = rows("compare", scores, "-m", "AP")
    assert len(found) == len({frozenset((row["run"], row["other"])) for row in found}) == 12 * 11 / 2
    assert all(float(row["mean"]) >= float(row["other_mean"]) for row in found)
    (row,) = [row for row in found if {row["run"], row["other"]} == {"ql", "bm25"}]
    one, other = (
        duckdb.execute(
            f"select list(value order by query_id) from '{scores}' where run = ? and metric = 'AP'", [row[run]]
        ).fetchall()[0][0]
        for run in ("run", "other")
    )
    expected = stats.ttest_rel(one, other)
    assert float(row["p_value"]) == pytest.approx(expected.pvalue, rel=1e-10)
    interval = expected.confidence_interval(0.95)
    assert (float(row["lower"]), float(row["upper"])) == pytest.approx((interval.low, interval.high), rel=1e-9)


def long_a_measure_of_stored_scores_may_be_a_text_or_one_that_was_parsed(scores: Path) -> None:
    found = {row[0] for row in compare(str(scores), measures=parse_measure("AP")).fetchall()}
    assert found == {row[0] for row in compare(str(scores), measures="AP").fetchall()} == {"AP"}


def test_each_run_is_compared_with_each_of_several_baselines_and_these_with_each_other_once(scores: Path, rows) -> None:
    asked = ("compare", scores, "-m", "AP", "--baseline", "dense")
    found = rows(*asked, "--baseline", "bm25", "--correction", "bonferroni")
    pairs = {frozenset((row["run"], row["other"])) for row in found}
    assert len(found) == len(pairs) == 10 * 2 + 1
    assert {row["other"] for row in found} == {"bm25", "dense"}
    assert frozenset(("bm25", "dense")) in pairs
    # all pairs are one family
    assert all(float(row["p_corrected"]) == min(1, 21 * float(row["p_value"])) for row in found)
    one = rows(*asked)
    assert {row["other"] for row in one} == {"dense"}
    alone = {row["run"]: row["p_value"] for row in one}
    assert {row["run"]: row["p_value"] for row in found if row["other"] == "dense"}.items() <= alone.items()
    assert len(compare(str(scores), measures="AP", baseline=["bm25", "dense"]).fetchall()) == 21
    assert len(compare(str(scores), measures="AP", baseline=("bm25", "bm25")).fetchall()) == 11


def test_drawing_that_takes_long_is_told_before_it_starts(capsys: pytest.CaptureFixture[str]) -> None:
    connection = duckdb.connect()
    put_scores(
        connection,
        "select run, q::varchar as query_id, 'AP' as metric, q * length(run) / 100 as value"
        " from range(20) as queries(q), (values ('a'), ('bb'), ('ccc')) as runs(run)",
    )
    scores = ready(connection, None, ["AP"], [], "")
    scores.oppose()
    assert drawing(scores, decide("bootstrap")) == ""
    assert drawing(scores, decide(["paired_t", "wilcoxon"], resamples=10**9)) == ""
    told = "drawing 60,000,000 samples of 20 queries (about 8 minutes)"
    assert drawing(scores, decide("bootstrap", resamples=60_000_000)) == told
    assert drawing(scores, decide("sign", interval="bca", resamples=60_000_000)) == told
    assert drawing(scores, decide("randomisation", resamples=200_000_000)).endswith("(about 2 minutes)")
    with progress() as tell:  # where nobody looks, only a step that says how long it takes is said
        tell("reading", 0.1)
        tell(told, 1.0)
    assert capsys.readouterr().err == f"evalsql: {told}\n"


TESTED = ("--test", "paired_t")


def long_curves_are_compared_rank_by_rank_and_by_the_mean_of_a_region(rows) -> None:
    found = rows("curve", *TRACK, "-m", "nDCG", *TESTED, "--depth", "5", "--baseline", "bm25")
    assert len(found) == 55
    at_5 = {row["run"]: float(row["p_value"]) for row in found if row["metric"] == "nDCG@5"}
    expected = rows("compare", *TRACK, "-m", "nDCG@5", "--baseline", "bm25")
    assert at_5 == pytest.approx({row["run"]: float(row["p_value"]) for row in expected}, rel=1e-9)
    said = output("curve", *TINY, "-m", "nDCG", *TESTED, "--depth", "3").splitlines()
    assert said[0] == "nDCG: good and poor, by Student's paired t test"
    assert [line.split()[0] for line in said[1:5]] == ["rank", "1", "2", "3"]
    (row,) = rows("curve", *TINY, "-m", "nDCG", *TESTED, "--ranks", "2-4")
    each = rows("curve", *TINY, "-m", "nDCG", *TESTED, "--depth", "4")[1:]
    assert row["metric"] == "nDCG@2-4"
    assert float(row["mean"]) == pytest.approx(sum(float(one["mean"]) for one in each) / 3, rel=1e-12)


def test_ranks_that_are_no_region_of_the_curve_are_refused() -> None:
    no_ranks = "ranks must be 'each', or the first and the last rank"
    for ranks in ("1-3", [1, 3], (3, 1), (0, 2), ("1", "3"), (1, 6), (6, 6)):
        said = "nDCG@5 ends before rank 6" if ranks[1] == 6 else no_ranks
        with pytest.raises(InputError, match=said):
            compare([GOOD_FILE, POOR_FILE], QRELS_FILE, "nDCG@5", ranks=ranks)
    for curves, said in (
        (["nDCG@5", "nDCG@8"], "nDCG@5 and nDCG@8 are one curve to two ranks; leave one out"),
        ("IPrec", "IPrec is a curve over recall, where one over ranks was expected"),
    ):
        with pytest.raises(InputError, match=said):
            compare([GOOD_FILE, POOR_FILE], QRELS_FILE, curves, ranks="each")
    assert "--ranks must be the first and the last rank, such as 5-10, not 'x'" in refusal(
        "curve", *TINY, *TESTED, "--ranks", "x"
    )


def test_empty_lists_and_tables_and_numbers_out_of_range_are_refused(scores: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the list of baselines is empty"):
        compare(str(scores), measures="AP", baseline=[])
    said = "holds no rows, where scores were expected"
    assert said in refusal("compare", put(tmp_path / "s.csv", f"{HEADER}\n"))
    for name, value in (("seed", 10**20), ("resamples", 10**20), ("alpha", 1e-300), ("alpha", 1 - 1e-16)):
        with pytest.raises(InputError, match=name):
            decide(**{name: value})


def test_no_option_of_ours_is_taken_from_outside(tmp_path: Path) -> None:
    runs, built = [GOOD_FILE, POOR_FILE], tmp_path / "a.duckdb"
    for question, given, options in (
        (compare, (runs, QRELS_FILE, "AP"), ("whole", "keep", "depth")),
        (evalsql.build_database, (built, GOOD_FILE, QRELS_FILE, "AP"), ("whole", "keep", "connection")),
    ):
        for name in options:
            with pytest.raises(TypeError, match=f"unexpected keyword argument '{name}'"):
                question(*given, **{name: True})
    assert list(tmp_path.iterdir()) == []


def test_queries_without_a_value_of_both_are_left_out_and_pairs_without_any_are_said(tmp_path: Path, rows) -> None:
    lines = "".join(f"{run},q{query},m,{value}\n" for run in "ab" for query, value in enumerate([0.5, 0.25, 1]))
    given = put(tmp_path / "s.csv", f"{HEADER}{lines}a,q9,m,\nb,q9,m,1\n")
    assert [row["queries"] for row in rows("compare", given)] == ["3"]
    scores = {"a": "01", "b": "23", "c": "0123"}
    lines = "".join(f"{run},q{query},m,0.{query}\n" for run, queries in scores.items() for query in queries)
    done = invoke("compare", put(tmp_path / "s.csv", f"{HEADER}{lines}"))
    assert "warning: 1 pair without a query that both runs have a value for, left out" in done.stderr


def test_the_help_names_every_test_and_interval() -> None:
    said = " ".join(output("compare", "--help").split())
    assert all(name in said for name in [*names("significance"), *names("intervals")])


def long_nothing_is_said_from_below(scores: Path) -> None:
    done = invoke("compare", scores, "-m", "AP", "--test", "bootstrap", "--test", "paired_t", "--interval", "bca")
    assert (done.exit_code, done.stderr) == (0, "")


def long_standardised_scores_are_compared(scores: Path, tmp_path: Path, rows) -> None:
    path = tmp_path / "standardised.parquet"
    output("standardize", scores, "-o", path)
    standardised = rows("compare", scores, "--standardize", "-m", "AP")
    assert standardised == rows("compare", path, "-m", "AP")
    assert standardised != rows("compare", scores, "-m", "AP")


def test_effects_of_differences_that_are_none_or_all_the_same() -> None:
    one = np.random.default_rng(6).random(40).round(3)
    some, others = [0.5] * 6, [0.6, 0.4, 0.3, 0.2, 0.5, 0.5]
    # by P, wins, ties and losses are all the queries; by AP, rounding has no size; by RR, means of 0 differ by nothing
    given = {"P@5": [some, others], "AP": [list(one), list(one + 0.1)], "RR": [[0.0] * 5] * 2}
    found = {row["metric"]: row for row in compared(of_scores(given))}
    sides = {found["P@5"]["run"]: found["P@5"]["wins"], found["P@5"]["other"]: found["P@5"]["losses"]}
    assert (sides, found["P@5"]["ties"]) == ({"r000": 3, "r001": 1}, 2)
    assert found["AP"]["d"] is found["AP"]["queries_needed"] is None
    assert found["AP"]["detectable"] == 0
    assert found["RR"]["band"] == "small"


def test_a_measure_without_a_value_and_few_samples_are_warned_of() -> None:
    given = of_scores({"AP": [[0.1, 0.3], [0.2, 0.1]], "RR": [[None] * 2] * 2})
    with pytest.warns(InputWarning) as said:
        compare(given, test="bootstrap", resamples=99)
    assert sorted(str(each.message) for each in said) == [
        "bootstrap drew 99 samples, too few to go by; 100 or more were expected",
        "no run has a value of RR",
    ]
    with pytest.raises(InputError, match="compared with a baseline or with the best run, not with both"):
        compare(given, baseline="r000", best=True)
    for test in names("significance"):  # all that draw are known to
        draws = "$resamples" in body_of("significance", test)
        assert (test in DRAWING) == draws, test


def test_no_table_is_named_that_is_not_read() -> None:
    # DuckDB before 2 looks for the table of a common table expression even where nothing reads it
    for folder, name, table in (
        ("scores", "variances", "effects"),
        ("significance", "tukey", "means"),
        ("intervals", "bca", "means"),
        ("significance", "paired_t", "given"),
    ):
        assert f"from evalsql_{table})" not in statements.comparison(folder, name, udf=False)
    read = set(re.findall(r"evalsql_\w+", statements.comparison("significance", "mann_whitney")))
    assert read & {"evalsql_standings", "evalsql_means", "evalsql_tested"} == {"evalsql_standings"}


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_an_experiment_has_the_columns_of_pyterrier_and_the_rows_of_compare() -> None:
    runs, _, qrels = TRACK
    measures = ["nDCG@10", "RBP_residual"]
    scores = evalsql.evaluate(runs, qrels, measures).to_arrow_table()
    found = evalsql.experiment(scores, measures=measures, baseline="bm25")
    ends = ["", " p-value corrected", " p-value", " +", " -"]
    assert found.columns == ["run", *(f"{measure}{end}" for measure in measures for end in ends)]
    held = {row[0]: row[1:] for row in found.fetchall()}
    assert len(held) == 12
    for row in compared(scores, measures=measures, baseline="bm25"):
        counts = [row["wins"], row["losses"]]
        place, counts = (0, counts) if row["metric"] == "nDCG@10" else (5, counts[::-1])  # a lower residual is better
        assert list(held[row["run"]][place : place + 5]) == [row["mean"], row["p_corrected"], row["p_value"], *counts]
    assert [value is None for value in held["bm25"]] == [False, True, True, True, True] * 2
    # the best run of the first measure is first
    assert [row[0] for row in held.values()] == sorted((row[0] for row in held.values()), reverse=True)
    means = [row[1] for row in evalsql.experiment(scores, measures=measures[::-1]).fetchall()]
    assert means == sorted(means)
    with pytest.raises(InputError, match=r"experiment takes one baseline, a name, .* compare takes several"):
        evalsql.experiment(scores, baseline=["bm25", "dense"])  # type: ignore[arg-type]
    with pytest.raises(InputError, match="unknown baseline run none; runs: "):
        evalsql.experiment(scores, baseline="none")


LATENCY = {"new": [1.5, 1.2, 1.1, 1.4], "old": [2.5, 2.2, 2.6, 2.4]}
FOUND_BY = {"new": [0.8, 0.9, 0.7, 0.95], "old": [0.7, 0.8, 0.7, 0.9]}


@pytest.fixture
def latencies(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = {run: [f"{n},{FOUND_BY[run][n]},{LATENCY[run][n]}" for n in range(4)] for run in LATENCY}
    put(tmp_path / "both.csv", ["run,id,found,latency", *(f"{run},{row}" for run in rows for row in rows[run])])
    for run in LATENCY:
        put(tmp_path / f"{run}.csv", ["id,found,latency", *rows[run]])
    return tmp_path


def column(relation: Any, *names: str) -> dict:
    return {row[0]: row[1:] for row in relation.project(", ".join(("metric", *names))).fetchall()}


def test_a_fall_is_a_gain_to_a_comparison(latencies):
    assert column(evalsql.compare("both.csv"), "run", "better")["latency"] == ("old", "higher")
    assert column(evalsql.compare("both.csv", lower="latency"), "run", "better") == {
        "found": ("new", "higher"),
        "latency": ("new", "lower"),
    }
    line = ("compare", "both.csv", "--lower", "latency")
    assert "new beats old on latency by 1.125" in invoke(*line).stdout
    paper = invoke(*line, "--format", "markdown").stdout
    assert "| new | **0.8375**<sup>a</sup> | **1.3000**<sup>a</sup> |" in paper
    assert invoke("compare", "both.csv", "--lower", "found,latency").stdout.startswith("found: runs compared with new")


def test_a_fall_is_a_gain_to_a_gate(latencies):
    with pytest.warns(evalsql.InputWarning, match="--lower NAME makes a fall one"):
        assert column(evalsql.gate("new.csv", "old.csv", margin=0.1), "verdict")["latency"] == ("fail",)
    found = column(evalsql.gate("new.csv", "old.csv", margin=0.1, lower=["latency"]), "verdict", "better", "p_value")
    assert found["latency"][:2] == ("pass", "lower")
    losses = [new - old - 0.1 for new, old in zip(LATENCY["new"], LATENCY["old"], strict=True)]
    assert found["latency"][2] == pytest.approx(ttest_rel(losses, [0] * 4, alternative="less").pvalue)
    assert found["found"][1] == "higher"
    back = column(evalsql.gate("old.csv", "new.csv", margin=0.1, lower=["latency"]), "verdict")
    assert back["latency"] == ("fail",)


@macros_of("comparisons")
def test_a_database_keeps_the_direction(latencies):
    fell = {}
    for name, first, second in (("kept", "old", "new"), ("turned", "new", "old")):
        assert invoke("build", f"{name}.duckdb", f"{first}.csv", "--lower", "latency").exit_code == 0
        assert invoke("build", f"{name}.duckdb", f"{second}.csv", "--add").exit_code == 0
        fell[name] = column(evalsql.log(f"{name}.duckdb")["regressions"], "regression")["latency"]
    assert fell == {"kept": (False,), "turned": (True,)}
    with duckdb.connect("kept.duckdb", read_only=True) as connection:
        kept = connection.execute("select metric, direction from measures order by metric").fetchall()
        best = connection.execute("select run from leaderboard where metric = 'latency' limit 1").fetchall()
    assert (kept, best) == ([("found", "higher"), ("latency", "lower")], [("new",)])


@macros_of("comparisons")
def long_the_macro_of_comparisons_goes_by_the_direction_that_is_kept_or_said(latencies):
    assert invoke("build", "kept.duckdb", "both.csv", "--lower", "latency").exit_code == 0
    with duckdb.connect("kept.duckdb", read_only=True) as connection:
        compared = connection.execute("select run, better from comparisons() order by metric").fetchall()
        connection.execute("create temp table said as select *, 'lower' as direction from scores")
        said = connection.execute("select run, better from comparisons('said') order by metric").fetchall()
        connection.execute("update said set direction = 'higher' where query_id = '0'")
        with pytest.raises(duckdb.Error, match=r"direction of [a-z]+ is higher and lower; one was expected"):
            connection.execute("from comparisons('said')")
    assert compared == [("new", "higher"), ("new", "lower")]
    assert said == [("old", "lower"), ("new", "lower")]


def test_every_command_that_reads_scores_takes_it_and_those_of_runs_do_not(latencies):
    for command in ("queries", "correlate", "discriminate", "categories"):
        said = refusal(command, "both.csv", "--lower", "latence")
        assert "unknown measure latence; measures: found, latency" in said
    with pytest.raises(InputError, match="lower: unknown measure a b; measures: found, latency"):
        evalsql.compare("both.csv", lower="a b")
    put(latencies / "a.run", "1 Q0 d 1 1 x\n")
    put(latencies / "q.txt", "1 0 d 1\n")
    for line in (("compare", "a.run"), ("report", "a.run", "-o", "x.html"), ("gate", "a.run", "--baseline", "a.run")):
        said = refusal(*line, "--qrels", "q.txt", "--lower", "AP", *(["--margin", "0.1"] if line[0] == "gate" else []))
        assert said == "lower is for scores that others made; evalsql knows which values of its own measures are better"
    assert "No such option: --lower" in invoke("evaluate", "a.run", "--qrels", "q.txt", "--lower", "AP").stderr
