"""Scores on standard output: as CSV, JSON or in the format of trec_eval; leaderboard.py has tables of them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from itertools import groupby

import typer

from evalsql.catalog.conventions import clause
from evalsql.catalog.measure import Measure
from evalsql.cli.layout import say_json
from evalsql.cli.notices import note
from evalsql.cli.show.leaderboard import print_paper, print_table
from evalsql.cli.show.rows import Look, Scored, by_query, fetch, leaderboard, shown
from evalsql.cli.show.slices import SLICED, sliced_of
from evalsql.cli.show.tables import write_csv
from evalsql.errors import InputError
from evalsql.words import said


def print_csv(evaluation: Scored, measures: Sequence[Measure], per_query: bool, look: Look) -> None:
    """The leaderboard, or the score of every query, with a header and all digits."""
    header, rows = ["run", *map(str, measures)], leaderboard(evaluation, measures, look)[: look.top]
    if look.slices:
        parts = sliced_of(evaluation, measures, look)
        whole = [(None, None, None, None, *row) for row in rows]
        marked = [(*row[:3], str(row[3]).lower(), *row[4:]) for row in parts]
        header, rows = [*SLICED, *header[1:]], whole + marked
    if per_query:
        header, rows = ["run", "query_id", "metric", "value"], scores_of(evaluation, measures, rows)
    write_csv(header, rows)
    note(f"means {evaluation.coverage}{clause(evaluation.convention)}")


def scores_of(evaluation: Scored, measures: Sequence[Measure], board: Sequence[tuple]) -> list[tuple]:
    """The scores of every query, of the runs of a leaderboard."""
    wanted = {run for run, *_ in board}
    return [row for row in fetch(evaluation, "per_query", measures) if row[0] in wanted]


def print_json(evaluation: Scored, measures: Sequence[Measure], per_query: bool, look: Look) -> None:
    """One object: the coverage, the leaderboard, and the score of every query where they are asked for."""
    header = ["run", *map(str, measures)]
    board = leaderboard(evaluation, measures, look)[: look.top]
    result = {
        "convention": evaluation.convention,
        "coverage": asdict(evaluation.coverage),
        "better": {str(measure): measure.metric.better for measure in measures},
        "leaderboard": [dict(zip(header, row, strict=True)) for row in board],
    }
    if look.slices:
        parts = sliced_of(evaluation, measures, look)
        result["slices"] = [dict(zip([*SLICED, *header[1:]], row, strict=True)) for row in parts]
    if per_query:
        names = ("run", "query_id", "metric", "value")
        rows = scores_of(evaluation, measures, board)
        result["scores"] = [dict(zip(names, row, strict=True)) for row in rows]
    say_json(result)


def refuse_trec(evaluation: Scored, per_query: bool) -> None:
    """Refuses names that the lines of trec_eval cannot hold, before anything is written."""
    unfit = r"regexp_matches(name, '[\p{Cc}\p{Zl}\p{Zp}]') or name = 'all' and what = 'query_id'"
    names = " union all ".join(
        f"select distinct '{what}' as what, {what} as name from evalsql_scores"
        for what in (["run", "query_id"] if per_query else ["run"])
    )
    found = evaluation.connection.execute(f"from ({names}) where {unfit} order by what desc, name asc limit 1")
    for what, name in found.fetchall():
        problem = "has a control character in it, such as a tab or a line break, which a line cannot hold"
        if name == "all":
            problem = "is what the lines about all queries have in its place"
        raise InputError(f"--format trec: {what} {said(name)} {problem}; --format csv and json take any name")


def print_trec(evaluation: Scored, measures: Sequence[Measure], per_query: bool, look: Look) -> None:
    """What trec_eval prints, run after run, under its names where it has one."""
    named = [(f"{each.name_in('trec_eval') or each!s:<22}", each) for each in measures]

    def lines(query: str, values: Sequence[float | None]) -> Iterator[str]:
        """One line each: measure, query, value; none where there is no value."""
        for (name, measure), value in zip(named, values, strict=True):
            if value is not None:
                yield f"{name}\t{query}\t{shown(measure, value)}\n"

    board = sorted(leaderboard(evaluation, measures, look))
    # both are in the order of runs
    queries = groupby(by_query(evaluation, measures), key=lambda each: each[0][0]) if per_query else iter(())
    of, scores = next(queries, (None, ()))
    for run, *values in board:
        if of == run:
            for (_, query), each in scores:
                typer.echo("".join(lines(query, each)), nl=False)
            of, scores = next(queries, (None, ()))
        typer.echo(f"{'runid':<22}\tall\t{run}")
        typer.echo("".join(lines("all", values)), nl=False)
    note(f"means {evaluation.coverage}{clause(evaluation.convention)}")


PRINTERS: Mapping[str, Callable[[Scored, Sequence[Measure], bool, Look], None]] = {
    "table": print_table,
    "csv": print_csv,
    "json": print_json,
    "trec": print_trec,
    "markdown": partial(print_paper, form="markdown"),
    "latex": partial(print_paper, form="latex"),
}
