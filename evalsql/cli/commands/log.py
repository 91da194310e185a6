"""`evalsql log`: the evaluations that a database notes, and those in which something got worse."""

import sys
from math import expm1
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalsql.cli.command import Shown, command
from evalsql.cli.printing import terminal_width
from evalsql.cli.tables import Table, grid, in_brief, same
from evalsql.words import plural, shortened, width

if TYPE_CHECKING:
    from evalsql.database.log import Log

WIDTH = 80  # of a table if no measures are named
LABEL, RUN, COMMIT = 16, 12, 7  # how wide these are shown


@command("Compare", pictures=("history",), needs={"margin": "regressions", "alpha": "regressions"})
def log(
    database: Path,
    measure: list[str] | None = None,
    run: list[str] | None = None,
    limit: int | None = None,
    regressions: bool = False,
    margin: list[str] | None = None,
    alpha: float = 0.05,
    *,
    format: str,
) -> Shown:
    """Show the history in a database, newest evaluation first: labels, commits, means, regressions."""
    from evalsql.database.log import log

    answer = log.answer(database, measure or (), runs=run or (), limit=limit, margin=margin or None, alpha=alpha)

    fit = measure is None and format == "table"
    table = of_regressions(answer) if regressions else of_log(answer, fit=fit)
    return Shown(
        answer=answer,
        tables=[table if table.rows else table.note.strip()],
        papers=[table],
        part="regressions" if regressions else "log",
        picture="history",
        look={"by_run": bool(run)},
    )


def brief(names: list[str], most: int) -> list[str]:
    """Names as a terminal has room for; whole elsewhere."""
    return shortened(names, most) if terminal_width(sys.stdout) else names


def of_log(answer: "Log", *, fit: bool) -> Table:
    """A row per evaluation and run, with as many measures as fit, and how many evaluations there are."""
    rows: dict[tuple, dict[str, Any]] = {}
    for each in answer.tables["log"].to_pylist():
        row = rows.setdefault((each["evaluation"], each["run"]), {**each, "values": {}})
        row["values"][each["metric"]] = each["value"]
    lines = list(rows.values())
    columns = {
        "#": [str(row["evaluation"]) for row in lines],
        "when (UTC)": [row["evaluated_at"][:16] for row in lines],
        "label": brief([row["label"] or "" for row in lines], LABEL),
        "commit": [(row["git_commit"] or "")[:COMMIT] for row in lines],
        "run": brief([row["run"] or f"({row['action']})" for row in lines], RUN),
    }
    texts = [[name, *column] for name, column in columns.items() if name == "run" or any(column)]
    shown = [[measure, *(in_brief(row["values"].get(measure)) for row in lines)] for measure in answer.measures]
    while fit and shown[1:] and sum(2 + max(map(width, column)) for column in [*texts, *shown]) > WIDTH + 2:
        shown.pop()
    header, *cells = zip(*texts, *shown, strict=True)
    note = f"\n{plural(len(set(columns['#'])), 'evaluation')}, the newest first."
    left = list(answer.measures)[len(shown) :]
    beside = f" -m shows {', '.join(left)} too." if left else ""
    return grid(header, cells, note=note, beside=beside, texts=len(texts), label="log")


def of_regressions(answer: "Log") -> Table:
    """A row per comparison that shows a regression, and what was compared."""
    from evalsql.comparing.verdicts import p_value, ratio

    rows = [row for row in answer.tables["regressions"].to_pylist() if row["regression"]]
    labels, runs = brief([row["label"] or "" for row in rows], LABEL), brief([row["run"] for row in rows], RUN)
    several = len(set(runs)) > 1 and any(row["run"] == row["other_run"] for row in rows)
    against = {"before": "before", "best": "best", "before and best": "before, best"}
    lines = [
        {
            "#": str(row["evaluation"]),
            "label": label,
            **({"run": run} if several else {}),
            "measure": row["metric"],
            "against": f"{row['other_evaluation']} ({against[row['against']]})",
            "mean": row["mean"],
            "was": row["other_mean"],
            "change": f"x {ratio(row['difference'])}" if row["metric"] in answer.factors else row["difference"],
            "p": p_value(row["p_corrected"]),
        }
        for row, label, run in zip(rows, labels, runs, strict=True)
    ]
    names = ["#", "label", *(["run"] if several else []), "measure", "against", "mean", "was", "change", "p"]
    note = f"\n{about_regressions(answer)}"
    return Table(lines, same(" ".join(names)), note=note, texts=5 if several else 4, label="regressions")


def about_regressions(answer: "Log") -> str:
    """How many comparisons there were, by which rule, and how many of them show a regression."""
    rows = answer.tables["regressions"].to_pylist()
    if not rows:
        return "There is nothing to compare: no evaluation has one before it with a measure and queries in common."
    worse = sorted({row["evaluation"] for row in rows if row["regression"]})
    margins = {row["metric"] in answer.factors: row["margin"] for row in sorted(rows, key=lambda row: row["margin"])}
    most = [f"{-100 * expm1(-size):.4g}%" if logs else f"{size:.4g}" for logs, size in sorted(margins.items()) if size]
    loss = f"a loss above the margin (at most {' or '.join(most)})" if most else "a loss"
    places = f"in evaluation {', '.join(map(str, worse))}" if worse else "none"
    untested = sum(row["p_value"] is None for row in rows)
    few = f" {untested} of them cannot be tested: fewer than 2 queries in common." if untested else ""
    return (
        f"{plural(len(rows), 'comparison')} with the evaluation before and the best before; regressions: {places}."
        f"{few} One-sided paired t test of {loss}, Holm-corrected within each evaluation,"
        f" alpha {answer.decided.alpha:.12g}."
    )
