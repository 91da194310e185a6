"""The option --also of a command that prints in several formats: files that have what it finds in another one."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from evalsql.errors import InputError

FORMATS = {".md": "markdown", ".xml": "junit", ".json": "json", ".txt": "table"}


def check_also(context: typer.Context, also: list[Path] | None) -> list[Path] | None:
    """Refuses files that cannot be written, before any work is done."""
    if also and not context.resilient_parsing:
        from evalsql.files.write import check_file

        for path in also:
            check_file(path, tuple(FORMATS))
    return also or []  # an older Typer takes its length


AlsoOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--also",
        metavar="FILE",
        callback=check_also,
        help="Write what is found into a file too; repeatable: "
        + ", ".join(f"{suffix} ({name})" for suffix, name in FORMATS.items())
        + ".",
    ),
]


def write_also(also: Sequence[Path], printers: Mapping[str, Callable[[], None]]) -> None:
    """Writes the files; one that cannot be written keeps no other from it."""
    if not also:
        return
    from evalsql.cli.delivery import say_written
    from evalsql.cli.show.verdicts import printed
    from evalsql.files.write import beside

    refused = None
    for path in also:
        try:
            with beside(path) as unfinished:
                unfinished.write_text(printed(printers[FORMATS[path.suffix.lower()]]), encoding="utf-8")
        except InputError as error:
            refused = refused or error
        else:
            say_written(path)
    if refused is not None:
        raise refused
