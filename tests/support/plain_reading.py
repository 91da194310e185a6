"""What a file of runs or judgments says, read by Python's own csv and json alone: a witness for the readers."""

import csv
import gzip
import io
import json
import math
import re
from collections.abc import Callable, Sequence

import pyarrow as pa
from odd_texts import Text

Read = tuple[str | None, str, str, float]  # a run where the rows say it, a query, a document, its number

NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.IGNORECASE | re.ASCII)
# as docs/reference/formats.md lists them, without underscores
NAMES = {
    "query_id": {"queryid", "qid", "topicid", "topic", "query", "userid", "user"},
    "doc_id": {"docid", "docno", "documentid", "passageid", "corpusid", "pid", "did", "itemid", "item", "productid"},
    "score": {"score", "sim", "similarity", "prediction", "predictedscore", "pred"},
    "relevance": {"relevance", "rel", "label", "grade", "judgment", "judgement", "rating"},
    "run": {"run", "runid", "runname", "system", "systemid", "systemname", "tag", "model", "modelname", "ranker"}
    | {"method", "experiment"},
}
WEAKER = {"query_id": {"q"}, "doc_id": {"document", "doc", "d"}}  # where nothing else is called so


class UnreadableError(Exception):
    """The file does not say what it should."""


def number(text: str | None) -> float:
    """The number that a text says, and nothing else."""
    if text is None or not NUMBER.fullmatch(text.strip(" \t\n\r\v\f")):
        raise UnreadableError(f"no number: {text!r}")
    found = float(text)
    if not math.isfinite(found):
        raise UnreadableError(f"not finite: {text!r}")
    return found


def unpacked(text: Text) -> bytes:
    """The bytes of a file, without compression."""
    try:
        if text.name.endswith(".gz"):
            return gzip.decompress(text.content)
        if text.name.endswith(".zst"):
            return pa.CompressedInputStream(pa.BufferReader(text.content), "zstd").read()
    except (OSError, EOFError, ValueError) as error:
        raise UnreadableError(f"cannot be unpacked: {error}") from None
    except Exception as error:  # zlib has one of its own
        raise UnreadableError(f"cannot be unpacked: {error}") from None
    return text.content


def without_feeds(text: str) -> str:
    """JSON without form feeds and vertical tabs between its parts, which DuckDB takes for blanks."""
    return re.sub(r"(?:(?<=[\[\]{},:\s])|\A)[\v\f]+", " ", text)


def decoded(text: Text) -> str:
    """What a file says. In a table with delimiters, a column that is not read may hold what is no text."""
    content = unpacked(text)
    try:
        return content.decode("utf-8-sig", "surrogateescape" if READERS[kind_of(text)] is delimited else "strict")
    except UnicodeDecodeError as error:
        raise UnreadableError(str(error)) from None


def trec(kind: str, text: str) -> list[Read]:
    """The rows of TREC text: words between blanks."""
    rows = [
        words
        for line in re.split(r"[\r\n]", text)
        if (words := re.findall(r"[^ \t\r]+", line)) and not words[0].startswith("#")
    ]
    if kind == "qrels":
        preferences = all(len(words) == 5 for words in rows) and not any(NUMBER.fullmatch(words[3]) for words in rows)
        if not preferences and any(len(words) != 4 for words in rows):
            raise UnreadableError("not four fields")
        at = 3 if preferences else 2
        return [(None, words[0], words[at], number(words[at + 1])) for words in rows]
    if any(len(words) < 6 for words in rows):
        raise UnreadableError("too few fields")
    several = len({words[5] for words in rows}) > 1
    return [(words[5] if several else None, words[0], words[2], number(words[4])) for words in rows]


def spelled(name: str) -> str:
    """The name of a column as names are compared."""
    return re.sub(r"[-_ ]", "", name.strip().lower())


def columns(names: Sequence[str]) -> dict[str, int]:
    """Where each of our columns stands; none may be there twice."""
    found: dict[str, int] = {}
    for place, name in enumerate(names):
        for ours, theirs in NAMES.items():
            if spelled(name) in theirs:
                if ours in found:
                    raise UnreadableError(f"{ours} twice")
                found[ours] = place
    for ours, theirs in WEAKER.items():
        weak = [place for place, name in enumerate(names) if spelled(name) in theirs]
        if ours not in found and weak[1:]:
            raise UnreadableError(f"{ours} twice")
        if weak:
            found.setdefault(ours, weak[0])
    return found


def of_table(kind: str, names: Sequence[str], rows: Sequence[Sequence[str | None]]) -> list[Read]:
    """The rows of a table, all whose cells are texts."""
    places = columns(names)
    value = "score" if kind == "runs" else "relevance"
    if kind == "qrels" and "relevance" not in places and "score" in places:
        value = "score"
    if not {"query_id", "doc_id", value} <= places.keys():
        raise UnreadableError(f"no such columns in {names!r}")
    run = places.get("run") if kind == "runs" else None
    found: list[Read] = []
    for row in rows:
        ids = [row[places["query_id"]], row[places["doc_id"]], *([] if run is None else [row[run]])]
        if any(each in (None, "") for each in ids):
            raise UnreadableError("no id")
        found.append((None if run is None else row[run], str(ids[0]), str(ids[1]), number(row[places[value]])))
    return found


def delimited(kind: str, text: str) -> list[Read]:
    """The rows of a table with a header."""
    first = re.split(r"\r\n|\n|\r", text, maxsplit=1)[0]
    delimiter = max((",", "\t", ";", "|"), key=first.count)
    try:
        # blanks between a quote that closes and the end of its field are nothing
        fitting = re.sub(rf'" +(?=[{delimiter}\r\n]|\Z)', '"', text)
        rows = [row for row in csv.reader(io.StringIO(fitting, newline=""), delimiter=delimiter, strict=True) if row]
    except csv.Error as error:
        raise UnreadableError(str(error)) from None
    rows = [row[:-1] if len(row) == len(rows[0]) + 1 and row[-1] == "" else row for row in rows]  # a last delimiter
    if not rows or any(len(row) != len(rows[0]) for row in rows):
        raise UnreadableError("not as many columns in each row")
    return of_table(kind, rows[0], rows[1:])


def once(pairs: list[tuple[str, object]]) -> dict:
    """An object of JSON no key of which appears twice, save one of a record that is not read."""
    keys = [key for key, _ in pairs]
    twice = {key for key in keys if keys.count(key) > 1}
    read = {
        key: ours for key in keys for ours, theirs in NAMES.items() if spelled(key) in theirs | WEAKER.get(ours, set())
    }
    if twice and (not {"query_id", "doc_id"} <= set(read.values()) or twice & read.keys()):
        raise UnreadableError("a key twice")
    return dict(pairs)


def parsed(text: str) -> object:
    """JSON, its numbers as they are written."""

    def none(word: str) -> object:
        raise UnreadableError(word)

    try:
        found = json.loads(text, parse_int=Number, parse_float=Number, parse_constant=none, object_pairs_hook=once)
    except (ValueError, RecursionError) as error:
        raise UnreadableError(str(error)) from None
    json.dumps(found, ensure_ascii=False).encode("utf-8", "surrogatepass")
    return found


class Number(str):
    """A number as it is written in JSON."""


def cell(value: object) -> str | None:
    """What stands in an object as a text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None or isinstance(value, str):
        return value
    raise UnreadableError(f"a {type(value).__name__}")


def of_objects(kind: str, given: Sequence[object]) -> list[Read]:
    """The rows of objects."""
    found: list[Read] = []
    for each in given:
        if not isinstance(each, dict):
            raise UnreadableError(f"a {type(each).__name__}")
        ours = {name for names in [*NAMES.values(), *WEAKER.values()] for name in names}
        kept = {key: value for key, value in each.items() if spelled(key) in ours}
        found += of_table(kind, list(kept), [[cell(value) for value in kept.values()]])
    return found


def lines(kind: str, text: str) -> list[Read]:
    """The rows of JSON lines, or of an array."""
    text = without_feeds(text)
    if text.lstrip(" \t\r\n").startswith("["):
        held = parsed(text)
        assert isinstance(held, list)
        return of_objects(kind, held)
    try:
        whole = parsed(text)
    except UnreadableError:
        return of_objects(kind, list(stream(text)))
    values = list(whole.values()) if isinstance(whole, dict) else []
    if not values or not all(isinstance(each, dict) for each in values):
        return of_objects(kind, [whole])
    found: list[Read] = []
    for query, documents in whole.items():
        for doc, value in documents.items():
            if "" in (query, doc):
                raise UnreadableError("no id")
            found.append((None, query, doc, number(cell(value))))
    return found


def stream(text: str) -> list[object]:
    """The values of JSON that stand one behind the other."""
    found = []
    decoder = json.JSONDecoder(parse_int=Number, parse_float=Number, object_pairs_hook=once)
    at = 0
    while at < len(text):
        if text[at] in " \t\r\n":
            at += 1
            continue
        try:
            held, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            raise UnreadableError(str(error)) from None
        found.append(held)
    return found


READERS: dict[str, Callable[[str, str], list[Read]]] = {
    **dict.fromkeys(("run", "txt"), trec),
    **dict.fromkeys(("csv", "tsv"), delimited),
    **dict.fromkeys(("jsonl", "ndjson", "json"), lines),
}


def kind_of(text: Text) -> str:
    """The ending of a file without that of its compression."""
    return text.name.split(".")[1]


def read(text: Text) -> list[Read]:
    """The rows of a file.

    Raises:
        UnreadableError: it does not say what it should.
    """
    found = READERS[kind_of(text)](text.kind, decoded(text))
    for run, query, doc, _ in found:
        for each in (run or "", query, doc):
            if "\0" in each or any("\ud800" <= letter <= "\udfff" for letter in each):
                raise UnreadableError("an id that is no text")
    if not found:
        raise UnreadableError("no rows")
    if text.kind == "qrels" and not all(
        value == 0 or 1e-9 <= value <= 1e15 or -1e15 <= value < 0 for *_, value in found
    ):
        raise UnreadableError("a relevance that is no gain")
    if text.kind == "qrels" and kind_of(text) in ("run", "txt"):
        return found  # one document may be judged for several iterations
    keys = [row[:3] for row in found]
    if len(set(keys)) < len(keys):
        raise UnreadableError("a row twice")
    return found
