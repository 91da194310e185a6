"""A leaderboard as a table, on a terminal or for a paper."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import typer

from evalsql.catalog.conventions import caption
from evalsql.catalog.headings import headings, left_out
from evalsql.catalog.measure import Measure, with_residuals
from evalsql.cli.layout import say
from evalsql.cli.show import paper
from evalsql.cli.show.paper import Marked, Paper
from evalsql.cli.show.rows import Look, Scored, by_query, is_count, leaderboard, shown
from evalsql.cli.show.slices import papers_of, print_slices
from evalsql.cli.show.tables import how_many, print_columns, print_top
from evalsql.errors import InputError
from evalsql.words import plural


@dataclass(frozen=True)
class Column:
    """A measure in a table."""

    measure: Measure  # the measure
    heading: str  # what the table calls it
    place: int  # where among the values its own is
    rest: int | None  # where that of its residual is, if it has one
    decimals: int  # of a value
    ranges: bool  # whether the residual is shown

    @property
    def name(self) -> str:
        """What the column is called."""
        return f"{self.heading} +residual" if self.ranges and self.rest is not None else self.heading

    def value(self, values: Sequence[float | None]) -> str:
        """The value as it is shown."""
        return shown(self.measure, values[self.place], self.decimals)

    def residual(self, values: Sequence[float | None]) -> str:
        """What stands behind the value."""
        if not self.ranges or self.rest is None:
            return ""
        return f" +{shown(self.measure, values[self.rest], self.decimals)}"

    def best(self, board: Sequence[tuple]) -> str:
        """The best value of a leaderboard as it is shown; nothing where there is none, or no other."""
        pick = {"higher": max, "lower": min}.get(self.measure.metric.better)
        found = [values[self.place] for _, *values in board if values[self.place] is not None]
        return shown(self.measure, pick(found), self.decimals) if pick and len(found) > 1 else ""

    def in_doubt(self, board: Sequence[tuple]) -> float | None:
        """The largest residual, where that of some run is larger than its distance to the run above it."""
        if self.rest is None:
            return None
        pairs = [(values[self.place], values[self.rest]) for _, *values in board]
        found = sorted(((v, r) for v, r in pairs if v is not None and r is not None), reverse=True)
        if any(r > above - v for (above, _), (v, r) in pairwise(found)):
            return max(r for _, r in found)
        return None


def columns_of(measures: Sequence[Measure], look: Look, convention: str | None = None) -> list[Column]:
    """The measures as columns of a table of their values and those of their residuals."""
    short = headings(measures, convention)
    every = with_residuals(measures)
    rests = [every.index(each.residual) if each.residual else None for each in measures]
    return [
        Column(each, short[str(each)], every.index(each), rest, look.decimals, look.ranges)
        for each, rest in zip(measures, rests, strict=True)
    ]


def print_table(evaluation: Scored, measures: Sequence[Measure], per_query: bool, look: Look) -> None:
    """A leaderboard whose best values are marked, before it the scores of every query where they are asked for."""
    every, columns = with_residuals(measures), columns_of(measures, look, evaluation.convention)
    board = leaderboard(evaluation, every, look)
    if per_query:
        wanted = {run for run, *_ in board[: how_many(look.top)]}
        rows = [
            [run, query, *(column.value(values) + column.residual(values) for column in columns)]
            for (run, query), values in by_query(evaluation, every)
            if run in wanted
        ]
        print_columns(["run", "query_id", *(column.name for column in columns)], rows, texts=2)
        typer.echo()
    best = [column.best(board) for column in columns]
    rows = [
        [run, *(
            text + ("^" if text == first else " ") + column.residual(values)
            for column, text, first in zip(columns, (each.value(values) for each in columns), best, strict=True)
        )]
        for run, *values in board
    ]  # fmt: skip
    print_top(["run", *(f"{column.name} " for column in columns)], rows, 1, look.top, "run")
    say(
        f"\nMeans {evaluation.coverage}."
        + (" ^ best." if any(best) else "")
        + notes(evaluation, columns)
        + caption(evaluation.convention, left_out(measures, evaluation.convention))
        + ("" if look.ranges else doubts(columns, board))
    )
    if look.slices:
        print_slices(evaluation, measures, look, [column.heading for column in columns])


def paper_of(evaluation: Scored, measures: Sequence[Measure], look: Look) -> Paper:
    """A leaderboard for a paper."""
    columns = columns_of(measures, look, evaluation.convention)
    board = leaderboard(evaluation, with_residuals(measures), look)
    best = [column.best(board) for column in columns]
    rows = [
        [run, *(
            Marked(text, text == first, after=column.residual(values))
            for column, text, first in zip(columns, (each.value(values) for each in columns), best, strict=True)
        )]
        for run, *values in board[: look.top]
    ]  # fmt: skip
    bold = " The best of each measure is in bold." if any(best) else ""
    agreed = caption(evaluation.convention, left_out(measures, evaluation.convention))
    said = " ".join((notes(evaluation, columns) + agreed).split("\n"))
    about = f"Means {evaluation.coverage}.{bold}{said}"
    return Paper(["run", *(column.name for column in columns)], rows, 1, about, label="evaluation")


def print_paper(evaluation: Scored, measures: Sequence[Measure], per_query: bool, look: Look, form: str) -> None:
    """A leaderboard for a paper, in Markdown or LaTeX."""
    if per_query:
        raise InputError(f"--per-query is not for --format {form}, which is one row per run")
    paper.PRINTERS[form](paper_of(evaluation, measures, look))
    for each in papers_of(evaluation, measures, look) if look.slices else ():
        typer.echo()
        paper.PRINTERS[form](each)


def doubts(columns: Sequence[Column], board: Sequence[tuple]) -> str:
    """A line about the measures whose order unjudged documents could change."""
    found = [(each.heading, most) for each in columns if (most := each.in_doubt(board)) is not None]
    if not found:
        return ""
    listed = ", ".join(f"{name} by up to {most:.{columns[0].decimals}f}" for name, most in found)
    return f"\nUnjudged documents could raise {listed}, and change the order (--ranges shows it)."


def notes(evaluation: Scored, columns: Sequence[Column]) -> str:
    """What else to say below a leaderboard: what the second numbers are, and what was left out of a mean."""
    said = ""
    if any(column.ranges and column.rest is not None for column in columns):
        said += "\n+residual: the increase if every unjudged document were relevant."
    counts = [column.heading for column in columns if is_count(column.measure)]
    if counts:
        said += f"\n{', '.join(counts)}: added up over the queries."
    for column in columns:
        if column.measure.metric.when_empty is None:
            said += over_some(evaluation, column)
    return said


def over_some(evaluation: Scored, column: Column) -> str:
    """How many queries a mean is over, where a measure has no value for some of them."""
    ((fewest, most, lacking),) = evaluation.connection.execute(
        """
        select min(valued), max(valued), sum(queries - valued)
        from (select run, count(value) as valued, count(*) as queries from evalsql_scores where metric = ? group by run)
        """,
        [str(column.measure)],
    ).fetchall()
    if not lacking:
        return ""
    counted = plural(most, "query") if fewest == most else f"{fewest} to {most} queries"
    return f"\n{column.heading}: over the {counted} of each run where it has a value."
