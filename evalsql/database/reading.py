"""Databases of `evalsql build`, which may be a stranger's: opened as evalsql_kept to be read or added to, and read."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

import duckdb

from evalsql.connections import Connection, fetch_all, first_line
from evalsql.database.schema import definitions
from evalsql.database.target import INTERNAL, KEPT, kept
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
            f"{path}: holds what evalsql does not write ({type(error).__name__}: {first_line(error)}); create it again"
        ) from error


@contextmanager
def closed(connection: Connection, path: Path) -> Iterator[None]:
    """Opens a database to be read, as evalsql_kept, in a connection that can do nothing else from then on.

    Its views read this database, and files that it links to where these lie below its folder or the working directory.
    """
    with as_built(path), kept(connection, path):
        foreign.refuse_macros(connection, path, KEPT)
        files = linked_files(connection, path)
        with foreign.closed(connection, f"{path}: has a view that", LINKED, files):
            yield


@contextmanager
def added_to(connection: Connection, path: Path) -> Iterator[None]:
    """Opens a database whose rows are copied into the one that takes its place, as evalsql_kept; nothing in it runs."""
    with as_built(path), kept(connection, path):
        foreign.refuse_running(connection, path, KEPT, definitions("tables").keys() - definitions("links").keys())
        yield


def linked_files(connection: Connection, path: Path) -> list[str]:
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


def names(connection: Connection) -> set[str]:
    rows = fetch_all(connection, f"select table_name from duckdb_tables() where database_name = '{KEPT}'")
    return {name for (name,) in rows}


def table(connection: Connection, name: str) -> str:
    """A table of the database, as SQL writes it."""
    found = fetch_all(
        connection,
        f"select schema_name from duckdb_tables() where database_name = '{KEPT}' and table_name = '{name}'"
        f" and schema_name in ('main', '{INTERNAL}')",  # others are the user's, or a stranger's
    )
    for (schema,) in found:
        return f"{KEPT}.{schema}.{name}"
    ((path,),) = fetch_all(connection, f"select path from duckdb_databases() where database_name = '{KEPT}'")
    raise InputError(f"{path}: has no table {name}, which every evalsql makes; rebuild it")


def columns(connection: Connection, name: str) -> set[str]:
    return {column for column, *_ in fetch_all(connection, f"describe from {table(connection, name)}")}


def lower_in(connection: Connection) -> list[str]:
    """The measures of the database whose lower values are better."""
    rows = f"from {table(connection, 'measures')} where direction = 'lower'"
    return [metric for (metric,) in fetch_all(connection, f"select metric {rows} order by place asc")]


def facts(connection: Connection, path: Path) -> dict[str, Any]:
    """The contents of evalsql_meta; rejects a database that another version of evalsql built."""
    said = dict(fetch_all(connection, f"select key, value::varchar from {table(connection, 'evalsql_meta')}"))
    if (built := said.get("evalsql")) != version("evalsql"):
        raise InputError(f"{path}: was built by evalsql {built}, and this is {version('evalsql')}; rebuild it")
    return said
