"""`evalsql gate`: its exit status, what it prints, and what it may be given."""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import duckdb
import pytest
from command import evalsql, output, process, refusal
from places import FIXTURES

from evalsql.words import width

GOOD, POOR, QRELS = (str(FIXTURES / "tiny" / name) for name in ("good.run", "poor.run", "qrels.txt"))
TRACK = str(FIXTURES / "track" / "runs.parquet")
OF_TRACK = ("--qrels", str(FIXTURES / "track" / "qrels.parquet"), "--run", "ql", "--baseline-run", "bm25")
SLICES = ("--slices", str(FIXTURES / "track" / "queries.jsonl"), "--by", "language")


@pytest.mark.slow
def test_the_status_says_whether_a_change_may_be_merged() -> None:
    assert evalsql("gate", GOOD, "--baseline", POOR, "--qrels", QRELS, "--margin", "0.01").returncode == 0
    fell = evalsql("gate", POOR, "--baseline", GOOD, "--qrels", QRELS, "--margin", "0.01", "--test", "randomisation")
    assert fell.returncode == 1
    assert b". Randomisation test to one side, alpha 0.05" in fell.stdout
    track = ("gate", TRACK, "--baseline", TRACK, *OF_TRACK, "--margin", "0.01")
    done = evalsql(*track)
    assert done.returncode == 0
    assert b"cannot tell: nDCG@10 no worse" in done.stdout
    assert b"passed: ql against bm25 (1 cannot tell)" in done.stdout
    assert evalsql(*track, "--require-evidence").returncode == 1


def test_json_has_the_verdict_the_rules_and_the_queries() -> None:
    done = evalsql(
        *("gate", POOR, "--baseline", GOOD, "--qrels", QRELS, "--margin", "nDCG@10=2%", "--at-least", "AP=0.2"),
        *("--losing", "AP=0.9", "--format", "json"),
    )
    assert done.returncode == 1
    found = json.loads(done.stdout)
    assert (found["verdict"], found["passed"], found["new"], found["baseline"]) == ("fail", False, "poor", "good")
    assert [(row["metric"], row["rule"], row["verdict"]) for row in found["rules"]] == [
        ("nDCG@10", "non_inferior", "fail"),
        ("AP", "at_least", "pass"),
        ("AP", "losing", "pass"),
    ]
    lost = [row["difference"] for row in found["queries"] if row["metric"] == "nDCG@10"]
    assert len(lost) == 7
    assert lost == sorted(lost)


def test_a_table_fits_a_terminal() -> None:
    done = evalsql(
        *("gate", TRACK, "--baseline", TRACK, *OF_TRACK, "-m", "nDCG@10", "-m", "AP", "--margin", "2%", "--better"),
        *("--losing", "30%", "--worst-loss", "0.3", "--at-least", "0.2", *SLICES),
    )
    table = [
        line for line in done.stdout.decode().splitlines() if line.startswith(("no worse", "losing", "worst", "mean"))
    ]
    assert len(table) == 2 * 4 * 4
    assert max(map(width, table)) <= 80


@pytest.mark.slow
def test_stored_scores_are_a_baseline(tmp_path: Path) -> None:
    scores = tmp_path / "scores.parquet"
    output("evaluate", GOOD, POOR, "--qrels", QRELS, "-m", "nDCG@10", "-m", "AP", "-o", scores)
    runs = evalsql("gate", POOR, "--baseline", GOOD, "--qrels", QRELS, "-m", "AP", "--margin", "1%", "--format", "csv")
    rules = ("-m", "ap", "--margin", "1%", "--format", "csv")
    one = evalsql("gate", POOR, "--baseline", scores, "--baseline-run", "good", "--qrels", QRELS, *rules)
    both = evalsql("gate", scores, "--run", "poor", "--baseline", scores, "--baseline-run", "good", *rules)
    assert runs.stdout == one.stdout == both.stdout
    assert runs.returncode == one.returncode == both.returncode == 1
    # what the baseline was not scored on is left out, and said
    duckdb.sql(f"copy (from '{scores}' where query_id <> 'q1') to '{tmp_path / 'fewer.parquet'}'")
    fewer = evalsql("gate", POOR, "--baseline", tmp_path / "fewer.parquet", "--baseline-run", "good", *rules[:-2],
                    "--qrels", QRELS)  # fmt: skip
    assert b"warning: 1 query that only poor has a value for, left out" in fewer.stderr


def test_rows_are_written_and_runs_are_called_as_said(tmp_path: Path) -> None:
    file = tmp_path / "verdicts.parquet"
    named = evalsql("gate", f"mine={POOR}", "--baseline", f"theirs={GOOD}", "--qrels", QRELS, "--margin", "0.1",
                    "-o", file)  # fmt: skip
    assert b"failed: mine against theirs (1 fail)" in named.stdout
    assert duckdb.sql(f"select rule, verdict, passed from '{file}'").fetchall() == [("non_inferior", "fail", False)]


@pytest.mark.slow
def test_a_warning_and_an_error_call_a_run_as_the_user_does(tmp_path: Path) -> None:
    for folder, name in (("new", "poor"), ("old", "poor"), ("new", "twice")):
        (tmp_path / folder).mkdir(exist_ok=True)
        text = Path(GOOD if folder == "old" else POOR).read_text("utf-8")
        lines = [" ".join([*line.split()[:5], name]) for line in text.splitlines()]
        (tmp_path / folder / f"{name}.run").write_text("\n".join([*lines, *lines[: name == "twice"]]), "utf-8")
    one, other, twice = (tmp_path / name for name in ("new/poor.run", "old/poor.run", "new/twice.run"))
    rest = ("--qrels", QRELS, "--margin", "0.1")
    for new, old, said in (
        (POOR, GOOD, b"(first: run poor, "),
        (f"my one={POOR}", GOOD, b"(first: run my one, "),
        (one, other, b"(first: run poor (new), "),
    ):
        assert said in evalsql("gate", new, "--baseline", old, *rest).stderr
    assert " in run twice (" in refusal("gate", twice, "--baseline", POOR, *rest)


@pytest.mark.slow
def test_where_nobody_reads_what_is_printed_the_verdict_and_the_files_are_the_same(tmp_path: Path) -> None:
    file = tmp_path / "gate.md"
    for new, old, status in ((POOR, GOOD, 1), (GOOD, POOR, 0)):
        file.unlink(missing_ok=True)
        read, write = os.pipe()
        os.close(read)
        words = ["gate", new, "--baseline", old, "--qrels", QRELS, "--margin", "0.1", "--also", str(file)]
        done = subprocess.run([sys.executable, "-m", "evalsql", *words], stdout=write, stderr=subprocess.PIPE)
        os.close(write)
        assert (done.returncode, file.is_file()) == (status, True), done.stderr


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_is_read_once(tmp_path: Path) -> None:
    for place, (new, old) in enumerate(((POOR, None), (None, GOOD))):
        pipe = tmp_path / f"pipe{place}"
        os.mkfifo(pipe)
        text = Path(new or old or "").read_bytes()
        writer = threading.Thread(target=pipe.write_bytes, args=(text,), daemon=True)
        writer.start()
        words = (f"N={pipe}" if new else POOR, "--baseline", f"O={pipe}" if old else GOOD, "--qrels", QRELS)
        done = process("gate", *words, "--margin", "AP=0.01", "--format", "csv")  # which may wait for ever
        assert (done.returncode, done.stdout.count(b"AP,,,non_inferior,fail,7,0.2581859410430839,0.69")) == (1, 1)


BAD = [
    ((GOOD, "--baseline", POOR, "--qrels", QRELS), "a gate needs a rule"),
    ((GOOD, "--baseline", POOR, "--qrels", QRELS, "--margin", "0"), "margin must be above 0"),
    ((GOOD, "--baseline", POOR, "--qrels", QRELS, "--margin", "one"), "margin: 'one' was given where a number"),
    ((GOOD, "--baseline", POOR, "--qrels", QRELS, "--margin", "nDGC@10=1"), "nDGC"),
    ((GOOD, "--baseline", POOR, "--qrels", QRELS, "--margin", "1", "--by", "language"), "--slices"),
    ((GOOD, "--baseline", GOOD + "x", "--qrels", QRELS, "--margin", "1"), "there is no such file"),
    ((GOOD, "--baseline", POOR, "--margin", "1"), "good.run"),
    ((TRACK, "--baseline", TRACK, *OF_TRACK[:2], "--margin", "1"), "--run names it"),
    (
        (TRACK, "--baseline", TRACK, *OF_TRACK[:2], *OF_TRACK[4:], "--run", "x", "--margin", "1"),
        "there is no run x; runs: bm25",
    ),
]


@pytest.mark.parametrize(("words", "said"), BAD)
def test_what_cannot_be_used_gets_a_sentence(words: tuple[str, ...], said: str) -> None:
    assert said in refusal("gate", *words)
