"""How `evalsql pool` prints what it found."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import typer

from evalsql.cli.layout import say
from evalsql.cli.show.tables import print_columns

if TYPE_CHECKING:
    import pyarrow as pa


def print_pools(found: "Mapping[str, pa.Table]", left_out: str | None, about: str) -> None:
    """A table of the samples, or one or two for each measure, and what the means are over."""
    summary = found["summary"].to_pylist()
    if "samples" in found:
        print_samples(summary)
    else:
        for number, metric in enumerate(dict.fromkeys(row["metric"] for row in summary)):
            if number:
                typer.echo()
            rows = [row for row in found["runs"].to_pylist() if row["metric"] == metric]
            totals = [row for row in summary if row["metric"] == metric]
            if len(totals) > 1:
                print_depths(metric, rows, totals)
            else:
                print_runs(metric, rows, totals[0], left_out)
    say(f"\nMeans {about}.")


def print_runs(metric: str, rows: list[dict], total: dict, left_out: str | None) -> None:
    """One row per run, by all judgments and by those of the pool, and what can be said of all."""
    say(metric)
    named = ["run", "team"] if left_out == "team" else ["run"]
    lines = [
        [
            *(row[name] for name in named),
            score(row, "score", "residual"),
            score(row, "pooled", "pooled_residual"),
            f"{row['difference']:+z.4f}" if row["difference"] is not None else "-",
            *("-" if row[name] is None else str(row[name]) for name in ("place", "pooled_place")),
        ]
        for row in rows
    ]
    then = "left out" if left_out else "pool"
    print_columns(
        [*named, headed("all judgments", rows), headed(then, rows), "difference", "position", "then"],
        lines,
        texts=len(named),
    )
    if left_out:
        say(
            "Left out: without the judgments that only it contributed;"
            " then: its position among the others as they were."
        )
    else:
        say(f"In the pool: {total['judged']} judged documents, {total['relevant']} of them relevant.")
    places = "-" if total["max_places"] is None else str(total["max_places"])
    say(
        f"tau {number(total['tau'])}; change of a score: mean {number(total['mean_change'])},"
        f" largest {number(total['max_change'])}; of a position: largest {places}."
    )


def print_depths(metric: str, rows: list[dict], totals: list[dict]) -> None:
    """One row per depth, for all runs together, and one row per run with one column per depth."""
    say(metric)
    header = ["depth", "judged", "relevant", "tau", "mean change", "largest", headed("mean score", totals)]
    lines = [
        [
            str(row["depth"]),
            str(row["judged"]),
            str(row["relevant"]),
            *(number(row[name]) for name in ("tau", "mean_change", "max_change")),
            score(row, "pooled", "pooled_residual"),
        ]
        for row in totals
    ]
    lines.append(["all", "", "", "", "", "", score(totals[0], "score", "residual")])
    print_columns(header, lines, texts=0)
    typer.echo()
    depths = [row["depth"] for row in totals]
    cells = {(row["run"], row["depth"]): score(row, "pooled", "pooled_residual") for row in rows}
    everything = {row["run"]: score(row, "score", "residual") for row in rows}
    lines = [[run, *(cells[run, depth] for depth in depths), text] for run, text in everything.items()]
    print_columns(["run", *map(str, depths), headed("all judgments", rows)], lines, texts=1)


def print_samples(rows: list[dict]) -> None:
    """One row per measure: how alike the orderings by samples are to that by all."""
    lines = [
        [row["metric"], str(row["samples"]), *(number(row[name]) for name in ("mean_tau", "min_tau", "max_tau"))]
        for row in rows
    ]
    print_columns(["measure", "samples", "mean tau", "least", "largest"], lines, texts=1)
    say("tau: Kendall's tau-b between the system ranking by a sample and that by all.")


def headed(name: str, rows: list[dict]) -> str:
    """What a column of scores is called, which says where each has its residual."""
    return f"{name} +residual" if any(row["residual"] is not None for row in rows) else name


def score(row: dict, value: str, residual: str) -> str:
    """A score, and its residual if it has one."""
    return number(row[value]) + (f" +{row[residual]:z.4f}" if row[residual] is not None else "")


def number(value: float | None) -> str:
    """Four decimals, or a dash."""
    return "-" if value is None else f"{value:z.4f}"
