"""Scores on standard output: as a table, CSV, JSON, or in the format of trec_eval."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from itertools import groupby

import typer

from evalsql.catalog.conventions import caption
from evalsql.catalog.measure import Measure, with_residuals
from evalsql.cli.show.tables import print_columns, write_csv
from evalsql.errors import InputError
from evalsql.render import statements
from evalsql.scoring.evaluation import Evaluation
from evalsql.words import plural, said


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
    board = [(run, dict(zip(every, values, strict=True))) for run, *values in fetch(evaluation, "leaderboard", every)]
    if per_query:
        rows = []
        for (run, query), scores in by_query(evaluation, every):
            values = dict(zip(every, (value for *_, value in scores), strict=True))
            rows.append([run, query, *(cell(measure, values) for measure in measures)])
        print_columns(["run", "query_id", *map(str, measures)], rows, texts=2)
        typer.echo()
    best = {}
    for measure in measures:
        pick = {"higher": max, "lower": min}.get(measure.metric.better)
        found = [values[measure] for _, values in board if values[measure] is not None]
        if pick and len(found) > 1:
            best[measure] = shown(measure, pick(found))
    rows = [[run, *(cell(measure, values, best.get(measure, "")) for measure in measures)] for run, values in board]
    print_columns(["run", *(f"{measure} " for measure in measures)], rows, texts=1)
    typer.echo(f"\nMeans {evaluation.coverage}." + (" * best." if best else "") + notes(evaluation, measures))


def cell(measure: Measure, values: Mapping[Measure, float | None], best: str | None = None) -> str:
    """A measure's value, marked where it is the best of a leaderboard, and its residual if it has one."""
    text = shown(measure, values[measure])
    if best is not None:
        text += "*" if text == best else " "
    residual = measure.residual
    return f"{text} +{shown(residual, values[residual])}" if residual else text


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


def by_query(evaluation: Evaluation, measures: Sequence[Measure]):
    """The scores of each run and query, in the order of the measures."""
    order = {str(measure): place for place, measure in enumerate(measures)}
    rows = sorted(fetch(evaluation, "per_query", measures), key=lambda row: (row[0], row[1], order[row[2]]))
    return groupby(rows, key=lambda row: row[:2])


def print_csv(evaluation: Evaluation, measures: Sequence[Measure], per_query: bool) -> None:
    """The leaderboard, or the score of every query, with a header and all digits."""
    if per_query:
        header, rows = ["run", "query_id", "metric", "value"], fetch(evaluation, "per_query", measures)
    else:
        header, rows = ["run", *map(str, measures)], fetch(evaluation, "leaderboard", measures)
    write_csv(header, rows)
    typer.echo(f"evalsql: means {evaluation.coverage}", err=True)


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
    scores = {key: list(rows) for key, rows in by_query(evaluation, measures)} if per_query else {}
    for run, *values in sorted(fetch(evaluation, "leaderboard", measures)):
        for (of, query), rows in scores.items():
            if of == run:
                for measure, (*_, value) in zip(measures, rows, strict=True):
                    print_trec_line(measure, query, value)
        typer.echo(f"{'runid':<22}\tall\t{run}")
        for measure, value in zip(measures, values, strict=True):
            print_trec_line(measure, "all", value)
    typer.echo(f"evalsql: means {evaluation.coverage}", err=True)


def print_trec_line(measure: Measure, query: str, value: float | None) -> None:
    """One line: measure, query, value; none where there is no value."""
    if value is None:
        return
    typer.echo(f"{measure.name_in('trec_eval') or measure!s:<22}\t{query}\t{shown(measure, value)}")


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
