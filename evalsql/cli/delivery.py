"""How a command delivers what it found: rows to a file, doubts to standard error, and the rest to standard output."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

    from evalsql.errors import Problem

    Rows = pa.Table | duckdb.DuckDBPyRelation


def deliver(
    tables: "Mapping[str, Rows]",
    output: Path | None,
    format: str,
    printers: Mapping[str, Callable[[], None]],
    *,
    part: str | None = None,
    about: str = "",
    problems: "Iterable[Problem]" = (),
    written: "Mapping[str, Rows] | None" = None,
) -> None:
    """Writes what was found into a file, says what is doubtful, and prints it.

    Args:
        tables: the rows, by name.
        output: the file, if there is to be one.
        format: how to print.
        printers: what prints in a format of its own. In another, the rows are printed as they are.
        part: which of the tables is written and printed as rows; the first where None, but as JSON all of them.
        about: what follows rows that are printed as they are, on standard error: what they are over.
        problems: what is doubtful.
        written: what the file holds where it is not what is printed, by the name of its table.
    """
    name = part or next(iter(tables))
    if output is not None:
        from evalsql.outputs import writers

        ((table, rows),) = (written or {name: tables[name]}).items()
        writers.write_rows(rows.to_arrow_table() if hasattr(rows, "to_arrow_table") else rows, output, table)
    warn(problems)
    if format in printers:
        printers[format]()
    else:
        from evalsql.cli.show.tables import dump, dump_all

        if part is None and len(tables) > 1 and format == "json":
            dump_all(tables)
        else:
            dump(tables[name], format)
        if about:
            typer.echo(f"evalsql: {about}", err=True)
    say_written(output)


def warn(problems: "Iterable[Problem]") -> None:
    """Says on standard error what is doubtful."""
    from evalsql.words import one_line

    for problem in problems:
        typer.echo(f"evalsql: warning: {one_line(problem.text)}", err=True)


def say_written(output: Path | None) -> None:
    """Says on standard error which file was written, if one was."""
    if output is not None:
        typer.echo(f"evalsql: wrote {output}", err=True)
