"""OpenSearch's Search Relevance Workbench: judgment lists, and rankings of evaluation results and of experiments."""

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
OBJECT = re.compile(rb"(?:\xef\xbb\xbf)?\s*\{")
NAMES = re.compile(
    rb'"(?:judgmentRatings|querySetQueries|searchConfigurationId|searchConfigurationList|judgmentIds)"\s*:\s*["[]'
)
UNFINISHED = ("PROCESSING", "ERROR", "TIMEOUT")  # of a judgment list or an experiment
PAIRWISE = "PAIRWISE_COMPARISON"
BETWEEN = "pairwiseComparison"  # what a pairwise experiment says of a query beside its rankings


def begins(start: bytes) -> bool:
    """Whether a file that begins so is of the Search Relevance Workbench."""
    return bool(OBJECT.match(start) and NAMES.search(start))


def read(connection: Connection, files: Sequence[File], kind: Kind) -> list[Source]:
    """A source for each file."""
    return read_listed(connection, files, kind, rows_of, "a file of OpenSearch's Search Relevance Workbench")


def rows_of(file: File, kind: Kind) -> Rows:
    """The rows of a file: a judgment list, evaluation results, or an experiment."""
    found = sources_in(file.label, load(file))
    first = found[0]
    for status in (each.get("status") for each in found):
        if status in UNFINISHED:
            said_of = f"its status is {status}, so it may be a part; search again when it is COMPLETED"
            raise InputError(f"{file.label}: {said_of}")
    if "judgmentRatings" in first:
        refuse_as(file.label, kind, "qrels", "a judgment list, which has ratings and no ranking")
        refuse_several(file.label, found, "judgment lists")
        return list(rated(file.label, first))
    if "documentIds" in first or "searchText" in first:
        refuse_as(file.label, kind, "runs", "evaluation results, which have rankings and no ratings")
        return list(results(file.label, found))
    if "querySetQueries" in first:
        raise InputError(f"{file.label}: is a query set, which has queries alone: neither a ranking nor ratings")
    if first.get("type") == PAIRWISE:
        refuse_as(file.label, kind, "runs", "a pairwise experiment, which has rankings and no ratings")
        refuse_several(file.label, found, "experiments")
        return list(compared(file.label, first))
    raise InputError(
        f"{file.label}: is an experiment, which names its evaluation results and has no ranking; search the index"
        " search-relevance-evaluation-result for these"
    )


def sources_in(label: str, held: Any) -> list[Mapping[str, Any]]:
    """What a response of a search has found, or what was sent."""
    if not isinstance(held, Mapping) or not isinstance(held.get("hits"), Mapping):
        return [held if isinstance(held, Mapping) else {}]
    hits = field(label, held["hits"], "hits", list, "the response")
    found = [field(label, hit, "_source", dict, "a hit of the response") for hit in hits]
    refuse_partial(label, held, len(found))
    if not found:
        raise InputError(f"{label}: is a response without a hit")
    return found


def refuse_partial(label: str, held: Mapping[str, Any], hits: int) -> None:
    """Refuses a response that has, or may have, a part of what its search would find."""
    total, shards, clusters = held["hits"].get("total"), held.get("_shards"), held.get("_clusters")
    count, relation = (total.get("value"), total.get("relation")) if isinstance(total, Mapping) else (total, None)
    shards, clusters = (each if isinstance(each, Mapping) else {} for each in (shards, clusters))
    why = {
        "timed out": held.get("timed_out"),
        "was terminated early": held.get("terminated_early"),
        "was answered by some of its shards alone": shards.get("failed")
        or shards.get("successful") != shards.get("total"),
        "was answered by some of its clusters alone": any(
            map(clusters.get, ("skipped", "partial", "failed", "running"))
        ),
    }
    if said_of := next((what for what, true in why.items() if true), None):
        raise InputError(f"{label}: is a part of a response, since its search {said_of}; search again")
    if isinstance(count, int) and count > hits:
        raise InputError(
            f"{label}: has {hits} of the {count} hits of its search; search again with size {count}, or more"
        )
    if relation == "gte":
        more = f'search again with "track_total_hits": true, and with a size above {hits}'
        raise InputError(f"{label}: has {hits} hits of a search that found at least {count}; {more}")


def refuse_as(label: str, kind: Kind, right: Kind, what: str) -> None:
    """Refuses what holds something else than it is read as."""
    if kind != right:
        raise InputError(f"{label}: is {what}; give it as {'runs' if right == 'runs' else 'judgments'}")


def refuse_several(label: str, found: Sequence[Mapping[str, Any]], what: str) -> None:
    """Refuses several of what is read alone."""
    if found[1:]:
        names = ", ".join(said(str(each.get("name") or each.get("id"))) for each in found[:3])
        dots = ", ..." if found[3:] else ""
        raise InputError(f"{label}: holds {len(found)} {what}: {names}{dots}; ask for one by its id")


def rated(label: str, held: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The ratings of a judgment list, by the text of the query."""
    for place, each in enumerate(field(label, held, "judgmentRatings", list, "the judgment list"), start=1):
        query = field(label, each, "query", str, f"item {place} of judgmentRatings")
        for rating in field(label, each, "ratings", list, query_called(query)):
            doc_id = field(label, rating, "docId", (str, int), f"a rating of {query_called(query)}")
            value = field(label, rating, "rating", (str, int, float), f"document {doc_id} of {query_called(query)}")
            yield {"query_id": query, "doc_id": text_of(doc_id), "relevance": text_of(value)}


def results(label: str, found: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """The rankings of evaluation results: the run is the search configuration, and the query its text."""
    seen = set()
    for place, each in enumerate(found, start=1):
        query = field(label, each, "searchText", str, f"evaluation result {place}")
        run = field(label, each, "searchConfigurationId", str, f"evaluation result {place}")
        if (run, query) in seen:
            raise InputError(
                f"{label}: has two evaluation results of {query_called(query)} and search configuration {run}; search"
                " for those of one experiment, or of one of its variants"
            )
        seen.add((run, query))
        yield from ranked(
            field(label, each, "documentIds", list, f"evaluation result {place}"), run=run, query_id=query
        )


def compared(label: str, held: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The rankings of a pairwise experiment: of each query those of two search configurations."""
    for query, each in field(label, held, "results", dict, "the experiment").items():
        if not isinstance(each, Mapping):
            raise InputError(f"{label}: {query_called(query)} has no rankings by search configuration")
        for run, documents in each.items():
            if run != BETWEEN:
                if not isinstance(documents, list):
                    raise InputError(f"{label}: {query_called(query)} has no list of documents of {run}")
                yield from ranked(documents, run=run, query_id=query)
