"""`evalsql log`: the evaluations that a database notes, and those in which something got worse."""

from math import expm1
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from evalsql.cli.completion import complete_measures
from evalsql.cli.delivery import deliver
from evalsql.cli.layout import say, total
from evalsql.cli.plots import Plot, with_plot
from evalsql.cli.show.tables import cell, print_columns
from evalsql.words import plural, shortened

if TYPE_CHECKING:
    from evalsql.database.log import Log

PLACE = 43  # in the help
WIDTH = 80  # of a table without measures named
LABEL, RUN, COMMIT = 16, 12, 7  # how wide these are shown


@with_plot("history")
def log(
    database: Annotated[
        Path,
        typer.Argument(
            metavar="DATABASE", help="A file of 'evalsql build', or of 'evalsql evaluate -o FILE.duckdb --append'."
        ),
    ],
    measure: Annotated[
        list[str] | None,
        typer.Option(
            "--measure",
            "-m",
            metavar="MEASURE",
            autocompletion=complete_measures,
            help="Measure of the database; repeatable.  [default: those that fit into the table; else all]",
        ),
    ] = None,
    run: Annotated[
        list[str] | None,
        typer.Option(
            "--run",
            metavar="NAME",
            help="Look at this run only, or at those of a pattern such as 'night-*'; repeatable.  [default: the best]",
        ),
    ] = None,
    limit: Annotated[
        int | None, typer.Option("--limit", min=1, metavar="N", help="The newest N evaluations.  [default: all]")
    ] = None,
    regressions: Annotated[
        bool,
        typer.Option(
            "--regressions", help="Show the evaluations that are worse than the one before, or the best before."
        ),
    ] = False,
    margin: Annotated[
        list[str] | None,
        typer.Option(
            "--margin",
            metavar="N",
            help="How much the mean may lose: 0.01, 2% or nDCG@10=0.01; repeatable.  [default: nothing]",
        ),
    ] = None,
    alpha: Annotated[float, typer.Option("--alpha", metavar="N", help="The level of each evaluation's tests.")] = 0.05,
    plot: Plot | None = None,
    format: Annotated[
        Literal["table", "csv", "json", "markdown"],
        typer.Option(help="How to print. csv and json have all that is noted; markdown is a table for a paper."),
    ] = "table",
) -> None:
    """Show the evaluations that made a database, the newest first: when, at which commit, with which means.

    A database notes each evaluation with its inputs' hashes and the versions that made it; the view history has the
    leaderboard over time for any client. With --regressions, each evaluation is held against the one before and the
    best before by one-sided paired t tests, Holm-corrected over the comparisons of the evaluation. Runs that come again
    are followed by their names; in a database of 'evalsql build', where names differ, the best run of each evaluation.

    \b
    Examples:
      evalsql log eval.duckdb
      evalsql log eval.duckdb -m nDCG@10 --run 'night-*' --limit 20
      evalsql log eval.duckdb --regressions --margin 0.01
      evalsql log history.duckdb --regressions --margin 2% --format json
      evalsql log history.duckdb -m AP --format markdown
      evalsql log history.duckdb -m AP --run 'night-*' --plot history.svg
    """
    from evalsql.database.log import log
    from evalsql.errors import InputError

    if margin and not regressions:
        raise InputError("--margin is how much may be lost before --regressions shows it; give both")
    if alpha != 0.05 and not regressions:
        raise InputError("--alpha is the level of the tests that --regressions shows; give both")
    found = log.answer(database, measure or (), runs=run or (), limit=limit, margin=margin or None, alpha=alpha)
    part = "regressions" if regressions else "log"
    print_table, cells = (print_regressions, cells_of_regressions) if regressions else (print_log, cells_of_log)
    many = measure is None and format == "table"
    picture = None
    if plot is not None:
        from evalsql import charts

        picture = charts.history(found.tables, by_run=bool(run), named=plot.named, **plot.look)
    deliver(
        found,
        None,
        format,
        {
            "table": lambda: print_table(found, *cells(found, fit=many)),
            "markdown": lambda: print_markdown_of(found, part, *cells(found, fit=many)),
        },
        part=part,
    )
    if plot is not None and picture is not None:
        plot.draw(picture)


def cells_of_log(found: "Log", *, fit: bool) -> tuple[list[str], list[list[str]], int]:
    """A row per evaluation and run: the header, the rows, and how many of the columns are texts."""
    rows: dict[tuple, dict[str, Any]] = {}
    for each in found.tables["log"].to_pylist():
        row = rows.setdefault((each["evaluation"], each["run"]), {**each, "values": {}})
        row["values"][each["metric"]] = each["value"]
    lines = list(rows.values())
    columns = {
        "#": [str(row["evaluation"]) for row in lines],
        "when (UTC)": [row["evaluated_at"][:16] for row in lines],
        "label": shortened([row["label"] or "" for row in lines], LABEL),
        "commit": [(row["git_commit"] or "")[:COMMIT] for row in lines],
        "run": shortened([row["run"] or f"({row['action']})" for row in lines], RUN),
    }
    columns = {name: column for name, column in columns.items() if name == "run" or any(column)}
    texts = [[name, *column] for name, column in columns.items()]
    shown = [[measure, *(cell(row["values"].get(measure)) for row in lines)] for measure in found.measures]
    while fit and shown[1:] and total([*texts, *shown]) > WIDTH:
        shown.pop()
    table = [list(row) for row in zip(*texts, *shown, strict=True)]
    return table[0], table[1:], len(texts)


def print_log(found: "Log", header: list[str], lines: list[list[str]], texts: int) -> None:
    """The evaluations, and how many measures there are besides."""
    print_columns(header, lines, texts)
    left = list(found.measures)[len(header) - texts :]
    say(f"\n{about_log(found)}" + (f" -m shows {', '.join(left)} too." if left else ""))


def about_log(found: "Log") -> str:
    """What is said below the evaluations."""
    count = len(set(found.tables["log"]["evaluation"].to_pylist()))
    return f"{plural(count, 'evaluation')}, the newest first."


def cells_of_regressions(found: "Log", *, fit: bool) -> tuple[list[str], list[list[str]], int]:
    """A row per comparison that shows a regression: the header, the rows, and how many of the columns are texts."""
    from evalsql.comparing.findings import p_value, ratio

    rows = [row for row in found.tables["regressions"].to_pylist() if row["regression"]]
    against = {"before": "before", "best": "best", "before and best": "before, best"}
    lines = [
        [str(row["evaluation"]), label, row["metric"], f"{row['other_evaluation']} ({against[row['against']]})"]
        + [cell(row[name]) for name in ("mean", "other_mean")]
        + [f"x {ratio(row['difference'])}" if row["metric"] in found.factors else cell(row["difference"])]
        + [p_value(row["p_corrected"])]
        for row, label in zip(rows, shortened([row["label"] or "" for row in rows], LABEL), strict=True)
    ]
    if len({row["run"] for row in rows}) > 1 and any(row["run"] == row["other_run"] for row in rows):
        names = shortened([row["run"] for row in rows], RUN)
        return header_of("run"), [[*line[:2], name, *line[2:]] for line, name in zip(lines, names, strict=True)], 5
    return header_of(), lines, 4


def header_of(*further: str) -> list[str]:
    """The header of the table of regressions."""
    return ["#", "label", *further, "measure", "against", "mean", "was", "change", "p"]


def print_regressions(found: "Log", header: list[str], lines: list[list[str]], texts: int) -> None:
    """The regressions, and what was compared."""
    if lines:
        print_columns(header, lines, texts)
        typer.echo()
    say(about_regressions(found))


def about_regressions(found: "Log") -> str:
    """How many comparisons there were, by which rule, and how many of them show a regression."""
    rows = found.tables["regressions"].to_pylist()
    if not rows:
        return "There is nothing to compare: no evaluation has one before it with a measure and queries in common."
    worse = sorted({row["evaluation"] for row in rows if row["regression"]})
    margins = {row["metric"] in found.factors: row["margin"] for row in sorted(rows, key=lambda row: row["margin"])}
    most = [f"{-100 * expm1(-size):.4g}%" if logs else f"{size:.4g}" for logs, size in sorted(margins.items()) if size]
    loss = f"a loss above the margin (at most {' or '.join(most)})" if most else "a loss"
    found_in = f"in evaluation {', '.join(map(str, worse))}" if worse else "none"
    untested = sum(row["p_value"] is None for row in rows)
    few = f" {untested} of them cannot be tested: fewer than 2 queries in common." if untested else ""
    return (
        f"{plural(len(rows), 'comparison')} with the evaluation before and the best before; regressions: {found_in}."
        f"{few} One-sided paired t test of {loss}, Holm-corrected within each evaluation,"
        f" alpha {found.decided.alpha:.12g}."
    )


def print_markdown_of(found: "Log", part: str, header: list[str], lines: list[list[str]], texts: int) -> None:
    """The same in Markdown."""
    from evalsql.cli.show.paper import Paper, print_markdown

    about = about_log(found) if part == "log" else about_regressions(found)
    print_markdown(Paper(header, lines, texts, about, part))
