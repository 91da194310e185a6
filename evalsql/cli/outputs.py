"""The options of the commands whose -o writes rows: which file, and what is done with a table that is there."""

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evalsql.cli.options import flag, option

if TYPE_CHECKING:
    from evalsql.files.duckdb_table import TableMode

WRITTEN = ("output", "plot", "also")  # what names files to be written
PANEL = "Files"  # the heading in the help
NO_FILES = ("label", "title", "set")  # what may be called as a file is


@dataclass(frozen=True)
class Output:
    """A file to write rows to, and what is done with a table of it that is there."""

    path: Path  # the file
    mode: "TableMode"  # what is done with a table that is there


Force = Annotated[bool, flag("--force", "Replace the table if it exists.", rich_help_panel=PANEL)]
Append = Annotated[
    bool,
    flag(
        "--append",
        "Add the rows to the table of a DuckDB file, with columns label and evaluated_at (the time, in UTC).",
        rich_help_panel=PANEL,
    ),
]
Label = Annotated[
    str | None,
    option(
        "Value of the label column of these rows; --append refuses one that exists.",
        *("TEXT", "--label"),
        rich_help_panel=PANEL,
    ),
]
ReplaceLabel = Annotated[
    bool, flag("--replace-label", "With --append: replace the rows of this label.", rich_help_panel=PANEL)
]


def output_group(what: str, table: str | None) -> dict[str, tuple[Any, Any]]:
    """The options of a command that writes rows: which file, and what is done with a table that is there."""
    form = f"table {table}" if table else "a table named for the part"
    return {
        "output": (Annotated[Path | None, output_option(what, form)], None),
        "force": (Force, False),
        "append": (Append, False),
        "label": (Label, None),
        "replace_label": (ReplaceLabel, False),
    }


def refuse_read(output: Output | None, table: str | None, given: Mapping[str, Any]) -> None:
    """Refuses to replace a table that is read."""
    if output is not None and (output.mode.force or output.mode.anew):
        from evalsql.files.overwriting import refuse_lost, texts_of

        refuse_lost([output.path], [text for text in texts_of(given) if text.lower().endswith(f"::{table}")])


def output_option(what: str, form: str, *, trec: bool = False) -> Any:
    """The option for a file, which is refused before any work is done if it cannot be written."""

    def checked(context: typer.Context, output: Path | None) -> Path | None:
        if output is not None and not context.resilient_parsing:  # which is to complete a line for the shell
            refuse_picture(output, [each.name for each in context.command.params])
            check_output(output, trec=trec)
        return output

    forms = f".jsonl, or {form}" if trec else f".jsonl or .duckdb ({form})"
    text = f"Write {what}: .parquet, .csv, .tsv, .json, {forms}."
    return typer.Option("--output", "-o", metavar="FILE", callback=checked, help=text)


def refuse_picture(output: Path, options: Sequence[str | None]) -> None:
    """Refuses a picture, which another option draws, if the command has it."""
    from evalsql.errors import InputError
    from evalsql.files.write import ROWS, suffix_of

    if "plot" not in options or suffix_of(output)[0] in ROWS:
        return
    from evalsql.charts.save import KINDS

    if output.suffix.lower() in KINDS:
        raise InputError(f"{output}: --output writes rows; for a picture say --plot {output}")


def check_output(output: Path, *, trec: bool = False) -> None:
    """Refuses a file that cannot be written; see write.check_output."""
    from evalsql.files import write
    from evalsql.inputs.formats import trec as text

    write.check_output(output, *([(*write.COPY_OPTIONS, *text.SUFFIXES)] if trec else []))


def refuse_inputs(given: Mapping[str, Any]) -> None:
    """Refuses a file to be written that is read too, as it would be lost; a database keeps its other tables."""
    named = [given[name] for name in WRITTEN if given.get(name)]
    if not named:
        return
    from evalsql.errors import InputError
    from evalsql.files.overwriting import refuse_lost, texts_of
    from evalsql.inputs.suites import read_suite

    written = [each for each in texts_of(named) if Path(each).suffix.lower() != ".duckdb"]
    if given.get("append"):  # to what Spark wrote
        written = [each for each in written if os.path.isfile(each)]
    read = [value for name, value in given.items() if name not in (*WRITTEN, *NO_FILES)]
    suite = given.get("suite") or ()
    for named in [suite] if isinstance(suite, str) else suite:
        with suppress(InputError):  # which is said where it is read
            read += [[vars(each)] for each in read_suite(named, given.get("split"), outside=True).collections]
    refuse_lost(written, read)


def output_of(
    path: Path | None, force: bool, append: bool, label: str | None, anew: bool, *, table: str | None
) -> Output | None:
    """The file to write to, if there is one."""
    from evalsql.errors import InputError

    options = {"force": force, "append": append, "label": label is not None, "replace-label": anew}
    named = [name for name, given in options.items() if given]
    if path is None:
        if named:
            raise InputError(f"--{named[0]} is about the file that --output writes; name one, such as -o scores.duckdb")
        return None
    if force and append:
        raise InputError("--force replaces the table and --append adds to it; give one of them")
    if anew and not (append and label is not None):
        raise InputError(
            "--replace-label replaces the rows that --label names where --append adds some; give all three"
        )
    from evalsql.files.duckdb_table import TableMode
    from evalsql.files.write import check_table
    from evalsql.words import refuse_blank_ends

    refuse_blank_ends(label, "the label")
    mode = TableMode(force, append, label, anew)
    if named or path.suffix.lower() == ".duckdb":
        check_table(path, table, mode)
    return Output(path, mode)
