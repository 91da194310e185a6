"""Scores beyond their means: hard queries, wins and losses by query, and sources of variance."""

from typing import Any, Unpack

from evalsql.answers import Answer, as_relations
from evalsql.catalog.measure import Measures
from evalsql.comparing.score_source import ScoreOptions, read_scores
from evalsql.comparing.scores import count
from evalsql.connections import Connection, fetch_all
from evalsql.errors import InputError
from evalsql.scoring.slices import By, keep_slice, read_slices
from evalsql.sqltext import fold, identifier, quote
from evalsql.words import plural

PARTS = {"queries": "difficulty", "wins": "wins", "components": "components"}  # files of sql/reports/queries
TAKEN = {
    *("metric", "query_id", "place", "runs", "mean", "median", "deviation", "lowest", "highest", "best_run", "text")
}  # columns of its own that the report of queries has


@as_relations
def analyse_queries(
    runs: Any,
    qrels: Any = None,
    measures: Measures = (),
    *,
    slices: Any = None,
    by: By = (),
    slice: str | None = None,
    connection: Connection | None = None,
    **options: Unpack[ScoreOptions],
) -> Answer:
    """Find hard queries, wins and losses between runs, and the sources of variance.

    Args:
        runs: runs as Evaluation takes them; if there are no judgments, tables of scores, with columns run, query_id,
            metric and value, as `evalsql evaluate -o` writes them.
        qrels: judgments, or None.
        measures: such as "nDCG@10". Of tables of scores, those of them to look at; all by default.
        slices: a table of queries, with their texts and attributes; see read_slices.
        by: the attributes; all by default.
        slice: one slice, such as "language=de", whose queries alone are looked at.
        connection: the user's own DuckDB connection.
        options: population, queries, gains, subtopics, weights and convention, see Evaluation.

    Returns:
        Relations by name. queries: one row per measure and query, the hardest first, with the mean, median, standard
        deviation, lowest and highest score of the runs, and the best run. wins: one row per measure, run and other run,
        with the queries it wins, ties and loses. components: three rows per measure, for query, run and interaction,
        with the variance that each adds to a score and its share. Of two runs, differences: one row per measure and
        query, the largest loss of the better run first. With slices, queries has the text and the attributes of each,
        and slices one row per measure, attribute and slice.

    Raises:
        InputError: an input or a measure cannot be used.

    Warns:
        InputWarning: the inputs can be used, but look wrong.
    """
    sliced = read_slices(slices, by, options, connection=connection, texts=True)
    if slice is not None and sliced is None:
        raise InputError(f"{slice} is a slice of queries; slices says which table has them (--slices)")
    scores = read_scores(runs, qrels, measures, connection=connection, **options)
    doubts = sliced.put(scores.connection) if sliced else []
    about = scores.about
    if slice is not None:
        keep_slice(scores.connection, slice)
        about = f"over {plural(count(scores.connection, 'query_id'), 'query')} of {slice}; in all {about}"
    scores.make("compared", "standings", "blocks", "variances")
    tables = {name: scores.report("reports/queries", file) for name, file in PARTS.items()}
    if len(scores.runs()) == 2:
        tables["differences"] = scores.report("reports/queries", "differences", slices=sliced is not None)
    if sliced:
        tables["queries"] = scores.report("reports/slices", "difficulty", attributes=columns(scores.connection))
        tables["slices"] = scores.report("reports/slices", "slices")
    return Answer(tables, (*scores.warnings, *doubts), about, scores.measures, scores.headings)


def columns(connection: Connection) -> list[dict[str, str]]:
    """Values for templates about sliced attributes: their texts, and columns of their own."""
    found = "select distinct attribute, attribute_place from evalsql_slices order by attribute_place asc"
    names = [attribute for attribute, _ in fetch_all(connection, found)]
    called = {name: name for name in names}
    taken = TAKEN | set(map(fold, names))
    for name in (name for name in names if fold(name) in TAKEN):
        while fold(called[name]) in taken:
            called[name] += "_"
        taken.add(fold(called[name]))
    return [{"text": quote(name), "column": identifier(column)} for name, column in called.items()]
