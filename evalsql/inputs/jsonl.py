"""JSON lines, one object a row, or one JSON array of objects."""

from collections.abc import Sequence

import duckdb

from evalsql.errors import InputError
from evalsql.inputs.source import File, Kind, Row, Source, cleaned, first_line, identifier, match_columns
from evalsql.render import quote


def read(connection: duckdb.DuckDBPyConnection, files: Sequence[File], kind: Kind) -> list[Source]:
    """A source for each file, read into a table.

    Raises:
        InputError: a line is not a JSON object, or a key is missing.
    """
    return [read_one(connection, file, kind, f"evalsql_jsonl_{kind}_{place}") for place, file in enumerate(files)]


def read_one(connection: duckdb.DuckDBPyConnection, file: File, kind: Kind, table: str) -> Source:
    """The source of one file. Everything is read as text, so that "007" stays 007."""
    try:
        there = connection.execute(f"describe from read_json({quote(file.path)}, format = 'auto')").fetchall()
        columns = [name for name, *_ in there]
        matched = match_columns(kind, file.label, [] if columns == ["json"] else columns)
        wanted = ", ".join(f"{quote(name)}: 'VARCHAR'" for name in matched.values())
        scan = f"read_json({quote(file.path)}, format = 'auto', columns = {{{wanted}}})"
        texts = {ours: identifier(theirs) for ours, theirs in matched.items()}
        connection.execute(
            f"create or replace temp table {table} as select {cleaned(kind, texts, quote(file.run))} from {scan}"
        )
    except duckdb.Error as error:
        said = first_line(error).replace(file.path, file.label)
        raise InputError(f"{file.label}: not readable as JSON: {said}") from None

    def find(label: str, row: int) -> Row:
        chosen = f"select {', '.join(texts.values())} from {scan} limit 1 offset {row - 1}"
        values = connection.execute(chosen).fetchone()
        return Row(f"record {row}", dict(zip(matched, values or (), strict=False)))

    return Source(f"select *, {quote(file.label)} as file, rowid + 1 as row from {table}", [file], find)
