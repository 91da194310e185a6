"""The command line: one file per command. Results go to standard output, everything else to standard error."""

import errno
import os
import shlex
import signal
import sys
import warnings
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, NoReturn

import typer

from evalsql import endings, engine, faults, interrupts
from evalsql.cli import commands
from evalsql.cli.help import GROUPS, Command, Group, refusal
from evalsql.cli.notices import warn_of
from evalsql.errors import InputError, InputWarning
from evalsql.words import in_one_spelling, one_line, refuse_no_text

ABOUT = """Retrieval evaluation, in SQL, inside DuckDB.

\b
Examples:
  evalsql evaluate bm25.run dense.run --qrels qrels.txt
  evalsql compare bm25.run dense.run --qrels qrels.txt -m nDCG@10
  evalsql build eval.duckdb 'runs/*.run' --qrels qrels.txt"""
STATUSES = """
Exit status: 0 if all went well; 1 if the output could not be written, a gate failed or verified scores differ; 2 if an
input or an option is rejected (nothing is written); 130 if it was interrupted; 143 if it was terminated (SIGTERM).
"""

app = typer.Typer(
    name="evalsql",
    cls=Group,
    help=ABOUT,
    epilog=STATUSES,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "max_content_width": 100,
        "token_normalize_func": in_one_spelling,
    },
)


def show_version(wanted: bool) -> None:
    """Prints the versions of evalsql and DuckDB, and stops."""
    if wanted:
        from importlib.metadata import version

        typer.echo(f"evalsql {version('evalsql')}, DuckDB {version('duckdb')}")
        raise typer.Exit


@app.callback()
def before_commands(
    version: bool = typer.Option(False, "--version", callback=show_version, is_eager=True, help="Show the version."),
    debug: bool = typer.Option(False, "--debug", help="Show the traceback of an error; goes before the command."),
) -> None:
    """Evaluation of ranked retrieval as SQL in DuckDB."""


def add_commands(arguments: Sequence[str], *, listed: bool = False) -> None:
    """Adds the command that is asked for, or all of them if none is: each takes time to load.

    A command is a module of `commands`, which says its GROUP in the help.
    """
    there = [module.name for module in iter_modules(commands.__path__)]
    # behind an option all are, since that may be --help
    named = [in_one_spelling(word).replace("-", "_") for word in arguments[:1]]
    chosen = load(name for name in there if name in named)
    found = chosen or load(there)
    for name, module in sorted(found.items(), key=lambda each: (GROUPS.index(each[1].GROUP), each[0])):
        command, settings = getattr(module, name), getattr(module, "SETTINGS", {})
        if listed and not chosen:
            command = without_options(command)
        elif hasattr(command, "describe"):
            command.describe()
        app.command(cls=Command, rich_help_panel=module.GROUP, **settings)(command)


def without_options(command: Callable[..., None]) -> Callable[[], None]:
    """A command as the list of all shows it; its options take time to build."""

    def listed() -> None:
        """Is only listed."""

    listed.__name__, listed.__doc__ = command.__name__, command.__doc__
    return listed


def load(names: Iterable[str]) -> dict[str, ModuleType]:
    return {name: import_module(f"evalsql.cli.commands.{name}") for name in names}


def words_to_complete() -> list[str]:
    """The words of the line that the shell wants completed, behind evalsql; none if it wants nothing."""
    return os.environ.get("COMP_WORDS", os.environ.get("_TYPER_COMPLETE_ARGS", "")).split()[1:]


@interrupts.stoppable
def answer(arguments: list[str]) -> int:
    """Runs the command that is asked for, and gives the status to end with."""
    completing = "_EVALSQL_COMPLETE" in os.environ
    if arguments[:1] == ["help"]:  # evalsql help evaluate
        arguments = [*arguments[1:2], "--help"]
    every = "--help-all" in arguments
    arguments = ["--help" if each == "--help-all" else each for each in arguments]
    listed = completing or arguments in ([], ["--help"], ["-h"])
    add_commands(words_to_complete() if completing else arguments, listed=listed)
    return app(arguments, prog_name="evalsql", standalone_mode=False, obj=every) or 0


def with_line(refused: str, arguments: list[str]) -> str:
    """A sentence, with the line to type in place of advice to give judgments that are among the arguments."""
    from evalsql.cli.guesses import of_judgments, whole_line
    from evalsql.inputs.swapped import SCORED

    judged = refused.endswith(SCORED) and any(map(of_judgments, arguments[1:]))
    line = whole_line("--qrels", arguments) if judged else ""
    return refused.removesuffix(SCORED) + line if line else refused


def main() -> None:
    """Runs the command line, and ends with the status that its help says."""
    endings.hear(interrupts.noting(signal.default_int_handler))
    warnings.showwarning = say_warning
    arguments = [each for each in sys.argv[1:2] if each != "--debug"] + sys.argv[2:]
    debugged = arguments != sys.argv[1:]
    try:
        refuse_unreadable(arguments)
        status = answer(arguments)
    except InputError as error:
        refuse(one_line(with_line(str(error), arguments)))
    except KeyboardInterrupt:
        status = 130
    except (SystemExit, BrokenPipeError) as ended:
        # Typer and Rich end with the one of the other where nobody reads on, as in `| head`
        if BrokenPipeError not in (type(ended), type(ended.__context__)):
            raise
        stop_writing()
        sys.exit(0)
    except Exception as error:
        if type(error).__name__ == "NoArgsIsHelpError":
            error.show()  # pyright: ignore[reportAttributeAccessIssue]
            sys.exit(2)
        if hasattr(error, "format_message"):  # which Typer's errors have
            refuse(one_line(refusal(error, arguments)))
        if debugged:
            raise
        if isinstance(error, OSError) and error.errno in UNWRITABLE and error.filename is None:
            stop_writing()
            typer.echo(f"evalsql: standard output could not be written: {error.strerror}", err=True)
            sys.exit(1)
        if fault := faults.sentence(error):
            refuse(one_line(fault))
        refuse_fault(error)
    if status == 130:
        with suppress(OSError):  # of a terminal that was closed
            typer.echo(endings.interrupted(), err=True)
        status = 128 + interrupts.by
    sys.exit(status)


UNWRITABLE = {errno.ENOSPC, errno.EIO, errno.EFBIG, errno.EBADF, getattr(errno, "EDQUOT", errno.ENOSPC)}


def refuse(text: str) -> NoReturn:
    """Says why nothing was done, and ends with status 2."""
    from evalsql.cli.printing import say

    say(f"evalsql: {text}", err=True)
    sys.exit(2)


OF_TEXT = ("--label", "--title", "--measure", "-m", "--where", "--by", "--query", "--highlight")  # no names of files


def refuse_unreadable(arguments: Sequence[str]) -> None:
    """Refuses arguments that are not valid UTF-8, such as the name of a file that DuckDB cannot open."""
    for before, each in zip(["", *arguments], arguments, strict=False):
        option, equals, value = each.partition("=")
        if before in OF_TEXT:
            refuse_no_text(each, before)
        elif equals and option in OF_TEXT:
            refuse_no_text(value, option)
        refuse_no_text(each)


def refuse_fault(error: Exception) -> NoReturn:
    """Says that evalsql itself failed, and ends with status 1."""
    typer.echo(
        one_line(
            f"evalsql: internal error: {type(error).__name__}: {error}; please report it with the output of"
            f" 'evalsql --debug {shlex.join(sys.argv[1:])}'"
        ),
        err=True,
    )
    sys.exit(1)


def stop_writing() -> None:
    """Discards all further output."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def say_warning(message: Warning | str, category: type[Warning], *_: Any) -> None:
    """Says a warning of ours as a sentence; those of others, which are for programmers, are not for users."""
    if issubclass(category, InputWarning):
        warn_of(str(message))


def run() -> NoReturn:
    """Runs the command line as a program; see endings."""
    endings.open_closed_streams()
    if os.environ.get("GITHUB_ACTIONS") == "true":
        endings.print_no_orders()
    engine.use_alone()
    endings.watch()
    try:
        main()
        status = 0
    except SystemExit as ended:
        status = int(ended.code or 0)
    except KeyboardInterrupt:  # again, while it ended
        status = 128 + interrupts.by
    endings.end(status)
