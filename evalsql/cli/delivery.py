"""How a command delivers what it found: rows to a file, doubts to standard error, and the rest to standard output."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from evalsql.cli import notices
from evalsql.cli.notices import note_written as say_written
from evalsql.cli.notices import refuse_warned as refuse_warned
from evalsql.cli.notices import warn as warn

if TYPE_CHECKING:
    import pyarrow as pa

    from evalsql.answers import Answer
    from evalsql.cli.outputs import Output


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
        from evalsql.files import write

        ((table, rows),) = (written or {name: found.tables[name]}).items()
        write.write_rows(rows, output.path, table, output.mode)
    warn(found.problems)
    if format in printers:
        printers[format]()
    else:
        from evalsql.cli.printing import dump, dump_all

        if part is None and format == "json":
            dump_all(found.tables)
        else:
            dump(found.tables[name], format)
        if what:
            notices.note(f"{what} {found.about}")
    say_written(output and output.path)
