"""Databases that may be a stranger's: opened to be read, where nothing else can be read, written or called."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from evalsql.connections import Connection, fetch_all, first_line
from evalsql.database.layouts import names, table
from evalsql.database.target import KEPT, kept
from evalsql.errors import InputError
from evalsql.sqltext import sql_list
from evalsql.words import said

OURS = ("sign",)  # a macro of every database that evalsql builds, which no report calls


@contextmanager
def closed(connection: Connection, path: Path) -> Iterator[None]:
    """Opens a database to be read, as evalsql_kept, in a connection that can do nothing else from then on.

    Its views are SQL that somebody else may have written. They read this database, and files that it links to where
    these lie below its folder or the working directory.

    Args:
        connection: one of our own, which is not used for another database afterwards.
        path: the file.
    """
    with kept(connection, path):
        refuse_macros(connection, path)
        connection.execute(f"set allowed_paths = {sql_list(linked(connection, path))}")
        connection.execute("set enable_external_access = false; set lock_configuration = true")
        try:
            yield
        except duckdb.PermissionException as error:
            raise InputError(
                f"{path}: has a view that reads more than the database and the files that it links to below its folder"
                f" or the working directory ({first_line(error)})"
            ) from None


def refuse_macros(connection: Connection, path: Path) -> None:
    """Refuses a database with a macro that is called like a function of DuckDB, which SQL would call in its place."""
    found = fetch_all(
        connection,
        f"""
        select function_name from duckdb_functions()
        where database_name = '{KEPT}' and not list_contains({sql_list(OURS)}, function_name)
            and function_name in (select function_name from duckdb_functions() where database_name = 'system')
        order by all asc
        limit 1
        """,
    )
    if found:
        raise InputError(
            f"{path}: has a macro {said(found[0][0])}, which hides DuckDB's function of this name; drop it"
        )


def linked(connection: Connection, path: Path) -> list[str]:
    """The files that a database has views on and that lie below its folder, or below the working directory."""
    if "evalsql_sources" not in names(connection):
        return []
    sources = fetch_all(
        connection, f"select distinct path from {table(connection, 'evalsql_sources')} order by path asc"
    )
    folders = (path.resolve().parent, Path.cwd())
    return [file for (file,) in sources if file and any(Path(file).resolve().is_relative_to(each) for each in folders)]
