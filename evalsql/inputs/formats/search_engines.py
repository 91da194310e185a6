"""Rankings and ratings as search engines keep them: _rank_eval, OpenSearch's Search Relevance Workbench, and Quepid."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from evalsql.catalog.inputs import INPUTS, Kind
from evalsql.connections import Connection
from evalsql.errors import InputError
from evalsql.inputs import frames, tables
from evalsql.inputs.columns import refuse_chosen
from evalsql.inputs.source import File, Source, once, read_start
from evalsql.words import said

SUFFIXES = ()
TEXT = True
WITHIN = ("delimited", "jsonl")
LINKED = False

Rows = list[dict[str, Any]]

# the first name of an object that is a request or a response of _rank_eval, or names of theirs further on
RANK_EVAL = re.compile(
    rb'(?:\xef\xbb\xbf)?\s*\{\s*"(?:requests"\s*:\s*\[|(?:metric_score|quality_level)"\s*:\s*[-\d"n]'
    rb'|(?:rank_eval|details|failures|metric|templates|max_concurrent_searches)"\s*:'
    rb'.*"(?:unrated_docs|unknown_docs|metric_details|metric_score|quality_level|ratings|requests)"\s*:)',
    re.DOTALL,
)
WORKBENCH = re.compile(
    rb'(?:\xef\xbb\xbf)?\s*\{.*"(?:judgmentRatings|querySetQueries|searchConfigurationId|searchConfigurationList'
    rb'|judgmentIds)"\s*:\s*["[]',
    re.DOTALL,
)
UNFINISHED = ("PROCESSING", "ERROR", "TIMEOUT")  # of a judgment list or an experiment of the workbench
BETWEEN = "pairwiseComparison"  # what a pairwise experiment says of a query beside its rankings

OF_CASE = ("Team Name", "Case Name", "Case ID", "Query Text")
DETAILED = (*OF_CASE, "Doc ID", "Doc Position")
SNAPSHOT = ("Snapshot Name", "Snapshot Time", "Case ID", "Query Text", "Doc ID", "Doc Position")
RATINGS = (("query", "docid", "rating"), ("query", "doc_id", "rating"))
QUEPID = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"(?:queries"\s*:\s*\[\s*\{\s*"query"|case_name")\s*:')
# A field, in quotes or not, and what ends it. Quepid doubles quotes in fields that it does not put into any.
FIELD = re.compile(r'("(?:[^"]|"")*"(?=,|\r?\n|\Z)|[^,\r\n]*)(,|\r?\n|\Z)')


def begins(start: bytes) -> bool:
    return form_of(start) is not None


def read(connection: Connection, files: Sequence[File], kind: Kind) -> list[Source]:
    import pyarrow as pa

    sources = []
    for file in files:
        form = form_of(read_start(file))
        assert form is not None
        refuse_chosen(file.label, file.columns, form.called)
        if kind not in ("runs", "qrels"):
            raise InputError(f"{file.label}: is {form.called}, where {INPUTS[kind].one} was expected")
        listed, retrieved = form.rows_of(file, kind)
        rows = [row for row in listed if "doc_id" in row]
        runs, filled = ({row["run"] for row in each if "run" in row} for each in (listed, rows))
        if not rows:
            what = "document that was retrieved" if kind == "runs" else "document that was rated"
            raise InputError(f"{file.label}: is {form.called} without a {what}")
        table = frames.register(connection, pa.Table.from_pylist(rows), file.label)
        empty = runs - filled if file.where is None else ()
        found = tables.read_file(connection, table, file, kind, tables.by_ids)
        retrieved = retrieved and kind == "qrels"
        sources.append(replace(found, ordered=True, retrieved=retrieved, empty=empty))
    return sources


@dataclass(frozen=True)
class Ratings:
    """Where an object of JSON has ratings."""

    whole: str  # what messages call the object
    items: str  # its list, one item per query
    item: str  # what messages call one of these, by its place
    query: str  # of an item: the query
    query_types: tuple[type, ...] | type
    document: str  # of a rating: the document
    ratings: tuple[type, ...] | type = list
    unrated: bool = False  # whether a document may have no rating

    def rows(self, label: str, held: Any) -> Iterator[dict[str, Any]]:
        for place, each in enumerate(field(label, held, self.items, list, self.whole), start=1):
            query = text_of(field(label, each, self.query, self.query_types, self.item.format(place)))
            of_query = query_called(query)
            ratings = field(label, each, "ratings", self.ratings, of_query)
            if isinstance(ratings, Mapping):
                ratings = [{self.document: doc_id, "rating": rating} for doc_id, rating in ratings.items()]
            refuse_indices(label, query, ratings)
            for rating in ratings:
                doc_id = text_of(field(label, rating, self.document, (str, int), f"a rating of {of_query}"))
                if not self.unrated:
                    field(label, rating, "rating", (int, float, str), f"document {doc_id} of {of_query}")
                if rating.get("rating") is not None:
                    yield {"query_id": query, "doc_id": doc_id, "relevance": text_of(rating["rating"])}


REQUEST = Ratings("the request", "requests", "request {}", "id", (str, int), "_id")
JUDGMENT_LIST = Ratings("the judgment list", "judgmentRatings", "item {} of judgmentRatings", "query", str, "docId")
EXPORT = Ratings("the export", "queries", "item {} of queries", "query", str, "doc_id", (list, dict), unrated=True)


def of_rank_eval(file: File, kind: Kind) -> tuple[Rows, bool]:
    held = load(file)
    if isinstance(held, Mapping) and "requests" in held:
        if kind == "runs":
            raise InputError(
                f"{file.label}: is a request of _rank_eval, which has ratings and no ranking; its response has rankings"
            )
        return list(REQUEST.rows(file.label, held)), False
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
        if not isinstance(detail, Mapping) or not isinstance(detail.get("hits"), list):
            raise InputError(
                f"{file.label}: {query_called(query)} has no hits, so the response holds no ranking; leave filter_path"
                " out of the request"
            )
        place = f"a hit of {query_called(query)}"
        hits = [field(file.label, each, "hit", dict, place) for each in detail["hits"]]
        ids = [text_of(field(file.label, hit, "_id", (str, int), place)) for hit in hits]
        refuse_indices(file.label, query, hits)
        if kind == "runs":
            rows += ranked(ids, query_id=query)
            continue
        rated = [(doc_id, each.get("rating")) for doc_id, each in zip(ids, detail["hits"], strict=True)]
        rows += [
            {"query_id": query, "doc_id": doc_id, "relevance": text_of(rating)}
            for doc_id, rating in rated
            if rating is not None
        ]
    return rows, True


def refuse_indices(label: str, query: str | None, documents: Sequence[Any]) -> None:
    """Refuses documents of one id that are in several indices, which by their ids nobody could tell apart."""
    there: dict[Any, Any] = {}
    for each in documents:
        if not isinstance(each, Mapping) or not isinstance(each.get("_id"), str | int):
            continue  # rejected when it is read
        if there.setdefault(each["_id"], each.get("_index")) != each.get("_index"):
            raise InputError(
                f"{label}: document {said(str(each.get('_id')))} of {query_called(query)} is in two indices,"
                f" {there[each['_id']]} and {each.get('_index')}; ids are read without their index"
            )


def of_workbench(file: File, kind: Kind) -> tuple[Rows, bool]:
    label = file.label
    found = sources_in(label, load(file))
    first = found[0]
    for status in (each.get("status") for each in found):
        if status in UNFINISHED:
            said_of = f"its status is {status}, so it may be a part; search again when it is COMPLETED"
            raise InputError(f"{label}: {said_of}")

    def refuse(right: Kind, what: str, several: str = "") -> None:
        """Refuses what holds something else than it is read as, and several of what is read alone."""
        if kind != right:
            raise InputError(f"{label}: is {what}; give it as {'runs' if right == 'runs' else 'judgments'}")
        if several and found[1:]:
            names = ", ".join(said(str(each.get("name") or each.get("id"))) for each in found[:3])
            dots = ", ..." if found[3:] else ""
            raise InputError(f"{label}: holds {len(found)} {several}: {names}{dots}; ask for one by its id")

    if "judgmentRatings" in first:
        refuse("qrels", "a judgment list, which has ratings and no ranking", "judgment lists")
        return list(JUDGMENT_LIST.rows(label, first)), False
    if "documentIds" in first or "searchText" in first:
        refuse("runs", "evaluation results, which have rankings and no ratings")
        return list(results(label, found)), False
    if "querySetQueries" in first:
        raise InputError(f"{label}: is a query set, which has queries alone: neither a ranking nor ratings")
    if first.get("type") == "PAIRWISE_COMPARISON":
        refuse("runs", "a pairwise experiment, which has rankings and no ratings", "experiments")
        return list(compared(label, first)), False
    raise InputError(
        f"{label}: is an experiment, which names its evaluation results and has no ranking; search the index"
        " search-relevance-evaluation-result for these"
    )


def sources_in(label: str, held: Any) -> list[Mapping[str, Any]]:
    """The hits of a search response, which must be complete, or the request."""
    if not isinstance(held, Mapping) or not isinstance(held.get("hits"), Mapping):
        return [held if isinstance(held, Mapping) else {}]
    hits = field(label, held["hits"], "hits", list, "the response")
    found = [field(label, hit, "_source", dict, "a hit of the response") for hit in hits]
    total, shards, clusters = held["hits"].get("total"), held.get("_shards"), held.get("_clusters")
    count, relation = (total.get("value"), total.get("relation")) if isinstance(total, Mapping) else (total, None)
    shards, clusters = (each if isinstance(each, Mapping) else {} for each in (shards, clusters))
    shards_lack = shards.get("failed") or shards.get("successful") != shards.get("total")
    clusters_lack = any(map(clusters.get, ("skipped", "partial", "failed", "running")))
    why = {
        "timed out": held.get("timed_out"),
        "was terminated early": held.get("terminated_early"),
        "was answered by some of its shards alone": shards_lack,
        "was answered by some of its clusters alone": clusters_lack,
    }
    if said_of := next((what for what, true in why.items() if true), None):
        raise InputError(f"{label}: is a part of a response, since its search {said_of}; search again")
    if isinstance(count, int) and count > len(found):
        raise InputError(
            f"{label}: has {len(found)} of the {count} hits of its search; search again with size {count}, or more"
        )
    if relation == "gte":
        more = f'search again with "track_total_hits": true, and with a size above {len(found)}'
        raise InputError(f"{label}: has {len(found)} hits of a search that found at least {count}; {more}")
    if not found:
        raise InputError(f"{label}: is a response without a hit")
    return found


def results(label: str, found: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """The rankings of evaluation results: the run is the search configuration, and the query its text."""
    seen = set()
    for place, each in enumerate(found, start=1):
        of_result = f"evaluation result {place}"
        query, run = (field(label, each, name, str, of_result) for name in ("searchText", "searchConfigurationId"))
        if (run, query) in seen:
            raise InputError(
                f"{label}: has two evaluation results of {query_called(query)} and search configuration {run}; search"
                " for those of one experiment, or of one of its variants"
            )
        seen.add((run, query))
        yield from ranked(field(label, each, "documentIds", list, of_result), run=run, query_id=query)


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


def is_of_quepid(start: bytes) -> bool:
    header = tuple(start.decode("utf-8-sig", "replace").split("\n", 1)[0].rstrip("\r").split(","))
    return bool(QUEPID.match(start)) or header in RATINGS or header[:4] == OF_CASE or header[:6] == SNAPSHOT


def of_quepid(file: File, kind: Kind) -> tuple[Rows, bool]:
    """The rows of an export; a case in detail has ratings of what was retrieved alone."""
    if QUEPID.match(read_start(file)):
        if kind == "runs":
            raise InputError(f"{file.label}: is an export of Quepid's ratings, which has no ranking; give a snapshot")
        held = load(file)
        export = replace(EXPORT, query="query_text") if "case_name" in held else EXPORT
        return list(export.rows(file.label, held)), False
    header, *lines = records(file)
    names = tuple(header)
    if names in RATINGS:
        if kind == "runs":
            raise InputError(
                f"{file.label}: is a list of Quepid's ratings, which has no ranks; give a snapshot, or the case in"
                " detail. If rating is the score, say --columns runs.score=rating"
            )
        # a query without ratings has a line of its own, and a document of a snapshot need not be rated
        rated = [line for line in lines if len(line) > 2 and line[1] and line[2]]
        return [{"query_id": one[0].strip(), "doc_id": one[1], "relevance": one[2]} for one in rated], False
    if "Doc Position" not in names:
        raise InputError(
            f"{file.label}: is Quepid's general export of a case, which has scores of queries and no documents; export"
            " it in detail, or a snapshot"
        )
    if kind == "qrels" and "Rating" not in names:
        raise InputError(f"{file.label}: is a snapshot of Quepid's, which has no ratings; export these too")
    at = {name: names.index(name) for name in ("Query Text", "Doc ID", "Doc Position", "Rating") if name in names}
    rows: Rows = []
    snapshots = {line[0] for line in lines} if names[0] == SNAPSHOT[0] else set()
    for number, line in enumerate(lines, start=1):
        if len(line) <= at["Doc Position"]:
            continue
        query, doc_id, position = (line[at[name]].strip() for name in ("Query Text", "Doc ID", "Doc Position"))
        if kind == "qrels":
            rating = line[at["Rating"]].strip() if len(line) > at["Rating"] else ""
            if rating not in ("", "--"):
                rows.append({"query_id": query, "doc_id": doc_id, "relevance": rating})
            continue
        if not position.isdigit():
            raise InputError(
                f"{file.label}, row {number} after the header: Doc Position is {said(position)}, where a whole number"
                " was expected"
            )
        run = {"run": line[0]} if len(snapshots) > 1 else {}
        rows.append({**run, "query_id": query, "doc_id": doc_id, "score": float(-int(position))})
    return rows, names[: len(DETAILED)] == DETAILED


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
        inner = quoted[1:-1]
        # between its quotes there may be only ones that are doubled
        whole = len(quoted) > 1 and quoted[:1] == '"' == quoted[-1:] and '"' not in inner.replace('""', "")
        found[-1].append((inner if whole else quoted).replace('""', '"'))
        if end != ",":
            found.append([])
        if each.end() == len(text):
            break
    return [line for line in found if any(line)]


@dataclass(frozen=True)
class Form:
    """What some program writes."""

    called: str  # what messages call a file of it
    begins: Callable[[bytes], bool]
    # the rows of a file, and whether its ratings are of what was retrieved alone
    rows_of: Callable[[File, Kind], tuple[Rows, bool]]


FORMS = (
    Form("a request or response of _rank_eval", lambda start: bool(RANK_EVAL.match(start)), of_rank_eval),
    Form("a file of OpenSearch's Search Relevance Workbench", lambda start: bool(WORKBENCH.match(start)), of_workbench),
    Form("an export of Quepid", is_of_quepid, of_quepid),
)


def form_of(start: bytes) -> Form | None:
    return next((form for form in FORMS if form.begins(start)), None)


def ranked(documents: Iterable[Any], **ids: Any) -> Rows:
    """The rows of a ranking, in its order, whose scores are minus the ranks; of an empty one its ids alone."""
    rows = [{**ids, "doc_id": text_of(each), "score": float(-rank)} for rank, each in enumerate(documents, start=1)]
    return rows or [ids]


def text_of(given: Any) -> str | None:
    """An id as text, as JSON writes it if it is a number."""
    return given if given is None or isinstance(given, str) else json.dumps(given)


def load(file: File) -> Any:
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
    expected = {dict: "an object", list: "a list", str: "a text"}
    found = held.get(name) if isinstance(held, Mapping) else None
    if not isinstance(found, type_) or isinstance(found, bool):
        wanted = expected.get(type_, "a text or a number") if isinstance(type_, type) else "a text or a number"
        there = "is missing" if found is None else "is something else"
        raise InputError(f"{label}: {name} of {place} {there}; {wanted} was expected")
    return found


def query_called(query: Any) -> str:
    return f"query {said(str(query))}"
