"""The ranks of one pass: the statements of sql/ranking, which sort nothing that is in order already.

Runs are nearly always in order. One look at the scores proves it; a pass that is not in order is sorted into a table,
and takes the same way. Documents of equal scores are put in order only where that shows.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from evalsql.catalog.conventions import Order
from evalsql.catalog.measure import Measure, with_residuals
from evalsql.connections import Connection, fetch_one
from evalsql.inputs.source import Source
from evalsql.render import statements
from evalsql.scoring.population import Population

Progress = Callable[[str, float], None]  # told what is done next, before it is done, and how much is done by then


@dataclass(frozen=True)
class Wanted:
    """What the relations must hold.

    Attributes:
        population: "qrels", or "intersection", which leaves out the queries that a run does not answer.
        depth: how many documents of each ranking count; all where None.
        order: what puts the documents of a ranking in order.
        whole: whether `retrieved` is to hold every document, and `topics` what is made of all scores.
        scores: whether `judged` is to hold scores and ties.
        by_subtopic: whether the judgments are by subtopic.
        listed: whether queries were listed, so that rows of others need not be read.
    """

    population: Population
    depth: int | None
    order: Order
    whole: bool
    scores: bool
    by_subtopic: bool
    listed: bool


def widen(wanted: Wanted, measures: Sequence[Measure]) -> Wanted:
    """The same, and what measures and their residuals read."""
    metrics = [each.metric for each in with_residuals(measures)]
    whole = wanted.whole or any("retrieved" in metric.reads for metric in metrics)
    scores = wanted.scores or whole or any(metric.needs_scores for metric in metrics)
    return replace(wanted, whole=whole, scores=scores)


def number(connection: Connection, sources: Sequence[Source], wanted: Wanted) -> str:
    """Makes the view evalsql_numbered, the rows of a pass; says what to read those of them from that must be ranked."""
    rows, start = [], 0
    for source in sources:
        rows.append({"rows": source.numbered, "start": start})
        start += len(source.files)
    connection.execute(statements.creation("numbered", "view", sources=rows, order=wanted.order))
    if not wanted.listed:
        return "evalsql_numbered"
    connection.execute(statements.creation("chosen", "view"))
    return "evalsql_chosen"


def put_in_order(connection: Connection, runs: str, look: Callable[[bool], None]) -> str:
    """Proves that a pass is in order, or sorts it; makes evalsql_answers, evalsql_not_below and evalsql_run_queries.

    Args:
        connection: where the views of `number` are.
        runs: what `number` said.
        look: called with whether some score is no number, once evalsql_answers is there; it refuses what is unfit.

    Returns:
        What to read the rows from, in order by n.
    """
    make(connection, "answers", runs="evalsql_numbered")
    (together,) = fetch_one(connection, "select not exists (from evalsql_answers where not together)")
    if together:
        make(connection, "not_below", runs=runs, by_number=False)
    unfit = "evalsql_not_below where unfit" if together else f"{runs} where not coalesce(isfinite(score), false)"
    look(fetch_one(connection, f"select exists (from {unfit})")[0])
    connection.execute(statements.creation("run", "type"))
    make(connection, "run_queries")
    if together and in_order(connection):
        return runs
    make(connection, "sorted", runs=runs)
    runs = "evalsql_by_score"
    connection.execute(statements.creation("by_score", "view"))
    make(connection, "answers", runs=runs)
    # a user may have told DuckDB not to keep the order of rows
    for by_number in (False, True):
        make(connection, "not_below", runs=runs, by_number=by_number)
        if in_order(connection):
            make(connection, "run_queries")
            return runs
    raise RuntimeError("rows that were sorted are not in order")


def in_order(connection: Connection) -> bool:
    """Whether the rows seen last are in order."""
    (proved,) = fetch_one(connection, statements.ranking("in_order"))
    return proved


def place(connection: Connection, runs: str, wanted: Wanted) -> None:
    """Makes evalsql_judged, evalsql_topics and, if they are wanted, evalsql_retrieved and evalsql_nuggets.

    Args:
        connection: where the tables of `put_in_order` are.
        runs: what to read the rows from, in order by n.
        wanted: what the relations must hold.
    """
    make(connection, "found", runs=runs, whole=wanted.whole, scores=wanted.scores)
    make(connection, "ties", whole=wanted.whole)
    make(connection, "reordered", runs=runs)
    make(connection, "met", depth=wanted.depth)
    held: dict[str, Any] = {"whole": wanted.whole, "scores": wanted.scores, "by_subtopic": wanted.by_subtopic}
    if wanted.whole or wanted.by_subtopic:
        make(connection, "retrieved", depth=wanted.depth, **held)
        placed = "evalsql_retrieved"
    else:
        placed = f"({statements.ranking('retrieved', depth=wanted.depth, **held)})"
    make(connection, "judged", placed=placed, scores=wanted.scores, depth=wanted.depth)
    make(connection, "topics", runs=runs, whole=wanted.whole, depth=wanted.depth)
    if wanted.by_subtopic:
        make(connection, "nuggets")
    # these are as large as the runs
    for name in ("sorted", "found", "not_below", "ties", "reordered"):
        connection.execute(f"drop table if exists evalsql_{name}")


def make(connection: Connection, name: str, *, depth: int | None = None, **values: Any) -> None:
    """Makes a table of sql/ranking."""
    statement = statements.creation(name, depth=depth, **values)
    connection.execute(statement, {"depth": depth} if "$depth" in statement else {})
