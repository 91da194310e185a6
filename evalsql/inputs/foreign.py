"""Databases that may be a stranger's: how each is opened, and what is refused so that nothing in it runs unasked.

A table is rows; a view is SQL, which is run in a connection that can do nothing else, or not at all. Paths that one
names, or a suite, are a stranger's too.
"""

import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import duckdb

from evalsql.connections import Connection, fetch_all, first_line
from evalsql.errors import InputError
from evalsql.sqltext import folded, quote, sql_list
from evalsql.words import one_line, said

LOCKED = ("Could not set lock", "used by another process")  # how DuckDB says that another process has a file
OPEN_HERE = "Unique file handle conflict"  # and that this one has

# what the default of a column may call, which neither reads nor says anything
HARMLESS = ("nextval", "now", "get_current_timestamp", "uuid", "gen_random_uuid", "list_value", "+", "-")


class LockedError(InputError):
    """Another program has a database open."""


def attach(connection: Connection, path: Path | str, name: str, *, read_only: bool = False, place: str = "") -> None:
    """Opens a database file under a name."""
    # a path may begin as one of an extension does, sqlite:x.duckdb, and a file may be of another kind: DuckDB would
    # look on the network for what reads it
    place = place or os.path.realpath(path)
    how = "read_only" if read_only else "read_write"
    try:
        connection.execute(f"attach {quote(place)} as {name} (type duckdb, {how})")
    except duckdb.Error as error:
        here = OPEN_HERE in str(error)
        if here or any(each in str(error) for each in LOCKED):
            who = "this program" if here else "another program"
            doing, instead = (" to write to it", "") if read_only else ("", ", or write to another file")
            raise LockedError(f"{path}: {who} has it open{doing}; close it there{instead}") from None
        raise InputError(f"{path}: cannot be opened as a DuckDB database: {first_line(error)}") from None


@contextmanager
def closed(connection: Connection, label: str, more: str, files: Sequence[str] = ()) -> Iterator[None]:
    """Has a connection read the databases that it has open, and do nothing else from then on.

    Views are SQL that somebody else may have written: here they read their own database, and nothing of the user's.
    """
    connection.execute(f"set allowed_paths = {sql_list(files)}; set enable_external_access = false")
    connection.execute("set python_enable_replacements = false; set lock_configuration = true")
    try:
        yield
    except duckdb.PermissionException as error:
        raise InputError(f"{label} reads more than {more} ({first_line(error)})") from None


def why_outside(path: str, file: Path) -> str | None:
    """Why a path that a file names is not read unasked; None if it lies below the file's folder, or the working one.

    Links are followed. What is hidden, such as .env or .git, is nobody's input.
    """
    outside = "lies outside of the folder of the {} and of the working directory"
    if "://" in path or path[:2] in ("//", r"\\"):  # which is not asked for
        return outside
    try:
        place, folders = Path(path).resolve(), {file.parent.resolve(), file.resolve().parent, Path.cwd()}
    except (OSError, RuntimeError, ValueError):  # links in a circle, or no text of a path
        return outside
    within = [place.relative_to(each).parts for each in folders if place.is_relative_to(each)]
    if any(not any(part[0] == "." for part in parts) for parts in within):
        return None
    return "is hidden, or lies in a hidden folder" if within else outside


def refuse_outside(paths: Iterable[str], label: Path | str, what: str) -> None:
    """Refuses paths that a suite or a database names, before any is read, of what it may not read unasked."""
    for path in paths:
        if why := why_outside(path, Path(label)):
            raise InputError(
                f"{label}: {one_line(path)} {why.format(what)};"
                f" --outside (in Python outside=True) lets a {what} read it"
            )


def refuse_macros(connection: Connection, path: Path, name: str) -> None:
    """Refuses a database with a macro that is called like a function of DuckDB, which SQL would call in its place."""
    found = fetch_all(
        connection,
        f"""
        select min(function_name) filter (database_name = '{name}') as macro
        from (select *, function_type in ('table', 'table_macro') as of_rows from duckdb_functions())
        group by {folded("function_name")}, of_rows
        having bool_or(database_name = '{name}') and bool_or(database_name = 'system')
        order by all asc
        limit 1
        """,
    )
    if found:
        raise InputError(
            f"{path}: has a macro {said(found[0][0])}, which hides DuckDB's function of this name; drop it"
        )


def refuse_running(connection: Connection, path: Path, name: str, tables: Collection[str]) -> None:
    """Refuses a database that is written into, or copied from, if SQL of whoever made it would run meanwhile."""
    refuse_macros(connection, path, name)
    select = "select trigger_name, table_name from duckdb_triggers() where database_name = ? order by all asc limit 1"
    with suppress(duckdb.CatalogException):  # of a DuckDB without triggers
        for trigger, table in fetch_all(connection, select, [name]):
            raise InputError(
                f"{path}: has a trigger {said(trigger)} on table {said(table)}, which would run as rows are written;"
                " drop it, or write to another file"
            )
    select = f"""
        with
            defaults as (
                select table_name, database_name, json_serialize_sql('select ' || column_default) as parsed
                from duckdb_columns()
            ),
            found as (
                select view_name as name, 'is a view' as what, database_name from duckdb_views()
                union all
                select table_name, 'has columns that are computed', database_name from duckdb_tables()
                where contains(lower(sql), 'generated always')
                union all
                select table_name, 'has a CHECK constraint', database_name from duckdb_tables()
                where check_constraint_count > 0
                union all
                select table_name, 'has an index on an expression', database_name from duckdb_indexes()
                where contains(expressions, '(')
                union all
                select table_name, 'has defaults that call functions', database_name from defaults
                where
                    parsed ->> 'error' = 'true'
                    or not list_has_all({sql_list(HARMLESS)}, parsed ->> '$..function_name')
            )
        select name, what
        from found
        where
            database_name = $database
            and list_contains(list_transform($tables, lambda each: {folded("each")}), {folded("name")})
        order by all asc
        limit 1
    """
    for table, what in fetch_all(connection, select, {"database": name, "tables": list(tables)}):
        raise InputError(f"{path}: its table {said(table)} {what}, whose SQL would run; a table of rows was expected")
