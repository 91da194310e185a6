"""Rankings and ratings that other programs keep in forms of their own: read into rows, or refused in a sentence."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from evalsql.catalog.inputs import INPUTS, Kind
from evalsql.connections import Connection
from evalsql.errors import InputError
from evalsql.inputs import frames, tables
from evalsql.inputs.columns import refuse_chosen
from evalsql.inputs.pairs import once
from evalsql.inputs.source import File, Source
from evalsql.words import said

Rows = list[dict[str, Any]]


def read_listed(
    connection: Connection,
    files: Sequence[File],
    kind: Kind,
    rows_of: Callable[[File, Kind], Rows],
    called: str,
    has_ranks: Callable[[File], bool] = lambda file: False,
) -> list[Source]:
    """A source for each file."""
    import pyarrow as pa

    sources = []
    for file in files:
        refuse_chosen(file.label, file.columns, called)
        if kind not in ("runs", "qrels"):
            raise InputError(f"{file.label}: is {called}, where {INPUTS[kind].one} was expected")
        listed = rows_of(file, kind)
        rows = [row for row in listed if "doc_id" in row]
        runs, filled = ({row["run"] for row in each if "run" in row} for each in (listed, rows))
        retrieved = kind == "qrels" and has_ranks(file)
        if not rows:
            what = "document that was retrieved" if kind == "runs" else "document that was rated"
            raise InputError(f"{file.label}: is {called} without a {what}")
        table = frames.register(connection, pa.Table.from_pylist(rows), file.label)
        found = tables.read(
            connection, table, file.label, file.run or "run", kind, place=tables.by_ids, where=file.where
        )
        run = None if "run" in rows[0] else file.run
        named = [replace(file, columns=(), run=run)]
        empty = runs - filled if file.where is None else ()
        sources.append(replace(found, files=named, ordered=True, retrieved=retrieved, empty=empty))
    return sources


def ranked(documents: Iterable[Any], **ids: Any) -> Rows:
    """The rows of a ranking, in its order, whose scores are minus the ranks; of an empty one its ids alone."""
    rows = [{**ids, "doc_id": text_of(each), "score": float(-rank)} for rank, each in enumerate(documents, start=1)]
    return rows or [ids]


def text_of(given: Any) -> str | None:
    """An id as text, as JSON writes it where it is a number."""
    return given if given is None or isinstance(given, str) else json.dumps(given)


def load(file: File) -> Any:
    """What a file of JSON holds."""
    try:
        with open(file.path, encoding="utf-8-sig") as opened:
            return json.load(opened, object_pairs_hook=partial(once, file))
    except InputError:
        raise
    except UnicodeDecodeError:
        raise InputError(f"{file.label}: not UTF-8 text") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{file.label}: not JSON: {error}") from None


def field(label: str, held: Any, name: str, type_: type | tuple[type, ...], place: str) -> Any:
    """What an object of JSON says under a name."""
    expected = {dict: "an object", list: "a list", str: "a text"}
    found = held.get(name) if isinstance(held, Mapping) else None
    if not isinstance(found, type_) or isinstance(found, bool):
        wanted = expected.get(type_, "a text or a number") if isinstance(type_, type) else "a text or a number"
        there = "is missing" if found is None else "is something else"
        raise InputError(f"{label}: {name} of {place} {there}; {wanted} was expected")
    return found


def query_called(query: Any) -> str:
    """A query in a sentence."""
    return f"query {said(str(query))}"
