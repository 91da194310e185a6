"""An evaluation as Spark is to make it: DataFrames in, one DataFrame of facts out, nothing of it run yet."""

import pickle
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from evalsql.arguments import list_of
from evalsql.catalog.conventions import Subtopics
from evalsql.catalog.expected import refuse_unexpected
from evalsql.catalog.inputs import Kind
from evalsql.catalog.measure import Measure, Measures, as_measures
from evalsql.connections import Settings, cursor_of
from evalsql.errors import InputError
from evalsql.inputs.checks.subtopics import lacking, refuse_lacking, unsampled
from evalsql.inputs.columns import refuse_unknown_columns
from evalsql.inputs.source import Column
from evalsql.scoring.measure_warnings import has_base, has_gains
from evalsql.scoring.options import Conditions, RankingOptions, refuse_others
from evalsql.scoring.population import refuse_unknown_queries
from evalsql.scoring.values import refuse_undivided
from evalsql.spark.facts import TYPES
from evalsql.spark.frames import cut
from evalsql.spark.given import Frame, frame_of
from evalsql.spark.task import Job

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame

MEMORY = "1GB"  # what DuckDB may use in a task where nobody says; Spark does not count it


@dataclass(frozen=True)
class Division:
    """Which column names the subtopics of judgments, as `inputs.checks.subtopics.recognize` finds it."""

    column: Column | None  # that column, if there is one
    said: Subtopics  # what tasks are told, so that each finds the same
    several: int = 0  # how many documents are judged under several values of the iteration field, if that is why


@dataclass(frozen=True)
class Plan:
    """The job for Spark, and the facts that the driver needs to describe it."""

    told: "DataFrame"  # the facts; see `facts`
    frames: Mapping[Kind, Frame]  # the inputs
    division: Division  # whether the judgments are by subtopic
    measures: Sequence[Measure]  # what is computed
    conditions: Conditions  # how runs are scored


class SparkOptions(RankingOptions, total=False):
    """The options of an evaluation on Spark; see evalsql.spark.evaluate."""

    partitions: int | None
    salt: int | None


def plan(runs: Any, qrels: Any, measures: Measures, *, gathered: bool, options: SparkOptions) -> Plan:
    """What Spark is to make."""
    refuse_unknown(options)
    refuse_settings(options.get("settings"))
    chosen: Any = {name: each for name, each in options.items() if name not in ("partitions", "salt")}
    if chosen.get("queries") is not None:
        chosen["queries"] = list(map(str, list_of(chosen["queries"], "queries")))
    conditions = Conditions(**chosen)
    columns, queries = conditions.columns, conditions.queries
    if conditions.ties == "input":
        raise InputError(
            "the rows of a DataFrame of Spark have no order, so ties cannot follow it; choose another"
            " order of ties: trec_eval,"
            " average, best or worst"
        )
    refuse_unknown_columns(columns)
    parsed = as_measures(measures, convention=conditions.convention)
    if conditions.ties == "average":
        refuse_unexpected(parsed)
    frames: dict[Kind, Frame] = {
        "runs": frame_of(runs, "runs", columns, conditions.where),
        "qrels": frame_of(qrels, "qrels", columns),
    }
    beside: dict[Kind, Any] = {"gains": conditions.gains, "weights": conditions.weights}
    frames |= {kind: frame_of(given, kind, columns) for kind, given in beside.items() if given is not None}
    division = divide(frames["qrels"], conditions.subtopics)
    judged = frames["qrels"].source
    undivided = "" if division.column else lacking([judged], division.said)
    for measure in parsed:
        refuse_undivided(measure, undivided, "" if "stratum" in judged.columns else unsampled([judged]))
    if queries is not None:
        refuse_unjudged(frames["qrels"], queries)
    job = job_of(parsed, frames, division, gathered, conditions)
    rows = cut(
        frames,
        known=conditions.scored != "intersection",
        partitions=options.get("partitions"),
        salt=options.get("salt"),
    )
    told = given_to(worker(job), rows)
    return Plan(told, frames, division, parsed, conditions)


def divide(qrels: Frame, subtopics: Subtopics) -> Division:
    """Looks at the columns of judgments that may name subtopics, if there are any."""
    from pyspark.sql import functions as F

    there: list[Column] = [name for name in ("subtopic", "iteration") if name in qrels.rows.columns]
    if subtopics == "no" or not there:
        if subtopics == "yes":
            refuse_lacking(qrels.source)
        return Division(None, subtopics)
    texts = {name: F.when(F.trim(F.col(name).cast("string")) != "", F.col(name).cast("string")) for name in there}
    looks = [F.count(text).alias(f"{name}_filled") for name, text in texts.items()]
    looks += [F.count_distinct(text).alias(f"{name}_values") for name, text in texts.items()]
    (found,) = qrels.rows.agg(F.count("*").alias("rows"), *looks).collect()
    if "subtopic" in there and found["subtopic_filled"]:
        return Division("subtopic", subtopics)
    if subtopics == "yes":
        if "iteration" in there and found["iteration_filled"]:
            return Division("iteration", "yes")
        if found["rows"]:
            refuse_lacking(qrels.source)
    if subtopics == "auto" and "iteration" in there and found["iteration_values"] > 1:
        judged = qrels.rows.where("query_id is not null and doc_id is not null").groupBy("query_id", "doc_id")
        several = judged.agg(F.count_distinct(texts["iteration"]).alias("values")).where("values > 1").count()
        if several:
            return Division("iteration", "yes", several)
    return Division(None, subtopics)


def refuse_unknown(options: Mapping[str, Any]) -> None:
    """Refuses options that one machine knows and Spark does not, and such as there are not."""
    if options.get("costs") is not None:
        raise InputError("Spark reads no costs of documents; leave out costs")
    for name in ("exclusions", "candidates"):
        if options.get(name) is not None:
            raise InputError(f"Spark reads no {name}; leave them out, or take such documents out of the runs first")
    if options.get("duplicates") is not None:
        raise InputError("Spark refuses a document that appears twice for a query; leave out duplicates")
    if options.keys() & {"slices", "by"}:
        raise InputError(
            "scores on Spark are of all queries; evalsql.compare(scores, slices=...) takes them, and a join on query_id"
            " makes slices of them on Spark"
        )
    refuse_others(options, SparkOptions)


def refuse_settings(settings: Settings | None) -> None:
    """Refuses settings that DuckDB does not take, before each task finds that."""
    if "threads" in (settings or {}):
        raise InputError(
            "threads are for one machine; on Spark a task has one, and --master local[4] says how many run"
        )
    cursor_of(None, settings).close()


def graded(frames: Mapping[Kind, Frame]) -> bool:
    """Whether anything but the relevance says what a document gains."""
    return "gains" in frames or "gain" in frames["qrels"].source.columns


def job_of(
    measures: Sequence[Measure],
    frames: Mapping[Kind, Frame],
    division: Division,
    gathered: bool,
    conditions: Conditions,
) -> Job:
    """What every task is told."""
    runs = frames["runs"].source
    if conditions.decided.order == "rank" and "rank" not in runs.columns:
        place = runs.files[0].label
        raise InputError(f"{place}: rank is not there; a whole number was expected, since the convention goes by rank")
    return Job(
        measures,
        {kind: list(frame.source.columns) for kind, frame in frames.items()},
        {"memory_limit": MEMORY, **(conditions.settings or {})},
        {
            "population": conditions.scored,
            "ties": conditions.ties,
            "depth": conditions.depth,
            "judged_only": conditions.judged_only,
            "without_own": conditions.without_own,
            "strict": conditions.strict,
            "subtopics": division.said,
            "convention": conditions.convention,
        },
        queries=conditions.queries,
        names=division.column,
        gathered=gathered,
        relevant=graded(frames) or any(has_gains(m) or has_base(m) or (m.values.get("rel") or 0) > 1 for m in measures),
    )


def given_to(function: Any, rows: "DataFrame") -> "DataFrame":
    """What a function of tasks makes of rows: facts."""
    try:
        return rows.mapInArrow(function, ", ".join(f"{name} {type_}" for name, type_ in TYPES.items()))
    except ImportError as error:  # it comes without pandas, which it asks for here
        lacks = re.sub(r"^\[\w+\] ", "", str(error)).rstrip(".")
        raise InputError(f"Spark gives Python no rows here: {lacks}; pip install pandas pyarrow") from None


def worker(job: Job) -> Any:
    """The function of a task, which says so where evalsql cannot be imported there."""

    packed = pickle.dumps(job)

    def score(batches: "Iterator[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
        # a function in a function travels whole; one of a module would not be found before it can say why
        try:
            from evalsql.spark.task import score_partition
        except ImportError as error:
            raise ImportError(f"{error}; evalsql must be installed where Spark's tasks run, as on the driver") from None
        return score_partition(batches, pickle.loads(packed))

    return score


def refuse_unjudged(qrels: Frame, queries: Sequence[str]) -> None:
    from pyspark.sql import functions as F

    wanted = set(queries)
    if not wanted:
        raise InputError("the list of queries is empty")
    text = F.col("query_id").cast("string")
    there = {query for (query,) in qrels.rows.select(text).where(text.isin(*wanted)).distinct().collect()}
    refuse_unknown_queries(sorted(wanted - there), "is not judged", "are not judged")
