"""A kind of bad input: what is wrong, how it is made, and what is expected of whoever is given it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, Literal

import pyarrow as pa

Content = bytes | str | list[str] | pa.Table | Callable[[Path], object]  # of a file, or what makes it
Expected = Literal["refused", "warned", "right"]
Scores = Mapping[tuple[str, str], float | None]  # by query and measure; None where there is no such row


@dataclass(frozen=True)
class Kind:
    """A kind of bad input. What it does not say is that of the clean collection.

    Attributes:
        name: what is wrong, in a few words.
        expected: refused; taken with a warning; or taken as if it were clean.
        says: what the sentence must have: the place, the value.
        files: what is in the folder beside the clean collection, by name.
        tables: runs and judgments as tables, each given to every entry as it takes tables.
        inputs: which file or object stands for which input.
        options: options by their names in Python; the command line has them by the same names.
        words: more words for the command line.
        measures: what is computed.
        values: where the scores are not those of the clean collection.
        line: a whole command line, in place of one that is made of all these.
        call: a call in Python, in place of one that is made of them; it gets the folder.
        sql: a query over macros, in place of those of the measures.
        entries: which entries may take it; all that can where there is none.
        alone: whether it is tried in a process of its own, which is ended after a while.
        unlike: entries whose answer is another one on purpose, and which.
        own_words: whether DuckDB refuses it before any macro is called, and so in its own words.
    """

    name: str
    expected: Expected = "refused"
    says: tuple[str, ...] = ()
    files: Mapping[str, Content] = field(default_factory=dict)
    tables: Mapping[str, pa.Table] = field(default_factory=dict)
    inputs: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    words: Sequence[str] = ()
    measures: Sequence[str] = ("AP", "nDCG@10")
    values: Scores = field(default_factory=dict)
    line: Sequence[str | bytes] = ()
    call: Callable[[Path], Any] | None = None
    sql: str = ""
    entries: tuple[str, ...] = ()
    alone: bool = False
    unlike: Mapping[str, Expected] = field(default_factory=dict)
    own_words: bool = False

    def expected_of(self, entry: str) -> Expected:
        """What an entry is expected to do."""
        return self.unlike.get(entry, self.expected)


@dataclass(frozen=True)
class Group:
    """Kinds of one subject, which the page lists together.

    Attributes:
        name: of its module.
        title: what the page calls it.
        kinds: in their order.
    """

    name: str
    title: str
    kinds: Sequence[Kind]


def groups() -> list[Group]:
    """All groups: a module of the folder `kinds` each, which says its TITLE and its KINDS."""
    package = import_module("bad_input.kinds")
    modules = [import_module(f"bad_input.kinds.{each.name}") for each in iter_modules(package.__path__)]
    found = [Group(each.__name__.rpartition(".")[2], each.TITLE, each.KINDS) for each in modules]
    return sorted(found, key=lambda group: group.name)
