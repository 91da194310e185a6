"""`evalsql gate`: whether a new run may take the place of a baseline."""

from pathlib import Path
from typing import Annotated, Any

import typer

from evalsql.cli import options as o
from evalsql.cli.command import Scoring, Shown, command
from evalsql.cli.config import rules_option
from evalsql.cli.notices import note
from evalsql.errors import InputError
from evalsql.words import one_line

ALSO = {".md": "markdown", ".xml": "junit", ".json": "json", ".txt": "table"}  # the format of each ending


def check_also(context: typer.Context, also: list[Path] | None) -> list[Path] | None:
    """Refuses files that cannot be written, before any work is done."""
    if also and not context.resilient_parsing:
        from evalsql.files.write import check_file

        for path in also:
            check_file(path, tuple(ALSO))
    return also or []  # an older Typer takes its length


@command(
    "Compare",
    writes=("the verdicts, one row per rule, measure and slice", "gate"),
    pictures=("gate",),
    highlights=False,
    formats=("table", "csv", "json", "markdown", "junit", "github"),
    format_help=" markdown: a comment on a pull request. junit: XML, one test per rule. github: annotations.",
    without=("interval",),
    needs=o.SLICED,
)
def gate(
    new: str,
    baseline: str,
    qrels: str | None = None,
    measure: list[str] | None = None,
    run: str | None = None,
    baseline_run: str | None = None,
    baseline_where: str | None = None,
    margin: list[str] | None = None,
    unchanged: bool = False,
    better: bool = False,
    at_least: list[str] | None = None,
    worst_loss: list[str] | None = None,
    losing: list[str] | None = None,
    require_evidence: bool = False,
    test: str = "paired_t",
    *,
    decided: dict[str, Any],
    also: Annotated[list[Path] | None, {"callback": check_also}] = None,
    report_url: str | None = None,
    slices: str | None = None,
    by: list[str] | None = None,
    clusters: str | None = None,
    trials: str | None = None,
    over_trials: str = "mean",
    rules: Annotated[Path | None, rules_option("gate")] = None,
    scoring: Scoring,
    format: str,
) -> Shown:
    """Decide whether a change may be merged."""
    from evalsql.cli.show.gate_ci import printers
    from evalsql.comparing.gate import gate

    how: dict[str, Any] = {"margin": margin, "at_least": at_least, "worst_loss": worst_loss, "losing": losing}
    how |= {"unchanged": unchanged, "better": better, "require_evidence": require_evidence}
    how |= {"run": run, "baseline_run": baseline_run, "baseline_where": baseline_where}
    how |= {"slices": slices, "by": by or (), "clusters": clusters, "trials": trials, "over_trials": over_trials}
    how |= {"test": test, **decided}
    try:
        answer = gate.answer(new, baseline, qrels, measure or (), **how, **scoring)
    except InputError as error:
        raise InputError(f"{error} (rules of {rules})" if rules else str(error)) from None
    printed = printers(answer, report_url)
    if report_url is not None and "markdown" not in {format, *(ALSO[path.suffix.lower()] for path in also or [])}:
        note("--report-url has no effect without Markdown (--format markdown, --also FILE.md)")

    return Shown(
        answer=answer,
        printers=printed,
        also={path: printed[ALSO[path.suffix.lower()]] for path in also or []},
        part="gate",
        what="verdicts",
        picture="gate",
        look={"title": " against ".join(map(one_line, answer.names))},
        notes=[f"rules of {rules}"] if rules else [],
        status=0 if answer.passed else 1,
    )
