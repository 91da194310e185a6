"""Where the folder sql/ is, and how its files are laid out."""

import re
import tomllib
from decimal import Decimal
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from evalsql.errors import CatalogError

LAYOUT = re.compile(r"\s*/\*(?P<head>.*?)\*/\s*(?P<body>.*)", re.DOTALL)

APART = re.compile(r"'(?:[^']|'')*'|--[^\n]*|/\*.*?\*/", re.DOTALL)  # texts and comments, which are no code


@cache
def sql_folder() -> Traversable:
    """The folder sql/: inside an installed package, or beside it in a checkout."""
    installed = files("evalsql") / "sql"
    return installed if installed.is_dir() else Path(__file__).parents[2] / "sql"


@cache
def names(folder: str) -> tuple[str, ...]:
    """The names of the files of a folder of sql/, without their suffix."""
    files = (file.name for file in sql_folder().joinpath(*folder.split("/")).iterdir())
    return tuple(sorted(name.removesuffix(".sql") for name in files if name.endswith(".sql")))


def split_file(name: str, text: str) -> tuple[dict[str, Any], str]:
    """The head of a file, as a table whose decimals keep their digits, and its body.

    Raises:
        CatalogError: there is no head, or it is not TOML.
    """
    head, body = apart(name, text)
    try:
        return tomllib.loads(head, parse_float=Decimal), body
    except tomllib.TOMLDecodeError as error:
        raise CatalogError(f"{name}: the head is not TOML: {error}") from None


@cache
def body_of(folder: str, name: str) -> str:
    """The body of a file of sql/ that is needed without its head, which takes time to read."""
    file = sql_folder().joinpath(*f"{folder}/{name}.sql".split("/"))
    return apart(file.name, file.read_text(encoding="utf-8"))[1]


def apart(name: str, text: str) -> tuple[str, str]:
    """The head and the body of a file, as text.

    Raises:
        CatalogError: there is no head.
    """
    parts = LAYOUT.fullmatch(text)
    if parts is None:
        raise CatalogError(f"{name}: must open with its head, a block comment /* ... */ of TOML")
    return parts["head"], parts["body"].strip()


@cache
def code_only(text: str) -> str:
    """SQL without its texts and comments."""
    return APART.sub(" ", text)
