"""Runs and judgments that stay in their files, where a database has views on them."""

from collections.abc import Sequence
from dataclasses import replace
from os import PathLike, fspath
from os.path import abspath
from pathlib import Path
from typing import Any

from evalsql.connections import Connection
from evalsql.errors import InputError
from evalsql.inputs.checks.subtopics import Subtopics, recognise
from evalsql.inputs.files import COMPRESSED, expand, format_of
from evalsql.inputs.formats import delimited, jsonl, parquet
from evalsql.inputs.source import WORDS, File, Kind, Row, Source, cleaned
from evalsql.inputs.views import by_format, listed
from evalsql.sqltext import identifier, quote


def linkable(given: Any, kind: Kind) -> list[File]:
    """The files that were given, with absolute paths.

    Raises:
        InputError: something is not a file, or not one that DuckDB reads by itself.
    """
    files = []
    for name, each in listed(given):
        path = fspath(each) if isinstance(each, str | PathLike) else ""
        if not path or path == "-" or "::" in path:
            said = path or f"a {type(each).__name__}"
            raise InputError(f"{said}: cannot be linked; --link takes {WORDS[kind]} in files only")
        files += [
            replace(file, label=abspath(file.path), path=abspath(file.path)) if "://" not in file.path else file
            for file in expand(path, name)
        ]
    for file in files:
        if Path(file.path).suffix.lower() in COMPRESSED or format_of(file) == "trec":
            raise InputError(
                f"{file.label}: cannot be linked, since DuckDB does not read it by itself; Parquet, CSV, TSV and JSONL"
                " it does: 'evalsql convert' makes one of them, or leave out --link"
            )
    return files


def link(
    connection: Connection, files: Sequence[File], kind: Kind, subtopics: Subtopics
) -> tuple[str, dict[str, str | None]]:
    """A query of the rows of files, and of each file the name of its run, where its rows do not say it.

    Raises:
        InputError: a file cannot be read.
    """
    sources: list[Source] = []
    for format_, alike in by_format(files):
        if format_ == "parquet":
            sources += parquet.read(connection, alike, kind)
        else:
            sources += [where_it_is(connection, file, kind, format_) for file in alike]
    if kind == "qrels":
        sources = recognise(connection, sources, subtopics)
    select = " union all ".join(source.rows for source in sources)
    return select, {file.path: file.run for source in sources for file in source.files if kind == "runs"}


def where_it_is(connection: Connection, file: File, kind: Kind, format_: str) -> Source:
    """The source of a file of text that is read whenever it is asked for."""
    matched, scan = delimited.scan_of(file, kind) if format_ == "delimited" else jsonl.scan_of(connection, file, kind)
    texts = {ours: identifier(theirs) for ours, theirs in matched.items()}
    label = f"{quote(file.label)} as file, null::bigint as row"
    select = f"select {cleaned(kind, texts, quote(file.run or 'run'))}, {label} from {scan}"
    named = replace(file, run=None) if "run" in matched else file
    return Source(select, [named], lambda label, row: Row(label, {}), matched.keys())
