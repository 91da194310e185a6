"""From runs and judgments to results in one call."""

import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import duckdb

from evalsql.catalog.conventions import Ties
from evalsql.catalog.measure import Measures, as_measures
from evalsql.connections import Connection
from evalsql.errors import InputWarning
from evalsql.inputs.checks.subtopics import Subtopics
from evalsql.interrupts import stoppable
from evalsql.scoring.evaluation import Evaluation
from evalsql.scoring.population import Population


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
    costs: Any = None,
    where: str | None = None,
    convention: str | None = None,
    columns: Mapping[str, str] | None = None,
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
        costs: a table of doc_id and cost, and query_id where costs differ by query.
        where: an expression of SQL over the columns of the runs: only rows that it is true of are read.
        convention: a bundle of evalsql.conventions, such as "ntcireval".
        columns: which columns of the inputs are which of ours, such as {"runs.run": "ranker"}.

    Returns:
        A relation with columns run, query_id, metric and value; `.df()`, `.pl()`, `.to_arrow_table()`, `.fetchall()`
        and further SQL work on it.

    Raises:
        InputError: an input or a measure cannot be used.

    Warns:
        InputWarning: the inputs can be used, but look wrong.
    """
    parsed = as_measures(measures, convention=convention)
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
        costs=costs,
        where=where,
        convention=convention,
        columns=columns,
        keep=False,
    )
    scores = evaluation.score(parsed)
    for problem in evaluation.warnings:
        warnings.warn(problem.text, InputWarning, stacklevel=3)
    return scores


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

    Returns:
        A relation; see Evaluation.curve.

    Raises:
        InputError: an input or a curve cannot be used.

    Warns:
        InputWarning: the inputs can be used, but look wrong.
    """
    parsed = as_measures(curves, "curves", convention)
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
    rows = evaluation.curve(parsed, average=average, baseline=baseline)
    for problem in evaluation.warnings:
        warnings.warn(problem.text, InputWarning, stacklevel=3)
    return rows
