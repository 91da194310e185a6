"""Whether judgments in a DataFrame are by subtopic: no task can tell from its own part of them."""

from dataclasses import dataclass

from evalsql.catalog.conventions import Subtopics
from evalsql.inputs.checks.subtopics import refuse_lacking
from evalsql.inputs.source import Column
from evalsql.spark.given import Frame


@dataclass(frozen=True)
class Division:
    """Which column names the subtopics of judgments, as `inputs.checks.subtopics.recognise` finds it."""

    column: Column | None  # that column, if there is one
    said: Subtopics  # what tasks are told, so that each finds the same
    several: int = 0  # how many documents are judged under several values of the iteration field, where that is why


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
