"""What commands that are not declared by @command yet share."""

import inspect
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Literal

from evalsql.cli.options import *  # noqa: F403
from evalsql.cli.options import (
    ABOUT_BY as ABOUT_BY,
)
from evalsql.cli.options import (
    OF_DOCUMENTS,
    OF_SCORING,
    OF_WEIGHTS,
    By,
    Decimals,
    Slices,
    Standardise,
    Top,
    evaluation_options,
    option,
    where_option,
)
from evalsql.cli.parameters import with_parameters
from evalsql.errors import InputError

RowsFormat = Literal["table", "csv", "json"]
FormatOption = Annotated[RowsFormat, option("How to print.")]
StandardiseOption = Standardise
SlicesOption = Slices
ByOption = By
DecimalsOption = Decimals
TopOption = Top


def refuse_by(slices: str | None, by: list[str] | None) -> None:
    """Refuses attributes without a table that has them."""
    if by and slices is None:
        raise InputError(f"--by {by[0]} names an attribute of queries; --slices says which file has it")


def with_evaluation_options(
    command: Callable[..., None], without: tuple[str, ...] = (), inputs: str = "RUNS"
) -> Callable[..., None]:
    """A command that has the options of `evaluation_options` in place of its parameter `options`, which gets them."""
    every = inspect.signature(evaluation_options).parameters.items()
    shared = {name: (each.annotation, each.default) for name, each in every if name not in without}
    shared["where"] = (Annotated[str | None, where_option(inputs)], None)

    def called(**given: Any) -> None:
        from evalsql.connections import open_ahead

        options = evaluation_options(**{name: given.pop(name) for name in shared})
        open_ahead(options.get("settings") or {})
        command(**given, options={name: value for name, value in options.items() if name not in without})

    return with_parameters(command, called, shared, "options")


with_order_options = partial(with_evaluation_options, without=("queries", "costs"))
with_built_options = partial(with_evaluation_options, without=OF_DOCUMENTS)
with_weighted_options = partial(with_evaluation_options, without=OF_SCORING)
with_input_options = partial(with_evaluation_options, without=OF_WEIGHTS)


def refuse_of_tables(format: str, fit: Any, **asked: object) -> None:
    """Refuses options about how a table looks beside a format that is none."""
    from evalsql.words import either

    for name, value in asked.items():
        if value is not None and format not in fit:
            raise InputError(f"--{name} is for --format {either(fit)}, not for {format}")
