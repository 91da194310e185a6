"""Where rows stand that are the same, for the sentences of checks."""

from collections.abc import Sequence

from evalsql.connections import Connection, fetch_all, fetch_one
from evalsql.inputs.source import Kind, Source, source_of


def places(connection: Connection, kind: Kind, sources: Sequence[Source], same: str, values: list) -> str:
    """Where the first two rows that are the same stand."""
    rows = fetch_all(
        connection,
        f"select file, row from evalsql_{kind} where {same} order by file asc, row asc limit 2",
        values,
    )
    found = []
    for file, row in rows:
        source = source_of(sources, file)
        found.append(f"{file}, {source.find(file, row).place}")
    return " and ".join(found)


def may_repeat(connection: Connection, rows: str, columns: str) -> bool:
    """Whether two rows may be the same in some columns: false is sure, and found in a third of the time."""
    repeated = f"select 1 from {rows} group by hash({columns}) having count(*) > 1"
    return fetch_one(connection, f"select exists ({repeated})")[0]
