"""What a problem of the inputs is, and how checks look for one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import duckdb

from evalsql.errors import InputError
from evalsql.inputs.source import Kind, Source, source_of


@dataclass(frozen=True)
class Problem:
    """What is wrong with the inputs: a kind, a sentence, and how many rows or queries it is true of."""

    level: Literal["error", "warning"]
    kind: str
    text: str
    count: int


def refuse(problems: Iterator[Problem]) -> list[Problem]:
    """The warnings among problems.

    Raises:
        InputError: at the first error; what comes after it is not looked for.
    """
    warnings = []
    for problem in problems:
        if problem.level == "error":
            raise InputError(problem.text)
        warnings.append(problem)
    return warnings


def places(
    connection: duckdb.DuckDBPyConnection, kind: Kind, sources: Sequence[Source], same: str, values: list
) -> str:
    """Where the first two rows that are the same stand."""
    rows = fetch_all(
        connection,
        f"select file, row from evalsql_{kind} where {same} order by file asc, row asc limit 2",
        values,
    )
    found = []
    for file, row in rows:
        source = source_of(sources, file)
        found.append(f"{file}, {source.find(file, row).place}")
    return " and ".join(found)


def may_repeat(connection: duckdb.DuckDBPyConnection, rows: str, columns: str) -> bool:
    """Whether two rows may be the same in some columns: false is sure, and found in a third of the time."""
    repeated = f"select 1 from {rows} group by hash({columns}) having count(*) > 1"
    return fetch_one(connection, f"select exists ({repeated})")[0]


def fetch_all(connection: duckdb.DuckDBPyConnection, sql: str, values: list | dict | None = None) -> list[tuple]:
    """All rows of a query."""
    return connection.execute(sql, values or []).fetchall()


def fetch_one(connection: duckdb.DuckDBPyConnection, sql: str, values: list | dict | None = None) -> tuple:
    """The one row of a query."""
    (row,) = connection.execute(sql, values or []).fetchall()
    return row
