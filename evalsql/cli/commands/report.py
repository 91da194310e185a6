"""`evalsql report`: one page of HTML with an evaluation, to send to anyone."""

from pathlib import Path
from typing import Any

from evalsql.cli import options as o
from evalsql.cli.command import Scoring, Shown, command
from evalsql.errors import InputError


@command("Evaluate", formats=(), without=o.OF_DOCUMENTS, needs={**o.SLICED, "split": "suite", "outside": "suite"})
def report(
    output: Path,
    runs: list[str] | None = None,
    qrels: str | None = None,
    measure: list[str] | None = None,
    baseline: str | None = None,
    queries_text: str | None = None,
    slices: str | None = None,
    by: list[str] | None = None,
    curve: list[str] | None = None,
    depth: int | None = None,
    title: str | None = None,
    suite: str | None = None,
    split: str | None = None,
    outside: bool = False,
    *,
    scoring: Scoring,
    strict: bool = False,
) -> Shown:
    """Write a one-page HTML report of an evaluation: leaderboard, slices, curves, judgments, comparisons, queries."""
    from evalsql.database.build import CURVES
    from evalsql.reporting.report import report as write

    if not runs and suite is None:
        raise InputError("missing RUNS; see 'evalsql report --help'")
    what: dict[str, Any] = {"suite": suite, "split": split, "outside": outside, "slices": slices, "by": by or ()}
    what |= {"baseline": baseline, "queries_text": queries_text, "curves": curve or CURVES, "depth": depth}
    problems = write(
        output, runs or None, qrels, o.asked_of(measure, qrels), **what, strict=strict, title=title, **scoring
    )
    size = output.stat().st_size
    about = f"{size / 1e6:.1f} MB" if size >= 100_000 else f"{size / 1e3:.1f} kB"
    return Shown(problems=problems, notes=[f"wrote {output}, {about}"])
