"""Some rows of an input: a condition of the user's over the columns of its source, and nothing but a condition."""

import re
from dataclasses import replace
from typing import Any

import duckdb

from evalsql.connections import Connection, fetch_one, first_line, open_bare
from evalsql.errors import InputError
from evalsql.inputs.source import Source

FOLDER = re.compile(r"(?:^|(?<=/))(?P<key>\w+)=[^/]*/")  # of a hive: runs/dt=2026-11-22/
QUOTED = re.compile(r"""'(?:[^']|'')*'|"(?:[^"]|"")*\"""")  # texts and names of SQL
DATE = re.compile(r"(?<![\w.-])\d{4}-\d{1,2}-\d{1,2}(?![\w.-])")
OURS = ("n", "file", "row")  # columns of a source


def refuse_other(where: Any) -> None:
    if not isinstance(where, str | None):
        raise InputError(f"where must be a text with an SQL condition, not {where!r}")


def refuse_condition(connection: Connection, where: str) -> None:
    """Refuses a text that is not a single expression, such as one with a second statement."""
    refuse_other(where)
    if found := DATE.search(QUOTED.sub("''", where)):  # a difference of three numbers
        raise InputError(f"--where {where!r}: quote the date, as in \"dt = '{found[0]}'\"")
    if (message := unfit(connection, where)) is not None:
        raise InputError(
            f"--where {where!r} is not a valid SQL condition, such as \"dt = '2026-11-22' and rank <= 100\"{message}"
        )


def unfit(connection: Connection, text: str) -> str | None:
    """Why a text is not a single expression, as the end of a sentence; None if it is one."""
    # alone it must be one column, and in parentheses still one: what ends those, or begins a clause, is neither
    for select in (f"select {text}", f"select ({text}\n)"):
        (parsed, columns, message) = fetch_one(
            connection,
            """
            select
                json_extract(tree, '$.error') = 'false', json_array_length(tree, '$.statements[0].node.select_list'),
                json_extract_string(tree, '$.error_message')
            from (select json_serialize_sql(?) as tree)
            """,
            [select],
        )
        if not parsed or columns != 1:
            return f": {message.splitlines()[0]}" if message else ""
    return None


def holds_query(connection: Connection, text: str) -> bool:
    """Whether an expression holds a query, which could read any other file."""
    return '"class":"SUBQUERY"' in fetch_one(connection, "select json_serialize_sql(?)::varchar", [f"select {text}"])[0]


def refuse_queries(where: Any, label: str) -> None:
    """Refuses a condition of a file that holds a query."""
    with open_bare() as connection:
        held = holds_query(connection, where)
    if held:
        raise InputError(
            f"{label}: where {where!r} holds a query, which a suite file may not; put --where on the command line"
        )


def rows_where(connection: Connection, table: str, where: str | None, label: str, hidden: tuple[str, ...] = ()) -> str:
    """What to read in place of a table or a scan, so that only the rows that a condition is true of are there."""
    if where is None:
        return table
    refuse_condition(connection, where)
    rows = f"(select * from {table} where ({where}\n))"
    there = connection.execute(f"describe from {table}").fetchall()
    try:
        connection.execute(f"describe {rows[1:-1]}").fetchall()
    except duckdb.Error as error:
        ours = ("_es_", "file_row_number")
        names = ", ".join(name for name, *_ in there if not name.startswith(ours) and name not in hidden)
        said = f"--where {where!r}: {first_line(error).rstrip('!')}"
        if "explicit cast" in said:
            said += ", since text is compared as text: write rank::double <= 100"
        folder = next((each for each in FOLDER.finditer(label) if re.search(rf"\b{each['key']}\b", where)), None)
        place = label[: folder.end()] if folder else ""
        hint = f"; folders are columns of Parquet alone, choose them by a pattern, such as '{place}*'" if place else ""
        raise InputError(f"{label}: {said}; its columns are {names}{hint}") from None
    return rows


def choose_rows(connection: Connection, source: Source) -> Source:
    """A source of which only the rows are left that its files' condition is true of, over columns called as ours."""
    where = source.files[0].where
    if where is None:
        return source
    found = {}
    for name in ("rows", "numbered"):
        if select := getattr(source, name):
            found[name] = f"from {rows_where(connection, f'({select})', where, source.files[0].label, OURS)}"
    return replace(source, **found)
