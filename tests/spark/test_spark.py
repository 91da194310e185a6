"""DataFrames of Spark: the bits of one machine, however they are cut; on workers of their own in test_cluster.py."""

import re
from contextlib import chdir
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import hostile
import pyarrow as pa
import pytest
from bad_input.kind import groups
from bad_input.trying import Bench, wrong_in
from hostile import NAMES, assert_nothing_was_run, rankings
from in_process import Done, whole
from one_machine import FEW, TRACK, expected, one_machine, scores_of
from partitions import bits
from places import FIXTURES
from pyarrow.parquet import write_table
from variants import representative, variants
from written import put

import evalsql
import evalsql.spark
from evalsql.spark import frames
from evalsql.spark.given import frame_of

# pandas 3 and Spark warn of each other
pytestmark = pytest.mark.filterwarnings("ignore")


@cache
def catalog() -> list[evalsql.Measure]:
    """Of each set of relations read the metric with the longest body, in its defaults."""
    return [next(variants(metric)) for metric in evalsql.metrics().values() if representative(metric)]


def long_metrics_that_read_each_relation_have_the_bits_of_one_machine(runs: Any, qrels: Any) -> None:
    found = scores_of(evalsql.spark.evaluate(runs, qrels, catalog(), partitions=2))
    assert found == one_machine(TRACK / "runs.parquet", TRACK / "subtopics.parquet", catalog())[0]


def long_scores_have_the_bits_of_one_machine_however_they_are_cut(runs: Any, qrels: Any) -> None:
    assert scores_of(evalsql.spark.evaluate(runs, qrels, FEW, partitions=7, salt=3)) == expected()[0]


def long_two_salts_of_a_query_meet_in_a_partition_of_those_that_are_tried(runs: Any, qrels: Any) -> None:
    from pyspark.sql import functions as F

    given = {"runs": frame_of(runs, "runs", None), "qrels": frame_of(qrels, "qrels", None)}
    laid = frames.cut(given, known=True, partitions=4, salt=3).where("kind = 'qrels'")
    shared = laid.groupBy(F.spark_partition_id(), "query").agg(F.count_distinct("salt").alias("salts"))
    assert shared.where("salts > 1").count() > 0


def long_check_warns_of_what_one_machine_warns_of(runs: Any, qrels: Any) -> None:
    assert evalsql.spark.check(runs, qrels, FEW, partitions=4, salt=3) == expected()[1]


def long_the_runs_of_a_hot_query_are_shared_by_tasks(runs: Any, qrels: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "BYTES", 2**17)
    monkeypatch.setattr(frames, "HOT", 1199)  # rows; two queries, which a run each does not answer, have fewer
    given = {"runs": frame_of(runs, "runs", None), "qrels": frame_of(qrels, "qrels", None)}
    laid = frames.cut(given, known=True)
    assert sorted(map(tuple, laid.groupBy("query").agg({"salt": "max"}).groupBy("max(salt)").count().collect())) == [
        ("0_1", 2),
        ("1_2", 48),
    ]
    assert scores_of(evalsql.spark.evaluate(runs, qrels, FEW)) == expected()[0]


def long_names_columns_and_rows_are_chosen(runs: Any, qrels: Any) -> None:
    picked = {name: runs.where(f"run = '{name}'").drop("run", "rank") for name in ("bm25", "dense")}
    wanted = [row for row in expected()[0] if row[0] in picked]
    assert scores_of(evalsql.spark.evaluate(picked, qrels, FEW, partitions=2)) == wanted
    named = runs.drop("rank").withColumnRenamed("run", "my name").withColumnRenamed("score", "points")
    found = evalsql.spark.evaluate(
        named,
        qrels.withColumnRenamed("relevance", "stars"),
        FEW,
        partitions=2,
        where="`my name` in ('bm25', 'dense')",
        columns={"runs.run": "my name", "runs.score": "points", "qrels.relevance": "stars"},
    )
    assert scores_of(found) == wanted


def long_what_cannot_be_used_is_refused_before_anything_runs(spark: Any, runs: Any, qrels: Any) -> None:
    from pyspark.sql import functions as F

    plain = qrels.drop("subtopic")  # which would be looked at

    def refusal(given: Any, **options: Any) -> str:
        with pytest.raises(evalsql.InputError) as caught:
            evalsql.spark.evaluate(given, plain, "AP", **options)
        return str(caught.value)

    before = jobs(spark)
    assert refusal(runs.drop("score")).startswith("the runs: no column score")
    assert refusal({"a": 1}) == ("the runs: a DataFrame of Spark was expected, not int")
    assert "--where 'nosuch > 1'" in refusal(runs, where="nosuch > 1")
    nested = "the runs: doc_id is a list or a struct, STRUCT; a text or a number was expected"
    assert refusal(runs.withColumn("doc_id", F.struct("doc_id"))) == nested
    decimals = "the runs: query_id is double; on Spark ids must be texts or whole numbers"
    assert refusal(runs.withColumn("query_id", F.col("query_id").cast("double"))) == decimals
    lists = runs.groupBy("run", "query_id").agg(F.collect_list("doc_id").alias("doc_ids"))
    assert refusal(lists) == (
        "the runs: doc_ids are lists; on Spark each document must have a row, which"
        " rows.selectExpr('query_id', 'inline(arrays_zip(doc_ids))') gives"
    )
    assert refusal(runs, partitions=0) == "partitions must be a whole number of at least 1, not 0"
    assert refusal(runs, salt=True) == "salt must be a whole number of at least 1, not True"
    assert jobs(spark) == before


def long_what_spark_alone_can_be_given_is_refused(spark: Any, tmp_path: Path) -> None:
    (group,) = (each for each in groups() if each.name == "y_spark")
    bench = Bench(tmp_path, tmp_path, spark)
    assert wrong_in(group, [bench.try_kind(each, ("spark",)) for each in group.kinds]) == {}


def jobs(spark: Any) -> int:
    """How many jobs there were."""
    return len(spark.sparkContext.statusTracker().getJobIdsForGroup(None))


def long_nothing_is_run_before_it_is_asked_for(spark: Any, runs: Any, qrels: Any) -> None:
    plain = spark.read.schema("query_id string, doc_id string, relevance int").parquet(str(TRACK / "qrels.parquet"))
    before = jobs(spark)
    scores = evalsql.spark.evaluate(runs, plain, "AP")
    assert scores.columns == ["run", "query_id", "metric", "value"]
    assert jobs(spark) == before
    scores.limit(1).collect()
    assert jobs(spark) > before


def long_the_size_of_parquet_is_known_and_of_rows_of_python_is_not(spark: Any, runs: Any) -> None:
    size = (TRACK / "runs.parquet").stat().st_size
    assert size / 2 < frames.estimated_bytes(runs) < 2 * size
    assert frames.estimated_bytes(spark.createDataFrame(spark.sparkContext.parallelize([(1,)]), "a int")) is None


def long_scores_that_spark_wrote_are_compared(runs: Any, qrels: Any, tmp_path: Path) -> None:
    scores = evalsql.spark.evaluate(runs, qrels, "AP", partitions=2)
    scores.write.parquet(str(tmp_path / "scores"))
    found = evalsql.compare(str(tmp_path / "scores"), baseline="bm25").fetchall()
    one = evalsql.evaluate(str(TRACK / "runs.parquet"), str(TRACK / "subtopics.parquet"), "AP")
    assert found == evalsql.compare(one, baseline="bm25").fetchall()


def long_a_row_that_cannot_be_used_fails_the_action_by_its_sentence(runs: Any, qrels: Any) -> None:
    spoilt = "case when doc_id = 'nothing' or score > 1e9 then 0 else double('nan') end"
    bad = runs.selectExpr("run", "query_id", "doc_id", f"if(query_id = '120', {spoilt}, score) as score")
    scores = evalsql.spark.evaluate(bad, qrels, "AP", partitions=2)
    with pytest.raises(Exception, match=r"the runs, run .*, query 120, document ") as caught:
        scores.count()  # which reads no column
    assert "score is not a number (nan)" in str(caught.value)
    with pytest.raises(evalsql.InputError, match=r"the runs, run .*, query 120, document "):
        evalsql.spark.check(bad, qrels, "AP", partitions=2)


def long_a_task_out_of_memory_says_what_to_do(runs: Any, qrels: Any) -> None:
    scores = evalsql.spark.evaluate(runs, qrels, "AP", partitions=1, settings={"memory_limit": "4MB"})
    with pytest.raises(Exception, match="a task needs more memory than its 4MB; more partitions"):
        scores.collect()


# Hostile names

HOSTILE = {"query_id": "a.b", "doc_id": "`c` 'd'", "run": "${e} -- f"}  # which Spark, too, would read in another way


def long_frames_of_hostile_names_give_what_one_machine_gives(
    spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EVALSQL_SECRET", hostile.SECRET)
    monkeypatch.chdir(tmp_path)
    hostile.set_traps(tmp_path)
    runs, qrels = rankings(NAMES)
    expected = bits(evalsql.evaluate(runs, qrels, "AP nDCG@3").fetchall())
    frames = [
        spark.read.parquet(str(put(tmp_path / f"{name}.parquet", table)))
        for name, table in zip("rq", (runs, qrels), strict=True)
    ]
    renamed = [frame.withColumnsRenamed(HOSTILE) for frame in frames]
    chosen = {f"{kind}.{ours}": theirs for kind in ("runs", "qrels") for ours, theirs in HOSTILE.items()}
    del chosen["qrels.run"]
    found = evalsql.spark.evaluate(*renamed, "AP nDCG@3", columns=chosen).collect()
    assert bits([tuple(row) for row in found]) == expected
    assert_nothing_was_run(tmp_path, str(found))


# `evalsql spark`

TINY = FIXTURES / "tiny"
LAKE = [TRACK / "runs.parquet", "-q", TRACK / "qrels.parquet", "-m", "AP"]
TEXT = [TINY / "good.run", TINY / "poor.run", "-q", TINY / "qrels.txt", "--format", "trec"]
OF_TREC = [*TEXT, "--convention", "trec_eval-9", "--per-query"]
OPTIONS = ["--ties", "worst", "--depth", "50", "--ranges"]
SAME: dict[str, list[Any]] = {
    "a table, with options": [*LAKE, "-m", "nDCG(judged_only=True)@10", *OPTIONS],
    "each query": [*LAKE, "--without-own", "--population", "intersection", "--per-query", "--format", "csv"],
    "slices": [*LAKE, "--slices", TRACK / "queries.jsonl", "--by", "language", "--top", "3"],
    "slices of nothing": [*LAKE, "--slices", TRACK / "queries.jsonl", "--by", "nosuch"],
    "lines of trec": [*OF_TREC, "-m", "official", "-m", "Rndcg", "--rel", "2"],
}


@pytest.fixture(scope="module")
def on_spark(spark: Any) -> list[str]:
    """What is added to a command line; the session of the tests is taken."""
    return ["--partitions", "3", "--salt", "2"]


def said(folder: Path, *words: Any) -> Done:
    done = whole(["spark", *words], folder)
    return done._replace(said=re.sub(r"evalsql: scoring on Spark: .*\n", "", done.said))  # of what takes long


@pytest.mark.parametrize("name", SAME)
def long_it_prints_and_says_what_one_machine_does(on_spark: list[str], tmp_path: Path, name: str) -> None:
    assert said(tmp_path, *SAME[name], *on_spark) == whole(["evaluate", *SAME[name]], tmp_path)


@pytest.mark.parametrize("given", ["parquet text/*.run", "hive --population intersection"])
def long_a_run_without_rows_is_scored_as_on_one_machine(on_spark: list[str], tmp_path: Path, given: str) -> None:
    rows = pa.table({"query_id": ["1", "1", "2"], "doc_id": ["d", "e", "d"], "score": [2.0, 1.0, 1.0]})
    for name, some in (("a", rows), ("b", rows.slice(1)), ("none", rows.slice(3)), ("nil", rows.slice(3))):
        for place in (tmp_path / f"parquet/{name}.parquet", tmp_path / f"hive/run={name}/part.parquet"):
            place.parent.mkdir(parents=True, exist_ok=True)
            write_table(some, place)
        (tmp_path / "text").mkdir(exist_ok=True)
        lines = [f"{row['query_id']} Q0 {row['doc_id']} 1 {row['score']} x\n" for row in some.to_pylist()]
        (tmp_path / f"text/{name}{'_text' * given.count(' text')}.run").write_text("".join(lines))
    (tmp_path / "q.txt").write_text("1 0 d 1\n2 0 e 1\n3 0 d 1\n")
    words = [*given.split(), "--qrels", "q.txt", "-m", "AP", "-m", "RR"]
    with chdir(tmp_path):
        assert said(tmp_path, *words, *on_spark) == (one := whole(["evaluate", *words], tmp_path))
    assert "none" in one.said or "nil" in one.said


@pytest.mark.parametrize("given", ["text/*", "parquet", "hive"])
def weekly_a_run_without_rows_is_scored_as_on_one_machine(on_spark: list[str], tmp_path: Path, given: str) -> None:
    long_a_run_without_rows_is_scored_as_on_one_machine(on_spark, tmp_path, given)


@pytest.mark.parametrize("options", [[], ["--where", "doc_id = 'd'"]])
def long_an_argument_without_rows_is_refused(on_spark: list[str], tmp_path: Path, options: list[str]) -> None:
    rows = pa.table({"query_id": ["1", "1"], "doc_id": ["d", "e"], "score": [2.0, 1.0]})
    for name, some in (("a", rows), ("none", rows.slice(1 if options else 2))):
        write_table(some, tmp_path / f"{name}.parquet")
    (tmp_path / "q.txt").write_text("1 0 d 1\n")
    words = [tmp_path / "a.parquet", tmp_path / "none.parquet", "--qrels", tmp_path / "q.txt", "-m", "AP", *options]
    assert said(tmp_path, *words, *on_spark) == (one := whole(["evaluate", *words], tmp_path))
    assert one.status == 2


def long_scores_are_written_added_to_and_replaced(on_spark: list[str], tmp_path: Path) -> None:
    place = tmp_path / "scores"  # Spark started in another folder

    def count() -> int:
        return len(duckdb.sql(f"from '{place}/*.parquet'").fetchall())

    first = said(tmp_path, *LAKE, *on_spark, "-o", place, "--label", "one", "--force")
    assert first.status == 0, first.said
    assert count() == 600
    again = said(tmp_path, *LAKE, *on_spark, "-o", place)
    assert (again.status, again.said) == (
        2,
        f"evalsql: {place}: is there already; use --append to add these rows to it, or --force to replace it\n",
    )
    assert said(tmp_path, *LAKE, *on_spark, "-o", place, "--append", "--label", "two").status == 0
    assert count() == 1200
    assert said(tmp_path, *LAKE, *on_spark, "-o", place, "--force").status == 0
    assert count() == 600


REFUSED = [
    (["-o", "scores.csv"], "scores.csv: Spark writes a folder of Parquet, or spark::TABLE"),
    (["--append"], "--append needs --output"),
    (["--threads", "2"], "threads are for one machine;"),
]


def long_what_is_not_there_is_refused(on_spark: list[str], tmp_path: Path) -> None:
    for options, sentence in REFUSED:
        done = said(tmp_path, *OF_TREC, *options, *on_spark)
        assert (done.status, done.output, done.said.count("\n")) == (2, "", 1)
        assert done.said.startswith(f"evalsql: {sentence}")
