"""Scores that are standardised: each by the mean and the spread of a reference set of runs on its query."""

import warnings
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import duckdb

from evalsql.catalog.measure import Measures
from evalsql.comparing import compare as comparison
from evalsql.comparing.scores import Scored, scored
from evalsql.connections import fetch_all, relation_of
from evalsql.errors import InputError
from evalsql.interrupts import stoppable
from evalsql.render import statements
from evalsql.words import first_few, plural, said

ROWS = """
    select standardised.* from evalsql_standardised as standardised join evalsql_asked using (metric)
    order by run asc, place asc, query_id asc
    """


@stoppable
def standardise(
    runs: Any,
    qrels: Any = None,
    measures: Measures = (),
    *,
    reference: Sequence[str] = (),
    connection: duckdb.DuckDBPyConnection | None = None,
    **options: Any,
) -> duckdb.DuckDBPyRelation:
    """Scores as how far each is from the mean of the reference runs on its query (Webber, Moffat and Zobel 2008).

    Args:
        runs: runs as Evaluation takes them; where there are no judgments, tables of scores, with columns run, query_id,
            metric and value, as `evalsql evaluate -o` writes them.
        qrels: judgments, or None.
        measures: such as "nDCG@10". Of tables of scores, those of them to look at; all where there are none.
        reference: the runs whose mean and standard deviation (of a sample) count; all where there are none.
        connection: the user's own DuckDB connection.
        options: population, queries, gains, subtopics, weights and convention, see Evaluation.

    Returns:
        A relation with columns run, query_id, metric, value (from 0 to 1: the distribution function of the normal
        distribution at z), z (standard deviations from the mean; 0 where all reference runs have the same score, so
        that value is 0.5) and score (as it was).

    Raises:
        InputError: an input or a measure cannot be used, or a run of the reference is not there.

    Warns:
        UserWarning: something about the inputs is doubtful, and does not stop it.
    """
    found = scored(runs, qrels, measures, connection=connection, **options)
    put_standardised(found, reference)
    for problem in found.warnings:
        warnings.warn(problem.text, stacklevel=3)
    return relation_of(found.connection.sql(ROWS).to_arrow_table(), connection)


def standardised(found: Scored, reference: Sequence[str] = ()) -> Scored:
    """Scores with standardised ones in their place, for any comparison; see standardise for the reference.

    Raises:
        InputError: a run of the reference is not there.
    """
    reference = [reference] if isinstance(reference, str) else reference
    put_standardised(found, reference)
    found.connection.execute(statements.creation("scores", folder="scores"))
    found.connection.execute("insert into evalsql_scores select run, query_id, metric, value from evalsql_standardised")
    by = f"the {plural(len(set(reference)), 'reference run')}" if reference else "all runs"
    return replace(found, about=f"{found.about}, standardised by {by}")


def put_standardised(found: Scored, reference: Sequence[str]) -> None:
    """Makes the relation standardised; see there."""
    reference = [reference] if isinstance(reference, str) else list(reference or ())
    runs = {run for (run,) in fetch_all(found.connection, "select distinct run from evalsql_scores")}
    for run in reference:
        if run not in runs:
            raise InputError(f"there is no run {said(run)} to be a reference; there are {first_few(sorted(runs))}")
    comparison.make(found, "standardised", values={"reference": reference})
