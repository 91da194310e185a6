"""The time and memory of a whole process, and of tools in turns.

Linux counts what a process used before it started a command towards the command's peak. So a command is started by this
file, run as a program of its own that needs about 10 MiB.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
THREADS = 2
MIB = 2**20 if sys.platform == "darwin" else 2**10  # of what the system counts peaks in


class Figures(NamedTuple):
    """What one process took, and what it printed."""

    wall: float  # seconds
    cpu: float  # seconds, of all threads
    peak: float | None  # MiB; none where a process timed a part of itself
    printed: str


class Spread(NamedTuple):
    """The median of several values, and the least and the most of them."""

    middle: float
    least: float
    most: float


def spread(values: Sequence[float]) -> Spread:
    """The median of values, the least and the most."""
    return Spread(median(values), min(values), max(values))


def keep_to_two_cores() -> None:
    """Keeps this process, and all that it starts, to two cores, where the system can."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:THREADS])


def measure(command: Sequence[str], inside: bool = False) -> Figures:
    """Runs a command in the root of the checkout; it must succeed.

    Args:
        command: the program and its arguments.
        inside: whether it prints, as JSON, the `wall` and `cpu` of the part of it that counts.
    """
    # a tool that is installed is compiled already; one in a checkout is compiled by the first call
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.NamedTemporaryFile() as out:
        starter = [sys.executable, "-I", "-S", __file__, out.name, *command]
        done = subprocess.run(starter, cwd=ROOT, capture_output=True, text=True, env=environment)
        printed = Path(out.name).read_text(encoding="utf-8")
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)[:300]} failed: {done.stderr.strip()[-1000:]}")
    took = json.loads(done.stdout)
    if inside:
        took = {name: json.loads(printed)[name] for name in ("wall", "cpu")} | {"peak": None}
    return Figures(**took, printed=printed)


def in_turns(calls: dict[str, Callable[[], Figures]], rounds: int) -> dict[str, list[Figures]]:
    """What each call took in each of some rounds; a round makes every call once, one after the other."""
    taken: dict[str, list[Figures]] = {name: [] for name in calls}
    for _ in range(rounds):
        for name, call in calls.items():
            taken[name].append(call())
    return taken


def start(out: str, *command: str) -> int:
    """Starts a command, prints what it took as JSON, and gives its exit status."""
    begun = time.perf_counter()
    with open(out, "wb") as stdout:
        process = subprocess.Popen(command, stdout=stdout)
        _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - begun
    process.returncode = os.waitstatus_to_exitcode(status)
    took = {"wall": wall, "cpu": usage.ru_utime + usage.ru_stime, "peak": usage.ru_maxrss / MIB}
    sys.stdout.write(json.dumps(took))
    return 1 if process.returncode else 0


if __name__ == "__main__":
    sys.exit(start(*sys.argv[1:]))
