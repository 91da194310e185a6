"""Names of measures in other tools, if they are not ours: one file of sql/names per tool.

A name is a pattern: {k} stands for a number, and what is in brackets may be left out, as in `ndcg_burges[@{k}]`.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from evalsql.catalog.folder import sql_folder
from evalsql.catalog.gains import parse_gains
from evalsql.catalog.listing import find_metric
from evalsql.catalog.metric import Metric
from evalsql.errors import CatalogError, InputError

NUMBER = r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)"
LEVEL = "level"  # in a pattern, the lowest relevance that gains; no metric has such a parameter
HIGHEST = 100


@dataclass(frozen=True)
class Named:
    """A name of another tool."""

    tool: str  # whose it is
    pattern: str  # how it is written
    metric: str = ""  # the metric that it is of; empty if it is refused
    values: Mapping[str, Any] = field(default_factory=dict)  # what it sets beside the numbers of the pattern
    refused: str = ""  # why it is of none

    def match(self, text: str) -> dict[str, float] | None:
        """The numbers that a text has where the pattern has names, or None if it is not of this pattern."""
        found = re.fullmatch(expression(self.pattern), text, re.IGNORECASE)
        return None if found is None else {name: float(said) for name, said in found.groupdict().items() if said}


@cache
def expression(pattern: str) -> str:
    """The regular expression of a pattern."""
    marks = {"[": "(?:", "]": ")?"}
    text = ""
    for name, mark, literal in re.findall(r"\{(\w+)\}|([\[\]])|([^\[\]{}]+)", pattern):
        text += f"(?P<{name}>{NUMBER})" if name else marks[mark] if mark else re.escape(literal)
    return text


@cache
def names() -> tuple[Named, ...]:
    """The names of all files of sql/names."""
    import tomllib

    found = []
    for file in sorted((sql_folder() / "names").glob("*.toml")):
        said = tomllib.loads(file.read_text(encoding="utf-8"))
        for pattern, measure in said["names"].items():
            values = {"metric": measure} if isinstance(measure, str) else dict(measure)
            found.append(Named(said["title"], pattern, values.pop("metric"), values))
        reasons = said.get("refused", {}).items()
        found += [Named(said["title"], pattern, refused=" ".join(why.split())) for pattern, why in reasons]
    return tuple(found)


def called(metric: str) -> Iterator[Named]:
    """The names of a metric in other tools."""
    return (each for each in names() if each.metric == metric)


def find_named(text: str) -> tuple[Metric, dict[str, Any]] | None:
    """The metric that another tool's name is of, and the values that it sets; None if no tool calls one so."""
    for each in names():
        numbers = each.match(text)
        if numbers is None:
            continue
        if each.refused:
            written = {name: f"{number:g}" for name, number in numbers.items()}
            raise InputError(f"{text!r} {each.refused.format(**written)}")
        metric = find_metric(each.metric)
        if metric is None:
            raise CatalogError(f"sql/names: {each.pattern} is said to be {each.metric}, and there is no such metric")
        values = {**each.values, **numbers}
        level = values.pop(LEVEL, 1)
        if not (level == int(level) and 1 <= level <= HIGHEST):
            raise InputError(f"{text!r}: the lowest relevance that gains must be a whole number from 1 to {HIGHEST}")
        if level > 1:
            nothing = {float(below): 0.0 for below in range(1, int(level))}
            values["gains"] = (parse_gains(values.get("gains")) or {}) | nothing
        return metric, values
    return None
