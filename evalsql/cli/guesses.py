"""Suggestions for an unknown option or command: from guesses.toml, or by spelling."""

import difflib
import os
import re
import shlex
import tomllib
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from functools import cache
from importlib import resources
from itertools import takewhile
from typing import Any

import typer

from evalsql.words import either

ELSEWHERE = re.compile(r"'evalsql [^']*'")
OPTION = re.compile(r"(?<![\w-])--?[A-Za-z][\w-]*")
COMMON = ("evaluate", "compare", "gate", "build")  # commands that are named first
ALIKE = 0.76  # below this, words are alike by chance: validate and evaluate are at .75


@cache
def read(kind: str) -> dict[str, Any]:
    """The entries of the file, by option, command or argument that people type."""
    text = resources.files("evalsql.cli").joinpath("guesses.toml").read_text(encoding="utf-8")
    return {word: said for words, said in tomllib.loads(text)[kind].items() for word in words.split()}


def in_place(args: list[str], command: Any) -> list[str]:
    """The words of a line, where what was typed as an option and is an argument of the command stands among these."""
    if {word.partition("=")[0] for word in args if word.startswith("-")} <= options_of(command):
        return args
    for name, place in read("arguments").get(command.name, {}).items():
        at = next((at for at, word in enumerate(args) if word.partition("=")[0] == name), None)
        if at is not None:
            _, equals, joined = args[at].partition("=")
            value = [joined] if equals else args[at + 1 : at + 2]
            others = args[:at] + args[at + 1 + (not equals) :]
            args = value + others if place == 0 else others + value
    return args


def whole_line(option: str, arguments: list[str]) -> str:
    """The line to type where an option is missing whose value seems to be among the arguments; empty if not."""
    command, *words = arguments
    first = list(takewhile(lambda word: not word.startswith("-"), words))
    fit = FITS.get(option, lambda path: False)
    # the old run is often typed before the new one
    other = {"--output": "", "--baseline": first[0]}.get(option, first[-1]) if first[1:] else ""
    value = next((path for path in first if fit(path)), other)
    others = [path for path in first if path != value]
    if not value or not others or not all(map(os.path.exists, others)):
        return ""
    line = f"type '{shlex.join(['evalsql', command, *others, option, value, *words[len(first) :]])}'"
    return f"{line} if {value} is the baseline" if option == "--baseline" else line


def of_judgments(path: str) -> bool:
    """Whether a file looks like judgments, by its name, by its columns, or by how its text begins."""
    named = "qrel" in os.path.basename(path).lower()
    if named or not os.path.isfile(path):
        return named
    if path.endswith(".parquet"):
        from pyarrow import ArrowInvalid, parquet

        with suppress(ArrowInvalid):
            return "relevance" in parquet.read_schema(path).names
    from evalsql.inputs.source import File, read_start
    from evalsql.inputs.swapped import kind_of

    found = kind_of(read_start(File(path, path, path, None)))
    return found is not None and found[0] == "qrels"


FITS: Mapping[str, Callable[[str], bool]] = {"--qrels": of_judgments, "--output": lambda path: path.endswith(".html")}


def of_command(word: str, known: Collection[str]) -> str | None:
    return read("commands").get(word) or alike(word, known)


def of_option(word: str, command: Any) -> str | None:
    own = options_of(command)
    for text in read("options").get(word, ()):
        if {*OPTION.findall(ELSEWHERE.sub("", text))} - {word} <= own | {"--help"}:
            return text
    return of_others(word) or alike(word, own)


@cache
def commands() -> dict[str, Any]:
    """All commands by name, which takes time."""
    from evalsql import cli

    cli.add_commands([])
    group: Any = typer.main.get_command(cli.app)
    return group.commands


def options_of(command: Any) -> set[str]:
    return {name for parameter in command.params for name in parameter.opts if name.startswith("-")}


def of_others(word: str) -> str | None:
    """Other commands with an option of this name; nothing for a short one, which may differ there."""
    if not word.startswith("--"):
        return None
    has = sorted(commands(), key=lambda name: (name not in COMMON, name))
    first = [f"'evalsql {name}'" for name in has if word in options_of(commands()[name])][:3]
    return f"it is an option of {either(first)}" if first else None


def alike(word: str, known: Collection[str]) -> str | None:
    """What is spelled nearly so."""
    bare = {name.strip("-"): name for name in known}
    close = difflib.get_close_matches(word.strip("-"), bare, cutoff=ALIKE)
    return f"did you mean {either([bare[each] for each in close])}?" if close else None
