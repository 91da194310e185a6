"""How well measures tell runs apart: discriminative power, stability and swaps."""

import warnings
from collections.abc import Sequence
from typing import Any

import duckdb

from evalsql.catalog.measure import Measures
from evalsql.comparing.compare import Decided, decide, execute, line_up, make, oppose, put_tested
from evalsql.comparing.scores import Scored, scored
from evalsql.comparing.significance import find_one, refuse_other_numbers
from evalsql.connections import relation_of
from evalsql.errors import InputError
from evalsql.interrupts import stoppable
from evalsql.render import statements
from evalsql.words import plural

METHODS = ("power", "levels", "stability", "swaps")


@stoppable
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
    connection: duckdb.DuckDBPyConnection | None = None,
    **options: Any,
) -> duckdb.DuckDBPyRelation:
    """How well measures tell runs apart.

    Args:
        runs: runs, as Evaluation takes them, or, without judgments, tables of scores.
        qrels: judgments, or None.
        measures: such as "nDCG@10"; of tables of scores those to look at, all where none is named.
        method: "power", what share of the pairs of runs tests tell apart (Sakai 2006); "levels", the p-values behind
            that, the highest first; "stability" (Buckley and Voorhees 2000); or "swaps" (Voorhees and Buckley 2002).
        test: the tests of "power" and "levels".
        correction: for how many pairs there are, in "power".
        size: how many queries a subset has, in "stability" and "swaps"; half of them where None.
        trials: how many times subsets are drawn.
        resamples: how often is drawn where a test draws.
        seed: where the draws begin.
        connection: the user's own DuckDB connection.
        options: population, queries, gains, subtopics, weights, convention; see Evaluation.

    Returns:
        A relation; its columns are those of the file of sql/discrimination that is called as the method.

    Raises:
        InputError: an input, a measure, a test or a number cannot be used.

    Warns:
        UserWarning: something about the inputs is doubtful.
    """
    decided = decide(test, correction, resamples=resamples, seed=seed)
    found = scored(runs, qrels, measures, connection=connection, **options)
    for problem in found.warnings:
        warnings.warn(problem.text, stacklevel=3)
    select = told_apart(found, find_one(method, METHODS, "method"), decided, size, trials)
    return relation_of(found.connection.sql(select).to_arrow_table(), connection)


def told_apart(scored: Scored, method: str, decided: Decided, size: int | None, trials: int) -> str:
    """Makes evalsql_discrimination by a method of METHODS, and gives the query for it.

    Raises:
        InputError: there are not two runs, or not enough queries for the subsets.
    """
    refuse_other_numbers("trials", trials, 1)
    if size is not None:
        refuse_other_numbers("size", size, 1)
    values = decided.values | {"trials": trials}
    if method in ("power", "levels"):
        oppose(scored)
        put_tested(scored, decided)
    else:
        line_up(scored)
        make(scored, "blocks")
        values["size"] = size_of_subsets(scored, method, size)
        make(scored, "subset_means", values=values)
    needed = {"needed": "bootstrap" in decided.tests} if method == "power" else {}
    select = statements.comparison("discrimination", method, scored.udf, **needed)
    execute(scored, f"create or replace temp table evalsql_discrimination as {select}", values)
    return "from evalsql_discrimination"


def size_of_subsets(scored: Scored, method: str, size: int | None) -> int:
    """How many queries a subset has: what was asked for, or half of those there are.

    Raises:
        InputError: there are not as many.
    """
    ((queries,),) = scored.connection.execute(
        "select min(queries) from (select count(distinct query_id) as queries from evalsql_blocks group by metric)"
    ).fetchall()
    most = (queries or 0) // (2 if method == "swaps" else 1)
    chosen = max((queries or 0) // 2, 1) if size is None else size
    if not 1 <= chosen <= most:
        what = "two subsets without a query in common" if method == "swaps" else "a subset"
        there = f"{plural(queries or 0, 'query')} that every run has a score for"
        raise InputError(f"{what} of {chosen} cannot be had of {there}")
    return chosen
