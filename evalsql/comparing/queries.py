"""What scores show beyond their means: which queries are hard, who wins where, and categories of runs."""

import warnings
from collections.abc import Iterable, Sequence
from typing import Any

import duckdb
import pyarrow as pa

from evalsql.catalog.measure import Measures
from evalsql.comparing import compare as comparison
from evalsql.comparing.scores import Scored, scored
from evalsql.connections import fetch_all, relation_of
from evalsql.errors import InputError
from evalsql.interrupts import stoppable
from evalsql.render import statements
from evalsql.words import first_few, said

PARTS = {"queries": "difficulty", "wins": "wins", "components": "components"}  # files of sql/reports/queries


@stoppable
def analyse_queries(
    runs: Any,
    qrels: Any = None,
    measures: Measures = (),
    *,
    connection: duckdb.DuckDBPyConnection | None = None,
    **options: Any,
) -> dict[str, duckdb.DuckDBPyRelation]:
    """Which queries are hard, on how many of them each run beats each other, and where the variance of scores is.

    Args:
        runs: runs as Evaluation takes them; where there are no judgments, tables of scores, with columns run, query_id,
            metric and value, as `evalsql evaluate -o` writes them.
        qrels: judgments, or None.
        measures: such as "nDCG@10". Of tables of scores, those of them to look at; all where there are none.
        connection: the user's own DuckDB connection.
        options: population, queries, gains, subtopics, weights and convention, see Evaluation.

    Returns:
        Relations by name. queries: a row a measure and query, the hardest first, with the mean, median, standard
        deviation, lowest and highest score of the runs, and the best run. wins: a row a measure, run and other run,
        with the queries it wins, ties and loses. components: three rows a measure, for query, run and interaction,
        with the variance that each adds to a score and its share.

    Raises:
        InputError: an input or a measure cannot be used.

    Warns:
        UserWarning: something about the inputs is doubtful.
    """
    found = scored(runs, qrels, measures, connection=connection, **options)
    for problem in found.warnings:
        warnings.warn(problem.text, stacklevel=3)
    return {name: relation_of(rows, connection) for name, rows in analysed(found).items()}


def analysed(found: Scored) -> dict[str, pa.Table]:
    """The tables of `analyse_queries`."""
    comparison.make(found, "compared", "standings", "blocks", "variances")
    return {name: report(found, file) for name, file in PARTS.items()}


@stoppable
def categories(
    runs: Any,
    qrels: Any = None,
    measures: Measures = (),
    *,
    best: Sequence[str] = (),
    connection: duckdb.DuckDBPyConnection | None = None,
    **options: Any,
) -> dict[str, duckdb.DuckDBPyRelation]:
    """Runs in categories, as Della Mea and Mizzaro compare them: best, worst and normal.

    Args:
        runs: runs, or tables of scores; see analyse_queries, as for qrels and measures.
        qrels: judgments, or None.
        measures: such as "nDCG@10".
        best: the names of the best runs. Of the others, the worst are below the median of all runs on every query.
        connection: the user's own DuckDB connection.
        options: population, queries, gains, subtopics, weights and convention, see Evaluation.

    Returns:
        Relations by name. runs: a row a measure and run, with its category, mean and place. summary: a row a measure
        and category, with how many runs it has, and the mean, the lowest and the highest of their means. tests: for
        each measure the tests of Kruskal and Wallis over all categories and of Mann and Whitney over each two, with
        category and other (null where it is all), statistic and p_value.

    Raises:
        InputError: an input or a measure cannot be used, or there is no run of such a name.

    Warns:
        UserWarning: something about the inputs is doubtful.
    """
    found = scored(runs, qrels, measures, connection=connection, **options)
    for problem in found.warnings:
        warnings.warn(problem.text, stacklevel=3)
    return {name: relation_of(rows, connection) for name, rows in categorised(found, best).items()}


def categorised(found: Scored, best: Sequence[str]) -> dict[str, pa.Table]:
    """The tables of `categories`.

    Raises:
        InputError: one of the best runs is not there.
    """
    put_categories(found, best)
    files = {"runs": "category_runs", "summary": "category_means", "tests": "category_tests"}
    return {name: report(found, file) for name, file in files.items()}


def put_categories(found: Scored, best: Sequence[str]) -> None:
    """Makes the relation categories, and those that it reads.

    Raises:
        InputError: one of the best runs is not there.
    """
    if isinstance(best, str) or not isinstance(best, Iterable):
        raise InputError(f"the best runs must be a list of names, not {best!r}")
    best = list(best)
    there = [run for (run,) in fetch_all(found.connection, "select distinct run from evalsql_scores order by run asc")]
    for run in best:
        if run not in there:
            raise InputError(f"there is no run {said(str(run))} to be one of the best; there are {first_few(there)}")
    comparison.make(found, "compared", "standings")
    comparison.make(found, "categories", values={"best": best})


def report(found: Scored, name: str) -> pa.Table:
    """The rows of a file of sql/reports/queries."""
    return found.connection.sql(statements.comparison("reports/queries", name, found.udf)).to_arrow_table()
