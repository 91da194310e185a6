"""What scores show beyond their means: which queries are hard, who wins where, and where the variance is."""

from typing import Any, Unpack

from evalsql.answers import Answer, as_relations
from evalsql.catalog.measure import Measures
from evalsql.comparing.origin import ScoreOptions, read_scores
from evalsql.connections import Connection

PARTS = {"queries": "difficulty", "wins": "wins", "components": "components"}  # files of sql/reports/queries


@as_relations
def analyse_queries(
    runs: Any,
    qrels: Any = None,
    measures: Measures = (),
    *,
    connection: Connection | None = None,
    **options: Unpack[ScoreOptions],
) -> Answer:
    """Which queries are hard, on how many of them each run beats each other, and where the variance of scores is.

    Args:
        runs: runs as Evaluation takes them; where there are no judgments, tables of scores, with columns run, query_id,
            metric and value, as `evalsql evaluate -o` writes them.
        qrels: judgments, or None.
        measures: such as "nDCG@10". Of tables of scores, those of them to look at; all where there are none.
        connection: the user's own DuckDB connection.
        options: population, queries, gains, subtopics, weights and convention, see Evaluation.

    Returns:
        Relations by name. queries: one row per measure and query, the hardest first, with the mean, median, standard
        deviation, lowest and highest score of the runs, and the best run. wins: one row per measure, run and other run,
        with the queries it wins, ties and loses. components: three rows per measure, for query, run and interaction,
        with the variance that each adds to a score and its share.

    Raises:
        InputError: an input or a measure cannot be used.

    Warns:
        InputWarning: the inputs can be used, but look wrong.
    """
    scores = read_scores(runs, qrels, measures, connection=connection, **options)
    scores.make("compared", "standings", "blocks", "variances")
    tables = {name: scores.report("reports/queries", file) for name, file in PARTS.items()}
    return Answer(tables, scores.warnings, scores.about, scores.measures)
