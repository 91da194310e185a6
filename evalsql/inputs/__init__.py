"""The one door: whatever the user gave, as two views, evalsql_runs and evalsql_qrels."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import duckdb

from evalsql.errors import InputError
from evalsql.inputs import delimited, jsonl, parquet, tables, trec
from evalsql.inputs.files import expand, format_of, make_plain
from evalsql.inputs.source import Kind, Source

READERS = {"parquet": parquet.read, "trec": trec.read, "delimited": delimited.read, "jsonl": jsonl.read}


def read(
    connection: duckdb.DuckDBPyConnection,
    given: Any,
    kind: Kind,
    folder: Path,
    own: duckdb.DuckDBPyConnection | None = None,
) -> list[Source]:
    """The sources of what the user gave, and the view evalsql_runs or evalsql_qrels over them all.

    Args:
        connection: where to read.
        given: a path, a pattern, a folder, "-", `file.duckdb::table`, a table of `own`, a relation or frame, a
            mapping of run names to any of these, or several of them.
        kind: runs or judgments.
        folder: where to put plain copies of compressed text; they must stay until the checks are made.
        own: the user's connection, whose tables may be named.

    Raises:
        InputError: something cannot be read; the sentence says what, and where.
    """
    sources, files = [], []
    for place, (name, each) in enumerate(listed(given), start=1):
        if isinstance(each, PathLike):
            each = fspath(each)
        if not isinstance(each, str):
            table = tables.register(connection, each)
            sources.append(tables.read(connection, table, name or f"frame {place} of the {kind}", name or "run", kind))
        elif own is not None and (table := tables.find_own(own, connection, each)):
            sources.append(tables.read(connection, table, each, name or each, kind))
        elif "::" in each:
            table = tables.attach(connection, each)
            sources.append(tables.read(connection, table, each, name or each.rpartition("::")[2], kind))
        else:
            files += [make_plain(file, folder) for file in expand(each, name)]
    refuse_repeated([*(file.label for source in sources for file in source.files), *(file.label for file in files)])
    by_format = sorted(((format_of(file), file) for file in files), key=lambda pair: pair[0])
    for format_, group in groupby(by_format, key=lambda pair: pair[0]):
        sources += READERS[format_](connection, [file for _, file in group], kind)
    connection.execute(
        f"create or replace temp view evalsql_{kind} as " + "\nunion all\n".join(source.rows for source in sources)
    )
    return sources


def refuse_repeated(labels: Iterable[str]) -> None:
    """Refuses an input that was named twice.

    Raises:
        InputError: one was.
    """
    seen = set()
    for label in labels:
        if label in seen:
            raise InputError(f"{label}: was given twice")
        seen.add(label)


def listed(given: Any) -> Iterable[tuple[str | None, Any]]:
    """Each thing given, with the run's name where a mapping says it."""
    if isinstance(given, Mapping):
        return list(given.items())
    return [(None, each) for each in (given if isinstance(given, list | tuple) else [given])]
