"""The options of the commands whose -o writes rows: which file, and what is done with a table that is there."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evalsql.cli.options import output_option

if TYPE_CHECKING:
    from evalsql.outputs.tables import TableMode


@dataclass(frozen=True)
class Output:
    """A file to write rows to, and what is done with a table of it that is there."""

    path: Path
    mode: "TableMode"


Force = Annotated[bool, typer.Option("--force", help="Replace the table of a DuckDB file if it is there.")]
Append = Annotated[
    bool,
    typer.Option(
        "--append",
        help="Add the rows to the table of a DuckDB file, with columns label and evaluated_at (the time, in UTC).",
    ),
]
Label = Annotated[
    str | None, typer.Option("--label", metavar="TEXT", help="What stands in the column label of the rows written.")
]


def with_output(what: str, table: str | None) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """What gives a command the options --output, --force, --append and --label in place of its parameter `output`.

    The command gets an Output, or None where no file is named. A table that should be kept is refused before any work
    is done, where its name is known by then.

    Args:
        what: what the file holds.
        table: what the table of a DuckDB file is called; None where the command says so later.
    """
    form = f"table {table}" if table else "a table named for the part"
    shared = {
        "output": (Annotated[Path | None, output_option(what, form)], None),
        "force": (Force, False),
        "append": (Append, False),
        "label": (Label, None),
    }

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        parameters = []
        for parameter in inspect.signature(command).parameters.values():
            if parameter.name == "output":
                parameters += [
                    parameter.replace(name=name, annotation=annotation, default=default)
                    for name, (annotation, default) in shared.items()
                ]
            else:
                parameters.append(parameter)

        @wraps(command)
        def called(**given: Any) -> None:
            output = output_of(*(given.pop(name) for name in shared), table=table)
            command(**given, output=output)

        vars(called)["__signature__"] = inspect.Signature(parameters)  # which Typer reads
        called.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        return called

    return decorate


def output_of(path: Path | None, force: bool, append: bool, label: str | None, table: str | None) -> Output | None:
    """The file to write to, if there is one.

    Raises:
        InputError: options contradict each other or have no file; or the table should be kept.
    """
    from evalsql.errors import InputError

    named = [name for name, given in (("force", force), ("append", append), ("label", label is not None)) if given]
    if path is None:
        if named:
            raise InputError(f"--{named[0]} is about the file that --output writes; name one, such as -o scores.duckdb")
        return None
    if force and append:
        raise InputError("--force replaces the table and --append adds to it; give one of them")
    from evalsql.outputs.tables import TableMode
    from evalsql.outputs.writers import check_table

    mode = TableMode(force, append, label)
    if named or path.suffix.lower() == ".duckdb":
        check_table(path, table, mode)
    return Output(path, mode)
