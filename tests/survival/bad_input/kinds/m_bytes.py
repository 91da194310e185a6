"""Encodings and control characters in files of text."""

import json

from bad_input.clean import RANKINGS, qrels_lines, run_lines
from bad_input.kind import Kind
from bad_input.make import qrels, run, second

TITLE = "Encodings and control characters"
TEXT = "".join(f"{line}\n" for line in run_lines())
CSV = "query_id,doc_id,score\n" + "".join(f"{q},{d},{s:g}\n" for q, d, s in RANKINGS)
LINES = "".join(json.dumps({"query_id": q, "doc_id": d, "score": s}) + "\n" for q, d, s in RANKINGS)
JUDGED = "".join(f"{line}\n" for line in qrels_lines())
FIRST = {("q1", "P@1"): 1.0, ("q2", "P@1"): 0.0, ("q3", "P@1"): 1.0}
FORMS = {"bad.run": TEXT, "bad.csv": CSV, "bad.jsonl": LINES}


def each(name: str, change, *says: str, forms: tuple[str, ...] = tuple(FORMS), **more) -> list[Kind]:
    called = {"bad.run": "TREC text", "bad.csv": "CSV", "bad.jsonl": "JSON lines", "bad.txt": "judgments"}
    named = [(file, f"{name}, in {called[file]}") for file in forms]
    return [run(title, change(FORMS[file]), file, *says, file=file, **more) for file, title in named]


KINDS = [
    *each("UTF-16 with its mark", lambda text: text.encode("utf-16")),
    *each("UTF-16 without a mark", lambda text: text.encode("utf-16-le")),
    *each("UTF-32", lambda text: text.encode("utf-32")),
    *each("a byte of Latin-1", lambda text: text.replace("d2", "d\u00e92").encode("latin-1"), "UTF-8"),
    *each("the first byte of two alone", lambda text: text.encode().replace(b"d2", b"d2\xc3"), "UTF-8"),
    *each("surrogates as bytes", lambda text: text.encode().replace(b"d2", b"d\xed\xa0\x80"), "UTF-8"),
    *each("NUL in an id", lambda text: text.encode().replace(b"d2", b"d\x002")),
    *each(
        "NUL in a number",
        lambda text: (
            text.encode().replace(b"3 x", b"3\x00 x").replace(b",3\n", b",3\x00\n").replace(b"3.0}", b"3.0\x00}")
        ),
    ),
    *each("NUL behind the last line", lambda text: text.encode() + bytes(4096)),
    *each("NUL before the first line", lambda text: bytes(512) + text.encode()),
    *[
        Kind(**{**vars(kind), "expected": "right", "says": ()})
        for kind in each("a mark of byte order", lambda text: b"\xef\xbb\xbf" + text.encode())
    ],
    run(
        "a mark of byte order twice",
        b"\xef\xbb\xbf" * 2 + TEXT.encode(),
        "\\ufeffq1",
        expected="warned",
        measures=["P@1"],
        values=FIRST | {("q1", "P@1"): 0.0},
    ),
    run(
        "a mark of byte order in the middle",
        run_lines()[:3] + [f"\ufeff{line}" for line in run_lines()[3:4]] + run_lines()[4:],
        "\ufeffq2|q2",
        expected="warned",
        measures=["P@1"],
        values={("q1", "P@1"): 1.0, ("q2", "P@1"): 1.0, ("q3", "P@1"): 1.0},
    ),
    run("a form feed between fields", second("q1 Q0 d2\f2 2 x"), "line 2: 5 fields"),
    run("a vertical tab between fields", second("q1 Q0 d2\v2 2 x"), "line 2: 5 fields"),
    run("a no-break space between fields", second("q1 Q0 d2\u00a02 2 x"), "line 2: 5 fields"),
    run("an ideographic space between fields", second("q1 Q0 d2\u30002 2 x"), "line 2: 5 fields"),
    run("a line that is a form feed", [*run_lines()[:3], "\f", *run_lines()[3:]], "line 4: 1 field"),
    run("the mark that ends files of DOS", TEXT + "\x1a", "line 7: 1 field"),
    run(
        "lines parted by the line separator of Unicode",
        TEXT.replace("\n", "\u2028"),
        "no results",
        expected="warned",
        measures=["P@1"],
        values=FIRST | {("q3", "P@1"): 0.0},
    ),
    run(
        "lines parted by the next line of EBCDIC",
        TEXT.replace("\n", "\u0085"),
        "no results",
        expected="warned",
        measures=["P@1"],
        values=FIRST | {("q3", "P@1"): 0.0},
    ),
    run(
        "a line of a megabyte",
        second("q1 Q0 " + "d" * 1_000_000 + " 2 2 x"),
        expected="right",
        measures=["P@1"],
        values={("q1", "P@1"): 1.0, ("q2", "P@1"): 0.0, ("q3", "P@1"): 1.0},
    ),
    run("ten thousand fields on a line", second("q1 " * 10_000), "bad.run, line 2"),
    run("colors of a terminal", second("\x1b[31mq1\x1b[0m Q0 d2 2 two x"), "line 2: score is 'two'"),
    run("a score with a character of no width", second("q1 Q0 d2 2 2\u200b x"), "line 2: score is '2"),
    run("a score with the minus sign of typography", second("q1 Q0 d2 2 \u22122 x"), "line 2: score is '\u22122'"),
    run("a score in wide digits", second("q1 Q0 d2 2 \uff12 x"), "line 2: score is '\uff12'"),
    qrels("judgments in UTF-16", JUDGED.encode("utf-16"), "bad.txt", "UTF-"),
    qrels(
        "judgments with a byte of Latin-1",
        JUDGED.replace("d2", "d\u00e9").encode("latin-1"),
        "bad.txt, line 2",
        "UTF-8",
    ),
    qrels("judgments with NUL in an id", JUDGED.encode().replace(b"d2", b"d\x002"), "bad.txt"),
    qrels("judgments with a mark of byte order", b"\xef\xbb\xbf" + JUDGED.encode(), expected="right"),
]
