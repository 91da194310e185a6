"""Runs and judgments of many collections in one input, whose column dataset says which collection a row is of."""

import os
from collections.abc import Sequence
from os import PathLike, fspath
from typing import Any

import duckdb

from evalsql.catalog.inputs import INPUTS, Kind
from evalsql.connections import Connection, cursor_of, fetch_all, first_line
from evalsql.errors import InputError
from evalsql.inputs import objects
from evalsql.inputs.files import TREC, expand, format_of
from evalsql.inputs.formats import delimited
from evalsql.inputs.frames import register
from evalsql.inputs.names import Named
from evalsql.inputs.source import File, read_start
from evalsql.inputs.suites import Collection, refuse_clashes
from evalsql.inputs.tables import find_own
from evalsql.inputs.views import is_path, listed
from evalsql.sqltext import identifier, quote
from evalsql.words import first_few, said

KEY = "dataset"


def by_dataset(
    connection: Connection, runs: Any, qrels: Any, where: str | None = None, user: Connection | None = None
) -> list[Collection]:
    """The collections of runs and judgments that have a column dataset, in the order of their names."""
    judged = parts_of(connection, qrels, "qrels", None, user)
    retrieved = parts_of(connection, runs, "runs", where, user)
    for one, other, text in (
        (retrieved, judged, "the runs have a dataset {}, of which there are no judgments; those are of {}"),
        (judged, retrieved, "the judgments have a dataset {}, of which there is no run; those are of {}"),
    ):
        if alone := sorted(one.keys() - other.keys()):
            raise InputError(text.format(said(alone[0]), first_few(sorted(other))))
    refuse_clashes(judged, f"the column {KEY}")
    return [Collection(name, retrieved[name], judged[name]) for name in sorted(judged)]


def parts_of(
    connection: Connection, given: Any, kind: Kind, where: str | None, user: Connection | None
) -> dict[str, list[Any]]:
    """What was given, by dataset: files with a condition, and tables of Arrow."""
    found: dict[str, list[Any]] = {}
    for place, (name, each) in enumerate(listed(given), start=1):
        path, label = fspath(each) if isinstance(each, PathLike) else each, name
        if isinstance(each, str) and user is not None and not is_path(each):
            cursor = cursor_of(user)
            if table := find_own(user, cursor, each):
                path, label = cursor.sql(f"from {table}").to_arrow_table(), each
        if not isinstance(path, str):
            label = label or f"{objects.called(each)} {place} of the {INPUTS[kind].several}"
            rows = objects.as_table(path, kind, label)
            table = register(connection, path if rows is None else rows, label)
            for dataset, condition in conditions(connection, table, label):
                both = condition if where is None else f"({where}\n) and {condition}"
                picked = connection.sql(f"select * exclude ({KEY}) from {table} where {both}").to_arrow_table()
                found.setdefault(dataset, []).append(picked if name is None else Named(name, picked))
            continue
        if ("::" in path and not os.path.exists(path)) or "://" in path:
            raise InputError(f"{path}: a column {KEY} is read from local files and from frames")
        for file in expand(path, name):
            for dataset, condition in conditions(connection, scan_of(file), file.label):
                both = condition if where is None else f"({where}\n) and {condition}"
                found.setdefault(dataset, []).append(
                    File(file.label, file.path, file.argument, file.run, called=name, where=both)
                )
    return found


def scan_of(file: File) -> str:
    kind = format_of(file)
    if kind == TREC:
        raise InputError(f"{file.label}: text of TREC has no column {KEY}; give Parquet, CSV, TSV or JSONL")
    if kind == delimited.NAME:
        header = read_start(file, 1 << 16).decode("utf-8", "replace").partition("\n")[0]
        delimiter = quote(delimited.delimiter_of(header))
        return f"read_csv({quote(file.pattern)}, delim = {delimiter}, header = true, all_varchar = true)"
    return f"read_{'json' if kind == 'jsonl' else kind}({quote(file.pattern)})"


def conditions(connection: Connection, table: str, label: str) -> Sequence[tuple[str, str]]:
    """The datasets of a table, and for each the condition that its rows fulfill."""
    try:
        columns = [name for name, *_ in fetch_all(connection, f"describe from {table}")]
        column = next((name for name in columns if name.lower() == KEY), None)
        if column is None:
            raise InputError(
                f"{label}: no column {KEY}, which names the collection of each row; it has {', '.join(columns)}"
            )
        text = f"{identifier(column)}::varchar"
        names = fetch_all(connection, f"select distinct {text} as name from {table} order by name asc nulls first")
    except duckdb.Error as error:
        raise InputError(f"{label}: cannot be read: {first_line(error)}") from None
    if not names:
        raise InputError(f"{label}: holds no rows")
    if not names[0][0]:
        raise InputError(f"{label}: a row has no {KEY}; every row must have one")
    return [(name, f"{text} = {quote(name)}") for (name,) in names]
