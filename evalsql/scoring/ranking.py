"""The ranks of one pass: the statements of sql/ranking, which sort nothing that is in order already.

Runs are nearly always in order. One look at the scores proves it. A pass that is not in order is sorted into a table,
and takes the same way; where few of its rows can be judged, those above each of these are counted instead. Documents of
equal scores are put in order only if that shows.
"""

from collections.abc import Callable, Sequence
from typing import Any, Literal

from evalsql.connections import Connection, fetch_one
from evalsql.inputs.source import Source
from evalsql.render import statements
from evalsql.scoring.wanted import Wanted
from evalsql.sqltext import Sql

# how the rows of a pass are ranked: as they are read, sorted before, or by counting
How = Literal["read", "sorted", "counted"]
Progress = Callable[[str, float], None]  # told what is done next, before it is done, and how much is done by then


def number(connection: Connection, sources: Sequence[Source], wanted: Wanted) -> str:
    """Makes the view evalsql_numbered, the rows of a pass; says what to read those of them from that must be ranked."""
    rows, start = [], 0
    for source in sources:
        rows.append({"rows": Sql(source.numbered), "start": start})
        start += len(source.files)
    given = statements.creation("given_rows", "view", sources=rows, order=wanted.decided.order)
    connection.execute(f"{given};\n{statements.creation('numbered', 'view', **wanted.drops)}")
    if not wanted.conditions.listed:
        return "evalsql_numbered"
    connection.execute(statements.creation("chosen", "view"))
    return "evalsql_chosen"


def prove(connection: Connection, runs: str, together: bool) -> tuple[bool, bool]:
    """Whether a score of a pass is unfit, and whether its rows are in order; makes evalsql_not_below."""
    if not together:
        unfit = f"{runs} where not coalesce(isfinite(score), false)"
        return fetch_one(connection, f"select exists (from {unfit}), false")
    make(connection, "not_below", runs=runs, by_number=False)
    return fetch_one(connection, statements.ranking("in_order"))


def put_in_order(connection: Connection, runs: str, wanted: Wanted, ordered: bool) -> tuple[str, How]:
    """Sorts a pass that is not in order; makes evalsql_run_queries, and what is made of rows in their order again."""
    connection.execute(f"{statements.creation('run', 'type')};\n{statements.creation('run_queries')}")
    if ordered:
        return runs, "read"
    if (
        not (wanted.whole or wanted.ascending or wanted.decided.as_float32)
        and wanted.conditions.tied in ("trec_eval", "average")
        and sparse(connection)
    ):
        return runs, "counted"
    make(connection, "sorted", runs=runs, whole=wanted.whole)
    runs = "evalsql_by_score"
    connection.execute(statements.creation("by_score", "view"))
    make(connection, "answers", runs=runs)
    # a user may have told DuckDB not to keep the order of rows
    for by_number in (False, True):
        make(connection, "not_below", runs=Sql("(select rowid as n, score from evalsql_sorted)"), by_number=by_number)
        if fetch_one(connection, statements.ranking("in_order"))[1]:
            make(connection, "run_queries")
            return runs, "sorted"
    raise RuntimeError("rows that were sorted are not in order")


def sparse(connection: Connection) -> bool:
    """Whether so few rows can be judged that comparing each with the judged ones is faster."""
    return fetch_one(connection, statements.ranking("sparse"))[0]


def place(connection: Connection, runs: str, how: How, wanted: Wanted) -> None:
    """Makes evalsql_judged, evalsql_topics, and those of evalsql_retrieved, _nuggets and _sampled that are wanted."""
    few = how == "counted" or (how == "read" and sparse(connection))
    make(connection, "found", runs=runs, how=how, sparse=few, whole=wanted.whole, scores=wanted.scores)
    if how != "counted":
        # a depth is within ties, so it may cut off documents that are not relevant, which are counted all the same
        nonrelevant = wanted.nonrelevant or wanted.conditions.depth is not None
        make(connection, "ties", how=how, whole=wanted.whole, nonrelevant=nonrelevant)
    rows = "evalsql_numbered" if how == "sorted" else runs
    cut = {"ascending": wanted.ascending, "depth": wanted.conditions.depth}
    make(connection, "reordered", runs=rows, how=how, scores=wanted.scores, ties=wanted.conditions.tied, **cut)
    if wanted.decided.as_float32:
        make(connection, "near", runs=rows, how=how, depth=wanted.conditions.depth)
    make(connection, "met", depth=wanted.conditions.depth)
    held: dict[str, Any] = {"whole": wanted.whole, "scores": wanted.scores, "by_subtopic": wanted.judgments.by_subtopic}
    held |= {"nonrelevant": wanted.nonrelevant, "sampled": wanted.sampled}
    if wanted.whole or wanted.judgments.by_subtopic or wanted.sampled:
        make(connection, "retrieved", depth=wanted.conditions.depth, **held)
        placed = "evalsql_retrieved"
    else:
        placed = Sql(f"({statements.ranking('retrieved', depth=wanted.conditions.depth, **held)})")
    if wanted.costs:
        make(connection, "document_costs", given=wanted.priced)
        # what has no cost of its own need not be looked at
        make(connection, "priced", given=wanted.priced and wanted.whole)
    make(connection, "judged", placed=placed, scores=wanted.scores, depth=wanted.conditions.depth)
    make(connection, "topics", runs=runs, whole=wanted.whole, depth=wanted.conditions.depth)
    if wanted.judgments.by_subtopic:
        make(connection, "nuggets")
    if wanted.sampled:
        make(connection, "sampled")
    # these are as large as the runs
    large = ("sorted", "found", "not_below", "ties", "reordered")
    connection.execute(";\n".join(f"drop table if exists evalsql_{name}" for name in large))


def condense(connection: Connection, wanted: Wanted) -> None:
    """Takes the unjudged documents out of what `place` made."""
    there = {"nuggets": wanted.judgments.by_subtopic, "sampled": wanted.sampled, "retrieved": wanted.whole}
    there |= {"near": bool(wanted.decided.as_float32), "priced": wanted.costs}
    # each is made of judged as it was, so that is the last
    names = ("near", "nuggets", "sampled", "retrieved", "priced", "topics", "judged")
    for name in (name for name in names if there.get(name, True)):
        connection.execute(statements.creation(name, folder="condensed", scores=wanted.scores))


def make(connection: Connection, name: str, *, depth: int | None = None, **values: Any) -> None:
    statement = statements.creation(name, depth=depth, **values)
    connection.execute(statement, {"depth": depth} if "$depth" in statement else {})
