"""How the files of the folder sql/ are laid out."""

import re
import tomllib
from decimal import Decimal
from functools import cache
from typing import Any

from evalsql.catalog.folder import file_of, sql_folder
from evalsql.errors import CatalogError
from evalsql.sqltext import writes_sql

# a head, a body, and below it, in a second comment, the rest of the head: its worked examples
LAYOUT = re.compile(
    r"\s*/\*(?P<head>.*?)\*/(?P<body>.*?)(?:\n/\*(?P<below>[^*]*(?:\*(?!/)[^*]*)*)\*/\s*|\Z)", re.DOTALL
)

APART = re.compile(r"'(?:[^']|'')*'|--[^\n]*|/\*.*?\*/", re.DOTALL)  # texts and comments, not code
CODE = re.compile(rf'(?P<name>"(?:[^"]|"")*")|{APART.pattern}', re.DOTALL)


def split_file(name: str, text: str) -> tuple[dict[str, Any], str]:
    """The head of a file, as a table whose decimals keep their digits, and its body."""
    head, body, below = apart(name, text)
    try:
        return read_toml(head) | read_toml(below), body
    except tomllib.TOMLDecodeError as error:
        raise CatalogError(f"{name}: the head is not TOML: {error}") from None


def read_toml(text: str) -> dict[str, Any]:
    """A table of TOML: decimals keep their digits, and a text that takes several lines is put on one."""
    return on_one_line(tomllib.loads(text, parse_float=Decimal))


def on_one_line(value: Any) -> Any:
    """A value of TOML with a single space wherever its texts have space or end a line."""
    if isinstance(value, dict):
        return {key: on_one_line(each) for key, each in value.items()}
    if isinstance(value, list):
        return [on_one_line(each) for each in value]
    return " ".join(value.split()) if isinstance(value, str) else value


@cache
def shared_parameters() -> dict[str, dict[str, Any]]:
    """The parameters that many heads declare alike, by their type and name."""
    return read_toml((sql_folder() / "fragments" / "parameters.toml").read_text(encoding="utf-8"))


def read_file(folder: str, name: str) -> tuple[dict[str, Any], str]:
    """The head and the body of a file of sql/."""
    return split_file(f"{name}.sql", file_of(folder, name).read_text(encoding="utf-8"))


@cache
@writes_sql
def body_of(folder: str, name: str) -> str:
    """The body of a file of sql/ that is needed without its head, which takes time to read."""
    file = file_of(folder, name)
    return apart(file.name, file.read_text(encoding="utf-8"))[1]


def apart(name: str, text: str) -> tuple[str, str, str]:
    """The head of a file, its body, and what stands below it, as text."""
    parts = LAYOUT.fullmatch(text)
    if parts is None:
        raise CatalogError(f"{name}: must open with its head, a block comment /* ... */ of TOML")
    # what stands below begins with empty lines, so that an error of TOML names the line of the file
    lines = "\n" * (text.count("\n", 0, parts.start("below")) if parts["below"] else 0)
    return parts["head"], parts["body"].strip(), lines + (parts["below"] or "")


@cache
def code_only(text: str) -> str:
    """SQL without its texts and comments; a name in double quotes is code, whatever is in it."""
    return CODE.sub(lambda found: found["name"] or " ", text)
