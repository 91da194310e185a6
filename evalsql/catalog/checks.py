"""The checks of inputs, a file of sql/checks each: a query that finds what is bad or doubtful, and its sentence.

A sentence is a template over the columns of the row that the query finds. A slot has a name and perhaps a form:
{doc_id} is an id, {change:text} a text, {rank:number} a number, {queries:list} several ids, {pair:alike} two ids that
look alike, {runs:run} a count with its noun, {count:has|have} a word that depends on a count, {more:row} how many more
there are, {given.gain} the text of a column as the input has it, {hint:score} how one of two rows is chosen. {row} and
{where} say where rows stand. What is in brackets is left out if a column in it is null.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from evalsql.catalog.folder import names
from evalsql.catalog.sqlfiles import read_file

SLOT = re.compile(r"\{(?P<name>\w+)(?:\.(?P<part>\w+))?(?::(?P<form>[^}]*))?\}")
OPTIONAL = re.compile(r"\[([^\[\]]*)\]")


@dataclass(frozen=True)
class Check:
    """What a file of sql/checks says."""

    kind: str
    sentence: str
    body: str
    level: Literal["error", "warning"] = "error"
    column: str = ""  # the check is of inputs that have this column
    suspect: str = ""  # a quick query that finds rows if there may be something to find; if it finds none, it is sure


@cache
def checks() -> Mapping[str, list[Check]]:
    """The checks, in order, by what they are of."""
    found = sorted(read(), key=lambda each: each[:2])
    return {of: [check for other, _, check in found if other == of] for of, _, _ in found}


def read() -> Iterator[tuple[str, int, Check]]:
    """What each check is of, its place among those, and itself."""
    for name in names("checks"):
        head, body = read_file("checks", name)
        of, place = head.pop("of"), head.pop("place", 1)
        check = Check(**{"kind": name.replace("_", " "), **head, "body": body})
        for each in [of] if isinstance(of, str) else of:
            yield each, place, check
