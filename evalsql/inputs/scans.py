"""Text that DuckDB reads by itself, one column per field: copied into a table when it is read, or read where it is."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import duckdb

from evalsql.catalog.inputs import Kind
from evalsql.connections import Connection
from evalsql.errors import InputError
from evalsql.inputs.expressions import by_rank
from evalsql.inputs.source import File, Row, Source, cleaned
from evalsql.inputs.where import rows_where
from evalsql.sqltext import identifier, quote


@dataclass(frozen=True)
class Scan:
    """What reads a file."""

    matched: Mapping[str, str]  # which columns of it are ours
    rows: str  # what reads them, all as text, so that 007 stays 007
    unused: Sequence[str]  # see Source


FAILED = (duckdb.Error, UnicodeDecodeError)  # what DuckDB quotes from a file need not be text
ScanOf = Callable[[Connection, File, Kind], Scan]


def read_each(
    connection: Connection,
    files: Sequence[File],
    kind: Kind,
    name: str,
    scan_of: ScanOf,
    row_called: str,
    complaint: Callable[[File, Exception], str],
) -> list[Source]:
    """A source for each file, read into a table."""

    def read_one(file: File, table: str) -> Source:
        try:
            scan = scan_of(connection, file, kind)
            matched, rows = scan.matched, rows_where(connection, scan.rows, file.where, file.label)
            select = f"select {select_list(matched, file, kind)} from {rows}"
            connection.execute(f"create or replace temp table {table} as {select}")
        except FAILED as error:
            raise InputError(complaint(file, error)) from None

        def find(label: str, row: int) -> Row:
            chosen = ", ".join(map(identifier, matched.values()))
            values = connection.execute(f"select {chosen} from {rows} limit 1 offset {row - 1}").fetchall()[0]
            called = row_called.format(row) if file.where is None else f"row {row} of those that --where leaves"
            return Row(called, dict(zip(matched, values, strict=True)))

        numbers = f"select *, {quote(file.label)} as file, rowid + 1 as row from {table}"
        numbered = f"select rowid as n, * from {table}"
        named = [drop_name(file, matched)]
        return Source(
            numbers,
            named,
            find,
            matched.keys(),
            numbered=numbered,
            unused=scan.unused,
            doubts=by_rank(file.label, matched),
        )

    return [read_one(file, f"evalsql_input_{kind}_{name}_{place}") for place, file in enumerate(files)]


def read_in_place(connection: Connection, files: Sequence[File], kind: Kind, scan_of: ScanOf) -> list[Source]:
    """A source for each file, which is read whenever it is asked for."""
    sources = []
    for file in files:
        scan = scan_of(connection, file, kind)
        place = f"{quote(file.label)} as file, null::bigint as row"
        select = f"select {select_list(scan.matched, file, kind)}, {place} from {scan.rows}"
        named = [drop_name(file, scan.matched)]
        sources.append(
            Source(select, named, lambda label, row: Row(label, {}), scan.matched.keys(), unused=scan.unused)
        )
    return sources


def select_list(matched: Mapping[str, str], file: File, kind: Kind) -> str:
    return cleaned(kind, {name: identifier(theirs) for name, theirs in matched.items()}, quote(file.run or "run"))


def drop_name(file: File, matched: Mapping[str, str]) -> File:
    return replace(file, run=None) if "run" in matched else file
