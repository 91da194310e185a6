"""Makes a function a command: options that many commands share, and the work around them.

A command declares its own options as parameters, and asks for what is shared by a parameter of that name: `scoring` is
a dictionary of scoring options, with the progress bar; `tell` the bar alone; `look` a dictionary of the scores to
show, `decided` of how runs are compared; `output`, `plot` and `format` what the line says of these. It asks one
question and returns what to show, which is written, printed and drawn here.
"""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, wraps
from inspect import Parameter, Signature, getmodule, signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import typer

from evalsql import endings
from evalsql.cli import notices
from evalsql.cli import options as o
from evalsql.errors import InputError, Problem
from evalsql.words import either, one_line

if TYPE_CHECKING:
    import pyarrow as pa

    from evalsql.answers import Answer
    from evalsql.charts.save import Spec
    from evalsql.cli.tables import Table
    from evalsql.files.duckdb_table import TableMode
else:
    Answer = Any  # for annotations of commands, whose help need not load it

Drawing = tuple[str, Sequence[Any], Mapping[str, Any]]  # a chart, what it is drawn from, and further arguments
Scoring = dict[str, Any]  # the options of Evaluation, and progress: what every question about runs takes
PAPERS = ("markdown", "latex")
FILE = "file"  # beside formats, what -o writes
TABLES = ("table", *PAPERS)  # of the formats
WRITTEN = ("output", "plot", "also")  # what names files to be written
NO_FILES = ("label", "title", "set")  # what may be called as a file is
# warnings that are not said where the sentence about the means has the same fact, by words of that
SAID_BELOW = {"judged queries without an answer": "without results", "queries without judgments": "without judgments"}
OF_FILES = {**dict.fromkeys(("force", "append", "label", "mkdir"), "output"), "replace_label": ("append", "label")}


@dataclass(frozen=True)
class Output:
    """A file to write rows to, and what is done with a table of it that exists."""

    path: Path
    mode: "TableMode"


@dataclass(frozen=True)
class Plot:
    """A picture to draw."""

    path: Path
    picture: str | None  # which of the command's pictures; None if none was named
    width: float  # in millimetres
    dark: bool  # whether it is drawn on a dark ground
    named: tuple[str, ...]  # the runs that are told apart in any case

    def refuse_highlight(self, name: str) -> None:
        """Refuses runs to be told apart in a picture that tells none apart."""
        if self.named:
            raise InputError(f"--highlight has no effect on the picture {name}; leave it out")

    def draw(self, chart: "Spec") -> None:
        """Writes a chart into the file, and says so on standard error; all else has been written by then."""
        from evalsql.charts.save import write

        try:
            write(chart, self.path)
        except InputError as error:
            text = f"{self.path}: {str(error).removeprefix(f'{self.path}: ')}"
            typer.echo(f"evalsql: {one_line(text)}; all else was written", err=True)
            raise typer.Exit(1) from None
        notices.note_written(self.path)


@dataclass(frozen=True, kw_only=True)
class Shown:
    """What a command found, and how it is shown."""

    answer: "Answer | None" = None
    problems: Sequence[Problem] = ()  # what looks wrong, if there is no answer that says it
    text: str = ""  # what is printed as it stands
    tables: "Iterable[Table | str]" = ()  # what is printed of it, sentences between tables
    papers: "Iterable[Table | str] | None" = None  # what Markdown and LaTeX have if that is not `tables`
    part: str | None = None  # which of the answer's tables CSV, JSON and files have; JSON has all if None
    what: str = ""  # what the rows are, such as means, if standard error says what these are over
    file_rows: "Mapping[str, pa.Table] | None" = None  # the table that -o writes, by its name, if that is another
    printers: Mapping[str, Callable[[], None]] = field(default_factory=dict)  # of formats that are not tables
    write: Callable[[], Sequence[Problem]] | None = None  # what writes a file that has no rows of the answer
    # the chart that draws it, or the chart of each picture of --picture, the usual one first; or a function
    picture: str | Mapping[Any, str] | Callable[[Plot], Drawing] = ""
    look: Mapping[str, Any] = field(default_factory=dict)  # arguments of the chart
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
    needs: Mapping[str, str | Sequence[str]] | None = None,
    apart: Mapping[str, Sequence[str]] | None = None,
    only: Mapping[str, Sequence[str]] | None = None,
) -> Callable[[Callable[..., Shown]], Callable[..., None]]:
    """Makes a function a command.

    `group` is its place in the help of all commands. `writes` says what -o writes, and into which table of
    a DuckDB file; `pictures` those of --plot, the usual one first; `without` which options of groups it lacks;
    `inputs` whose rows --where chooses; `reads` whether it reads data, which may have warnings; `needs`
    which option each needs; `apart` which options do not go with each; `only` the formats that an option is for.
    """

    what, table = writes or ("", None)
    words = {"what": what, "form": f"table {table}" if table else "a table named for the part", "inputs": inputs}
    words |= {"formats": either(formats), "format_help": format_help}
    words |= {"pictures": either(pictures), "usual": usual or next(iter(pictures), "")}
    groups = {group: {name: of[name] for name in of if name not in without} for group, of in o.GROUPS.items()}
    scoring = groups["scoring"]
    shared = {
        **(o.output_group() if writes else {}),
        **(o.plot_group(pictures, highlights) if pictures else {}),
        **({"format": (Literal[tuple(formats)], formats[0])} if formats else {}),
        **(notices.GROUP if reads else {}),
    }
    needed = {**(needs or {}), **(OF_FILES if writes else {})}
    unlike = {"force": ("append",), **(apart or {})}

    def decorate(function: Callable[..., Shown]) -> Callable[..., None]:
        own = signature(function).parameters
        if "measure" in own and "qrels" in own and own["qrels"].default is None:  # what may read stored scores
            scoring["lower"] = list[str] | None, None
        parameters: dict[str, Parameter] = {}

        @wraps(function)
        def called(**given: Any) -> None:
            from evalsql.cli.progress import progress
            from evalsql.inputs.columns import INPUTS, not_read

            notices.hear(given.pop("quiet", False), given.pop("warnings", None))
            refuse_inputs(given)
            said, format = said_of(given, parameters), given.pop("format", "")
            refuse_unmet(said, needed)
            refuse_together(said, unlike)
            output, plot, idle = take_output(given, writes), take_plot(given), idle_options(said, only or {}, format)
            line: dict[str, Any] = {"output": output, "plot": plot, "format": format}
            line |= {each: {name: given.pop(name) for name in groups[each]} for each in {"look", "decided"} & {*own}}
            if "scoring" in own:
                line["scoring"] = take_scoring(given, scoring)
                sliced = {"slices", "queries_text"} & parameters.keys()
                for problem in () if sliced else not_read(line["scoring"]["columns"], INPUTS.keys() - {"queries"}):
                    raise InputError(problem.text)
            with progress() as tell:
                line.get("scoring", {})["progress"] = tell
                asked = {name: value for name, value in {**line, "tell": tell}.items() if name in own}
                shown = function(**(asked | given))
                picture = drawn(shown, plot) if plot is not None else None
                problems = write(shown, output)
            deliver_all(shown, problems, output, format, idle)
            if plot is not None and picture is not None:
                plot.draw(picture)
            if shown.at_end is not None:
                shown.at_end()
            if shown.status:
                raise typer.Exit(shown.status)

        @cache
        def describe() -> None:  # which takes time, and the list of all commands does not show it
            parameters.update(parameters_of(function, groups, shared, words))
            called.__doc__ = f"{function.__doc__}\n\n{o.help_of(function.__name__)[0]}"
            vars(called)["__signature__"] = Signature([*parameters.values()])
            called.__annotations__ = {name: each.annotation for name, each in parameters.items()}

        vars(called)["describe"] = describe
        vars(getmodule(function))["GROUP"] = group
        return called

    return decorate


def parameters_of(
    function: Callable[..., Shown], groups: Mapping[str, o.Group], shared: o.Group, words: Mapping[str, str]
) -> dict[str, Parameter]:
    """The parameters of a command with those of its groups in their places, as their texts describe them."""
    found: o.Group = {}
    for name, each in signature(function).parameters.items():
        if name in groups:
            found |= groups[name]
        elif name not in ("tell", "output", "plot", "format") or (name == "output" and name not in shared):
            found[name] = each.annotation, each.default
    return {
        name: Parameter(
            name,
            Parameter.KEYWORD_ONLY,
            annotation=o.declared(function.__name__, name, annotation, words),
            default=default,
        )
        for name, (annotation, default) in {**found, **shared}.items()
    }


def take_scoring(given: dict[str, Any], scoring: o.Group) -> Scoring:
    from evalsql.connections import open_ahead

    options = o.evaluation_options({name: given.pop(name) for name in scoring})
    open_ahead(options.get("settings") or {})
    return {**options}


def take_output(given: dict[str, Any], writes: tuple[str, str | None] | None) -> Output | None:
    """Takes the options of a file from the line; refuses a table that is read, or that exists and is to stay."""
    if writes is None:
        return None
    path, force, append, label, _, anew = (given.pop(name) for name in ("output", *OF_FILES))
    if path is None:
        return None
    from evalsql.files.duckdb_table import TableMode
    from evalsql.files.overwriting import refuse_lost, texts_of
    from evalsql.files.write import check_table

    mode = TableMode(force, append, label, anew)
    if force or append or label is not None or path.suffix.lower() == ".duckdb":
        check_table(path, writes[1], mode)
    if force or anew:
        refuse_lost([path], [text for text in texts_of(given) if text.lower().endswith(f"::{writes[1]}")])
    return Output(path, mode)


def take_plot(given: dict[str, Any]) -> Plot | None:
    plot, picture, width, dark, highlight = (given.pop(name, None) for name in ("plot", *o.OF_PICTURES))
    if plot is None:
        return None
    from evalsql.charts.theme import Look

    Look(width)  # which refuses what is too narrow or too wide
    endings.print_to_the_end()
    return Plot(plot, picture, width, dark, tuple(highlight or ()))


def refuse_inputs(given: Mapping[str, Any]) -> None:
    """Refuses a file to be written that is read too, as it would be lost; a database keeps its other tables."""
    named = [given[name] for name in WRITTEN if given.get(name)]
    if not named:
        return
    from evalsql.files.overwriting import refuse_lost, texts_of
    from evalsql.inputs.suites import read_suite

    written = [each for each in texts_of(named) if Path(each).suffix.lower() != ".duckdb"]
    if given.get("append"):  # to what Spark wrote
        written = [each for each in written if os.path.isfile(each)]
    read = [value for name, value in given.items() if name not in (*WRITTEN, *NO_FILES)]
    suite = given.get("suite") or ()
    for named in [suite] if isinstance(suite, str) else suite:
        with suppress(InputError):  # reported when it is read
            found = read_suite(named, given.get("split"), given.get("outside", False))
            read += [[vars(each)] for each in found.collections]
    refuse_lost(written, read)


def said_of(given: Mapping[str, Any], parameters: Mapping[str, Parameter]) -> set[str]:
    """The options for which the line says something else than their default."""
    usual = {name: each.default for name, each in parameters.items()}
    if "width" in usual:
        usual["width"] = o.millimetres(usual["width"])
    return {name for name, value in given.items() if value not in (usual[name], [], ())}


def option_name(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def refuse_unmet(said: AbstractSet[str], needs: Mapping[str, str | Sequence[str]]) -> None:
    for name, others in needs.items():
        for other in [others] if isinstance(others, str) else others:
            if name in said and other not in said:
                raise InputError(f"{option_name(name)} needs {option_name(other)}")


def refuse_together(said: AbstractSet[str], apart: Mapping[str, Sequence[str]]) -> None:
    """Refuses two options if each asks for something else."""
    for name, others in apart.items():
        for other in others:
            if {name, other} <= said:
                raise InputError(f"{option_name(name)} and {option_name(other)} do not go together; leave one out")


def idle_options(said: AbstractSet[str], only: Mapping[str, Sequence[str]], format: str) -> list[str]:
    """The options without an effect on the format, a written file or a picture."""
    idle = [
        f"{option_name(name)} has no effect with --format {format}"
        for name, formats in only.items()
        if name in said and format not in formats and not ("output" in said and FILE in formats)
    ]
    undrawn = [f"--{name} has no effect without --plot" for name in o.OF_PICTURES if name in said]
    return idle if "plot" in said else idle + undrawn


def drawn(shown: Shown, plot: Plot) -> "Spec":
    """The chart that --plot asks for."""
    from evalsql.charts import chart

    if callable(shown.picture):
        name, given, more = shown.picture(plot)
    else:
        pictures = {"": shown.picture} if isinstance(shown.picture, str) else shown.picture
        name, more = pictures[plot.picture or next(iter(pictures))], shown.look
        taken, tables = chart.read(name).head["tables"], shown.answer.tables if shown.answer is not None else {}
        given = [tables if len(taken) > 1 else tables.get(next(iter(taken)), next(iter(tables.values())))]
    takes = chart.signature(chart.read(name)).parameters
    emphasis = {"named": plot.named} if "named" in takes else {}
    if not emphasis and "run" not in takes:  # of two runs, those that are told apart
        plot.refuse_highlight(plot.picture or name)
    return chart.specified(name, *given, **more, **emphasis, width=plot.width, dark=plot.dark)


def deliver_all(
    shown: Shown, problems: Sequence[Problem], output: Output | None, format: str, idle: Sequence[str]
) -> None:
    """Delivers what was found, into the other files too, even if standard output takes nothing."""
    for text in idle:
        notices.note(text)
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


def write(shown: Shown, output: Output | None) -> Sequence[Problem]:
    """Writes rows into a file, unless a warning refuses them; gives all that looks wrong."""
    found, problems = shown.answer, shown.answer.problems if shown.answer is not None else shown.problems
    notices.refuse_warned(problems)
    if output is not None and found is not None and found.tables:
        from evalsql.files.write import write_rows

        part = shown.part or next(iter(found.tables))
        ((table, rows),) = (shown.file_rows or {part: found.tables[part]}).items()
        write_rows(rows, output.path, table, output.mode)
    return (*problems, *(shown.write() if shown.write is not None else ()))


def deliver(shown: Shown, problems: Sequence[Problem], output: Output | None, format: str) -> None:
    """Says what looks wrong, and prints what was found."""
    found = shown.answer
    part = shown.part or next(iter(found.tables)) if found is not None else ""
    about = found.about if found is not None else ""
    notices.warn(each for each in problems if SAID_BELOW.get(each.kind, "nowhere") not in about)
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
        from evalsql.cli.printing import dump, say_json

        if shown.part is None and format == "json":
            say_json({name: rows.to_pylist() for name, rows in found.tables.items()})
        else:
            dump(found.tables[part], format)
        if shown.what:
            notices.note(f"{shown.what} {found.about}")
    notices.note_written(output and output.path)
    for each in shown.notes:
        notices.note(each)
