"""`evalsql compare` and `evalsql.compare`: what they print, and what they refuse."""

import json
from pathlib import Path

import duckdb
import pytest
from command import TINY, TRACK
from compared import rows
from in_process import invoke, output, refusal
from scipy import stats
from tiny import GOOD_FILE, POOR_FILE, QRELS_FILE

from evalsql import InputError, build_database, compare
from evalsql.catalog.measure import parse_measure
from evalsql.cli.progress import progress
from evalsql.comparing.choices import names
from evalsql.comparing.compare import decide, drawing
from evalsql.comparing.findings import sentence
from evalsql.comparing.scores import directed, put_scores, ready


def long_every_run_is_compared_with_every_other(scores) -> None:
    found = rows(scores, "-m", "AP")
    assert len(found) == 12 * 11 / 2
    assert len({frozenset((row["run"], row["other"])) for row in found}) == 66
    assert all(float(row["mean"]) >= float(row["other_mean"]) for row in found)


def test_the_p_value_is_that_of_the_scores(scores) -> None:

    def of(run: str) -> list[float]:
        found = duckdb.execute(
            f"select value from '{scores}' where run = ? and metric = 'AP' order by query_id", [run]
        ).fetchall()
        return [value for (value,) in found]

    (row,) = [row for row in rows(scores, "-m", "AP", "--baseline", "bm25") if row["run"] == "ql"]
    expected = stats.ttest_rel(of("ql"), of("bm25"))
    assert float(row["p_value"]) == pytest.approx(expected.pvalue, rel=1e-10)
    interval = expected.confidence_interval(0.95)
    assert (float(row["lower"]), float(row["upper"])) == pytest.approx((interval.low, interval.high), rel=1e-9)


def long_scores_and_runs_give_the_same(scores) -> None:
    assert rows(scores, "-m", "AP", "--best") == rows(*TRACK, "-m", "AP", "--best")


def long_a_measure_of_stored_scores_may_be_a_text_or_one_that_was_parsed(scores) -> None:
    found = {row[0] for row in compare(str(scores), measures=parse_measure("AP")).fetchall()}
    assert found == {row[0] for row in compare(str(scores), measures="AP").fetchall()} == {"AP"}


def long_a_baseline_and_the_best_run(scores) -> None:
    assert {row["other"] for row in rows(scores, "-m", "AP", "--baseline", "bm25")} == {"bm25"}
    assert {row["run"] for row in rows(scores, "-m", "AP", "--best")} == {"splade+ce"}
    assert "share a letter" not in output("compare", scores, "-m", "AP", "--baseline", "bm25")


def test_each_run_is_compared_with_each_of_several_baselines_and_these_with_each_other_once(scores) -> None:
    found = rows(scores, "-m", "AP", "--baseline", "bm25", "--baseline", "dense", "--correction", "bonferroni")
    pairs = [frozenset((row["run"], row["other"])) for row in found]
    assert len(found) == len(set(pairs)) == 10 * 2 + 1
    assert {row["other"] for row in found} == {"bm25", "dense"}
    assert frozenset(("bm25", "dense")) in pairs
    # all pairs are one family
    assert all(float(row["p_corrected"]) == min(1, 21 * float(row["p_value"])) for row in found)
    alone = {row["run"]: row["p_value"] for row in rows(scores, "-m", "AP", "--baseline", "dense")}
    assert {row["run"]: row["p_value"] for row in found if row["other"] == "dense"}.items() <= alone.items()


def long_a_list_of_baselines_is_one_of_names(scores) -> None:
    assert len(compare(str(scores), measures="AP", baseline=["bm25", "dense"]).fetchall()) == 21
    assert len(compare(str(scores), measures="AP", baseline=("bm25", "bm25")).fetchall()) == 11
    with pytest.raises(InputError, match="unknown baseline run bm26; runs: "):
        compare(str(scores), measures="AP", baseline=["bm25", "bm26"])
    with pytest.raises(InputError, match="the list of baselines is empty"):
        compare(str(scores), measures="AP", baseline=[])


def test_two_runs_are_compared_in_a_sentence(scores) -> None:
    said = output("compare", *TINY, "-m", "nDCG@10")
    assert "good beats poor on nDCG@10 by 0." in said or "good - poor = 0." in said
    assert "95% CI" in said
    assert "paired t test" in said


def test_no_run_beats_another_by_a_measure_that_no_value_is_better_of(tmp_path: Path) -> None:
    known = {"AP": "higher", "nDCG@5-10": "higher", "RBP_residual@5-10": "lower", "Judged@10": "neither"}
    assert {name: directed(name) for name in known} == known
    verbs = {"AP": "beats", "Judged@10": "is above", "NumRet": "is above", "latency": "is above"}
    lines = [
        f"{run},q{query},{metric},{value + query / 1000}"
        for metric in verbs
        for run, value in (("a", 0.1), ("b", 0.9))
        for query in (1, 2, 4)
    ]
    path = tmp_path / "scores.csv"
    path.write_text("\n".join(["run,query_id,metric,value", *lines]))
    found = json.loads(output("compare", path, "--format", "json"))
    assert found["better"] == {"AP": "higher", "Judged@10": "neither", "NumRet": "neither", "latency": "neither"}
    told = {pair["metric"]: pair["sentence"].partition(" by ")[0] for pair in found["comparisons"]}
    assert told == {metric: f"b {verb} a on {metric}" for metric, verb in verbs.items()}


def test_a_sentence_names_the_better_run_first() -> None:
    row = {
        "metric": "nDCG@10",
        "run": "bm25",
        "other": "dense",
        "difference": -0.0414,
        "lower": -0.064,
        "upper": -0.018,
        "d": -0.523,
        "test": "paired_t",
        "p_value": 0.001,
        "p_corrected": 0.0031,
        "significant": True,
        "logarithm": False,
    }
    assert sentence(row, decide(), 5) == (
        "dense beats bm25 on nDCG@10 by 0.041 "
        "(95% CI 0.018 to 0.064; Student's paired t test, Holm-corrected p = 0.003, d = 0.52)."
    )
    assert sentence(row, decide(), 5, better="lower").startswith(
        "bm25 beats dense on nDCG@10 by 0.041 (95% CI 0.018 to 0.064;"
    )
    assert sentence(row, decide(), 5, better="neither").startswith("dense is above bm25 on nDCG@10 by 0.041 (95% CI")
    chance = row | {"significant": False, "p_corrected": 0.3, "lower": -0.1, "upper": 0.02}
    assert sentence(chance, decide(correction="none"), 5) == (
        "dense - bm25 = 0.041 on nDCG@10, not significant "
        "(95% CI -0.020 to 0.100; Student's paired t test, p = 0.300, d = 0.52)."
    )


def test_drawing_that_takes_long_is_told_before_it_starts() -> None:
    connection = duckdb.connect()
    scores = ready(connection_of(connection, queries=20), None, ["AP"], [], "")
    scores.oppose()
    assert drawing(scores, decide("bootstrap")) == ""
    assert drawing(scores, decide(["paired_t", "wilcoxon"], resamples=10**9)) == ""
    told = "drawing 60,000,000 samples of 20 queries (about "
    assert drawing(scores, decide("bootstrap", resamples=60_000_000)) == f"{told}8 minutes)"
    assert drawing(scores, decide("sign", interval="bca", resamples=60_000_000)) == f"{told}8 minutes)"
    assert drawing(scores, decide("randomisation", resamples=200_000_000)).endswith("(about 2 minutes)")


def connection_of(connection: duckdb.DuckDBPyConnection, queries: int) -> duckdb.DuckDBPyConnection:
    put_scores(
        connection,
        "select run, q::varchar as query_id, 'AP' as metric, q * length(run) / 100 as value"
        f" from range({queries}) as queries(q), (values ('a'), ('bb'), ('ccc')) as runs(run)",
    )
    return connection


def test_only_a_step_that_says_how_long_it_takes_is_said_off_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with progress() as tell:
        tell("reading", 0.1)
        tell("drawing 2 samples of 3 queries (about 4 minutes)", 1.0)
    assert capsys.readouterr().err == "evalsql: drawing 2 samples of 3 queries (about 4 minutes)\n"


def test_json_has_everything(scores) -> None:
    found = json.loads(output("compare", scores, "-m", "AP", "--test", "tukey", "--format", "json"))
    assert found["decided"]["tests"] == ["tukey"]
    assert len(found["comparisons"]) == 66
    assert all(row["p_corrected"] == row["p_value"] for row in found["comparisons"])
    assert {row["test"] for row in found["all_runs"]} == {"anova", "friedman"}
    assert {row["letters"] for row in found["runs"]} > {"a"}


def long_curves_are_compared_rank_by_rank() -> None:
    found = rows(*TRACK, "-m", "nDCG", "--by", "rank", "--depth", "5", "--baseline", "bm25")
    assert len(found) == 55
    at_5 = {row["run"]: float(row["p_value"]) for row in found if row["metric"] == "nDCG@5"}
    expected = {row["run"]: float(row["p_value"]) for row in rows(*TRACK, "-m", "nDCG@5", "--baseline", "bm25")}
    assert at_5 == pytest.approx(expected, rel=1e-9)
    said = output("compare", *TINY, "-m", "nDCG", "--by", "rank", "--depth", "3")
    assert said.splitlines()[0] == "nDCG: good and poor, by Student's paired t test"
    assert [line.split()[0] for line in said.splitlines()[1:5]] == ["rank", "1", "2", "3"]


@pytest.mark.parametrize("ranks", ["1-3", [1, 3], (3, 1), (0, 2), ("1", "3"), (1, 6)])
def test_ranks_that_are_no_region_of_the_curve_are_refused(ranks: object) -> None:
    expected = (
        "nDCG@5 ends before rank 6" if ranks == (1, 6) else "ranks must be 'each', or the first and the last rank"
    )
    with pytest.raises(InputError, match=expected):
        compare([GOOD_FILE, POOR_FILE], QRELS_FILE, "nDCG@5", ranks=ranks)


def test_no_option_of_ours_is_taken_from_outside(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'whole'"):
        compare([GOOD_FILE, POOR_FILE], QRELS_FILE, "AP", whole=True)
    with pytest.raises(TypeError, match="unexpected keyword argument 'connection'"):
        build_database(tmp_path / "a.duckdb", GOOD_FILE, QRELS_FILE, "AP", connection=duckdb.connect())
    assert not list(tmp_path.iterdir())


def long_a_region_of_ranks_is_compared_by_its_mean() -> None:
    (row,) = rows(*TINY, "-m", "nDCG", "--ranks", "2-4")
    each = rows(*TINY, "-m", "nDCG", "--by", "rank", "--depth", "4")[1:]
    assert row["metric"] == "nDCG@2-4"
    assert float(row["mean"]) == pytest.approx(sum(float(one["mean"]) for one in each) / 3, rel=1e-12)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--baseline", "bm26"], "unknown baseline run bm26"),
        (["--baseline", "bm25", "--best"], "with a baseline or with the best run"),
        (["--test", "anova2"], "there is no test 'anova2'; there are"),
        (["--correction", "sidak"], "there is no correction 'sidak'"),
        (["--interval", "wald"], "there is no interval 'wald'"),
        (["--alpha", "5"], "alpha must be between 0 and 1, not 5"),
        (["--resamples", "0"], "resamples must be at least 1"),
        (["-m", "P@10"], "the scores have no measure P@10; they have AP, nDCG@10"),
        (["--by", "rank"], "curves are made of runs and judgments"),
    ],
)
def long_what_cannot_be_compared_is_refused(scores, arguments: list[str], said: str) -> None:
    assert said in refusal("compare", scores, *arguments)


def test_one_run_cannot_be_compared(tmp_path) -> None:
    (tmp_path / "s.csv").write_text("run,query_id,metric,value\na,q,m,0.5\n")
    assert "there is only one run, a, where two or more were expected" in refusal("compare", tmp_path / "s.csv")


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("a,q,m,0.5\na,q,m,0.6", "m has two values for query q of run a"),
        ("a,q,m,x", "value is"),
        ("a,q,,1", "metric is"),
        ("", "holds no rows, where scores were expected"),
    ],
)
def test_bad_scores_are_refused(tmp_path, lines: str, said: str) -> None:
    (tmp_path / "s.csv").write_text(f"run,query_id,metric,value\n{lines}\n")
    assert said in refusal("compare", tmp_path / "s.csv")


def test_a_score_that_is_missing_is_no_score(tmp_path) -> None:
    lines = "".join(f"{run},q{query},m,{value}\n" for run in "ab" for query, value in enumerate([0.5, 0.25, 1]))
    (tmp_path / "s.csv").write_text(f"run,query_id,metric,value\n{lines}a,q9,m,\nb,q9,m,1\n")
    assert [row["queries"] for row in rows(tmp_path / "s.csv")] == ["3"]


def test_the_help_names_every_test_and_interval() -> None:
    said = " ".join(output("compare", "--help").split())
    assert all(name in said for name in [*names("significance"), *names("intervals")])


def long_nothing_is_said_from_below(scores) -> None:
    done = invoke("compare", scores, "-m", "AP", "--test", "bootstrap", "--test", "paired_t", "--interval", "bca")
    assert (done.exit_code, done.stderr) == (0, "")


def long_standardised_scores_are_compared(scores, tmp_path) -> None:
    path = tmp_path / "standardised.parquet"
    output("standardise", scores, "-o", path)
    assert rows(scores, "--standardise", "-m", "AP") == rows(path, "-m", "AP")
    assert rows(scores, "--standardise", "-m", "AP") != rows(scores, "-m", "AP")


def test_pairs_without_a_common_query_are_said(tmp_path) -> None:
    lines = "".join(f"{run},q{query},m,0.{query + 1}\n" for run, query in [("a", 0), ("a", 1), ("b", 2), ("b", 3)])
    lines += "".join(f"c,q{query},m,0.5\n" for query in range(4))
    (tmp_path / "s.csv").write_text(f"run,query_id,metric,value\n{lines}")
    done = invoke("compare", tmp_path / "s.csv")
    assert "warning: 1 pair without a query that both runs have a value for, left out" in done.stderr
