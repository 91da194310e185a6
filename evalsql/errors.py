"""Errors and warnings about inputs, each with one sentence for the user."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal


class InputError(ValueError):
    """An input cannot be used: a run, judgments, a measure, an option.

    Any function may raise it, in one it calls or itself. The docstrings of public ones say when.

    Attributes:
        kind: which kind of problem it is, if one of the inputs was found.
    """

    kind = ""


class InputWarning(UserWarning):
    """An input can be used but looks wrong: the category of every warning of evalsql."""


class CatalogError(ValueError):
    """A file in sql/ lacks an entry or has a wrong one."""


@dataclass(frozen=True)
class Problem:
    """A problem of the inputs: a kind, a sentence, and the number of affected rows or queries."""

    level: Literal["error", "warning"]
    kind: str
    text: str
    count: int = 1


refusing = False  # whether a warning refuses as an error does: the command line's choice


def refuse(problems: Iterator[Problem]) -> list[Problem]:
    """The warnings among problems."""
    warnings = []
    for problem in problems:
        if problem.level == "error" or refusing:
            refused = InputError(problem.text)
            refused.kind = problem.kind
            raise refused
        warnings.append(problem)
    return warnings
