"""JSON by query, as pytrec_eval and ranx write it."""

import json
from math import log2

from bad_input.clean import JUDGED, RANKINGS
from bad_input.make import qrels, run

TITLE = "JSON by query, as of pytrec_eval and ranx"


def nested(rows: list[tuple]) -> dict[str, dict[str, float]]:
    return {query: {doc: value for q, doc, value in rows if q == query} for query in ("q1", "q2", "q3")}


CLEAN, GRADED = nested(RANKINGS), nested(JUDGED)


def changed(name: str, query: object, *says: str, **more: object) -> object:
    return run(name, json.dumps({**CLEAN, "q1": query}), *says, file="bad.json", **more)


def spoiled(name: str, value: object, *says: str, **more: object) -> object:
    return changed(name, {**CLEAN["q1"], "d2": value}, *says, **more)


def text(name: str, content: str, *says: str, **more: object) -> object:
    return run(name, content, *says, file="bad.json", **more)


KINDS = [
    text("as it should be", json.dumps(CLEAN), expected="right"),
    text("no query", "{}", "bad.json"),
    changed(
        "a query without a document", {}, "q1", expected="warned", values={("q1", "AP"): 0.0, ("q1", "nDCG@10"): 0.0}
    ),
    changed("a query that is a list of documents", ["d1", "d2"], "bad.json", "q1"),
    changed("a query that is a number", 3, "bad.json", "q1"),
    changed("a query that is null", None, "bad.json"),
    changed("a query that is a text", "d1", "bad.json", "q1"),
    spoiled("a score that is a word", "two", "bad.json", "two"),
    spoiled("a score that is null", None, "bad.json", "q1|d2"),
    spoiled("a score that is true", True, "bad.json", "'True'"),
    spoiled("a score that is an object", {"score": 2}, "bad.json"),
    spoiled("a score that is a list", [2], "bad.json"),
    spoiled("a score that is NaN", float("nan"), "bad.json"),
    spoiled("a score that is infinite", float("inf"), "bad.json"),
    spoiled("a score as a text", "2", expected="right"),
    spoiled("a score beyond all doubles", 10**400, "bad.json", "finite"),
    text(
        "a document twice of a query", json.dumps(CLEAN).replace('"d1": 3.0', '"d1": 3.0, "d1": 0.5'), "bad.json", "d1"
    ),
    text("a query twice", json.dumps(CLEAN)[:-1] + ', "q3": {"d3": 1.0}}', "bad.json", "q3"),
    text("a query twice, of other documents", json.dumps(CLEAN)[:-1] + ', "q3": {"d1": 0.5}}', "bad.json", "q3"),
    text("a document without a name", json.dumps(CLEAN).replace('"d2": 2.0', '"": 2.0'), "doc_id is"),
    text("a query without a name", json.dumps({**CLEAN, "": {"d1": 1.0}}), "query_id is"),
    text("cut off", json.dumps(CLEAN)[:-1], "bad.json"),
    text("a comma too many", json.dumps(CLEAN)[:-1] + ",}", "bad.json"),
    text("text behind the object", json.dumps(CLEAN) + "\ndone", "bad.json"),
    text("runs by name above the queries", json.dumps({"bm25": CLEAN}), expected="right"),
    text("objects without end", '{"q1": ' * 20000, "bad.json"),
    text("written by Python as text", str(CLEAN), "bad.json"),
    qrels(
        "a relevance that is a word", json.dumps({**GRADED, "q1": {"d1": "yes"}}), "bad.json", "yes", file="bad.json"
    ),
    qrels(
        "a relevance that is true", json.dumps({**GRADED, "q1": {"d1": True}}), "bad.json", "'True'", file="bad.json"
    ),
    qrels(
        "a relevance beyond all bounds",
        json.dumps({**GRADED, "q1": {"d1": 1e20}}),
        "1e20|1e+20",
        "1e15",
        file="bad.json",
    ),
    qrels(
        "a list of relevant documents",
        json.dumps({query: list(docs) for query, docs in GRADED.items()}),
        file="bad.json",
        expected="right",
        values={
            ("q1", "AP"): 2 / 3,
            ("q1", "nDCG@10"): (1 + 1 / log2(3)) / (1 + 1 / log2(3) + 1 / 2),
            ("q2", "AP"): 1.0,
            ("q2", "nDCG@10"): 1.0,
        },
    ),
    qrels("a query judged twice", json.dumps(GRADED)[:-1] + ', "q3": {"d3": 0}}', "bad.json|d3", file="bad.json"),
]
