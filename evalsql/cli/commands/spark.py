"""`evalsql spark`: scores that DuckDB computes in the tasks of Apache Spark."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalsql.cli import notices
from evalsql.cli import options as o
from evalsql.cli.command import TABLES, Plot, Scoring, Shown, command
from evalsql.errors import InputError

if TYPE_CHECKING:
    from evalsql.files.duckdb_table import TableMode


@command(
    "Evaluate",
    pictures=("leaderboard", "distributions", "slices"),
    formats=("table", "csv", "json", "trec", "markdown", "latex"),
    without=("costs", "exclusions", "candidates"),
    needs={**o.SLICED, **dict.fromkeys(("force", "append", "label"), "output")},
    only={
        "decimals": TABLES,
        "ranges": TABLES,
        "ci": (*TABLES, "csv", "json"),
        **dict.fromkeys(("sort", "top", "slices"), (*TABLES, "csv", "json")),
    },
)
def spark(
    runs: list[str],
    qrels: str,
    master: str | None = None,
    partitions: int | None = None,
    salt: int | None = None,
    output: str | None = None,
    force: bool = False,
    append: bool = False,
    label: str | None = None,
    *,
    look: dict[str, Any],
    scoring: Scoring,
    plot: Plot | None,
    format: str,
) -> Shown:
    """Score runs against judgments on Apache Spark."""
    from evalsql.cli.show.scores import Scored, view_of
    from evalsql.spark.session import session

    mode = mode_of(output, force, append, label)
    how: Any = {**scoring, **{name: look.pop(name) for name in ("depth", "judged_only", "strict")}}
    view = view_of(scoring, plot, look, format)
    tell = how.pop("progress")
    how |= {"partitions": partitions, "salt": salt}
    tell("starting Spark", 0.0)
    with session(master) as spark:
        from evalsql.spark.evaluate import scores_of
        from evalsql.spark.gather import collect, gather, keep
        from evalsql.spark.paths import plan_named
        from evalsql.spark.session import watched
        from evalsql.spark.written import refuse_there, write

        if output is not None:
            refuse_there(spark, output, mode)
        tell("reading inputs", 0.0)
        planned = plan_named(spark, runs, qrels, view.computed, how)
        tell("scoring on Spark", 0.0)
        frame = planned.told if output is None else keep(planned.told)  # for what is printed, and what is written
        with watched(spark, tell):
            rows = collect(frame)
        scored = Scored(gather(planned, rows), view)
        notices.refuse_warned(scored.problems)
        if plot is not None:
            from evalsql.charts.theme import colored

            colored([row["run"] for row in scored.report("scores/leaderboard")], plot.named)  # refuses unknown ones
        if output is not None:
            tell("writing", 1.0)
            scores = scores_of(frame)
            scores = scores.where(scores["metric"].isin([*map(str, view.measures)]))
            if (convention := scoring["convention"]) is not None:
                scores = scores.selectExpr("*", f"'{convention}' as convention")
            write(scores, output, mode)
            frame.unpersist()
    return Shown(**scored.contents, notes=[f"wrote {output}"] if output is not None else [])


def mode_of(output: str | None, force: bool, append: bool, label: str | None) -> "TableMode":
    """The mode of writing if the output exists."""
    from evalsql.files.duckdb_table import TableMode

    if output is not None and not output.startswith("spark::"):
        name, _, table = output.partition("::")
        if table or name == "-" or Path(name).suffix.lower() not in ("", ".parquet"):
            raise InputError(f"{output}: Spark writes a folder of Parquet, or spark::TABLE")
    return TableMode(force, append, label)
