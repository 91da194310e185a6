"""Where rows that are bad, or appear twice, stand, for the sentences of checks."""

from collections.abc import Iterator, Sequence

from evalsql.connections import Connection, fetch_all, fetch_one
from evalsql.inputs.source import Kind, Row, Source, source_of


def first_bad(
    connection: Connection, kind: Kind, sources: Sequence[Source], bad: str
) -> Iterator[tuple[str, Row, Source, int]]:
    """The first row that a condition says is bad: its place, itself, its source, and how many there are."""
    select = f"select file, row, count(*) over () from evalsql_{kind} where {bad} order by file asc, row asc limit 1"
    for file, row, count in fetch_all(connection, select):
        source = source_of(sources, file)
        found = source.find(file, row)
        yield f"{file}, {found.place}", found, source, count


def first_twice(
    connection: Connection,
    kind: Kind,
    sources: Sequence[Source],
    columns: Sequence[str],
    needed: Sequence[str] = (),
    among: str = "",
) -> Iterator[tuple[list, str, int]]:
    """The first values that some columns have twice: these, where they stand, and how many such values there are."""
    rows, keys = f"evalsql_{kind} {among}", ", ".join(columns)
    # whether two rows may be the same: false is sure, and found in a third of the time
    repeated = f"select 1 from {rows} group by hash({keys}) having count(*) > 1"
    if not fetch_one(connection, f"select exists ({repeated})")[0]:
        return
    there = " and ".join(f"{each} is not null" for each in needed or columns)
    order = ", ".join(f"{each} asc" for each in columns)
    select = f"select {keys}, count(*) over () from {rows} where {there} group by {keys} having count(*) > 1"
    for *values, count in fetch_all(connection, f"{select} order by {order} limit 1"):
        same = " and ".join(f"{each} is not distinct from ?" for each in columns)
        yield values, places(connection, kind, sources, same, values), count


def places(connection: Connection, kind: Kind, sources: Sequence[Source], same: str, values: list) -> str:
    """Where the first two rows that are the same stand."""
    rows = fetch_all(
        connection,
        f"select file, row from evalsql_{kind} where {same} order by file asc, row asc limit 2",
        values,
    )
    found = (f"{file}, {source_of(sources, file).find(file, row).place}" for file, row in rows)
    return " and ".join(dict.fromkeys(found))  # the same of rows that are told by their ids
