"""The value of a metric's parameter: checked as somebody gave it, and written as a measure's text has it."""

from collections.abc import Mapping
from typing import Any

from evalsql.catalog.gains import GAINS, GAINS_RULE, gains_text, parse_gains
from evalsql.catalog.metric import Parameter
from evalsql.errors import InputError
from evalsql.sqltext import number_text


def written(value: Any) -> str:
    """A parameter's value as a measure's text writes it."""
    if isinstance(value, Mapping):
        return gains_text(value)
    return repr(value) if isinstance(value, str | bool) else number_text(value)


def checked(text: str, parameter: Parameter, value: Any) -> Any:
    """A parameter's value in its own type."""
    if parameter.type == GAINS and value is not None:
        gains = parse_gains(value)
        if gains is None:
            raise InputError(f"{text!r}: {parameter.name} must be {parameter.allowed}, not {value!r}; {GAINS_RULE}")
        return gains
    if value is None and parameter.type == GAINS:
        return None
    if value is None:
        asked = "a cutoff, as in @10" if parameter.cutoff else f"{parameter.name}, {parameter.allowed}"
        raise InputError(f"{text!r} needs {asked}")
    if isinstance(value, int) and str(value) in parameter.one_of:
        value = str(value)  # 11 for '11'
    if not parameter.takes(value):
        said = "the cutoff" if parameter.cutoff else parameter.name
        raise InputError(f"{text!r}: {said} must be {parameter.allowed}, not {value!r}")
    own = {"DOUBLE": float, "INTEGER": int, "VARCHAR": str}[parameter.type](value)
    return own or type(own)()  # 0 for -0.0
