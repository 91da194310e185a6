"""What a comparison found, as Python sees it: pairs, means, and the letters of runs."""

from collections.abc import Mapping, Sequence
from typing import Any

from evalsql.comparing.letters import compact_letters
from evalsql.comparing.scores import Scored


def comparisons(scored: Scored) -> list[dict[str, Any]]:
    """The rows of evalsql_comparisons, by column."""
    found = scored.connection.execute("from evalsql_comparisons")
    names = [name for name, *_ in found.description]
    return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def standings(scored: Scored) -> dict[str, dict[str, float]]:
    """The mean of each run, best first, by measure."""
    rows = scored.connection.execute(
        "select metric, run, mean from evalsql_standings join evalsql_asked using (metric)"
        " order by evalsql_asked.place asc, evalsql_standings.place asc"
    ).fetchall()
    found: dict[str, dict[str, float]] = {}
    for metric, run, mean in rows:
        found.setdefault(metric, {})[run] = mean
    return found


def lower_is_better(scored: Scored) -> dict[str, bool]:
    """Of each measure, whether a lower value is better."""
    return {metric: sign < 0 for metric, sign in scored.connection.execute(
        "select metric, sign from evalsql_asked"
    ).fetchall()}  # fmt: skip


def letters(rows: Sequence[Mapping[str, Any]], runs: Sequence[str], test: str) -> dict[str, str]:
    """The letters of runs by a test."""
    apart = {frozenset((row["run"], row["other"])) for row in rows if row["significant"] and row["test"] == test}
    return compact_letters(runs, apart)
