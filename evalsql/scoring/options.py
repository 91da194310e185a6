"""The options of an evaluation, which every question about runs passes on to it."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from evalsql.catalog.conventions import Population, Subtopics

if TYPE_CHECKING:
    from evalsql.connections import Settings


class JudgmentOptions(TypedDict, total=False):
    """How runs are scored by judgments; Evaluation says what each option means, and what it is where it is left out."""

    population: Population | None
    gains: Any
    subtopics: Subtopics
    weights: Any
    where: str | None
    convention: str | None
    columns: Mapping[str, str] | None
    settings: "Settings | None"


class Options(JudgmentOptions, total=False):
    """The same, and which queries count."""

    queries: Sequence[str] | None


def refuse_others(options: Options) -> None:
    """Refuses options that there are not, which Evaluation might take for something else.

    Raises:
        TypeError: as Python does of an argument that a function does not have.
    """
    if others := sorted(options.keys() - Options.__optional_keys__):
        raise TypeError(f"got an unexpected keyword argument {others[0]!r}")
