"""SQL that takes a second to render is kept where Python keeps modules that it compiled, and like them made anew.

So Python's own switches say whether and where: PYTHONDONTWRITEBYTECODE, PYTHONPYCACHEPREFIX. Where nothing can be kept,
it is rendered each time.
"""

import json
import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from importlib.util import cache_from_source
from pathlib import Path
from shutil import copymode

from evalsql import own_folders
from evalsql.catalog.folder import sql_folder


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
    """What tells these files of evalsql and sql/ from others: their names, sizes and times, and what renders them."""
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
