"""A command run without a process of its own, which takes a tenth of the time; command.py runs it as a user does."""

from importlib import import_module
from pathlib import Path

import typer
from typer.testing import CliRunner, Result

from evalsql.errors import InputError


def invoke(name: str, *arguments: str | Path) -> Result:
    """What a command does."""
    app = typer.Typer()
    app.command()(getattr(import_module(f"evalsql.cli.{name}"), name))
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
