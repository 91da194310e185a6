"""`evalsql evaluate` as a user meets it: real files, and real processes where streams, signals or refusals matter."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import duckdb
import pytest
from command import TINY, TRACK, evalsql


@pytest.mark.parametrize(
    "name",
    [
        "s.csv",
        "s.tsv",
        "s.jsonl",
        "s.csv.gz",
    ],
)
def test_scores_are_written_in_every_format_too(name: str, tmp_path: Path) -> None:
    done = evalsql("evaluate", *TINY, "-m", "AP", "--output", tmp_path / name)
    assert done.returncode == 0, done.stderr
    rows = duckdb.execute(f"select run, query_id, metric, value from '{tmp_path / name}' order by all").fetchall()
    assert len(rows) == 14
    assert rows[0] == ("good", "q1", "AP", pytest.approx(0.9166666666666666, abs=0))
    assert os.listdir(tmp_path) == [name]


@pytest.mark.parametrize("stopped", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_leaves_nothing_half_written(stopped: signal.Signals, tmp_path: Path) -> None:
    runs = tmp_path / "runs.parquet"
    duckdb.sql(
        f"""copy (select r::varchar as run, q::varchar as query_id, d::varchar as doc_id, random() as score
        from range(20) t(r), range(200) u(q), range(1000) v(d)) to '{runs}'"""
    )
    qrels = tmp_path / "qrels.csv"
    qrels.write_text("query_id,doc_id,relevance\n" + "".join(f"{q},{q},1\n" for q in range(200)))
    scores = tmp_path / "scores.parquet"
    command = [sys.executable, "-m", "evalsql", "evaluate", str(runs), "--qrels", str(qrels), "-o", str(scores)]
    # what takes seconds, lest it is done before it is stopped
    command += ["--threads", "1", *(word for top in (1000, 900, 800) for word in ("-m", f"ADM(top={top})"))]
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ | {"TMPDIR": str(scratch)}
    )
    while not os.listdir(scratch):  # where runs are read
        time.sleep(0.01)
    process.send_signal(stopped)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 128 + stopped, said
    assert said == "evalsql: interrupted; nothing was written\n"
    assert sorted(os.listdir(tmp_path)) == ["qrels.csv", "runs.parquet", "scratch"]
    assert os.listdir(scratch) == []


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
@pytest.mark.parametrize(("patience", "shown"), [(0, True), (60, False)])
def test_a_progress_bar_is_shown_on_a_terminal_when_the_work_takes_long(patience: float, shown: bool) -> None:
    import pty

    code = (
        f"import sys; import evalsql.cli.progress as bar; bar.PATIENCE = {patience}\n"
        f"sys.argv = ['evalsql', 'evaluate', *{TRACK!r}, '-m', 'AP']\n"
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
