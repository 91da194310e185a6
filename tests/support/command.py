"""The command line, run as a user runs it."""

import subprocess
import sys
from pathlib import Path

from places import FIXTURES

TRACK = (str(FIXTURES / "track" / "runs.parquet"), "--qrels", str(FIXTURES / "track" / "qrels.parquet"))
TINY = (
    str(FIXTURES / "tiny" / "good.run"),
    str(FIXTURES / "tiny" / "poor.run"),
    "--qrels",
    str(FIXTURES / "tiny" / "qrels.txt"),
)


def evalsql(*arguments: str | Path, stdin: bytes | None = None, cwd: Path | None = None) -> subprocess.CompletedProcess:
    """Runs `python -m evalsql`."""
    return subprocess.run(
        [sys.executable, "-m", "evalsql", *map(str, arguments)], input=stdin, capture_output=True, cwd=cwd, timeout=120
    )


def output(*arguments: str | Path, **options) -> str:
    """What a command that succeeds prints on standard output."""
    done = evalsql(*arguments, **options)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


def refusal(*arguments: str | Path, **options) -> str:
    """The one sentence of a command that is refused."""
    done = evalsql(*arguments, **options)
    assert done.returncode == 2
    assert done.stdout == b""
    said = done.stderr.decode()
    assert said.startswith("evalsql: ")
    assert said.count("\n") == 1
    return said
