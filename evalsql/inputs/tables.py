"""Tables: of a DuckDB file, of the user's own connection, or a relation or data frame given in Python."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from typing import Any

import duckdb

from evalsql.catalog.inputs import Kind
from evalsql.connections import Connection, first_line
from evalsql.errors import InputError
from evalsql.inputs.columns import as_given, match_columns, refuse_chosen, unused_keys
from evalsql.inputs.expressions import PLACE, by_rank, expressed
from evalsql.inputs.frames import columns_of, register
from evalsql.inputs.lists import expressed_before, find_lists, parted, place_of, refuse_uneven, unnested, without_lists
from evalsql.inputs.objects import as_table, collected, is_array, is_of_spark, of_lists, own_name
from evalsql.inputs.source import Chosen, File, Row, Source, cleaned, plain, types_of
from evalsql.inputs.where import rows_where
from evalsql.inputs.wide import is_wide, melted, unread_metrics
from evalsql.sqltext import folded, identifier, quote
from evalsql.words import said

# what leads to a number in a mapping
KEYS = {"run": "run", "query_id": "query", "doc_id": "document", "subtopic": "subtopic"}
COPIES = count()  # each copy of a table has a name of its own


@dataclass(frozen=True)
class Unordered:
    """A table whose rows came in no order of the user's, so that messages say a row's ids in place of its number."""

    table: str  # its name, as SQL writes it
    label: str  # what messages call it


def read(
    connection: Connection,
    table: str,
    label: str,
    run: str,
    kind: Kind,
    chosen: Chosen = (),
    place: Callable[[int, Mapping[str, str | None]], str] | None = None,
    where: str | None = None,
    exact: Callable[[], Collection[str]] | None = None,
) -> Source:
    """The source of a table or view."""
    left = "" if where is None else " of those that --where leaves"
    called = place or (lambda row, _: f"row {row}{left}")
    try:
        table = rows_where(connection, table, where, label)
        columns = types_in(connection, table)
    except duckdb.Error as error:
        raise InputError(f"{label}: cannot be read: {first_line(error)}") from None
    table, columns, chosen, late = expressed_before(connection, table, kind, label, columns, chosen)
    table, columns = parted(connection, table, kind, label, columns, chosen)
    doubts = [*unread_metrics(connection, table, label, columns)] if is_wide(kind, columns, chosen) else []
    table, columns = melted(table, kind, columns, chosen)
    lists = find_lists(kind, label, columns, chosen)
    if lists is not None:
        refuse_uneven(connection, table, lists, kind, label, columns, chosen)
        table = unnested(table, lists, kind, columns)
        chosen = (*without_lists(chosen, kind), *late)
        table, columns, chosen = expressed(connection, table, kind, label, types_in(connection, table), chosen)
    names = [name for name in columns if name != PLACE]
    matched = match_columns(kind, label, names, chosen, as_given(names, exact) if exact else None)
    types = types_of(kind, label, matched, columns)
    texts = {ours: identifier(theirs) for ours, theirs in matched.items()}
    rows = (
        f"select {cleaned(kind, texts, quote(run), types)}, {quote(label)} as file, row_number() over () as row"
        f" from {table}"
    )
    numbered = ""
    if kind == "runs":
        numbered = (
            f"select rowid as n, {plain(texts, quote(run), types)} from {numbered_table(connection, table, columns)}"
        )

    def find(_: str, row: int) -> Row:
        wanted = ", ".join([*(f"{text}::varchar" for text in texts.values()), *([PLACE] if lists else [])])
        found = connection.execute(f"select {wanted} from {table} limit 1 offset {row - 1}").fetchall()[0]
        values = dict(zip(matched, found, strict=False))
        return Row(place_of(values, found[-1]) if lists else called(row, values), values)

    files = [File(label, label, label, None if "run" in matched else run)]
    unused = unused_keys(kind, matched, names)
    doubts += by_rank(label, matched)
    return Source(rows, files, find, matched.keys(), numbered=numbered, unused=unused, doubts=doubts)


def types_in(connection: Connection, table: str) -> dict[str, str]:
    return {name: type_ for name, type_, *_ in connection.execute(f"describe from {table}").fetchall()}


def read_object(
    connection: Connection,
    given: Any,
    label: str,
    name: str | None,
    kind: Kind,
    chosen: Chosen = (),
    where: str | None = None,
) -> Source:
    """The source of an object of Python: a frame, a relation, {query: {document: score}}, records or a run of ranx."""
    if is_of_spark(given):
        given = collected(given, kind, label)
    if kind in ("runs", "qrels") and is_array(given):
        raise InputError(
            f"{label}: has no ids of queries and documents;"
            " evaluate_groups(scores, labels, groups, measures) takes arrays"
        )
    run = name or own_name(given) or "run"
    # {query: {document: [numbers]}} is nothing, though its parts look like judgments
    part = bool(name) and kind == "qrels" and isinstance(given, Mapping) and of_lists(given)
    rows = None if part else as_table(given, kind, label)
    if rows is None:
        frame = register(connection, given, label)
        return read(connection, frame, label, run, kind, chosen, where=where, exact=partial(columns_of, given))
    table = register(connection, rows, label)
    if isinstance(given, Mapping) or hasattr(given, "to_dict"):
        refuse_chosen(label, chosen, f"a {type(given).__name__}")
        return read(connection, table, label, run, kind, place=by_ids, where=where)
    return read(connection, table, label, run, kind, chosen, lambda row, values: f"item {row}", where)


def read_file(
    connection: Connection,
    table: str,
    file: File,
    kind: Kind,
    place: Callable[[int, Mapping[str, str | None]], str] | None = None,
) -> Source:
    """The source of a table with what a file holds."""
    source = read(connection, table, file.label, file.run or "run", kind, file.columns, place, where=file.where)
    run = None if "run" in source.columns else file.run
    return replace(source, files=[replace(file, columns=(), run=run)])


def by_ids(row: int, values: Mapping[str, str | None]) -> str:
    """The place of a row without a number, such as a value of {query: {document: score}}, for a message."""
    keys = [f"{called} {said(each)}" for name, called in KEYS.items() if (each := values.get(name))]
    return ", ".join(keys) or f"value {row}"


def numbered_table(connection: Connection, table: str, columns: Collection[str]) -> str:
    """The table itself if its rows have numbers; a copy of a view or frame, whose rows have none."""
    named = [name for name in columns if name.lower() == "rowid"]
    if not named:
        with suppress(duckdb.Error):
            connection.execute(f"select rowid from {table} limit 0")
            return table
    others = f"select * exclude ({identifier(named[0])}) " if named else ""
    number = next(COPIES)
    connection.execute(f"create temp table evalsql_input_copy_{number} as {others}from {table}")
    return f"evalsql_input_copy_{number}"


def find_own(own: Connection, connection: Connection, name: str) -> str | None:
    """The name under which a table or view of the user's connection can be read, or None."""
    for database, schema in searched(own):
        if found := find_in(own, name, database, schema):
            break
    else:
        return None
    *parts, temporary, viewed = found[0]
    full = ".".join(identifier(part) for part in parts)
    # whether a transaction has begun and not ended: two queries are then of the same one
    one, other = (own.execute("select system.main.txid_current()").fetchall() for _ in range(2))
    theirs = temporary or one == other or (viewed and not reads_alike(own, connection, parts))
    return register(connection, own.sql(f"from {full}"), name) if theirs else full


def reads_alike(own: Connection, connection: Connection, view: Sequence[str]) -> bool:
    """Whether a cursor, without the user's schema in use, resolves a view as the user's connection does.

    A view looks up tables and macros in its own schema, then in those in use.
    """
    full = ".".join(identifier(part) for part in view)
    if not readable(connection, full):
        return not readable(own, full)  # what nobody can read is refused when it is read
    in_use = "select system.main.current_setting('search_path'), system.main.current_database(), 'main'"
    if own.execute(in_use).fetchall() == [("", *view[:2])]:
        return True
    ((hidden,),) = connection.execute("""
        select count(*) from (
            select function_name from duckdb_functions()
            group by function_name having bool_or(internal) and not bool_and(internal)
        )
    """).fetchall()
    return not hidden


def readable(connection: Connection, table: str) -> bool:
    try:
        connection.execute(f"describe from {table}").fetchall()  # all rows, lest DuckDB 2 holds the result open
    except duckdb.Error:
        return False
    return True


def find_in(own: Connection, name: str, database: str, schema: str) -> list[tuple]:
    """The table or view that a name means where a database and schema are searched, and what it is; none at all."""
    *place, bare = name.split(".")
    # on their connection a macro of theirs may be called like a function of DuckDB; so these say whose they are
    return own.execute(
        f"""
        select database_name, schema_name, name, temporary, viewed
        from (
            select database_name, schema_name, table_name as name, temporary, false as viewed
            from system.main.duckdb_tables()
            union all
            select database_name, schema_name, view_name as name, temporary, true as viewed
            from system.main.duckdb_views()
        )
        cross join (select system.main.current_database() as database_in_use)
        where
            (temporary or (database_name = $database and schema_name = $schema))
            and {folded("name")} = {folded("$name")}
            or {folded("name")} = {folded("$bare")} and case $parts
                when 1 then (database_name = database_in_use and schema_name = $first)
                    or (database_name = $first and schema_name = 'main')
                when 2 then database_name = $first and schema_name = $second
            end
        order by {folded("name")} = {folded("$name")} desc, temporary desc, schema_name = $first desc
        limit 1
        """,
        {
            "name": name,
            "bare": bare,
            "database": database,
            "schema": schema,
            "parts": len(place),
            "first": place[0] if place else None,
            "second": place[1] if place[1:] else None,
        },
    ).fetchall()


def searched(own: Connection) -> list[list[str]]:
    """The databases and schemas in which the user's connection looks for a table, in its order."""
    ((path, database, schema),) = own.execute(
        "select system.main.current_setting('search_path'), system.main.current_database(),"
        " system.main.current_schema()"
    ).fetchall()
    name = r'"(?:[^"]|"")*"|[^",.]+'
    found = []
    for entry in re.findall(rf"(?:{name})(?:\.(?:{name}))?", path):
        parts = [part[1:-1].replace('""', '"') if part[0] == '"' else part.strip() for part in re.findall(name, entry)]
        found.append(parts if parts[1:] else [database, *parts])
    return found or [[database, schema]]
