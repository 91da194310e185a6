"""The command line, from the words of a command to its exit status and what it wrote."""

import subprocess
import sys
from pathlib import Path

import in_process
from places import FIXTURES

TRACK = (str(FIXTURES / "track" / "runs.parquet"), "--qrels", str(FIXTURES / "track" / "qrels.parquet"))
TINY = (
    str(FIXTURES / "tiny" / "good.run"),
    str(FIXTURES / "tiny" / "poor.run"),
    "--qrels",
    str(FIXTURES / "tiny" / "qrels.txt"),
)


def process(*arguments: str | Path, stdin: bytes | None = None, cwd: Path | None = None) -> subprocess.CompletedProcess:
    """Runs `python -m evalsql`, as a user does."""
    return subprocess.run(
        [sys.executable, "-m", "evalsql", *map(str, arguments)], input=stdin, capture_output=True, cwd=cwd, timeout=120
    )


def evalsql(*arguments: str | Path, stdin: bytes | None = None, cwd: Path | None = None) -> subprocess.CompletedProcess:
    """Does the same in this process, which takes a tenth of the time, where nothing is read from standard input."""
    if stdin is not None:
        return process(*arguments, stdin=stdin, cwd=cwd)
    done = in_process.whole(arguments, cwd or Path.cwd())
    return subprocess.CompletedProcess(arguments, done.status, done.output.encode(), done.said.encode())


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
