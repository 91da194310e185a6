"""How a command delivers what it found: rows to a file, doubts to standard error, and the rest to standard output."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from evalsql.cli import notices

if TYPE_CHECKING:
    import pyarrow as pa

    from evalsql.answers import Answer
    from evalsql.cli.outputs import Output
    from evalsql.errors import Problem


def deliver(
    found: "Answer",
    output: "Output | None",
    format: str,
    printers: Mapping[str, Callable[[], None]],
    *,
    part: str | None = None,
    what: str = "",
    written: "Mapping[str, pa.Table] | None" = None,
) -> None:
    """Writes what was found into a file, says its warnings, and prints it."""
    name = part or next(iter(found.tables))
    refuse_warned(found.problems)
    if output is not None:
        from evalsql.outputs import writers

        ((table, rows),) = (written or {name: found.tables[name]}).items()
        writers.write_rows(rows, output.path, table, output.mode)
    warn(found.problems)
    if format in printers:
        printers[format]()
    else:
        from evalsql.cli.show.tables import dump, dump_all

        if part is None and format == "json":
            dump_all(found.tables)
        else:
            dump(found.tables[name], format)
        if what:
            notices.note(f"{what} {found.about}")
    say_written(output and output.path)


def warn(problems: "Iterable[Problem]") -> None:
    """Says warnings on standard error, where they are wanted."""
    for problem in problems:
        notices.warn_of(problem.text)


def refuse_warned(problems: "Iterable[Problem]") -> None:
    """Refuses before anything is written what has a warning, where warnings refuse."""
    if notices.shown == "error":
        warn(problems)


def say_written(output: Path | str | None) -> None:
    """Says on standard error which file was written, if one was."""
    if output is not None:
        notices.note(f"wrote {output}")
