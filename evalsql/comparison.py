"""Is the difference between runs real: the relations of sql/comparisons, in temporary tables, and the tests on them."""

from collections.abc import Sequence
from typing import Literal

from evalsql import render
from evalsql.errors import InputError
from evalsql.inputs.problem import fetch_all
from evalsql.inputs.words import said
from evalsql.scored import Scored

Against = Literal["all", "best", "baseline"]


def oppose(scored: Scored, baseline: str | None = None, best: bool = False) -> None:
    """Makes the relations that tests read: which runs are compared, and their differences.

    Args:
        scored: the scores.
        baseline: the run that all others are compared with; every run with every other where None.
        best: whether the best run of each measure is compared with the others instead.

    Raises:
        InputError: there are not two runs, or no run of that name.
    """
    runs = [run for (run,) in fetch_all(scored.connection, "select distinct run from evalsql_scores order by run asc")]
    if len(runs) < 2:
        raise InputError(f"there is only one run, {said(runs[0])}; two or more were expected" if runs else "no runs")
    if baseline is not None and best:
        raise InputError("a baseline and the best run cannot both be what the others are compared with")
    if baseline is not None and baseline not in runs:
        shown = ", ".join(map(said, runs[:5])) + (", ..." if runs[5:] else "")
        raise InputError(f"there is no run {said(baseline)} to be the baseline; there are {shown}")
    against: Against = "best" if best else ("all" if baseline is None else "baseline")
    make(scored, "compared", "standings")
    make(scored, "opposed", against=against, values={"baseline": baseline} if baseline is not None else {})
    make(scored, "differences", "pairs", "blocks", "variances", "rank_sums")


def make(scored: Scored, *names: str, values: dict | None = None, **parts: str) -> None:
    """Makes relations of sql/comparisons, in this order."""
    for name in names:
        select = render.comparison("comparisons", name, scored.udf, **parts)
        scored.connection.execute(f"create or replace temp table evalsql_{name} as {select}", values or {})


def rows(scored: Scored, folder: str, name: str, values: dict | None = None, **parts: Sequence) -> list[tuple]:
    """What a file of SQL says of the relations."""
    return fetch_all(scored.connection, render.comparison(folder, name, scored.udf, **parts), values)
