"""A command run without a process of its own, which takes a tenth of the time; command.py runs it as a user does."""

import contextlib
import io
import os
import signal
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import typer
from typer.testing import CliRunner, Result

import evalsql
from evalsql import cli, errors
from evalsql.cli import notices
from evalsql.errors import InputError


class Done(NamedTuple):
    """What a command line did: its exit status, and what it wrote on standard output and on standard error."""

    status: int
    output: str
    said: str


def invoke(name: str, *arguments: str | Path) -> Result:
    """What a command does."""
    app = typer.Typer()
    module = name.replace("-", "_")
    command = getattr(import_module(f"evalsql.cli.commands.{module}"), module)
    command.describe()
    app.command()(command)
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def output(name: str, *arguments: str | Path) -> str:
    """What a command that succeeds prints on standard output."""
    done = invoke(name, *arguments)
    if done.exception is not None:
        raise done.exception
    return done.stdout


def refusal(name: str, *arguments: str | Path) -> str:
    """The sentence of a command that is refused."""
    done = invoke(name, *arguments)
    assert isinstance(done.exception, InputError)
    return str(done.exception)


@contextlib.contextmanager
def own_commands() -> Iterator[None]:
    """A command line without the commands that others added, whose order its help shows; its own are gone again."""
    before = list(cli.app.registered_commands)
    cli.app.registered_commands.clear()
    try:
        yield
    finally:
        cli.app.registered_commands[:] = before


@contextlib.contextmanager
def answered_once(*names: str) -> Iterator[None]:
    """Commands that ask the same of these functions get the answer of the first: those whose formats alone differ."""
    questions = [getattr(evalsql, name) for name in names]
    answers = [question.answer for question in questions]
    for question in questions:
        question.answer = remembered(question.answer)
    try:
        yield
    finally:
        for question, answer in zip(questions, answers, strict=True):
            question.answer = answer


def remembered(answer: Callable) -> Callable:
    """A function that answers what it was asked before as it did then."""
    known = {}

    def asked(*given: Any, **named: Any) -> Any:
        options = sorted((name, value) for name, value in named.items() if name != "progress")
        key = repr((os.getcwd(), given, options))
        if key not in known:
            known[key] = answer(*given, **named)
        return known[key]

    return asked


def whole(words: Sequence[str | Path], folder: Path, *, together: bool = False) -> Done:
    """What `evalsql` does with these words in a folder, from the first word to the exit status.

    Args:
        words: the command and its arguments.
        folder: where it is called.
        together: whether standard error goes to standard output, so that their order shows.
    """
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    before, handler = sys.argv, signal.getsignal(signal.SIGTERM)
    sys.argv = ["evalsql", *map(str, words)]
    status = 0
    try:
        with (
            contextlib.chdir(folder),
            warnings.catch_warnings(),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(out if together else err),
            own_commands(),
        ):
            warnings.simplefilter("always")  # as outside of tests, where none is an error
            cli.main()
    except SystemExit as ended:
        status = int(ended.code or 0)
    finally:
        # which a command says for its process
        errors.refusing, notices.quiet, notices.shown = False, False, "show"
        sys.argv = before
        signal.signal(signal.SIGTERM, handler)
    return Done(status, *(each.buffer.getvalue().decode() for each in (out, err)))
