"""Files that hold something else, inputs in each other's place, and inputs that are empty."""

import io
import pickle
import zipfile

from bad_input.clean import RANKINGS, qrels_lines, run_lines
from bad_input.kind import Kind
from bad_input.make import qrels, run

TITLE = "Other files, inputs in each other's place, nothing"
PNG = b"\x89PNG\r\n\x1a\n" + bytes(100)


def workbook() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(zipfile.ZipInfo("[Content_Types].xml"), "<Types/>")  # of 1980, whatever the time is
    return buffer.getvalue()


CORPUS = [f'{{"_id": "d{n}", "title": "a title", "text": "a text"}}' for n in range(3)]
TOPICS = ["q1\twhat is a run", "q2\twhat is a pool"]
KINDS = [
    run("judgments in the place of runs", qrels_lines(), "looks like judgments|4 fields"),
    Kind(
        "runs and judgments in each other's place",
        "refused",
        ("clean.run|qrels.txt",),
        inputs={"runs": "qrels.txt", "qrels": "clean.run"},
    ),
    Kind("one file as runs and as judgments", "refused", ("clean.run",), inputs={"qrels": "clean.run"}),
    run("a list of queries", TOPICS, "bad.tsv", file="bad.tsv"),
    run("a list of queries called .txt", ["q1", "q2", "q3"], "bad.txt, line 1: 1 field", file="bad.txt"),
    run("a corpus", CORPUS, "bad.jsonl: no column", file="bad.jsonl"),
    run(
        "topics of TREC in their marks",
        ["<top>", "<num> Number: 301", "<title> x", "</top>"],
        "bad.run, line 1: 1 field",
    ),
    run(
        "scores that evalsql wrote",
        ["run,query_id,metric,value", "x,q1,AP,0.5"],
        "bad.csv",
        file="bad.csv",
        entries=("evaluate", "python"),
    ),
    run(
        "what trec_eval prints",
        ["map                   \tall\t0.2713", "P_10                  \tall\t0.3"],
        "bad.txt, line 1: 3 fields",
        file="bad.txt",
    ),
    run("a page of HTML", ["<!DOCTYPE html>", "<html><body>404 Not Found</body></html>"], "bad.run, line 1: 2 fields"),
    run("an answer of a server in place of a file", '{"error": "not found"}', "bad.json", file="bad.json"),
    run(
        "a pointer of Git LFS",
        ["version https://git-lfs.github.com/spec/v1", "oid sha256:4d7a", "size 12345"],
        "bad.run, line 1: 2 fields",
    ),
    run(
        "a pointer of Git LFS called .parquet",
        "version https://git-lfs.github.com/spec/v1\n",
        "bad.parquet: not readable as Parquet",
        file="bad.parquet",
    ),
    run("a picture", PNG, "bad.run"),
    run("a picture called .csv", PNG, "bad.csv", file="bad.csv"),
    run("a PDF", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n", "bad.run, line 1|bad.run, line 2"),
    run("a workbook", workbook(), "bad.xlsx: is a workbook; save its sheet as CSV", file="bad.xlsx"),
    run("a pickle", pickle.dumps(RANKINGS), "bad.pkl", file="bad.pkl"),
    run("a program", b"\x7fELF\x02\x01\x01" + bytes(200), "bad.run"),
    run("a notebook", '{"cells": [], "nbformat": 4}', "bad.json", file="bad.json"),
    run("a file of YAML", ["run:", "  q1:", "    d1: 3"], "bad.yaml", file="bad.yaml"),
    run("random bytes", bytes((n * 7919 + n * n) % 256 for n in range(5000)), "bad.run"),
    run(
        "random bytes called .jsonl",
        bytes((n * 7919 + n * n) % 256 for n in range(5000)),
        "bad.jsonl",
        file="bad.jsonl",
    ),
    run("random bytes called .csv", bytes((n * 7919 + n * n) % 256 for n in range(5000)), "bad.csv", file="bad.csv"),
    run("nothing", b"", "bad.run", "no rows|empty"),
    run("nothing, called .csv", b"", "bad.csv", file="bad.csv"),
    run("nothing, called .jsonl", b"", "bad.jsonl", file="bad.jsonl"),
    run("one line end", b"\n", "bad.run", "no rows|empty"),
    run("comments alone", ["# a", "# b"], "bad.run", "no rows|empty"),
    run("blanks alone", b"   \t  ", "bad.run", "no rows|empty"),
    run("a mark of byte order alone", b"\xef\xbb\xbf", "bad.run", "no rows|empty"),
    run("an empty line called .csv", b"\n", "bad.csv", file="bad.csv"),
    qrels("no judgments", b"", "bad.txt", "no rows|empty"),
    qrels("judgments that are comments alone", ["# none"], "bad.txt", "no rows|empty"),
    qrels("a list of queries in the place of judgments", TOPICS, "bad.tsv", file="bad.tsv"),
    qrels("a corpus in the place of judgments", CORPUS, "bad.jsonl", file="bad.jsonl"),
    qrels(
        "a run as CSV in the place of judgments",
        ["run,query_id,doc_id,rank,score", *[f"x,{q},{d},1,{s}" for q, d, s in RANKINGS]],
        "run",
        file="bad.csv",
    ),
    qrels(
        "a run without its run and rank as CSV in the place of judgments",
        ["query_id,doc_id,score", *[f"{q},{d},{s}" for q, d, s in RANKINGS]],
        "score|run",
        file="bad.csv",
    ),
    qrels(
        "a run as JSON by query in the place of judgments",
        '{"q1": {"d1": 13.25, "d2": 11.5}, "q2": {"d1": 12.5}}',
        "without judgments",
        expected="warned",
        file="bad.json",
        measures=["P@1"],
        values={("q1", "P@1"): 1.0, ("q2", "P@1"): 1.0},
    ),
    qrels("the first lines of a run", run_lines()[:1], "run|fields"),
]
