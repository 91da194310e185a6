"""The command line: one file a command. Results go to standard output, everything else to standard error."""

import os
import signal
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

import typer

from evalsql import engine, interrupts, scratch
from evalsql.errors import InputError
from evalsql.words import in_one_spelling, one_line

app = typer.Typer(
    name="evalsql",
    help="Evaluation of ranked retrieval as SQL in DuckDB.",
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
def options(
    version: bool = typer.Option(False, "--version", callback=show_version, is_eager=True, help="Show the version."),
) -> None:
    """Evaluation of ranked retrieval as SQL in DuckDB."""


def add_commands(arguments: Sequence[str]) -> None:
    """Adds the command that is asked for, or all of them where none is: each takes time to load.

    A command is a module of this package that says its PLACE in the help.
    """
    there = [module.name for module in iter_modules(__path__)]
    named = [in_one_spelling(word) for word in arguments[:1]]  # behind an option all are, since that may be --help
    found = load(name for name in there if name in named) or load(there)
    for name, module in sorted(found.items(), key=lambda each: each[1].PLACE):
        app.command()(getattr(module, name))


def load(names: Iterable[str]) -> dict[str, ModuleType]:
    """Those of these modules that are commands."""
    modules = {name: import_module(f"evalsql.cli.{name}") for name in names}
    return {name: module for name, module in modules.items() if hasattr(module, "PLACE")}


@interrupts.stoppable
def answer() -> None:
    """Runs the command that is asked for."""
    add_commands(sys.argv[1:])
    app()


def main() -> None:
    """Runs the command line: status 0 if all went well, 2 if the input was refused, 130 if it was interrupted."""
    # what is unfinished is removed then too
    signal.signal(signal.SIGTERM, interrupts.noting(signal.default_int_handler))
    try:
        answer()
    except InputError as error:
        typer.echo(f"evalsql: {one_line(str(error))}", err=True)
        sys.exit(2)
    except (KeyboardInterrupt, SystemExit) as error:
        # an interrupt passes through Typer as an exit with status 130
        if getattr(error, "code", 130) != 130:
            raise
        typer.echo(f"evalsql: interrupted; {'the file' if interrupts.written else 'nothing'} was written", err=True)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)


def run() -> None:
    """Runs the command line as a program, and ends it at once: Python would take all it has loaded down bit by bit."""
    engine.use_alone()
    try:
        main()
    except SystemExit as ended:
        status = int(ended.code or 0)
    else:
        status = 0
    scratch.remove_all()
    with suppress(BrokenPipeError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(status)
