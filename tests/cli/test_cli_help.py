"""Options of commands: each has a text of help, takes the values that Typer takes, and refuses others in its words."""

from importlib import import_module
from inspect import signature
from pathlib import Path
from pkgutil import iter_modules
from typing import Annotated, Any, Literal

import pytest
import typer
from typer.core import TyperCommand

from evalsql.cli import commands, options
from evalsql.cli import help as help_of_commands
from evalsql.cli.options import millimetres
from evalsql.errors import CatalogError


def parameters_of(name: str) -> set[str]:
    """The names that entries have for the parameters of a command."""
    command = getattr(import_module(f"evalsql.cli.commands.{name}"), name)
    command.describe()
    return {each.rstrip("_") for each in signature(command).parameters}


NAMES = [module.name for module in iter_modules(commands.__path__) if module.name != "trec_eval"]
PARAMETERS = {name: parameters_of(name) for name in NAMES}


def test_each_entry_is_of_a_parameter():
    shared = options.shared_help()
    for name, parameters in PARAMETERS.items():
        about, own = options.help_of(name)
        assert about.strip(), name
        assert own.keys() | shared.get(name, {}).keys() <= parameters, name
        assert not own.keys() & shared.get(name, {}).keys(), name
    assert shared.keys() - {""} <= PARAMETERS.keys()
    others = [parameters - options.help_of(name)[1].keys() for name, parameters in PARAMETERS.items()]
    assert shared[""].keys() <= set().union(*others)


def test_a_parameter_without_an_entry_is_refused():
    with pytest.raises(CatalogError, match=r"compare\.txt nor help\.txt has an entry for the parameter nothing"):
        options.declared("compare", "nothing", int, {})


def test_an_entry_that_cannot_be_read_is_refused():
    with pytest.raises(CatalogError, match=r"help: --depth N up to \(Advanced\): --names, a metavar"):
        options.parsed("--depth N up to (Advanced)\n    The last rank.\n")


KINDS: dict[str, Any] = {
    "text": Annotated[str, typer.Option()],
    "texts": Annotated[list[str], typer.Option()],
    "path": Annotated[Path, typer.Option()],
    "paths": Annotated[list[Path], typer.Option()],
    "whole": Annotated[int, typer.Option()],
    "from-1": Annotated[int, typer.Option(min=1, max=15)],
    "number": Annotated[float, typer.Option()],
    "choice": Annotated[Literal["table", "csv"], typer.Option()],
    "width": Annotated[float, typer.Option(parser=millimetres)],
    "flag": Annotated[bool, typer.Option()],
}
TEXTS = (
    "",
    "a",
    "table",
    "Table",
    "1",
    "0",
    "-1",
    "+3",
    "16",
    "1.0",
    "1.5",
    ".5",
    "1e3",
    "1_000",
    "٣",
    " 2 ",
    "nan",
    "84mm",
)


def value_of(kind: str, text: str | None, cls: type[TyperCommand]) -> str:
    """What an option makes of a text, or how it is refused."""
    app = typer.Typer(add_completion=False)
    found = []

    def take(value=None) -> None:
        found.append(repr(value))

    take.__annotations__["value"] = KINDS[kind]
    app.command(cls=cls)(take)
    try:
        app(
            [] if text is None else ["--value"] * (kind != "flag" or text == "1") + [text] * (kind != "flag"),
            standalone_mode=False,
        )
    except Exception as error:
        return f"{type(error).__name__}: {getattr(error, 'message', error)}"
    return found[0]


@pytest.mark.parametrize("kind", KINDS)
def test_an_option_takes_what_typer_takes(kind: str) -> None:
    own = {text: value_of(kind, text, help_of_commands.Command) for text in (None, *TEXTS)}
    assert own == {text: value_of(kind, text, TyperCommand) for text in (None, *TEXTS)}


def test_a_file_that_cannot_be_read_is_refused_as_typer_refuses_it(tmp_path: Path, monkeypatch) -> None:
    file = tmp_path / "runs.txt"
    file.touch()
    monkeypatch.setattr("os.access", lambda path, mode: False)
    said = value_of("path", str(file), help_of_commands.Command)
    assert said == value_of("path", str(file), TyperCommand)
    assert "is not readable" in said
