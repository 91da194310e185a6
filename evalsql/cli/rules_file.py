"""Options of a command that stand in a file: `[gate]` of evalsql.toml, or `[tool.evalsql.gate]` of pyproject.toml.

A key is the name of an option, or of the argument, so that there is one list of them: that of the command.
"""

import contextlib
import difflib
import os
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from stat import S_IWOTH
from typing import Annotated, Any

import typer

from evalsql.cli import notices
from evalsql.cli.parameters import with_parameters
from evalsql.cli.refusals import name_of, unfit
from evalsql.errors import InputError
from evalsql.words import brief, either

# the files, the first of a folder first, and the tables that hold that of a command
FILES = {"evalsql.toml": (), "pyproject.toml": ("tool", "evalsql")}
Refusing = Callable[[str, Any], None]
ACTING = (
    "init",
    "set",
    "where",
    "also",
    "output",
    "plot",
)  # what runs SQL or writes files, which a file must be named for
# how the help writes what is a path
PATHS = {"FILE", "FOLDER", "TABLE", "QRELS", "QUERIES", "RUN", "RUNS", "NEW", "OLD"}


def with_rules(refuse: Refusing) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """What makes a command one whose options may stand in a file, over which the line wins, and that has --rules."""

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        def called(**given: Any) -> None:
            file = given.pop("rules")
            try:
                command(**given)
            except typer.Exit:  # a rule fails
                say_read(file)
                raise
            say_read(file)

        return with_parameters(command, called, {"rules": (rules_option(command.__name__, refuse), None)})

    return decorate


def rules_option(name: str, refuse: Refusing) -> Any:
    """The option for the file, which is read before all others are."""

    def read(context: typer.Context, rules: Path | None) -> Path | None:
        if context.resilient_parsing:  # which is to complete a line for the shell, or to write the help
            return rules
        found = (rules, table_of(rules, name)) if rules else nearest(name)
        if found is None:
            return None
        file, table = found
        context.default_map = values_of(context, file, name, table or {}, refuse)
        return file

    option = typer.Option(
        "--rules",
        metavar="FILE",
        is_eager=True,
        callback=read,
        help=f"Read options from [{name}] of this file, or [tool.evalsql.{name}] of pyproject.toml; those of the line "
        "win.  [default: the nearest evalsql.toml or pyproject.toml that has them, here or above]",
    )
    return Annotated[Path | None, option]


def say_read(file: Path | None) -> None:
    """Says on standard error which file was read, if one was."""
    if file is not None:
        notices.note(f"rules of {file}")


def nearest(name: str) -> tuple[Path, dict[str, Any]] | None:
    """The file of this folder, or of one above it in the repository, that has the table of a command."""
    for folder in folders(Path.cwd()):
        for file in FILES:
            path = folder / file
            if path.is_file():
                path = Path(os.path.relpath(path))
                table = table_of(path, name, needed=False)
                if table is not None:
                    refuse_unasked(path, table)
                    return path, table
    return None


def folders(start: Path) -> list[Path]:
    """A folder and those above it up to the root of its repository; it alone where it is in none."""
    above = [start, *start.parents]
    root = next((place for place, folder in enumerate(above, start=1) if (folder / ".git").exists()), 1)
    return above[:root]


def refuse_unasked(path: Path, table: dict[str, Any]) -> None:
    """Refuses a file that nobody named where it could be a stranger's, or does more than to say rules."""
    found = path.stat()
    if not path.resolve().is_relative_to(folders(Path.cwd())[-1].resolve()):
        raise InputError(f"{path}: leads out of the repository; say --rules {path} if it is to be read")
    if os.name == "posix" and {found.st_uid, path.lstat().st_uid} != {os.geteuid()}:
        raise InputError(f"{path}: belongs to another user; say --rules {path} if it is to be read")
    if os.name == "posix" and found.st_mode & S_IWOTH:
        raise InputError(f"{path}: every user may write it; say --rules {path} if it is to be read")
    for key in ACTING:
        if key in table:
            raise InputError(
                f"{path}: {key} runs SQL or writes files, so the file must be named on the line: --rules {path}"
            )


def table_of(file: Path, name: str, needed: bool = True) -> dict[str, Any] | None:
    """The table of a command in a file, or None where it has none and none is needed."""
    import tomllib  # which takes a while to load, and the help of all commands needs no rules

    try:
        table: Any = tomllib.loads(file.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise InputError(f"{file}: cannot be read as rules: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{file}: no text in UTF-8; rules are TOML") from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{file}: no TOML: {error}") from None
    path = FILES.get(file.name, ())
    for key in path:
        table = table.get(key, {})
        if not isinstance(table, dict):
            raise InputError(f"{file}: {key} is {kind(table)}; a table was expected")
    where = ".".join([*path, name])
    unknown = [key for key in table if key != name]
    if unknown:
        raise InputError(f"{file}: unknown key {'.'.join([*path, unknown[0]])}; [{where}] is what evalsql reads")
    if name not in table:
        if needed:
            raise InputError(f"{file}: has no rules; a table [{where}] was expected")
        return None
    if not isinstance(table[name], dict):
        raise InputError(f"{file}: {where} is {kind(table[name])}; a table was expected")
    return table[name]


def values_of(context: Any, file: Path, name: str, table: dict[str, Any], refuse: Refusing) -> dict[str, Any]:
    """What a table says of each parameter of a command, as its line would."""
    known = keys_of(context.command)
    values = {}
    for key, value in table.items():
        where = ".".join([*FILES.get(file.name, ()), name, key])
        if key not in known:
            close = difflib.get_close_matches(key, known, cutoff=0.7)
            meant = f"did you mean {either(close)}?" if close else f"'evalsql {name} --help' lists the options"
            raise InputError(f"{file}: unknown key {where}; {meant}")
        parameter = known[key]
        said = as_said(parameter, value, f"{file}: {where}")
        of_measures = str(parameter.metavar).startswith(("MEASURE", "[M=]"))
        if parameter.metavar in PATHS or of_measures:  # of which one that begins with @ is a file
            seen = partial(anchored, folder=file.parent, measure=of_measures)
            said = list(map(seen, said)) if isinstance(said, list) else seen(said)
        check(context, parameter, said, f"{file}: {where}", refuse)
        values[parameter.name] = said
    return values


def keys_of(command: Any) -> dict[str, Any]:
    """The parameters of a command that a file may have, by their keys: long names without the dashes before them."""
    return {
        name_of(each).removeprefix("--") if each.param_type_name == "option" else each.name: each
        for each in command.params
        if not each.is_eager
    }


def as_said(parameter: Any, value: Any, where: str) -> Any:
    """A value of TOML as the line says it: a truth of a flag, a text, or texts where an option is repeatable."""
    flag = getattr(parameter, "is_flag", False)
    several = getattr(parameter, "multiple", False) or parameter.nargs == -1
    if flag:
        if isinstance(value, bool):
            return value
        raise InputError(f"{where} takes true or false, not {kind(value)}")
    if several and isinstance(value, dict) and all(map(plain, value.values())):
        return [str(each) if name == "*" else f"{name}={each}" for name, each in value.items()]
    if several and isinstance(value, list) and all(map(plain, value)):
        return list(map(str, value))
    if plain(value):
        return [str(value)] if several else str(value)
    if several:
        raise InputError(f"{where} takes texts or numbers: one, a list, or a table of names and those")
    raise InputError(f"{where} takes a text or a number, not {kind(value)}")


def plain(value: Any) -> bool:
    """Whether a value of TOML is a text or a number."""
    return isinstance(value, str | int | float) and not isinstance(value, bool)


def kind(value: Any) -> str:
    """What a value of TOML is, in a sentence."""
    if isinstance(value, bool):
        return str(value).lower()
    kinds = {dict: "a table", list: "a list"}
    return kinds.get(type(value), brief(value) if isinstance(value, str) else str(value))


def anchored(text: str, folder: Path, measure: bool = False) -> str:
    """A path of a file of rules, seen from here; of a measure, or a bound for one, @path is a file of measures."""
    if measure:
        path, equals, bound = text[1:].rpartition("=") if "=" in text else (text[1:], "", "")
        return f"@{anchored(path, folder)}{equals}{bound}" if text.startswith("@") else text
    if folder == Path() or text == "-" or "://" in text:
        return text
    from evalsql.inputs.names import Named, parse_named

    with contextlib.chdir(folder):
        called = parse_named(text)
    if isinstance(called, Named):
        return f"{called.name}={anchored(called.given, folder)}"
    return os.path.join(folder, text)


def check(context: Any, parameter: Any, said: Any, where: str, refuse: Refusing) -> None:
    """Refuses a value of a file that the parameter does not take."""
    name = name_of(parameter)
    try:
        refuse(parameter.name, parameter.process_value(context, said))
    except InputError as error:
        key = name.removeprefix("--")
        text = str(error).removeprefix(key) if re.match(rf"{key}[: ]", str(error)) else f": {error}"
        raise InputError(f"{where}{text}") from None
    except Exception as error:
        if not hasattr(error, "format_message"):
            raise
        vars(error)["param"] = parameter
        texts = said if isinstance(said, list) else [said]
        sentence = unfit(error, str(vars(error).get("message", error)).rstrip("."), [name, *map(str, texts)])
        raise InputError(f"{where}{sentence.removeprefix(name)}") from None
