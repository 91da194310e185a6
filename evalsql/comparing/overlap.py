"""How alike the rankings of two runs are."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from evalsql.answers import Answer, as_relation
from evalsql.arguments import list_of, one_of, real_number, whole_number
from evalsql.comparing.correlate import PERSISTENCE
from evalsql.connections import Connection, cursor_of, fetch_all
from evalsql.errors import InputError, Problem, refuse
from evalsql.inputs import views
from evalsql.inputs.checks.problems import problems_alone
from evalsql.inputs.columns import not_read
from evalsql.render import statements
from evalsql.words import plural, said

DEPTH = 100


@as_relation("overlaps")
def overlap(
    runs: Any,
    *,
    depth: int = DEPTH,
    p: float = PERSISTENCE,
    ties: Literal["doc_id", "average"] = "doc_id",
    queries: Sequence[str] | None = None,
    where: str | None = None,
    connection: Connection | None = None,
    columns: Mapping[str, str] | None = None,
    settings: Mapping[str, str | int] | None = None,
) -> Answer:
    """Compute the rank-biased overlap of every two runs, query by query; no judgments are needed.

    Args:
        runs: runs as Evaluation takes them.
        depth: how many documents of each ranking to look at.
        p: how much the top weighs, above 0 and below 1: less, the nearer to 1.
        ties: what documents of equal scores are: in order of doc_id, descending by bytes; or in none, so that the
            overlap is its mean over all their orders.
        queries: these queries only.
        where: an expression of SQL over the columns of the runs: only rows that it is true of are read.
        connection: the user's own DuckDB connection.
        columns: which columns of the runs are which of ours, such as {"runs.run": "ranker"}.
        settings: what DuckDB is told if no connection is given, such as threads.

    Returns:
        A relation with columns run, other, query_id, value (RBO_ext, 0 to 1), lowest (RBO_min) and residual (RBO_res:
        were the rankings longer, their overlap would be from lowest to lowest + residual), of the queries that both
        answer.

    Raises:
        InputError: an input cannot be used, or there are not two runs that answer the same query.

    Warns:
        InputWarning: the runs can be used, but look wrong.
    """
    real_number(p, "p of rank-biased overlap", above=0, below=1)
    one_of(ties, "ties", ("doc_id", "average"))
    depth = whole_number(depth, "depth")
    if queries is not None:
        list_of(queries, "queries")
    own = cursor_of(connection, settings)
    with views.reading(own) as folder:
        sources = views.read(own, runs, "runs", folder, connection, columns=columns, where=where)
        problems = [*refuse(not_read(columns, ["runs"])), *refuse(problems_alone(own, "runs", sources))]
        values = {"depth": depth, "ties": ties, "queries": None if queries is None else list(queries)}
        own.execute(statements.creation("rankings", folder="scores"), values)
    if queries is not None:
        problems += unanswered(own, queries)
    overlaps = statements.comparison("correlations", "overlap")
    rows = own.sql(f"{overlaps} order by run asc, other asc, query_id asc", params={"p": p}).to_arrow_table()
    if not rows.num_rows:
        raise InputError("there are no two runs that answer the same query")
    return Answer({"overlaps": rows}, problems)


def unanswered(own: Connection, queries: Sequence[str]) -> Iterator[Problem]:
    """The warning about queries of a list that no run answers."""
    answered = {query for (query,) in fetch_all(own, "select distinct query_id from evalsql_rankings")}
    missing = sorted({str(query) for query in queries} - answered)
    if missing:
        text = (
            f"{plural(len(missing), 'query')} of the list {'has' if len(missing) == 1 else 'have'} no results"
            f" in any run (first: {said(missing[0])})"
        )
        yield Problem("warning", "queries without an answer", text, len(missing))
