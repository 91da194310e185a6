"""The values of options, taken without pydantic, which Typer loads for that and which takes as long as DuckDB itself.

What does not fit is left to Typer, which says why.
"""

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

NUMBERS = {int: re.compile(r"[+-]?\d+", re.ASCII), float: re.compile(r"[+-]?(\d+\.?\d*|\.\d+)", re.ASCII)}


class Plain:
    """Stands where Typer, from 0.29 on, has what makes a value of the text of a parameter."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value of a parameter."""
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        try:
            return taken(value, param.type_descriptor.annotation, param.type_descriptor.parameter_info)
        except ValueError:
            param._runtime_param = None  # so that Typer makes its own
            return param.get_runtime_param().coerce(value, param, ctx)


def take_plainly(parameters: Iterable[Any]) -> None:
    """Has parameters of Typer take their values so, where it would load pydantic."""
    for each in parameters:
        if hasattr(each, "_runtime_param"):
            each._runtime_param = Plain()


def taken(value: Any, type_: Any, about: Any) -> Any:
    """A value of a type, from a default or from the text on a line; a ValueError is for Typer to look at."""
    if about.parser is not None:
        return about.parser(value)
    if get_origin(type_) is list and isinstance(value, list | tuple):
        return [taken(each, get_args(type_)[0], about) for each in value]
    if get_origin(type_) is Literal and value in get_args(type_):
        return value
    if type_ is str and isinstance(value, str):
        return value
    if type_ is Path and (os.access(value, os.R_OK) or not os.path.exists(value)):
        return Path(value)
    if type_ in NUMBERS and NUMBERS[type_].fullmatch(str(value)):
        number = type_(value)
        if (about.min is None or number >= about.min) and (about.max is None or number <= about.max):
            return number
    raise ValueError
