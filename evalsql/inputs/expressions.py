"""Columns that a source does not have: expressions over those that it has, and minus its rank if it has no score."""

import re
from collections.abc import Mapping
from dataclasses import replace

import duckdb

from evalsql.catalog.inputs import INPUTS, Kind
from evalsql.connections import Connection, first_line
from evalsql.errors import InputError, Problem
from evalsql.inputs.columns import find_column
from evalsql.inputs.source import Chosen, Source
from evalsql.inputs.where import holds_query, unfit
from evalsql.sqltext import identifier

# minus the rank; one that is not a number is refused as it is written
BY_RANK = "coalesce((-try_cast({0} as double))::varchar, {0}::varchar)"
EXPRESSION = re.compile(r"[()|'\"+*/]|::|^-")  # what a column is hardly called


def expressed(
    connection: Connection, table: str, kind: Kind, label: str, columns: Mapping[str, str], chosen: Chosen
) -> tuple[str, Mapping[str, str], Chosen]:
    """What to read in place of a table or a scan, its columns and their types, and which of them are ours.

    Each expression that the user says is one of our columns is a column of it, which is called as it is written.
    """
    rank = find_column(kind, "rank", list(columns), chosen) if kind == "runs" else None
    if rank is not None and find_column(kind, "score", list(columns), chosen) is None and "score" not in dict(chosen):
        chosen = (*chosen, ("score", BY_RANK.format(identifier(rank))))
    new = tuple(each for each in expressions(chosen) if each[1] not in columns)
    if not new:
        return table, columns, chosen
    refuse_unfit(connection, new)
    made = ", ".join(f"({text}\n) as {identifier(text)}" for text in dict.fromkeys(text for _, text in new))
    rows = f"(select *, {made} from {table})"
    try:
        described = connection.execute(f"describe {rows[1:-1]}").fetchall()
    except duckdb.Error as error:
        texts = ", ".join(f"{ours}={text}" for ours, text in new)
        raise InputError(
            f"{label}: --columns {texts}: {first_line(error).rstrip('!')}; its columns are {', '.join(columns)}"
        ) from None
    known = {*columns, *(text for _, text in new)}
    return rows, {name: type_ for name, type_, *_ in described if name in known}, chosen


def by_rank(label: str, matched: Mapping[str, str]) -> list[Problem]:
    """Warn of a run that has no score, unless the user says what is."""
    if not matched.get("score", "").startswith(BY_RANK.partition("{")[0]):
        return []
    text = f"{label}: has no column score, so documents are in the order of the column {matched['rank']}"
    return [Problem("warning", "order of ranks", f"{text}; --columns runs.score=-{matched['rank']}::double says so", 1)]


def refuse_unfit(connection: Connection, new: Chosen) -> None:
    """Refuses what is not a single expression over columns."""
    for ours, text in new:
        if (message := unfit(connection, text)) is not None:
            raise InputError(f"--columns {ours}={text}: neither a column nor a valid SQL expression{message}")
        if holds_query(connection, text):
            raise InputError(f"--columns {ours}={text}: holds a query; an expression over columns was expected")


def expressions(chosen: Chosen) -> Chosen:
    """The choices that are not plain names of columns."""
    return tuple(each for each in chosen if EXPRESSION.search(each[1]))


def over_ours(connection: Connection, kind: Kind, source: Source) -> Source:
    """A source of TREC text, whose lines have columns that are called as ours, with the user's expressions in place."""
    if not (new := expressions(source.files[0].columns)):
        return source
    refuse_unfit(connection, new)
    types = dict.fromkeys(INPUTS[kind].ids, 'varchar collate "binary"')
    made = ", ".join(f"({text}\n)::{types.get(ours, 'double')} as {ours}" for ours, text in new)
    found = {}
    for name in ("rows", "numbered"):
        if select := getattr(source, name):
            found[name] = f"select * replace ({made}) from ({select})"
    try:
        connection.execute(f"describe {found['rows']}").fetchall()
    except duckdb.Error as error:
        texts = ", ".join(f"{ours}={text}" for ours, text in new)
        raise InputError(f"{source.files[0].label}: --columns {texts}: {first_line(error).rstrip('!')}") from None
    return replace(source, **found, proved=False)
