"""Macros take DuckDB 2 a second to read, and their SQL as long to render: both are done ahead, or once.

Rendered SQL is cached where Python keeps compiled modules, so that Python's own switches say whether and where:
PYTHONDONTWRITEBYTECODE, PYTHONPYCACHEPREFIX. Macros are made in a database in memory, by a thread of its own, and
copied from there as DuckDB keeps them.
"""

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from importlib.util import cache_from_source
from pathlib import Path
from shutil import copymode

from evalsql import own_folders
from evalsql.catalog.folder import sql_folder
from evalsql.connections import Connection

AHEAD = "evalsql_ahead"  # what the database in memory is called


@contextmanager
def made_ahead(
    connection: Connection, make: Callable[[Connection], None] | None
) -> Iterator[Callable[[str], None] | None]:
    """Begins to make what a database holds beside its tables; gives a function that copies it into a database."""
    if make is None:
        yield None
        return
    connection.execute(f"attach ':memory:' as {AHEAD}")
    worker = connection.cursor()

    def work() -> None:
        worker.execute(f"use {AHEAD}; begin")
        make(worker)
        worker.execute("commit")

    def copy(database: str) -> None:
        made.result()
        connection.execute(f"copy from database {AHEAD} to {database}")

    with ThreadPoolExecutor(1) as pool:
        made = pool.submit(work)
        try:
            yield copy
        finally:
            while not made.done():  # something else failed, and nobody waits for it
                worker.interrupt()
                wait([made], 0.01)
    worker.close()
    connection.execute(f"detach {AHEAD}")


def prepared(name: str, render: Callable[[], Iterable[str]]) -> list[str]:
    """Statements as they were rendered before, if nothing that they are made of has changed since."""
    try:
        kept_in = Path(cache_from_source(__file__)).with_suffix(f".{name}.json")
    except NotImplementedError:  # a Python that keeps nothing
        return list(render())
    with suppress(OSError, ValueError, KeyError, TypeError):  # there is none, or it was cut off
        kept = json.loads(kept_in.read_text(encoding="utf-8"))
        if kept["made_of"] == made_of():
            return kept["statements"]
    statements = list(render())
    if not sys.dont_write_bytecode:
        with suppress(OSError):
            keep(kept_in, json.dumps({"made_of": made_of(), "statements": statements}))
    return statements


@cache
def made_of() -> str:
    """The fingerprint of the files of evalsql and sql/: names, sizes and times, and the renderer."""
    folders = {Path(__file__).parents[1], sql_folder()}
    files = sorted(
        (str(file), stat.st_size, stat.st_mtime_ns)
        for folder in folders
        for file in folder.rglob("*")
        if file.suffix in (".py", ".sql", ".toml")
        for stat in [file.stat()]
    )
    return sha256(repr((version("evalsql"), version("jinja2"), files)).encode()).hexdigest()


def keep(path: Path, text: str) -> None:
    """Puts a file in place as a whole: others may read it, or write it, meanwhile."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with own_folders.made(str(path.parent), *own_folders.UNFINISHED) as at:
        unfinished = Path(at, path.name)
        unfinished.write_text(text, encoding="utf-8")
        copymode(__file__, unfinished)  # for all who may read this module
        os.replace(unfinished, path)
