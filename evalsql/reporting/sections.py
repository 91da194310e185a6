"""What the page of a report holds: its sections in their order, and the reports of sql/reports/page that each shows."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from os.path import commonpath
from pathlib import PurePath
from typing import Any

from evalsql.comparing.verdicts import compact_letters
from evalsql.database.meta import SCORES
from evalsql.reporting.figures import Figure, drawn
from evalsql.reporting.rankings import query_page
from evalsql.reporting.source import MOST_QUERIES, Opened, Table
from evalsql.sqltext import identifier, quote

MOST_RUNS = 30  # of tables with many rows per run
POPULATIONS = {
    "qrels": "every judged query; one that a run does not answer scores as an empty ranking",
    "intersection": "of each run, the judged queries that it answers",
}
TIES = {
    "trec_eval": "documents of equal score by their ids, the highest bytes first, as trec_eval has them",
    "input": "documents of equal score as in the file",
    "best": "of documents of equal score the most relevant first",
    "worst": "of documents of equal score the least relevant first",
}


@dataclass(frozen=True)
class Section:
    """A part of the page."""

    name: str  # its template in sections/, and its anchor
    title: str  # its heading
    reports: tuple[str, ...] = ()  # the files of sql/reports/page whose rows its template has, by their names
    needs: tuple[str, ...] = ()  # tables or views without which the section is left out
    filled: bool = False  # whether it is left out too where the first of its reports finds nothing
    # what else its template has, made of the database and of the rows of its reports
    values: Callable[[Opened, Mapping[str, Table]], Mapping[str, Any]] | None = None
    # what is drawn of these, where the packages of charts are installed
    pictures: Callable[[Opened, Mapping[str, Table]], list[Figure]] | None = None


def evaluated(found: Opened, tables: Mapping[str, Table]) -> dict[str, Any]:
    """What the database says of how it was made, in words, and what its files are called below the folder of all."""
    built = found.fact("built_from") or "runs and judgments"
    said = {
        "Made from": built,
        "Scores": found.fact("coverage"),
        "Population": POPULATIONS.get(found.fact("population"), ""),
        "Order of ties": TIES.get(found.fact("ties"), found.fact("ties")),
        "Conventions": found.fact("convention") or "evalsql's own",
        "Depth": f"the first {found.fact('depth')} documents" if found.fact("depth") else "whole rankings",
        "Compared by": "paired t test, intervals of Student's t, Holm's correction, alpha 0.05",
        "Versions": f"evalsql {found.fact('evalsql')}, DuckDB {found.fact('duckdb')}",
        "Made on": found.fact("created").replace("T", " ").replace("Z", " UTC"),
    }
    if built == SCORES:
        for key in ("Population", "Order of ties", "Conventions", "Depth"):
            del said[key]
    rows = tables["sources"].rows
    return {
        "facts": [(title, text) for title, text in said.items() if text],
        "files": below([row["path"] for row in rows]),
        "kinds": len({row["kind"] for row in rows}),
    }


def below(paths: Sequence[str]) -> list[str]:
    """Paths relative to their common parent, so that a report says nothing of local folders."""
    files = [PurePath(path) for path in paths]
    absolute = [file.parent for file in files if file.is_absolute()]
    if not absolute:
        return [*paths]
    folder = commonpath(absolute)
    return [file.relative_to(folder).as_posix() if file.is_absolute() else str(file) for file in files]


def leaderboard(found: Opened, tables: Mapping[str, Table]) -> dict[str, Any]:
    """The runs in the order of the first measure, each with its means and the letters of groups that do not differ."""
    runs: dict[str, dict[str, Any]] = {}
    widths, unlettered, untested = {}, [], tables["untested"].values("metric")
    for measure in found.measures:
        rows = tables["leaderboard"].of(metric=measure.metric).rows
        apart = {frozenset((row["run"], row["other"])) for row in tables["apart"].of(metric=measure.metric).rows}
        tested = rows[1:] and measure.metric not in untested
        letters = compact_letters([row["run"] for row in rows], apart) if tested else {}
        if letters and not any(letters.values()):
            unlettered.append(measure.metric)
        widths[measure.metric] = max(map(len, letters.values()), default=0)
        for row in rows:
            run = runs.setdefault(row["run"], {"queries": row["queries"], "means": {}})
            run["means"][measure.metric] = {**row, "letters": letters.get(row["run"], "")}
    return {
        "runs": runs,
        "widths": widths,
        "lettered": any(widths.values()),
        "unlettered": unlettered,
        "untested": untested,
        "ranged": any(measure.residual for measure in found.measures),
    }


def best(found: Opened, tables: Mapping[str, Table]) -> tuple[list[str], str]:
    """The runs of tables that would be too long with all, and what is said of those that are left out."""
    runs = [row["run"] for row in tables["leaderboard"].of(metric=found.measures[0].metric).rows]
    if len(runs) <= MOST_RUNS:
        return runs, ""
    kept = runs[:MOST_RUNS]
    also = ""
    if found.baseline is not None and found.baseline not in kept:
        kept.append(found.baseline)
        also = " and the baseline"
    shown = f"the {MOST_RUNS} best by {found.measures[0].metric}{also} are shown"
    return kept, f"Of {len(runs)} runs, {shown}; the SQL below gives all."


def drawn_leaderboard(found: Opened, tables: Mapping[str, Table]) -> list[Figure]:
    """The means of runs with their intervals."""
    texts = [measure.metric for measure in found.measures]
    named = [] if found.baseline is None else [found.baseline]
    title = "Means of runs with their intervals"
    return drawn("board", title, "leaderboard", found.arrow("scores"), texts, named=named)


def slices(found: Opened, tables: Mapping[str, Table]) -> dict[str, Any]:
    """A table per attribute: a row per measure and run, a column per slice."""
    runs, cut = best(found, tables)
    attributes: dict[str, dict[str, Any]] = {}
    by_run: dict[tuple, dict[str, Any]] = {}
    for row in tables["slices"].rows:
        part = attributes.setdefault(row["attribute"], {"slices": {}, "rows": {}})
        part["slices"].setdefault(row["slice"], row)
        by_run.setdefault((row["attribute"], row["metric"], row["run"]), {})[row["slice"]] = row
    for attribute, part in attributes.items():
        for measure in found.measures:
            for run in runs:
                part["rows"][measure.metric, run] = by_run.get((attribute, measure.metric, run), {})
    few = any(row["small"] for row in tables["slices"].rows)
    return {"attributes": attributes, "few": few, "cut": cut}


def drawn_slices(found: Opened, tables: Mapping[str, Table]) -> list[Figure]:
    """A heat map per attribute, of the runs that the tables have, by the first measure."""
    runs, _ = best(found, tables)
    made, metric = [], found.measures[0].metric
    for place, attribute in enumerate(tables["slices"].values("attribute")):
        scores = found.arrow("sliced", {"run": runs}, attribute=quote(attribute), metric=quote(metric))
        title = f"{metric} of runs by {attribute}"
        made += drawn(f"slices-{place}", title, "slices", scores, both=True, of=attribute)
    return made


def curves(found: Opened, tables: Mapping[str, Table]) -> dict[str, Any]:
    """A table per curve: a row per run, a column per point."""
    runs, cut = best(found, tables)
    parts: dict[str, dict[str, Any]] = {}
    for row in tables["curves"].rows:
        new = {"axis": row["axis"], "points": {}, "rows": {run: {} for run in runs}, "ideal": {}}
        part = parts.setdefault(row["metric"], new)
        part["points"][row["point"]] = True
        if row["run"] in part["rows"]:
            part["rows"][row["run"]][row["point"]] = row["value"]
        if row["ideal"] is not None:
            part["ideal"][row["point"]] = row["ideal"]
    return {"curves": parts, "cut": cut}


def drawn_curves(found: Opened, tables: Mapping[str, Table]) -> list[Figure]:
    """Each curve, a line a run."""
    made = []
    for place, metric in enumerate(tables["curves"].values("metric")):
        axis = tables["curves"].of(metric=metric).rows[0]["axis"]
        points = found.arrow("points", curve=quote(metric), axis=identifier(axis))
        title = f"{metric} of runs by {axis}"
        made += drawn(f"curves-{place}", title, "curves", points, baseline=found.baseline, of=metric)
    return made


def coverage(found: Opened, tables: Mapping[str, Table]) -> dict[str, Any]:
    """The ranks that some run reaches, and the measures that have no residual."""
    deepest = max((row["deepest"] for row in tables["coverage"].rows), default=0)
    ranks = [int(name[7:]) for name in tables["coverage"].columns if name[7:].isdigit()]
    bounded = tables["residuals"].values("metric")
    return {
        "ranks": [rank for rank in ranks if rank <= deepest],
        "first_residual": bounded[0] if bounded else "",
        "unbounded": [measure.metric for measure in found.measures if measure.metric not in bounded],
        "wanted": [measure.wanted for measure in found.measures if measure.wanted and measure.metric not in bounded],
    }


def comparisons(found: Opened, tables: Mapping[str, Table]) -> dict[str, Any]:
    """Each comparison, with a word for what is significant."""
    lower = {measure.metric for measure in found.measures if measure.direction == "lower"}
    rows = []
    for row in tables["against"].rows:
        good = (row["difference"] or 0) > 0 if row["metric"] not in lower else (row["difference"] or 0) < 0
        rows.append({**row, "verdict": ("better" if good else "worse") if row["significant"] else ""})
    return {"rows": rows}


def drawn_comparisons(found: Opened, tables: Mapping[str, Table]) -> list[Figure]:
    """The differences with their intervals: by the first measure alone where the run that is compared with differs."""
    rows = found.arrow("against", None if found.baseline else {"metric": [found.measures[0].metric]})
    return drawn("forest", "Differences with their intervals", "forest", rows) if rows.num_rows else []


def difficulty(found: Opened, tables: Mapping[str, Table]) -> dict[str, Any]:
    """Whether there are texts, and whether queries are left out."""
    rows = tables["difficulty"].rows
    return {
        "texts": any(row["text"] for row in rows),
        "cut": bool(rows) and rows[0]["queries"] > 2 * MOST_QUERIES,
        "most": MOST_QUERIES,
    }


BOARD = ("leaderboard", "apart", "untested")
SECTIONS = (
    Section("evaluated", "What was evaluated", ("facts", "sources", "evaluations"), values=evaluated),
    Section("leaderboard", "Leaderboard", BOARD, values=leaderboard, pictures=drawn_leaderboard),
    Section("slices", "Slices", ("slices", "leaderboard"), ("slices",), True, slices, drawn_slices),
    Section("curves", "Curves", ("curves", "leaderboard"), ("curves",), False, curves, drawn_curves),
    Section("coverage", "Judgments", ("levels", "coverage", "residuals"), ("qrels",), values=coverage),
    Section("comparisons", "Comparisons", ("against",), (), True, comparisons, drawn_comparisons),
    Section("difficulty", "Hardest and easiest queries", ("difficulty",), values=difficulty),
    Section("query", "Query by query", needs=("judged",), values=query_page),
    Section("glossary", "Measures", ("glossary",)),
)
