"""How sure a mean is: the interval of each run's mean over queries."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Unpack

from evalsql.answers import Answer, as_relation
from evalsql.catalog.measure import Measures
from evalsql.comparing import methods
from evalsql.comparing.clusters import by_clusters
from evalsql.comparing.compare import Decided, decide
from evalsql.comparing.score_source import ScoreOptions, read_scores
from evalsql.comparing.scores import Scores
from evalsql.connections import Connection
from evalsql.errors import InputError
from evalsql.render import statements
from evalsql.scoring.slices import By, read_slices
from evalsql.words import either

if TYPE_CHECKING:
    import pyarrow as pa


@as_relation("means")
def mean_intervals(
    runs: Any,
    qrels: Any = None,
    measures: Measures = (),
    *,
    interval: str = "student",
    alpha: float = 0.05,
    resamples: int = 10_000,
    seed: int = 0,
    slices: Any = None,
    by: By = (),
    clusters: Any = None,
    trials: str | None = None,
    over_trials: str = "mean",
    connection: Connection | None = None,
    **options: Unpack[ScoreOptions],
) -> Answer:
    """Compute the mean of each run by each measure, with its confidence interval.

    The queries are taken for a sample of all queries of their kind: with a chance of 1 - alpha the interval holds the
    mean over those. Intervals of geometric means are those of the mean logarithm.

    Args:
        runs: runs as Evaluation takes them; if there are no judgments, tables of scores, with columns run, query_id,
            metric and value, as `evalsql evaluate -o` writes them.
        qrels: judgments, or None.
        measures: such as "nDCG@10". Of tables of scores, those of them to look at; all by default.
        interval: "student" (Student's t), "percentile" or "bca" (bootstrap: percentiles, or Efron 1987); of values
            that are all 0 or 1 also "wilson" (his score interval) or "exact" (Clopper and Pearson).
        alpha: one minus the confidence level.
        resamples: how often the bootstrap draws.
        seed: the random seed.
        slices: a table of queries and their attributes, for the means of each kind of query too; see read_slices.
        by: the attributes; all by default.
        clusters: a table of queries and the cluster of each, such as its conversation; see compare, as for trials.
        trials: a regular expression that splits the names of runs in run and trial.
        over_trials: "mean", "pass@3" or "pass^3".
        connection: the user's own DuckDB connection.
        options: population, queries, gains, subtopics, weights and convention, see Evaluation.

    Returns:
        A relation with one row per measure and run, the best run of each measure first: metric, run, queries, mean,
        lower, upper; with clusters also how many these are, and the design effect. Limits are null for one query.
        Measures that are summed over queries are left out. With slices it has the columns attribute and slice too, null
        in the rows over all queries, which come first.

    Raises:
        InputError: an input or a measure cannot be used, or there is no such interval of a mean.

    Warns:
        InputWarning: the inputs can be used, but look wrong.
    """
    decided = decide_means(interval, alpha, resamples, seed)
    over: dict[str, Any] = {"trials": trials, "over": over_trials}
    sliced = read_slices(slices, by, options, connection=connection)
    scores = read_scores(runs, qrels, measures, connection=connection, **over, **options)
    scores = by_clusters(scores, clusters, (), decided.interval, connection, **options)
    doubts = sliced.put(scores.connection) if sliced else []
    means = put_means(scores, decided, bool(sliced))
    return Answer({"means": means}, (*scores.warnings, *doubts), scores.about, scores.measures, scores.headings)


def decide_means(interval: str, alpha: float = 0.05, resamples: int = 10_000, seed: int = 0) -> Decided:
    """How intervals of means are made, checked."""
    named = methods.find("intervals", interval, "", "means")
    if named not in methods.OF_MEANS:
        there = either(methods.OF_MEANS)
        raise InputError(f"the interval of a mean must be {there}, not {interval}, which is of differences")
    return replace(decide(alpha=alpha, resamples=resamples, seed=seed), interval=named)


def put_means(scores: Scores, decided: Decided, sliced: bool = False) -> "pa.Table":
    """The rows of sql/reports/scores/mean_intervals.sql, and then those of slices that are put already."""
    import pyarrow as pa

    put_limits(scores, decided)
    rows = scores.report("reports/scores", "mean_intervals")
    if not sliced:
        return rows
    with scores.of_slices():
        put_limits(scores, decided)
        parts = scores.report("reports/slices", "mean_intervals")
    return pa.concat_tables([rows, parts], promote_options="default")


def put_limits(scores: Scores, decided: Decided) -> None:
    """Makes evalsql_pairs and evalsql_limits of each run alone."""
    scores.make("compared")
    if methods.binary("intervals", decided.interval):
        scores.refuse_fractions(methods.title("intervals", decided.interval))
    scores.make("singles")
    scores.make("singles", into="pairs")
    if scores.clustered:
        scores.make("clustered", into="pairs")
    interval = statements.comparison("intervals", decided.interval, scores.udf, scores.clustered)
    scores.make("limits", values=decided.values, interval=interval)
