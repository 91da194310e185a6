"""From DataFrames of runs and judgments to scores, where the data is."""

from typing import TYPE_CHECKING, Any, Unpack

from evalsql.catalog.measure import Measures
from evalsql.errors import Problem
from evalsql.spark.gather import collect, gather
from evalsql.spark.plan import SparkOptions, plan

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def evaluate(
    runs: Any,
    qrels: Any,
    measures: Measures,
    **options: Unpack[SparkOptions],
) -> "DataFrame":
    """The score of every run on every judged query, by each measure, as evalsql.evaluate gives it: the same bits.

    It is lazy, as all of Spark: runs are read when something is done with the scores. What cannot be used is refused
    then, by the sentence that one machine says, with a run, query and value in place of a line. Two small jobs come
    first if they are needed: one over judgments with a column subtopic or iteration, one where queries are listed.
    `check` says what looks wrong about runs as a whole, which a lazy result cannot: it refuses a run that has no query
    in common with the judgments, and gives the warnings.

    Args:
        runs: a DataFrame with columns query_id, doc_id, score and, if it has several runs, run; {name: DataFrame}; or
            a list of DataFrames. See Evaluation for other columns and names.
        qrels: judgments, also a DataFrame.
        measures: such as "nDCG@10", "AP(rel=2)" or "ndcg_cut_10", or a list of them.
        options: as evalsql.evaluate takes them, but exclusions, candidates and costs. The ties "input" are refused,
            since rows of Spark have no order; gains and weights are DataFrames; where is an expression of Spark's SQL;
            settings are DuckDB's in each task, such as memory_limit (1 GB) and temp_directory. Then partitions, into
            how many partitions queries are put (one for some 1.5 million rows if None), and salt, how many tasks share
            the runs of each query (if None, several of a query of more than 4 million rows).

    Returns:
        A DataFrame with columns run, query_id, metric (all text) and value (double).

    Raises:
        InputError: a measure, an option or a column cannot be used.
    """
    return scores_of(plan(runs, qrels, measures, gathered=False, options=options).told)


def check(runs: Any, qrels: Any, measures: Measures = (), **options: Unpack[SparkOptions]) -> list[Problem]:
    """Find problems of runs and judgments that can be used, and of measures on them.

    Args:
        runs: DataFrames; see evaluate, as for the others.
        qrels: judgments.
        measures: what is to be computed.
        options: as evaluate takes them.

    Returns:
        The warnings of one machine's evaluate, counted over all tasks.

    Raises:
        InputError: something cannot be used.
    """
    planned = plan(runs, qrels, measures, gathered=True, options=options)
    return gather(planned, collect(planned.told.where("fact <> 'scores'"))).warnings


def scores_of(told: "DataFrame") -> "DataFrame":
    """The scores among facts; an action on them fails by the sentence of a task that refused its rows."""
    from pyspark.sql import functions as F

    # in a filter, which is never left out, whatever columns are asked for
    refused = F.when(F.col("fact") == "refused", F.raise_error(F.col("sentence")).cast("boolean"))
    kept = told.where(refused.otherwise(F.col("fact") == "scores"))
    return kept.select("run", "query_id", "metric", "value")
