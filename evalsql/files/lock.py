"""Holds exclusive locks on database files: DuckDB's while one is open, a lock file while one is replaced."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, TypeVar

import duckdb

from evalsql.connections import first_line, open_bare
from evalsql.errors import InputError
from evalsql.inputs.foreign import LockedError, attach

if TYPE_CHECKING:
    import sqlite3

T = TypeVar("T")

WAIT, PAUSE = 10.0, 0.02  # seconds that a lock is waited for, and between two attempts
LOGS = (".wal", ".wal.checkpoint", ".wal.recovery")  # what DuckDB calls the files in which it logs what it writes


def patiently(attempt: Callable[[], T]) -> T:
    """Repeat an attempt while another program has the lock, and return its result."""
    end = monotonic() + WAIT
    while True:
        try:
            return attempt()
        except LockedError:
            if monotonic() > end:
                raise
        sleep(PAUSE)


def take_in_log(path: Path) -> None:
    """Has DuckDB write into a database what is in its log only, since a program that wrote to it was killed.

    DuckDB would replay the log into whatever took the place of the database.
    """
    for place in dict.fromkeys((os.path.abspath(path), os.path.realpath(path))):  # it may lie beside a link
        file, mark, options = place.partition("?")  # which DuckDB takes for the options of a URL
        log = next(filter(os.path.exists, (file + suffix + mark + options for suffix in LOGS)), None)
        if log is None:
            continue
        if not os.path.exists(place):
            raise InputError(
                f"{log}: is the log of a database that is gone; remove it, or a new one would get its rows"
            )
        try:
            with open_bare() as connection:
                attach(connection, path, "evalsql_logged", place=place)
                connection.execute("detach evalsql_logged")
        except LockedError:
            raise
        except (InputError, duckdb.Error) as error:
            raise InputError(f"{log}: DuckDB cannot replay this log: {first_line(error)}") from None
        if os.path.exists(log):
            raise InputError(f"{log}: is not the log of {path}, beside which it lies; remove it")


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Holds an exclusive lock on a database file, whether it is there or not.

    DuckDB's lock cannot: it is on the file that is replaced, and who only reads that shares it. This is a lock of
    SQLite's, on an empty file beside the database: every system has it, and it ends with the process.
    """
    real = Path(os.path.realpath(path))
    lock = real.with_name(f".{real.name}.lock")
    held = patiently(lambda: take(lock, path))
    try:
        yield
    finally:
        with suppress(OSError):  # Windows keeps what is open
            lock.unlink()  # while it is held: later it may be somebody else's
        held.close()


def take(lock: Path, path: Path) -> "sqlite3.Connection":
    """The lock on a file, until it is closed; see alone."""
    import sqlite3  # takes a while to load

    try:
        with suppress(FileExistsError):
            lock.touch(exist_ok=False)
        if not os.access(lock, os.W_OK):  # SQLite would only read it, and lock out nobody
            lock.stat()  # it may be gone instead
            raise PermissionError(f"it is another user's; remove it when nobody writes {path}")
        before = lock.stat()
        with ExitStack() as ends:
            held = ends.enter_context(closing(sqlite3.connect(lock, timeout=0, isolation_level=None)))
            held.execute("pragma journal_mode = memory")  # no second file
            held.execute("begin exclusive")
            if os.path.samestat(before, lock.stat()):
                ends.pop_all()
                return held
    except FileNotFoundError:
        pass  # somebody had it, and has removed the file
    except (sqlite3.Error, OSError) as error:
        if getattr(error, "sqlite_errorcode", None) != sqlite3.SQLITE_BUSY:
            raise InputError(f"{path}: cannot be written, since {lock} cannot be locked: {error}") from None
    raise LockedError(f"{path}: another program is writing it; wait until it has ended")
