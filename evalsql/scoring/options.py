"""The options of an evaluation, which every question about runs passes on to it."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from evalsql.catalog.conventions import Population, Subtopics, Ties
from evalsql.errors import InputError

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
    """The same, which documents count, and how those of equal scores are ordered."""

    without_own: bool | None
    exclusions: Any
    candidates: Any
    ties: Ties | None


class Options(OrderOptions, total=False):
    """The same, which queries count, and what documents cost."""

    queries: Sequence[str] | None
    costs: Any


def refuse_documents(options: Mapping[str, Any], what: str) -> None:
    """Refuses options that say which documents count, where rankings are made without them."""
    for name in ("without_own", "exclusions", "candidates"):
        if options.get(name) is not None:
            raise InputError(
                f"{name} is not known to {what}; evaluate drops such documents on one machine, and its scores can be"
                " written with -o and read in place of runs"
            )


def refuse_others(options: Mapping[str, Any], known: type = Options) -> None:
    """Refuses options that there are not, which Evaluation might take for something else."""
    if others := sorted(options.keys() - known.__optional_keys__):
        raise TypeError(f"got an unexpected keyword argument {others[0]!r}")
