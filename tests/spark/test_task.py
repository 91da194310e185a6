"""What a task does of Spark's, without Spark: partitions scored apart give the bits of one machine."""

from dataclasses import replace

import pyarrow as pa
import pyarrow.compute as pc
import pytest
from partitions import bits, cut, on_one_machine, planned, scores_in, spread, track
from spark_cases import PLAIN, plain
from variants import representative, variants

import evalsql
from evalsql.spark import facts
from evalsql.spark.task import score_partition


def long_metrics_of_every_kind_have_the_bits_of_one_machine() -> None:
    wanted = [next(variants(metric)) for metric in evalsql.metrics().values() if representative(metric)]
    inputs = track("subtopics", 3)
    assert scores_in(inputs, wanted, (3, None)) == on_one_machine(inputs, wanted)[0]


def test_two_salts_of_a_query_meet_in_a_partition_of_those_that_are_tried() -> None:
    parts = cut(track("subtopics", 3), 4, 3, known=True)
    shared = [
        part.filter(pc.field("kind") == "qrels").group_by(["query"]).aggregate([("salt", "count_distinct")])
        for part in parts
    ]
    assert max(pa.concat_tables(shared)["salt_count_distinct"].to_pylist()) > 1
    assert len([part for part in cut(track("subtopics", 3), 7, 1, known=True) if not part.num_rows]) > 0


def test_an_empty_partition_says_nothing() -> None:
    inputs, wanted, _ = plain()
    assert list(score_partition([], planned(inputs, wanted)[0])) == []


def long_without_what_is_gathered_a_task_tells_scores_alone() -> None:
    inputs, wanted, _ = plain()
    (part,) = cut(inputs, 1, 1, known=True)
    told = pa.Table.from_batches(score_partition(part.to_batches(), planned(inputs, wanted, gathered=False)[0]))
    assert set(told["fact"].to_pylist()) == {"scores"}
    assert told.schema == facts.SCHEMA
    rows = told.select(["run", "query_id", "metric", "value"]).to_pylist()
    assert bits([tuple(row.values()) for row in rows]) == on_one_machine(inputs, wanted)[0]


def long_a_task_that_has_too_little_memory_says_what_to_do() -> None:
    inputs = track("qrels")
    (part,) = cut(inputs, 1, 1, known=True)
    (told,) = score_partition(part.to_batches(), planned(inputs, PLAIN, settings={"memory_limit": "20MB"})[0])
    assert told.to_pylist()[0]["fact"] == "refused"
    assert told.to_pylist()[0]["sentence"] == (
        "a task needs more memory than its 20MB; more partitions need less each, and memory_limit raises it"
    )


@pytest.mark.parametrize(("place", "name"), [(0, "evalsql"), (1, "DuckDB")])
def test_a_worker_with_another_version_is_refused(place: int, name: str) -> None:
    inputs, wanted, _ = plain()
    job = planned(inputs, wanted)[0]
    versions = tuple("0.0.9" if i == place else version for i, version in enumerate(job.versions))
    (told,) = score_partition([], replace(job, versions=versions))
    assert told.to_pylist()[0]["sentence"] == (
        f"{name} is {job.versions[place]} on a worker and 0.0.9 on the driver; install the same on all"
    )


def long_a_ranking_that_two_tasks_scored_a_part_of_is_refused() -> None:
    inputs, wanted, _ = plain()
    plan, told = spread(inputs, wanted, (1, 1))
    again = told.filter((pc.field("fact") == "answered") & (pc.field("run") == "b") & (pc.field("query_id") == "q2"))
    with pytest.raises(evalsql.InputError, match="ranking of run b for query q2 was split over two tasks"):
        facts.understand(evalsql.connections.open_own({}), pa.concat_tables([told, again]), plan.conditions)
