"""The scored queries: chosen before ranking, counted after it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from evalsql.catalog.conventions import Population, Ties
from evalsql.connections import Connection, fetch_one
from evalsql.errors import InputError, Problem, refuse
from evalsql.inputs.duplicates import MERGED
from evalsql.render import statements
from evalsql.scoring.options import Conditions
from evalsql.words import plural, said

TIED = {
    "input": "ties in the order of the input",
    "average": "ties averaged over all their orders",
    "best": "ties with the most relevant documents first",
    "worst": "ties with the most relevant documents last",
}


@dataclass(frozen=True)
class Coverage:
    """The queries behind the scores, and the inputs.

    Attributes:
        population: qrels (every judged query), intersection (of each run, the judged queries it answers) or relevant
            (every judged query with a relevant document).
        runs: how many runs there are.
        queries: how many queries are in the population.
        missing: how many pairs of a run and a judged query have no answer.
        extra: how many queries of the runs have no judgments.
        depth: how many documents of each ranking count, or None for all.
        all_rows: whether duplicates were looked for among all rows, or only among judged documents.
        ties: what puts documents of equal scores in order.
        judged_only: whether unjudged documents were taken out of the rankings.
        dropped: how many documents were dropped from the rankings, since they do not count.
        merged: how many rows of runs and judgments were left out, or added to others, since they appear twice.
    """

    population: Population
    runs: int
    queries: int
    missing: int
    extra: int
    depth: int | None
    all_rows: bool
    ties: Ties = "trec_eval"
    judged_only: bool = False
    dropped: int = 0
    merged: int = 0

    @property
    def treatment(self) -> str:
        """How judged queries without results are treated."""
        if self.population == "intersection":
            return "left out"
        return "scored as an empty ranking" if self.missing == 1 else "scored as empty rankings"

    def __str__(self) -> str:
        text = f"over {plural(self.queries, 'judged query')}"
        if self.population == "intersection":
            text = f"of each run over those of the {plural(self.queries, 'judged query')} that it answers"
        if self.population == "relevant":
            text += " with a relevant document"
        if self.missing:
            text += f"; {plural(self.missing, 'run/query pair')} without results {self.treatment}"
        if self.extra:
            text += f"; {plural(self.extra, 'query')} without judgments left out"
        text += lost(self.dropped)
        if self.merged:
            text += f"; {plural(self.merged, 'row')} of documents that appear twice merged"
        if self.depth:
            text += f"; the first {plural(self.depth, 'document')} of each ranking"
        if self.ties != "trec_eval":
            text += f"; {TIED[self.ties]}"
        if self.judged_only:
            text += "; unjudged documents taken out of the rankings"
        if not self.all_rows:
            text += "; duplicates were looked for among judged documents only"
        return text


def lost(dropped: int) -> str:
    """That documents were dropped since they do not count, to be joined to a sentence that goes on."""
    return (
        f"; {plural(dropped, 'document')} that {'does' if dropped == 1 else 'do'} not count dropped" if dropped else ""
    )


def choose_queries(connection: Connection, queries: Sequence[str] | None = None, *, relevant: bool = False) -> None:
    """Makes evalsql_known, the judged queries, and evalsql_population, those of them that are scored."""
    connection.execute(f"{statements.creation('known')};\n{statements.creation('population')}")
    if relevant:
        connection.execute(
            "delete from evalsql_population where query_id not in"
            " (select query_id from evalsql_qrels where relevance > 0 and query_id is not null)"
        )
    if queries is None:
        return
    wanted = [str(query) for query in queries]
    if not wanted:
        raise InputError("the list of queries is empty")
    (unknown,) = fetch_one(
        connection,
        "select list_sort(list(query_id)) from (select distinct unnest(?::varchar[]) as query_id)"
        " anti join evalsql_known using (query_id)",
        [wanted],
    )
    refuse_unknown_queries(unknown, "is not judged", "are not judged")
    connection.execute("delete from evalsql_population where not list_contains(?::varchar[], query_id)", [wanted])


def refuse_unknown_queries(unknown: Sequence[str] | None, one: str, several: str) -> None:
    if not unknown:
        return
    others = f" and {plural(len(unknown) - 1, 'other')}, which {several}" if unknown[1:] else f", which {one}"
    # a line of topics, or a comment
    longer = re.search(r"\s|:|^#", unknown[0])
    alone = "; in a file, a line is an id and nothing else, or, in a .tsv, an id before a tab" if longer else ""
    text = f"the list of queries has {said(unknown[0])}{others}{alone}"
    refuse(iter([Problem("error", "unknown query", text, len(unknown))]))


def refuse_unanswered(connection: Connection, convention: str) -> None:
    """Refuses runs that do not answer every query to be scored."""
    lacking = connection.execute("""
        select run, query_id
        from (from (select distinct run from evalsql_answered), evalsql_population)
        anti join evalsql_answered using (run, query_id)
        order by run asc, query_id asc
        limit 1
    """).fetchall()
    for run, query in lacking:
        raise InputError(
            f"run {said(run)} has no results for query {said(query)}, which {convention} refuses; --population qrels"
            " scores such queries as empty rankings, and --population intersection leaves them out"
        )


def cover(connection: Connection, chosen: Conditions, *, all_rows: bool) -> Coverage:
    """Counts the queries of the population, those that are missing or extra, and the documents that were dropped."""
    runs, answered, extra, queries, dropped = fetch_one(
        connection,
        """
        select
            count(distinct run),
            count(*) filter (query_id in (select query_id from evalsql_population)),
            count(distinct query_id) filter (not is_judged),
            (select count(*) from evalsql_population),
            (select coalesce(sum(documents), 0)::bigint from evalsql_dropped)
        from evalsql_answered
        """,
    )
    if not queries:
        who = "population relevant" if chosen.scored == "relevant" else chosen.convention
        raise InputError(
            f"no query is scored: none has a document that is judged relevant, and {who} leaves out those without one"
        )
    missing = runs * queries - answered
    merged = fetch_one(connection, f"select sum(rows)::bigint from {MERGED}")[0] if chosen.duplicates else 0
    return Coverage(
        chosen.scored,
        runs,
        queries,
        missing,
        extra,
        chosen.depth,
        all_rows,
        chosen.tied,
        chosen.judged_only,
        dropped,
        merged,
    )
