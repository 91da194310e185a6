"""The ranks of one pass: the statements of sql/ranking, which sort nothing that is in order already.

Runs are nearly always in order. One look at the scores proves it; a pass that is not in order is sorted into a table,
and takes the same way. Documents of equal scores are put in order only where that shows.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from evalsql.catalog import relations
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


def find_wanted(
    measures: Sequence[Measure],
    population: Population,
    depth: int | None,
    order: Order,
    *,
    by_subtopic: bool,
    listed: bool,
    keep: bool,
    whole: bool,
) -> Wanted:
    """What the relations must hold for measures and their residuals.

    Args:
        measures: those that were named.
        population: see Wanted, as for what follows.
        keep: whether they are kept, and so must do for any measure that looks at judged documents.
        whole: whether they must do for all others too.
    """
    metrics = [each.metric for each in with_residuals(measures)]
    whole = whole or any("retrieved" in metric.reads for metric in metrics)
    scores = keep or whole or any(metric.needs_scores for metric in metrics)
    return Wanted(population, depth, order, whole, scores, by_subtopic, listed)


def number(connection: Connection, sources: Sequence[Source], wanted: Wanted) -> str:
    """Makes the view evalsql_numbered, the rows of a pass; says what to read those of them from that must be ranked."""
    rows, start = [], 0
    for source in sources:
        n = f"n + ({start}::bigint << 40)" if start else "n"
        # a score that is no number is refused, even where it decides nothing
        score = "score" if wanted.order == "score" else "case when isfinite(score) then -rank end as score"
        rows.append(f"select {n} as n, run, query_id, doc_id, {score} from ({source.numbered})")
        start += len(source.files)
    connection.execute("create or replace temp view evalsql_numbered as " + "\nunion all\n".join(rows))
    if not wanted.listed:
        return "evalsql_numbered"
    connection.execute("""
        create or replace temp view evalsql_chosen as
        from evalsql_numbered where query_id in (select query_id from evalsql_population)
    """)
    return "evalsql_chosen"


def put_in_order(connection: Connection, runs: str, look: Callable[[bool], None]) -> str:
    """Proves that a pass is in order, or sorts it; makes evalsql_answers, evalsql_not_below and evalsql_rankings.

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
    connection.execute(
        "create or replace temp type evalsql_run as enum (select distinct run from evalsql_answers order by run asc)"
    )
    make(connection, "rankings")
    if together and in_order(connection):
        return runs
    make(connection, "sorted", runs=runs)
    runs = "evalsql_by_score"
    connection.execute(
        f"create or replace temp view {runs} as select rowid as n, run, query_id, doc_id, score from evalsql_sorted"
    )
    make(connection, "answers", runs=runs)
    # a user may have told DuckDB not to keep the order of rows
    for by_number in (False, True):
        make(connection, "not_below", runs=runs, by_number=by_number)
        if in_order(connection):
            make(connection, "rankings")
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
    placed = statements.ranking(
        "placed",
        whole=wanted.whole,
        by_subtopic=wanted.by_subtopic,
        scores=wanted.scores,
        depth=wanted.depth,
    )
    kept = wanted.whole or wanted.by_subtopic
    if kept:
        connection.execute(f"create or replace temp table evalsql_retrieved as {placed}", bound(placed, wanted.depth))
        placed = "from evalsql_retrieved"
    make(connection, "judged", placed=f"({placed})", scores=wanted.scores, depth=wanted.depth)
    make(connection, "topics", runs=runs, whole=wanted.whole, depth=wanted.depth)
    if wanted.by_subtopic:
        nuggets = relations.relation("nuggets", subtopics="evalsql_subtopics")
        connection.execute(
            "create or replace temp table evalsql_nuggets as"
            f" with retrieved as not materialized (from evalsql_retrieved) from ({nuggets})"
        )
    # these are as large as the runs
    for name in ("sorted", "found", "not_below", "ties", "reordered"):
        connection.execute(f"drop table if exists evalsql_{name}")


def make(connection: Connection, name: str, *, depth: int | None = None, **values: str | bool) -> None:
    """Makes a table of sql/ranking."""
    select = statements.ranking(name, depth=depth, **values)
    connection.execute(f"create or replace temp table evalsql_{name} as {select}", bound(select, depth))


def bound(select: str, depth: int | None) -> dict[str, int]:
    """The values to bind in a statement."""
    return {"depth": depth} if depth is not None and "$depth" in select else {}
