"""Breaks what is computed and what tests it in small ways, one at a time, and says which breaks no test notices.

    python -m pytest -n 0 -p reached tests/inputs tests/scoring   # with EVALSQL_REACHED=reached.json
    python tests/support/mutate.py reached.json 300 1

The arguments are what reached.py wrote, how many breaks to try, and a seed. A break is tried in a copy of the checkout,
with the tests that reach its function or its file of sql/; metrics, curves and fragments have test_mutants.py. The
exit status is 1 where a break is not noticed that `unnoticed_elsewhere.py` does not explain.
"""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import mutants as of_sql
import python_mutants
from unnoticed_elsewhere import UNNOTICED_ELSEWHERE

ROOT = Path(__file__).resolve().parents[2]
# what is broken, and how many of a hundred breaks are of it
KINDS = {
    "checks": (25, ("evalsql/inputs/checks/*.py",)),
    "inputs": (20, ("evalsql/inputs/*.py", "evalsql/inputs/formats/*.py")),
    "scoring": (15, ("evalsql/scoring/*.py",)),
    "relations": (25, ("sql/relations/*.sql", "sql/ranking/*.sql", "sql/scores/*.sql")),
    "helpers": (15, ("tests/support/*.py",)),
}
TESTS = 16  # at most, that look at a break
SECONDS = 120  # for these; a break that takes longer has been noticed
PRELOADED = ("duckdb", "numpy", "pyarrow.parquet", "pandas", "jinja2", "rich", "typer", "pytest", "hypothesis")


@dataclass(frozen=True)
class Break:
    """A file with one thing changed, and what reaches it: a function, or a file of sql/."""

    kind: str
    file: str
    change: str
    text: str
    reached: str


def breaks(kind: str) -> Iterator[Break]:
    """All breaks of a kind."""
    for pattern in KINDS[kind][1]:
        for path in sorted(ROOT.glob(pattern)):
            file, text = str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
            if path.suffix == ".sql":
                head, end, body = text.rpartition("*/") if text.startswith("/*") else ("", "", text)
                for change, broken in of_sql.mutants(body).items():
                    yield Break(kind, file, change, head + end + broken, f"sql::{path.stem}")
            else:
                for each in python_mutants.mutants(text):
                    yield Break(kind, file, each.change, each.text, f"{file}::{each.function}")


def near(reached: str, known: Mapping[str, tuple[float, list[str]]], dice: random.Random) -> list[str]:
    """The tests that reach something, of each file the fastest first."""
    seconds = {test: took for test, (took, names) in known.items() if reached in names and took < 20}
    by_file: dict[str, list[str]] = {}
    for test in sorted(seconds, key=lambda each: (seconds[each], dice.random())):
        by_file.setdefault(test.partition("::")[0], []).append(test)
    rounds = [tests[place] for place in range(TESTS) for tests in by_file.values() if place < len(tests)]
    # those named for what they reach know most of it
    stem = reached.partition("::")[0].rpartition("/")[2].removesuffix(".py")
    return sorted(rounds[: 2 * TESTS], key=lambda test: stem not in test)[:TESTS]


def tried(copy: Path, each: Break, tests: list[str]) -> str:
    """What comes of a break: 'noticed', 'hangs' or 'unnoticed', or 'fails' where even the whole does."""
    target = copy / each.file
    whole = target.read_bytes()
    try:
        target.write_text(each.text, encoding="utf-8")
        touch(target)
        return outcome(copy, tests)
    finally:
        target.write_bytes(whole)
        touch(target)


def touch(path: Path) -> None:
    """Gives a file a time of its own, since Python takes a module of the same size and second for the same."""
    touch.time += 7  # type: ignore[attr-defined]
    os.utime(path, (touch.time, touch.time))  # type: ignore[attr-defined]


touch.time = 1_000_000_000  # type: ignore[attr-defined]


def outcome(copy: Path, tests: list[str]) -> str:
    """Whether tests pass in a copy of the checkout."""
    child = os.fork()
    if child == 0:
        os.setsid()
        os.chdir(copy)
        log = os.open(copy / "log.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(log, 1)
        os.dup2(log, 2)
        sys.path[:0] = [str(copy), str(copy / "tests" / "support")]
        os.environ["PYTHONPATH"] = os.pathsep.join(sys.path[:2])
        for name in [name for name, module in sys.modules.items() if str(ROOT) in str(getattr(module, "__file__", ""))]:
            if name != "__main__" and ".venv" not in str(sys.modules[name].__file__):
                del sys.modules[name]
        import pytest

        options = ["-x", "-q", "-n", "0", "-p", "no:cacheprovider", "-p", "no:randomly", "-m", ""]
        os._exit(int(pytest.main([*options, *tests])))
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return {0: "unnoticed", 5: "unnoticed"}.get(os.waitstatus_to_exitcode(status), "noticed")
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return "hangs"


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main(reached: Path, count: int, seed: int, kinds: list[str]) -> int:
    """How many breaks are not noticed, and not explained."""
    known, dice = json.loads(reached.read_text()), random.Random(seed)
    for name in PRELOADED:
        __import__(name)
    totals: Counter[tuple[str, str]] = Counter()
    explained = {(file, change) for files in UNNOTICED_ELSEWHERE.values() for file in files for change in files[file]}
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copy = Path(folder) / "checkout"
        copy.mkdir()
        files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        for name in files.splitlines():
            if (ROOT / name).exists():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, copy / name)
        for kind in kinds or KINDS:
            all_of_it = list(breaks(kind))
            chosen = dice.sample(all_of_it, min(len(all_of_it), round(count * KINDS[kind][0] / 100)))
            for each in chosen:
                tests = near(each.reached, known, dice)
                came = tried(copy, each, tests) if tests else "not reached"
                if came == "unnoticed" and (each.file, each.change) in explained:
                    came = "explained"
                totals[kind, came] += 1
                if came in ("unnoticed", "not reached"):
                    say(f"{came}: {each.file}: {each.change}  ({len(tests)} tests)")
        for (kind, came), number in sorted(totals.items()):
            say(f"{kind}: {number} {came}")
    return sum(number for (_, came), number in totals.items() if came == "unnoticed")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]) > 0)
