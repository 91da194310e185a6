"""From runs and judgments to results in one call."""

import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import duckdb

from evalsql.catalog.conventions import Ties
from evalsql.catalog.measure import Measures, as_measures
from evalsql.connections import Connection, relation_of
from evalsql.errors import InputWarning
from evalsql.inputs.checks.subtopics import Subtopics
from evalsql.interrupts import stoppable
from evalsql.render import statements
from evalsql.scoring.curves import slices_query
from evalsql.scoring.evaluation import Evaluation
from evalsql.scoring.population import Population
from evalsql.scoring.slices import By, read_slices


@stoppable
def evaluate(
    runs: Any,
    qrels: Any,
    measures: Measures,
    *,
    connection: Connection | None = None,
    population: Population | None = None,
    ties: Ties | None = None,
    queries: Sequence[str] | None = None,
    depth: int | None = None,
    judged_only: bool = False,
    strict: bool = False,
    gains: Any = None,
    subtopics: Subtopics = "auto",
    weights: Any = None,
    where: str | None = None,
    convention: str | None = None,
    columns: Mapping[str, str] | None = None,
    slices: Any = None,
    by: By = (),
) -> "duckdb.DuckDBPyRelation":
    """The score of every run on every judged query, by each measure.

    Args:
        runs: paths, tables, relations or frames; see Evaluation, as for the other arguments.
        qrels: judgments, given likewise.
        measures: such as "nDCG@10", "AP(rel=2)" or "ndcg_cut_10", or a list of them.
        connection: the user's own DuckDB connection.
        population: "qrels" or "intersection"; as the convention says where None.
        ties: "trec_eval", "input", "average", "best" or "worst"; see Evaluation.
        queries: score these queries only.
        depth: how many documents of each ranking count.
        judged_only: take the unjudged documents out of each ranking first.
        strict: look for duplicates among all rows.
        gains: a table of query_id, relevance and gain, where gains differ by query.
        subtopics: whether judgments are by subtopic: "auto", "yes" or "no".
        weights: a table of query_id, subtopic and weight.
        where: an expression of SQL over the columns of the runs: only rows that it is true of are read.
        convention: a bundle of evalsql.conventions, such as "ntcireval".
        columns: which columns of the inputs are which of ours, such as {"runs.run": "ranker"}.
        slices: a table of queries and their attributes: then there are columns attribute and slice too, and a row of
            each score for every slice that its query is in; see evalsql.scoring.slices.read_slices.
        by: the attributes; all where there are none.

    Returns:
        A relation with columns run, query_id, metric and value; `.df()`, `.pl()`, `.to_arrow_table()`, `.fetchall()`
        and further SQL work on it.

    Raises:
        InputError: an input or a measure cannot be used.

    Warns:
        InputWarning: the inputs can be used, but look wrong.
    """
    parsed = as_measures(measures, convention=convention)
    sliced = read_slices(slices, by, connection=connection, columns=columns)
    evaluation = Evaluation(
        runs,
        qrels,
        connection=connection,
        population=population,
        ties=ties,
        queries=queries,
        depth=depth,
        judged_only=judged_only,
        strict=strict,
        measures=parsed,
        gains=gains,
        subtopics=subtopics,
        weights=weights,
        where=where,
        convention=convention,
        columns=columns,
        keep=False,
    )
    scores, doubts = evaluation.score(parsed), []
    if sliced is not None:
        doubts = sliced.put(evaluation.connection)
        scores = of_slices(evaluation, statements.report("slices/scores", parsed), connection)
    for problem in [*evaluation.warnings, *doubts]:
        warnings.warn(problem.text, InputWarning, stacklevel=3)
    return scores


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
    population: Population | None = None,
    ties: Ties | None = None,
    queries: Sequence[str] | None = None,
    gains: Any = None,
    subtopics: Subtopics = "auto",
    weights: Any = None,
    where: str | None = None,
    convention: str | None = None,
    columns: Mapping[str, str] | None = None,
    slices: Any = None,
    by: By = (),
) -> "duckdb.DuckDBPyRelation":
    """The value of curves at every rank, of each run and query or averaged over queries.

    Args:
        runs: paths, tables, relations or frames; see Evaluation, as for the other arguments.
        qrels: judgments, given likewise.
        curves: such as "DCG" or "nDCG(discount='jk')@50", whose cutoff is the last rank.
        average: over all queries, rather than of each.
        baseline: a run to compare the averages of all with; says average too.
        connection: the user's own DuckDB connection.
        population: "qrels" or "intersection"; as the convention says where None.
        ties: "trec_eval", "input", "average", "best" or "worst"; see Evaluation.
        queries: these queries only.
        gains: a table of query_id, relevance and gain, where gains differ by query.
        subtopics: whether judgments are by subtopic: "auto", "yes" or "no".
        weights: a table of query_id, subtopic and weight.
        where: an expression of SQL over the columns of the runs: only rows that it is true of are read.
        convention: a bundle of evalsql.conventions, such as "ntcireval".
        columns: which columns of the inputs are which of ours, such as {"runs.run": "ranker"}.
        slices: a table of queries and their attributes, for averages over the queries of each slice; see
            evalsql.scoring.slices.read_slices.
        by: the attributes; all where there are none.

    Returns:
        A relation; see Evaluation.curve.

    Raises:
        InputError: an input or a curve cannot be used.

    Warns:
        InputWarning: the inputs can be used, but look wrong.
    """
    parsed = as_measures(curves, "curves", convention)
    sliced = read_slices(slices, by, connection=connection, columns=columns)
    evaluation = Evaluation(
        runs,
        qrels,
        connection=connection,
        population=population,
        ties=ties,
        queries=queries,
        gains=gains,
        subtopics=subtopics,
        weights=weights,
        where=where,
        convention=convention,
        columns=columns,
    )
    doubts = []
    if sliced is None:
        rows = evaluation.curve(parsed, average=average, baseline=baseline)
    else:
        wanted = evaluation.compute_curves(parsed)
        doubts = sliced.put(evaluation.connection, "points")
        rows = of_slices(evaluation, slices_query(evaluation.connection, wanted, baseline), connection)
    for problem in [*evaluation.warnings, *doubts]:
        warnings.warn(problem.text, InputWarning, stacklevel=3)
    return rows
