"""Scores to be compared: of runs against judgments, or given as a table that was written before."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import duckdb

from evalsql import udfs
from evalsql.catalog.conventions import clause
from evalsql.catalog.measure import Measure, Measures, as_measures
from evalsql.connections import cursor_of, fetch_all
from evalsql.errors import InputError, Problem, refuse
from evalsql.inputs import views
from evalsql.inputs.checks.problems import problems_alone
from evalsql.inputs.checks.subtopics import Subtopics
from evalsql.render import statements
from evalsql.scoring.evaluation import Evaluation, Progress
from evalsql.scoring.population import Population, refuse_population, refuse_unknown_queries
from evalsql.sqltext import quote
from evalsql.words import plural, said


@dataclass(frozen=True)
class Scored:
    """Scores, ready to be compared.

    Attributes:
        connection: where the temporary table evalsql_scores (run, query_id, metric, value) is, and evalsql_asked, the
            measures: metric, place (from 1, in the order asked) and sign (1, or -1 where a lower value is better).
        measures: the measures, as texts, in the order asked.
        warnings: what is doubtful about the inputs.
        about: what the scores are of, for a caption.
        udf: whether the connection has the Python functions of the tests; their twins in SQL serve where it has not.
    """

    connection: duckdb.DuckDBPyConnection
    measures: tuple[str, ...]
    warnings: tuple[Problem, ...]
    about: str
    udf: bool


def scored(
    runs: Any,
    qrels: Any,
    measures: Measures = (),
    *,
    connection: duckdb.DuckDBPyConnection | None = None,
    population: Population | None = None,
    queries: Sequence[str] | None = None,
    gains: Any = None,
    subtopics: Subtopics = "auto",
    weights: Any = None,
    convention: str | None = None,
    settings: Mapping[str, str | int] | None = None,
    progress: Progress = lambda step, done: None,
) -> Scored:
    """The scores of runs, or those that are given.

    Args:
        runs: runs as Evaluation takes them; where there are no judgments, tables of scores, with columns run, query_id,
            metric and value, as `evalsql evaluate -o` writes them.
        qrels: judgments, or None.
        measures: such as "nDCG@10". Of tables of scores, those of them to look at; all where there are none.
        connection: the user's own DuckDB connection.
        population: see Evaluation, as for what follows.

    Raises:
        InputError: an input or a measure cannot be used.
    """
    if qrels is not None:
        parsed = as_measures(measures, convention=convention)
        evaluation = Evaluation(
            runs,
            qrels,
            connection=connection,
            population=population,
            queries=queries,
            measures=parsed,
            gains=gains,
            subtopics=subtopics,
            weights=weights,
            convention=convention,
            keep=False,
            settings=settings,
            progress=progress,
        )
        evaluation.compute(parsed)
        about = f"{evaluation.coverage}{clause(convention)}"
        return ready(evaluation.connection, connection, list(map(str, parsed)), evaluation.warnings, about)
    given = {"population": population, "gains": gains, "weights": weights, "convention": convention}
    for name, value in (given | {"subtopics": None if subtopics == "auto" else subtopics}).items():
        if value is not None:
            raise InputError(f"{name} is for runs and judgments; without judgments, scores are taken as they are")
    own = cursor_of(connection, settings)
    with views.reading(own) as folder:
        sources = views.read(own, runs, "values", folder, connection)
        warnings = refuse(problems_alone(own, "values", sources))
        own.execute(statements.creation("scores", folder="scores"))
        own.execute("insert into evalsql_scores select run, query_id, metric, value from evalsql_values")
        if queries is not None:
            keep_queries(own, queries)
    there = [metric for (metric,) in fetch_all(own, "select distinct metric from evalsql_scores order by metric asc")]
    chosen = [named_in(there, each) for each in ([measures] if isinstance(measures, str) else measures)] or there
    about = f"over {plural(count(own, 'query_id'), 'query')}"
    return ready(own, connection, list(dict.fromkeys(chosen)), warnings, about)


def keep_queries(own: duckdb.DuckDBPyConnection, queries: Sequence[str]) -> None:
    """Leaves the scores of some queries only.

    Raises:
        InputError: the queries are no list, there are none, or one has no score.
    """
    refuse_population("qrels", None, queries)
    wanted = [str(query) for query in queries]
    if not wanted:
        raise InputError("the list of queries is empty")
    there = {query for (query,) in fetch_all(own, "select distinct query_id from evalsql_scores")}
    unknown = sorted(set(wanted) - there)
    refuse_unknown_queries(unknown, "has no scores", "have no scores")
    own.execute("delete from evalsql_scores where not list_contains(?::varchar[], query_id)", [wanted])


def scored_by_rank(
    runs: Any,
    qrels: Any,
    curves: Sequence[Measure],
    region: tuple[int, int] | None = None,
    *,
    connection: duckdb.DuckDBPyConnection | None = None,
    **options: Any,
) -> Scored:
    """The scores of runs at each rank of curves, or their means over the ranks of a region.

    Args:
        runs: runs as Evaluation takes them.
        qrels: judgments.
        curves: curves over ranks; their last rank is their cutoff.
        region: the first and the last rank of it; each rank for itself where None.
        connection: the user's own DuckDB connection.
        options: see Evaluation.

    Returns:
        Scores whose measures are called nDCG@1, nDCG@2 and so on, or nDCG@5-10.

    Raises:
        InputError: an input cannot be used, or a curve is not over ranks.
    """
    for curve in curves:
        if curve.metric.over != "rank":
            raise InputError(f"{curve} is a curve over {curve.metric.over}, where one over ranks was expected")
    evaluation = Evaluation(runs, qrels, connection=connection, **options)
    evaluation.compute_curves(curves)
    point, value = "point::integer", "value"
    if region is not None:
        point, value = f"'{region[0]}-{region[1]}'", "avg(value order by point asc)"
    select = " union all ".join(
        f"select run, query_id, {quote(str(curve).partition('@')[0])} || '@' || {point} as metric, {value} as value"
        f" from evalsql_points where metric = {quote(str(curve))}"
        + (f" and point between {region[0]} and {region[1]} group by run, query_id" if region else "")
        for curve in curves
    )
    evaluation.connection.execute(statements.creation("scores", folder="scores"))
    evaluation.connection.execute(f"insert into evalsql_scores {select}")
    ranks = [f"{region[0]}-{region[1]}"] if region else None
    measures = [
        f"{str(curve).partition('@')[0]}@{rank}"
        for curve in curves
        for rank in ranks or range(1, int(curve.values[curve.metric.cutoff]) + 1)
    ]
    about = f"{evaluation.coverage}{clause(options.get('convention'))}"
    return ready(evaluation.connection, connection, measures, evaluation.warnings, about)


def ready(
    connection: duckdb.DuckDBPyConnection,
    own: duckdb.DuckDBPyConnection | None,
    measures: Sequence[str],
    warnings: Sequence[Problem],
    about: str,
) -> Scored:
    """Scores with their measures noted, and with the functions of the tests if the connection is not the user's."""
    asked = [{"text": quote(text), "sign": -1 if lower_is_better(text) else 1} for text in measures]
    connection.execute(statements.creation("asked", folder="scores", measures=asked))
    if own is None:
        udfs.put_on(connection, "statistics")
    udf = own is None or udfs.registered(connection, "statistics")
    return Scored(connection, tuple(measures), tuple(warnings), about, udf)


def named_in(there: Sequence[str], measure: Any) -> str:
    """The measure of a table of scores that is meant: its text there, or another way to write it.

    Raises:
        InputError: the table has no such measure.
    """
    if str(measure) in there:
        return str(measure)
    try:
        (parsed,) = as_measures([measure])
    except InputError:
        parsed = None
    if str(parsed) in there:
        return str(parsed)
    shown = ", ".join(there[:8]) + (", ..." if there[8:] else "")
    raise InputError(f"the scores have no measure {said(str(measure))}; they have {shown}")


def lower_is_better(measure: str) -> bool:
    """Whether a lower value of a measure is better; not where evalsql does not know the measure."""
    try:
        (parsed,) = as_measures([measure])
    except InputError:
        return False
    return parsed.metric.better == "lower"


def count(connection: duckdb.DuckDBPyConnection, column: str) -> int:
    """How many different values a column of the scores has."""
    ((number,),) = connection.execute(f"select count(distinct {column}) from evalsql_scores").fetchall()
    return number
