"""What Spark does for an evaluation, done by DuckDB: rows cut into partitions, each scored, and the facts gathered."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from places import FIXTURES

import evalsql
from evalsql.catalog.inputs import INPUTS, Kind
from evalsql.catalog.measure import as_measures
from evalsql.errors import InputError, Problem
from evalsql.inputs import tables
from evalsql.inputs.checks.subtopics import recognize
from evalsql.inputs.columns import unused_keys
from evalsql.inputs.source import File, Source
from evalsql.scoring.options import Conditions
from evalsql.spark.facts import NOBODY, SCHEMA
from evalsql.spark.gather import Gathered, gather
from evalsql.spark.given import Frame, label_of, not_there
from evalsql.spark.plan import Division, Plan, job_of
from evalsql.spark.task import Job, score_partition

Inputs = Mapping[Kind, pa.Table]
Case = tuple[Inputs, Any, dict[str, Any]]  # inputs, measures, and options as evalsql.spark.evaluate takes them
TRACK = FIXTURES / "track"
UNANSWERED = ["118", "137"]  # each by one run
NUMBER = re.compile(r"value \d+")  # of a row that has no query, among those of its partition


@cache
def track(judgments: str, queries: int = 50) -> Inputs:
    """The track, or some of its queries, of which two are not answered by every run."""
    found = {"runs": pq.read_table(TRACK / "runs.parquet"), "qrels": pq.read_table(TRACK / f"{judgments}.parquet")}
    wanted = [*UNANSWERED, *(str(query) for query in range(101, 151) if str(query) not in UNANSWERED)][:queries]
    return {kind: rows.filter(pc.field("query_id").isin(wanted)) for kind, rows in found.items()}


def cut(inputs: Inputs, partitions: int, salt: int | None, known: bool) -> list[pa.Table]:
    """The rows of inputs as `frames.cut` lays them out, a table for each partition.

    Args:
        inputs: runs, judgments and so on, under our names.
        partitions: into how many.
        salt: how many share the runs of each query; where None one, two or three, as hot ones do beside others.
        known: whether there is a row for each run and judged query.
    """
    connection = duckdb.connect(config={"threads": 1})
    for kind, rows in inputs.items():
        connection.register(kind, rows)
    salts = salt or "(1 + hash(query_id::varchar) % 3)::int"
    its_own, each = f"hash(run::varchar) % {salts}", f"unnest(range({salts}))"
    parts = [
        f"""
        select
            '{kind}' as kind,
            query_id::varchar as query,
            ({its_own if kind == "runs" else each})::varchar || '_' || {salts} as salt,
            rows as {kind}
        from {kind} as rows
        """
        for kind in inputs
    ]
    if known:
        parts.append(f"""
            select
                'known' as kind,
                query_id::varchar as query,
                ({its_own})::varchar || '_' || {salts} as salt,
                {{'run': run}} as known
            from (select distinct query_id from qrels)
            cross join (select distinct run::varchar as run from runs where run is not null)
        """)
    connection.execute(f"create table laid as {' union all by name '.join(parts)}")
    place = f"(hash(query, salt) % {partitions})::int"
    return [connection.sql(f"from laid where {place} = {number}").to_arrow_table() for number in range(partitions)]


def sources_of(inputs: Inputs, connection: duckdb.DuckDBPyConnection) -> dict[Kind, Source]:
    """What a driver knows of inputs: their columns."""
    found = {}
    for kind, rows in inputs.items():
        ours = [name for name in INPUTS[kind].columns if name in rows.column_names]
        unused = unused_keys(kind, dict(zip(ours, ours, strict=True)), rows.column_names)
        label = label_of(kind)
        found[kind] = Source("", [File(label, "", label, None)], not_there, ours, unused=unused)
        connection.register(f"given_{kind}", rows)
    return found


def divided(connection: duckdb.DuckDBPyConnection, subtopics: str) -> Division:
    """Which column of the judgments names subtopics, as one machine finds it."""
    (found,) = recognize(connection, [tables.read(connection, "given_qrels", "the judgments", "", "qrels")], subtopics)
    return Division(found.subtopic, "yes" if found.subtopic == "iteration" else subtopics, found.several)


def planned(inputs: Inputs, measures: Any, *, gathered: bool = True, **options: Any) -> tuple[Job, Plan]:
    """What every task is told, and what a driver knows; see `spread`."""
    connection = duckdb.connect(config={"threads": 1})
    frames = {kind: Frame(None, source) for kind, source in sources_of(inputs, connection).items()}
    if options.get("queries") is not None:
        options["queries"] = [str(query) for query in options["queries"]]
    conditions = Conditions(**options)
    division = divided(connection, conditions.subtopics)
    parsed = as_measures(measures, convention=conditions.convention)
    return job_of(parsed, frames, division, gathered, conditions), Plan(None, frames, division, parsed, conditions)


def spread(inputs: Inputs, measures: Any, layout: tuple[int, int | None], **options: Any) -> tuple[Plan, pa.Table]:
    """The facts of all partitions, and what a driver would make of them.

    Args:
        inputs: runs, judgments and so on, under our names.
        measures: what is computed.
        layout: how many partitions and salts.
        options: as evalsql.spark.evaluate takes them.
    """
    job, plan = planned(inputs, measures, **options)
    inputs = {kind: rows.select(job.columns[kind]) for kind, rows in inputs.items()}
    told = [
        batch
        for part in cut(inputs, *layout, plan.conditions.scored == "qrels")
        for batch in score_partition(part.to_batches(max_chunksize=1000), job)
    ]
    return plan, pa.Table.from_batches(told, SCHEMA)


def bits(rows: list[tuple]) -> list[tuple]:
    """Scores in order, with every bit of their values."""
    return sorted((run, query, metric, None if value is None else value.hex()) for run, query, metric, value in rows)


Found = tuple[list[tuple], list[Problem], str]


def on_one_machine(inputs: Inputs, measures: Any, **options: Any) -> Found:
    """The scores, the warnings and the coverage of an evaluation; its inputs are called what a driver calls them."""
    connection = duckdb.connect(config={"threads": 1})
    given = {}
    for kind, rows in inputs.items():
        connection.register("arriving", rows)
        connection.execute(f"create table {kind} as from arriving")
        given[kind] = tables.Unordered(f"memory.main.{kind}", label_of(kind))
    evaluation = evalsql.Evaluation(**given, connection=connection, measures=measures, keep=False, **options)
    scores = bits(evaluation.score(measures).fetchall()) if measures else []
    return scores, evaluation.warnings, str(evaluation.coverage)


def in_partitions(inputs: Inputs, measures: Any, layout: tuple[int, int | None], **options: Any) -> Found:
    """The same, of partitions that are scored apart."""
    plan, told = spread(inputs, measures, layout, **options)
    found: Gathered = gather(plan, told)
    scores = found.connection.execute("select run, query_id, metric, value from evalsql_scores").fetchall()
    return bits(scores), found.warnings, str(found.coverage)


def scores_in(inputs: Inputs, measures: Any, layout: tuple[int, int | None], **options: Any) -> list[tuple]:
    """The scores alone, of partitions that are scored apart."""
    _, told = spread(inputs, measures, layout, **options)
    assert NOBODY not in str(told.to_pydict())
    rows = told.filter(pc.field("fact") == "scores").select(["run", "query_id", "metric", "value"])
    return bits(list(zip(*(column.to_pylist() for column in rows.columns), strict=True)))


def assert_scored_alike(case: Case, layout: tuple[int, int]) -> None:
    """Partitions give the scores, the warnings and the coverage of one machine."""
    inputs, measures, options = case
    wanted = on_one_machine(inputs, measures, **options)
    assert wanted[0]
    assert in_partitions(inputs, measures, layout, **options) == wanted


def refusal(function: Callable, case: Case, *layout: tuple[int, int]) -> str:
    """The sentence that refuses a case."""
    inputs, measures, options = case
    with pytest.raises(InputError) as caught:
        function(inputs, measures, *layout, **options)
    return str(caught.value)


def assert_refused_alike(case: Case, layout: tuple[int, int]) -> None:
    """Partitions are refused by the sentence of one machine."""
    said = refusal(in_partitions, case, layout)
    assert NUMBER.sub("value", said) == NUMBER.sub("value", refusal(on_one_machine, case))
    assert NOBODY not in said
