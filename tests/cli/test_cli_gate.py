"""`evalsql gate`: its exit status, what it prints, and what it may be given."""

import json
import os
import threading
from pathlib import Path

import duckdb
import pytest
from command import evalsql, process, refusal
from places import FIXTURES

from evalsql.words import width

GOOD, POOR, QRELS = (str(FIXTURES / "tiny" / name) for name in ("good.run", "poor.run", "qrels.txt"))

TRACK = str(FIXTURES / "track" / "runs.parquet")
OF_TRACK = ("--qrels", str(FIXTURES / "track" / "qrels.parquet"), "--run", "ql", "--baseline-run", "bm25")
SLICES = ("--slices", str(FIXTURES / "track" / "queries.jsonl"), "--by", "language")


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


def test_rows_are_written_and_runs_are_called_as_said(tmp_path: Path) -> None:
    file = tmp_path / "verdicts.parquet"
    named = evalsql("gate", f"mine={POOR}", "--baseline", f"theirs={GOOD}", "--qrels", QRELS, "--margin", "0.1",
                    "-o", file)  # fmt: skip
    assert b"failed: mine against theirs (1 fail)" in named.stdout
    assert duckdb.sql(f"select rule, verdict, passed from '{file}'").fetchall() == [("non_inferior", "fail", False)]


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
