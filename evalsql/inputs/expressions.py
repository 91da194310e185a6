"""Columns that a source does not have: expressions over those that it has, and minus its rank if it has no score."""

import re
from collections.abc import Mapping
from dataclasses import replace

import duckdb

from evalsql.catalog.inputs import INPUTS, Kind
from evalsql.connections import Connection, fetch_all, fetch_one, first_line
from evalsql.errors import InputError, Problem
from evalsql.inputs.columns import find_column
from evalsql.inputs.source import Chosen, Row, Source, types_of
from evalsql.inputs.where import holds_query, unfit
from evalsql.sqltext import NESTED, identifier, number_of

# minus the rank; one that is not a number is refused as it is written
BY_RANK = "coalesce((-try_cast({0} as double))::varchar, {0}::varchar)"
# what gives more values than one for a row, or others in the next read; functions that do are asked of DuckDB
BEYOND_ITS_ROW = re.compile(r'"class":"(?:STAR|WINDOW)"')
FUNCTION = re.compile(r'"function_name":"(\w+)"')
PLACE = "_es_place"  # the column of a document's place in its list
OF_A_SCAN = ("file_row_number", "_es_file", PLACE)  # columns that are not the user's
EXPRESSION = re.compile(r"[()|'\"+*/]|::|^-")  # what a column is hardly called


def expressed(
    connection: Connection, table: str, kind: Kind, label: str, columns: Mapping[str, str], chosen: Chosen
) -> tuple[str, Mapping[str, str], Chosen]:
    """What to read in place of a table or a scan, its columns and their types, and which of them are ours.

    Each expression that the user says is one of our columns is a column of it, which is called as it is written.
    """
    if kind == "runs" and (rank := rank_alone(columns, chosen)) is not None:
        chosen = (*chosen, ("score", BY_RANK.format(identifier(rank))))
    new = tuple(each for each in expressions(chosen) if each[1] not in columns)
    if not new:
        return table, columns, chosen
    refuse_unfit(connection, new)
    made = as_columns({identifier(text): f"({text}\n)" for _, text in new})
    theirs = [name for name in columns if name not in OF_A_SCAN]
    given = f"(select {', '.join(map(identifier, theirs))} from {table})"
    try:
        described = connection.execute(f"describe select *, {made} from {given}").fetchall()
    except duckdb.Error as error:
        texts, said = ", ".join(f"{ours}={text}" for ours, text in new), first_line(error).rstrip("!.")
        raise InputError(f"{label}: --columns {texts}: {said}; its columns are {', '.join(theirs)}") from None
    return (
        f"(select *, {made} from {table})",
        {**columns, **{name: type_ for name, type_, *_ in described[len(theirs) :]}},
        chosen,
    )


def rank_alone(columns: Mapping[str, str], chosen: Chosen) -> str | None:
    """The column of the ranks of a run that has no scores, and no list of documents, whose order is their ranking."""
    rank, score, document = (find_column("runs", each, list(columns), chosen) for each in ("rank", "score", "doc_id"))
    listed = document is None or re.fullmatch(NESTED, columns[document])
    if score is not None or "score" in dict(chosen) or (listed and "doc_id" not in dict(expressions(chosen))):
        return None
    return rank


def by_rank(label: str, matched: Mapping[str, str]) -> list[Problem]:
    """Warn of a run that has no score, unless the user says what is."""
    if not matched.get("score", "").startswith(BY_RANK.partition("{")[0]):
        return []
    text = f"{label}: has no column score, so documents are in the order of the column {matched['rank']}"
    return [Problem("warning", "order of ranks", f"{text}; --columns runs.score=-{matched['rank']}::double says so")]


def refuse_unfit(connection: Connection, new: Chosen) -> None:
    """Refuses what is not a single expression over columns."""
    for ours, text in new:
        if (message := unfit(connection, text)) is not None:
            raise InputError(f"--columns {ours}={text}: neither a column nor a valid SQL expression{message}")
        if holds_query(connection, text):
            raise InputError(f"--columns {ours}={text}: holds a query; an expression over columns was expected")
        if (held := beyond_its_row(connection, text)) is not None:
            raise InputError(
                f"--columns {ours}={text}: holds {held}; an expression over the columns of a row was expected"
            )


def beyond_its_row(connection: Connection, text: str) -> str | None:
    """What an expression holds that is not one value of its row, the same in each read; None if nothing."""
    (tree,) = fetch_one(connection, "select json_serialize_sql(?)::varchar", [f"select {text}"])
    if found := BEYOND_ITS_ROW.search(tree):
        return "*" if "STAR" in found[0] else "a window"
    volatile = "select distinct function_name from duckdb_functions() where stability = 'VOLATILE'"
    others = {"unnest", "unlist", *(name for (name,) in fetch_all(connection, volatile))} - {"error"}
    return next((name for name in FUNCTION.findall(tree) if name.lower() in others), None)


def expressions(chosen: Chosen) -> Chosen:
    """The choices that are not plain names of columns."""
    return tuple(each for each in chosen if EXPRESSION.search(each[1]))


def over_ours(connection: Connection, kind: Kind, source: Source) -> Source:
    """A source of TREC text, whose lines have columns that are called as ours, with the user's expressions in place."""
    if not (new := expressions(source.files[0].columns)):
        return source
    refuse_unfit(connection, new)
    label = source.files[0].label
    texts = {ours: f"({text}\n)" for ours, text in new}
    given = f"(select * exclude (file, row) from ({source.rows}))"
    try:
        described = connection.execute(f"describe select *, {as_columns(texts)} from {given}").fetchall()
    except duckdb.Error as error:
        said = ", ".join(f"{ours}={text}" for ours, text in new)
        raise InputError(f"{label}: --columns {said}: {first_line(error).rstrip('!.')}") from None
    types_of(
        kind,
        label,
        {ours: ours for ours in texts},
        dict(zip(texts, [type_ for _, type_, *_ in described[-len(texts) :]], strict=True)),
    )
    made = as_columns(
        {
            ours: f"nullif({text}::varchar, '') collate \"binary\""
            if ours in INPUTS[kind].ids
            else number_of(text, True)
            for ours, text in texts.items()
        }
    )
    found = {
        name: f"select * replace ({made}) from ({select})"
        for name in ("rows", "numbered")
        if (select := getattr(source, name))
    }

    def find(file: str, row: int) -> Row:
        there = source.find(file, row)
        shown = ", ".join(f"{text}::varchar" for text in texts.values())
        values = fetch_all(connection, f"select {shown} from ({source.rows}) where file = ? and row = ?", [file, row])
        return replace(there, values={**there.values, **dict(zip(texts, values[0], strict=True))})

    return replace(source, **found, find=find, proved=False)


def as_columns(texts: Mapping[str, str]) -> str:
    return ", ".join(f"{text} as {ours}" for ours, text in texts.items())
