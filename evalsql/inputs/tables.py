"""Tables: of a DuckDB file, of the user's own connection, or a relation or data frame given in Python."""

import os
from typing import Any

import duckdb

from evalsql.errors import InputError
from evalsql.inputs.source import File, Kind, Row, Source, cleaned, first_line, identifier, match_columns
from evalsql.render import quote


def read(connection: duckdb.DuckDBPyConnection, table: str, label: str, run: str, kind: Kind) -> Source:
    """The source of a table or view.

    Args:
        connection: where it can be read.
        table: its name, as SQL writes it.
        label: what messages call it.
        run: the run's name where no column says it.
        kind: runs or judgments.

    Raises:
        InputError: there is no such table, or a column is missing.
    """
    try:
        columns = {name: type_ for name, type_, *_ in connection.execute(f"describe from {table}").fetchall()}
    except duckdb.Error as error:
        raise InputError(f"{label}: cannot be read: {first_line(error)}") from None
    matched = match_columns(kind, label, list(columns))
    types = {ours: columns[theirs] for ours, theirs in matched.items()}
    texts = {ours: identifier(theirs) for ours, theirs in matched.items()}
    ours = cleaned(kind, texts, quote(run), types)
    rows = f"select {ours}, {quote(label)} as file, row_number() over () as row from {table}"

    def find(_: str, row: int) -> Row:
        chosen = ", ".join(f"{text}::varchar" for text in texts.values())
        values = connection.execute(f"select {chosen} from {table} limit 1 offset {row - 1}").fetchone()
        return Row(f"row {row}", dict(zip(matched, values or (), strict=False)))

    return Source(rows, [File(label, label, label, run)], find)


def attach(connection: duckdb.DuckDBPyConnection, argument: str) -> str:
    """The full name of the table that `file.duckdb::table` names, the file attached to be read.

    Raises:
        InputError: the file cannot be opened.
    """
    path, _, table = argument.rpartition("::")
    if not os.path.isfile(path):
        raise InputError(f"{argument}: there is no file {path}")
    full = os.path.realpath(path)
    for name, attached in connection.execute("select database_name, path from duckdb_databases()").fetchall():
        if attached and os.path.realpath(attached) == full:
            return f"{identifier(name)}.{qualified(table)}"
    (number,) = connection.execute("select count(*) from duckdb_databases()").fetchone() or (0,)
    try:
        connection.execute(f"attach {quote(path)} as evalsql_file_{number} (read_only)")
    except duckdb.Error as error:
        raise InputError(f"{path}: cannot be opened as a DuckDB database: {first_line(error)}") from None
    return f"evalsql_file_{number}.{qualified(table)}"


def qualified(table: str) -> str:
    """A table's name, with its schema if it has one, as SQL writes it."""
    return ".".join(identifier(part) for part in table.split("."))


def find_own(own: duckdb.DuckDBPyConnection, connection: duckdb.DuckDBPyConnection, name: str) -> str | None:
    """The full name of a table or view of the user's connection, or None where there is none.

    Args:
        own: the user's connection.
        connection: a cursor of it, which sees neither its temporary tables nor the frames registered there.
        name: as the user says it.
    """
    try:
        relation = own.table(name)
    except duckdb.Error:
        return None
    *_, bare = name.split(".")
    where = connection.execute(
        """
        select database_name, schema_name, name
        from (
            select database_name, schema_name, table_name as name, temporary from duckdb_tables()
            union all
            select database_name, schema_name, view_name as name, temporary from duckdb_views()
        )
        where not temporary and name = ? and database_name = current_database() and schema_name = current_schema()
        """,
        [bare],
    ).fetchone()
    if where and bare == name:
        return ".".join(identifier(part) for part in where)
    return register(connection, relation)


def register(connection: duckdb.DuckDBPyConnection, frame: Any) -> str:
    """The name under which a relation, an Arrow table, or a frame of pandas or polars can be read.

    Raises:
        InputError: it is none of these.
    """
    if isinstance(frame, duckdb.DuckDBPyRelation):
        frame = frame.to_arrow_table()
    name = f"evalsql_frame_{id(frame)}"
    try:
        connection.register(name, frame)
    except duckdb.Error:
        raise InputError(
            f"a {type(frame).__name__} cannot be read;"
            " give a path, a table, a relation of DuckDB, or a frame of Arrow, pandas or polars"
        ) from None
    return name
