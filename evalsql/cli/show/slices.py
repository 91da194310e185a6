"""Leaderboards by slice: one column per slice, for each measure and attribute."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count, groupby
from operator import itemgetter

import typer

from evalsql.catalog.headings import headings
from evalsql.catalog.measure import Measure
from evalsql.cli.layout import say
from evalsql.cli.show.paper import Marked, Paper
from evalsql.cli.show.rows import Look, Scored, leaderboard, shown
from evalsql.cli.show.tables import how_many, print_columns
from evalsql.render import statements
from evalsql.scoring.slices import SMALL
from evalsql.words import one_line, plural

SLICED = ("attribute", "slice", "queries", "small", "run")
SMALL_NOTE = f"~ fewer than {SMALL} queries, which say little."


def sliced_of(evaluation: Scored, measures: Sequence[Measure], look: Look) -> list[tuple]:
    """The rows of the report of slices, of the runs of the leaderboard that are asked for."""
    places = {str(measure): str(place) for place, measure in enumerate(measures)}
    select = statements.report("slices/leaderboard", measures, sort=places.get(look.sort, look.sort))
    rows = evaluation.connection.execute(select).fetchall()
    if look.top is None:
        return rows
    kept = {run for run, *_ in leaderboard(evaluation, measures, look)[: look.top]}
    return [row for row in rows if row[4] in kept]


def named(slice: str, queries: int) -> str:
    """What a column of a slice is called: small ones are marked."""
    return f"{slice} ({queries}{'~' if queries < SMALL else ''})"


def boards(
    evaluation: Scored, measures: Sequence[Measure], look: Look
) -> Iterator[tuple[str, Sequence[str], Mapping[str, Sequence[Sequence[float | None]]]]]:
    """Each attribute, its slices with how many queries they have, and of each run the values of all measures there."""
    runs = [run for run, *_ in leaderboard(evaluation, measures, look)]
    for attribute, rows in groupby(sliced_of(evaluation, measures, look), key=itemgetter(0)):
        slices: dict[str, dict[str, Sequence[float | None]]] = {}
        for _, slice, queries, _, run, *values in rows:
            slices.setdefault(named(slice, queries), {})[run] = values
        there = [run for run in runs if any(run in each for each in slices.values())]
        lacking = [None] * len(measures)
        yield attribute, list(slices), {run: [each.get(run, lacking) for each in slices.values()] for run in there}


def print_slices(evaluation: Scored, measures: Sequence[Measure], look: Look, names: Sequence[str]) -> None:
    """A table for each attribute and measure: a row per run, in the order of the leaderboard, a column per slice."""
    small = False
    for attribute, slices, values in boards(evaluation, measures, look):
        small = small or any(name.endswith("~)") for name in slices)
        for place, measure in enumerate(measures):
            rows = [
                [run, *(shown(measure, each[place], look.decimals) for each in of_slices)]
                for run, of_slices in values.items()
            ]
            most = how_many(look.top)
            typer.echo()
            say(one_line(f"{names[place]} by {attribute}"))
            print_columns(["run", *slices], rows[:most], 1)
            if left := len(rows[most:] if most else []):
                say(f"... {plural(left, 'more run')}; --top {len(rows)} shows all")
    say("\nIn brackets: how many queries." + (f" {SMALL_NOTE}" if small else ""))


def papers_of(evaluation: Scored, measures: Sequence[Measure], look: Look) -> Iterator[Paper]:
    """The same for a paper."""
    names = headings(measures, evaluation.convention)
    number = count(1)
    for attribute, slices, values in boards(evaluation, measures, look):
        for place, measure in enumerate(measures):
            rows = [
                [run, *(Marked(shown(measure, each[place], look.decimals)) for each in of_slices)]
                for run, of_slices in values.items()
            ]
            small = f" {SMALL_NOTE}" if any(name.endswith("~)") for name in slices) else ""
            about = f"{names[str(measure)]} by {attribute}; in brackets: how many queries.{small}"
            yield Paper(["run", *slices], rows, 1, about, label=f"slices-{next(number)}")
