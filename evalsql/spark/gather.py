"""The driver's summary of an evaluation by Spark: its queries, and warnings."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pyarrow as pa

from evalsql.catalog.inputs import Kind
from evalsql.connections import Connection, fetch_one, open_own
from evalsql.errors import InputError, Problem, refuse
from evalsql.inputs.checks.problems import find
from evalsql.inputs.checks.rows import empty_runs, no_rows, not_used
from evalsql.inputs.checks.subtopics import announced
from evalsql.inputs.columns import chosen_for, not_read
from evalsql.scoring.measure_warnings import best_over_subtopics, doubts
from evalsql.scoring.population import Coverage, cover, refuse_unanswered
from evalsql.scoring.runs import doubtful_runs, idle_order, refuse_empty, refuse_gone
from evalsql.scoring.values import idle, unread
from evalsql.spark import facts
from evalsql.spark.plan import Plan, graded
from evalsql.sqltext import Sql

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


@dataclass(frozen=True)
class Gathered:
    """An evaluation that Spark made, as what prints one on one machine takes it."""

    connection: Connection  # where the scores are, in the table evalsql_scores
    coverage: Coverage  # which queries they are over
    warnings: list[Problem]  # what looks wrong
    convention: str | None  # the bundle of decisions that measures are read by, or None


def gather(plan: Plan, told: "pa.Table") -> Gathered:
    """Makes of the facts of all tasks what an Evaluation has."""
    connection = open_own({})
    all_rows = facts.understand(connection, told, plan.conditions)
    needed: dict[Kind, str] = {"qrels": "known", "gains": "gains", "runs": "answered"}
    for kind, table in needed.items():
        if kind in plan.frames and not fetch_one(connection, f"select exists (from evalsql_{table})")[0]:
            text = no_rows(kind, plan.frames[kind].source.files[0])
            refuse(iter([Problem("error", f"empty {kind}", text)]))
    (answered,) = fetch_one(connection, "select list(distinct run) from evalsql_answered")
    without = {run: label for run, label in plan.frames["runs"].empty.items() if run not in answered}
    refuse_empty(without, plan.conditions)
    for run in without:
        connection.execute("insert into evalsql_answered values (?, null, null)", [run])
    refuse_gone(connection, "from evalsql_run_sizes where documents = 0 and run in (select run from evalsql_dropped)")
    coverage, convention = cover(connection, plan.conditions, all_rows=all_rows), plan.conditions.convention
    if plan.conditions.complete:
        refuse_unanswered(connection, str(convention))
    warnings = refuse(doubtful(connection, plan, coverage, without))
    return Gathered(connection, coverage, warnings, convention)


def doubtful(connection: Connection, plan: Plan, coverage: Coverage, without: Mapping[str, str]) -> Iterator[Problem]:
    """What is wrong or doubtful about runs and judgments as a whole, in the order of one machine."""
    sources = {kind: frame.source for kind, frame in plan.frames.items()}
    yield from not_used("qrels", [sources["qrels"]])
    yield from announced([replace(sources["qrels"], several=plan.division.several)])
    if "gains" in sources:
        yield from find(connection, "gains and judgments", [sources["gains"]])
    yield from find(connection, "relevant documents", judgments=Sql("evalsql_qrels"))
    columns = plan.conditions.columns
    yield from not_read(columns, ["queries", *plan.frames])
    yield from not_used("runs", [sources["runs"]])
    yield from empty_runs(without)
    yield from doubtful_runs(connection, coverage, graded(plan.frames), plan.conditions.listed)
    yield from idle_order(plan.conditions, dict(chosen_for(columns, "runs")))
    divided = plan.division.column is not None
    told: set[Problem] = set()
    levels: dict[float, list[Problem]] = {}
    kinds: Collection[str] = plan.frames
    for measure in plan.measures:
        kinds = unread(measure, kinds)
        new = [each for each in doubts(connection, measure, levels) if each not in told]
        told.update(new)
        yield from new
        if divided and not measure.metric.by_subtopic:
            yield best_over_subtopics(measure)
            divided = False  # said once, of the first
    yield from idle(kinds)


def collect(rows: "DataFrame") -> pa.Table:
    try:
        if hasattr(rows, "toArrow"):
            return rows.toArrow()
        return pa.Table.from_pandas(rows.toPandas(), preserve_index=False)  # Spark 3.5
    except Exception as error:
        if not type(error).__module__.startswith(("pyspark.", "py4j.")):  # Connect has no Py4J whose error to name
            raise
        raise InputError(f"Spark could not do it: {cause(error)}") from None


def cause(error: Exception) -> str:
    """Why a job of Spark failed: of an error in Python the last line, of others the last that says so."""
    lines = [line.strip() for line in str(error).strip().splitlines() if line.strip()]
    if type(error).__name__ == "PythonException":
        return lines[-1]
    causes = [line.removeprefix("Caused by: ") for line in lines if line.startswith("Caused by: ")]
    return causes[-1] if causes else lines[0]


def keep(rows: "DataFrame") -> "DataFrame":
    """The same rows, kept on the disks of Spark once they are computed."""
    from pyspark import StorageLevel

    return rows.persist(StorageLevel.DISK_ONLY)
