"""What makes a function a command: the options that many commands share, and all that is done around them alike.

A command declares its own options as parameters, and asks for what is shared by a parameter of that name: `scoring` is
a dictionary of how runs are evaluated, with the progress bar; `tell` the bar alone; `output`, `plot` and `format` what
the line says of these. It asks one question and returns what to show, which is written, printed and drawn here.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from inspect import Parameter, Signature, getmodule, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from evalsql.cli import notices
from evalsql.cli.options import evaluation_options, where_option
from evalsql.cli.outputs import Output, output_group, output_of, refuse_inputs, refuse_read
from evalsql.cli.plots import Plot, note_undrawn, plot_group, plot_of
from evalsql.errors import InputError
from evalsql.words import either

if TYPE_CHECKING:
    import pyarrow as pa

    from evalsql.answers import Answer
    from evalsql.charts.save import Picture
    from evalsql.cli.tables import Table
    from evalsql.errors import Problem

Scoring = dict[str, Any]  # the options of Evaluation, and progress: what every question about runs takes
PAPERS = ("markdown", "latex")
FILE = "file"  # beside formats, what -o writes
TABLES = ("table", *PAPERS)  # of the formats


@dataclass(frozen=True, kw_only=True)
class Shown:
    """What a command found, and how it is shown."""

    answer: "Answer | None" = None
    problems: "Sequence[Problem]" = ()  # what looks wrong, if there is no answer that says it
    text: str = ""  # what is printed as it stands
    tables: "Iterable[Table | str]" = ()  # what is printed of it, sentences between tables
    papers: "Iterable[Table | str] | None" = None  # what Markdown and LaTeX have if that is not `tables`
    part: str | None = None  # which of the answer's tables CSV, JSON and files have; JSON has all if None
    what: str = ""  # what the rows are, such as means, if standard error says what these are over
    file_rows: "Mapping[str, pa.Table] | None" = None  # the table that -o writes, by its name, if that is another
    printers: Mapping[str, Callable[[], None]] = field(default_factory=dict)  # of formats that are no table
    write: "Callable[[], Sequence[Problem]] | None" = None  # what writes a file that has no rows of the answer
    picture: "Callable[[Plot], Picture] | None" = None  # what draws it
    notes: Sequence[str] = ()  # what is said on standard error at the end
    also: Mapping[Path, Callable[[], None]] = field(default_factory=dict)  # what prints into more files, as text
    at_end: Callable[[], None] | None = None  # what is done when all is printed
    status: int = 0  # what the command ends with


def command(
    group: str,
    *,
    writes: tuple[str, str | None] | None = None,
    pictures: Sequence[str] = (),
    usual: str = "",
    highlights: bool = True,
    formats: Sequence[str] = ("table", "csv", "json", "markdown", "latex"),
    format_help: str = "",
    without: Sequence[str] = (),
    inputs: str = "RUNS",
    reads: bool = True,
    needs: Mapping[str, str] | None = None,
    apart: Mapping[str, Sequence[str]] | None = None,
    only: Mapping[str, Sequence[str]] | None = None,
) -> Callable[[Callable[..., Shown]], Callable[..., None]]:
    """Makes a function a command.

    `group` is where it stands in the help of all commands. `writes` says what -o writes, and into which table of
    a DuckDB file; `pictures` those of --plot, the usual one first; `without` which options of evaluations it lacks;
    `inputs` whose rows --where chooses; `reads` whether it reads data, of which there may be something to say; `needs`
    which option each needs; `apart` which options do not go with each; `only` the formats that an option is for.
    """

    def decorate(function: Callable[..., Shown]) -> Callable[..., None]:
        own = signature(function).parameters
        scoring = evaluation_group(without, inputs) if "scoring" in own else {}
        text = f"How to print: {either(formats)}.{format_help}"
        printed = Annotated[Literal[tuple(formats)], typer.Option(metavar="FORMAT", help=text)]
        shared = {
            **(output_group(*writes) if writes else {}),
            **(plot_group(pictures, usual, highlights) if pictures else {}),
            **({"format": (printed, formats[0])} if formats else {}),
            **(notices.GROUP if reads else {}),
        }
        parameters: dict[str, Parameter] = {}
        for name, parameter in own.items():
            if name == "scoring":
                parameters |= named(scoring)
            elif name not in ("tell", "output", "plot", "format") or (name == "output" and not writes):
                parameters[name] = parameter.replace(kind=Parameter.KEYWORD_ONLY)
        parameters |= named(shared)

        @wraps(function)
        def called(**given: Any) -> None:
            from evalsql.cli.progress import progress

            notices.hear(given.pop("quiet", False), given.pop("warnings", None))
            refuse_inputs(given)
            refuse_unmet(given, parameters, needs or {})
            refuse_together(given, parameters, apart or {})
            output = take_output(given, writes)
            drawn = {name: given.pop(name, None) for name in ("plot", "picture", "width", "dark", "highlight")}
            plot, format = plot_of(**drawn), given.pop("format", "")
            line: dict[str, Any] = {"output": output, "plot": plot, "format": format}
            if scoring:
                from evalsql.connections import open_ahead

                options = evaluation_options(**{name: given.pop(name) for name in scoring})
                open_ahead(options.get("settings") or {})
                line["scoring"] = {name: value for name, value in options.items() if name not in without}
            with progress() as tell:
                if scoring:
                    line["scoring"]["progress"] = tell
                asked = {name: value for name, value in {**line, "tell": tell}.items() if name in own}
                shown = function(**(asked | given))
                picture = shown.picture(plot) if plot is not None and shown.picture is not None else None
                problems = write(shown, output)
            note_idle(given, parameters, only or {}, format, output is not None)
            note_undrawn(drawn)
            deliver_all(shown, problems, output, format)
            if plot is not None and picture is not None:
                plot.draw(picture)
            if shown.at_end is not None:
                shown.at_end()
            if shown.status:
                raise typer.Exit(shown.status)

        vars(called)["__signature__"] = Signature([*parameters.values()])
        called.__annotations__ = {name: each.annotation for name, each in parameters.items()}
        vars(getmodule(function))["GROUP"] = group
        return called

    return decorate


def named(group: Mapping[str, tuple[Any, Any]]) -> dict[str, Parameter]:
    """The parameters of a group of options, of which it has the annotation and the default."""
    return {
        name: Parameter(name, Parameter.KEYWORD_ONLY, annotation=annotation, default=default)
        for name, (annotation, default) in group.items()
    }


def evaluation_group(without: Sequence[str], inputs: str) -> dict[str, tuple[Any, Any]]:
    """The options of evaluations that a command has."""
    every = signature(evaluation_options).parameters.items()
    group = {name: (each.annotation, each.default) for name, each in every if name not in without}
    return {**group, "where": (Annotated[str | None, where_option(inputs)], None)}


def take_output(given: dict[str, Any], writes: tuple[str, str | None] | None) -> Output | None:
    """Takes the options of a file from the line, and refuses to replace a table that is read."""
    if writes is None:
        return None
    names = ("output", "force", "append", "label", "replace_label")
    output = output_of(*(given.pop(name) for name in names), table=writes[1])
    refuse_read(output, writes[1], given)
    return output


def is_given(name: str, given: Mapping[str, Any], parameters: Mapping[str, Parameter]) -> bool:
    """Whether the line says something else than the default of an option."""
    return given[name] not in (parameters[name].default, [], ())


def option_name(name: str) -> str:
    """An option as it is typed."""
    return f"--{name.replace('_', '-')}"


def refuse_unmet(given: Mapping[str, Any], parameters: Mapping[str, Parameter], needs: Mapping[str, str]) -> None:
    """Refuses an option without the one that it needs."""
    for name, other in needs.items():
        if is_given(name, given, parameters) and not is_given(other, given, parameters):
            raise InputError(f"{option_name(name)} needs {option_name(other)}")


def refuse_together(
    given: Mapping[str, Any], parameters: Mapping[str, Parameter], apart: Mapping[str, Sequence[str]]
) -> None:
    """Refuses two options if each asks for something else."""
    for name, others in apart.items():
        for other in others:
            if is_given(name, given, parameters) and is_given(other, given, parameters):
                raise InputError(f"{option_name(name)} and {option_name(other)} do not go together; leave one out")


def note_idle(
    given: Mapping[str, Any],
    parameters: Mapping[str, Parameter],
    only: Mapping[str, Sequence[str]],
    format: str,
    written: bool,
) -> None:
    """Says which options have no effect on the format, nor on a file that is written."""
    for name, formats in only.items():
        if format not in formats and not (written and FILE in formats) and is_given(name, given, parameters):
            notices.note(f"{option_name(name)} has no effect with --format {format}")


def deliver_all(shown: Shown, problems: "Sequence[Problem]", output: Output | None, format: str) -> None:
    """Delivers what was found, into the other files too, even if standard output takes nothing."""
    try:
        deliver(shown, problems, output, format)
    except OSError as error:
        write_also(shown)
        if not (shown.status and isinstance(error, BrokenPipeError)):  # nobody reads; the status stands
            raise
    else:
        write_also(shown)


def write_also(shown: Shown) -> None:
    """Writes the other files; one that cannot be written keeps no other from it."""
    from evalsql.cli.tables import printed
    from evalsql.files.write import beside

    refused = None
    for path, print_in in shown.also.items():
        try:
            with beside(path) as unfinished:
                unfinished.write_text(printed(print_in), encoding="utf-8")
        except InputError as error:
            refused = refused or error
        else:
            notices.note_written(path)
    if refused is not None:
        raise refused


def write(shown: Shown, output: Output | None) -> "Sequence[Problem]":
    """Writes rows into a file, unless a warning refuses them; gives all that looks wrong."""
    found, problems = shown.answer, shown.answer.problems if shown.answer is not None else shown.problems
    notices.refuse_warned(problems)
    if output is not None and found is not None and found.tables:
        from evalsql.files.write import write_rows

        part = shown.part or next(iter(found.tables))
        ((table, rows),) = (shown.file_rows or {part: found.tables[part]}).items()
        write_rows(rows, output.path, table, output.mode)
    return (*problems, *(shown.write() if shown.write is not None else ()))


def deliver(shown: Shown, problems: "Sequence[Problem]", output: Output | None, format: str) -> None:
    """Says what looks wrong, and prints what was found."""
    found = shown.answer
    part = shown.part or next(iter(found.tables)) if found is not None else ""
    notices.warn(problems)
    if format in shown.printers:
        shown.printers[format]()
    elif shown.text:
        typer.echo(shown.text)
    elif format in TABLES or format in ("", "text"):
        from evalsql.cli.tables import show

        show(
            shown.papers if shown.papers is not None and format in PAPERS else shown.tables,
            format if format in PAPERS else "table",
        )
    elif found is not None:
        from evalsql.cli.printing import dump, dump_all

        if shown.part is None and format == "json":
            dump_all(found.tables)
        else:
            dump(found.tables[part], format)
        if shown.what:
            notices.note(f"{shown.what} {found.about}")
    notices.note_written(output and output.path)
    for each in shown.notes:
        notices.note(each)
