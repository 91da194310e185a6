"""Scores that are standardized: each by the mean and the spread of a reference set of runs on its query."""

from collections.abc import Sequence
from typing import Any, Unpack

from evalsql.answers import Answer, as_relation
from evalsql.catalog.measure import Measures
from evalsql.comparing.score_source import ScoreOptions, read_scores
from evalsql.connections import Connection

ROWS = """
    select standardised.* from evalsql_standardised as standardised join evalsql_asked using (metric)
    order by run asc, place asc, query_id asc
    """


@as_relation("scores")
def standardize(
    runs: Any,
    qrels: Any = None,
    measures: Measures = (),
    *,
    reference: Sequence[str] = (),
    connection: Connection | None = None,
    **options: Unpack[ScoreOptions],
) -> Answer:
    """Standardize scores by the mean and deviation of reference runs per query (Webber, Moffat and Zobel 2008).

    Args:
        runs: runs as Evaluation takes them; if there are no judgments, tables of scores, with columns run, query_id,
            metric and value, as `evalsql evaluate -o` writes them.
        qrels: judgments, or None.
        measures: such as "nDCG@10". Of tables of scores, those of them to look at; all by default.
        reference: the runs whose mean and standard deviation (of a sample) count; all by default.
        connection: the user's own DuckDB connection.
        options: population, queries, gains, subtopics, weights and convention, see Evaluation.

    Returns:
        A relation with columns run, query_id, metric, value (from 0 to 1: the distribution function of the normal
        distribution at z), z (standard deviations from the mean; 0 if all reference runs have the same score, so
        that value is 0.5) and score (as it was).

    Raises:
        InputError: an input or a measure cannot be used, or a run of the reference is not there.

    Warns:
        InputWarning: the inputs can be used, but look wrong.
    """
    scores = read_scores(runs, qrels, measures, connection=connection, **options).standardize(reference)
    tables = {
        "scores": scores.connection.sql(ROWS).to_arrow_table(),
        "means": scores.report("reports/scores", "standardised_means"),
    }
    return Answer(tables, scores.warnings, scores.about, scores.measures, scores.headings)
