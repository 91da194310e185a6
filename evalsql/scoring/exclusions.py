"""Excluded documents and documents that are not candidates, which are removed before ranking."""

from collections.abc import Collection, Iterator, Sequence

from evalsql.connections import Connection, fetch_all
from evalsql.errors import InputError, Problem, refuse
from evalsql.inputs.checks.problems import find, problems_alone
from evalsql.inputs.source import Source
from evalsql.scoring.ranking import Candidates, Wanted
from evalsql.words import plural, said


def excluded(connection: Connection, sources: Sequence[Source]) -> list[Problem]:
    """What is doubtful about exclusions, which are refused where they cannot be used."""
    problems = refuse(problems_alone(connection, "exclusions", sources))
    return problems + refuse(find(connection, "exclusions and judgments"))


def candidates_of(sources: Sequence[Source]) -> Candidates:
    """Whether candidates are of all queries or of each, by the column query_id; refuses some of both."""
    named = {"query_id" in source.columns for source in sources}
    if len(named) > 1:
        raise InputError(
            "some tables of candidates have a column query_id, and others none; give all or none of them one"
        )
    return "of each query" if True in named else "of all queries"


def refuse_gone(connection: Connection, gone: str) -> None:
    """Refuses runs of which nothing is left."""
    for run, count in fetch_all(connection, f"select run, count(*) over () {gone} order by run asc limit 1"):
        others = f", nor has {plural(count - 1, 'other run')}" if count > 1 else ""
        raise InputError(
            f"run {said(run)} has no document left that counts{others}; are the ids of exclusions or candidates"
            " those of the runs?"
        )


def idle(wanted: Wanted, dropped: int, chosen: Collection[str]) -> Iterator[Problem]:
    """What was asked for and changes nothing: exclusions, which may be of other ids, an order of ties, and a column."""
    if wanted.exclusions and not dropped:
        yield Problem("warning", "idle exclusions", "no run has a document of the exclusions, which dropped nothing", 1)
    by_rank = wanted.order == "rank"
    if by_rank and wanted.ties != "trec_eval":
        text = f"ties {wanted.ties} changes nothing: the convention goes by the rank column, in which no two are equal"
        yield Problem("warning", "idle ties", text, 1)
    other, column = ("score", "rank column") if by_rank else ("rank", "score")
    if other in chosen and not (by_rank and wanted.scores):
        text = f"columns: the choice of runs.{other} changes nothing: documents are in the order of the {column}"
        yield Problem("warning", "idle columns", text, 1)
