"""The data of charts: reports of sql/reports/charts, over tables that other functions gave."""

from collections.abc import Mapping, Sequence
from typing import Any

import duckdb

from evalsql.catalog.measure import Measures
from evalsql.catalog.sqlfiles import body_of
from evalsql.catalog.templates import expand
from evalsql.comparing.origin import read_scores
from evalsql.comparing.scores import Scores
from evalsql.connections import Connection
from evalsql.render import statements

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


def of_tables(
    report: str, values: Mapping[str, Any] | None = None, parts: Mapping[str, Any] | None = None, /, **tables: Any
) -> Rows:
    """What a report says of tables that a function gave, by the names by which it reads them.

    Args:
        report: the file of sql/reports/charts.
        values: what it asks for by name.
        parts: what it has in braces.
        tables: relations, tables of Arrow, or frames.
    """
    with duckdb.connect() as own:
        for name, table in tables.items():
            own.register(name, table.to_arrow_table() if isinstance(table, duckdb.DuckDBPyRelation) else table)
        text = expand(body_of(FOLDER, report), udf=False, **parts or {})
        asked = {name: value for name, value in (values or {}).items() if f"${name}" in text}
        return dictionaries(own.execute(text, asked))


def dictionaries(found: Connection) -> Rows:
    """Rows as charts take them."""
    names = [column[0] for column in found.description or ()]
    return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def in_order(rows: Rows, column: str) -> Sequence[Any]:
    """The values of a column, each once, in the order of the rows."""
    return list(dict.fromkeys(row[column] for row in rows))
