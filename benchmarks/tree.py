"""The time and memory of a process and all that it starts, which `measure` cannot see: Spark's executors, their Python.

On Linux only. A command is started by this file, run as a program of its own, which adopts what a process of the tree
leaves behind, and waits for all of it.
"""

import ctypes
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PAUSE = 0.5  # seconds between looks at memory
ADOPT = 36  # PR_SET_CHILD_SUBREAPER of Linux


class Tree(NamedTuple):
    """What a process took, with all that it started."""

    wall: float  # seconds
    cpu: float  # seconds, of all threads of all processes
    peak: float  # MiB of all processes at once, what they share counted once
    largest: float  # MiB of the largest Python under Spark's daemon: what a task takes


def measure(command: Sequence[str], printed: Path) -> Tree:
    """Runs a command in the root of the checkout, which must succeed.

    Args:
        command: the program and its arguments.
        printed: where its standard output goes.

    Raises:
        RuntimeError: it failed; what it said on standard error is beside what it printed, with the suffix .err.
    """
    errors = printed.with_suffix(".err")
    read, write = os.pipe()
    starter = [sys.executable, "-I", "-S", __file__, str(write), *command]
    with printed.open("wb") as out, errors.open("wb") as err, os.fdopen(read) as told:
        done = subprocess.Popen(starter, cwd=ROOT, stdout=out, stderr=err, pass_fds=[write])
        os.close(write)
        took = told.read()
    if done.wait():
        raise RuntimeError(f"{' '.join(command)[:300]} failed; {errors} has what it said")
    return Tree(**json.loads(took))


def start(told: int, *command: str) -> int:
    """Starts a command, writes what it took to a pipe, and gives its exit status."""
    ctypes.CDLL(None).prctl(ADOPT, 1)
    begun = time.perf_counter()
    process = subprocess.Popen(command)
    looks = Looks()
    looks.start()
    status = process.wait()
    wall = time.perf_counter() - begun
    while True:  # what outlives it, such as an executor that is still shutting down
        try:
            os.wait()
        except ChildProcessError:
            break
    looks.stop()
    spent = os.times()
    took = Tree(wall, spent.children_user + spent.children_system, looks.peak, looks.largest)
    with os.fdopen(told, "w") as pipe:
        json.dump(took._asdict(), pipe)
    return 1 if status else 0


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


if __name__ == "__main__":
    sys.exit(start(int(sys.argv[1]), *sys.argv[2:]))
