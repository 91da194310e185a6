"""Refuses output files that are also inputs, and two outputs of one name."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fnmatch import fnmatch
from itertools import combinations
from os import PathLike
from pathlib import Path
from typing import Any

from evalsql.connections import fetch_all, open_bare
from evalsql.errors import InputError
from evalsql.inputs.files import DATABASE, expand
from evalsql.inputs.foreign import attach

QUOTED = re.compile(r"""(['"])((?:(?!\1).|\1\1)*)\1""", re.DOTALL)  # what the text of a view quotes, such as a file


def refuse_lost(written: Iterable[Any], *given: Any) -> None:
    """Refuses a file to be written that is read too, as it would be lost, or that is written twice."""
    targets = [str(each) for each in written]
    for one, other in combinations(map(os.path.realpath, targets), 2):
        if one == other:
            raise InputError(f"{one}: would be written twice; name another file")
    there = [Path(each) for each in targets if os.path.exists(each)]
    for text in texts_of(given) if there or any("::" in each for each in targets) else ():
        read = [Path(path) for path in files_of(text, there) if os.path.isfile(path)] if there else []
        lost = [text] if "::" in text and text in targets else []
        lost += [
            path for path in there for each in read if path.samefile(each) or path.resolve() in each.resolve().parents
        ]
        if lost:
            raise InputError(f"{lost[0]}: is also read, as {text}, and would be lost; write to another file")


def texts_of(value: Any) -> Iterator[str]:
    """The texts and paths in what was given; of a run with a name its path."""
    value = getattr(value, "given", value)
    if isinstance(value, str | PathLike):
        yield str(value)
    elif isinstance(value, Mapping | list | tuple):
        for each in value.values() if isinstance(value, Mapping) else value:
            yield from texts_of(each)


def files_of(text: str, targets: Sequence[Path]) -> Iterator[str]:
    """The files that a text names, if any: by a pattern, a folder, `@FILE`, or a table, whose views name others.

    Of what views name by a pattern it gives those of `targets` alone: a stranger's pattern could list the whole disk.
    """
    for each in dict.fromkeys((text, text.rpartition("::")[0], text.removeprefix("@").rpartition("=")[0] or text[1:])):
        with suppress(InputError, OSError, ValueError):
            for file in expand(each):
                yield file.path
                for name in linked_in(file.path):
                    yield name
                    yield from (str(path) for path in targets if fnmatch(os.path.abspath(path), os.path.abspath(name)))


def linked_in(path: str) -> Iterator[str]:
    """The files, or patterns of files, that views of a database are on."""
    with open(path, "rb") as opened:
        if opened.read(12)[8:] != DATABASE:
            return
    with open_bare() as connection:
        attach(connection, Path(path), "evalsql_linked", read_only=True)
        views = "select sql from duckdb_views() where database_name = 'evalsql_linked'"
        for (sql,) in fetch_all(connection, views):
            yield from (name.replace(mark * 2, mark) for mark, name in QUOTED.findall(sql))
