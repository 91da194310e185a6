"""Files that evalsql writes: beside where they belong, then moved into place, so that none is ever half written."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from evalsql import doors
from evalsql.errors import InputError
from evalsql.inputs.files import COMPRESSED
from evalsql.inputs.source import first_line
from evalsql.literals import quote

if TYPE_CHECKING:
    import pyarrow as pa

COPY_OPTIONS = {
    ".parquet": "format parquet, compression zstd",
    ".csv": "format csv, header",
    ".tsv": "format csv, header, delimiter '\t'",
    ".json": "format json, array true",
    ".jsonl": "format json",
}
DATABASE = ".duckdb"
ROWS = (*COPY_OPTIONS, DATABASE)  # what rows can be written as


def suffix_of(path: Path) -> tuple[str, str]:
    """The suffix that says a file's format, and the compression, each in lower case or empty."""
    if path.suffix.lower() in COMPRESSED:
        return Path(path.stem).suffix.lower(), path.suffix.lower()
    return path.suffix.lower(), ""


def check_output(path: Path, formats: tuple[str, ...] = ROWS) -> None:
    """Refuses, before any work is done, a file that cannot be written.

    Raises:
        InputError: its suffix is not one of the formats, or its folder is not there.
    """
    suffix, compression = suffix_of(path)
    if suffix not in formats or (compression and suffix in (".parquet", DATABASE)):
        raise InputError(f"{path}: cannot tell what to write; end the name in one of {', '.join(formats)}")
    if not path.parent.is_dir():
        raise InputError(f"{path}: there is no folder {path.parent}")
    if path.is_dir() or not os.access(path.parent, os.W_OK):
        raise InputError(f"{path}: cannot be written")


def write(
    connection: duckdb.DuckDBPyConnection, select: str, path: Path, options: str | None = None, table: str = "scores"
) -> None:
    """Writes the rows of a query into a file, in the format of its suffix.

    Args:
        connection: where the query runs.
        select: the query.
        path: the file; what it held is replaced. In a DuckDB file only the table is.
        options: those of COPY, where the suffix does not say them.
        table: what the table of a DuckDB file is called.

    Raises:
        InputError: the file cannot be written.
    """
    suffix, compression = suffix_of(path)
    with beside(path) as unfinished:
        try:
            if suffix == DATABASE:
                write_table(connection, select, path, unfinished, table)
                return
            chosen = options or COPY_OPTIONS[suffix]
            if compression:
                chosen += f", compression {COMPRESSED[compression]}"
            connection.execute(f"copy ({select}) to {quote(str(unfinished))} ({chosen})")
        except duckdb.IOException as error:
            raise InputError(f"{path}: cannot be written: {first_line(error)}") from None


def write_rows(rows: "pa.Table", path: Path, table: str) -> None:
    """Writes rows that are in no connection into a file; see write."""
    with duckdb.connect() as connection:
        connection.register("evalsql_rows", rows)
        write(connection, "from evalsql_rows", path, table=table)


def write_table(connection: duckdb.DuckDBPyConnection, select: str, path: Path, unfinished: Path, table: str) -> None:
    """Writes a table into a copy of a DuckDB file, or a new one, readable by DuckDB 1.2 and later."""
    version = "(storage_version 'v1.2.0')"
    if path.exists():
        shutil.copyfile(path, unfinished)
        version = ""
    connection.execute(f"attach {quote(str(unfinished))} as evalsql_output {version}")
    try:
        connection.execute(f"create or replace table evalsql_output.{table} as {select}")
    finally:
        connection.execute("detach evalsql_output")


@contextmanager
def beside(path: Path) -> Iterator[Path]:
    """A path beside a file, which takes the file's place if all goes well and is removed if not."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}-{os.urandom(4).hex()}.unfinished")
    try:
        yield unfinished
        doors.look()
        os.replace(unfinished, path)
        doors.written = True
    finally:
        unfinished.unlink(missing_ok=True)
        Path(f"{unfinished}.wal").unlink(missing_ok=True)
