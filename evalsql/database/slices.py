"""Queries and slices of a database: those that are read, or those that it has already."""

from collections.abc import Sequence

from evalsql.connections import Connection, fetch_all
from evalsql.database import layouts
from evalsql.database.meta import Contents
from evalsql.database.target import KEPT
from evalsql.errors import Problem
from evalsql.render import statements
from evalsql.scoring.slices import Cut
from evalsql.sqltext import identifier, quote

OWN = ("query_id", "text")  # columns that a table of queries has anyway


def put_slices(connection: Connection, contents: Contents) -> list[Problem]:
    """Makes made_slices and made_queries, if there are slices.

    Args:
        connection: where the scores are, and the database that is added to or brought up to date, if there is one.
        contents: what the database is to hold.

    Returns:
        What looks wrong about the slices.
    """
    if contents.sliced is not None:
        doubts = contents.sliced.put(connection)
        connection.execute("create or replace temp view made_slices as from evalsql_slices")
        select = queries(connection, contents.sliced.cuts)
        connection.execute(f"create or replace temp table made_queries as {select}")
        return doubts
    if (contents.before or contents.upgraded) and "slices" in layouts.names(connection):
        connection.execute(statements.creation("known_slices", folder="scores", kept=KEPT))
        connection.execute("create or replace temp view made_slices as from evalsql_known_slices")
        connection.execute(
            "create or replace temp table made_queries as"
            f" from (select distinct query_id from evalsql_known_slices) left join {KEPT}.queries using (query_id)"
        )
    return []


def has_slices(connection: Connection) -> bool:
    """Whether `put_slices` found slices."""
    found = "select 1 from duckdb_views() where temporary and view_name = 'made_slices'"
    return bool(fetch_all(connection, found))


def queries(connection: Connection, cuts: Sequence[Cut]) -> str:
    """The query for the queries that are scored: their texts, and a column for each attribute, under its name alone."""
    columns: dict[str, str] = {}
    numbers = "select attribute from evalsql_attributes group by attribute having count(number) = count(*)"
    numeric = {attribute for (attribute,) in fetch_all(connection, numbers)}
    for cut in cuts:
        called = f"{cut.name}_" if cut.name.lower() in OWN else cut.name
        value = "number" if cut.text in numeric else "value"
        pick = f"list({value} order by {value} asc)" if cut.listed else f"min({value})"
        if called.lower() not in map(str.lower, columns):
            columns[called] = f"{pick} filter (attribute = {quote(cut.text)}) as {identifier(called)}"
    chosen = "".join(f", {each}" for each in columns.values())
    return (
        f"select query_id, any_value(text) as text{chosen} from (select distinct query_id from evalsql_scores)"
        " left join evalsql_texts using (query_id) left join evalsql_attributes using (query_id) group by query_id"
    )
