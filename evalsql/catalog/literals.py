"""Values as SQL writes them."""

from math import inf
from typing import TYPE_CHECKING, Any

from evalsql.catalog.gains import GAINS
from evalsql.sqltext import number_text, quote, writes_sql

if TYPE_CHECKING:
    from evalsql.catalog.metric import Parameter


@writes_sql
def literal(parameter: "Parameter", value: Any, bare: bool = False) -> str:
    """A parameter's value in SQL. A DOUBLE is written with an exponent, which keeps it from becoming a DECIMAL."""
    if value is None:
        return "null" if parameter.type != GAINS or bare else f"null::{GAINS}"
    if parameter.type == GAINS:
        return "map {" + ", ".join(f"{double(level)}: {double(gain)}" for level, gain in value.items()) + "}"
    if parameter.type == "VARCHAR":
        return quote(value)
    if value == inf:
        return "'inf'::double"
    if parameter.type == "DOUBLE" and not bare:
        return double(value)
    return number_text(value)


@writes_sql
def double(number: float) -> str:
    """A number as SQL writes it with an exponent."""
    return repr(number) if "e" in repr(number) else f"{number!r}e0"
