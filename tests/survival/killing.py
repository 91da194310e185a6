"""Kills every command that writes at random moments: `python tests/survival/killing.py 100 FOLDER` 100 times.

What it wrote is old or whole afterwards, and what it left beside goes with the next that writes there. A program that
writes into the same folder all the while is not disturbed.
"""

import contextlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
TRACK = ROOT / "fixtures" / "track"
GIVEN = (str(TRACK / "runs.parquet"), "-q", str(TRACK / "qrels.parquet"), "-m", "AP")
TWO = (str(ROOT / "fixtures/tiny/good.run"), str(ROOT / "fixtures/tiny/poor.run"))
JUDGED = ("-q", str(ROOT / "fixtures/tiny/qrels.txt"))
TINY = (*TWO, *JUDGED, "-m", "AP")
GATE = ("gate", TWO[0], "--baseline", TWO[1], *JUDGED, "-m", "AP", "--margin", "0.1")

# a command that writes, by a name: its words, and the file that it writes
WRITERS: Mapping[str, tuple[Sequence[str], str]] = {
    "evaluate -o": (("evaluate", *GIVEN, "-o", "out.parquet"), "out.parquet"),
    "evaluate --append": (("evaluate", *GIVEN, "-o", "history.duckdb", "--append"), "history.duckdb"),
    "evaluate --plot": (("evaluate", *GIVEN, "--plot", "out.pdf"), "out.pdf"),
    "suite -o": (("suite", str(ROOT / "fixtures/tiny/suite.toml"), "-m", "AP", "-o", "out.csv"), "out.csv"),
    "curve -o": (("curve", *TINY[:-1], "P", "--depth", "2", "-o", "out.json"), "out.json"),
    "curve --plot": (("curve", *TINY[:-1], "P", "--depth", "2", "--plot", "out.html"), "out.html"),
    "ideal -o": (("ideal", str(TRACK / "subtopics.parquet"), "-o", "out.jsonl"), "out.jsonl"),
    "report": (("report", *TINY, "-o", "out.html"), "out.html"),
    "gate --also": ((*GATE, "--also", "out.md"), "out.md"),
    "gate --also .xml": ((*GATE, "--also", "out.xml"), "out.xml"),
    "gate -o": ((*GATE, "-o", "out.tsv"), "out.tsv"),
    "compare -o": (("compare", *GIVEN, "-o", "out.csv"), "out.csv"),
    "compare --plot": (("compare", *GIVEN, "--plot", "out.svg"), "out.svg"),
    "discriminate -o": (("discriminate", *TINY, "--method", "levels", "-o", "out.csv.gz"), "out.csv.gz"),
    "correlate -o": (("correlate", *TINY, "-m", "RR", "-o", "out.csv"), "out.csv"),
    "standardize -o": (("standardize", *TINY, "-o", "out.duckdb", "--force"), "out.duckdb"),
    "sweep -o": (("sweep", *TINY[:-1], "RBP", "--over", "p=0.5,0.8", "-o", "out.csv"), "out.csv"),
    "ties -o": (("ties", *TINY, "-o", "out.csv"), "out.csv"),
    "explain -o": (("explain", "AP", TWO[0], *JUDGED, "--query", "q1", "-o", "out.csv"), "out.csv"),
    "reconcile -o": (("reconcile", "0.5", TWO[0], *JUDGED, "-m", "AP", "-o", "out.csv"), "out.csv"),
    "describe -o": (("describe", JUDGED[1], "-o", "out.csv.zst"), "out.csv.zst"),
    "pool -o": (("pool", *TINY, "--depth", "1", "-o", "out.csv"), "out.csv"),
    "leave-out --plot": (("leave-out", *TINY, "--depth", "1", "--plot", "out.svg"), "out.svg"),
    "subsample --plot": (("subsample", *TINY, "--queries", "2", "--times", "2", "--plot", "out.png"), "out.png"),
    "overlap -o": (("overlap", *TWO, "-o", "out.csv"), "out.csv"),
    "queries -o": (("queries", *TINY, "-o", "out.csv"), "out.csv"),
    "categories -o": (("categories", *TINY, "--best", "good", "-o", "out.csv"), "out.csv"),
    "build": (("build", "eval.duckdb", *TINY, "--force"), "eval.duckdb"),
    "build --add": (("build", "eval.duckdb", TWO[1], "--add"), "eval.duckdb"),
    "lib": (("lib", "lib.duckdb", "--force"), "lib.duckdb"),
    "lib .sql": (("lib", "lib.sql"), "lib.sql"),
    "lib .c": (("lib", "lib.c"), "lib.c"),
    "log --plot": (("log", "history.duckdb", "--plot", "out.png"), "out.png"),
    "convert": (("convert", GIVEN[0], "out.run"), "out.run"),
    "convert .parquet": (("convert", TWO[0], "out.parquet"), "out.parquet"),
}
# what is run before, for a file that the command reads or changes
BEFORE: Mapping[str, Sequence[str]] = {
    "build --add": ("build", "eval.duckdb", TWO[0], *JUDGED, "-m", "AP"),
    "log --plot": ("build", "history.duckdb", *TINY),
    "verify": ("build", "eval.duckdb", *TINY),
}
# when a page or a picture was made, in the ways that they say it
MADE_ON = re.compile(rb"20\d\d-\d\d-\d\d(T| | at )\d\d:\d\d(:\d\d)?")


@dataclass
class Found:
    """What was found: how often it was killed in time, files neither old nor whole, and most that was left."""

    killed: int = 0
    torn: list[str] = field(default_factory=list)
    most_left: int = 0
    most_bytes: int = 0


def left_in(folder: Path) -> list[Path]:
    """What is left of a command beside its files and in the temporary directory."""
    return [path for at in (folder, folder / "tmp") for path in at.iterdir() if "evalsql-" in path.name]


def environment(folder: Path) -> dict[str, str]:
    """The variables of a command that runs in a folder, with a temporary directory of its own there."""
    return os.environ | {"TMPDIR": str(folder / "tmp"), "PYTHONPATH": str(ROOT)}


def start(words: Sequence[str], folder: Path) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-m", "evalsql", *words], cwd=folder, env=environment(folder),
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    )  # fmt: skip


def whole(words: Sequence[str], folder: Path) -> float:
    """Runs a command to its end, and gives the seconds that it took."""
    begun = time.monotonic()
    process = start(words, folder)
    _, said = process.communicate(timeout=300)
    assert process.returncode in (0, 1), said.decode()
    return time.monotonic() - begun


def digest(path: Path) -> Any:
    """What a file holds: the rows of a database's tables, by count, or its bytes without the time it was made."""
    if path.suffix != ".duckdb":
        held = MADE_ON.sub(b"", path.read_bytes())
        if path.suffix == ".pdf":  # the fonts in one have another order each time
            return len(held), held[:5], held.rstrip()[-5:]
        return held
    import duckdb

    with duckdb.connect() as connection:
        connection.execute(f"attach '{path}' as held (type duckdb)")  # which takes in its log
        names = "select schema_name || '.' || table_name from duckdb_tables() where database_name = 'held' order by 1"
        counts = [
            (name, *connection.execute(f"select count(*) from held.{name}").fetchall()[0])
            for (name,) in connection.execute(names).fetchall()
            if not name.endswith((".lineage", ".evaluations"))
        ]
        connection.execute("detach held")
    return counts


def kill_often(name: str, folder: Path, times: int, seed: int = 1) -> Found:
    """Kills a command at random moments of its work, and looks at what it left.

    Args:
        name: which, of WRITERS.
        folder: an empty folder.
        times: how often.
        seed: where the moments are drawn from.
    """
    (folder / "tmp").mkdir(exist_ok=True)
    words, file = WRITERS[name]
    path, draw, found = folder / file, random.Random(seed), Found()
    if name in BEFORE:
        whole(BEFORE[name], folder)
    before, old = (path.read_bytes(), digest(path)) if path.exists() else (None, None)
    took = whole(words, folder)
    new = digest(path)
    live = start(("evaluate", *GIVEN, "-o", "live.parquet"), folder)
    for _ in range(times):
        if before is not None:
            path.write_bytes(before)
        elif name == "evaluate --append":
            old = digest(path)
        process = start(words, folder)
        time.sleep(draw.uniform(0.2, 1.1) * took)
        found.killed += process.poll() is None
        process.kill()
        process.communicate()
        took = min(took, 60)
        if live.poll() is not None:
            found.torn += [f"the live one: {live.communicate()[1].decode()}"] * (live.returncode != 0)
            live = start(("evaluate", *GIVEN, "-o", "live.parquet"), folder)
        found.torn += looked_at(name, path, old, new)
        left = left_in(folder)
        found.most_left = max(found.most_left, len([each for each in left if not held(each)]))
        found.most_bytes = max(found.most_bytes, sum(size_within(each) for each in left))
    live.communicate()
    found.torn += ["the live one failed"] * (live.returncode != 0)
    whole(("evaluate", *TINY, "-o", "last.csv"), folder)
    return found


def looked_at(name: str, path: Path, old: Any, new: Any) -> list[str]:
    """What is wrong with a file after a command that writes it was killed."""
    try:
        now = digest(path)
    except Exception as error:
        return [f"{name}: {error}"]
    if name == "evaluate --append":  # one evaluation more, or none
        (grown,) = {after[1] - before[1] for after, before in zip(now, old, strict=True)}
        return [] if grown in (0, new[0][1]) else [f"{name}: grown by {grown}"]
    return [] if now in (old, new) else [f"{name}: neither old nor whole"]


def size_within(folder: Path) -> int:
    """The bytes of all files in a folder, from which a live process may take some meanwhile."""
    total = 0
    for within, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(FileNotFoundError):
                total += os.stat(os.path.join(within, name)).st_size
    return total


def held(folder: Path) -> bool:
    sys.path.insert(0, str(ROOT))
    from evalsql import own_folders

    try:
        descriptor = own_folders.hold(str(folder))
    except OSError:
        return True  # it has just gone
    if descriptor is not None and descriptor >= 0:
        os.close(descriptor)
    return descriptor is None


def keep(folder: Path, names: Iterable[str], find: Callable[[str], Any]) -> None:
    """Finds what there is to say of each name, and keeps it; what is there already is done.

    Args:
        folder: where to keep it.
        names: of what.
        find: gives it, as JSON has it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        file = folder / f"{name}.json"
        if not file.exists():
            told = find(name)
            file.write_text(json.dumps(told), encoding="utf-8")
            sys.stdout.write(f"{name}: {told}\n")
            sys.stdout.flush()


def told_of(name: str, times: int) -> dict[str, Any]:
    """What was found of a command that was killed so often."""
    with tempfile.TemporaryDirectory() as at:
        return {**asdict(kill_often(name, Path(at), times)), "times": times, "left": len(left_in(Path(at)))}


if __name__ == "__main__":
    keep(Path(sys.argv[2]), sys.argv[3:] or WRITERS, lambda name: told_of(name, int(sys.argv[1])))
