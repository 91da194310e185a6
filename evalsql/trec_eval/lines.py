"""Scores as trec_eval prints them, to the byte."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, groupby
from operator import itemgetter
from typing import Any

import typer

from evalsql.catalog.conventions import decisions
from evalsql.catalog.measure import Measure, parse_measure
from evalsql.catalog.trec_measures import RELSTRING, RUNID, Line, version_of
from evalsql.connections import Connection, fetch_all
from evalsql.errors import InputError
from evalsql.inputs.files import COMPRESSED, expand, format_of
from evalsql.inputs.names import Named, One
from evalsql.inputs.source import File
from evalsql.render import statements
from evalsql.scoring.evaluation import Evaluation
from evalsql.words import said

TAIL = 4096  # bytes of a file that its last line is among
UNANSWERED = 4  # the status where a judged query is not answered, as version 10 has it
AT_ONCE = 10_000  # rows


@dataclass(frozen=True)
class Style:
    """What is printed, beside the lines."""

    per_query: bool = False  # the lines of each query
    summary: bool = True  # those of all of them
    # whether a judged query that a run does not answer ends the output, as in version 10 without -c
    complete: bool = False
    condensed: bool = False  # whether rankings are of judged documents alone
    standardised: bool = False  # whether the values are standard scores
    tags: Mapping[str, str] = field(default_factory=dict)  # what a run calls itself, if that is not its name here


def as_one(runs: Sequence[Any]) -> list[Any]:
    """Runs as trec_eval takes them: a file is one, whatever tags its lines have."""
    return [Named(One(), each) if isinstance(each, str) else each for each in runs]


def measures_of(lines: Sequence[Line]) -> list[Measure]:
    """The measures of lines, each once."""
    found = [each for line in lines for each in (line.measure, line.of_all) if each is not None]
    named = {str(each): each for each in found}
    return list(named.values()) or [parse_measure("NumQ")]  # without which there would be no queries


def reads_documents(lines: Sequence[Line]) -> bool:
    """Whether a line is a text of relevances, for which the relations of an evaluation must be kept."""
    return any(line.length for line in lines)


def by_query(
    connection: Connection, measures: Sequence[Measure]
) -> Iterator[tuple[tuple[str, str], list[float | None]]]:
    """Each run and query with its scores, in the order of the measures; the connection is in use until the last."""
    found = connection.execute(statements.report("scores/by_query", measures))
    rows = chain.from_iterable(iter(lambda: found.fetchmany(AT_ONCE), []))
    for key, scores in groupby(rows, key=itemgetter(0, 1)):
        yield key, [value for *_, value in scores]


def print_lines(evaluation: Evaluation, lines: Sequence[Line], style: Style) -> int:
    """Prints what trec_eval does, run after run."""
    measures = measures_of(lines)
    ahead = version_of(evaluation.convention) == 9  # which prints no lines of queries that are not answered
    answered = set(fetch_all(evaluation.connection, "select run, query_id from evalsql_answered where is_judged"))
    lacking = unanswered(evaluation) if style.complete else {}
    texts = {line.name: relstrings(evaluation, line.length) for line in lines if line.length}
    if ahead or not style.standardised:
        amend(evaluation, lines, style)
    place = {str(measure): number for number, measure in enumerate(measures)}
    queries = (
        groupby(by_query(evaluation.connection, measures), key=lambda each: each[0][0]) if style.per_query else iter(())
    )
    of, scores = next(queries, (None, ()))
    board = sorted(fetch_all(evaluation.connection, statements.report("scores/leaderboard", measures, sort="run")))
    if len(board) > 1 and all(line.name != RUNID for line in lines):  # trec_eval takes one
        lines = [Line(RUNID, per_query=False), *lines]
    for run, *means in board:
        stop = lacking.get(run)
        if of == run:
            for (_, query), values in scores:
                if (stop is None or query.encode() < stop.encode()) and not (ahead and (run, query) not in answered):
                    # version 10 takes a query that is not answered as one with a document that is not judged
                    none = "" if style.condensed or (run, query) in answered else "-"
                    marks = {
                        name: found.get((run, query)) or ("" if name == RELSTRING else none)
                        for name, found in texts.items()
                    }
                    typer.echo("".join(printed(lines, query, values, place, marks, style)), nl=False)
            of, scores = next(queries, (None, ()))
        if stop is not None:
            typer.echo(
                f"evalsql: run {said(run)} has no results for query {said(stop)}; -c counts such queries", err=True
            )
            return UNANSWERED
        if style.summary:
            runid = {RUNID: style.tags.get(run, run)}
            typer.echo("".join(printed(lines, None, means, place, runid, style)), nl=False)
    return 0


def printed(
    lines: Sequence[Line],
    query: str | None,
    values: Sequence[float | None],
    place: Mapping[str, int],
    texts: Mapping[str, str],
    style: Style,
) -> Iterator[str]:
    """The lines of a query, or of all if it is None."""
    for line in lines:
        if not (line.summary if query is None else line.per_query):
            continue
        if line.measure is None:
            text = texts.get(line.name, "")
            said, name = f"'{text}'" if line.length or query is not None else text, line.name
        else:
            value = values[place[str((line.of_all if query is None else None) or line.measure)]]
            if value is None:
                continue
            whole = line.measure.metric.summary == "sum" and not style.standardised
            said, name = f"{value:.0f}" if whole else f"{value:6.4f}", f"{'Z' * style.standardised}{line.name:<22}"
        yield f"{name:<22}\t{'all' if query is None else query}\t{said}\n"


def amend(evaluation: Evaluation, lines: Sequence[Line], style: Style) -> None:
    """Makes the values of queries that a run does not answer what trec_eval takes them for.

    Before version 10 they are 0, whatever an empty ranking has, but for num_q and num_rel. In version 10 they are those
    of a ranking of one document that is not judged, which shows in what has parameters alone.
    """
    changed = {}
    for line in lines:
        if line.measure is None or line.measure.metric.summary == "geometric":
            continue
        if version_of(evaluation.convention) == 9:
            changed[str(line.measure)] = "value" if line.name in ("num_q", "num_rel") else "0"
        elif line.name.startswith("rbp_resid_") and not style.condensed:
            changed[str(line.measure)] = "1"
        elif line.name.startswith("utility_") and not style.condensed:
            values = line.measure.values
            changed[str(line.measure)] = f"value + {values['noise']} - {values['rest']}"
    for measure, value in changed.items():
        evaluation.connection.execute(
            f"update evalsql_scores set value = {value} where metric = ?"
            " and (run, query_id) not in (select (run, query_id) from evalsql_answered)",
            [measure],
        )


def unanswered(evaluation: Evaluation) -> dict[str, str]:
    """The first judged query, by bytes, that a run does not answer, of each run that has one."""
    rows = fetch_all(
        evaluation.connection,
        """
        select run, min(query_id::varchar)
        from (from (select distinct run from evalsql_answered), evalsql_population)
        anti join evalsql_answered using (run, query_id)
        group by all
        """,
    )
    return dict(rows)


def relstrings(evaluation: Evaluation, length: int) -> dict[tuple[str, str], str]:
    """The relevances of the first documents by run and query; see sql/reports/scores/relevance_strings.sql."""
    rows = fetch_all(evaluation.connection, statements.report("scores/relevance_strings", [], first=str(length)))
    return {(str(run), str(query)): marks for run, query, marks in rows}


def tags_of(arguments: Sequence[Any]) -> dict[str, str]:
    """What runs call themselves on the last line of their files, by their names here."""
    tags = {}
    for argument in arguments:
        if not isinstance(argument, str) or "://" in argument:
            continue
        with suppress(InputError):  # a table
            for file in expand(argument):
                if file.path != "-" and format_of(file) == "trec" and not file.path.endswith(tuple(COMPRESSED)):
                    tags |= tag_of(file)
    return tags


def tag_of(file: File) -> dict[str, str]:
    """What the run of a file calls itself on its last line, by its name here; empty if the line says nothing."""
    with open(file.path, "rb") as opened:
        opened.seek(max(opened.seek(0, 2) - TAIL, 0))
        fields = opened.read().rstrip().rpartition(b"\n")[2].split()
    return {str(file.run): fields[5].decode(errors="replace")} if len(fields) > 5 else {}


def stops(convention: str, population: str | None) -> bool:
    """Whether a query that a run does not answer ends the output."""
    return decisions(convention).complete and population is None
