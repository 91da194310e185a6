"""The kinds of input, a file of sql/inputs each: their columns, the names these go by, and what messages call them."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from evalsql.catalog.folder import sql_folder

Kind = Literal["runs", "qrels", "gains", "weights", "exclusions", "candidates", "costs", "values", "queries"]


@dataclass(frozen=True)
class Input:
    """A kind of input."""

    about: str  # what its rows are, in a sentence
    one: str  # what messages call one
    several: str  # what messages call them
    columns: Mapping[str, Sequence[str]]  # our name of each column, and the names it goes by, best first
    ids: Sequence[str]  # the columns that hold ids
    number: str = ""  # the column that says something of them, if there is one
    optional: Sequence[str] = ()  # the columns that may be missing
    lists: Mapping[str, Sequence[str]] = field(default_factory=dict)  # names of columns of lists, by what they have
    trec: Sequence[str] = ()  # the fields of a line of TREC text, in order, if there is such text of it
    # the columns of its rows, their fields in TREC text and their order, in SQL
    written: Mapping[str, str] = field(default_factory=dict)


def read(kind: str) -> Input:
    """The kind of input that a file of sql/inputs describes."""
    return Input(**tomllib.loads((sql_folder() / "inputs" / f"{kind}.toml").read_text(encoding="utf-8")))


INPUTS: Mapping[Kind, Input] = {kind: read(kind) for kind in get_args(Kind)}
