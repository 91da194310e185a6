"""What the query page holds: two rankings of a query side by side, for a script of the page to draw."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from evalsql.catalog.conventions import decisions
from evalsql.catalog.interval import WHOLE_RANKING
from evalsql.connections import fetch_one
from evalsql.render.contributions import contributions
from evalsql.reporting.source import Opened, Shown, Table, known
from evalsql.sqltext import quote
from evalsql.words import plural

MOST = 250_000  # numbers and ids that a page holds, which are some 1.5 MB
DEPTH, FEWEST = 20, 10  # ranks that are shown of a ranking, and of one of too many
FEW = 6  # measures whose gain per rank the page shows
UNIT = 1_000_000  # what a rank adds is written as a whole number of these parts


@dataclass(frozen=True)
class Extent:
    """How much of all rankings is shown."""

    depth: int  # how many ranks
    runs: int  # how many runs, the best first
    queries: int  # how many queries
    of_runs: int  # how many runs there are
    of_queries: int  # how many queries

    def cut(self, baseline: str | None = None) -> list[str]:
        """What is not shown, in sentences."""
        said = []
        if self.runs < self.of_runs:
            also = " and the baseline" if baseline is not None else ""
            said.append(f"Of {plural(self.of_runs, 'run')} the best {self.runs}{also} are here.")
        if self.queries < self.of_queries:
            said.append(
                f"Of {plural(self.of_queries, 'query')} those {self.queries:,} are here on which runs differ most."
            )
        return said


def extent(runs: int, queries: int, measures: int, most: int = MOST) -> Extent:
    """How much of all rankings a page can hold: first fewer ranks are shown, then fewer runs, then fewer queries."""
    each = 2 + measures  # of a rank: the document, its score, and what it adds
    depth = min(DEPTH, max(FEWEST, most // (each * runs * queries)))
    shown = min(runs, max(2, most // (each * queries * depth)))
    return Extent(depth, shown, min(queries, max(1, most // (each * shown * depth))), runs, queries)


def query_page(found: Opened, _: Mapping[str, Table], most: int = MOST) -> dict[str, Any]:
    """What the template of the query page is filled with: the data of the script, and the tables with their SQL."""
    runs, queries = fetch_one(found.connection, "select count(distinct run), count(distinct query_id) from scores")
    explained = [each for shown in found.measures if (each := known(shown.metric)) is not None][:FEW]
    size = extent(runs, queries, len(explained), most)
    metric = quote(found.measures[0].metric)
    named = None if found.baseline is None else quote(found.baseline)
    shown = found.table("query_runs", metric=metric, runs=size.runs, named=named)
    chosen = None
    if size.queries < queries:
        chosen = found.table("query_chosen", metric=metric, queries=size.queries).sql
    asked: dict[str, Any] = {"shown": shown.sql, "chosen": chosen}
    tables = {"query_runs": shown, "query_topics": found.table("query_topics", **asked)}
    for name in ("query_scores", "query_documents", "query_rankings"):
        tables[name] = found.table(name, depth=size.depth, **asked)
    retrieved = found.asked["retrieved"]
    added = {
        str(measure): found.run(
            "query_contributions", contributions(measure, depth=size.depth, retrieved=retrieved, **asked)
        )
        for measure in explained
    }
    return {"data": packed(found, size, tables, added), "size": size, "made": tables, "added": added}


def packed(found: Opened, size: Extent, tables: Mapping[str, Table], added: Mapping[str, Table]) -> dict[str, Any]:
    """What query.js draws: each document of a query stands once, and rankings have its number."""
    runs = [row["run"] for row in tables["query_runs"].rows]
    place = {run: number for number, run in enumerate(runs)}
    measures = [each.metric for each in found.measures]
    scored = decisions(found.facts.get("convention")).order != "rank"  # by which the rankings are made otherwise
    queries = {
        row["query_id"]: {
            "id": row["query_id"],
            "text": row["text"],
            "judged": row["judged"],
            "relevant": row["relevant"],
            "documents": [],
            "relevance": [],
            "gains": None,
            "rankings": [[] for _ in runs],
            "found": [[] for _ in runs] if scored else None,
            "retrieved": [0 for _ in runs],
            "scores": [[None for _ in runs] for _ in measures],
            "adds": [[[] for _ in runs] if metric in added else None for metric in measures],
        }
        for row in tables["query_topics"].rows
    }
    numbers: dict[str, dict[str, int]] = {}
    for row in tables["query_documents"].rows:
        query = queries[row["query_id"]]
        query["documents"], query["relevance"] = row["documents"], list(map(short, row["judged"]))
        gains = list(map(short, row["gains"]))
        query["gains"] = None if gains == query["relevance"] else gains
        numbers[row["query_id"]] = {document: number for number, document in enumerate(row["documents"])}
    for row in tables["query_rankings"].rows:
        query, run, number = queries[row["query_id"]], place[row["run"]], numbers[row["query_id"]]
        query["rankings"][run] = [number[document] for document in row["documents"]]
        if scored:
            query["found"][run] = [short(float(f"{score:.7g}")) for score in row["found"]]
        query["retrieved"][run] = row["retrieved"]
    of_measure = {metric: number for number, metric in enumerate(measures)}
    for row in tables["query_scores"].rows:
        if row["metric"] in of_measure and row["value"] is not None:
            query = queries[row["query_id"]]
            query["scores"][of_measure[row["metric"]]][place[row["run"]]] = short(row["value"])
    for metric, table in added.items():
        for row in table.rows:
            if row["adds"] != 0:
                adds = queries[row["query_id"]]["adds"][of_measure[metric]][place[row["run"]]]
                adds += [row["rank"], None if row["adds"] is None else round(row["adds"] * UNIT)]
    pair = pair_of(runs, found.baseline)
    sign = -1 if found.measures[0].direction == "lower" else 1

    def gain(query: Mapping[str, Any]) -> float:
        one, other = (query["scores"][0][run] for run in pair)
        return inf if one is None or other is None else round(sign * (one - other), 12)

    return {
        "depth": size.depth,
        "unit": UNIT,
        "measures": [described(each) for each in found.measures],
        "runs": runs,
        "baseline": found.baseline,
        "pair": pair,
        "queries": sorted(queries.values(), key=gain),
    }


def pair_of(runs: Sequence[str], baseline: str | None) -> list[int]:
    """The positions of the best run and of the baseline, or of the two best."""
    if baseline not in runs:
        return [0, min(1, len(runs) - 1)]
    place = runs.index(baseline)
    return [0 if place else min(1, len(runs) - 1), place]


def described(shown: Shown) -> dict[str, Any]:
    """What query.js says of a measure."""
    measure = known(shown.metric)
    empty = None if measure is None else measure.metric.when_empty
    # of a measure without unjudged documents the ranks are others
    cutoff = WHOLE_RANKING if measure is None or measure.judged_only else measure.cutoff
    return {
        "metric": shown.metric,
        "direction": shown.direction,
        "cutoff": None if cutoff == WHOLE_RANKING else cutoff,
        "empty": None if empty is None else float(empty),
    }


def short(number: float | None) -> float | None:
    """A number as JSON has it in the fewest signs: whole if it is."""
    return int(number) if number is not None and number == int(number) else number
