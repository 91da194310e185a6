"""The time and memory of a process and all that it starts, which `measure` cannot see: Spark's executors, their Python.

On Linux only: this process adopts what a process of the tree leaves behind, and waits for all of it.
"""

import ctypes
import os
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

PAUSE = 0.5  # seconds between looks at memory
ADOPT = 36  # PR_SET_CHILD_SUBREAPER of Linux


class Tree(NamedTuple):
    """What a process took, with all that it started."""

    wall: float  # seconds
    cpu: float  # seconds, of all threads of all processes
    peak: float  # MiB of all processes at once, what they share counted once
    largest: float  # MiB of the largest Python under Spark's daemon: what a task takes


def measure(command: Sequence[str], printed: Path) -> Tree:
    """Runs a command, which must succeed.

    Args:
        command: the program and its arguments.
        printed: where its standard output goes.

    Raises:
        RuntimeError: it failed; what it said on standard error is beside what it printed, with the suffix .err.
    """
    ctypes.CDLL(None).prctl(ADOPT, 1)
    before = os.times()
    begun = time.perf_counter()
    errors = printed.with_suffix(".err")
    with printed.open("wb") as out, errors.open("wb") as err:
        process = subprocess.Popen(command, stdout=out, stderr=err)
    looks = Looks()
    looks.start()
    process.wait()
    wall = time.perf_counter() - begun
    while True:  # what outlives it, such as an executor that is still shutting down
        try:
            os.wait()
        except ChildProcessError:
            break
    looks.stop()
    after = os.times()
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)[:300]} failed; {errors} has what it said")
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return Tree(wall, cpu, looks.peak, looks.largest)


class Looks(threading.Thread):
    """Looks at the memory of all processes that this one started, until it is told to stop."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.peak = self.largest = 0.0
        self.stopped = threading.Event()

    def stop(self) -> None:
        """Ends the looks."""
        self.stopped.set()
        self.join()

    def run(self) -> None:
        """Looks again and again."""
        while not self.stopped.wait(PAUSE):
            total = 0.0
            for process in descendants(os.getpid()):
                try:
                    total += kilobytes(process / "smaps_rollup", "Pss:")
                    if b"pyspark.daemon" in (process / "cmdline").read_bytes():
                        self.largest = max(self.largest, kilobytes(process / "status", "VmHWM:") / 2**10)
                except OSError:  # it has ended
                    continue
            self.peak = max(self.peak, total / 2**10)


def descendants(root: int) -> Iterator[Path]:
    """The folders in /proc of all processes below one."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(entry.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        children.setdefault(parent, []).append(int(entry.parent.name))
    waiting = [root]
    while waiting:
        below = children.get(waiting.pop(), [])
        waiting += below
        yield from (Path("/proc") / str(each) for each in below)


def kilobytes(file: Path, name: str) -> float:
    """A number of a file of /proc."""
    return next((float(line.split()[1]) for line in file.read_text().splitlines() if line.startswith(name)), 0.0)
