"""Runs that are called as the user says, whatever their files and rows call them: NAME=path, or {name: path}."""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from glob import glob
from typing import Any

from evalsql.catalog.inputs import Kind
from evalsql.connections import Connection, fetch_all
from evalsql.errors import InputError
from evalsql.inputs.source import Source
from evalsql.sqltext import quote, sql_list
from evalsql.words import first_few, refuse_blank_ends, said


@dataclass(frozen=True)
class Named:
    """Something given, and the name of the run in it."""

    name: str
    given: Any


class Side(str):
    """The name of a side, which stands before what its files and rows call a run: new:bm25."""

    only: tuple[str, ...] = ()  # the runs that are read of it; all if empty


class One(str):
    """Stands in place of a run's name, and is empty: a file of TREC text is one run, whatever tags its lines have."""


def parse_named(text: str) -> str | Named:
    """A path, or, if it is NAME=path and no file is called so, the path and the run's name.

    The folders of a hive, dt=2026-11-22/run=bm25, are paths: they are there, or have a folder before them.
    """
    name, equals, path = text.partition("=")
    if not (equals and path and re.fullmatch(r"[^/\\:*?\[\]]+", name)) or os.path.exists(text) or glob(text):
        return text
    there = path == "-" or "::" in path or "://" in path or os.path.exists(path) or glob(path, recursive=True)
    if not there:
        return text
    refuse_blank_ends(name, "the name")
    return Named(name, path)


def call_as_said(connection: Connection, kind: Kind, source: Source) -> Source:
    """A source whose rows call runs as the user does, if they have a name of their own."""
    names = [file.called if file.run is None else None for file in source.files]
    if kind not in ("runs", "values") or not any(names):
        return source
    labels = sql_list([file.label for file in source.files])
    held: dict[str, set[str]] = {}
    for place, run in fetch_all(
        connection,
        f"select distinct list_position({labels}, file), run from ({source.rows})"
        f" where run is not null and file in {tuple_of([f.label for f in source.files if f.called])}",
    ):
        file = source.files[place - 1]
        if file.called and not isinstance(file.called, Side):
            held.setdefault(file.argument, set()).add(run)
    for file in source.files:
        runs = sorted(held.get(file.argument, ()))
        if file.called and runs[1:]:
            raise InputError(
                f"{file.argument}: holds {len(runs)} runs ({first_few(runs)}), which cannot all be called"
                f' {said(file.called)}; leave the name out, or choose one, such as --where "run = {quote(runs[0])}"'
            )

    sides = [f"{name}:" if isinstance(name, Side) else "" for name in names]
    names = [None if side else name for side, name in zip(sides, names, strict=True)]

    def renamed(place: str) -> str:
        own = f"{sql_list(sides)}[{place}] || run" if any(sides) else "run"
        return f'coalesce({sql_list(names)}[{place}], {own}) collate "binary" as run'

    rows = f"select * replace ({renamed(f'list_position({labels}, file)')}) from ({source.rows})"
    numbered = f"select * replace ({renamed('(n >> 40) + 1')}) from ({source.numbered})" if source.numbered else ""
    files = [replace(file, run=file.called or file.run) for file in source.files]
    return chosen_only(connection, replace(source, rows=rows, numbered=numbered, files=files))


def chosen_only(connection: Connection, source: Source) -> Source:
    """A source with those runs of a side that are chosen, or whole where it lacks one, which another may have."""
    for side in {file.called for file in source.files if isinstance(file.called, Side) and file.called.only}:
        own = f"starts_with(run, {quote(side + ':')})"
        found = fetch_all(connection, f"select distinct run from ({source.rows}) where {own} order by run asc")
        there = [run.removeprefix(f"{side}:") for (run,) in found]
        if not {*side.only} <= {*there}:
            continue
        kept = tuple_of([f"{side}:{run}" for run in side.only])
        condition = f"where not {own} or run in {kept}"
        rows = f"select * from ({source.rows}) {condition}"
        numbered = source.numbered and f"select * from ({source.numbered}) {condition}"
        source = replace(source, rows=rows, numbered=numbered)
    return source


def tuple_of(texts: Sequence[str]) -> str:
    """Texts as the right side of IN."""
    return "(" + ", ".join(map(quote, texts)) + ")"
