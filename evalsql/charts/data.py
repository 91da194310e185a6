"""The data of charts: reports of sql/reports/charts, over tables that other functions gave."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import duckdb

from evalsql.catalog.measure import Measures
from evalsql.catalog.sqlfiles import body_of
from evalsql.catalog.templates import expand
from evalsql.comparing.origin import read_scores
from evalsql.comparing.scores import Scores
from evalsql.connections import Connection
from evalsql.errors import InputError
from evalsql.render import statements
from evalsql.words import brief

if TYPE_CHECKING:
    import pyarrow as pa

FOLDER = "reports/charts"
Rows = list[dict[str, Any]]


def scores_of(given: Any, measures: Measures = ()) -> Scores:
    """Scores to be drawn: a table with columns run, query_id, metric and value, as evalsql.evaluate gives it.

    Raises:
        InputError: it has no such columns, or lacks a measure.
    """
    scores = read_scores(given, None, measures)
    scores.make("compared", "standings")
    return scores


def of_scores(scores: Scores, report: str, values: Mapping[str, Any] | None = None, **parts: Any) -> Rows:
    """What a report says of scores."""
    text = statements.comparison(FOLDER, report, scores.udf, **parts)
    return dictionaries(scores.execute(text, values or {}))


def of_tables(report: str, values: Mapping[str, Any] | None = None, /, **tables: Any) -> Rows:
    """What a report says of tables that a function gave, by the names by which it reads them.

    Args:
        report: the file of sql/reports/charts.
        values: what it asks for by name.
        tables: relations, tables of Arrow, or frames.
    """
    with duckdb.connect() as own:
        for name, table in tables.items():
            own.register("given", table.to_arrow_table() if isinstance(table, duckdb.DuckDBPyRelation) else table)
            own.execute(f"create table {name} as from given")  # whose rowid is the order of the rows
        text = expand(body_of(FOLDER, report), udf=False)
        asked = {name: value for name, value in (values or {}).items() if f"${name}" in text}
        return dictionaries(own.execute(text, asked))


def table_of(given: Any, columns: Sequence[str], giver: str) -> "pa.Table":
    """A table that a function gave.

    Args:
        given: a relation, a table of Arrow, or a frame.
        columns: those that it must have.
        giver: the function of evalsql.

    Raises:
        InputError: it is no table, lacks a column, or has no row.
    """
    expected = f"a table with columns {', '.join(columns)}, as evalsql.{giver} gives it, was expected"
    with duckdb.connect() as own:
        try:
            own.register("given", given.to_arrow_table() if isinstance(given, duckdb.DuckDBPyRelation) else given)
            found = own.sql("from given").to_arrow_table()
        except duckdb.Error:
            raise InputError(f"{expected}, not {brief(repr(type(given).__name__))}") from None
    missing = [column for column in columns if column not in found.column_names]
    if missing:
        raise InputError(f"{expected}; this one lacks {', '.join(missing)}")
    if not found.num_rows:
        raise InputError(f"there is nothing to draw: the table of evalsql.{giver} has no rows")
    return found


def one_of(given: Any, name: str, giver: str) -> Any:
    """One of the relations that a function gave by name.

    Raises:
        InputError: it is not there.
    """
    if not isinstance(given, Mapping) or name not in given:
        raise InputError(f"the relations that evalsql.{giver} gives, by name, were expected, with {name} among them")
    return given[name]


def dictionaries(found: Connection) -> Rows:
    """Rows as charts take them."""
    names = [column[0] for column in found.description or ()]
    return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def in_order(rows: Rows, column: str) -> Sequence[Any]:
    """The values of a column, each once, in the order of the rows."""
    return list(dict.fromkeys(row[column] for row in rows))
