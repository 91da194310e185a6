"""Requests and responses of _rank_eval, Elasticsearch's and OpenSearch's: ratings, and rankings with some of them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evalsql.catalog.inputs import Kind
from evalsql.connections import Connection
from evalsql.errors import InputError
from evalsql.inputs.listed import Rows, field, load, query_called, ranked, read_listed, text_of
from evalsql.inputs.source import File, Source
from evalsql.words import said

SUFFIXES = ()
TEXT = True
WITHIN = ("jsonl",)
link = None
# the first name of an object that is a request or a response, whatever else follows
FIRST = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"(?:requests"\s*:\s*\[|(?:metric_score|quality_level)"\s*:\s*[-\d"n])')
# or names of theirs further on
OTHERS = re.compile(
    rb'(?:\xef\xbb\xbf)?\s*\{\s*"(?:rank_eval|details|failures|metric|templates|max_concurrent_searches)"\s*:'
    rb'.*"(?:unrated_docs|unknown_docs|metric_details|metric_score|quality_level|ratings|requests)"\s*:',
    re.DOTALL,
)


def begins(start: bytes) -> bool:
    """Whether a file that begins so is a request or a response of _rank_eval."""
    return bool(FIRST.match(start) or OTHERS.match(start))


def read(connection: Connection, files: Sequence[File], kind: Kind) -> list[Source]:
    """A source for each file."""

    def is_response(file: File) -> bool:  # which has ratings of what was retrieved alone
        return "requests" not in load(file)

    return read_listed(connection, files, kind, rows_of, "a request or response of _rank_eval", is_response)


def rows_of(file: File, kind: Kind) -> Rows:
    """The rows of a file: a request has ratings; a response has rankings, and the ratings of what was retrieved."""
    held = load(file)
    if isinstance(held, Mapping) and "requests" in held:
        if kind == "runs":
            raise InputError(
                f"{file.label}: is a request of _rank_eval, which has ratings and no ranking; its response has rankings"
            )
        return list(rated_in_request(file.label, held))
    held = held.get("rank_eval", held) if isinstance(held, Mapping) else held
    if isinstance(held, Mapping) and held.get("failures"):
        query, *others = field(file.label, held, "failures", dict, "the response")
        more = f" and {len(others)} more" if others else ""
        raise InputError(
            f"{file.label}: {query_called(query)}{more} failed, so the response has no ranking of it; send the request"
            " again, or take it out of failures to have it scored as an empty ranking"
        )
    rows: Rows = []
    for query, detail in field(file.label, held, "details", dict, "the response").items():
        rows += list(of_query(file.label, query, detail, kind))
    return rows


def rated_in_request(label: str, held: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The ratings of a request."""
    for place, each in enumerate(field(label, held, "requests", list, "the request"), start=1):
        query = text_of(field(label, each, "id", (str, int), f"request {place}"))
        ratings = field(label, each, "ratings", list, query_called(query))
        refuse_indices(label, query, ratings)
        for rating in ratings:
            doc_id = text_of(field(label, rating, "_id", (str, int), f"a rating of {query_called(query)}"))
            field(label, rating, "rating", (int, float, str), f"document {doc_id} of {query_called(query)}")
            yield {"query_id": query, "doc_id": doc_id, "relevance": text_of(rating["rating"])}


def of_query(label: str, query: str, detail: Any, kind: Kind) -> Iterator[dict[str, Any]]:
    """What a response has of a query: its ranking, in the order of the hits, or the ratings of these."""
    if not isinstance(detail, Mapping) or not isinstance(detail.get("hits"), list):
        raise InputError(
            f"{label}: {query_called(query)} has no hits, so the response holds no ranking; leave filter_path out of"
            " the request"
        )
    place = f"a hit of {query_called(query)}"
    hits = [field(label, each, "hit", dict, place) for each in detail["hits"]]
    ids = [text_of(field(label, hit, "_id", (str, int), place)) for hit in hits]
    refuse_indices(label, query, hits)
    if kind == "runs":
        yield from ranked(ids, query_id=query)
        return
    for doc_id, each in zip(ids, detail["hits"], strict=True):
        if each.get("rating") is not None:
            yield {"query_id": query, "doc_id": doc_id, "relevance": text_of(each["rating"])}


def refuse_indices(label: str, query: str | None, documents: Sequence[Any]) -> None:
    """Refuses documents of one id that are in several indices, which by their ids nobody could tell apart."""
    there: dict[Any, Any] = {}
    for each in documents:
        if not isinstance(each, Mapping) or not isinstance(each.get("_id"), str | int):
            continue  # which is refused where it is read
        if there.setdefault(each["_id"], each.get("_index")) != each.get("_index"):
            raise InputError(
                f"{label}: document {said(str(each.get('_id')))} of {query_called(query)} is in two indices,"
                f" {there[each['_id']]} and {each.get('_index')}; ids are read without their index"
            )
