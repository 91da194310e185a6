"""Options of a command in a file: `[gate]` of evalsql.toml, or `[tool.evalsql.gate]` of pyproject.toml.

A key is the long name of an option, or the name of the argument, and Typer reads its value as that of the line.
"""

import contextlib
import os
from pathlib import Path
from stat import S_IWOTH
from typing import Any

import typer

from evalsql.cli.help import misfit, name_of
from evalsql.errors import InputError

# the files, the first of a folder first, and the tables that hold that of a command
FILES = {"evalsql.toml": (), "pyproject.toml": ("tool", "evalsql")}
# what runs SQL, sets something of DuckDB or writes files, which a file must be named for
ACTING = ("init", "set", "where", "also", "output", "plot")
# how the help writes what is a path
PATHS = {"FILE", "FOLDER", "TABLE", "QRELS", "QUERIES", "[NAME=]QUERIES", "RUN", "RUNS", "NEW", "OLD"}


def rules_option(name: str) -> dict[str, Any]:
    """What the option for the file of a command does: the file is read before all other options are."""

    def read(context: typer.Context, rules: Path | None) -> Path | None:
        if context.resilient_parsing:  # which is to complete a line for the shell, or to write the help
            return rules
        found = (rules, table_of(rules, name)) if rules else nearest(name)
        if found is None:
            return None
        file, table = found
        if table is None:
            raise InputError(f"{file}: has no rules; a table [{'.'.join(place(file, name))}] was expected")
        context.default_map = values_of(context, file, name, table)
        return file

    return {"is_eager": True, "callback": read}


def nearest(name: str) -> tuple[Path, dict[str, Any]] | None:
    """The file of this folder, or of one above it in the repository, that has the table of a command."""
    for folder in folders(Path.cwd()):
        for file in FILES:
            path = Path(os.path.relpath(folder / file))
            table = table_of(path, name) if path.is_file() else None
            if table is not None:
                refuse_unasked(path, table)
                return path, table
    return None


def folders(start: Path) -> list[Path]:
    """A folder and those above it up to the root of its repository; it alone if it is in none."""
    above = [start, *start.parents]
    root = next((place for place, folder in enumerate(above, start=1) if (folder / ".git").exists()), 1)
    return above[:root]


def refuse_unasked(path: Path, table: dict[str, Any]) -> None:
    """Refuses a file that nobody named if it could be a stranger's, or does more than to say rules."""
    status = path.stat()
    if not path.resolve().is_relative_to(folders(Path.cwd())[-1].resolve()):
        raise InputError(f"{path}: leads out of the repository; say --rules {path} if it is to be read")
    if os.name == "posix" and {status.st_uid, path.lstat().st_uid} != {os.geteuid()}:
        raise InputError(f"{path}: belongs to another user; say --rules {path} if it is to be read")
    if os.name == "posix" and status.st_mode & S_IWOTH:
        raise InputError(f"{path}: every user may write it; say --rules {path} if it is to be read")
    for key in ACTING:
        if key in table:
            raise InputError(
                f"{path}: {key} runs SQL or writes files, so the file must be named on the line: --rules {path}"
            )


def place(file: Path, name: str) -> list[str]:
    """The keys that lead to the table of a command in a file."""
    return [*FILES.get(file.name, ()), name]


def table_of(file: Path, name: str) -> dict[str, Any] | None:
    """The table of a command in a file, or None if it has none; other keys beside it are refused."""
    import tomllib  # which takes a while to load, and the help of all commands needs no rules

    try:
        table: Any = tomllib.loads(file.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise InputError(f"{file}: cannot be read as rules: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{file}: not UTF-8 text; rules are TOML") from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{file}: not TOML: {error}") from None
    keys = place(file, name)
    for depth, key in enumerate(keys, start=1):
        unknown = [each for each in table if each != key] if depth == len(keys) else []
        if unknown:
            where = ".".join([*keys[:-1], unknown[0]])
            raise InputError(f"{file}: unknown key {where}; [{'.'.join(keys)}] is what evalsql reads")
        if key not in table:
            return None
        table = table[key]
        if not isinstance(table, dict):
            raise InputError(f"{file}: {'.'.join(keys[:depth])} is not a table")
    return table


def values_of(context: Any, file: Path, name: str, table: dict[str, Any]) -> dict[str, Any]:
    """What a table says of each parameter of a command, as its line would."""
    known, values = keys_of(context.command), {}
    for key, value in table.items():
        where = ".".join([*place(file, name), key])
        if key not in known:
            raise InputError(f"{file}: unknown key {where}; 'evalsql {name} --help' lists the options")
        parameter, flag = known[key], getattr(known[key], "is_flag", False)
        if flag and not isinstance(value, bool):
            raise InputError(f"{file}: {where} takes true or false, not {value!r}")
        said = values[parameter.name] = value if flag else texts_of(parameter, value, file.parent)
        try:
            parameter.process_value(context, said)
        except InputError as error:
            raise InputError(f"{file}: {where}: {error}") from None
        except Exception as error:
            if not hasattr(error, "message"):  # which Typer's errors have
                raise
            vars(error)["param"] = parameter
            raise InputError(f"{file}: {misfit(where, error, vars(error)['message'].rstrip('.'), value)}") from None
    return values


def keys_of(command: Any) -> dict[str, Any]:
    """The parameters of a command that a file may have, by their keys: long names without the dashes before them."""
    return {
        name_of(each).removeprefix("--") if each.param_type_name == "option" else each.name: each
        for each in command.params
        if not each.is_eager
    }


def texts_of(parameter: Any, value: Any, folder: Path) -> str | list[str]:
    """A value of TOML as the line has it: a text, or several of a repeatable option, those of a table with its keys."""
    pairs = value.items() if isinstance(value, dict) else ()
    several = getattr(parameter, "multiple", False) or parameter.nargs == -1
    each = value if isinstance(value, list) and several else [value]
    texts = [str(one) if name == "*" else f"{name}={one}" for name, one in pairs] or [str(one) for one in each]
    # measures, and bounds for them: one that begins with @ is a file of measures
    measures = str(parameter.metavar).startswith(("MEASURE", "[M=]"))
    if parameter.metavar in PATHS or measures:
        texts = [anchored(text, folder, measures) for text in texts]
    return texts if several else texts[0]


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
