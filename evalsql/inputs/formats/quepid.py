"""Quepid's exports: a case in detail, a snapshot, and ratings, as CSV; ratings and whole cases as JSON."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evalsql.catalog.inputs import Kind
from evalsql.connections import Connection
from evalsql.errors import InputError
from evalsql.inputs.listed import Rows, field, load, query_called, read_listed, text_of
from evalsql.inputs.source import File, Source
from evalsql.words import said

SUFFIXES = ()
TEXT = True
WITHIN = ("delimited", "jsonl")
link = None
OF_CASE = ("Team Name", "Case Name", "Case ID", "Query Text")
DETAILED = (*OF_CASE, "Doc ID", "Doc Position")
SNAPSHOT = ("Snapshot Name", "Snapshot Time", "Case ID", "Query Text", "Doc ID", "Doc Position")
RATINGS = (("query", "docid", "rating"), ("query", "doc_id", "rating"))
HEADERS = (OF_CASE, SNAPSHOT)
JSON = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"(?:queries"\s*:\s*\[\s*\{\s*"query"|case_name")\s*:')
# A field, in quotes or not, and what ends it. Quepid doubles quotes in fields that it does not put into any.
FIELD = re.compile(r'("(?:[^"]|"")*"(?=,|\r?\n|\Z)|[^,\r\n]*)(,|\r?\n|\Z)')


def begins(start: bytes) -> bool:
    """Whether a file that begins so is an export of Quepid."""
    if JSON.match(start):
        return True
    header = tuple(start.decode("utf-8-sig", "replace").split("\n", 1)[0].rstrip("\r").split(","))
    return header in RATINGS or any(header[: len(each)] == each for each in HEADERS)


def read(connection: Connection, files: Sequence[File], kind: Kind) -> list[Source]:
    """A source for each file."""
    return read_listed(connection, files, kind, rows_of, "an export of Quepid", is_detailed)


def is_detailed(file: File) -> bool:
    """Whether a file is a case in detail, which has ratings of what was retrieved alone."""
    with open(file.path, "rb") as opened:
        return opened.read(4096).decode("utf-8-sig", "replace").startswith(",".join(DETAILED))


def rows_of(file: File, kind: Kind) -> Rows:
    """The rows of a file."""
    with open(file.path, "rb") as opened:
        is_json = bool(JSON.match(opened.read(4096)))
    if is_json:
        if kind == "runs":
            raise InputError(f"{file.label}: is an export of Quepid's ratings, which has no ranking; give a snapshot")
        return list(rated_in_json(file.label, load(file)))
    header, *lines = records(file)
    names = tuple(header)
    if names in RATINGS:
        if kind == "runs":
            raise InputError(
                f"{file.label}: is a list of Quepid's ratings, which has no ranks; give a snapshot, or the case in"
                " detail. If rating is the score, say --columns runs.score=rating"
            )
        # a query without ratings has a line of its own, and a document of a snapshot need not be rated
        return [
            {"query_id": line[0].strip(), "doc_id": line[1], "relevance": line[2]}
            for line in lines
            if len(line) > 2 and line[1] and line[2]
        ]
    if "Doc Position" not in names:
        raise InputError(
            f"{file.label}: is Quepid's general export of a case, which has scores of queries and no documents; export"
            " it in detail, or a snapshot"
        )
    if kind == "qrels" and "Rating" not in names:
        raise InputError(f"{file.label}: is a snapshot of Quepid's, which has no ratings; export these too")
    return of_documents(file, kind, names, lines)


def of_documents(file: File, kind: Kind, names: Sequence[str], lines: Sequence[Sequence[str]]) -> Rows:
    """The rows of a case in detail, or of a snapshot."""
    at = {name: names.index(name) for name in ("Query Text", "Doc ID", "Doc Position", "Rating") if name in names}
    rows: Rows = []
    snapshots = {line[0] for line in lines} if names[0] == SNAPSHOT[0] else set()
    for number, line in enumerate(lines, start=1):
        if len(line) <= at["Doc Position"]:
            continue
        query, doc_id = line[at["Query Text"]].strip(), line[at["Doc ID"]].strip()
        if kind == "qrels":
            rating = line[at["Rating"]].strip() if len(line) > at["Rating"] else ""
            if rating not in ("", "--"):
                rows.append({"query_id": query, "doc_id": doc_id, "relevance": rating})
            continue
        position = line[at["Doc Position"]].strip()
        if not position.isdigit():
            raise InputError(
                f"{file.label}, row {number} after the header: Doc Position is {said(position)}, where a whole number"
                " was expected"
            )
        run = {"run": line[0]} if len(snapshots) > 1 else {}
        rows.append({**run, "query_id": query, "doc_id": doc_id, "score": float(-int(position))})
    return rows


def records(file: File) -> list[list[str]]:
    """The fields of each line of a CSV file that is not empty, as Quepid writes them."""
    try:
        with open(file.path, encoding="utf-8-sig", newline="") as opened:
            text = opened.read()
    except UnicodeDecodeError:
        raise InputError(f"{file.label}: not UTF-8 text") from None
    found: list[list[str]] = [[]]
    for each in FIELD.finditer(text):
        quoted, end = each.groups()
        plain = quoted[1:-1] if quoted[:1] == '"' == quoted[-1:] and len(quoted) > 1 and whole(quoted) else quoted
        found[-1].append(plain.replace('""', '"'))
        if end != ",":
            found.append([])
        if each.end() == len(text):
            break
    return [line for line in found if any(line)]


def whole(text: str) -> bool:
    """Whether a text that begins and ends with a quote has between these only ones that are doubled."""
    return '"' not in text[1:-1].replace('""', "")


def rated_in_json(label: str, held: Any) -> Iterator[dict[str, Any]]:
    """The ratings of an export as JSON, of a case's ratings or of a whole case."""
    for place, each in enumerate(field(label, held, "queries", list, "the export"), start=1):
        name = "query_text" if "case_name" in held else "query"
        query = field(label, each, name, str, f"item {place} of queries")
        ratings = field(label, each, "ratings", (list, dict), query_called(query))
        if isinstance(ratings, Mapping):
            ratings = [{"doc_id": doc_id, "rating": rating} for doc_id, rating in ratings.items()]
        for rating in ratings:
            doc_id = field(label, rating, "doc_id", (str, int), f"a rating of {query_called(query)}")
            if rating.get("rating") is not None:
                yield {"query_id": query, "doc_id": text_of(doc_id), "relevance": text_of(rating["rating"])}
