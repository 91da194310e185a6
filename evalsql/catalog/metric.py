"""What a metric is: the head and the body of its file, as Python sees them."""

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal

from evalsql.catalog import relations
from evalsql.catalog.gains import GAINS, parse_gains
from evalsql.catalog.interval import WHOLE_RANKING, Interval
from evalsql.catalog.templates import expand
from evalsql.sqltext import Sql, writes_sql

PAPERS = (
    "Järvelin and Kekäläinen 2002",
    "Moffat and Zobel 2008",
    "Clarke et al. 2008",
    "Sakai 2006",
    "Della Mea and Mizzaro 2004",
)
SUMMARIES = ("mean", "sum", "geometric")  # how a run's value is made of those of its queries
NO_ORDER = "no order changes it"  # what a head says of ties if a metric's value is the same in every order of them


@dataclass(frozen=True)
class Parameter:
    """One parameter of a metric: its SQL type, its default and the values it takes.

    The default is None if a value must be given, and of gains, where it stands for the relevance itself. `idle` says
    where a value changes nothing, though the body reads it: an expression of Jinja over the parameters.
    """

    name: str
    type: Literal["DOUBLE", "INTEGER", "VARCHAR", "MAP(DOUBLE, DOUBLE)"]
    default: Any
    about: str
    within: Interval | None = None
    one_of: tuple[str, ...] = ()
    cutoff: bool = False
    idle: str = ""

    @property
    def required(self) -> bool:
        """Whether a value must be given."""
        return self.default is None and self.type != GAINS

    @property
    def allowed(self) -> str:
        """The values it takes, in words."""
        if self.cutoff and self.within and self.within.high == WHOLE_RANKING:
            return "a whole number of at least 1"
        if self.type == GAINS:
            return "a mapping of relevance to gain such as {1: 1, 2: 10} or '0-1-10', or 'exp'"
        if self.type == "VARCHAR":
            return "one of " + ", ".join(self.one_of) if self.one_of else "a text"
        return f"{'a whole number' if self.type == 'INTEGER' else 'a number'} in {self.within}"

    def takes(self, value: Any) -> bool:
        """Whether a value is one of them."""
        if self.type == GAINS:
            return value is None or parse_gains(value) is not None
        if self.type == "VARCHAR":
            return isinstance(value, str) and (not self.one_of or value in self.one_of)
        if isinstance(value, bool) or not isinstance(value, int | float):
            return False
        if self.within and value not in self.within:
            return False
        if self.type == "INTEGER":
            return value == int(value)
        return abs(value) <= sys.float_info.max or value == float("inf")


@dataclass(frozen=True)
class Example:
    """A worked example: relevance by rank ("?" unjudged), relevance missed, parameters, and the value as written.

    Where judgments are by subtopic, a document is a list of the subtopics it is relevant to, or a mapping of subtopics
    to relevance. If they are of a sample, strata has the stratum of each document of the ranking and missed. Costs
    are of documents of the ranking, "?" if none is given.

    An example of a curve has values, from the first rank on, and may have those of the ideal.
    """

    about: str
    ranking: tuple
    value: Decimal | int | None
    missed: tuple = ()
    scores: tuple[float, ...] = ()
    arguments: Mapping[str, Any] = field(default_factory=dict)
    values: tuple = ()
    ideal: tuple = ()
    strata: tuple[str, ...] = ()
    costs: tuple = ()

    @property
    def tolerance(self) -> float:
        """Half a unit of the last digit written."""
        return tolerance(self.value)


def tolerance(number: Decimal | int | None) -> float:
    """Half a unit of the last digit of a number as it was written."""
    place = number.as_tuple().exponent if isinstance(number, Decimal) else 0
    return 0.5 * 10**place if isinstance(place, int) and place < 0 else 1e-12


@writes_sql
def spell_out(template: str, values: Mapping[str, Any], literals: Mapping[str, str]) -> str:
    """A body with its fragments spelled out, less what the values do not ask for, and with literals for parameters."""
    return re.sub(r"\$(\w+)", lambda found: literals.get(found[1], found[0]), expand(template, values))


@dataclass(frozen=True)
class Metric:
    """A metric or curve file: its head, its body, and the body with the fragments spelled out.

    Attributes:
        template: the body as the file has it.
        body: the body with its fragments spelled out.
        fixed: the values of the parameters that its name fixes, such as those of [also] in its file.
        literals: these as SQL.
        range: the lowest and the highest value it can have.
        better: whether higher or lower values are better, or neither.
        reads: the relations that its body reads, topics always among them.
        needs_scores: whether its body reads scores or ties, and not ranks alone.
        papers: those of the papers implemented here that define or use it.
        macros: further names that its macro has.
        peers: what other tools call it, with {k} and the like where they write a parameter.
        residual: the metric that bounds from above how much it could still rise.
        when_empty: the value of an empty ranking, and of 0/0, or None.
        monotone: whether a relevant document that changes places with one above it never makes the value worse.
        needs: "judged" documents, or the "relevant" alone, where those of a relevance of 0 or less change nothing.
        summary: what is shown for a run: the mean over queries, the sum (of counts), or the geometric mean.
        ties: whether no order of tied documents changes its value: "no order changes it", or empty.
        over: what a curve has a value at each point of: rank, recall or p; None for a metric, which has one value.
    """

    name: str
    title: str
    family: str
    about: str
    formula: str
    range: tuple[float, float]
    better: Literal["higher", "lower", "neither"]
    cite: str
    template: str
    body: str
    reads: tuple[str, ...]
    needs_scores: bool
    parameters: Mapping[str, Parameter]
    examples: tuple[Example, ...]
    aliases: tuple[str, ...] = ()
    macros: tuple[str, ...] = ()
    peers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    residual: str | None = None
    when_empty: float | None = 0
    monotone: bool = True
    needs: Literal["judged", "relevant"] = "judged"
    summary: Literal["mean", "sum", "geometric"] = "mean"
    papers: tuple[str, ...] = ()
    over: str | None = None
    ties: str = ""
    fixed: Mapping[str, Any] = field(default_factory=dict)
    literals: Mapping[str, str] = field(default_factory=dict)

    def spell_out(self, values: Mapping[str, Any], template: str | None = None) -> Sql:
        """Its body with fragments spelled out, less what the values do not ask for.

        Args:
            values: the values of its parameters by name.
            template: a part of its body, which is taken instead.
        """
        return spell_out(self.template if template is None else template, {**values, **self.fixed}, self.literals)

    @property
    def sign(self) -> int:
        """By what a value is multiplied so that higher is better: 1, or -1 where lower values are."""
        return -1 if self.better == "lower" else 1

    @property
    def by_subtopic(self) -> bool:
        """Whether it needs judgments by subtopic."""
        return any(map(relations.by_subtopic, self.reads))

    @property
    def sampled(self) -> bool:
        """Whether it needs judgments of a sample of a pool, with strata."""
        return any(map(relations.sampled, self.reads))

    @property
    def priced(self) -> bool:
        """Whether it reads what documents cost."""
        return any(map(relations.priced, self.reads))

    @property
    def of_judges(self) -> bool:
        """Whether it reads what each judge says."""
        return any(map(relations.of_judges, self.reads))

    @property
    def greedy(self) -> bool:
        """Whether it reads a ranking that is found greedily."""
        return any(map(relations.greedy, self.reads))

    @property
    def cutoff(self) -> str | None:
        """The parameter that `@` sets, if there is one."""
        return next((parameter.name for parameter in self.parameters.values() if parameter.cutoff), None)
