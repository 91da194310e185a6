"""Notes, as a plugin of pytest, which functions and which files of sql/ each test reaches, and how long it takes.

`pytest -p reached` writes it into the file that EVALSQL_REACHED names, beside what is there of other tests; mutate.py
reads it.
"""

import json
import os
import sys
import time
from collections.abc import Generator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from evalsql.catalog.relations import relation
from evalsql.database.macros import parts, text_of

ROOT = str(Path(__file__).resolve().parents[2])
WATCHED = {f"{ROOT}/evalsql/": len(ROOT) + 1}
OF_SQL = {"ranking", "comparison", "relation"}  # what fetches a file of sql/ by its name
KEEPING = (relation, parts, text_of)  # what keeps such files, and so would hide them from all tests but the first
found: dict[str, tuple[float, list[str]]] = {}
seen: set[str] = set()  # by the test that is run
made: dict[str, set[str]] = {}  # by each fixture, which tests may share
known: dict[Any, str | None] = {}


def note(frame: FrameType, event: str, _: Any) -> None:
    """Notes the function that is called, and the file of sql/ that it fetches."""
    if event != "call":
        return
    code = frame.f_code
    name = known.get(code, "")
    if name == "":
        path = code.co_filename
        name = next((path[size:] for start, size in WATCHED.items() if path.startswith(start)), None)
        name = known[code] = f"{name}::{code.co_name}" if name else None
    if name:
        seen.add(name)
        if code.co_name in OF_SQL and isinstance(file := frame.f_locals.get("name"), str):
            seen.add(f"sql::{file}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    seen.clear()
    for each in KEEPING:
        each.cache_clear()
    began = time.perf_counter()
    sys.setprofile(note)
    try:
        return (yield)
    finally:
        sys.setprofile(None)
        shared = (made.get(name, set()) for name in getattr(item, "fixturenames", ()))
        found[item.nodeid] = (time.perf_counter() - began, sorted(seen.union(*shared)))


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef) -> Generator[None, object, object]:
    before = set(seen)
    seen.clear()
    try:
        return (yield)
    finally:
        made[fixturedef.argname] = set(seen)
        seen.update(before)


def pytest_sessionfinish() -> None:
    path = Path(os.environ["EVALSQL_REACHED"])
    before = json.loads(path.read_text()) if path.exists() else {}
    path.write_text(json.dumps(before | found))
