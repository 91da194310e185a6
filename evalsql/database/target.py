"""The file that a database is written to: what may be replaced, which version of storage, and how it is opened."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import duckdb

from evalsql.connections import Connection, open_bare
from evalsql.errors import InputError
from evalsql.files.lock import alone, take_in_log
from evalsql.files.write import DATABASE, beside, check_file
from evalsql.inputs.foreign import LockedError, attach
from evalsql.sqltext import quote

STORAGE = "v1.2.0"  # which DuckDB 1.2 and later read
INTERNAL = "internal"  # the schema of what views and macros are made of
LIVE = "live"  # the schema of the macros over any tables
WRITTEN, KEPT = "evalsql_written", "evalsql_kept"  # what the databases are called while they are attached
OURS = "; use --add to add runs to it, or --force to replace it with all its runs"
NOT_OURS = " and is not a database of 'evalsql build'; use --force to overwrite it"


def check_target(path: Path, *, force: bool = False) -> None:
    """Refuses, before any work is done, a file that cannot be written, or should not be replaced."""
    check_file(path, (DATABASE,), force=force)
    name = path.stem.lower()
    if name in (INTERNAL, LIVE):
        raise InputError(
            f"{path}: its schema is called {name} too, which clients could not tell apart; give it another name"
        )
    take_in_log(path)
    if path.exists():
        with open_bare() as connection, replaceable(connection, path, force=force):
            pass


@contextmanager
def replaceable(connection: Connection, path: Path, *, force: bool) -> Iterator[None]:
    """Keeps a file, if it is there, from being written to."""
    with ExitStack() as ends:
        if path.exists():
            try:
                ends.enter_context(kept(connection, path))
                made = described(connection)
            except LockedError:
                raise
            except InputError as error:
                if not force:
                    raise InputError(f"{error}; use --force to overwrite it") from None
                made = False
            if not force:
                raise InputError(f"{path}: already exists{OURS if made else NOT_OURS}")
        if os.name == "nt":  # which does not replace an open file
            ends.close()
        yield


@contextmanager
def kept(connection: Connection, path: Path) -> Iterator[None]:
    attach(connection, path, KEPT, read_only=True)
    try:
        yield
    finally:
        connection.execute(f"detach database if exists {KEPT}")


def described(connection: Connection) -> bool:
    (found,) = connection.execute(
        "select count(*) from duckdb_tables() where database_name = ? and table_name = 'evalsql_meta'", [KEPT]
    ).fetchall()[0]
    return found > 0


def check_storage(version: str) -> None:
    """Refuses a version of storage that this DuckDB does not write; of the default there is no question."""
    if version == STORAGE:
        return
    with open_bare() as connection:
        try:
            connection.execute(f"attach ':memory:' as {WRITTEN} (storage_version {quote(version)})")
        except duckdb.Error:
            raise InputError(
                f"DuckDB {duckdb.__version__} has no storage version {version!r}; give one such as v1.2.0, v1.4.0,"
                " or latest"
            ) from None


def state(path: Path) -> tuple[int, ...] | None:
    """The identity of a file, which tells whether it was replaced or changed, or None."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


@contextmanager
def written(
    connection: Connection,
    path: Path,
    version: str,
    *,
    force: bool = False,
    was: tuple[int, ...] | None = None,
) -> Iterator[None]:
    """A new database, open as the connection's own, which takes the place of a file if all goes well."""
    with beside(path, lambda: replacing(connection, path, force=force, was=was)) as unfinished:
        connection.execute(f"""
            attach {quote(str(unfinished))} as {WRITTEN} (storage_version {quote(version)});
            use {WRITTEN};
            set wal_autocheckpoint = '1kb'  -- so that what is committed is written once, and into no log before
        """)
        try:
            yield
            connection.execute("checkpoint")
        finally:
            connection.execute(f"use memory; detach {WRITTEN}")


@contextmanager
def replacing(connection: Connection, path: Path, *, force: bool, was: tuple[int, ...] | None) -> Iterator[None]:
    """The moment in which a database is replaced: nobody else replaces it, or writes to it; see written."""
    connection.execute(f"detach database if exists {KEPT}")  # which has been read
    with alone(path):
        take_in_log(path)
        with replaceable(connection, path, force=force or was is not None):
            if was not in (None, state(path)):
                raise InputError(
                    f"{path}: another program replaced it while runs were added to it; nothing was added, so try again"
                )
            yield


@contextmanager
def transaction(connection: Connection) -> Iterator[None]:
    connection.execute("begin")
    try:
        yield
    except BaseException:
        connection.execute("rollback")
        raise
    connection.execute("commit")
