"""The two ways evalsql says no, and what may be wrong with inputs. Each is one sentence for whoever gave them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal


class InputError(ValueError):
    """Something the user gave cannot be used: a run, judgments, a measure, an option.

    Any function may raise it, in one it calls or itself. The docstrings of public ones say when.

    Attributes:
        kind: which kind of problem it is, if one of the inputs was found.
    """

    kind = ""


class InputWarning(UserWarning):
    """What was given can be used, but looks wrong: the category of every warning of a function of evalsql."""


class CatalogError(ValueError):
    """A file in sql/ does not say what it must."""


@dataclass(frozen=True)
class Problem:
    """What is wrong with the inputs: a kind, a sentence, and how many rows or queries it is true of."""

    level: Literal["error", "warning"]
    kind: str
    text: str
    count: int


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
