"""How well measures distinguish runs: discriminative power, stability and swaps."""

from collections.abc import Sequence
from typing import Any, Unpack

from evalsql.answers import Answer, as_relation
from evalsql.arguments import MOST, whole_number
from evalsql.catalog.measure import Measures
from evalsql.comparing import methods
from evalsql.comparing.compare import Decided, decide, draw_doubts, idle, put_tested
from evalsql.comparing.score_source import WhichScores, read_scores
from evalsql.comparing.scores import Scores
from evalsql.connections import Connection, fetch_all, fetch_one
from evalsql.errors import InputError, Problem
from evalsql.words import plural, said


@as_relation("discrimination")
def discriminate(
    runs: Any,
    qrels: Any = None,
    measures: Measures = (),
    *,
    method: str = "power",
    test: str | Sequence[str] = "bootstrap",
    correction: str = "holm",
    size: int | None = None,
    trials: int = 1000,
    resamples: int = 1000,
    seed: int = 0,
    connection: Connection | None = None,
    **options: Unpack[WhichScores],
) -> Answer:
    """Measure how well measures distinguish runs.

    Args:
        runs: runs, as Evaluation takes them, or, without judgments, tables of scores.
        qrels: judgments, or None.
        measures: such as "nDCG@10"; of tables of scores those to look at, all if none is named.
        method: "power", the share of significantly different pairs of runs (Sakai 2006); "levels", the p-values behind
            that, the highest first; "stability" (Buckley and Voorhees 2000); or "swaps" (Voorhees and Buckley 2002).
        test: the tests of "power" and "levels".
        correction: for how many pairs there are, in "power".
        size: how many queries a subset has, in "stability" and "swaps"; half of them if None.
        trials: how many times subsets are drawn.
        resamples: how often is drawn where a test draws.
        seed: the random seed.
        connection: the user's own DuckDB connection.
        options: population, queries, gains, subtopics, weights, convention; see Evaluation.

    Returns:
        A relation; its columns are those of the file of sql/discrimination that is called as the method.

    Raises:
        InputError: an input, a measure, a test or a number cannot be used.

    Warns:
        InputWarning: the inputs can be used, but look wrong.
    """
    decided = decide(test, correction, resamples=resamples, seed=seed)
    scores = read_scores(runs, qrels, measures, connection=connection, **options)
    named = methods.find("discrimination", method)
    put_discrimination(scores, named, decided, size, trials)
    tables = {"discrimination": scores.fetch("discrimination")}
    problems = (*scores.warnings, *doubts_of(scores, named, decided, size, trials))
    return Answer(tables, problems, scores.about, scores.measures, scores.headings)


def put_discrimination(scores: Scores, method: str, decided: Decided, size: int | None, trials: int) -> None:
    """Makes evalsql_discrimination by a method, whose file says its columns."""
    trials, size = (
        whole_number(trials, "trials", most=MOST),
        None if size is None else whole_number(size, "size", most=MOST),
    )
    values = decided.values | {"trials": trials}
    subsets = by_subsets(method)
    if subsets is None:  # it reads p-values
        scores.oppose()
        put_tested(scores, decided)
    else:
        scores.line_up()
        scores.make("blocks")
        values["size"] = size_of_subsets(scores, subsets, size)
        scores.make("subset_means", values=values)
    scores.make(method, folder="discrimination", into="discrimination", values=values, tests=list(decided.tests))


def doubts_of(scores: Scores, method: str, decided: Decided, size: int | None, trials: int) -> list[Problem]:
    """Warnings about pairs without a p-value, few resamples, and options that the method does not read."""
    why = f"the method {method} does not read it"
    if by_subsets(method):
        return idle(decided, {"test": ("bootstrap",), "correction": "holm", "resamples": 1000}, why)
    unread = {"size": None, "trials": 1000} | ({"correction": "holm"} if method == "levels" else {})
    doubts = [*draw_doubts(scores, decided, 1000), *idle(decided, unread, why, size=size, trials=trials)]
    return [*doubts, *scores.doubts(), *untested(scores)]


def by_subsets(method: str) -> int | None:
    """How many subsets of queries a method holds against each other, or None if it reads p-values."""
    return methods.heads("discrimination")[method].get("subsets")


def untested(scores: Scores) -> list[Problem]:
    """Pairs of runs that a test gives no p-value of, though they have queries in common, and why."""
    found = fetch_all(
        scores.connection,
        """
        select test, run, other, count(*) over (partition by test)
        from evalsql_tested join evalsql_pairs using (metric, run, other)
        where p_value is null
        qualify row_number() over (partition by test order by metric asc, run asc, other asc) = 1
        order by test asc
        """,
    )
    return [
        Problem(
            "warning",
            "pairs without a p-value",
            f"{plural(count, 'pair')} without a p-value by {test}, left out (first: {said(run)} and {said(other)}):"
            f" it has none {methods.lacking(test)}",
            count,
        )
        for test, run, other, count in found
    ]


def size_of_subsets(scores: Scores, subsets: int, size: int | None) -> int:
    """How many queries a subset has: what was asked for, or half of those there are."""
    counts = "select count(distinct query_id) as queries from evalsql_blocks group by metric"
    (queries,) = fetch_one(scores.connection, f"select coalesce(min(queries), 0) from ({counts})")
    chosen = max(queries // 2, 1) if size is None else size
    if not 1 <= chosen <= queries // subsets:
        what = "a subset" if subsets == 1 else "two subsets without a query in common"
        there = f"{plural(queries, 'query')} that every run has a score for"
        raise InputError(f"{what} of {chosen} cannot be drawn from {there}")
    return chosen
