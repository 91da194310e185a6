"""Where tables stood in databases of earlier versions, which is all that is known of these."""

import json
from contextlib import suppress
from typing import Any

from evalsql.connections import Connection, fetch_all
from evalsql.database.target import INTERNAL, KEPT
from evalsql.errors import InputError

FORMERLY = {"query_summary": "query", "run_summary": "run", "measures": "metric"}  # what tables were called before


def names(connection: Connection) -> set[str]:
    """The tables of the database that is open as evalsql_kept."""
    rows = fetch_all(connection, f"select table_name from duckdb_tables() where database_name = '{KEPT}'")
    return {name for (name,) in rows}


def table(connection: Connection, name: str) -> str:
    """A table of the database that is open as evalsql_kept, as SQL writes it, wherever a version has it."""
    for each in (name, FORMERLY.get(name, name)):
        found = fetch_all(
            connection,
            f"select schema_name from duckdb_tables() where database_name = '{KEPT}' and table_name = '{each}'"
            f" and schema_name in ('main', '{INTERNAL}')",  # others are the user's, or a stranger's
        )
        for (schema,) in found:
            return f"{KEPT}.{schema}.{each}"
    ((path,),) = fetch_all(connection, f"select path from duckdb_databases() where database_name = '{KEPT}'")
    raise InputError(f"{path}: has no table {name}, which every evalsql makes; build it anew")


def facts(connection: Connection) -> dict[str, Any]:
    """What evalsql_meta says of the database that is open as evalsql_kept."""
    return dict(fetch_all(connection, f"select key, value::varchar from {table(connection, 'evalsql_meta')}"))


def read_json(text: str | None, type_: type, place: str) -> Any:
    """What a text of a database says that is JSON; an empty list or object if it is null."""
    with suppress(ValueError):
        found = type_() if text is None else json.loads(text)
        if isinstance(found, type_):
            return found
    raise InputError(f"{place} is not what evalsql writes there; build it anew")


def columns(connection: Connection, name: str) -> set[str]:
    """The columns of a table of the database that is open as evalsql_kept, wherever a version has it."""
    rows = fetch_all(connection, f"describe from {table(connection, name)}")
    return {column for column, *_ in rows}
