"""Runs and judgments that stay in their files, where a database has views on them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from os import PathLike, fspath
from os.path import abspath
from pathlib import Path
from typing import Any

from evalsql.catalog.inputs import INPUTS, Kind
from evalsql.connections import Connection
from evalsql.errors import InputError
from evalsql.inputs.checks.subtopics import Subtopics, recognize
from evalsql.inputs.files import COMPRESSED, expand, format_of, formats, run_name
from evalsql.inputs.names import call_as_said
from evalsql.inputs.source import File, Source
from evalsql.inputs.views import by_format, listed


def linkable(given: Any, kind: Kind) -> list[File]:
    """The files that were given."""
    files = []
    for name, each in listed(given):
        path = fspath(each) if isinstance(each, str | PathLike) else ""
        if not path or path == "-" or "::" in path:
            said = path or f"a {type(each).__name__}"
            raise InputError(f"{said}: cannot be linked; --link takes {INPUTS[kind].several} in files only")
        files += [File(path, path, path, name or run_name(path), called=name)] if "://" in path else expand(path, name)
    for file in map(make_absolute, files):
        if Path(file.path).suffix.lower() in COMPRESSED or not formats()[format_of(file)].LINKED:
            raise InputError(
                f"{file.label}: cannot be linked, since DuckDB does not read it by itself; Parquet, CSV, TSV and JSONL"
                " it does: 'evalsql convert' makes one of them, or leave out --link"
            )
    return files


def link_all(
    connection: Connection, files: Mapping[Kind, Sequence[File]], subtopics: Subtopics
) -> tuple[dict[str, str], dict[str, str | None]]:
    """The queries of linked runs and judgments, by kind, and the run that is in each file; see link."""
    selects: dict[str, str] = {}
    runs: dict[str, str | None] = {}
    for kind, linked in files.items():
        selects[kind], named = link(connection, linked, kind, subtopics)
        runs |= named
    return selects, runs


def link(
    connection: Connection, files: Sequence[File], kind: Kind, subtopics: Subtopics
) -> tuple[str, dict[str, str | None]]:
    """A query of the rows of files, and of each file the name of its run, where its rows do not say it."""
    sources: list[Source] = []
    for name, alike in by_format(map(make_absolute, files)):
        sources += formats()[name].read(connection, alike, kind, in_place=True)
    sources = [call_as_said(connection, kind, source) for source in sources]
    if kind == "qrels":
        sources = recognize(connection, sources, subtopics)
    select = " union all ".join(source.rows for source in sources)
    return select, {file.path: file.run for source in sources for file in source.files if kind == "runs"}


def make_absolute(file: File) -> File:
    """A file by its absolute path, by which views find it wherever they are read."""
    return file if "://" in file.path else replace(file, label=abspath(file.path), path=abspath(file.path))
