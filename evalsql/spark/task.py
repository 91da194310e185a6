"""One task: it scores the queries of its partition in its own DuckDB, as an Evaluation anywhere does."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.compute as pc

from evalsql import scratch, udfs
from evalsql.catalog.conventions import decisions
from evalsql.catalog.inputs import INPUTS, Kind
from evalsql.catalog.measure import Measure
from evalsql.connections import Connection, first_line, open_own, scratch_folder
from evalsql.errors import InputError
from evalsql.inputs.checks.lookalikes import look_for
from evalsql.inputs.checks.problems import both_hold
from evalsql.inputs.tables import Unordered
from evalsql.scoring.evaluation import Evaluation
from evalsql.spark import facts
from evalsql.spark.facts import NOBODY
from evalsql.spark.given import IDS, ORIGIN
from evalsql.sqltext import quote

CHUNK = 100_000  # rows that are put into a table together
STARVED = "a task needs more memory than its {}; more partitions need less each, and memory_limit raises it"


def versions() -> tuple[str, str]:
    return version("evalsql"), duckdb.__version__


@dataclass(frozen=True)
class Job:
    """What every task is told."""

    measures: Sequence[Measure]  # what is computed
    columns: Mapping[Kind, Sequence[str]]  # the columns of ours that each input has
    settings: Mapping[str, str | int]  # what DuckDB is told
    # what an Evaluation is told: population, ties, depth, judged_only, without_own, strict, subtopics, convention
    options: Mapping[str, Any]
    queries: Sequence[str] | None = None  # the queries that are scored; all if None
    names: str | None = None  # the column of the judgments that names subtopics, if one does
    gathered: bool = False  # whether what is said of runs and judgments as a whole is wanted too
    relevant: bool = False  # whether that looks at the relevant documents
    versions: tuple[str, str] = field(default_factory=versions)  # those of evalsql and DuckDB on the driver


def score_partition(batches: Iterable[pa.RecordBatch], job: Job) -> Iterator[pa.RecordBatch]:
    """The scores of a partition, as facts; if it cannot be scored, the one fact why."""
    folder = scratch_folder(job.settings)
    try:
        refuse_other_versions(job)
        with open_own({**job.settings, "threads": 1}, folder) as connection:
            udfs.put_on(connection, "ideals")
            for salt, kinds in sorted(take(connection, batches).items()):
                yield from score(connection, salt, kinds, job)
    except (InputError, duckdb.Error, pa.ArrowException) as error:
        # what reads inputs makes a sentence of it, but one for a single machine
        starved = isinstance(error.__context__ or error, duckdb.OutOfMemoryException)
        said = str(error) if isinstance(error, InputError) else f"a task cannot use its rows: {first_line(error)}"
        yield facts.told("refused", sentence=STARVED.format(job.settings.get("memory_limit")) if starved else said)
    finally:
        scratch.drop_folder(folder)


def refuse_other_versions(job: Job) -> None:
    """Refuses to score with another evalsql or DuckDB than the driver's, whose results might not be the same."""
    for name, there, here in zip(("evalsql", "DuckDB"), job.versions, versions(), strict=True):
        if there != here:
            raise InputError(f"{name} is {here} on a worker and {there} on the driver; install the same on all")


def take(connection: Connection, batches: Iterable[pa.RecordBatch]) -> dict[str, set[str]]:
    """Puts the rows of a partition into tables, runs_0_1 and so on, by what they are and their salt."""
    made: dict[str, set[str]] = {}
    for chunk in chunks(batches):
        for kind in chunk["kind"].unique().to_pylist():
            of_kind = chunk.filter(pc.field("kind") == kind)
            for salt in of_kind["salt"].unique().to_pylist():
                rows = of_kind.filter(pc.field("salt") == salt)[kind]
                put(connection, f"{kind}_{salt}", pa.Table.from_struct_array(rows), kind in made.get(salt, ()))
                made.setdefault(salt, set()).add(kind)
    return made


def chunks(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.Table]:
    """Batches, put together to about as many rows as are worth a statement."""
    waiting: list[pa.RecordBatch] = []
    for batch in batches:
        waiting.append(batch)
        if sum(each.num_rows for each in waiting) >= CHUNK:
            yield pa.Table.from_batches(waiting)
            waiting = []
    if waiting:
        yield pa.Table.from_batches(waiting)


def put(connection: Connection, table: str, rows: pa.Table, there: bool) -> None:
    """Adds rows to a table, which is made if it is not there; ids become text, as which they are read anyway."""
    columns = ", ".join(f"{name}::{type_of(name, rows)} as {name}" for name in rows.column_names)
    select = f"select {columns} from evalsql_arriving"
    connection.register("evalsql_arriving", rows)
    connection.execute(f"insert into {table} {select}" if there else f"create table {table} as {select}")
    connection.unregister("evalsql_arriving")


def type_of(name: str, rows: pa.Table) -> str:
    """The type of a column: text for ids, a wide number, or text for anything else, which is rejected."""
    type_ = rows.schema.field(name).type
    if name in IDS or pa.types.is_string(type_):
        return "varchar"
    if pa.types.is_integer(type_):
        return "bigint"  # Spark has no greater; as a double, 0 would be 0.0 in what is said of it
    numeric = pa.types.is_floating(type_) or pa.types.is_decimal(type_) or pa.types.is_boolean(type_)
    return "double" if numeric else "varchar"


def score(connection: Connection, salt: str, kinds: set[str], job: Job) -> Iterator[pa.RecordBatch]:
    """The facts of the queries with a salt, and of those runs that have it."""
    for kind, columns in job.columns.items():
        if kind not in kinds:
            connection.execute(f"create table {kind}_{salt} ({', '.join(f'{name} varchar' for name in columns)})")
    add_nobody(connection, salt, "known" in kinds, job)
    refuse_two_origins(connection, salt)
    given: dict[str, Any] = {
        kind: Unordered(f"memory.main.{kind}_{salt}", f"the {INPUTS[kind].several}") for kind in job.columns
    }
    evaluation = Evaluation(
        given.pop("runs"),
        given.pop("qrels"),
        **given,
        connection=connection,
        queries=None if job.queries is None else judged_of(connection, salt, job.queries),
        measures=job.measures,
        keep=False,
        **job.options,
    )
    if job.gathered:
        look_in_part(evaluation.connection)
    yield from facts.tell(evaluation.connection, selects(job, salt))
    if job.gathered:
        yield facts.told("looked", value=evaluation.coverage.all_rows)
    for kind in kinds | {*job.columns}:
        connection.execute(f"drop table {kind}_{salt}")


def look_in_part(connection: Connection) -> None:
    """Compare ids in all runs, since only the driver knows in which runs few documents are judged."""
    connection.execute("delete from evalsql_lookalikes")
    look_for(
        connection,
        "evalsql_numbered",
        "evalsql_judgments",
        "(select run, sum(documents) as documents, 0 as judged from evalsql_run_sizes group by run)",
    )


def refuse_two_origins(connection: Connection, salt: str) -> None:
    """Refuses a run that two inputs have, whose rankings would be taken together."""
    table = f"memory.main.runs_{salt}"
    if ORIGIN in [name for name, *_ in connection.execute(f"describe {table}").fetchall()]:
        twice = f"group by run having min({ORIGIN}) <> max({ORIGIN}) order by run asc limit 1"
        rows = connection.execute(f"select run, min({ORIGIN}), max({ORIGIN}) from {table} {twice}").fetchall()
        for run, one, other in rows:
            raise InputError(both_hold(run, one, other))


def selects(job: Job, salt: str) -> dict[str, str]:
    """The facts about the queries with a salt; those about judgments once, whatever salts share them."""
    if not job.gathered:
        return {"scores": facts.SAID["scores"]}
    if not salt.startswith("0_"):
        return {**facts.SAID}
    said = {**facts.SAID, "qrels": facts.LEVELS.format(salt), "judged": facts.JUDGED}
    if job.relevant:
        said["judgments"] = facts.RELEVANT
    if "gains" in job.columns:
        said["gains"] = facts.GAINS.format(salt)
    return said


def judged_of(connection: Connection, salt: str, queries: Sequence[str]) -> list[str]:
    """Those of a list of queries that are judged in this partition, and nobody's."""
    rows = connection.execute(f"select distinct query_id from qrels_{salt}").fetchall()
    judged = {query for (query,) in rows}
    return [query for query in (*queries, NOBODY) if query in judged]


def in_strata(connection: Connection, salt: str, job: Job) -> bool:
    """Whether some row of the judgments of this partition has a stratum, without which nobody's would be refused."""
    if "stratum" not in job.columns["qrels"]:
        return False
    found = connection.execute(f"select 1 from qrels_{salt} where trim(stratum) <> '' limit 1")
    return bool(found.fetchall())


def add_nobody(connection: Connection, salt: str, known: bool, job: Job) -> None:
    """Add sentinel rows to each table: one per run, so that a task knows runs without other rows here."""
    relevant = decisions(job.options["convention"], population=job.options["population"]).relevant
    rows: dict[Kind, dict[str, str | int]] = {
        # no convention leaves these out: the document's id is not the query's, and it is relevant
        "runs": {"query_id": NOBODY, "doc_id": f"{NOBODY}'s", "score": 0, "rank": 1},
        "qrels": {"query_id": NOBODY, "doc_id": f"{NOBODY}'s", "relevance": int(relevant)},
        "gains": {"query_id": NOBODY, "relevance": 1, "gain": 1},
        "weights": {"query_id": NOBODY, "subtopic": NOBODY, "weight": 1},
    }
    if job.names is not None:
        rows["qrels"][job.names] = NOBODY
    # a task whose judgments all lack a stratum says so where a measure needs it, and others are as they were given
    if any(measure.metric.sampled for measure in job.measures) or in_strata(connection, salt, job):
        rows["qrels"]["stratum"] = NOBODY
    for kind, columns in job.columns.items():
        values = ", ".join(
            f"{quote(value) if isinstance(value, str) else value} as {name}"
            for name, value in rows[kind].items()
            if name in columns
        )
        if kind == "runs":
            names = " union ".join(f"select run from {each}_{salt}" for each in ("runs", *["known"] * known))
            values = f"run, {values} from (select {quote(NOBODY)} as run union {names}) where run <> ''"
        connection.execute(f"insert into {kind}_{salt} by name select {values}")
