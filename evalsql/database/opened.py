"""Databases of `evalsql build` that may be a stranger's: opened to be read from alone, or to be added to."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from evalsql.connections import Connection, fetch_all, first_line
from evalsql.database.layouts import names, table
from evalsql.database.target import KEPT, kept
from evalsql.database.writing import made
from evalsql.errors import InputError
from evalsql.inputs import foreign
from evalsql.inputs.files import is_stream

LINKED = "the database and the files, none hidden, that it links to below its folder or the working directory"


@contextmanager
def as_built(path: Path | str) -> Iterator[None]:
    """Refuses a database that is not as evalsql writes it: somebody may have changed any row or name."""
    try:
        yield
    except (InputError, OSError, MemoryError, RuntimeError, duckdb.OperationalError, duckdb.InterruptException):
        raise
    except Exception as error:
        raise InputError(
            f"{path}: holds what evalsql does not write ({type(error).__name__}: {first_line(error)}); make it anew"
        ) from error


@contextmanager
def closed(connection: Connection, path: Path) -> Iterator[None]:
    """Opens a database to be read, as evalsql_kept, in a connection that can do nothing else from then on.

    Its views read this database, and files that it links to where these lie below its folder or the working directory.
    """
    with as_built(path), kept(connection, path):
        foreign.refuse_macros(connection, path, KEPT)
        files = linked(connection, path)
        with foreign.closed(connection, f"{path}: has a view that", LINKED, files):
            yield


@contextmanager
def added_to(connection: Connection, path: Path) -> Iterator[None]:
    """Opens a database whose rows are copied into the one that takes its place, as evalsql_kept; nothing in it runs."""
    with as_built(path), kept(connection, path):
        foreign.refuse_running(connection, path, KEPT, made("tables").keys() - made("links").keys())
        yield


def linked(connection: Connection, path: Path) -> list[str]:
    """The files that a database has views on and that it may read unasked; they are as `build --link` writes them."""
    return [
        file
        for file in sources(connection)
        if Path(file).is_absolute() and foreign.why_outside(file, path) is None and not is_stream(file)
    ]


def sources(connection: Connection) -> list[str]:
    """The paths by which a database says what it was made from: whole ones of files, and addresses."""
    if "evalsql_sources" not in names(connection):
        return []
    noted = f"from {table(connection, 'evalsql_sources')} where kind in ('runs', 'qrels') or bytes is not null"
    return [file for (file,) in fetch_all(connection, f"select distinct path {noted} order by path asc") if file]
