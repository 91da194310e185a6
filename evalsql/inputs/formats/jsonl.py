"""JSON lines, one object a row, or one JSON array of objects."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace

import duckdb

from evalsql.connections import Connection, first_line
from evalsql.errors import InputError
from evalsql.inputs.source import File, Kind, Row, Source, cleaned, match_columns, types_of
from evalsql.sqltext import identifier, quote


def read(connection: Connection, files: Sequence[File], kind: Kind) -> list[Source]:
    """A source for each file, read into a table.

    Raises:
        InputError: a line is not a JSON object, or a key is missing.
    """
    return [read_one(connection, file, kind, f"evalsql_input_jsonl_{kind}_{place}") for place, file in enumerate(files)]


def read_one(connection: Connection, file: File, kind: Kind, table: str) -> Source:
    """The source of one file. Everything is read as text, so that "007" stays 007."""
    try:
        matched, scan = scan_of(connection, file, kind)
        texts = {ours: identifier(theirs) for ours, theirs in matched.items()}
        ours = cleaned(kind, texts, quote(file.run or "run"))
        connection.execute(f"create or replace temp table {table} as select {ours} from {scan}")
    except duckdb.Error as error:
        raise InputError(complaint(file, error)) from None

    def find(label: str, row: int) -> Row:
        chosen = f"select {', '.join(texts.values())} from {scan} limit 1 offset {row - 1}"
        values = connection.execute(chosen).fetchall()[0]
        return Row(f"record {row}", dict(zip(matched, values, strict=True)))

    rows = f"select *, {quote(file.label)} as file, rowid + 1 as row from {table}"
    files = [replace(file, run=None) if "run" in matched else file]
    return Source(rows, files, find, matched.keys(), numbered=f"select rowid as n, * from {table}")


def scan_of(connection: Connection, file: File, kind: Kind) -> tuple[dict[str, str], str]:
    """Which keys of a file are ours, and what reads them, all as text.

    Raises:
        InputError: a key is missing.
    """
    there = connection.execute(f"describe from read_json({quote(file.pattern)}, format = 'auto')").fetchall()
    columns = {name: type_ for name, type_, *_ in there}
    matched = match_columns(kind, file.label, [] if list(columns) == ["json"] else list(columns))
    types_of(kind, file.label, matched, columns)
    wanted = ", ".join(f"{quote(name)}: 'VARCHAR'" for name in matched.values())
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
