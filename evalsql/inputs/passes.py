"""Runs that are too many to be looked at together, a part after the other: whole files, or runs of a large one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from os.path import getsize
from pathlib import Path
from typing import Any

from evalsql.catalog.conventions import Duplicates
from evalsql.connections import Connection
from evalsql.inputs.duplicates import merge
from evalsql.inputs.files import format_of
from evalsql.inputs.formats import parquet
from evalsql.inputs.source import File, Source
from evalsql.inputs.views import Columns, gather, put_view, read_files

LINE = 35  # bytes; a guess of how long a line of text is
ROW = 200  # bytes; what a row takes while it is looked at, at the most
MOST = 8_000_000  # rows; more of them at a time are no faster


@dataclass(frozen=True)
class Part:
    """What is read together: a table, a file, or some runs of a file, and about how many rows that is.

    The first part of a file with several stands for the file where all is read at once.
    """

    rows: int
    given: Source | File
    condition: str = "true"
    first: bool = True


def pass_size(connection: Connection) -> int:
    """How many rows to look at together, by the memory that DuckDB may use."""
    ((limit,),) = connection.execute("select current_setting('memory_limit')").fetchall()
    number, unit = limit.split()  # such as 18.8 GiB
    size = float(number) * 1024 ** ("bytes", "KiB", "MiB", "GiB", "TiB").index(unit)
    return min(MOST, max(int(size) // ROW, 1))


def plan(
    connection: Connection,
    given: Any,
    folder: Path,
    own: Connection | None,
    size: int,
    columns: Columns = None,
    where: str | None = None,
) -> list[list[Part]]:
    """What is read in each pass."""
    tables, files = gather(connection, given, "runs", folder, own, columns, where)
    by_column = [file for file in files if format_of(file) == "parquet"]
    counts = parquet.count_rows(connection, by_column)
    parts = [Part(0, table) for table in tables]
    for file in files:
        if file not in by_column:
            parts.append(Part(0 if "://" in file.path else getsize(file.path) // LINE, file))
        elif counts.get(file.path, 0) <= size:
            parts.append(Part(counts.get(file.path, 0), file))
        else:
            conditions = parquet.split_by_run(connection, file, size)
            rows = counts[file.path] // len(conditions)
            parts += [Part(rows, file, condition, place == 0) for place, condition in enumerate(conditions)]
    return grouped(parts, size)


def grouped(parts: Sequence[Part], size: int) -> list[list[Part]]:
    """Parts in turn, put together as long as they are no more rows than the size."""
    groups: list[list[Part]] = []
    rows = 0  # of the last group
    for part in parts:
        whole = bool(groups) and groups[-1][-1].condition == part.condition == "true"
        # what has no rows by itself is no pass
        if whole and (rows + part.rows <= size or 0 in (rows, part.rows)):
            groups[-1].append(part)
            rows += part.rows
        else:
            groups.append([part])
            rows = part.rows
    return groups


def read_part(connection: Connection, parts: Sequence[Part], duplicates: Duplicates | None = None) -> list[Source]:
    """The sources of a pass, and the view evalsql_runs over them."""
    sources = [part.given for part in parts if isinstance(part.given, Source)]
    files = [part.given for part in parts if isinstance(part.given, File)]
    sources += read_files(connection, files, "runs")
    for condition in {part.condition for part in parts} - {"true"}:
        sources = [
            replace(
                source,
                rows=f"select * from ({source.rows}) where {condition}",
                numbered=f"select * from ({source.numbered}) where {condition}",
            )
            for source in sources
        ]
    if duplicates:
        sources = merge(connection, "runs", sources, duplicates)
    put_view(connection, "runs", sources)
    return sources
