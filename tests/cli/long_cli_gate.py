"""`evalsql gate`: its exit status, what it prints, and what it may be given."""

import os
import subprocess
import sys
from pathlib import Path

import duckdb
from command import evalsql, output, refusal
from places import FIXTURES

GOOD, POOR, QRELS = (str(FIXTURES / "tiny" / name) for name in ("good.run", "poor.run", "qrels.txt"))

TRACK = str(FIXTURES / "track" / "runs.parquet")
OF_TRACK = ("--qrels", str(FIXTURES / "track" / "qrels.parquet"), "--run", "ql", "--baseline-run", "bm25")


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
