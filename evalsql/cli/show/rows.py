"""The rows of scores that are printed, and their values as text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from operator import itemgetter
from typing import Protocol

from evalsql.catalog.measure import Measure, as_measures
from evalsql.cli.old import DECIMALS
from evalsql.connections import Connection
from evalsql.errors import InputError, Problem
from evalsql.render import statements
from evalsql.scoring.population import Coverage
from evalsql.words import either

AT_ONCE = 10_000  # rows


class Scored(Protocol):
    """An evaluation, wherever it was made: where the scores are, and what they are over."""

    @property
    def connection(self) -> Connection:
        """Where the table evalsql_scores is."""
        ...

    @property
    def coverage(self) -> Coverage:
        """Which queries the scores are over."""
        ...

    @property
    def warnings(self) -> Sequence[Problem]:
        """What looks wrong about the inputs."""
        ...

    @property
    def convention(self) -> str | None:
        """The bundle of decisions that measures are read by, or None."""
        ...


@dataclass(frozen=True)
class Look:
    """How scores are printed."""

    decimals: int  # of a value in a table
    sort: str  # the measure that runs are in the order of, as text, or "run" for their names
    top: int | None  # how many runs; where None all, but in a table on a terminal no more than can be looked at
    ranges: bool  # whether values have their residuals beside them
    slices: bool = False  # whether there are slices of the queries, whose means are shown too


def sorted_by(text: str | None, measures: Sequence[Measure], convention: str | None) -> str:
    """What Look.sort is for a measure as it was written."""
    if text in (None, "run"):
        return text or str(measures[0])
    named = list(map(str, measures))
    try:
        wanted = list(map(str, as_measures([text], convention=convention)))
    except InputError:
        wanted = []
    if len(wanted) != 1 or wanted[0] not in named:
        raise InputError(f"--sort takes run or one of the measures, {either(named)}, not {text!r}")
    return wanted[0]


def fetch(evaluation: Scored, report: str, measures: Sequence[Measure], **values: str) -> list[tuple]:
    """The rows of a report."""
    return evaluation.connection.execute(statements.report(f"scores/{report}", measures, **values)).fetchall()


def leaderboard(evaluation: Scored, measures: Sequence[Measure], look: Look) -> list[tuple]:
    """One row per run with its means, in the order that is asked for."""
    places = {str(measure): str(place) for place, measure in enumerate(measures)}
    return fetch(evaluation, "leaderboard", measures, sort=places.get(look.sort, look.sort))


def is_count(measure: Measure) -> bool:
    """Whether a measure is a whole number, added up over queries."""
    return measure.metric.summary == "sum"


def shown(measure: Measure, value: float | None, decimals: int = DECIMALS) -> str:
    """A value as tables show it: no decimals where it is a count; a dash where there is none."""
    if value is None:
        return "-"
    return f"{value:.0f}" if is_count(measure) else f"{value:z.{decimals}f}"


def by_query(evaluation: Scored, measures: Sequence[Measure]) -> Iterator[tuple[tuple[str, str], list[float | None]]]:
    """Each run and query with its scores, in the order of the measures; the connection is in use until the last."""
    found = evaluation.connection.execute(statements.report("scores/by_query", measures))
    rows = chain.from_iterable(iter(lambda: found.fetchmany(AT_ONCE), []))
    for key, scores in groupby(rows, key=itemgetter(0, 1)):
        yield key, [value for *_, value in scores]
