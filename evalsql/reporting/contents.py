"""What the page of a report holds: its sections in their order, and the reports of sql/reports/page that each shows."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from evalsql.comparing.findings import compact_letters
from evalsql.reporting.database import Opened, Table
from evalsql.reporting.query import query_page


@dataclass(frozen=True)
class Section:
    """A part of the page.

    Attributes:
        name: its template in sections/, and its anchor.
        title: its heading.
        reports: the files of sql/reports/page whose rows its template has, by their names.
        needs: tables or views without which the section is left out.
        values: what else its template has, made of the database and of the rows of its reports.
    """

    name: str
    title: str
    reports: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    values: Callable[[Opened, Mapping[str, Table]], Mapping[str, Any]] | None = None


def leaderboard(found: Opened, tables: Mapping[str, Table]) -> dict[str, Any]:
    """The runs in the order of the first measure, each with its means and the letters of groups that do not differ."""
    runs: dict[str, dict[str, Any]] = {}
    unlettered = []
    for measure in found.measures:
        rows = tables["leaderboard"].of(metric=measure.metric).rows
        apart = {frozenset((row["run"], row["other"])) for row in tables["apart"].of(metric=measure.metric).rows}
        letters = compact_letters([row["run"] for row in rows], apart) if rows[1:] else {}
        if letters and not any(letters.values()):
            unlettered.append(measure.metric)
        for row in rows:
            run = runs.setdefault(row["run"], {"queries": row["queries"], "means": {}})
            run["means"][measure.metric] = {**row, "letters": letters.get(row["run"], "")}
    lettered = any(mean["letters"] for run in runs.values() for mean in run["means"].values())
    ranged = any(measure.residual for measure in found.measures)
    return {"runs": runs, "lettered": lettered, "unlettered": unlettered, "ranged": ranged}


SECTIONS = (
    Section("leaderboard", "Leaderboard", ("leaderboard", "apart"), values=leaderboard),
    Section("query", "Query by query", needs=("judged",), values=query_page),
    Section("glossary", "Measures", ("glossary",)),
)
