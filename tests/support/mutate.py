"""Breaks what is computed and what tests it in small ways, one at a time, and says which breaks no test notices.

    EVALSQL_REACHED=reached.json python -m pytest -n 0 -q -p reached tests/inputs tests/scoring
    python tests/support/mutate.py reached.json 300 1 tests/inputs tests/scoring

The arguments are what reached.py wrote, how many breaks to try, a seed, and the tests. A process of its own tries each
break, with the tests that reach its function or its file of sql/; metrics, curves and fragments have test_mutants.py.
The exit status is 1 where a break is not noticed that `unnoticed_elsewhere.py` does not explain.
"""

import gc
import json
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from pathlib import Path
from types import CodeType, FunctionType

import mutants as of_sql
import pytest
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
TESTS = 70  # at most, that look at a break
SECONDS = 120  # for these; a break that takes longer has been noticed
OF_ITSELF = {"mutate", "reached", "python_mutants"}  # helpers that try breaks


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
    for path in (path for pattern in KINDS[kind][1] for path in sorted(ROOT.glob(pattern))):
        file, text = str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
        if path.suffix == ".sql":
            head, end, body = text.rpartition("*/") if text.startswith("/*") else ("", "", text)
            for change, broken in of_sql.mutants(body).items():
                yield Break(kind, file, change, head + end + broken, f"sql::{path.stem}")
        elif path.stem not in OF_ITSELF:
            for each in python_mutants.mutants(text):
                yield Break(kind, file, each.change, each.text, f"{file}::{each.function}")


def near(reached: str, known: Mapping[str, tuple[float, list[str]]]) -> list[str]:
    """The tests that reach something, those named for it first, and of each file the fastest first."""
    seconds = {test: took for test, (took, names) in known.items() if reached in names}
    by_file: dict[str, list[str]] = {}
    for test in sorted(seconds, key=seconds.__getitem__):
        by_file.setdefault(test.partition("::")[0], []).append(test)
    rounds = [tests[place] for place in range(TESTS) for tests in by_file.values() if place < len(tests)]
    stem = reached.partition("::")[0].rpartition("/")[2].removesuffix(".py")
    return sorted(rounds[: 3 * TESTS], key=lambda test: stem not in test)[:TESTS]


def put(each: Break) -> None:
    """Breaks this process: what is loaded of a module, or what is read of a file of sql/."""
    path = ROOT / each.file
    if path.suffix == ".py":
        new = {code.co_qualname: code for code in codes(compile(each.text, str(path), "exec"))}
        for function in gc.get_objects():
            if isinstance(function, FunctionType) and function.__code__.co_filename == str(path):
                function.__code__ = new.get(function.__code__.co_qualname, function.__code__)
        return
    read_text = Path.read_text

    def read(self: Path, *args: str, **options: str) -> str:
        same = self.name == path.name and self.resolve() == path
        return each.text if same else read_text(self, *args, **options)  # type: ignore[arg-type]

    Path.read_text = read  # type: ignore[assignment]
    for cached in gc.get_objects():
        if isinstance(cached, _lru_cache_wrapper):
            cached.cache_clear()


def codes(code: CodeType) -> Iterator[CodeType]:
    """The code of each function in some code."""
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from codes(each)


class Trying:
    """A plugin of pytest that runs its tests once for each break, in a process that is broken so."""

    def __init__(self, known: Mapping[str, tuple[float, list[str]]], count: int, seed: int) -> None:
        self.known, self.count, self.dice = known, count, random.Random(seed)
        self.unexplained = 0

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Tries the breaks, in place of the tests of the session."""
        items = {item.nodeid: item for item in session.items}
        known = {test: each for test, each in self.known.items() if test in items}
        explained = {
            (file, change) for found in UNNOTICED_ELSEWHERE.values() for file in found for change in found[file]
        }
        totals: Counter[tuple[str, str]] = Counter()
        chosen, reached = [], {name for _, names in known.values() for name in names}
        for kind, (share, _) in KINDS.items():
            there = [each for each in breaks(kind) if each.reached in reached]
            chosen += self.dice.sample(there, min(len(there), round(self.count * share / 100)))
        for each in chosen:
            if not sound(each):
                continue
            tests = near(each.reached, known)
            came = outcome(session, each, [items[test] for test in tests])
            if came == "unnoticed" and (each.file, each.change) in explained:
                came = "explained"
            totals[each.kind, came] += 1
            if came != "noticed":
                say(f"{came}: {each.file}: {each.change}  ({len(tests)} tests)")
        for (kind, came), number in sorted(totals.items()):
            say(f"{kind}: {number} {came}")
        self.unexplained = sum(number for (_, came), number in totals.items() if came == "unnoticed")
        return True


def sound(each: Break) -> bool:
    """Whether a file that is broken is Python still."""
    try:
        return not each.file.endswith(".py") or compile(each.text, each.file, "exec") is not None
    except SyntaxError:
        return False


def outcome(session: pytest.Session, each: Break, tests: Sequence[pytest.Item]) -> str:
    """What comes of a break: 'noticed', 'hangs' or 'unnoticed'."""
    child = os.fork()
    if child == 0:
        os.setsid()
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        try:
            put(each)
        except ValueError:  # another closure: no such break
            os._exit(0)
        for test, following in zip(tests, [*tests[1:], None], strict=True):
            test.config.hook.pytest_runtest_protocol(item=test, nextitem=following)
            if session.testsfailed:
                os._exit(1)
        os._exit(0)
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return "noticed" if status else "unnoticed"
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return "hangs"


def say(text: str) -> None:
    sys.__stdout__.write(f"{text}\n")  # type: ignore[union-attr]
    sys.__stdout__.flush()  # type: ignore[union-attr]


def main(reached: Path, count: int, seed: int, tests: Sequence[str]) -> int:
    """How many breaks are not noticed, and not explained."""
    trying = Trying(json.loads(reached.read_text()), count, seed)
    pytest.main(["-n", "0", "-q", "-s", "-p", "no:cacheprovider", *tests], plugins=[trying])
    return trying.unexplained


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]) > 0)
