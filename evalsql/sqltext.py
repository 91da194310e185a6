"""Texts, names and numbers as SQL writes them."""

import math
import re
from collections.abc import Callable, Sequence
from functools import wraps
from string import ascii_lowercase, ascii_uppercase
from typing import ParamSpec

P = ParamSpec("P")

FOLD = str.maketrans(ascii_uppercase, ascii_lowercase)
NESTED = "(STRUCT|MAP|UNION).*|.*[]]"  # a pattern of SQL types that are not a single value
# types that a literal does without: no text is cast to a union, and a field may have a name that looks like a mark
UNTYPED = "^(VARCHAR$|UNION)|[$]'"
NUMERIC = "[A-Z]*INT(EGER)?|FLOAT|DOUBLE|DECIMAL.*"  # of those that are numbers; others, such as an ENUM, hold texts


class Sql(str):
    """SQL that evalsql wrote, in which texts of others are quoted; templates of sql/ take no other text."""

    __slots__ = ()


def writes_sql(function: Callable[P, str]) -> Callable[P, Sql]:
    """Has what a function writes stand as Sql: nothing in it is a text of others that is not quoted."""

    @wraps(function)
    def written(*args: P.args, **kwargs: P.kwargs) -> Sql:
        return Sql(function(*args, **kwargs))

    return written


def quote(text: str) -> Sql:
    """A text as a literal of SQL."""
    return Sql("'" + text.replace("'", "''") + "'")


def identifier(name: str) -> Sql:
    """A name as SQL writes it, whatever is in it."""
    return Sql('"' + name.replace('"', '""') + '"')


def fold(name: str) -> str:
    """A name as DuckDB's catalog knows it: A to Z are a to z, where lower() takes more for alike."""
    return name.translate(FOLD)


def folded(name: str) -> Sql:
    """An expression for what fold() makes of a name."""
    return Sql(f"system.main.translate({name}, '{ascii_uppercase}', '{ascii_lowercase}')")


def sql_list(texts: Sequence[str | None]) -> Sql:
    """A list of texts as SQL writes it."""
    return Sql("([" + ", ".join("null" if text is None else quote(text) for text in texts) + "]::varchar[])")


def number_text(number: float) -> Sql:
    """A number as one writes it: 0.5, and 2 rather than 2.0."""
    whole = math.isfinite(number) and float(number).is_integer() and abs(number) < 1e15
    return Sql(int(number) if whole else repr(number))


@writes_sql
def number_in(text: str) -> str:
    """An expression for the number that a text says, or null."""
    return f"case when {as_written(text)} then try_cast({text} as double) end"


def as_written(text: str) -> str:
    """A condition that is false of a text that is a number for DuckDB alone: 1_000, +-4."""
    return f"not (contains({text}, '_') or contains({text}, '+-'))"


@writes_sql
def number_of(given: str, is_text: bool) -> str:
    """An expression for the number that a text or a number is, or null."""
    read = f"try_cast({given} as double)"
    return f"case when {as_written(f'{given}::varchar')} then {read} end" if is_text else read


def holds_text(sql_type: str) -> bool:
    """Whether a column of a type may hold text, which DuckDB reads as a number if it can."""
    return not re.fullmatch(NUMERIC, sql_type)


@writes_sql
def no_underscore(given: str) -> str:
    """The same of a value of any type."""
    return f"(typeof({given}) ~ {quote(NUMERIC)} or {as_written(f'{given}::varchar')})"


@writes_sql
def number_or_nan(given: str, is_text: bool) -> str:
    """An expression for a number that may be missing: null if it is, and nan if it is not a number."""
    return f"case when {given} is not null then coalesce({number_of(given, is_text)}, 'nan'::double) end"
