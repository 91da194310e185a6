"""Sends every command the signals that end a program, at moments that are spread over all of its work.

It ends soon, with one sentence at most; nothing of it is left, and its file is there whole, or not there.
"""

import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from killing import BEFORE, JUDGED, TINY, TWO, WRITERS, digest, environment, keep, left_in

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
FIRST = 0.05  # seconds until the first moment
# of each command a line that works, and the file that it writes; the first of WRITERS where it writes any
LINES: Mapping[str, tuple[Sequence[str], str]] = {
    **{name.split()[0]: line for name, line in reversed([*WRITERS.items()])},
    "metrics": (("metrics", "AP"), ""),
    "sql": (("sql", "AP"), ""),
    "check": (("check", *TWO, *JUDGED), ""),
    "verify": (("verify", "eval.duckdb", *TINY), ""),
    "trec_eval": (("trec_eval", "-m", "map", JUDGED[1], TWO[0]), ""),
}


@dataclass
class Signalled:
    """What was found of a command: how often it was told while it ran, what was wrong, the longest it took to end."""

    running: int = 0
    wrong: list[str] = field(default_factory=list)
    longest: float = 0.0


def heeding() -> None:
    """Has a new process hear the signals that this one may have been told to ignore, as by nohup."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_DFL)


def start(words: Sequence[str], folder: Path) -> subprocess.Popen:
    """A command that runs in a folder, with a temporary directory of its own there."""
    return subprocess.Popen(
        [sys.executable, "-m", "evalsql", *words], cwd=folder, env=environment(folder), preexec_fn=heeding,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def prepare(command: str, folder: Path) -> None:
    """Makes the temporary directory of a command in a folder, and the file that it reads."""
    (folder / "tmp").mkdir(exist_ok=True)
    for name, words in BEFORE.items():
        if LINES[command] in (WRITERS.get(name), LINES.get(name)):
            assert start(words, folder).communicate(timeout=300)[1] is not None


def signal_often(command: str, folder: Path, moments: int) -> Signalled:
    """Sends a command signals, one each time that it runs, later each time, and looks at how it ends.

    Args:
        command: which, of LINES.
        folder: an empty folder.
        moments: how often.
    """
    prepare(command, folder)
    words, file = LINES[command]
    begun = time.monotonic()
    process = start(words, folder)
    process.communicate(timeout=300)
    took, whole = time.monotonic() - begun, digest(folder / file) if file else None
    found, there = Signalled(), {path.name for path in folder.iterdir()} - {file}
    for moment in range(moments):
        number = SIGNALS[(moment + len(command)) % len(SIGNALS)]  # at the same moment not the same one of all commands
        if file:
            (folder / file).unlink(missing_ok=True)
        program = start(words, folder)
        time.sleep(FIRST + (took - FIRST) * moment / max(1, moments - 1))
        running = program.poll() is None
        found.running += running
        begun = time.monotonic()
        program.send_signal(number)
        _, said = program.communicate(timeout=60)
        found.longest = max(found.longest, time.monotonic() - begun)
        told = f"{number.name} at moment {moment} of {moments}"
        if program.returncode not in (process.returncode, 128 + number, -number):
            found.wrong.append(f"{told}: status {program.returncode}: {said}")
        others = [line for line in said.splitlines() if not line.startswith("evalsql: ")]
        # Python itself says it before it has loaded evalsql, and ends by the signal
        if program.returncode != -number and (others or said.count("evalsql: interrupted") > 1):
            found.wrong.append(f"{told}: {said}")
        if left := left_in(folder) + list((folder / "tmp").iterdir()):
            found.wrong.append(f"{told}: left {left}")
        if other := {path.name for path in folder.iterdir()} - there - {file}:
            found.wrong.append(f"{told}: wrote {other}")
        if file and (folder / file).exists() and digest(folder / file) != whole:
            found.wrong.append(f"{told}: its file is torn")
    return found


def told_of(command: str, moments: int) -> dict[str, Any]:
    """What was found of a command that was signalled so often."""
    with tempfile.TemporaryDirectory() as at:
        return {**asdict(signal_often(command, Path(at), moments)), "moments": moments}


if __name__ == "__main__":
    keep(Path(sys.argv[2]), sys.argv[3:] or LINES, lambda command: told_of(command, int(sys.argv[1])))
