"""Scores on standard output: as a table, CSV, JSON, or in the format of trec_eval."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import chain, groupby
from operator import itemgetter

import typer

from evalsql.catalog.conventions import caption
from evalsql.catalog.measure import Measure, with_residuals
from evalsql.cli.notices import note
from evalsql.cli.show.tables import print_columns, write_csv
from evalsql.errors import InputError
from evalsql.render import statements
from evalsql.scoring.evaluation import Evaluation
from evalsql.words import plural, said

AT_ONCE = 10_000  # rows


def fetch(evaluation: Evaluation, report: str, measures: Sequence[Measure]) -> list[tuple]:
    """The rows of a report."""
    return evaluation.connection.execute(statements.report(f"scores/{report}", measures)).fetchall()


def is_count(measure: Measure) -> bool:
    """Whether a measure is a whole number, added up over queries."""
    return measure.metric.summary == "sum"


def shown(measure: Measure, value: float | None) -> str:
    """A value as tables show it: four decimals, or none for a count; a dash where there is none."""
    if value is None:
        return "-"
    return f"{value:.0f}" if is_count(measure) else f"{value:.4f}"


def print_table(evaluation: Evaluation, measures: Sequence[Measure], per_query: bool) -> None:
    """A leaderboard whose best values are marked, before it the scores of every query where they are asked for.

    A measure that has a residual is shown as a range: 0.447 +0.042.
    """
    every = with_residuals(measures)
    # each with the place of its value, and of its residual's if it has one
    shown_so = [(each, every.index(each), each.residual and every.index(each.residual)) for each in measures]
    board = fetch(evaluation, "leaderboard", every)
    if per_query:
        rows = [
            [run, query, *(cell(*place, values) for place in shown_so)]
            for (run, query), values in by_query(evaluation, every)
        ]
        print_columns(["run", "query_id", *map(str, measures)], rows, texts=2)
        typer.echo()
    best = {}
    for measure, place, _ in shown_so:
        pick = {"higher": max, "lower": min}.get(measure.metric.better)
        found = [values[place] for _, *values in board if values[place] is not None]
        if pick and len(found) > 1:
            best[place] = shown(measure, pick(found))
    rows = [
        [run, *(cell(measure, place, rest, values, best.get(place, "")) for measure, place, rest in shown_so)]
        for run, *values in board
    ]
    print_columns(["run", *(f"{measure} " for measure in measures)], rows, texts=1)
    typer.echo(f"\nMeans {evaluation.coverage}." + (" * best." if best else "") + notes(evaluation, measures))


def cell(
    measure: Measure, place: int, rest: int | None, values: Sequence[float | None], best: str | None = None
) -> str:
    """A measure's value, marked where it is the best of a leaderboard, and its residual if it has one.

    Args:
        measure: the measure.
        place: where among the values its own is.
        rest: where that of its residual is, if it has one.
        values: those of all measures.
        best: the best of a leaderboard as it is shown, or an empty text; None where none is marked.
    """
    text = shown(measure, values[place])
    if best is not None:
        text += "*" if text == best else " "
    return text if rest is None else f"{text} +{shown(measure, values[rest])}"


def notes(evaluation: Evaluation, measures: Sequence[Measure]) -> str:
    """What else to say below a leaderboard: what the second numbers are, and what was left out of a mean."""
    said = ""
    if any(measure.residual for measure in measures):
        said += "\n+x: residual, the increase if every unjudged document were relevant."
    for measure in measures:
        if is_count(measure):
            said += f"\n{measure}: added up over the queries."
        if measure.metric.when_empty is None:
            said += over_some(evaluation, measure)
    return said + caption(evaluation.convention)


def by_query(
    evaluation: Evaluation, measures: Sequence[Measure]
) -> Iterator[tuple[tuple[str, str], list[float | None]]]:
    """Each run and query with its scores, in the order of the measures; the connection is in use until the last."""
    found = evaluation.connection.execute(statements.report("scores/by_query", measures))
    rows = chain.from_iterable(iter(lambda: found.fetchmany(AT_ONCE), []))
    for key, scores in groupby(rows, key=itemgetter(0, 1)):
        yield key, [value for *_, value in scores]


def print_csv(evaluation: Evaluation, measures: Sequence[Measure], per_query: bool) -> None:
    """The leaderboard, or the score of every query, with a header and all digits."""
    if per_query:
        header, rows = ["run", "query_id", "metric", "value"], fetch(evaluation, "per_query", measures)
    else:
        header, rows = ["run", *map(str, measures)], fetch(evaluation, "leaderboard", measures)
    write_csv(header, rows)
    note(f"means {evaluation.coverage}")


def print_json(evaluation: Evaluation, measures: Sequence[Measure], per_query: bool) -> None:
    """One object: the coverage, the leaderboard, and the score of every query where they are asked for."""
    header = ["run", *map(str, measures)]
    board = fetch(evaluation, "leaderboard", measures)
    result = {
        "coverage": asdict(evaluation.coverage),
        "leaderboard": [dict(zip(header, row, strict=True)) for row in board],
    }
    if per_query:
        names = ("run", "query_id", "metric", "value")
        rows = fetch(evaluation, "per_query", measures)
        result["scores"] = [dict(zip(names, row, strict=True)) for row in rows]
    typer.echo(json.dumps(result, indent=1, ensure_ascii=False))


def refuse_trec(evaluation: Evaluation, per_query: bool) -> None:
    """Refuses names that the lines of trec_eval cannot hold, before anything is written.

    Raises:
        InputError: a name has a control character in it, such as a tab, or a query is called as all of them are.
    """
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


def print_trec(evaluation: Evaluation, measures: Sequence[Measure], per_query: bool) -> None:
    """What trec_eval prints, run after run, under its names where it has one."""
    named = [(f"{each.name_in('trec_eval') or each!s:<22}", each) for each in measures]

    def lines(query: str, values: Sequence[float | None]) -> Iterator[str]:
        """One line each: measure, query, value; none where there is no value."""
        for (name, measure), value in zip(named, values, strict=True):
            if value is not None:
                yield f"{name}\t{query}\t{shown(measure, value)}\n"

    board = sorted(fetch(evaluation, "leaderboard", measures))
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
    note(f"means {evaluation.coverage}")


def over_some(evaluation: Evaluation, measure: Measure) -> str:
    """How many queries a mean is over, where a measure has no value for some of them."""
    ((fewest, most, lacking),) = evaluation.connection.execute(
        """
        select min(valued), max(valued), sum(queries - valued)
        from (select run, count(value) as valued, count(*) as queries from evalsql_scores where metric = ? group by run)
        """,
        [str(measure)],
    ).fetchall()
    if not lacking:
        return ""
    counted = plural(most, "query") if fewest == most else f"{fewest} to {most} queries"
    return f"\n{measure}: over the {counted} of each run where it has a value."


PRINTERS: Mapping[str, Callable[[Evaluation, Sequence[Measure], bool], None]] = {
    "table": print_table,
    "csv": print_csv,
    "json": print_json,
    "trec": print_trec,
}
