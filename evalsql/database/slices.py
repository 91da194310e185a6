"""Queries and slices of a database: those that are read, or those that it has already."""

import json
from collections.abc import Sequence

from evalsql.connections import Connection, fetch_all
from evalsql.database.meta import Contents
from evalsql.database.reading import names
from evalsql.database.target import INTERNAL, KEPT
from evalsql.errors import Problem
from evalsql.render import statements
from evalsql.scoring.slices import Cut, Sliced
from evalsql.sqltext import fold, identifier, quote

OWN = ("query_id", "text")  # columns that a table of queries has anyway


def put_slices(connection: Connection, contents: Contents) -> list[Problem]:
    """Makes made_slices and made_queries, if there are slices."""
    sliced = contents.sliced or kept_slices(connection, contents.slices)
    if sliced is not None:
        doubts = sliced.put(connection)
        connection.execute("create or replace temp view made_slices as from evalsql_slices")
        connection.execute("""
            create or replace temp view made_attributes as
            from evalsql_attributes
            union all
            select null as attribute, query_id, text as value, null as number
            from evalsql_ids
            left join evalsql_texts using (query_id)
        """)
        select = queries(connection, sliced.cuts)
        connection.execute(f"create or replace temp table made_queries as {select}")
        return doubts
    if contents.before and "slices" in names(connection):
        connection.execute(statements.creation("known_slices", folder="scores", kept=KEPT))
        connection.execute("create or replace temp view made_slices as from evalsql_known_slices")
        connection.execute(
            "create or replace temp table made_queries as"
            f" from (select distinct query_id from evalsql_known_slices) left join {KEPT}.queries using (query_id)"
        )
        connection.execute(
            "create or replace temp view made_attributes as select null::varchar as attribute,"
            " null::varchar as query_id, null::varchar as value, null::double as number where false"
        )
    return []


def kept_slices(connection: Connection, told: str | None) -> Sliced | None:
    """The sliced queries that a database keeps, if any."""
    if told is None:
        return None
    said = json.loads(told)
    cuts = [
        Cut(each["text"], each["name"], "", bool(each["listed"]), each["parts"] and int(each["parts"]), borders)
        for each in said["cuts"]
        for borders in [tuple(map(float, each["borders"]))]
    ]
    rows = fetch_all(connection, f"select attribute, query_id, value, number from {KEPT}.{INTERNAL}.attributes")
    of_queries = [(query, text) for attribute, query, text, _ in rows if attribute is None]
    texts = [row for row in of_queries if row[1] is not None]
    known = [row for row in rows if row[0] is not None]
    return Sliced(said["label"], cuts, bool(said["named"]), known, texts, [row[:1] for row in of_queries])


def has_slices(connection: Connection) -> bool:
    found = "select 1 from duckdb_views() where temporary and view_name = 'made_slices'"
    return bool(fetch_all(connection, found))


def queries(connection: Connection, cuts: Sequence[Cut]) -> str:
    """The query for the queries that are scored: their texts, and a column for each attribute, under its name alone."""
    columns: dict[str, str] = {}
    numbers = "select attribute from evalsql_attributes group by attribute having count(number) = count(*)"
    numeric = {attribute for (attribute,) in fetch_all(connection, numbers)}
    for cut in cuts:
        called = f"{cut.name}_" if fold(cut.name) in OWN else cut.name
        value = "number" if cut.text in numeric else "value"
        pick = f"list({value} order by {value} asc)" if cut.listed else f"min({value})"
        if fold(called) not in map(fold, columns):
            columns[called] = f"{pick} filter (attribute = {quote(cut.text)}) as {identifier(called)}"
    chosen = "".join(f", {each}" for each in columns.values())
    return (
        f"select query_id, any_value(text) as text{chosen} from (select distinct query_id from evalsql_scores)"
        " left join evalsql_texts using (query_id) left join evalsql_attributes using (query_id) group by query_id"
    )
