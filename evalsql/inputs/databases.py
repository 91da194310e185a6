"""Database files: attached under names that nobody else has, and let go when what was read is done with.

They may be a stranger's; see foreign.
"""

import os
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import duckdb

from evalsql.connections import Connection, first_line, open_own
from evalsql.errors import InputError
from evalsql.inputs import foreign
from evalsql.sqltext import folded, identifier, quote

OURS = f"evalsql_file_{os.urandom(8).hex()}_"  # how the names begin of what this process attaches
numbers = count(1)
attached: dict[tuple[Connection, str], str] = {}  # by who reads which file
opened: dict[Connection, ExitStack] = {}  # what each of these has to let go

LIMITS = ("memory_limit", "threads")


def attach(connection: Connection, argument: str, folder: Path) -> str:
    """The full name of the table that `file.duckdb::table` names, the file attached to be read."""
    path, _, table = argument.rpartition("::")
    if not table or not all(table.split(".")):
        raise InputError(f"{argument}: no table is named after the ::")
    if table.count(".") > 1:
        raise InputError(f"{argument}: {table} cannot name a table; write file.duckdb::schema.table")
    if not os.path.isfile(path):
        raise InputError(f"{argument}: there is no file {path}")
    schema, _, name = table.rpartition(".")
    place = (schema or "main", name)
    for theirs, its in connection.execute("select database_name, path from duckdb_databases()").fetchall():
        # it is open in the user's connection, though not by us
        if its and not theirs.startswith(OURS) and os.path.realpath(its) == os.path.realpath(path):
            return full_name(theirs, *place)
    database = attach_file(connection, path)
    if is_table(connection, database, *place):
        return full_name(database, *place)
    try:
        copy = copy_view(connection, argument, full_name("theirs", *place), folder)
    except (duckdb.OutOfMemoryException, duckdb.InterruptException):
        raise
    except duckdb.Error as error:
        raise InputError(f"{argument}: cannot be read: {first_line(error)}") from None
    return full_name(attach_file(connection, copy), "main", "rows")


def attach_file(connection: Connection, path: str) -> str:
    """The name of a file that is attached to be read until `detach_all`; once, however often it is asked for."""
    file = os.path.realpath(path)
    if (connection, file) not in attached:
        name = f"{OURS}{next(numbers)}"
        opened.setdefault(connection, ExitStack()).callback(detach, connection, file, name)
        foreign.attach(connection, path, name, read_only=True)
        attached[connection, file] = name
    return attached[connection, file]


def detach(connection: Connection, file: str, name: str) -> None:
    attached.pop((connection, file), None)
    connection.execute(f"detach database if exists {name}")


def detach_all(connection: Connection) -> None:
    """Lets go of the files that were attached to be read in a connection, and of no others."""
    opened.pop(connection, ExitStack()).close()


def is_table(connection: Connection, database: str, schema: str, name: str) -> bool:
    """Whether there is such a table with plain rows: not a view, which would run, nor a computed column."""
    found = connection.execute(f"""
        select 1 from duckdb_tables()
        where database_name = {quote(database)} and not contains(lower(sql), 'generated always')
            and {folded("schema_name")} = {folded(quote(schema))} and {folded("table_name")} = {folded(quote(name))}
    """).fetchall()
    return found != []


def copy_view(connection: Connection, argument: str, view: str, folder: Path) -> str:
    """A database file with a table `rows` of what a view shows, made where the view can read its own database alone."""
    limits = {each: connection.execute(f"select current_setting('{each}')").fetchall()[0][0] for each in LIMITS}
    alone = open_own(limits)
    # it stays open as long as the file is read: when a process closes a file, it loses all its locks on it
    opened.setdefault(connection, ExitStack()).callback(alone.close)
    copy = str(folder / f"{os.urandom(8).hex()}.duckdb")
    foreign.attach(alone, argument.rpartition("::")[0], "theirs", read_only=True)
    alone.execute(f"attach {quote(copy)} as copied")
    more = "its own database, which it is not let do; give what it reads, or a table of its rows"
    with foreign.closed(alone, f"{argument}: a view that", more):
        alone.execute(f"create table copied.rows as from {view}; detach copied")
    return copy


def full_name(*parts: str) -> str:
    return ".".join(identifier(part) for part in parts)
