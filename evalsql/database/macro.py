"""A table macro of the library: what it is called, what it is, and how it is made."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from evalsql.catalog.metric import WHOLE_RANKING, Parameter


@dataclass(frozen=True)
class Macro:
    """A table macro: what it is, and how the statement that creates it is made, which takes time."""

    name: str
    aliases: str
    kind: str
    family: str | None
    title: str
    about: str
    formula: str | None
    range_low: float | None
    range_high: float | None
    better: str | None
    call: str
    signature: str
    parameters: str
    citation: str | None
    render: Callable[[], str] = field(repr=False, compare=False)

    @cached_property
    def statement(self) -> str:
        """The statement that creates it."""
        return self.render()

    @property
    def of_runs(self) -> bool:
        """Whether it reads runs, and not what is made of them alone."""
        return "runs" in json.loads(self.parameters)

    @property
    def comment(self) -> str:
        """What the database says of it."""
        title = self.title[0].upper() + self.title[1:]
        parts = [f"{title}. {self.about}".replace("\n", " "), self.formula and f"Formula: {self.formula}."]
        told = [f"{name}: {about}" for name, about in json.loads(self.parameters).items()]
        return " ".join(part for part in (*parts, "Parameters: " + "; ".join(told) + ".", self.citation) if part)


def shown(parameter: Parameter) -> bool:
    """Whether a call that shows how a macro is called has a parameter: a cutoff, or what must be given."""
    return parameter.required or parameter.default == WHOLE_RANKING


def example(parameter: Parameter) -> str:
    """An argument that fits a parameter that must be given: a share, how many documents there are, or a relevance."""
    number: float = 0.5 if not parameter.takes(1.5) else 1_000_000 if not parameter.takes(0.5) else 3
    return f"{parameter.name} := {10 if parameter.cutoff else number}"
