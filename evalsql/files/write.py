"""Writes files atomically: beside where they belong, then moved into place."""

import os
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from evalsql import faults, interrupts, own_folders
from evalsql.connections import Connection, first_line, open_bare
from evalsql.errors import InputError
from evalsql.files.duckdb_table import NEW, TableMode, put, refuse_there
from evalsql.files.lock import alone, patiently, take_in_log
from evalsql.inputs.files import COMPRESSED
from evalsql.inputs.foreign import attach
from evalsql.sqltext import quote
from evalsql.words import refuse_no_text

if TYPE_CHECKING:
    import pyarrow as pa

COPY_OPTIONS = {
    ".parquet": "format parquet, compression zstd",
    ".csv": "format csv, header",
    ".tsv": "format csv, header, delimiter '\t'",
    ".json": "format json, array true",
    ".jsonl": "format json",
}
HINTS = {  # for endings that people type
    **dict.fromkeys((".xlsx", ".xls", ".ods"), "; spreadsheets open .csv"),
    ".tex": "; --format latex prints LaTeX",
    ".md": "; --format markdown prints Markdown",
}
DATABASE = ".duckdb"
ROWS = (*COPY_OPTIONS, DATABASE)  # what rows can be written as
UNCOMPRESSED = (".parquet", ".sql", ".c", ".duckdb_extension", DATABASE)


def suffix_of(path: Path) -> tuple[str, str]:
    """The suffix that says a file's format, and the compression, each in lower case or empty."""
    if path.suffix.lower() in COMPRESSED:
        return Path(path.stem).suffix.lower(), path.suffix.lower()
    return path.suffix.lower(), ""


def check_output(path: Path, formats: tuple[str, ...] = ROWS) -> None:
    """Refuses, before any work is done, a file that rows cannot be written to."""
    check_file(path, formats)
    if suffix_of(path)[0] == DATABASE:
        check_table(path, None, NEW)


def check_table(path: Path, table: str | None, mode: TableMode) -> None:
    """Refuses, before any work is done, a DuckDB file that cannot be written, or a table there that should be kept."""
    if suffix_of(path)[0] != DATABASE:
        if mode.labelled:
            option = "--append" if mode.append else "--label"
            raise InputError(f"{path}: {option} is for a table of a DuckDB file; name one, such as history.duckdb")
        return
    take_in_log(path)
    if path.exists():
        with open_bare() as connection:
            patiently(lambda: attach(connection, path, "evalsql_checked"))
            try:
                if table is not None:
                    refuse_there(connection, path, "evalsql_checked", table, mode)
            finally:
                connection.execute("detach evalsql_checked")


def check_file(path: Path, formats: tuple[str, ...], *, force: bool = False) -> None:
    """Refuses, before any work is done, a file that cannot be written."""
    refuse_no_text(str(path))
    suffix, compression = suffix_of(path)
    if suffix not in formats or (compression and suffix in UNCOMPRESSED) or compression == ".lz4":  # not by DuckDB
        hint = HINTS.get(suffix, "") if ".csv" in formats else ""
        listed = ", ".join(formats)
        raise InputError(f"{path}: unsupported output format {suffix + compression!r}; supported: {listed}{hint}")
    real = Path(os.path.realpath(path))
    refuse_no_text(str(real))
    if re.match(r"\w\w+:/", str(path)) and not real.parent.is_dir():  # s3://bucket/x.parquet, as a path has it
        raise InputError(f"{path}: evalsql writes local files; write one and copy it")
    if not real.parent.is_dir():
        raise InputError(f"{path}: there is no folder {real.parent if path.is_symlink() else path.parent}")
    try:
        mode = real.stat().st_mode
    except FileNotFoundError:
        mode = None
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from None
    if mode is not None and not stat.S_ISREG(mode):
        raise InputError(f"{path}: cannot be written, since it is not a regular file")
    if mode is not None and not force and not (mode & 0o222 and os.access(real, os.W_OK)):  # root may write all
        raise InputError(f"{path}: is read-only; make it writable, or write to another file")
    if not os.access(real.parent, os.W_OK):
        raise InputError(f"{path}: cannot be written, since its folder is read-only")


def write(
    connection: Connection,
    select: str,
    path: Path,
    options: str | None = None,
    table: str = "scores",
    mode: TableMode = NEW,
) -> None:
    """Writes the rows of a query into a file, in the format of its suffix."""
    suffix, compression = suffix_of(path)
    if suffix == DATABASE:
        write_table(connection, select, path, table, mode)
        return
    chosen = options or COPY_OPTIONS[suffix]
    if compression:
        chosen += f", compression {COMPRESSED[compression]}"
    with beside(path) as unfinished:
        connection.execute(f"copy ({select}) to {quote(str(unfinished))} ({chosen})")


def write_rows(rows: "pa.Table", path: Path, table: str, mode: TableMode = NEW) -> None:
    """Writes rows that are in no connection into a file; see write."""
    with open_bare() as connection:
        connection.register("evalsql_rows", rows)
        write(connection, "from evalsql_rows", path, table=table, mode=mode)


def write_table(connection: Connection, select: str, path: Path, table: str, mode: TableMode) -> None:
    """Writes a table into a DuckDB file, in one transaction; or into a new file, readable by DuckDB 1.2 and later."""
    name = f"evalsql_output_{os.urandom(4).hex()}"
    with alone(path):
        take_in_log(path)
        there = path.exists()
        with writing(path) if there else beside(path, lambda: still_new(path)) as file:
            if there:
                patiently(lambda: attach(connection, path, name))
            else:
                connection.execute(f"attach {quote(str(file))} as {name} (storage_version 'v1.2.0')")
            try:
                interrupts.look()
                interrupts.in_place = there
                put(connection, select, path, name, table, mode)
                interrupts.written = there
            finally:
                connection.execute(f"detach {name}")
                interrupts.in_place = False


@contextmanager
def still_new(path: Path) -> Iterator[None]:
    """The moment in which a new database is put in place."""
    take_in_log(path)
    if path.exists():
        raise InputError(f"{path}: another program created it in the meantime; nothing was written, so try again")
    yield


@contextmanager
def writing(path: Path) -> Iterator[Path]:
    """The file that a path leads to, while it is written."""
    try:
        yield Path(os.path.realpath(path))
    except (duckdb.IOException, duckdb.TransactionException, OSError) as error:  # a full disk can be each of them
        raise InputError(f"{path}: cannot be written: {faults.said_by_system(error) or first_line(error)}") from None


@contextmanager
def beside(path: Path, replacing: Callable[[], AbstractContextManager] = nullcontext) -> Iterator[Path]:
    """A path beside a file, which takes the file's place if all goes well and is removed if not.

    The new file has the mode of the one that was there and, if that may be, the owner. A link stays one.
    """
    # a folder of its own, which nobody else can look into: the file gets its mode at last
    with (
        writing(path) as real,
        # without the file's name: DuckDB finds the log's place by a ? in the path
        own_folders.made(str(real.parent), *own_folders.UNFINISHED) as at,
    ):
        unfinished = Path(at, "unfinished")
        yield unfinished
        with replacing():
            interrupts.look()
            with suppress(FileNotFoundError):
                was = real.stat()
                with suppress(OSError, AttributeError):  # which Windows does not have
                    os.chown(unfinished, was.st_uid, was.st_gid)
                unfinished.chmod(stat.S_IMODE(was.st_mode))
            os.replace(unfinished, real)
            interrupts.written = True
