"""Points of curves, as evalsql.curve gives them, and what panels they make."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from evalsql.catalog.arguments import written
from evalsql.catalog.measure import Measure, parse_measure
from evalsql.charts import data
from evalsql.errors import InputError
from evalsql.sqltext import Sql, quote
from evalsql.words import first_few, plural, said

if TYPE_CHECKING:
    import pyarrow as pa

NEEDED = ("run", "metric", "value", "ideal")
OVER = {"rank": "rank", "recall": "recall", "p": "p, how likely the user goes on to the next document"}
MOST_QUERIES = MOST_SLICES = 6  # panels
MOST_CURVES = 4  # the same
MOST_POINTS = 400  # of a line
SLICE = Sql("attribute || ': ' || slice")


@dataclass(frozen=True)
class Points:
    """What evalsql.curve gave."""

    table: "pa.Table"  # its rows
    over: str  # what the curves are over: rank, recall or p
    curves: Sequence[Measure]  # the curves, in the order of the rows
    by: str  # what a row's panel is, as SQL: its query, its slice, or nothing
    panels: dict[str, str]  # the titles of panels by what SQL calls them, in the order of the rows
    note: str = ""  # what is said of panels that are left out

    @property
    def axis(self) -> str:
        """What the points are of, in words."""
        return OVER.get(self.over, self.over)

    def of(self, curves: Collection[str]) -> "Points":
        """The same, of some of the curves."""
        return replace(self, curves=[curve for curve in self.curves if str(curve) in curves])

    @property
    def averaged(self) -> bool:
        """Whether the values are means over queries."""
        return self.by != "query_id"

    def said(self, about: str) -> str:
        """What curves and values are, in a sentence or two for the subtitle."""
        titles = {curve.metric.name: curve.metric.title for curve in self.curves}
        if len(titles) == 1:
            named = next(iter(titles.values()))
        else:
            named = "; ".join(f"{name}: {title[:1].lower()}{title[1:]}" for name, title in titles.items())
        if self.by == SLICE:
            means = "Means over the queries of each slice."
        elif self.averaged:
            means = f"Means {about or 'over queries'}."
        else:
            means = f"Query {next(iter(self.panels))}." if len(self.panels) == 1 else "Each query."
        return f"{named}. {means}{self.note}"

    @property
    def heads(self) -> dict[str, str]:
        """What each curve is called above its panel: by its parameters, where these alone differ."""
        return variants(self.curves) or {str(curve): str(curve) for curve in self.curves}


def read_points(given: Any) -> Points:
    """Reads what evalsql.curve gave."""
    table = data.table_of(given, NEEDED, "curve")
    over = next((name for name in OVER if name in table.column_names), None)
    if over is None:
        raise InputError("a table of points, as evalsql.curve gives it, was expected; this one lacks rank, recall or p")
    curves = [parse_measure(text, "curves") for text in in_order(table, "metric")]
    if "query_id" in table.column_names:
        queries = in_order(table, "query_id")
        if len(queries) > MOST_QUERIES:
            raise InputError(
                f"a picture has room for the curves of {MOST_QUERIES} queries, and there are {len(queries):,};"
                " --average draws their means, and --queries chooses some (in Python: average=True, queries)"
            )
        titles = {query: f"query {query}" if len(queries) > 1 else "" for query in queries}
        return Points(table, over, curves, "query_id", titles)
    if "slice" in table.column_names:
        return sliced(table, over, curves)
    return Points(table, over, curves, quote(""), {"": ""})


def sliced(table: "pa.Table", over: str, curves: Sequence[Measure]) -> Points:
    """Points by slices: a panel for each, or for those with most queries."""
    columns = zip(*(table[name].to_pylist() for name in ("attribute", "slice", "queries")), strict=True)
    slices = list(dict.fromkeys(columns))
    largest = sorted(slices, key=lambda each: -each[2])[:MOST_SLICES]
    panels = {
        f"{attribute}: {slice}": f"{attribute}: {slice} ({plural(queries, 'query')})"
        for attribute, slice, queries in slices
        if (attribute, slice, queries) in largest
    }
    note = f" The {len(largest)} largest of {len(slices):,} slices." if len(slices) > len(largest) else ""
    return Points(table, over, curves, SLICE, panels, note)


def in_order(table: "pa.Table", column: str) -> list[str]:
    """The values of a column, each once, in the order of the rows."""
    return list(dict.fromkeys(table[column].to_pylist()))


def variants(curves: Sequence[Measure]) -> dict[str, str]:
    """By what several curves that are one with other parameters differ; nothing of other curves."""
    first, *others = curves
    if not others or any(each.metric.name != first.metric.name for each in others):
        return {}
    differing = [name for name in first.values if any(each.values[name] != first.values[name] for each in others)]
    condensed = len({each.judged_only for each in curves}) > 1
    found = {}
    for each in curves:
        said_of = [f"{name} = {written(each.values[name])}" for name in differing]
        if condensed:
            said_of.append("judged documents only" if each.judged_only else "all documents")
        found[str(each)] = ", ".join(said_of)
    return found


def refuse_unknown(runs: Sequence[str], named: Sequence[str | None]) -> None:
    """Refuses runs that there are not."""
    for run in named:
        if run is not None and run not in runs:
            raise InputError(f"unknown run {said(str(run))}; runs: {first_few(runs)}")
