"""The options of `evaluate` for Spark, and what the command does there."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from evalsql.errors import InputError

if TYPE_CHECKING:
    from evalsql.catalog.measure import Measure
    from evalsql.files.duckdb_table import TableMode
    from evalsql.inputs.names import Named
    from evalsql.spark.gather import Gathered
    from evalsql.spark.plan import SparkOptions


@dataclass(frozen=True)
class Written:
    """What Spark writes: the scores of measures, where, as the user wrote it, and what is done with what is there."""

    measures: Sequence[str]
    place: str
    mode: "TableMode"


PANEL = "Spark"  # the heading in the help
Engine = Annotated[
    Literal["duckdb", "spark"],
    typer.Option(
        "--engine",
        is_eager=True,
        help="What computes: DuckDB on this machine, or in the tasks of Apache Spark. With spark, RUNS may be "
        "spark::TABLE and Parquet wherever Spark reads it, and -o a folder of Parquet or spark::TABLE.",
        rich_help_panel=PANEL,
    ),
]
Master = Annotated[
    str | None,
    typer.Option(
        "--master",
        metavar="URL",
        help="Where Spark runs: local[4], yarn, spark://host:7077, sc://host.  [default: as Spark is configured]",
        rich_help_panel=PANEL,
    ),
]
Partitions = Annotated[
    int | None,
    typer.Option(
        "--partitions",
        min=1,
        metavar="N",
        help="Into how many parts queries are put.  [default: by the size of the runs]",
        rich_help_panel=PANEL,
    ),
]
Salt = Annotated[
    int | None,
    typer.Option(
        "--salt",
        min=1,
        metavar="N",
        help="How many tasks share the runs of each query.  [default: several for queries of very many rows]",
        rich_help_panel=PANEL,
    ),
]


def refuse_unfit(engine: str, *, profile: bool, **of_spark: Any) -> None:
    """Refuses options of Spark where that does not compute, and --profile where it does."""
    if engine == "spark" and profile:
        raise InputError("--profile is for one machine; what Spark does, its own pages show while it runs")
    for name, given in of_spark.items():
        if engine != "spark" and given is not None:
            raise InputError(f"--{name} is for Spark; add --engine spark, or leave it out")


def evaluate_on_spark(
    runs: "Sequence[str | Named]",
    qrels: str,
    measures: "Sequence[Measure]",
    *,
    master: str | None,
    written: "Written | None",
    look: "Callable[[Gathered], None]",
    tell: Callable[[str, float], None],
    options: "SparkOptions",
) -> "Gathered":
    """Scores runs on Spark, and writes the scores where it is Spark that writes them."""
    tell("starting Spark", 0.0)
    from evalsql.spark.session import session, watched

    with session(master) as spark:
        from evalsql.spark.evaluate import scores_of
        from evalsql.spark.gather import collect, gather, keep
        from evalsql.spark.paths import plan_named
        from evalsql.spark.written import refuse_there, write

        if written is not None:
            refuse_there(spark, written.place, written.mode)
        tell("reading inputs", 0.0)
        planned = plan_named(spark, runs, qrels, measures, options)
        tell("scoring on Spark", 0.0)
        told = planned.told if written is None else keep(planned.told)  # for what is printed, and what is written
        with watched(spark, tell):
            rows = collect(told)
        found = gather(planned, rows)
        look(found)
        if written is not None:
            tell("writing", 1.0)
            scores = scores_of(told)
            scores = scores.where(scores["metric"].isin(written.measures))
            if found.convention is not None:
                scores = scores.selectExpr("*", f"'{found.convention}' as convention")
            write(scores, written.place, written.mode)
            told.unpersist()
    return found
