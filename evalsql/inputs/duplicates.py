"""Documents that appear twice for a query, in a run or in judgments: which of their rows counts."""

from collections.abc import Sequence
from dataclasses import replace

from evalsql.catalog.conventions import Duplicates
from evalsql.catalog.inputs import INPUTS, Kind
from evalsql.connections import Connection
from evalsql.errors import InputError
from evalsql.inputs.source import Source
from evalsql.inputs.tables import COPIES
from evalsql.sqltext import quote, sql_list

MERGED = "evalsql_input_merged"  # how many rows of each file are not read


def merge(connection: Connection, kind: Kind, sources: Sequence[Source], how: Duplicates) -> list[Source]:
    """Sources with one row per document, of those that appear twice in one; notes how many rows are gone.

    A row that lacks an id or a number is left, since it is refused.
    """
    connection.execute(
        f"create temp table if not exists {MERGED} (kind varchar, file varchar, rows bigint, primary key (kind, file))"
    )
    if how == "refuse" or (how == "sum" and kind != "runs"):
        return list(sources)
    return [merge_one(connection, kind, source, how) for source in sources]


def merge_one(connection: Connection, kind: Kind, source: Source, how: Duplicates) -> Source:
    number, label = INPUTS[kind].number, source.files[0].label
    if how in ("first", "last") and not source.ordered:
        raise InputError(
            f"{label}: the rows of a table have no order, so none is the {how} one; take the best, or same"
        )
    ids = ", ".join([*INPUTS[kind].ids, *([source.subtopic] if source.subtopic else [])])
    labels = sql_list([file.label for file in source.files])
    table = f"evalsql_input_{kind}_merged_{next(COPIES)}"
    given = f"(select *, ((list_position({labels}, file) - 1)::bigint << 40) + row - 1 as n from ({source.rows}))"
    if how == "sum":
        first = "struct_pack(fits := isfinite(score) is true, n := n)"  # a number that is none is said where it stands
        rows = f"""
            select
                {ids},
                case when bool_and(isfinite(score) is true) then sum(score order by n asc) end as score,
                min(rank) as rank,
                {", ".join(f"arg_min({each}, {first}) as {each}" for each in ("file", "row", "n"))}
            from {given}
            group by all
        """
    else:
        alike = f"partition by {ids}" + (f", {number}" if how == "same" else "")
        order = {"last": "n desc", "best": f"{number} desc, n asc"}.get(how, "n asc")
        rows = f"""
            from {given}
            qualify row_number() over ({alike} order by {order}) = 1 or isfinite({number}) is not true
        """
    connection.execute(f"create temp table {table} as from ({rows}) order by n asc")
    connection.execute(f"""
        insert or replace into {MERGED}
        select {quote(kind)}, file, count(*) - any_value(coalesce(kept, 0))
        from ({source.rows})
        left join (select file, count(*) as kept from {table} group by file) using (file)
        group by file
    """)
    numbered = f"select n, run, query_id, doc_id, score, rank from {table}" if kind == "runs" else ""
    return replace(source, rows=f"select * exclude (n) from {table}", numbered=numbered)
