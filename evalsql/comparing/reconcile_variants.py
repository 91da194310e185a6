"""The decisions that a number may come from: each a variant of the inputs, or of the measure."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from evalsql.catalog.folder import names
from evalsql.catalog.interval import WHOLE_RANKING
from evalsql.catalog.measure import Measure, make_measure, written
from evalsql.catalog.sqlfiles import read_file
from evalsql.connections import Connection, fetch_all, fetch_one
from evalsql.render import statements

DEPTHS = (10, 100, 1000)
CUTOFFS = (1, 3, 5, 10, 20, 100, 1000)
NUMBERS = {"p": (0.5, 0.8, 0.9, 0.95), "alpha": (0, 0.5, 0.9)}  # of parameters that are numbers, what is usual
MOST_GRADES = 20
MOST_LENGTHS = 20  # different lengths of rankings that are shorter than the cutoff
RUNS = "select query_id, doc_id, score from evalsql_told where copy = 1"
EVERY = "select query_id from told_queries"
QRELS = "select * from evalsql_told_qrels where copy = 1"


@dataclass(frozen=True)
class Variant:
    """Inputs that are as one decision has them: what is decided, how, and queries for the two."""

    decision: str | None
    choice: str | None
    runs: str
    qrels: str
    changed: int  # number of the set of queries that it may change, in evalsql_changed


@cache
def decisions() -> Mapping[str, dict[str, Any]]:
    """The heads of sql/decisions by name, in their order."""
    heads = {name: read_file("decisions", name)[0] for name in names("decisions")}
    return dict(sorted(heads.items(), key=lambda each: each[1]["place"]))


def variants_of(own: Connection, measure: Measure) -> Iterator[Variant]:
    """The inputs as they are, and the variants of them that may give another value."""
    sets: dict[str, int] = {}  # how many queries may change, by the query that finds them

    def changed(text: str) -> int:
        if text not in sets:
            found = re.sub(r"\b(from|join) (told\w*)", r"\1 evalsql_\2", text)
            insert = f"insert into evalsql_changed select distinct {len(sets)}, query_id from ({found})"
            (sets[text],) = fetch_one(own, insert)
        return sets[text]

    changed(EVERY)
    yield Variant(None, None, RUNS, QRELS, 0)
    for name, head in decisions().items():
        for value in values_of(own, head.get("values"), measure):
            changes = head.get("changes", EVERY).replace("{value}", str(value))
            if changed(changes):
                text = statements.comparison("decisions", name, value=value)
                inputs = {"runs": RUNS, "qrels": f"from evalsql_{head['judged']}" if "judged" in head else QRELS}
                choice = head["choice"].replace("{value}", shown(value))
                number = [*sets].index(changes)
                yield Variant(head["decision"], choice, **{**inputs, head["of"]: text}, changed=number)


def values_of(own: Connection, kind: str | None, measure: Measure) -> list[Any]:
    """The values to try for a decision: the grades in use, depths, or the cutoff if there is one."""
    cutoff = [] if measure.cutoff == WHOLE_RANKING else [measure.cutoff]
    if kind == "levels":
        levels = fetch_all(own, "select distinct relevance from evalsql_told_qrels where relevance >= 0 order by 1 asc")
        return [level for (level,) in levels[:MOST_GRADES]]
    ideal = re.search(r"\bideal\(", measure.metric.template)
    return {"depths": sorted({*DEPTHS, *cutoff}), "cutoff": cutoff, "ideal": cutoff if ideal else [], None: [None]}[
        kind
    ]


def shown(value: Any) -> str:
    """A value as a table shows it: a whole number without decimals."""
    return f"{value:g}" if isinstance(value, float) else str(value)


def measures_of(own: Connection, measure: Measure) -> Iterator[tuple[tuple[str | None, str | None], Measure]]:
    """The measure, and those that differ from it in one parameter, by the decision and the choice."""
    yield (None, None), measure
    for name, parameter in measure.metric.parameters.items():
        others: list[Any] = []
        if parameter.cutoff:
            whole = [] if parameter.required else [WHOLE_RANKING]
            others = [*CUTOFFS, *(measure.cutoff + step for step in (-1, 1) if measure.cutoff != WHOLE_RANKING), *whole]
        elif parameter.one_of:
            others = list(parameter.one_of)
        elif name == "gains":
            others = ["exp", None]
        else:
            others = list(NUMBERS.get(name, ()))
        for value in dict.fromkeys(others):
            if not parameter.takes(value):
                continue
            made = replace(
                measure, values=make_measure(str(measure), measure.metric, {**measure.values, name: value}).values
            )
            choice = "none" if value in (None, WHOLE_RANKING) else value if isinstance(value, str) else written(value)
            if str(made) != str(measure):
                yield ("cutoff" if parameter.cutoff else name, choice), made
    if measure.metric.cutoff and measure.cutoff != WHOLE_RANKING:
        for length in shorter(own, measure.cutoff):
            yield (f"length {length}", None), replace(measure, values={**measure.values, measure.metric.cutoff: length})


def shorter(own: Connection, cutoff: int) -> list[int]:
    """The lengths of rankings that are shorter than a cutoff, if there are not very many."""
    found = fetch_all(
        own,
        "select distinct num_ret from evalsql_told_queries where judged and answered and num_ret < ? order by 1 asc",
        [cutoff],
    )
    return [length for (length,) in found] if len(found) <= MOST_LENGTHS else []
