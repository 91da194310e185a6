"""JSON lines, one object a row, or one JSON array of objects."""

import json
import re
from collections.abc import Sequence

import duckdb

from evalsql.connections import Connection, first_line
from evalsql.inputs.scans import read_each, read_in_place
from evalsql.inputs.source import File, Kind, Source, match_columns, types_of
from evalsql.sqltext import quote

NAME = __name__.rpartition(".")[2]
SUFFIXES = (".jsonl", ".ndjson", ".json")
TEXT = True


def begins(start: bytes) -> bool:
    """Whether a file that begins so is JSON."""
    return start.lstrip()[:1] in (b"{", b"[")


def read(connection: Connection, files: Sequence[File], kind: Kind) -> list[Source]:
    """A source for each file, read into a table."""
    return read_each(connection, files, kind, NAME, scan_of, "record {}", complaint)


def link(connection: Connection, files: Sequence[File], kind: Kind) -> list[Source]:
    """A source for each file, which is read whenever it is asked for."""
    return read_in_place(connection, files, kind, scan_of)


def scan_of(connection: Connection, file: File, kind: Kind) -> tuple[dict[str, str], str]:
    """Which keys of a file are ours, and what reads them, all as text."""
    there = connection.execute(f"describe from read_json({quote(file.pattern)}, format = 'auto')").fetchall()
    columns = {name: type_ for name, type_, *_ in there}
    matched = match_columns(kind, file.label, [] if list(columns) == ["json"] else list(columns))
    types_of(kind, file.label, matched, columns)
    named = matched.values() if file.where is None else columns
    wanted = ", ".join(f"{quote(name)}: 'VARCHAR'" for name in named)
    return matched, f"read_json({quote(file.pattern)}, format = 'auto', columns = {{{wanted}}})"


def complaint(file: File, error: duckdb.Error) -> str:
    """The sentence about a file that is not JSON, with the line at which that shows."""
    with open(file.path, encoding="utf-8", errors="replace") as opened:
        lines = opened.readlines()
    if lines and lines[0].lstrip().startswith("{"):
        for number, line in enumerate(lines, start=1):
            try:
                json.loads(line or "null")
            except json.JSONDecodeError as broken:
                if line.strip():
                    return f"{file.label}, line {number}: not JSON: {broken.msg}"
    reason = re.sub(r' in file "[^"]*",?', "", first_line(error))
    return f"{file.label}: not readable as JSON: {reason}"
