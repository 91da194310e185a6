"""The data of charts: queries of sql/charts, over tables that other functions gave."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.compute as pc

from evalsql.catalog.measure import Measures
from evalsql.catalog.sqlfiles import body_of
from evalsql.catalog.templates import expand
from evalsql.comparing.leaderboards import MAIN
from evalsql.comparing.score_source import named_in, read_scores
from evalsql.comparing.scores import Scores, head
from evalsql.connections import Connection, fetch_one, open_bare
from evalsql.errors import InputError
from evalsql.render import statements
from evalsql.words import brief, either

FOLDER = "charts"
Rows = list[dict[str, Any]]


def scores_of(given: Any, measures: Measures = ()) -> Scores:
    """Scores to be drawn: a table with columns run, query_id, metric and value, as evaluate gives it, or Scores."""
    if isinstance(given, Scores):  # which a command has already
        return given
    scores = read_scores(given, None, measures)
    scores.make("compared", "standings")
    return scores


def of_scores(scores: Scores, report: str, values: Mapping[str, Any] | None = None, **parts: Any) -> Rows:
    text = statements.comparison(FOLDER, report, scores.udf, **parts)
    return dictionaries(scores.execute(text, values or {}))


def of_tables(
    report: str, values: Mapping[str, Any] | None = None, parts: Mapping[str, Any] | None = None, /, **tables: Any
) -> Rows:
    """The rows of a report over the tables of a result, under the names that it reads."""
    with open_bare() as own:
        for name, table in tables.items():
            own.register("given", table.to_arrow_table() if isinstance(table, duckdb.DuckDBPyRelation) else table)
            own.execute(f"create table {name} as from given")  # whose rowid is the order of the rows
        text = expand(body_of(FOLDER, report), udf=False, **parts or {})
        asked = {name: value for name, value in (values or {}).items() if f"${name}" in text}
        return dictionaries(own.execute(text, asked))


def without_slices(table: pa.Table) -> pa.Table:
    return table.filter(pc.field("slice").is_null())


def chosen(table: pa.Table, column: str, wanted: Any) -> str:
    """The value of a column to draw: the one asked for, or the first."""
    there = list(dict.fromkeys(table[column].drop_null().to_pylist()))
    if not there:
        raise InputError("there is nothing to draw: no run has a value")
    if wanted is None:
        return there[0]
    if column == "metric":
        with suppress(InputError):
            return named_in(there, wanted)[0]
    if wanted not in there:
        raise InputError(f"there is nothing of {wanted} to draw; there is of {either(there)}")
    return wanted


def asked_of(metric: str) -> dict[str, Any]:
    """What queries ask of a measure."""
    known = head(metric)
    return {"metric": metric, "summary": known.summary if known else "mean", "sign": known.sign if known else 1}


def geometric(table: pa.Table) -> list[str]:
    heads = {metric: head(metric) for metric in table["metric"].to_pylist()}
    return [metric for metric, known in heads.items() if known is not None and known.summary == "geometric"]


def table_of(given: Any, columns: Sequence[str], giver: str, *, empty: bool = False) -> pa.Table:
    """A table that a function gave."""
    expected = f"a table with columns {', '.join(columns)}, as evalsql.{giver} gives it, was expected"
    with open_bare() as own:
        try:
            own.register("given", given.to_arrow_table() if isinstance(given, duckdb.DuckDBPyRelation) else given)
            found = own.sql("from given").to_arrow_table()
        except duckdb.Error:
            raise InputError(f"{expected}, not {brief(repr(type(given).__name__))}") from None
    missing = [column for column in columns if column not in found.column_names]
    if missing:
        raise InputError(f"{expected}; this one lacks {', '.join(missing)}")
    if not found.num_rows and not empty:
        raise InputError(f"there is nothing to draw: the table of evalsql.{giver} has no rows")
    return found


def dictionaries(found: Connection) -> Rows:
    """Rows as charts take them."""
    names = [column[0] for column in found.description or ()]
    return [
        {name: float(each) if isinstance(each, Decimal) else each for name, each in zip(names, row, strict=True)}
        for row in found.fetchall()
    ]


def in_order(rows: Rows, column: str) -> Sequence[Any]:
    """The values of a column, each once, in the order of the rows."""
    return list(dict.fromkeys(row[column] for row in rows))


def over_collections(found: Any, board: str) -> tuple[pa.Table, float]:
    """What the diagram of critical differences is drawn from, with a collection for a query; and its level."""
    # by ranks, since nothing else says whether the lower mean of several measures is the better one
    value = "-rank" if board == MAIN else "mean"
    with open_bare() as own:
        for name in ("leaderboard", "means", "tests"):
            own.register(name, found[name])
        ranked = "semi join (from leaderboard where borda is not null) using (metric, run)"
        select = f"select run, dataset as query_id, metric, {value} as value from means {ranked} where metric = ?"
        rows = own.sql(f"{select} order by dataset asc, run asc", params=[board]).to_arrow_table()
        (level,) = fetch_one(own, "select 1 - confidence from tests where metric = ?", [board])
    return rows, level
