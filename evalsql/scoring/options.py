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
    convention: str | None
    settings: "Settings | None"


class Options(JudgmentOptions, total=False):
    """The same, and which queries count."""

    queries: Sequence[str] | None


def refuse_others(options: Mapping[str, Any], kind: type) -> None:
    """Refuses what is no option of this kind, which Evaluation might take for one of its own.

    Raises:
        TypeError: there is such an option.
    """
    for name in options:
        if name not in kind.__annotations__:
            raise TypeError(f"got an unexpected keyword argument {name!r}")
