"""The ranks of one pass: the statements of sql/ranking, which sort nothing that is in order already.

Runs are nearly always in order. One look at the scores proves it. A pass that is not in order is sorted into a table,
and takes the same way; where few of its rows can be judged, those above each of these are counted instead. Documents of
equal scores are put in order only where that shows.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from evalsql.catalog.conventions import Order, Ties
from evalsql.catalog.expected import refuse_unexpected
from evalsql.catalog.measure import Measure
from evalsql.connections import Connection, fetch_one
from evalsql.inputs.source import Source
from evalsql.render import statements
from evalsql.scoring.population import Population
from evalsql.sqltext import Sql

# how the rows of a pass are ranked: as they are read, sorted before, or by counting
How = Literal["read", "sorted", "counted"]
Candidates = Literal["of all queries", "of each query"] | None  # the only documents that count
Progress = Callable[[str, float], None]  # told what is done next, before it is done, and how much is done by then


@dataclass(frozen=True)
class Wanted:
    """What the relations must hold."""

    population: Population  # "qrels", or "intersection", which leaves out the queries that a run does not answer
    depth: int | None  # how many documents of each ranking count; all where None
    order: Order  # what puts the documents of a ranking in order
    ties: Ties  # what puts those of equal scores in order
    whole: bool  # whether `retrieved` is to hold every document, and `topics` what is made of all scores
    scores: bool  # whether `judged` is to hold scores and ties
    nonrelevant: bool  # whether `judged` is to hold documents that are not relevant
    listed: bool  # whether queries were listed, so that rows of others need not be read
    judged_only: bool  # whether unjudged documents are taken out of rankings
    lacking: str  # why the judgments are not by subtopic, for a refusal; empty where they are
    unsampled: str  # why they are not of a sample with strata, likewise
    without_own: bool = False  # whether a document that is called as the query is left out of its ranking
    exclusions: bool = False  # whether some documents may not count for a query
    candidates: Candidates = None  # what lists the only documents that count; None where nothing does
    costs: bool = False  # whether there are costs of documents
    # whether a depth keeps the lowest doc_id of equal scores, as trec_eval does for preferences
    ascending: bool = False
    # the metrics that compare scores as float32, where others do not though the order does
    as_float32: Collection[str] = ()
    of_all: Collection[str] = ()  # metrics that are over all judged queries, where the population leaves some out

    @property
    def drops(self) -> dict[str, Any]:
        """What takes documents out of rankings before they are ranked, for the templates of sql/ranking."""
        return {"without_own": self.without_own, "exclusions": self.exclusions, "candidates": self.candidates}

    @property
    def by_subtopic(self) -> bool:
        """Whether the judgments are by subtopic."""
        return not self.lacking

    @property
    def sampled(self) -> bool:
        """Whether the judgments are of a sample with strata."""
        return not self.unsampled


def widen(wanted: Wanted, measures: Sequence[Measure], keep: bool = True) -> Wanted:
    """The same, and what measures read."""
    if wanted.ties == "average":
        refuse_unexpected(measures)
    metrics = [each.metric for each in measures]
    whole = wanted.whole or any("retrieved" in each.reads or (wanted.costs and each.priced) for each in metrics)
    # what is expected over the orders of ties is made of where these begin and end
    scores = wanted.scores or whole or wanted.ties == "average" or any(metric.needs_scores for metric in metrics)
    condensed = any(each.judged_only for each in measures)  # what is not relevant moves others, where it is judged
    nonrelevant = wanted.nonrelevant or whole or condensed or any(metric.needs == "judged" for metric in metrics)
    of_preferences = all((each.name_in("trec_eval") or "").startswith(("prefs_", "num_q")) for each in measures)
    ascending = not keep and wanted.depth is not None and wanted.ties == "trec_eval" and of_preferences
    return replace(wanted, whole=whole, scores=scores, nonrelevant=nonrelevant, ascending=ascending)


def number(connection: Connection, sources: Sequence[Source], wanted: Wanted) -> str:
    """Makes the view evalsql_numbered, the rows of a pass; says what to read those of them from that must be ranked."""
    rows, start = [], 0
    for source in sources:
        rows.append({"rows": Sql(source.numbered), "start": start})
        start += len(source.files)
    connection.execute(statements.creation("given_rows", "view", sources=rows, order=wanted.order))
    connection.execute(statements.creation("numbered", "view", **wanted.drops))
    if not wanted.listed:
        return "evalsql_numbered"
    connection.execute(statements.creation("chosen", "view"))
    return "evalsql_chosen"


def put_in_order(connection: Connection, runs: str, wanted: Wanted, look: Callable[[bool], None]) -> tuple[str, How]:
    """Proves that a pass is in order, or sorts it; makes evalsql_answers, evalsql_not_below and evalsql_run_queries."""
    make(connection, "answers", runs="evalsql_numbered")
    (together,) = fetch_one(connection, "select not exists (from evalsql_answers where not together)")
    if together:
        make(connection, "not_below", runs=runs, by_number=False)
    unfit = "evalsql_not_below where unfit" if together else f"{runs} where not coalesce(isfinite(score), false)"
    look(fetch_one(connection, f"select exists (from {unfit})")[0])
    connection.execute(statements.creation("run", "type"))
    make(connection, "run_queries")
    if together and fetch_one(connection, statements.ranking("in_order"))[0]:
        return runs, "read"
    if (
        not (wanted.whole or wanted.ascending or wanted.as_float32)
        and wanted.ties in ("trec_eval", "average")
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
        if fetch_one(connection, statements.ranking("in_order"))[0]:
            make(connection, "run_queries")
            return runs, "sorted"
    raise RuntimeError("rows that were sorted are not in order")


def sparse(connection: Connection) -> bool:
    """Whether so few of the rows can be judged that it pays to compare each with those that are."""
    return fetch_one(connection, statements.ranking("sparse"))[0]


def place(connection: Connection, runs: str, how: How, wanted: Wanted) -> None:
    """Makes evalsql_judged, evalsql_topics and, if they are wanted, evalsql_retrieved, evalsql_nuggets and
    evalsql_sampled.
    """
    few = how == "counted" or (how == "read" and sparse(connection))
    make(connection, "found", runs=runs, how=how, sparse=few, whole=wanted.whole, scores=wanted.scores)
    if how != "counted":
        # a depth is within ties, so it may cut off documents that are not relevant, which are counted all the same
        nonrelevant = wanted.nonrelevant or wanted.depth is not None
        make(connection, "ties", how=how, whole=wanted.whole, nonrelevant=nonrelevant)
    rows = "evalsql_numbered" if how == "sorted" else runs
    cut = {"ascending": wanted.ascending, "depth": wanted.depth}
    make(connection, "reordered", runs=rows, how=how, scores=wanted.scores, ties=wanted.ties, **cut)
    if wanted.as_float32:
        make(connection, "near", runs=rows, how=how, depth=wanted.depth)
    make(connection, "met", depth=wanted.depth)
    held: dict[str, Any] = {"whole": wanted.whole, "scores": wanted.scores, "by_subtopic": wanted.by_subtopic}
    held |= {"nonrelevant": wanted.nonrelevant, "sampled": wanted.sampled}
    if wanted.whole or wanted.by_subtopic or wanted.sampled:
        make(connection, "retrieved", depth=wanted.depth, **held)
        placed = "evalsql_retrieved"
    else:
        placed = Sql(f"({statements.ranking('retrieved', depth=wanted.depth, **held)})")
    # what has no cost of its own need not be looked at
    make(connection, "priced", given=wanted.costs and wanted.whole)
    make(connection, "judged", placed=placed, scores=wanted.scores, depth=wanted.depth)
    make(connection, "topics", runs=runs, whole=wanted.whole, depth=wanted.depth)
    if wanted.by_subtopic:
        make(connection, "nuggets")
    if wanted.sampled:
        make(connection, "sampled")
    # these are as large as the runs
    for name in ("sorted", "found", "not_below", "ties", "reordered"):
        connection.execute(f"drop table if exists evalsql_{name}")


def condense(connection: Connection, wanted: Wanted) -> None:
    """Takes the unjudged documents out of what `place` made."""
    there = {"nuggets": wanted.by_subtopic, "sampled": wanted.sampled, "retrieved": wanted.whole}
    there |= {"near": bool(wanted.as_float32)}
    # each is made of judged as it was, so that is the last
    names = ("near", "nuggets", "sampled", "retrieved", "priced", "topics", "judged")
    for name in (name for name in names if there.get(name, True)):
        connection.execute(statements.creation(name, folder="condensed", scores=wanted.scores))


def make(connection: Connection, name: str, *, depth: int | None = None, **values: Any) -> None:
    """Makes a table of sql/ranking."""
    statement = statements.creation(name, depth=depth, **values)
    connection.execute(statement, {"depth": depth} if "$depth" in statement else {})
