"""How a function is called in place of a command, with other parameters than the command's."""

from collections.abc import Callable, Mapping
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Any


def with_parameters(
    command: Callable[..., None], called: Callable[..., None], own: Mapping[str, tuple[Any, Any]], place: str = ""
) -> Callable[..., None]:
    """A function as a command of its own, whose signature Typer reads."""
    ours = [
        Parameter(name, Parameter.KEYWORD_ONLY, annotation=one, default=usual) for name, (one, usual) in own.items()
    ]
    theirs = [each.replace(kind=Parameter.KEYWORD_ONLY) for each in signature(command).parameters.values()]
    parameters = [new for each in theirs for new in (ours if each.name == place else [each])] + ([] if place else ours)
    called = wraps(command)(called)
    vars(called)["__signature__"] = Signature(parameters)
    called.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return called
