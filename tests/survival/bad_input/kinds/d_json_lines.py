"""JSON lines and lists of records: syntax, keys, values."""

import json

from bad_input.clean import JUDGED, RANKINGS
from bad_input.make import qrels, run

TITLE = "JSON lines and records"
RECORDS = [{"query_id": query, "doc_id": doc, "score": score} for query, doc, score in RANKINGS]
GRADED = [{"query_id": query, "doc_id": doc, "relevance": relevance} for query, doc, relevance in JUDGED]
LINES = [json.dumps(each) for each in RECORDS]
START = '{"query_id": "q1", "doc_id": "d2"'
NOT_MET = {(q, m): 0.0 for q in ("q1", "q2", "q3") for m in ("AP", "nDCG@10")}


def lines(name: str, content: object, *says: str, **more: object) -> object:
    return run(name, content, *says, file=more.pop("file", "bad.jsonl"), **more)


def record(name: str, text: str, *says: str, **more: object) -> object:
    return lines(name, [LINES[0], text, *LINES[2:]], *says, **more)


def of_qrels(name: str, text: str, *says: str, **more: object) -> object:
    graded = [json.dumps(each) for each in GRADED]
    return qrels(name, [graded[0], text, *graded[2:]], *says, file="bad.jsonl", **more)


KINDS = [
    record("a record cut off", START, "bad.jsonl"),
    record("a line that is a number", "7", "bad.jsonl"),
    record("a line that is a list", '["q1", "d2", 2]', "bad.jsonl"),
    record("a line that is a text", '"q1 d2 2"', "bad.jsonl"),
    record("a line that is null", "null", "bad.jsonl"),
    record("a line that is an empty object", "{}", "bad.jsonl", "record 2|line 2"),
    record("a line of TREC text", "q1 Q0 d2 2 2 x", "bad.jsonl"),
    record("a comma behind each record", f"{LINES[1]},", "bad.jsonl", "line 2|record 2"),
    record("a comma before the closing brace", f'{START}, "score": 2,}}', "bad.jsonl", "line 2|record 2"),
    record("single quotes", "{'query_id': 'q1', 'doc_id': 'd2', 'score': 2}", "bad.jsonl", "line 2|record 2"),
    record("keys without quotes", '{query_id: "q1", doc_id: "d2", score: 2}', "bad.jsonl", "line 2|record 2"),
    record("a comment behind a record", f"{LINES[1]} // sure", "bad.jsonl"),
    record("two records on a line", f"{LINES[1]} {LINES[1].replace('d2', 'd5')}", "bad.jsonl, line 2: not JSON"),
    record("words of Python", f'{START}, "score": None}}', "bad.jsonl", "line 2|record 2"),
    record("an unfinished escape", '{"query_id": "q1", "doc_id": "d2\\u00", "score": 2}', "bad.jsonl"),
    record("an escape that there is not", '{"query_id": "q1", "doc_id": "d2\\x", "score": 2}', "bad.jsonl"),
    record("half of a pair of surrogates", '{"query_id": "q1", "doc_id": "d\\ud800", "score": 2}', "bad.jsonl"),
    record("a key that differs in case from that of the others", f'{START}, "SCORE": 2}}', "bad.jsonl", "score"),
    record("a key twice in a record", f'{START}, "score": 2, "score": 0.5}}', "bad.jsonl", "score"),
    record("a key that is missing", f"{START}}}", "record 2: score is null"),
    record("a score that is null", f'{START}, "score": null}}', "record 2: score is null"),
    record("a score that is a word", f'{START}, "score": "two"}}', "record 2: score is 'two'; a number"),
    record("a score as a text", f'{START}, "score": "2"}}', expected="right"),
    record("a score that is true", f'{START}, "score": true}}', "record 2: score is 'true'"),
    record("a score that is a list", f'{START}, "score": [2]}}', "record 2: score is '[2]'"),
    record("a score that is an object", f'{START}, "score": {{"bm25": 2}}}}', "record 2: score is '"),
    record("a score that is an empty text", f'{START}, "score": ""}}', "record 2: score is"),
    record("a score of NaN", f'{START}, "score": NaN}}', "bad.jsonl", "record 2|line 2"),
    record("a score of Infinity", f'{START}, "score": -Infinity}}', "bad.jsonl", "record 2|line 2"),
    record("a score beyond all doubles", f'{START}, "score": 1e999}}', "bad.jsonl", "record 2|line 2"),
    record("a document that is null", '{"query_id": "q1", "doc_id": null, "score": 2}', "record 2: doc_id is null"),
    record("a document that is an empty text", '{"query_id": "q1", "doc_id": "", "score": 2}', "record 2: doc_id is"),
    record(
        "a document that is a list, of one record",
        '{"query_id": "q1", "doc_id": ["d2"], "score": 2}',
        "doc_id is",
        'list|["d2"]',
    ),
    record(
        "a document that is an object, of one record",
        '{"query_id": "q1", "doc_id": {"id": "d2"}, "score": 2}',
        "doc_id is",
        "struct|object|{",
    ),
    record(
        "a document that is true",
        '{"query_id": "q1", "doc_id": true, "score": 0.5}',
        expected="right",
        values={("q1", "AP"): 1 / 2, ("q1", "nDCG@10"): None},
        measures=["AP"],
    ),
    record("a query that is a list", '{"query_id": ["q1"], "doc_id": "d2", "score": 2}', "query_id is"),
    record(
        "an object deeper than any has",
        '{"query_id": ' + '{"a": ' * 5000 + "1" + "}" * 5000 + ', "doc_id": "d2"}',
        "bad.jsonl",
    ),
    record(
        "a text of a megabyte in a column that is not read",
        LINES[1][:-1] + ', "text": "' + "x" * 1_000_000 + '"}',
        expected="right",
    ),
    lines(
        "numbers as ids",
        [json.dumps({**each, "doc_id": int(each["doc_id"][1])}) for each in RECORDS],
        "judged|d",
        expected="warned",
        values=NOT_MET,
    ),
    lines("a list of records", json.dumps(RECORDS, indent=1), expected="right"),
    lines("a list of records that is cut off", json.dumps(RECORDS)[:-1], "bad.jsonl"),
    lines("a list of records with a comma at its end", f"{json.dumps(RECORDS)[:-1]},]", "bad.jsonl"),
    lines("a list of lists", json.dumps([list(each) for each in RANKINGS]), "bad.jsonl"),
    lines("an empty list", "[]", "bad.jsonl"),
    lines("records below a key", json.dumps({"data": RECORDS}), "bad.jsonl"),
    lines("empty lines between records", [*LINES[:2], "", *LINES[2:]], expected="right"),
    lines("the last line not ended", "\n".join(LINES), expected="right"),
    lines("the last line cut off", "\n".join(LINES)[:-4], "bad.jsonl"),
    lines("nothing but a number", "7", "bad.jsonl"),
    lines("keys of another kind of data", [json.dumps({"a": 1, "b": 2})], "bad.jsonl: no column query_id"),
    lines("records in a file called .csv", LINES, "bad.csv", file="bad.csv"),
    of_qrels(
        "a relevance that is null",
        '{"query_id": "q1", "doc_id": "d2", "relevance": null}',
        "record 2: relevance is null",
    ),
    of_qrels(
        "a relevance that is a word",
        '{"query_id": "q1", "doc_id": "d2", "relevance": "no"}',
        "record 2: relevance is 'no'",
    ),
    of_qrels(
        "a relevance that is false",
        '{"query_id": "q1", "doc_id": "d2", "relevance": false}',
        "record 2: relevance is 'false'",
    ),
    of_qrels(
        "a relevance that is a list",
        '{"query_id": "q1", "doc_id": "d2", "relevance": [0, 1]}',
        "record 2: relevance is '[0",
    ),
    of_qrels("a judged document that is a list", '{"query_id": "q1", "doc_id": ["d2"], "relevance": 0}', "doc_id is"),
]
