"""CSV and TSV files with a header."""

import re
from collections.abc import Sequence
from dataclasses import replace

import duckdb

from evalsql.connections import Connection, first_line
from evalsql.errors import InputError
from evalsql.inputs.files import delimiter_of, read_start, split_header
from evalsql.inputs.source import File, Kind, Row, Source, cleaned, match_columns
from evalsql.sqltext import identifier, quote

UNNAMED = "_es_column_"


def read(connection: Connection, files: Sequence[File], kind: Kind) -> list[Source]:
    """A source for each file, read into a table.

    Raises:
        InputError: a line has not as many columns as the header, or a column is missing.
    """
    return [
        read_one(connection, file, kind, f"evalsql_input_delimited_{kind}_{place}") for place, file in enumerate(files)
    ]


def read_one(connection: Connection, file: File, kind: Kind, table: str) -> Source:
    """The source of one file. Everything is read as text, so that 007 stays 007."""
    matched, scan = scan_of(file, kind)
    texts = {ours: identifier(theirs) for ours, theirs in matched.items()}
    ours = cleaned(kind, texts, quote(file.run or "run"))
    try:
        connection.execute(f"create or replace temp table {table} as select {ours} from {scan}")
    except duckdb.Error as error:
        raise InputError(complaint(file, error)) from None

    def find(label: str, row: int) -> Row:
        wanted = f"select {', '.join(texts.values())} from {scan} limit 1 offset {row - 1}"
        values = connection.execute(wanted).fetchall()[0]
        return Row(f"row {row} after the header", dict(zip(matched, values, strict=True)))

    rows = f"select *, {quote(file.label)} as file, rowid + 1 as row from {table}"
    files = [replace(file, run=None) if "run" in matched else file]
    return Source(rows, files, find, matched.keys(), numbered=f"select rowid as n, * from {table}")


def scan_of(file: File, kind: Kind) -> tuple[dict[str, str], str]:
    """Which columns of a file are ours, and what reads the file, all as text.

    Raises:
        InputError: a column is missing.
    """
    header = read_start(file, 1 << 16).decode("utf-8", "replace").splitlines()[:1]
    columns = named_columns(split_header(header[0])) if header else []
    matched = match_columns(kind, file.label, [name for name in columns if not name.startswith(UNNAMED)])
    types = ", ".join(f"{quote(name)}: 'VARCHAR'" for name in columns)
    return matched, (
        f"read_csv({quote(file.pattern)}, delim = {quote(delimiter_of(*header))}, quote = '\"', escape = '\"',"
        f" header = true, auto_detect = false, columns = {{{types}}})"
    )


def named_columns(names: Sequence[str]) -> list[str]:
    """The columns of a header, where one without a name, or with a name that was there before, gets one of its own."""
    columns: list[str] = []
    for place, name in enumerate(names):
        known = name.strip() and name.lower() not in (column.lower() for column in columns)
        columns.append(name if known else f"{UNNAMED}{place}")
    return columns


def complaint(file: File, error: duckdb.Error) -> str:
    """DuckDB's page about a bad line, as one sentence."""
    said = str(error)
    line = re.search(r"Line: (\d+)", said)
    place = f"{file.label}, line {line[1]}" if line else file.label
    counts = re.search(r"Expected Number of Columns: (\d+) Found: (\d+)", said)
    if counts:
        return f"{place}: {counts[2]} columns where the header has {counts[1]}"
    if "utf-8" in said:
        return f"{place}: not UTF-8 text"
    with open(file.path, "rb") as opened:
        text = opened.read()
    if 0 < text.count(b"\r\n") < text.count(b"\n"):
        return f"{file.label}: some lines end in CR LF and some in LF only; make them one"
    # the first line says where, the second quotes the line, the next that is not blank says what is wrong
    reasons = [each.strip() for each in said.splitlines()[2:] if each.strip()]
    return f"{place}: not readable as CSV: {reasons[0] if line and reasons else first_line(error)}"
