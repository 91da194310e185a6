"""Breaks what is computed and what tests it in small ways, one at a time, and says which breaks no test notices.

    EVALSQL_REACHED=kept/reached.json python -m pytest -n 0 -q -p reached tests/inputs tests/scoring
    python tests/mutants/mutate.py kept 300 1 tests/inputs tests/scoring

The arguments are a folder with what reached.py wrote, how many breaks to try, a seed, and what pytest is called with:
folders of tests, and --tier long beside --tier test if those of a landing are tried too. A process of its own tries
each break, with the tests that reach its function or its file of sql/; metrics, curves and fragments have
test_mutants.py. What is noticed is written into tried.jsonl in the folder, and not tried again while it stands there.
The exit status is 1 where a break is not noticed that `unnoticed_elsewhere.py` does not explain.
"""

import gc
import json
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from hashlib import sha256
from importlib import import_module
from itertools import islice
from pathlib import Path
from tempfile import TemporaryFile
from types import CodeType, FunctionType
from typing import BinaryIO

import duckdb
import mutants as of_sql
import pytest
import python_mutants
from near import Known, near

ROOT = Path(__file__).resolve().parents[2]
# what is broken, and how many of a hundred breaks are of it
KINDS = {
    "checks": (25, ("evalsql/inputs/checks/*.py",)),
    "inputs": (25, ("evalsql/inputs/*.py", "evalsql/inputs/formats/*.py")),
    "scoring": (20, ("evalsql/scoring/*.py",)),
    "relations": (30, ("sql/relations/*.sql", "sql/ranking/*.sql", "sql/scores/*/*.sql")),
}
kept: list[duckdb.DuckDBPyConnection] = []  # of another process; to end it would be to wait for threads that are gone
WRITTEN = 300  # so many breaks at least are worth a table in a page


@dataclass(frozen=True)
class Break:
    """A file with one thing changed, and what reaches it: a function, or a file of sql/."""

    kind: str
    file: str
    change: str
    text: str
    reached: str

    def digest(self, seed: int = 0) -> str:
        """What tells a break from others; a seed puts them into another order."""
        return sha256(f"{seed} {self.file} {self.change} {'' if seed else self.text}".encode()).hexdigest()


def breaks(kind: str) -> Iterator[Break]:
    """All breaks of a kind."""
    for path in (path for pattern in KINDS[kind][1] for path in sorted(ROOT.glob(pattern))):
        yield from breaks_of(kind, path)


def breaks_of(kind: str, path: Path) -> Iterator[Break]:
    """All breaks of a file."""
    file, text = str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
    if path.suffix == ".sql":
        head, end, body = text.rpartition("*/") if text.startswith("/*") else ("", "", text)
        for change, broken in of_sql.mutants(body).items():
            yield Break(kind, file, change, head + end + broken, f"sql::{path.stem}")
    else:
        for each in python_mutants.mutants(text):
            yield Break(kind, file, each.change, each.text, f"{file}::{each.function}")


def drawn(kind: str, count: int, seed: int, reached: set[str]) -> list[Break]:
    """So many breaks of a kind that some test reaches; what is changed elsewhere does not draw others."""
    there = sorted(breaks(kind), key=lambda each: each.digest(seed))
    return list(islice((each for each in there if each.reached in reached and possible(each)), count))


def possible(each: Break) -> bool:
    """Whether a file that is broken is Python still, and its functions can take the place of those that are loaded."""
    if not each.file.endswith(".py"):
        return True
    try:
        broken = compile(each.text, each.file, "exec")
    except SyntaxError:
        return False
    whole = compile((ROOT / each.file).read_text(encoding="utf-8"), each.file, "exec")
    return {(code.co_qualname, code.co_freevars) for code in codes(whole)} == {
        (code.co_qualname, code.co_freevars) for code in codes(broken)
    }


def put(each: Break) -> None:
    """Breaks this process: what is loaded of a module, or what is read of a file of sql/."""
    path = ROOT / each.file
    if path.suffix == ".py":
        # what is loaded later would be whole
        import_module(each.file.removesuffix(".py").replace("/", "."))
        put_code(path, each.text)
    else:
        put_text(path, each)
    for kept in gc.get_objects():
        if isinstance(kept, _lru_cache_wrapper) and (path.suffix != ".py" or made_in(kept.__wrapped__, path)):
            kept.cache_clear()


def put_code(path: Path, text: str) -> None:
    """Gives each function of a module that is loaded the code that it has in another text."""
    new: dict[str, list[CodeType]] = {}
    for code in codes(compile(text, str(path), "exec")):
        new.setdefault(code.co_qualname, []).append(code)
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and made_in(function, path):
            # of several lambdas of one name it is not known which is which
            alike = new.get(function.__code__.co_qualname, [])
            if len(alike) == 1:
                function.__code__ = alike[0]


def made_in(function: object, path: Path) -> bool:
    """Whether something is a function of a module."""
    return isinstance(function, FunctionType) and function.__code__.co_filename == str(path)


def put_text(path: Path, each: Break) -> None:
    """Lets a file of sql/ be read as if something else stood there; what was rendered before is not taken, nor kept."""
    from evalsql.database import macro_cache  # which pytest wants to load first

    read_text = Path.read_text

    def read(self: Path, *args: str, **options: str) -> str:
        same = self.name == path.name and self.resolve() == path
        return each.text if same else read_text(self, *args, **options)  # type: ignore[arg-type]

    Path.read_text = read  # type: ignore[assignment]
    macro_cache.made_of = each.digest  # type: ignore[assignment]
    macro_cache.keep = lambda path, text: None


def codes(code: CodeType) -> Iterator[CodeType]:
    """The code of each function in some code."""
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from codes(each)


class Trying:
    """A plugin of pytest that runs its tests once for each break, in a process that is broken so."""

    def __init__(self, folder: Path, count: int, seed: int) -> None:
        self.known: Known = json.loads((folder / "reached.json").read_text())
        self.tried, self.count, self.seed = folder / "tried.jsonl", count, seed
        self.totals: Counter[tuple[str, str]] = Counter()
        self.fit: dict[str, bool] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Tries the breaks, in place of the tests of the session."""
        items = {item.nodeid: item for item in session.items}
        known = {test: each for test, each in self.known.items() if test in items}
        reached = {name for _, names in known.values() for name in names}
        lines = self.tried.read_text().splitlines() if self.tried.exists() else []
        noticed_before = {each["digest"]: each["by"] for each in map(json.loads, lines)}
        for kind, (share, _) in KINDS.items():
            for each in drawn(kind, round(self.count * share / 100), self.seed, reached):
                why = each.change in of_sql.excused(each.file)
                by = noticed_before.get(each.digest(), "")
                if not by:
                    first, more = (
                        [items[test] for test in tests]
                        for tests in near(each.reached, f"{each.file} {each.change}", known)
                    )
                    by = self.noticed(session, each, first) or ("" if why else self.noticed(session, each, more))
                    if by:
                        with self.tried.open("a") as file:
                            file.write(json.dumps({"digest": each.digest(), "break": each.change, "by": by}) + "\n")
                came = "noticed" if by else "explained" if why else "unnoticed"
                self.totals[kind, came] += 1
                if came == "unnoticed" or (by and why):
                    say(f"{kind}, {came}: {each.file}: {each.change}  {by}")
            numbers = ", ".join(f"{number} {came}" for (of, came), number in sorted(self.totals.items()) if of == kind)
            say(f"{kind}: {numbers}")
        return True

    def noticed(self, session: pytest.Session, each: Break, tests: Sequence[pytest.Item]) -> str:
        """Which test notices a break; empty where none does. A test that fails without it too does not count."""
        tests = [test for test in tests if self.fit.get(test.nodeid, True)]
        seconds = 20 + 10 * max((self.known[test.nodeid][0] for test in tests), default=0)
        while failed := first_failed(session, each, tests, seconds):
            if failed not in self.fit:
                alone = [test for test in tests if test.nodeid == failed]
                self.fit[failed] = not first_failed(session, None, alone, seconds)
            if self.fit[failed]:
                break
            tests = [test for test in tests if test.nodeid != failed]
        return failed


def first_failed(session: pytest.Session, each: Break | None, tests: Sequence[pytest.Item], seconds: float) -> str:
    """The first of the tests that fails, ends the process or takes longer, where something is broken; "" if none."""
    with TemporaryFile() as begun:
        child = os.fork()
        if child == 0:
            try:
                run(session, each, tests, begun)
            finally:
                os._exit(1)
        size, until, status = 0, time.monotonic() + seconds, None
        while status is None:
            ended, came = os.waitpid(child, os.WNOHANG)
            if ended:
                status = came
            elif size < (size := os.fstat(begun.fileno()).st_size):  # the next one has begun
                until = time.monotonic() + seconds
            elif time.monotonic() > until:
                os.killpg(child, signal.SIGKILL)
                status = os.waitpid(child, 0)[1]
            else:
                time.sleep(0.02)
        begun.seek(0)
        names = begun.read().decode().splitlines()
        if status and not names:
            raise RuntimeError(f"no test was begun with {each}: it cannot be put")
        return names[-1] if status else ""


def run(session: pytest.Session, each: Break | None, tests: Sequence[pytest.Item], begun: BinaryIO) -> None:
    """Ends this process with 0 if all of the tests pass where something is broken; writes the name of each before."""
    os.setsid()
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    kept.append(duckdb.default_connection())
    duckdb.set_default_connection(duckdb.connect())
    if each:
        put(each)
    for test, following in zip(tests, [*tests, None][1:], strict=True):
        os.write(begun.fileno(), f"{test.nodeid}\n".encode())
        test.config.hook.pytest_runtest_protocol(item=test, nextitem=following)
        if session.testsfailed:
            return
    os._exit(0)


def say(text: str) -> None:
    sys.__stdout__.write(f"{text}\n")  # type: ignore[union-attr]
    sys.__stdout__.flush()  # type: ignore[union-attr]


def main(folder: Path, count: int, seed: int, tests: Sequence[str]) -> int:
    """How many breaks are not noticed, and not explained."""
    trying = Trying(folder, count, seed)
    pytest.main(["-n", "0", "-q", "-s", "-p", "no:cacheprovider", *tests], plugins=[trying])
    if sum(trying.totals.values()) >= WRITTEN:
        import mutants_told

        mutants_told.write(trying.totals)
    return sum(number for (_, came), number in trying.totals.items() if came == "unnoticed")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]) > 0)
