"""From runs and judgments to results in one call."""

import warnings
from typing import Any, Unpack

import duckdb

from evalsql.catalog.measure import Measures, as_measures
from evalsql.connections import Connection, relation_of
from evalsql.errors import InputError, InputWarning
from evalsql.interrupts import stoppable
from evalsql.render import statements
from evalsql.scoring.curves import compared_with
from evalsql.scoring.evaluation import Evaluation
from evalsql.scoring.options import Options, RankingOptions, refuse_others
from evalsql.scoring.slices import By, read_slices


@stoppable
def evaluate(
    runs: Any,
    qrels: Any,
    measures: Measures,
    *,
    connection: Connection | None = None,
    slices: Any = None,
    by: By = (),
    **options: Unpack[RankingOptions],
) -> "duckdb.DuckDBPyRelation":
    """The score of every run on every judged query, by each measure.

    Args:
        runs: paths, tables, relations or frames; see Evaluation, as for the other arguments.
        qrels: judgments, given likewise.
        measures: such as "nDCG@10", "AP(rel=2)" or "ndcg_cut_10", or a list of them.
        connection: the user's own DuckDB connection.
        slices: a table of queries and their attributes: then there are columns attribute and slice too, and a row of
            each score for every slice that its query is in; see evalsql.scoring.slices.read_slices.
        by: the attributes; all where there are none.
        options: population, ties, queries, depth, judged_only, strict, gains, subtopics, weights, without_own,
            exclusions, candidates, duplicates, costs, where, convention, columns and settings; see Evaluation.

    Returns:
        A relation with columns run, query_id, metric and value; `.df()`, `.pl()`, `.to_arrow_table()`, `.fetchall()`
        and further SQL work on it.

    Raises:
        InputError: an input or a measure cannot be used.

    Warns:
        InputWarning: the inputs can be used, but look wrong.
    """
    parsed = as_measures(measures, convention=options.get("convention"))
    sliced = read_slices(slices, by, options, connection=connection)
    evaluation = Evaluation(runs, qrels, connection=connection, measures=parsed, keep=False, **options)
    scores, doubts = evaluation.score(parsed), []
    if sliced is not None:
        doubts = sliced.put(evaluation.connection)
        scores = of_slices(evaluation, statements.report("slices/scores", parsed), connection)
    for problem in [*evaluation.warnings, *doubts]:
        warnings.warn(problem.text, InputWarning, stacklevel=3)
    return scores


@stoppable
def evaluate_groups(
    scores: Any, labels: Any, groups: Any, measures: Measures, **options: Unpack[RankingOptions]
) -> "duckdb.DuckDBPyRelation":
    """The score of every group of rows, by each measure, from arrays as learners to rank have them.

    Args:
        scores: what a model predicts of each row, the rows of a group together.
        labels: the relevance of each row.
        groups: how many rows each group has, as LightGBM and XGBoost take them.
        measures: such as "nDCG@10", or a list of them.
        options: as evaluate takes them.

    Returns:
        A relation with columns run (always run), query_id (the number of the group, from 1), metric and value.

    Raises:
        InputError: the arrays are not of the same length, or cannot be read.
    """
    import numpy as np
    import pyarrow as pa

    try:
        given, judged = np.ravel(scores), np.ravel(labels)
        sizes = np.ravel(groups).astype(np.int64, casting="safe")
    except (TypeError, ValueError) as error:
        raise InputError(f"groups must be whole numbers, one per group: {error}") from None
    if not len(given) == len(judged) == sizes.sum() or (sizes < 0).any():
        rows = f"{len(given)} scores, {len(judged)} labels and groups of {sizes.sum()} rows"
        raise InputError(f"there are {rows}; as many of each were expected")
    ids = {"query_id": np.repeat(np.arange(1, len(sizes) + 1), sizes), "doc_id": np.arange(1, len(given) + 1)}
    runs, qrels = pa.table({**ids, "score": given}), pa.table({**ids, "relevance": judged})
    return evaluate({"run": runs}, qrels, measures, **options)


def of_slices(evaluation: Evaluation, select: str, connection: Connection | None) -> "duckdb.DuckDBPyRelation":
    """The rows of a report of slices, as a relation that does not need the evaluation."""
    return relation_of(evaluation.connection.sql(select).to_arrow_table(), connection)


@stoppable
def curve(
    runs: Any,
    qrels: Any,
    curves: Measures,
    *,
    average: bool = False,
    baseline: str | None = None,
    connection: Connection | None = None,
    slices: Any = None,
    by: By = (),
    **options: Unpack[Options],
) -> "duckdb.DuckDBPyRelation":
    """The value of curves at every rank, of each run and query or averaged over queries.

    Args:
        runs: paths, tables, relations or frames; see Evaluation, as for the other arguments.
        qrels: judgments, given likewise.
        curves: such as "DCG" or "nDCG(discount='jk')@50", whose cutoff is the last rank.
        average: over all queries, rather than of each.
        baseline: a run to compare the averages of all with; says average too.
        connection: the user's own DuckDB connection.
        slices: a table of queries and their attributes, for averages over the queries of each slice; see
            evalsql.scoring.slices.read_slices.
        by: the attributes; all where there are none.
        options: as evaluate takes them, but depth, judged_only and strict; see Evaluation.

    Returns:
        A relation; see Evaluation.curve.

    Raises:
        InputError: an input or a curve cannot be used.

    Warns:
        InputWarning: the inputs can be used, but look wrong.
    """
    refuse_others(options)
    parsed = as_measures(curves, "curves", options.get("convention"))
    sliced = read_slices(slices, by, options, connection=connection)
    evaluation = Evaluation(runs, qrels, connection=connection, **options)
    doubts = []
    if sliced is None:
        rows = evaluation.curve(parsed, average=average, baseline=baseline)
    else:
        wanted = evaluation.compute_curves(parsed)
        doubts = sliced.put(evaluation.connection, "points")
        compared = compared_with(evaluation.connection, baseline)
        rows = of_slices(evaluation, statements.report("slices/curves", wanted, **compared), connection)
    for problem in [*evaluation.warnings, *doubts]:
        warnings.warn(problem.text, InputWarning, stacklevel=3)
    return rows
