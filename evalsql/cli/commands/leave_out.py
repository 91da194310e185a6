"""`evalsql leave-out`: how each run would score had it, or its team, not been in the pool."""

from pathlib import Path

from evalsql.cli import options as o
from evalsql.cli.command import Scoring, Shown, command
from evalsql.cli.commands.pool import tables


@command("Studies", pictures=("pool_shift",), without=("queries", "costs"))
def leave_out(
    runs: list[str],
    qrels: str,
    depth: int,
    measure: list[str] | None = None,
    teams: Path | None = None,
    *,
    scoring: Scoring,
) -> Shown:
    """Score each run without the judgments that only it, or its team, contributed to the pool."""
    from evalsql.judgments.pool import leave_out

    answer = leave_out.answer(runs, qrels, measure or o.DEFAULT_MEASURES, depth=depth, teams=teams, **scoring)

    shown = tables(answer.headed(), left_out="run" if teams is None else "team")
    other = f"the pool without {'the run' if teams is None else 'its team'}"
    return Shown(answer=answer, tables=shown, what="means", picture="pool_shift", look={"other": other})
