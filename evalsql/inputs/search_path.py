"""Where the user's connection looks for a table or view, and what a name means there."""

import re

from evalsql.connections import Connection
from evalsql.sqltext import folded


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
