"""`python -m benchmarks.spark_bits`: the whole catalog on executors of Spark, each score that of one machine.

Of the fixture track and of the real collections in ../shared/data, at 1, 4 and 7 partitions and salts of 1 and 3.
It needs Java 17. What was seen is put into benchmarks/spark_bits.json, of which benchmarks/README.md has the table.
"""

import json
import os
import re
import sys
from itertools import product
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer

import evalsql
import evalsql.spark
from benchmarks import table
from benchmarks.measure import ROOT
from benchmarks.spark import MASTER, PAGE
from evalsql.catalog.measure import Measure, make_measure
from evalsql.files.convert import convert

COLLECTIONS = ROOT.parent / "shared" / "data"
TAKEN = ROOT / "benchmarks" / "spark_bits.json"
PLACE = re.compile(r"(<!-- spark bits: [^\n]* -->\n).*?(<!-- end of spark bits -->)", re.DOTALL)
LAYOUTS = sorted(
    product((1, 4, 7), (1, 3)), key=lambda each: each != (4, 3)
)  # first where two salts meet in a partition
REQUIRED = {"top": 4.0, "tolerance": 0.5, "k": 10, "target": 2.0, "recall": 0.5, "multiple": 0.5, "size": 1e6}
JUDGMENTS = {"covid_r1": "qrels.txt", "web2012_div": "qrels.diversity.txt"}
Scores = list[tuple[str, str, str, str | None]]


def inputs(name: str, folder: Path) -> tuple[str, str]:
    """Runs and judgments as Parquet."""
    if name == "track":
        return str(ROOT / "fixtures" / "track" / "runs.parquet"), str(ROOT / "fixtures" / "track" / "subtopics.parquet")
    runs, qrels = folder / f"{name}_runs.parquet", folder / f"{name}_qrels.parquet"
    convert([str(COLLECTIONS / name / "runs" / "*")], runs, str)
    convert([str(COLLECTIONS / name / JUDGMENTS[name])], qrels, str)
    return str(runs), str(qrels)


def catalog(*, divided: bool, sampled: bool) -> list[Measure]:
    """Every metric that judgments have what it asks for, in its defaults."""
    return [
        make_measure(metric.name, metric, {name: REQUIRED[name] for name, p in metric.parameters.items() if p.required})
        for metric in evalsql.metrics().values()
        if (divided or not metric.by_subtopic) and (sampled or not metric.sampled)
    ]


def bits(rows: Any) -> Scores:
    """Scores in order, with every bit of their values."""
    return sorted((run, query, metric, value if value is None else value.hex()) for run, query, metric, value in rows)


def compare(spark: Any, name: str, folder: Path) -> None:
    """Scores a collection at every layout, and notes how many scores differ."""
    runs, qrels = inputs(name, folder)
    measures = catalog(divided=name != "covid_r1", sampled=name == "track")
    evaluation = evalsql.Evaluation(runs, qrels, measures=measures, keep=False)
    expected = bits(evaluation.score(measures).fetchall())
    given = spark.read.parquet(runs), spark.read.parquet(qrels)
    for partitions, salt in LAYOUTS:
        begun = perf_counter()
        found = bits(evalsql.spark.evaluate(*given, measures, partitions=partitions, salt=salt).collect())
        note(
            {
                "collection": name,
                "measures": len(measures),
                "scores": len(expected),
                "partitions": partitions,
                "salt": salt,
                "differ": len({*expected} ^ {*found}) + abs(len(found) - len(expected)),
                "wall": perf_counter() - begun,
            }
        )


def note(seen: dict[str, Any]) -> None:
    """Puts what was seen beside what was seen before."""
    typer.echo(json.dumps(seen))
    key = ("collection", "partitions", "salt")
    taken = json.loads(TAKEN.read_text(encoding="utf-8")) if TAKEN.exists() else []
    kept = [each for each in taken if any(each[name] != seen[name] for name in key)]
    TAKEN.write_text(json.dumps([*kept, seen], indent=1) + "\n", encoding="utf-8")


def section(taken: list[dict[str, Any]]) -> str:
    """The table, as Markdown."""
    lines = [table.where(), "", "| collection | measures | scores | partitions, salt | scores that differ |"]
    lines.append("|---|---|---|---|---|")
    for name in sorted({each["collection"] for each in taken}):
        of = sorted(
            (each for each in taken if each["collection"] == name), key=lambda each: (each["partitions"], each["salt"])
        )
        layouts = "; ".join(f"{each['partitions']}, {each['salt']}" for each in of)
        differ = sum(each["differ"] for each in of)
        lines.append(f"| {name} | {of[0]['measures']} | {of[0]['scores']:,} | {layouts} | {differ} |")
    return "\n".join(lines)


def main(
    only: Annotated[list[str] | None, typer.Option(help="A collection; may be given again.")] = None,
    data: Annotated[Path, typer.Option(metavar="DIR", help="Where Parquet is put.")] = ROOT / "benchmarks" / "data",
) -> None:
    """Compare every metric on Spark with one machine."""
    from pyspark.sql import SparkSession

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ["PYTHONPATH"] = str(ROOT)
    building = SparkSession.builder.master(MASTER).appName("evalsql").config("spark.ui.enabled", "false")
    spark = building.config("spark.ui.showConsoleProgress", "false").getOrCreate()
    folder = data.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    for name in only or ["track", *(each for each in JUDGMENTS if (COLLECTIONS / each).is_dir())]:
        compare(spark, name, folder)
    spark.stop()
    table.fill(PAGE, section(json.loads(TAKEN.read_text(encoding="utf-8"))), PLACE)


if __name__ == "__main__":
    typer.run(main)
