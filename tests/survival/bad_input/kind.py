"""A kind of bad input: what is wrong, how it is made, and what is expected of whoever is given it."""

import json
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, Literal

import duckdb
import pyarrow as pa
from places import FIXTURES

import evalsql
from bad_input.clean import FILES

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
        entries: which entries may take it; all that can if it is empty.
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
        return self.unlike.get(entry, self.expected)


@dataclass(frozen=True)
class Group:
    """Kinds of one subject, which the page lists together.

    Attributes:
        name: of its table or module.
        title: what the page calls it.
        kinds: in their order.
    """

    name: str
    title: str
    kinds: Sequence[Kind]


def groups() -> list[Group]:
    """All groups: a table or a module of the folder `kinds` each, and what tables cannot hold."""
    package = import_module("bad_input.kinds")
    modules = {each.name: import_module(f"bad_input.kinds.{each.name}") for each in iter_modules(package.__path__)}
    more: dict[str, list[Kind]] = modules.pop("beyond_tables").KINDS
    found = []
    for path in Path(package.__path__[0]).glob("*.toml"):
        held = tomllib.loads(path.read_text(encoding="utf-8"))
        kinds = [kind_of(row, held["ways"].get(way)) for way, rows in held["kinds"].items() for row in rows]
        found.append(Group(path.stem, held["title"], [*kinds, *more.get(path.stem, ())]))
    found += [Group(name, each.TITLE, each.KINDS) for name, each in modules.items()]
    return sorted(found, key=lambda group: group.name)


def kind_of(row: Sequence[Any], way: Mapping[str, Any] | None) -> Kind:
    """A kind of a table.

    Args:
        row: its name, what stands for @@ in the way, what the sentence must have, and further attributes.
        way: what kinds of this way have in common.
    """
    name, *rest = row
    held = filled(way, rest.pop(0)) if way else {}
    more = rest.pop() if rest and isinstance(rest[-1], dict) else {}
    held |= {key: held[key] | value if isinstance(held.get(key), dict) else value for key, value in more.items()}
    held["says"] = (*held.get("says", ()), *rest)
    for key in ("line", "words"):
        held[key] = held[key].split(" ") if key in held else ()
    if "entries" in held:
        held["entries"] = tuple(held["entries"].split())
    if "file" in held:
        renamed = held.pop("file")
        held["files"] = dict.fromkeys([renamed], *held["files"].values())
        held["inputs"] = dict.fromkeys(held["inputs"], renamed)
    measures = held.get("measures", ("AP", "nDCG@10"))
    none = [f"{query} {measure} 0" for query in held.pop("zero", "").split() for measure in measures]
    if "call" in held:
        held["call"] = called(*held["call"].popitem())
    scores = [each.rsplit(" ", 1) for each in (*none, *held.pop("values", ()))]
    files = {file: content_of(content) for file, content in held.pop("files", {}).items()}
    return Kind(name, files=files, values={(*key.split(" ", 1),): float(value) for key, value in scores}, **held)


def filled(value: Any, given: Any) -> Any:
    """A way with something in the place of @@."""
    if isinstance(value, dict):
        return {filled(key, given) if "@@" in key else key: filled(each, given) for key, each in value.items()}
    if isinstance(value, list):
        return [filled(each, given) for each in value]
    if value == "@@":
        return given
    return value.replace("@@", given) if isinstance(value, str) and "@@" in value else value


def content_of(said: Any) -> Content:
    """What is in a file: a text, bytes in hexadecimal, what a clean file or a fixture holds; or what makes it."""
    if not isinstance(said, dict):
        return said
    if "fixture" in said:
        return fixture(said["fixture"], said.get("change", {}))
    ((how, value),) = said.items()
    made: dict[str, Callable[[Path], object]] = {
        "folder": lambda path: path.mkdir(parents=True),
        "link": lambda path: path.symlink_to(value),
        "nothing": lambda path: None,
        "sql": lambda path: duckdb.connect(path).execute(value).close(),
    }
    return FILES[value] if how == "copy" else bytes.fromhex(value) if how == "hex" else made[how]


def fixture(name: str, change: Mapping[str, Any]) -> bytes:
    """A file of fixtures/formats, cut short by some bytes, or JSON that is changed at a place.

    There something is set or taken away, the first of a list is another, or is there again.
    """
    content = (FIXTURES / "formats" / name).read_bytes()
    if not change or "cut" in change:
        return content[: len(content) - change.get("cut", 0)]
    held = json.loads(content)
    places = [held]
    for key in change.get("at", ()):
        places = [inner for place in places for inner in (place.values() if key == "*" else [place[key]])]
    for place in places:
        if "pop" in change:
            place.pop(change["pop"])
        elif "set" in change:
            place.update(change["set"])
        elif "again" in change:
            place.append(place[0])
        else:
            place[0] = change["first"]
    return json.dumps(held).encode()


def called(name: str, given: Any) -> Callable[[Path], Any]:
    """A call of a function: with values as they are listed, or with options beside inputs that are fit."""
    question = getattr(evalsql, name)
    if isinstance(given, list):
        return lambda _: question(*given)
    runs: dict[str, Any] = {"compare": ["clean.run", "other.run"], "gate": "clean.run"}
    inputs = [runs.get(name, "clean.run"), *["other.run"] * (name == "gate"), "qrels.txt"]
    if name == "Evaluation":
        return lambda _: question(*inputs, **given).score("AP")
    fit = {"measures": ["AP"]} | ({"margin": 0.9} if name == "gate" else {})
    return lambda _: question(*inputs, **(fit | given))
