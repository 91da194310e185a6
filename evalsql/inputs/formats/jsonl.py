"""JSON lines, one object a row, one JSON array of objects, or {query: {document: score}} as peers write it."""

import json
import re
from collections.abc import Sequence

import duckdb

from evalsql.connections import Connection, first_line
from evalsql.errors import InputError
from evalsql.inputs import tables
from evalsql.inputs.columns import match_columns, refuse_chosen, unused_keys
from evalsql.inputs.scans import Scan, read_each, read_in_place
from evalsql.inputs.source import File, Kind, Source, read_start, types_of
from evalsql.sqltext import quote

NAME = __name__.rpartition(".")[2]
SUFFIXES = (".jsonl", ".ndjson", ".json")
TEXT = True
WITHIN = ()
NESTED = re.compile(
    rb'(?:\xef\xbb\xbf)?\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*\{'
)  # {"query": {, which may be a line of JSONL too


def begins(start: bytes) -> bool:
    """Whether a file that begins so is JSON."""
    return start.lstrip()[:1] in (b"{", b"[")


def read(connection: Connection, files: Sequence[File], kind: Kind) -> list[Source]:
    """A source for each file, read into a table."""
    sources, others = [], []
    for file in files:
        given = read_nested(file)
        if given is None:
            others.append(file)
            continue
        refuse_chosen(file.label, file.columns, "such JSON")
        sources.append(tables.read_mapping(connection, given, file, kind))
    return sources + read_each(connection, others, kind, NAME, scan_of, "record {}", complaint)


def link(connection: Connection, files: Sequence[File], kind: Kind) -> list[Source]:
    """A source for each file, which is read whenever it is asked for."""
    for file in files:
        if read_nested(file) is not None:
            raise InputError(
                f"{file.label}: cannot be linked, since it is {{query: {{document: number}}}}; 'evalsql convert' makes"
                " Parquet of it, or leave out --link"
            )
    return read_in_place(connection, files, kind, scan_of)


def read_nested(file: File) -> dict | None:
    """What a file of {query: {document: score}} holds; None where it is JSON of another shape, or broken.

    Raises:
        InputError: a query or a document is there twice.
    """
    if "://" in file.path or not NESTED.match(read_start(file)):
        return None

    def once(pairs: list[tuple]) -> dict:
        each = dict(pairs)
        if len(each) < len(pairs):
            names = [name for name, _ in pairs]
            again = next(name for name in names if names.count(name) > 1)
            raise InputError(f"{file.label}: {again!r} is there twice in one object of JSON")
        return each

    try:
        with open(file.path, encoding="utf-8-sig") as opened:
            held = json.load(opened, object_pairs_hook=once)
    except (ValueError, RecursionError) as error:
        if isinstance(error, InputError):
            raise
        return None  # lines of JSON, or none
    return held if all(isinstance(each, dict) for each in held.values()) else None


def scan_of(connection: Connection, file: File, kind: Kind) -> Scan:
    """Which keys of a file are ours, and what reads them, all as text."""
    there = connection.execute(f"describe from read_json({quote(file.pattern)}, format = 'auto')").fetchall()
    columns = {name: type_ for name, type_, *_ in there}
    names = [] if list(columns) == ["json"] else list(columns)
    matched = match_columns(kind, file.label, names, file.columns)
    types_of(kind, file.label, matched, columns)
    named = matched.values() if file.where is None else columns
    wanted = ", ".join(f"{quote(name)}: 'VARCHAR'" for name in named)
    rows = f"read_json({quote(file.pattern)}, format = 'auto', columns = {{{wanted}}})"
    return Scan(matched, rows, unused_keys(kind, matched, names))


def complaint(file: File, error: duckdb.Error) -> str:
    """The sentence about a file that is not JSON, with the line at which that shows."""
    with open(file.path, encoding="utf-8", errors="replace") as opened:
        lines = opened.readlines()
    if lines and lines[0].lstrip().startswith("{"):
        for number, line in enumerate(lines, start=1):
            try:
                json.loads(line or "null")
            except RecursionError:
                return f"{file.label}, line {number}: not readable as JSON: it is nested too deep"
            except json.JSONDecodeError as broken:
                if line.strip():
                    return f"{file.label}, line {number}: not JSON: {broken.msg}"
    # which names the file again; there is no table of what DuckDB's reader of JSON rejects
    said = first_line(error).replace(f' in file "{file.path}",', "").replace(f' in file "{file.path}"', "")
    return f"{file.label}: not readable as JSON: {said}"
