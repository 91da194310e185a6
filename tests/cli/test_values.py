"""Values of options are those that Typer makes, and are refused in its words."""

from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
import typer
from typer.core import TyperCommand

from evalsql.cli import help as help_of_commands
from evalsql.cli.options import millimetres

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
