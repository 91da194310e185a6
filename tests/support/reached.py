"""Notes, as a plugin of pytest, which functions and which files of sql/ each test reaches, and how long it takes.

`pytest -p reached` writes it into the file that EVALSQL_REACHED names; mutate.py reads it.
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

ROOT = str(Path(__file__).resolve().parents[2])
WATCHED = {f"{ROOT}/evalsql/": len(ROOT) + 1, f"{ROOT}/tests/support/": len(ROOT) + 1}
OF_SQL = {"ranking", "comparison", "relation"}  # what fetches a file of sql/ by its name
found: dict[str, tuple[float, list[str]]] = {}
made: set[str] = set()  # by fixtures that several tests share


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    seen: set[str] = set()
    known: dict[Any, str | None] = {}

    def note(frame: FrameType, event: str, _: Any) -> None:
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

    began = time.perf_counter()
    sys.setprofile(note)
    try:
        return (yield)
    finally:
        sys.setprofile(None)
        found[item.nodeid] = (time.perf_counter() - began, sorted(seen))


def pytest_sessionfinish() -> None:
    Path(os.environ["EVALSQL_REACHED"]).write_text(json.dumps(found))
