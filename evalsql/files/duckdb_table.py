"""Writes rows into a table of a DuckDB file: creates, replaces or extends it; no existing table is lost."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import duckdb

from evalsql.connections import Connection, fetch_all, first_line
from evalsql.errors import InputError
from evalsql.files import history
from evalsql.files.history import Note
from evalsql.inputs import foreign
from evalsql.sqltext import folded, identifier, quote
from evalsql.words import refuse_blank_ends, said

LABELS = {"label": "VARCHAR", "evaluated_at": "TIMESTAMP"}  # the columns of a history; the time is UTC


@dataclass(frozen=True)
class TableMode:
    """What to do with an existing table; without a choice it is rejected."""

    force: bool = False  # replace it
    append: bool = False  # add rows to it
    label: str | None = None  # what the rows are called in the column label
    anew: bool = False  # take the rows of this label out first
    # of the scores of an evaluation, what is noted of it in the table evaluations if they are labeled
    note: Note | None = None

    def __post_init__(self) -> None:
        refuse_blank_ends(self.label, "the label")

    @property
    def labelled(self) -> bool:
        """Whether the table has the columns label and evaluated_at."""
        return self.append or self.label is not None


NEW = TableMode()


def with_convention(select: str, convention: str | None) -> str:
    """A query for scores with a column that says whose conventions they follow, if there are any."""
    return select if convention is None else f"select *, {quote(convention)} as convention from ({select})"


def put(connection: Connection, select: str, path: Path, database: str, table: str, mode: TableMode) -> None:
    """Writes rows into a table of a database that is attached, in one transaction."""
    place = f"{database}.main.{identifier(table)}"
    connection.execute("begin")
    try:
        there = refuse_there(connection, path, database, table, mode)
        moment = new_moment(connection, place, there)
        if mode.labelled:
            label = "null" if mode.label is None else quote(mode.label)
            at = f"{quote(str(moment))}::timestamp as evaluated_at"
            select = f"select *, {label}::varchar as label, {at} from ({select})"
        if there and not mode.force:
            refuse_unlike(connection, select, path, table, there)
            for column, type_ in LABELS.items():
                connection.execute(f"alter table {place} add column if not exists {column} {type_}")
            if mode.anew:
                connection.execute(f"delete from {place} where label = ?", [mode.label])
            connection.execute(f"insert into {place} by name {select}")
        else:
            history.forget(connection, database, table)
            connection.execute(f"create or replace table {place} as {select}")
        if mode.labelled and mode.note is not None:
            history.put(connection, path, database, table, replace(mode.note, label=mode.label), moment)
        connection.execute("commit")
    except duckdb.CatalogException as error:
        raise InputError(f"{path}: cannot hold a table {table}: {first_line(error)}") from None
    finally:
        with suppress(duckdb.TransactionException):  # none is open after the commit
            connection.execute("rollback")


def new_moment(connection: Connection, place: str, there: dict[str, str]) -> datetime:
    """The time, or the first one after it that no row of a table has: it tells evaluations apart."""
    moment = datetime.now(UTC).replace(tzinfo=None)
    taken = set()
    if there.get("evaluated_at") == LABELS["evaluated_at"]:
        later = f"select distinct evaluated_at from {place} where evaluated_at >= {quote(str(moment))}::timestamp"
        taken = {time for (time,) in fetch_all(connection, later)}
    while moment in taken:
        moment += timedelta(microseconds=1)
    return moment


def refuse_there(connection: Connection, path: Path, database: str, table: str, mode: TableMode) -> dict[str, str]:
    """The columns of a table, with their types; none if there is no such table."""
    read = (table, "evaluations") if mode.labelled else ("evaluations",) if mode.force else ()
    foreign.refuse_running(connection, path, database, read)
    tables = f"from duckdb_tables() where database_name = ? and schema_name = 'main' and {folded('table_name')}"
    if not fetch_all(connection, f"select 1 {tables} = {folded('?')}", [database, table]):
        return {}
    built = "select count(*) from duckdb_tables() where database_name = ? and table_name = 'evalsql_meta'"
    if fetch_all(connection, built, [database]) != [(0,)]:
        raise InputError(
            f"{path}: 'evalsql build' wrote it, and its table {table} belongs to the rest of it; write to another file"
        )
    if mode.force:
        return {}
    if not mode.append:
        raise InputError(
            f"{path}: has a table {table} already; use --append to add these rows to it, or --force to replace it"
        )
    place = f"{database}.main.{identifier(table)}"
    columns = {name: type_ for name, type_, *_ in fetch_all(connection, f"describe {place}")}
    if mode.label is not None and not mode.anew and columns.get("label") == LABELS["label"]:
        refuse_label(path, mode.label, fetch_all(connection, f"from {place} where label = ? limit 1", [mode.label]))
    return columns


def refuse_label(place: Path | str, label: str, found: Sequence[object]) -> None:
    """Refuses a label by which rows were found, as a job that is tried again would add its rows twice."""
    if found:
        raise InputError(
            f"{place}: has rows labelled {said(label)} already; use another --label, or --replace-label to replace them"
        )


def refuse_unlike(connection: Connection, select: str, path: Path, table: str, there: dict[str, str]) -> None:
    """Refuses a table whose columns are not those of the rows to be added."""
    ours = {name: type_ for name, type_, *_ in fetch_all(connection, f"describe {select}")}
    for name in [*ours, *there]:
        has, brings = there.get(name), ours.get(name)
        if has == brings or (has is None and name in LABELS):
            continue
        if has is None:
            unlike = f"no column {name}, which these rows have"
        elif brings is None:
            unlike = f"a column {name}, which these rows do not have"
        else:
            unlike = f"a column {name} of type {has}, which is {brings} in these rows"
        raise InputError(
            f"{path}: table {table} has {unlike}, so they cannot be added; write to another file, or use --force to"
            " replace the table"
        )
