"""Documents that appear twice for a query, in a run or in judgments: which of their rows counts."""

from collections.abc import Sequence
from dataclasses import replace

from evalsql.catalog.conventions import Duplicates
from evalsql.catalog.inputs import INPUTS, Kind
from evalsql.connections import Connection, fetch_all
from evalsql.errors import InputError
from evalsql.inputs.source import Source
from evalsql.inputs.tables import COPIES
from evalsql.sqltext import quote, sql_list

MERGED = "evalsql_input_merged"  # how many rows of each file are not read


def merge(connection: Connection, kind: Kind, sources: Sequence[Source], how: Duplicates) -> list[Source]:
    """Sources with one row per document, of those that appear twice in what an argument names.

    It notes how many rows are gone, and leaves out files that have none left. A row that lacks an id or a number is
    left, since it is refused.
    """
    connection.execute(
        f"create temp table if not exists {MERGED} (kind varchar, file varchar, rows bigint, primary key (kind, file))"
    )
    if how == "refuse" or (how == "sum" and kind != "runs"):
        return list(sources)
    for source in sources:
        if how in ("first", "last") and not source.ordered:
            raise InputError(
                f"{source.files[0].label}: the rows of a table have no order, so none is the {how} one; take the best,"
                " or same"
            )
    table, number = f"evalsql_input_{kind}_merged_{next(COPIES)}", INPUTS[kind].number
    given = " union all ".join(
        f"select {place} as place, * from ({given_by(each)})" for place, each in enumerate(sources)
    )
    ids = ", ".join(("argument", *INPUTS[kind].ids, "topic"))
    if how == "sum":
        first = "struct_pack(fits := isfinite(score) is true, place := place, n := n)"  # an invalid one is reported
        rows = f"""
            select
                {ids},
                case when bool_and(isfinite(score) is true) then sum(score order by place asc, n asc) end as score,
                min(rank) as rank,
                arg_min(place, {first}) as place,
                arg_min(file, {first}) as file,
                arg_min(row, {first}) as row,
                arg_min(n, {first}) as n
            from ({given})
            group by all
        """
    else:
        alike = f"partition by {ids}" + (f", {number}" if how == "same" else "")
        order = {"last": "place desc, n desc", "best": f"{number} desc, place asc, n asc"}.get(how, "place asc, n asc")
        rows = f"""
            from ({given})
            qualify row_number() over ({alike} order by {order}) = 1 or isfinite({number}) is not true
        """
    connection.execute(f"create temp table {table} as from ({rows}) order by place asc, n asc")
    every = " union all ".join(f"select file from ({source.rows})" for source in sources)
    connection.execute(f"""
        insert or replace into {MERGED}
        select {quote(kind)}, file, count(*) - any_value(coalesce(kept, 0))
        from ({every})
        left join (select file, count(*) as kept from {table} group by file) using (file)
        group by file
    """)
    gone = f"select file from {MERGED} where kind = ? and file not in (select file from {table})"
    taken = {file for (file,) in fetch_all(connection, gone, [kind])}
    found = []
    for place, source in enumerate(sources):
        files = [file for file in source.files if file.label not in taken]
        rows = f"select * exclude (place, argument, topic, n) from {table} where place = {place}"
        numbered = f"select n, run, query_id, doc_id, score, rank from {table} where place = {place}"
        if files:
            found.append(replace(source, rows=rows, numbered=numbered if kind == "runs" else "", files=files))
    return found


def given_by(source: Source) -> str:
    """The rows of a source, with the argument that named their file, their subtopic, and their place among its rows."""
    labels, arguments = (sql_list([getattr(file, name) for file in source.files]) for name in ("label", "argument"))
    place = f"list_position({labels}, file)"
    return (
        f"select *, {arguments}[{place}] as argument, {source.subtopic or 'null'} as topic,"
        f" (({place} - 1)::bigint << 40) + row - 1 as n from ({source.rows})"
    )
