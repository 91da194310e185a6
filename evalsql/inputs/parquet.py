"""Parquet files, read where they are: one, many, or the folders of a hive."""

import re
from collections.abc import Sequence
from dataclasses import replace

import duckdb

from evalsql.errors import InputError
from evalsql.inputs.source import (
    File,
    Kind,
    Row,
    Source,
    cleaned,
    first_line,
    identifier,
    match_columns,
    sql_list,
)

HIVE = re.compile(r"(^|[/\\])[^/\\=]+=[^/\\]*[/\\]")


def read(connection: duckdb.DuckDBPyConnection, files: Sequence[File], kind: Kind) -> list[Source]:
    """A source for each set of files that share their columns.

    Raises:
        InputError: a file is not readable, or has not the columns.
    """
    alike: dict[tuple, list[File]] = {}
    for file in files:
        try:
            columns = connection.execute(f"describe from {scan([file])}").fetchall()
        except duckdb.Error as error:
            raise InputError(f"{file.label}: not readable as Parquet: {first_line(error)}") from None
        alike.setdefault(tuple((name, kind_) for name, kind_, *_ in columns), []).append(file)
    return [
        read_alike(connection, same, kind, dict(columns), f"evalsql_input_parquet_{kind}_{place}")
        for place, (columns, same) in enumerate(alike.items())
    ]


def read_alike(
    connection: duckdb.DuckDBPyConnection, files: Sequence[File], kind: Kind, columns: dict[str, str], copy: str
) -> Source:
    """The source of files with the same columns; the table `copy` of it where they are plain copies that go away."""
    names = [name for name in columns if name not in ("file_row_number", "_es_file")]
    matched = match_columns(kind, files[0].label, names)
    labels, paths = sql_list([file.label for file in files]), sql_list([file.path for file in files])
    named = sql_list([file.run or "run" for file in files])
    place = f"list_position({paths}, _es_file)"
    rows = cleaned(
        kind,
        {ours: identifier(theirs) for ours, theirs in matched.items()},
        f"{named}[{place}]",
        {ours: columns[theirs] for ours, theirs in matched.items()},
    )
    table = scan(files)
    if any(file.path != file.label for file in files):
        table = copy
        connection.execute(f"create or replace temp table {table} as from {scan(files)}")

    def find(label: str, row: int) -> Row:
        file = next(file for file in files if file.label == label)
        wanted = ", ".join(f"{identifier(theirs)}::varchar" for theirs in matched.values())
        values = connection.execute(
            f"select {wanted} from {table} where file_row_number = ? and _es_file = ?", [row - 1, file.path]
        ).fetchall()[0]
        return Row(f"row {row}", dict(zip(matched, values, strict=True)))

    if "run" in matched:
        files = [replace(file, run=None) for file in files]
    rows = f"select {rows}, {labels}[{place}] as file, file_row_number + 1 as row from {table}"
    return Source(rows, files, find, matched.keys())


def scan(files: Sequence[File]) -> str:
    """A scan of Parquet files that says of each row which file and which row of it."""
    hive = all(HIVE.search(file.path) for file in files)
    return (
        f"read_parquet({sql_list([file.pattern for file in files])}, filename = '_es_file', file_row_number = true,"
        f" union_by_name = true, hive_partitioning = {str(hive).lower()}"
        + (", hive_types_autocast = false)" if hive else ")")
    )
