"""Values as SQL writes them."""

from math import inf
from typing import Any

from evalsql.gains import GAINS
from evalsql.interval import number_text
from evalsql.metric import Parameter

NESTED = "(STRUCT|MAP|UNION).*|.*[]]"  # a pattern of SQL types that are no single value


def literal(parameter: Parameter, value: Any, bare: bool = False) -> str:
    """A parameter's value in SQL. A DOUBLE is written with an exponent, which keeps it from becoming a DECIMAL."""
    if value is None:
        return "null" if parameter.type != GAINS or bare else f"null::{GAINS}"
    if parameter.type == GAINS:
        return "map {" + ", ".join(f"{level!r}e0: {gain!r}e0" for level, gain in value.items()) + "}"
    if parameter.type == "VARCHAR":
        return quote(value)
    if value == inf:
        return "'inf'::double"
    if parameter.type == "DOUBLE" and not bare:
        return f"{value!r}" if "e" in repr(value) else f"{value!r}e0"
    return number_text(value)


def quote(text: str) -> str:
    """A text as a literal of SQL."""
    return "'" + text.replace("'", "''") + "'"
