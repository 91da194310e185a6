"""The options of an evaluation, which every question about runs passes on to it."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from evalsql.catalog.conventions import Population, Subtopics, Ties

if TYPE_CHECKING:
    from evalsql.connections import Settings


class InputOptions(TypedDict, total=False):
    """How runs or judgments are read; Evaluation says what each option means, and what it is where it is left out."""

    subtopics: Subtopics
    where: str | None
    columns: Mapping[str, str] | None
    settings: "Settings | None"


class WeightedOptions(InputOptions, total=False):
    """The same, and what subtopics weigh."""

    weights: Any


class JudgmentOptions(WeightedOptions, total=False):
    """The same, and how runs are scored by judgments."""

    population: Population | None
    gains: Any
    convention: str | None


class OrderOptions(JudgmentOptions, total=False):
    """The same, and how documents of equal scores are ordered."""

    ties: Ties | None


class Options(OrderOptions, total=False):
    """The same, and which queries count."""

    queries: Sequence[str] | None


def refuse_others(options: Mapping[str, Any], known: type = Options) -> None:
    """Refuses options that there are not, which Evaluation might take for something else.

    Args:
        options: what was given.
        known: the TypedDict of those that there are.

    Raises:
        TypeError: as Python does of an argument that a function does not have.
    """
    if others := sorted(options.keys() - known.__optional_keys__):
        raise TypeError(f"got an unexpected keyword argument {others[0]!r}")
