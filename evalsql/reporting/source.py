"""The analysis database that a page is made of: what it holds, and the rows of reports with the SQL that gives them."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

from evalsql.catalog.measure import Measure, Measures, parse_measure
from evalsql.catalog.sqlfiles import body_of
from evalsql.catalog.templates import expand
from evalsql.comparing import methods
from evalsql.connections import Connection, cursor_of, fetch_all, first_line
from evalsql.database.reading import closed, facts
from evalsql.database.tamper_check import doubted
from evalsql.database.target import INTERNAL, KEPT
from evalsql.errors import InputError, Problem, refuse
from evalsql.sqltext import Sql, quote
from evalsql.words import first_few, said

if TYPE_CHECKING:
    import pyarrow as pa

FOLDER = "reports/page"
NONE = "\N{EN DASH}"  # what is shown if there is no value
MOST_QUERIES = 15  # of the hardest, and of the easiest


@dataclass(frozen=True)
class Table:
    """What a report found."""

    name: str  # the file of sql/reports/page
    columns: Sequence[str]  # the names of its columns
    rows: Sequence[Mapping[str, Any]]  # its rows, each by column
    sql: str  # the statement that gives them, as any client runs it on the database

    def of(self, **wanted: Any) -> "Table":
        """The rows in which these columns have these values."""
        rows = [row for row in self.rows if all(row[name] == value for name, value in wanted.items())]
        return Table(self.name, self.columns, rows, self.sql)

    def values(self, column: str) -> list[Any]:
        """The values of a column, each once, in the order of the rows."""
        return list(dict.fromkeys(row[column] for row in self.rows))


@dataclass(frozen=True)
class Shown:
    """A measure of the page."""

    metric: str  # the measure, as the database calls it
    title: str | None  # in words
    direction: str  # whether higher or lower values are better, or neither
    summary: str  # mean, sum or geometric
    # the measure of the database that says how far unjudged documents could move it; None without one
    residual: str | None
    wanted: str | None  # that measure where evalsql knows one, whether the database has it or not


@dataclass(frozen=True)
class Opened:
    """A database that is read, and what of it is shown."""

    connection: Connection  # that has it in use
    path: Path  # the file
    measures: Sequence[Shown]  # those of the page, in their order
    baseline: str | None  # the run that others are compared with; None for the best by each measure
    there: Collection[str]  # the names of its tables and views
    facts: Mapping[str, str | None]  # what internal.evalsql_meta says
    doubts: Sequence[Problem] = ()  # of scores whose judgments or runs have changed since

    def table(self, name: str, **values: Any) -> Table:
        """What a report of sql/reports/page finds."""
        return self.run(name, self.filled(name, **values))

    def arrow(self, name: str, only: Mapping[str, Sequence[str]] | None = None, **values: Any) -> "pa.Table":
        """The same as charts take it, made by DuckDB: to make or filter a table, pyarrow loads pandas."""
        wanted = [f"{column} in ({', '.join(map(quote, kept))})" for column, kept in (only or {}).items()]
        sql = f"from ({self.filled(name, **values)}) where {' and '.join(wanted or ['true'])}"
        return self.connection.sql(sql).to_arrow_table()

    def filled(self, name: str, **values: Any) -> str:
        """The SQL of a report of sql/reports/page; see table."""
        return expand(body_of(FOLDER, name), udf=False, **self.asked | values)

    def run(self, name: str, sql: str) -> Table:
        cursor = self.connection.execute(sql)
        columns = [column for column, *_ in cursor.description or ()]
        return Table(name, columns, [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()], sql)

    @cached_property
    def asked(self) -> dict[str, Any]:
        """What the templates of all reports ask for: literals of SQL, and names of tables."""
        rows = ", ".join(
            f"({quote(each.metric)}, {place}, {'null::varchar' if each.residual is None else quote(each.residual)})"
            for place, each in enumerate(self.measures, start=1)
        )
        return {
            "asked": Sql(f"asked(metric, place, residual) as (values {rows})"),
            "baseline": "null" if self.baseline is None else quote(self.baseline),
            "retrieved": "retrieved" if "retrieved" in self.there else "runs",
            "corrections": methods.formulas(),
            "alpha": "0.05",
            "most": MOST_QUERIES,
            "texts": "queries" in self.there,
        }

    @property
    def warnings(self) -> list[str]:
        """Warnings about the sources of the database, then and now."""
        return [*json.loads(self.facts.get("warnings") or "[]"), *(problem.text for problem in self.doubts)]

    def fact(self, key: str) -> str:
        """What internal.evalsql_meta says of a key; empty if it says nothing."""
        return self.facts.get(key) or ""


def signed(value: float | None, digits: int = 4) -> str:
    """A number to some decimals with its sign, the minus as long as the plus."""
    return NONE if value is None else f"{value:+z.{digits}f}".replace("-", "\N{MINUS SIGN}")


@contextmanager
def opened(
    path: Path, measures: Measures, baseline: str | None, settings: Mapping[str, str | int] | None
) -> Iterator[Opened]:
    """Opens a database of `evalsql build` to be read."""
    if not path.exists():
        raise InputError(f"{path}: there is no such file")
    connection = cursor_of(None, settings)
    with closed(connection, path):
        connection.execute(f"use {KEPT}")
        try:
            there = {
                name
                for (name,) in fetch_all(
                    connection,
                    "select table_name from information_schema.tables where table_catalog = current_database()"
                    f" and table_schema in ('main', '{INTERNAL}')",
                )
            }
            if not {"evalsql_meta", "scores"} <= there:
                way = f"; to report the scores in it, name their table: {path}::scores" * ("scores" in there)
                raise InputError(f"{path}: is not a database of 'evalsql build'{way}")
            said_of_itself = facts(connection, path)
            shown = choose(connection, path, measures)
            runs = [run for (run,) in fetch_all(connection, "select distinct run from scores order by run asc")]
            if baseline is not None and baseline not in runs:
                raise InputError(f"there is no run {said(baseline)} to compare with; the runs are {first_few(runs)}")
            doubts = refuse(iter(doubted(connection, path)))
            yield Opened(connection, path, shown, baseline, there, said_of_itself, doubts)
        except duckdb.CatalogException as error:
            raise InputError(
                f"{path}: is not as this version of evalsql builds it, so rebuild it ({first_line(error)})"
            ) from None
        finally:
            connection.execute("use memory")


def choose(connection: Connection, path: Path, measures: Measures) -> list[Shown]:
    """The measures to show: those that are named, or all but what is the residual of another."""
    rows = fetch_all(connection, "select metric, title, direction, summary from measures order by place asc")
    there, shown = [metric for metric, *_ in rows], []
    for metric, title, direction, summary in rows:
        measure = known(metric)
        wanted = None if measure is None or measure.residual is None else str(measure.residual)
        shown.append(Shown(metric, title, direction, summary, wanted if wanted in there else None, wanted))
    named = [measures] if isinstance(measures, str | Measure) else list(measures)
    if not named:
        residuals = {each.residual for each in shown}
        return [each for each in shown if each.metric not in residuals]
    chosen = []
    for each in dict.fromkeys(named):
        here = next((one for one in shown if one.metric in (str(each), str(known(each) or each))), None)
        if here is None:
            raise InputError(f"{path}: has no scores of {said(str(each))}; it has {first_few(there)}")
        chosen.append(here)
    return chosen


def known(measure: str | Measure) -> Measure | None:
    try:
        return parse_measure(measure) if isinstance(measure, str) else measure
    except InputError:
        return None
