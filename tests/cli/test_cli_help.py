"""Options of commands: their help, the values that they take, and what is answered to words that there are not."""

import re
from functools import cache
from importlib import import_module
from inspect import signature
from pathlib import Path
from pkgutil import iter_modules
from typing import Annotated, Any, Literal

import pytest
import typer
from typer.core import TyperCommand

from evalsql.cli import commands as package
from evalsql.cli import guesses, options
from evalsql.cli import help as help_of_commands
from evalsql.cli.guesses import commands
from evalsql.cli.options import millimetres
from evalsql.errors import CatalogError


def parameters_of(name: str) -> set[str]:
    """The names that entries have for the parameters of a command."""
    command = getattr(import_module(f"evalsql.cli.commands.{name}"), name)
    command.describe()
    return {each.rstrip("_") for each in signature(command).parameters}


NAMES = [module.name for module in iter_modules(package.__path__) if module.name != "trec_eval"]
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


def test_a_parameter_without_an_entry_and_an_entry_that_cannot_be_read_are_refused():
    with pytest.raises(CatalogError, match=r"compare\.txt nor help\.txt has an entry for the parameter nothing"):
        options.declared("compare", "nothing", int, {})
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
TEXTS = ("", "a", "table", "Table", "1", "0", "-1", "+3", "16", "1.0", "1.5", ".5", "1e3", "1_000", "٣", " 2 ", "nan")
TEXTS += ("84mm",)


def value_of(kind: str, text: str | None, cls: type[TyperCommand]) -> str:
    """What an option makes of a text, or how it is refused."""
    app = typer.Typer(add_completion=False)
    found = []

    def take(value=None) -> None:
        found.append(repr(value))

    take.__annotations__["value"] = KINDS[kind]
    app.command(cls=cls)(take)
    words = [] if text is None else ["--value"] * (kind != "flag" or text == "1") + [text] * (kind != "flag")
    try:
        app(words, standalone_mode=False)
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


QUOTED = re.compile(r"'evalsql ([^']*)'")


@pytest.fixture
def options_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The options of a command are looked up a hundred thousand times."""
    monkeypatch.setattr(guesses, "options_of", cache(guesses.options_of))


def misnamed(text: str) -> list[str]:
    """What a sentence names that is no command, or no option of it."""
    wrong = []
    for words in (line.split() for line in QUOTED.findall(text)):
        if words[0] == "--version":
            continue
        own = guesses.options_of(commands()[words[0]]) if words[0] in commands() else set()
        wrong += [words[0]] * (not own and words[0] != "trec_eval")
        wrong += [word for word in words if word.startswith("-") and word not in own]
    return wrong


def test_a_word_of_another_tool_is_answered_by_what_the_command_has(options_kept: None) -> None:
    typed = guesses.read("options")
    assert len(typed) > 60
    for name, command in commands().items():
        for word in typed.keys() - guesses.options_of(command):
            said = guesses.of_option(word, command)
            if said is None:
                continue
            named = set(guesses.OPTION.findall(guesses.ELSEWHERE.sub("", said))) - {word, "--help"}
            assert named <= guesses.options_of(command), (name, word, said)
            assert misnamed(said) == [], (name, word, said)
    evaluate = commands()["evaluate"]
    assert [word for word in typed.keys() - guesses.options_of(evaluate) if not guesses.of_option(word, evaluate)] == []


def test_what_is_no_command_is_answered_by_one() -> None:
    for word, said in guesses.read("commands").items():
        assert word not in commands()
        assert misnamed(said) == []
        assert QUOTED.search(said)
        assert guesses.of_command(word, commands()) == said


def test_an_option_of_other_commands_says_which(options_kept: None) -> None:
    every = {option for command in commands().values() for option in guesses.options_of(command)}
    for name, command in commands().items():
        for option in (each for each in every - guesses.options_of(command) if each.startswith("--")):
            said = guesses.of_option(option, command)
            assert said, (name, option)
            assert not said.startswith("did you mean"), (name, option, said)
            assert misnamed(said) == []
            if said.startswith("it is an option of"):
                assert all(option in guesses.options_of(commands()[line]) for line in QUOTED.findall(said))


@pytest.mark.parametrize(
    ("word", "said"),
    [("--qrles", "did you mean --qrels?"), ("--formt", "did you mean --format?"), ("--zzz", None), ("-z", None)],
)
def test_what_nothing_knows_is_guessed_by_its_spelling_if_that_is_near(word: str, said: str | None) -> None:
    assert guesses.of_option(word, commands()["evaluate"]) == said


@pytest.mark.parametrize(
    ("command", "typed", "taken"),
    [
        ("explain", "a.run -m AP --query 1", "AP a.run --query 1"),
        ("explain", "--measure=AP a.run", "AP a.run"),
        ("build", "a.run -q q.txt -o x.duckdb", "x.duckdb a.run -q q.txt"),
        ("convert", "a.run -o a.parquet", "a.run a.parquet"),
        ("evaluate", "a.run -o x.csv -z 1", "a.run -o x.csv -z 1"),
    ],
)
def test_an_argument_may_be_typed_as_an_option(command: str, typed: str, taken: str) -> None:
    assert guesses.in_place(typed.split(), commands()[command]) == taken.split()


@pytest.mark.parametrize(
    ("option", "typed", "line"),
    [
        ("--qrels", "check a.run j.txt", "check a.run --qrels j.txt"),
        ("--qrels", "evaluate j.txt a.run b.run -m AP", "evaluate a.run b.run --qrels j.txt -m AP"),
        ("--qrels", "evaluate my.qrels a.run", "evaluate a.run --qrels my.qrels"),
        ("--baseline", "gate a.run b.run --qrels j.txt", "gate b.run --baseline a.run --qrels j.txt"),
        ("--output", "report x.html a.run -q j.txt", "report a.run --output x.html -q j.txt"),
        ("--qrels", "evaluate a.run", None),
        ("--output", "report a.run b.run -q j.txt", None),
        ("--qrels", "evaluate x.run y.run", None),
    ],
)
def test_a_line_in_another_order_is_given_as_it_is_typed_here(option, typed, line, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a.run", "b.run"):
        Path(name).write_text("1 Q0 d1 1 2.5 x\n1 Q0 d2 2 1.5 x\n")
    for name in ("j.txt", "my.qrels"):
        Path(name).write_text("1 0 d1 1\n")
    said = guesses.whole_line(option, typed.split())
    which = " if a.run is the baseline" * (option == "--baseline")
    assert said == (f"type 'evalsql {line}'{which}" if line else "")
