"""The sections of a report's page in order, and the reports of sql/reports/page in each."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, expm1
from os.path import commonpath
from pathlib import PurePath
from typing import Any

from evalsql.comparing.verdicts import compact_letters
from evalsql.database.meta import SCORES
from evalsql.reporting.figures import Figure, drawn
from evalsql.reporting.rankings import query_page
from evalsql.reporting.source import Opened, Shown, Table, signed
from evalsql.sqltext import identifier, quote

MOST_RUNS = 30  # of tables with many rows per run
LAST = 10**9  # a rank below all
MOST_LETTERED = 8  # runs with letters for those that do not differ

# reports of tables that a database may lack
NEEDS = {"slices": "slices", "slice_losses": "slices", "coverage": "qrels", "curves": "curves"}


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


def verdict(found: Opened, tables: Mapping[str, Table]) -> dict[str, Any]:
    """Who is better by how much, how sure that is, in which slices it is not so, and how much is judged."""
    runs = tables["leaderboard"].values("run")
    of_two = runs[1:] and (found.baseline is not None or len(runs) == 2)
    verdicts, leaders, alone = [], [], []
    for measure in found.measures:
        board = tables["leaderboard"].of(metric=measure.metric).rows
        against = tables["against"].of(metric=measure.metric).rows
        if of_two and against:
            first, *rest = [sentence(row, measure) for row in against]
            first = first if found.baseline else sentence(turned(against[0]), measure)
            apart = [(row["run"], row["better"]) for row in rest if row["significant"]]
            behind = [run for run, better in apart if not better]
            verdicts.append({**first, "rest": len(rest), "ahead": len(apart) - len(behind), "behind": behind})
        elif against:
            tested = [row for row in against if row["p_corrected"] is not None]
            alike = [row["run"] for row in tested if not row["significant"]]
            untested = len(board) - 1 - len(tested)
            leaders.append({**board[0], "runs": len(board), "alike": alike, "untested": untested})
        else:
            alone += [{**row, "others": len(board) > 1} for row in board[:1]]
    measures = {measure.metric: measure for measure in found.measures}
    lost = tables["slice_losses"].rows if "slice_losses" in tables else []
    lost = [sentence({**row, "other_mean": 0}, measures[row["metric"]]) for row in lost]
    first = next((row["run"] for row in (*verdicts, *leaders, *alone)), "")
    covered = tables["coverage"].of(run=first).rows if "coverage" in tables else []
    return {
        "verdicts": verdicts,
        "leaders": leaders,
        "alone": alone,
        "two": len(runs) == 2,
        "losses": lost,
        "by_slice": by_slice(found, tables, verdicts[0]) if verdicts and "slices" in tables else [],
        "first": first,
        "judged": covered[0]["judged_10"] if covered else None,
    }


def turned(row: Mapping[str, Any]) -> dict[str, Any]:
    """A comparison of the worse of two runs with the better, as one of the better with the worse."""
    swapped = {"run": row["other"], "other": row["run"], "wins": row["losses"], "losses": row["wins"]}
    swapped |= {"mean": row["other_mean"], "other_mean": row["mean"]}
    return {**row, **swapped, "difference": None if row["difference"] is None else -row["difference"]}


def sentence(row: Mapping[str, Any], measure: Shown) -> dict[str, Any]:
    """A comparison with its difference in words, and in percent of the other mean if that is above 0."""
    difference = row["difference"] or 0.0
    geometric = measure.summary == "geometric"  # whose differences are those of logarithms
    share = expm1(difference) if geometric else difference / row["other_mean"] if row["other_mean"] > 0 else None
    better = difference < 0 if measure.direction == "lower" else difference > 0
    text = f"a factor of {exp(difference):.3g}" if geometric else signed(difference)
    return {
        **row,
        "better": better,
        "difference": text,
        "size": text.lstrip("+\N{MINUS SIGN}"),
        "share": percent(share),
    }


def percent(share: float | None) -> str:
    """A share with its sign in brackets, if there is one."""
    return "" if share is None else f" ({signed(100 * share, 1)}%)"


def by_slice(found: Opened, tables: Mapping[str, Table], pair: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Number of slices of each attribute in which a run has the better mean, and the slices in which it does not."""
    sign = -1 if found.measures[0].direction == "lower" else 1
    rows = tables["slices"].of(metric=pair["metric"])
    own, others = (
        {(row["attribute"], row["slice"]): row["value"] for row in rows.of(run=pair[side]).rows}
        for side in ("run", "other")
    )
    parts: dict[str, dict[str, Any]] = {}
    for (attribute, slice), value in own.items():
        other = others.get((attribute, slice))
        if value is None or other is None:
            continue
        part = parts.setdefault(attribute, {**pair, "attribute": attribute, "slices": 0, "better": 0, "worse": []})
        part["slices"] += 1
        if round(sign * (value - other), 12) > 0:
            part["better"] += 1
        else:
            part["worse"].append(slice)
    return list(parts.values())


def evaluated(found: Opened, tables: Mapping[str, Table]) -> dict[str, Any]:
    """What the database was made from, its files relative to their common folder."""
    files = below(tables["sources"].values("path"))
    return {"of_scores": found.fact("built_from") == SCORES, "files": files}


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
        tested = 1 < len(rows) <= MOST_LETTERED and measure.metric not in untested
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
        "many": len(runs) > MOST_LETTERED,
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


def told_apart(found: Opened, tables: Mapping[str, Table]) -> list[str]:
    """The runs that have a color, the same in each picture: all, or, of many, the best and the baseline."""
    from evalsql.charts.theme import MOST_COLORED

    runs = tables["leaderboard"].of(metric=found.measures[0].metric).values("run")
    best = [run for run in dict.fromkeys([runs[0], found.baseline]) if run is not None]
    return runs if len(runs) <= MOST_COLORED else best


def drawn_leaderboard(found: Opened, tables: Mapping[str, Table]) -> list[Figure]:
    texts, named = [measure.metric for measure in found.measures], told_apart(found, tables)
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
    deepest = reached(tables)
    parts: dict[str, dict[str, Any]] = {}
    for row in tables["curves"].rows:
        if row["axis"] == "rank" and row["point"] > deepest:
            continue
        new = {"axis": row["axis"], "points": {}, "rows": {run: {} for run in runs}, "ideal": {}}
        part = parts.setdefault(row["metric"], new)
        part["points"][row["point"]] = True
        if row["run"] in part["rows"]:
            part["rows"][row["run"]][row["point"]] = row["value"]
        if row["ideal"] is not None:
            part["ideal"][row["point"]] = row["ideal"]
    return {"curves": parts, "cut": cut}


def reached(tables: Mapping[str, Table]) -> int:
    """The last rank that a run reaches, as far as that is known."""
    return max((row["deepest"] for row in tables["coverage"].rows), default=LAST) if "coverage" in tables else LAST


def drawn_curves(found: Opened, tables: Mapping[str, Table]) -> list[Figure]:
    made, named = [], told_apart(found, tables)
    for place, metric in enumerate(tables["curves"].values("metric")):
        axis = tables["curves"].of(metric=metric).rows[0]["axis"]
        last = reached(tables) if axis == "rank" else LAST
        points = found.arrow("points", curve=quote(metric), axis=identifier(axis), last=str(last))
        title = f"{metric} of runs by {axis}"
        made += drawn(f"curves-{place}", title, "curves", points, named=named, baseline=found.baseline, of=metric)
    return made


def comparisons(found: Opened, tables: Mapping[str, Table]) -> dict[str, Any]:
    """Each comparison with its difference in percent, and with a word for what is significant."""
    measures = {measure.metric: measure for measure in found.measures}
    rows = []
    for row in tables["against"].rows:
        told = sentence(row, measures[row["metric"]])
        word = ("better" if told["better"] else "worse") if row["significant"] else ""
        rows.append({**row, "verdict": word, "share": told["share"].strip(" ()")})
    return {"rows": rows}


def drawn_comparisons(found: Opened, tables: Mapping[str, Table]) -> list[Figure]:
    """The differences with their intervals: by the first measure alone where the run that is compared with differs."""
    rows = found.arrow("against", None if found.baseline else {"metric": [found.measures[0].metric]})
    return drawn("forest", "Differences with their intervals", "forest", rows) if rows.num_rows else []


BOARD = ("leaderboard", "apart", "untested")
SECTIONS = (
    Section("verdict", "Summary", ("leaderboard", "against", "slices", "slice_losses", "coverage"), values=verdict),
    Section("leaderboard", "Leaderboard", BOARD, values=leaderboard, pictures=drawn_leaderboard),
    Section("comparisons", "Comparisons", ("against",), (), True, comparisons, drawn_comparisons),
    Section("differences", "Largest losses and gains", ("differences",), filled=True),
    Section("slices", "Slices", ("slices", "leaderboard", "slice_losses"), ("slices",), True, slices, drawn_slices),
    Section("query", "Query by query", needs=("judged",), values=query_page),
    Section("curves", "Curves", ("curves", "leaderboard"), ("curves",), False, curves, drawn_curves),
    Section("coverage", "Judgments", ("levels", "coverage", "residuals"), ("qrels",)),
    Section("difficulty", "Hardest and easiest queries", ("difficulty",)),
    Section("glossary", "Measures", ("glossary",)),
    Section("evaluated", "What was evaluated", ("facts", "sources", "evaluations"), values=evaluated),
)
