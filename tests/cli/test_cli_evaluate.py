"""`evalsql evaluate` as a user meets it: real files, and real processes where streams, signals or refusals matter."""

import contextlib
import csv
import io
import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import command
import duckdb
import pytest
from command import TINY, TRACK, evalsql, refusal
from in_process import output
from places import COLLECTIONS, FIXTURES
from versions import since

from evalsql.catalog.listing import mentioned


def test_the_leaderboard_is_best_first_and_marks_the_best() -> None:
    lines = output("evaluate", *TRACK, "-m", "nDCG@10", "-m", "R@100").splitlines()
    unanswered = "2 run/query pairs without results scored as empty rankings"
    assert lines[0].split() == ["run", "nDCG@10", "R@100"]
    assert lines[1].split() == ["splade+ce", "0.6603^", "0.9366"]
    values = [float(line.split()[1].rstrip("^")) for line in lines[1:13]]
    assert values == sorted(values, reverse=True)
    assert [line.split()[0] for line in lines[1:13] if line.split()[2].endswith("^")] == ["dense+bm25"]
    assert lines[14] == f"Means over 50 judged queries; {unanswered}. ^ best."


def test_lower_is_first_where_lower_is_better() -> None:
    lines = output("evaluate", *TINY, "-m", "RBP_residual").splitlines()
    assert [line.split()[0] for line in lines[1:3]] == ["good", "poor"]
    assert "0.3618^" in lines[1]


def test_counts_are_summed_and_have_no_best_nor_has_a_run_alone() -> None:
    lines = output("evaluate", *TINY, "-m", "num_ret", "-m", "num_rel_ret").splitlines()
    assert lines[1].split()[1] == "40"
    assert lines[1].split()[2].endswith("^")
    good, _, *qrels = TINY
    printed = output("evaluate", good, *qrels, "-m", "AP")
    assert printed.splitlines()[1].split() == ["good", "0.6927"]
    assert "^" not in printed


def test_per_query_lists_every_judged_query_of_every_run() -> None:
    lines = output("evaluate", *TINY, "-m", "AP", "--per-query").splitlines()
    assert lines[0].split() == ["run", "query_id", "AP"]
    assert [line.split()[:2] for line in lines[1:15]] == [
        [run, f"q{query}"] for run in ("good", "poor") for query in range(1, 8)
    ]
    assert lines[10].split() == ["poor", "q3", "0.0000"]


def rows_of(text: str) -> list[dict[str, str]]:
    """The rows of CSV."""
    return list(csv.DictReader(io.StringIO(text)))


def long_csv_has_all_digits_and_the_same_values_as_json_also_per_query() -> None:
    board = rows_of(output("evaluate", *TRACK, "-m", "AP", "--format", "csv"))
    from_json = json.loads(output("evaluate", *TRACK, "-m", "AP", "--format", "json"))
    assert [(row["run"], float(row["AP"])) for row in board] == [(r["run"], r["AP"]) for r in from_json["leaderboard"]]
    assert from_json["coverage"]["queries"] == 50
    assert from_json["better"] == {"AP": "higher"}
    assert any(len(row["AP"]) > 12 for row in board)
    rows = rows_of(output("evaluate", *TINY, "-m", "AP", "--format", "csv", "--per-query"))
    assert list(rows[0]) == ["run", "query_id", "metric", "value"]
    from_json = json.loads(output("evaluate", *TINY, "-m", "AP", "--format", "json", "--per-query"))["scores"]
    assert [{**row, "value": float(row["value"])} for row in rows] == from_json


@pytest.mark.skipif(not COLLECTIONS.is_dir(), reason=f"the real collections are not at {COLLECTIONS}")
def long_the_trec_format_is_what_trec_eval_prints() -> None:
    names = ["num_ret", "num_rel", "num_rel_ret", "map", "Rprec", "bpref", "recip_rank"]
    names += [f"{name}_{k}" for name in ("P", "recall", "ndcg_cut", "map_cut") for k in (5, 10, 100, 1000)]
    collection = COLLECTIONS / "dl19_passage"
    recorded = (collection / "expected" / "text" / "BM25.run.trec_eval10_q_all_trec.txt").read_text()
    wanted = {line for line in recorded.splitlines() if line.split()[0] in names}
    measures = [part for name in names for part in ("-m", name)]
    run, qrels = collection / "runs" / "BM25.run", collection / "qrels.txt"
    printed = output("evaluate", run, "--qrels", qrels, *measures, "--per-query", "--format", "trec").splitlines()
    assert {line for line in printed if not line.startswith("runid")} == wanted
    assert len(wanted) == len(names) * 44


def test_the_trec_format_has_no_line_for_a_value_that_is_missing() -> None:
    good, _, *qrels = TINY
    measures = ("-m", "Reach(target=3)", "-m", "Reach(target=100)")
    printed = output("evaluate", good, *qrels, *measures, "--per-query", "--format", "trec")
    assert [line.split() for line in printed.splitlines()] == [
        ["Reach(target=3)", "q1", "4.0000"],
        ["Reach(target=3)", "q6", "1.0000"],
        ["runid", "all", "good"],
        ["Reach(target=3)", "all", "2.5000"],
    ]


def long_scores_are_written_in_every_format(tmp_path: Path) -> None:
    for suffix in ("parquet", "json", "jsonl", "jsonl.zst", "csv", "csv.gz", "tsv"):
        path = tmp_path / suffix / f"s.{suffix}"
        path.parent.mkdir()
        output("evaluate", *TINY, "-m", "AP", "--output", path)
        rows = duckdb.execute(f"select run, query_id, metric, value from '{path}' order by all").fetchall()
        assert (len(rows), rows[0]) == (14, ("good", "q1", "AP", 0.9166666666666666)), suffix
        assert os.listdir(path.parent) == [path.name]


def long_a_duckdb_output_keeps_the_other_tables_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "eval.duckdb"
    with duckdb.connect(path) as connection:
        connection.execute("create table mine as select 42 as answer; create table scores as select 'old' as old")
    output("evaluate", *TINY, "-m", "AP", "-o", path, "--force")
    with duckdb.connect(path, read_only=True) as connection:
        assert connection.execute("from mine").fetchall() == [(42,)]
        assert connection.execute("select count(*) from scores where metric = 'AP'").fetchall() == [(14,)]
    assert os.listdir(tmp_path) == ["eval.duckdb"]


def test_a_new_duckdb_output_can_be_read_by_older_versions(tmp_path: Path) -> None:
    output("evaluate", *TINY, "-m", "AP", "-o", tmp_path / "eval.duckdb")
    # bytes 12 to 19 of a DuckDB file say its storage version; 65 is that of DuckDB 1.2
    assert int.from_bytes((tmp_path / "eval.duckdb").read_bytes()[12:20], "little") <= 65


def test_what_is_refused_writes_nothing_and_loses_nothing(tmp_path: Path) -> None:
    kept = tmp_path / "scores.csv"
    kept.write_text("before")
    bad = tmp_path / "bad.run"
    bad.write_text("q1 Q0 d1 1 high tag\n")
    said = refusal("evaluate", bad, "--qrels", FIXTURES / "tiny" / "qrels.txt", "-o", kept)
    assert f"{bad}, line 1: score is 'high'" in said
    assert kept.read_text() == "before"
    assert sorted(os.listdir(tmp_path)) == ["bad.run", "scores.csv"]


def test_a_list_of_queries_and_a_depth_are_in_the_caption(tmp_path: Path) -> None:
    (tmp_path / "queries.txt").write_text("q1\n\nq6\n")
    printed = output("evaluate", *TINY, "-m", "NumRet", "--queries", tmp_path / "queries.txt", "--depth", "3")
    assert printed.splitlines()[1].split() == ["good", "6"]
    assert "over 2 judged queries" in printed
    assert "the first 3 documents of each ranking" in printed


def test_intersection_leaves_unanswered_queries_out() -> None:
    printed = output("evaluate", *TINY, "-m", "AP", "--population", "intersection")
    poor = next(line for line in printed.splitlines() if line.startswith("poor"))
    assert float(poor.split()[1]) == pytest.approx(0.2581859410430839 * 7 / 6, abs=5e-5)
    assert "that it answers; 1 run/query pair without results left out" in printed


def test_results_go_to_one_stream_and_the_rest_to_the_other() -> None:
    done = evalsql("evaluate", *TINY, "-m", "AP", "--format", "csv")
    assert len(done.stdout.decode().splitlines()) == 3
    assert done.stderr.decode().count("evalsql: warning: ") == 1  # what means are over is said once


def long_a_run_from_standard_input_is_named_by_its_tag() -> None:
    run = (FIXTURES / "tiny" / "good.run").read_bytes()
    qrels = FIXTURES / "tiny" / "qrels.txt"
    assert command.output("evaluate", "-", "--qrels", qrels, "-m", "AP", stdin=run).splitlines()[1].split()[0] == "good"


def long_a_measure_without_a_value_for_some_queries_says_how_many_it_is_over() -> None:
    printed = output("evaluate", *TRACK, "-m", "Reach(target=10)", "-m", "ADM(top=3)")
    line = next(line for line in printed.splitlines() if line.startswith("Reach(target=10): "))
    rows = rows_of(output("evaluate", *TRACK, "-m", "Reach(target=10)", "--per-query", "--format", "csv"))
    counts = Counter(row["run"] for row in rows if row["value"])
    low, high = min(counts.values()), max(counts.values())
    assert line == f"Reach(target=10): over the {low} to {high} queries of each run where it has a value."
    assert "ADM(top=3): over" not in printed


def long_a_level_is_for_measures_that_do_not_say_one() -> None:
    def columns(*measures: str) -> list[str]:
        asked = [word for each in measures for word in ("-m", each)]
        head = output("evaluate", *TINY, *asked, "--rel", "2", "--format", "csv").splitlines()[0]
        return [name for name in next(csv.reader([head])) if "P" in name]

    assert columns("AP(rel=1)", "AP") == ["AP(rel=1)", "AP(rel=2)"]
    assert columns("AP(rel=1) P@2") == ["AP(rel=1)", "P(rel=2)@2"]
    assert columns("AP(rel=2)", "AP") == ["AP(rel=2)"]
    assert "--rel takes a finite number above 0, not inf" in refusal("evaluate", *TINY, "--rel", "inf")


HEAVY = {"evalsql.comparing.scores", "pydantic", "altair", "duckdb", "numpy", "pandas", "polars", "pyarrow", "scipy"}


def long_threads_and_memory_change_nothing_that_is_printed(tmp_path):
    plain = command.output("evaluate", *TRACK, "--per-query")
    given = ("--threads", 1, "--memory-limit", "200MB", "--set", f"temp_directory={tmp_path}")
    assert command.output("evaluate", *TRACK, "--per-query", *given) == plain


def test_a_profile_tells_of_every_stage():
    done = evalsql("evaluate", *TRACK, "-m", "nDCG@10", "-m", "AP", "--profile")
    assert done.stdout.decode().startswith("run ")
    lines = done.stderr.decode().splitlines()
    stages = dict(line.rsplit(maxsplit=2)[:2] for line in lines if re.search(r"\d%$", line))
    reading = ["reading judgments", "checking judgments", "reading runs", "checking runs", "ranking"]
    assert list(stages) == ["starting", *reading, "nDCG@10", "AP", "counting queries", "printing", "total"]
    *parts, whole = map(float, stages.values())
    assert sum(parts) == pytest.approx(whole, abs=0.01)
    assert re.fullmatch(r"[\d,]+ rows of 12 runs, [\d,]+ of them judged; [\d,]+ judgments", lines[-1])


def imported(*arguments: str) -> set[str]:
    """Which heavy packages a command imports."""
    code = (
        "import sys\nfrom evalsql.cli import main\nsys.argv = ['evalsql', *sys.argv[1:]]\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\nprint(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return HEAVY & set(done.stderr.split())


def test_help_imports_nothing_heavy():
    assert [imported(*words, "--help") for words in ((), ("evaluate",), ("curve",))] == [set()] * 3


@since("duckdb", "2.0", "the engine loads pandas")
def long_an_evaluation_of_parquet_imports_duckdb_and_no_other():
    assert imported("evaluate", *TRACK, "-m", "nDCG@10") == {"duckdb"}


def test_heads_of_other_measures_are_not_read():
    mentioned.cache_clear()
    output("evaluate", *TRACK, "-m", "P@10")
    assert mentioned.cache_info().misses == 0


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
@pytest.mark.parametrize(("patience", "shown"), [(0, True), (60, False)])
def long_a_progress_bar_is_shown_on_a_terminal_when_the_work_takes_long(patience: float, shown: bool) -> None:
    import pty

    code = (
        f"import sys; import evalsql.cli.progress as bar; bar.PATIENCE = {patience}\n"
        f"sys.argv = ['evalsql', 'evaluate', *{TINY!r}, '-m', 'AP']\n"
        "from evalsql.cli import main; main()"
    )
    terminal, stderr = pty.openpty()
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=stderr) as process:
        os.close(stderr)
        said, output = all_of(terminal), process.stdout.read()
    assert ("━" in said) == shown
    assert "warning" in said
    assert "━" not in output.decode()


def all_of(terminal: int) -> str:
    """What is written to a terminal until nobody has it any more, which a slow machine does in many parts."""
    parts = []
    with contextlib.suppress(OSError):  # on Linux that is an error
        while part := os.read(terminal, 100_000):
            parts.append(part)
    os.close(terminal)
    return b"".join(parts).decode()
