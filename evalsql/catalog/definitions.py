"""The metrics that a file of sql/ defines: its own, and those of [also]; or one for each quantity that a user has."""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from evalsql.catalog.folder import file_of, names
from evalsql.catalog.sqlfiles import read_file, split_file
from evalsql.errors import CatalogError

OF_ONE_NAME = ("name", "aliases", "macros", "peers", "residual", "ties", "example")  # keys that names do not share
QUANTITIES = "users/quantities"
# a part of a body, with the comment above it
PART = re.compile(r"(?:--[^\n]*\n)*{%-? set (?P<name>[\w.]+) -?%}\s*(?P<text>.*?)\s*{%-? endset -?%}", re.DOTALL)
PLACE = re.compile(r"{{ (?P<name>\w+) }}")


class Definition(NamedTuple):
    """The head and the body of one metric.

    Where several share a file, each has the parameters of the head that its body uses, and its examples may set those
    of `all_parameters`.
    """

    head: dict[str, Any]
    body: str
    all_parameters: frozenset[str] = frozenset()
    alone: bool = True


@cache
def text_of(file: str) -> str:
    """What a file of sql/ holds, such as metrics/ap or users/rbp."""
    return file_of(*file.rsplit("/", 1)).read_text(encoding="utf-8")


@cache
def texts(*folders: str) -> dict[str, str]:
    """The files of some folders of sql/, and what each holds."""
    return {(file := f"{folder}/{name}"): text_of(file) for folder in folders for name in names(folder)}


@cache
def definitions(file: str) -> tuple[Definition, ...]:
    """The metrics of a file."""
    folder, name = file.split("/")
    return (users_metrics if folder == "users" else named_metrics)(f"{name}.sql", text_of(file))


@cache
def find_definition(name: str, *folders: str) -> tuple[str, int] | None:
    """The file that defines a name, in capitals or not, and the place there, or None. Reads as little as can be."""
    name = name.lower()
    for file in likely(name, folders):
        for place, definition in enumerate(definitions(file)):
            if str(definition.head.get("name")).lower() == name:
                return file, place
    return None


def likely(name: str, folders: Sequence[str]) -> Iterator[str]:
    """The files that may define a name: those called so, those of users, and those that have it in [also]."""
    user = re.escape(name.rpartition("_")[0] or name)  # of a user's quantity
    for folder in folders:
        known = names(folder)
        yield from (f"{folder}/{each}" for each in known if each == name)
        yield from (f"{folder}/{each}" for each in known if folder == "users" and name.startswith(f"{each}_"))
    also = re.compile(rf"^\[also\.({re.escape(name)}|{user})\]", re.IGNORECASE | re.MULTILINE)
    yield from (file for file, text in texts(*folders).items() if also.search(text))


def named_metrics(file: str, text: str) -> tuple[Definition, ...]:
    """The metric that a file is named for, and those of [also], each with what differs from the first.

    The body may have in braces what a head names under `parts`, or what the body itself sets for a name. If there are
    several names, examples have a value of each under its name.
    """
    heads = with_also(*split_file(file, text))
    declared = frozenset(name for head, _ in heads for name in head.get("parameters", {}))
    return tuple(
        Definition(
            head, fill(PART.sub("", body).strip(), set_parts(body, str(head.get("name")))), declared, len(heads) == 1
        )
        for head, body in heads
    )


def with_also(head: dict[str, Any], body: str) -> list[tuple[dict[str, Any], str]]:
    """A head and a body, and those of each name of [also], each with its own parts and examples."""
    also, parts = head.pop("also", {}), head.pop("parts", {})
    if not also:
        return [(head, fill(body, parts))]
    shared = {key: value for key, value in head.items() if key not in OF_ONE_NAME}
    heads = {str(head.get("name")): head} | {name: merge(shared, {"name": name}, own) for name, own in also.items()}
    bodies = {name: fill(body, parts | each.pop("parts", {})) for name, each in heads.items()}
    return [
        (each | {"example": examples_of(head["example"], name, heads)}, bodies[name]) for name, each in heads.items()
    ]


def users_metrics(file: str, text: str) -> tuple[Definition, ...]:
    """The metrics of the users of a file, which may have several in [also]."""
    head, body = split_file(file, text)
    if file != f"{head['name'].lower()}.sql":
        raise CatalogError(f"{file}: is of {head['name']}, so it must be named {head['name'].lower()}.sql")
    users = with_also(head, body)
    declared = frozenset(name for each, _ in users for name in each.get("parameters", {}))
    return tuple(metric for user in users for metric in metrics_of(*user, declared))


def metrics_of(user: dict[str, Any], body: str, declared: frozenset[str]) -> Iterator[Definition]:
    """The metrics of a user: of each quantity that her examples have a value of.

    The query of a quantity has parts in braces, which the user's file sets, for her alone where her name stands before
    theirs, or else that of the quantity. A user's file may also set the whole query, by the quantity's name.
    """
    filling = {"called": user["name"]} | {key: value for key, value in user.items() if isinstance(value, str)}
    own = {quantity: user.pop(quantity, {}) for quantity in names(QUANTITIES)}
    shared = {key: value for key, value in user.items() if key not in ("called", "example")}
    for quantity, differs in own.items():
        if examples := examples_of(user["example"], quantity, own):
            asked, query = read_file(QUANTITIES, quantity)
            said = {key: value.format_map(filling) if isinstance(value, str) else value for key, value in asked.items()}
            filled = fill_quantity(quantity, query, set_parts(body, user["name"]))
            yield Definition(merge(shared, said, differs) | {"example": examples}, filled, declared, alone=False)


def fill_quantity(quantity: str, query: str, parts: dict[str, str]) -> str:
    """The query of a quantity with the parts of a user, or hers, if she sets it whole."""
    parts = set_parts(query) | parts
    return fill(parts.get(quantity, PART.sub("", query).strip()), parts)


def merge(shared: dict[str, Any], *others: dict[str, Any]) -> dict[str, Any]:
    """Heads as one, each with what differs from those before; its parameters come first, down to the last new one."""
    merged = dict(shared)
    for own in others:
        parameters, differing = merged.get("parameters", {}), own.get("parameters", {})
        last_new = max((place for place, name in enumerate(differing, 1) if name not in parameters), default=0)
        merged |= own
        if parameters or differing:
            merged["parameters"] = dict(list(differing.items())[:last_new]) | parameters | differing
    return merged


def examples_of(examples: list, name: str, names: Collection[str]) -> list:
    """The examples that have a value, or a table, under a name, without those of other names."""
    found = []
    for about, *tables in examples:
        values = [table[name] for table in tables if name in table]
        if values:
            inputs = ({key: value for key, value in table.items() if key not in names} for table in tables)
            own = (value if isinstance(value, dict) else {"value": value} for value in values)
            found.append([about, *filter(None, inputs), *own])
    return found


def set_parts(text: str, name: str = "") -> dict[str, str]:
    """The parts that a text sets, for all names or for this one: `looks`, or `NERR9.looks`."""
    parts = ((*part["name"].rpartition("."), part["text"]) for part in PART.finditer(text))
    return {part: text for of, _, part, text in sorted(parts) if of in ("", name)}


def fill(query: str, parts: dict[str, str]) -> str:
    """A query with its parts in place of their names in braces, and theirs in them."""

    def part(place: re.Match) -> str:
        if place["name"] not in parts:
            return place[0]
        text = fill(parts[place["name"]], parts)
        line = query[query.rfind("\n", 0, place.start()) + 1 : place.start()]
        indent = "\n" + " " * (len(line) - len(line.lstrip()))
        if line.endswith("(") and "\n" in text:
            inner = indent + "    "
            return inner + text.replace("\n", inner) + indent
        return text.replace("\n", indent)

    return PLACE.sub(part, query)
