"""The options of an evaluation, which every question about runs passes on to it; Evaluation says what each means."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypedDict, get_args

from evalsql.arguments import flag, list_of, one_of, whole_number
from evalsql.catalog.conventions import Convention, Duplicates, Population, Subtopics, Ties, decisions
from evalsql.errors import InputError

if TYPE_CHECKING:
    from evalsql.connections import Settings


class InputOptions(TypedDict, total=False):
    """How runs or judgments are read."""

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
    duplicates: Duplicates | None
    ties: Ties | None


class Options(OrderOptions, total=False):
    """The same, which queries count, and what documents cost."""

    queries: Sequence[str] | None
    costs: Any


class RankingOptions(Options, total=False):
    """The same, and how much of rankings is looked at."""

    depth: int | None
    judged_only: bool
    strict: bool


@dataclass(frozen=True)
class Conditions:
    """What is decided of an evaluation: its options, checked, and what the convention says of those that are None."""

    population: Population | None = None
    ties: Ties | None = None
    queries: Sequence[str] | None = None
    depth: int | None = None
    judged_only: bool = False
    strict: bool = False
    gains: Any = None
    subtopics: Subtopics = "auto"
    weights: Any = None
    without_own: bool | None = None
    exclusions: Any = None
    candidates: Any = None
    duplicates: Duplicates | None = None
    costs: Any = None
    where: str | None = None
    convention: str | None = None
    columns: Mapping[str, str] | None = None
    settings: "Settings | None" = None

    def __post_init__(self) -> None:
        for name in ("judged_only", "strict", "without_own"):
            if (value := getattr(self, name)) is not None:
                flag(value, name)
        decisions(self.convention)
        for name, allowed in (("ties", Ties), ("population", Population), ("duplicates", Duplicates)):
            if (value := getattr(self, name)) is not None:
                one_of(value, name, get_args(allowed))
        if self.depth is not None:  # which may be one of NumPy's
            object.__setattr__(self, "depth", whole_number(self.depth, "depth"))
        if self.ties == "average" and self.depth is not None:
            raise InputError(
                "depth cannot be combined with ties=average, because averaged ties have no order; use a cutoff"
                " instead: nDCG@10"
            )
        if self.queries is not None:
            list_of(self.queries, "queries")
        one_of(self.subtopics, "subtopics", get_args(Subtopics))

    @cached_property
    def decided(self) -> Convention:
        """What the convention decides, but for what the options do."""
        return decisions(self.convention, self.without_own, self.population)

    @property
    def tied(self) -> Ties:
        """What puts documents of equal scores in order."""
        return self.ties or "trec_eval"

    @property
    def scored(self) -> Population:
        """Which queries are scored."""
        return self.population or self.decided.population

    @property
    def complete(self) -> bool:
        """Whether a run that does not answer every query is refused."""
        return self.decided.complete and self.population is None

    @property
    def listed(self) -> bool:
        """Whether it may not be all judged queries that are scored."""
        return self.queries is not None or self.decided.relevant


def refuse_documents(options: Mapping[str, Any], what: str) -> None:
    """Refuses options that say which documents count, where rankings are made without them."""
    for name in ("without_own", "exclusions", "candidates", "duplicates"):
        if options.get(name) is not None:
            raise InputError(
                f"{name} does not apply to {what}; evaluate drops such documents on one machine, and its scores can be"
                " written with -o and read in place of runs"
            )


def refuse_others(options: Mapping[str, Any], known: type = Options) -> None:
    """Refuses options that there are not, which Evaluation might take for something else."""
    if others := sorted(options.keys() - known.__optional_keys__):
        raise TypeError(f"got an unexpected keyword argument {others[0]!r}")
