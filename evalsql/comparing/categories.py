"""Runs in categories: the best, the worst and the normal ones, and whether measures separate these."""

from collections.abc import Sequence
from typing import Any, Unpack

from evalsql.answers import Answer, as_relations
from evalsql.arguments import known_run, list_of
from evalsql.catalog.measure import Measures
from evalsql.comparing import methods
from evalsql.comparing.score_source import ScoreOptions, read_scores
from evalsql.connections import Connection

# files of sql/reports/queries
PARTS = {"runs": "category_runs", "summary": "category_means", "tests": "category_tests"}


@as_relations
def categories(
    runs: Any,
    qrels: Any = None,
    measures: Measures = (),
    *,
    best: Sequence[str] = (),
    connection: Connection | None = None,
    **options: Unpack[ScoreOptions],
) -> Answer:
    """Compare categories of runs, as Della Mea and Mizzaro do: best, worst and normal.

    Args:
        runs: runs, or tables of scores; see analyse_queries, as for qrels and measures.
        qrels: judgments, or None.
        measures: such as "nDCG@10".
        best: the names of the best runs. Of the others, the worst are below the median of all runs on every query.
        connection: the user's own DuckDB connection.
        options: population, queries, gains, subtopics, weights and convention, see Evaluation.

    Returns:
        Relations by name. runs: one row per measure and run, with its category, mean and place. summary: one row per
        measure and category, with how many runs it has, and the mean, the lowest and the highest of their means. tests:
        for each measure the tests of Kruskal and Wallis over all categories and of Mann and Whitney over each two, with
        category and other (null if it is all), statistic and p_value.

    Raises:
        InputError: an input or a measure cannot be used, or there is no run of such a name.

    Warns:
        InputWarning: the inputs can be used, but look wrong.
    """
    scores = read_scores(runs, qrels, measures, connection=connection, **options)
    there = scores.runs()
    best = [known_run(run, "best ", there) for run in list_of(best, "best", "names of runs")]
    scores.make("compared", "standings")
    scores.make("categories", values={"best": best})
    tests = {
        "of_all": methods.names("significance", "categories"),
        "of_pairs": methods.names("significance", "pairs of categories"),
    }
    tables = {name: scores.report("reports/queries", file, **tests) for name, file in PARTS.items()}
    return Answer(tables, scores.warnings, scores.about, scores.measures, scores.headings)
