"""Other programs: one that has a database open, one that was killed while it wrote, several at the same moment."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

KILLED = "import duckdb, os, sys; own = duckdb.connect(sys.argv[1]); own.execute(sys.argv[2]); os._exit(9)"
OPEN = (
    "import duckdb, sys\n"
    "connection = duckdb.connect(sys.argv[1], read_only=sys.argv[2] == 'read')\n"
    "print('open', flush=True)\n"
    "for line in sys.stdin:\n"
    "    print(connection.execute(line).fetchall(), flush=True)\n"
)


def killed(path: Path, sql: str) -> None:
    """Has a program write to a database that is killed before it is through: all it wrote is in the log."""
    assert subprocess.run([sys.executable, "-c", KILLED, str(path), sql], timeout=60).returncode == 9


@contextmanager
def opened(path: Path, how: str) -> Iterator[subprocess.Popen]:
    """A program that has a database open, to read or to write, until the end of the block."""
    with subprocess.Popen(
        [sys.executable, "-c", OPEN, str(path), how], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == "open\n"
        yield process
        process.stdin.close()


def ask(process: subprocess.Popen, sql: str) -> str:
    """What it says of a query."""
    process.stdin.write(f"{sql}\n")
    process.stdin.flush()
    return process.stdout.readline().strip()


def at_once(code: str, *arguments: list[str]) -> list[int]:
    """The exit statuses of programs that run the same code with their arguments, and wait for each other in `go`."""
    start = "import sys\ndef go():\n    print(flush=True)\n    sys.stdin.readline()\n"
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", start + code, *each], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for each in arguments
    ]
    for process in processes:
        process.stdout.readline()
    for process in processes:
        process.stdin.write("\n")
        process.stdin.flush()
    for process in processes:
        process.communicate(timeout=120)
    return [process.returncode for process in processes]
