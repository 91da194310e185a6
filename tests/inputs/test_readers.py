"""Readers of text say what Python's own csv and json say of a file, or refuse it in a sentence, however it is broken.

A few files of each format that hypothesis makes up; .ci/fuzz reads others for as long as one likes.
"""

import json
import sys
from pathlib import Path

import duckdb
import plain_reading
import pytest
import readers
from databases import instance
from generated import SAME
from hypothesis import given, settings
from odd_texts import FORMATS, Text, texts
from plain_reading import UnreadableError
from readers import shown, violation
from tiny import read, unread, unsaid
from written import put

from evalsql import InputError
from evalsql.database.link import link, linkable
from evalsql.inputs import scans

# what once broke the law, and what is said or read now
BOM = b"\xef\xbb\xbf"
GOOD = b'{"query_id": "q", "doc_id": "d", "score": 1}'
READ = {
    "an array behind a byte-order mark": ("a.json", BOM + b"[" + GOOD + b"]", [(None, "q", "d", 1.0)]),
    "an empty line in an array": ("a.json", b"\n[" + GOOD + b"\n\n]\n", [(None, "q", "d", 1.0)]),
    "a query called as an array": ("a.run", b"[1] Q0 d 1 1 x\n", [(None, "[1]", "d", 1.0)]),
    "a query called as an object": ("a.run", b"{} Q0 {d} 1 1 x\n", [(None, "{}", "{d}", 1.0)]),
}
BROKEN_OFF = b"[" + GOOD + b",\n"
NO_LETTER = b"[" + GOOD + b",\n" + GOOD.replace(b'"d"', b'"\xff"') + b"]"
TWICE = '{{"query_id": "{}", "doc_id": "é", "score": 1, "score": 2}}\n'.format("é" * 60).encode()
ENDS_OF_WINDOWS = b'qid|docno|sim|n\r\nq|d|0|x\r\n1 000"say ""x"""\r\nq|e|1|x\r\n'
HALF_AN_END = b'"qid"\t"docno"\t"sim"\r"\r\n"0"\t"0"\t"0"\r\n'
REFUSED = {
    "a byte that is no letter": ("a.json", NO_LETTER, "2: not UTF-8"),
    "an array cut short": ("a.json", BROKEN_OFF + b"{", "line 2: not JSON: Expecting property name"),
    "an array cut short behind a comma": ("a.json", BROKEN_OFF, "line 2: not JSON: Expecting value"),
    "a blank that is none of JSON": ("a.json", "\u00a0".encode(), "line 1: not JSON: Expecting value"),
    "two arrays": ("a.json", b"[" + GOOD + b"]\n[" + GOOD + b"]", "line 2: not JSON: Extra data"),
    "quotes that do not fit": (
        "a.csv",
        b'"qid"|"docno"|"sim"|"n"\n"7"|"1"|"-2"two, three"|"|\n',
        "line 2: not readable as CSV",
    ),
    "a line of one field with quotes in it, between ends of Windows": (
        "a.csv",
        ENDS_OF_WINDOWS,
        "line 3: 1 column where the header has 4",
    ),
    "a quote behind half an end of a line": (
        "a.tsv",
        HALF_AN_END,
        "a.tsv: not readable as CSV: its quotes, or the ends of its lines, do not fit",
    ),
    "a header with a form feed, at which no line ends": (
        "a.tsv",
        b"docno\tqid\tsim\x0c7\t7\t0\nd\tq\t-2\n",
        "no column score",
    ),
    "a line too long to be looked through": (
        "a.csv",
        b"qid,docno,sim\nq,d,1\nq,%s,2,3\n" % (b"d" * 20_000),
        "line 3: more columns where the header has 3",
    ),
    "no letter in a header": ("a.csv", b"qid,docno,sim,\xff\nq,d,1,x\n", "line 1: not UTF-8 text"),
    "half a letter": (
        "a.jsonl",
        GOOD + b"\n" + GOOD.replace(b'"d"', rb'"\ud834"'),
        r"line 2: not JSON: '\ud834' is half",
    ),
    "an object over two lines": (
        "a.jsonl",
        GOOD + b"\n" + GOOD.replace(b", ", b",\n\n"),
        "line 2: not JSON: Expecting",
    ),
    "a key twice, and letters of two bytes": ("a.jsonl", TWICE, "'score' appears twice in one object of JSON"),
}


@pytest.mark.parametrize("format_", FORMATS)
def long_a_file_is_read_as_python_reads_it_or_refused_in_a_sentence(tmp_path: Path, format_: str) -> None:
    outcomes = set()
    with duckdb.connect() as connection:

        @settings(SAME, max_examples=15)
        @given(texts(format_))
        def law(text: Text) -> None:
            broken = violation(connection, tmp_path, text)
            assert broken is None, f"{broken[0]}: {shown(text)}\n{broken[1]}"
            try:
                plain_reading.read(text)
                outcomes.add("read")
            except UnreadableError:
                outcomes.add("refused")

        law()
    assert outcomes == {"read", "refused"}


def long_what_is_read_although_it_looks_odd_and_what_is_refused_by_its_line(tmp_path: Path) -> None:
    for case, (name, content, rows) in READ.items():
        assert readers.read(instance().cursor(), put(tmp_path / name, content), "runs") == rows, case
    for case, (name, content, said) in REFUSED.items():
        with pytest.raises(InputError) as caught:
            readers.read(instance().cursor(), put(tmp_path / name, content), "runs")
        assert said in str(caught.value), case
        assert violation(instance().cursor(), tmp_path, Text("runs", name, content, sound=False)) is None


def test_the_law_notices_a_reader_that_breaks_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = Text("runs", "a.csv", b"qid,docno,sim\nq,d,1\n", sound=True)
    connection = instance().cursor()
    assert violation(connection, tmp_path, text) is None
    for change, kind in (
        ("(sim::double + 1)::varchar as sim", "read otherwise"),
        ("'one' as sim", "refused though sound"),
    ):
        select = f"(select * replace ({change}) from "
        monkeypatch.setattr(scans, "rows_where", lambda _, rows, *__, select=select: f"{select}{rows})")
        found = violation(connection, tmp_path, text)
        assert found is not None
        assert found[0] == kind


# The witness that readers are held to, and the law: each must be able to find something wrong

ROW = '{"query_id": "q", "doc_id": "d", "score": 1}'


def text(name: str, content: str) -> Text:
    return Text("runs", name, content.encode(), sound=True)


def test_the_witness_reads_every_form_and_no_id_that_is_no_text() -> None:
    for name, content in (
        ("a.run", "# a comment\nq Q0 d 1 1 #x\n"),
        ("a.csv", "query_id,doc_id,score\nq,d,1\n"),
        ("a.jsonl", ROW),
        ("a.json", f"[{ROW}]"),
        ("a.json", '{"q": {"d": 1}}'),
    ):
        assert plain_reading.read(text(name, content)) == [(None, "q", "d", 1.0)]
    other = ROW.replace('"d"', '"e"')
    assert [doc for _, _, doc, _ in plain_reading.read(text("a.jsonl", f"{ROW}\n{other}\n"))] == ["d", "e"]
    assert plain_reading.stream('1 {"a": 2}') == ["1", {"a": "2"}]
    for letter in ("\\u0000", "\\ud800", "\\udabc", "\\udfff"):
        with pytest.raises(UnreadableError, match="an id that is no text"):
            plain_reading.read(text("a.jsonl", ROW.replace('"d"', f'"{letter}"')))
    for letter in ("\\ud7ff", "\\ue000"):
        assert len(plain_reading.read(text("a.jsonl", ROW.replace('"d"', f'"{letter}"')))) == 1


def test_each_violation_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connection, sound = instance().cursor(), text("a.jsonl", ROW)
    assert readers.violation(connection, tmp_path, sound) is None

    def fails(*given: object) -> list:
        raise RuntimeError("no rows")

    monkeypatch.setattr(readers, "read", fails)
    assert readers.violation(connection, tmp_path, sound) == ("RuntimeError", "no rows")
    monkeypatch.setattr(readers, "read", lambda *given: [(None, "q", "e", 1.0)])
    found = readers.violation(connection, tmp_path, sound)
    assert found is not None
    assert found[0] == "read otherwise"


# JSON: what DuckDB's reader passes over, and {query: {document: score}} as pytrec_eval and ranx write it

FIRST = '{"query_id": "q1", "doc_id": "d1", "score": 3}\n'
NESTED = {"q1": {"d1": 1.2, "d2": 2}, "q2": {"d1": 1}}
ROWS = [("bm25", "q1", "d1", (1.2).hex()), ("bm25", "q1", "d2", (2.0).hex()), ("bm25", "q2", "d1", (1.0).hex())]


def test_what_duckdb_passes_over_in_json_is_refused(tmp_path: Path) -> None:
    path, first = tmp_path / "r.jsonl", '{"query_id": "q1", "doc_id": "d2", "score": 2'
    for record, line in (
        (first + ",}", 2),
        (first + " ,\t}", 2),
        (first.replace(", ", ",\n") + ",\n}", 4 if sys.version_info >= (3, 13) else 5),
        (first + ', "more": [1, ]}', 2),
    ):
        assert f"r.jsonl, line {line}: not JSON: " in unread(put(path, f"{FIRST}{record}\n"))
    for value in ('["d2"]', '  {"id": "d2"}', "\t[ ]"):
        for column in ("query_id", "doc_id"):
            ids = {"query_id": '"q1"', "doc_id": '"d2"', column: value}
            record = f'{{"query_id":{ids["query_id"]}, "doc_id":{ids["doc_id"]}, "score": 2}}\n'
            said = unread(put(path, FIRST + record))
            assert f"r.jsonl, record 2: {column} is " in said
            assert ", a list or an object; a text or a number" in said
    odd = '{"query_id": "q1", "doc_id": "[d2]", "score": 2, "more": {"a": [1, {"b": ",}"}]}}\n'
    assert [row[2] for row in read(put(path, FIRST + odd))] == ["[d2]", "d1"]
    start, end = '{"query_id": "q1", "doc_id": "', '", "score": 2,'
    whole = FIRST + start + "x" * ((1 << 20) - len(FIRST + start + end)) + end  # a comma is the last byte of a part
    assert "line 2: not JSON" in unread(put(path, whole + "}\n"))


def test_nested_json_is_a_run_or_judgments(tmp_path: Path) -> None:
    for name, indent in (("bm25.json", None), ("bm25", 1), ("bm25.json", 1)):
        path = put(tmp_path / name, json.dumps(NESTED, indent=indent))
        assert read(path) == ROWS
        assert read(path, "qrels") == [(None, *row[1:]) for row in ROWS]
    flat = [{"query_id": q, "doc_id": d, "score": s} for q, docs in NESTED.items() for d, s in docs.items()]
    found = read([path, put(tmp_path / "flat.json", json.dumps(flat))])
    assert found == [*ROWS, *(("flat", *row[1:]) for row in ROWS)]
    lines = [json.dumps({"meta": {"a": 1}, "query_id": "q1", "doc_id": doc, "score": 1}) for doc in ("d1", "d3")]
    assert [row[2] for row in read(put(tmp_path / "lines.json", lines))] == ["d1", "d3"]  # which begin alike
    for content, said in (
        ('{"q1": {"d1": "x"}}', "r.json, query q1, document d1: score is 'x'; a number was expected"),
        ('{"q1": {"d1": 1, "d1": 2}}', "r.json: 'd1' appears twice in one object of JSON"),
        ('{"q1": {"d1": 1}, "q1": {"d2": 2}}', "r.json: 'q1' appears twice in one object of JSON"),
        ('{"q1": {"d1": NaN}}', "score is not a number (nan); a finite number was expected"),
        ('{"q1": {}}', "r.json: holds no rows, where a run was expected"),
        ('{"q1": {"d1": 1}, "q2": {', "r.json, line 1: not JSON"),
        ('{"q1": {"d1": 1}, "q2": 3}', "r.json: no column query_id"),
    ):
        assert unsaid([(put(tmp_path / "r.json", content), said)]) == []
    assert "such JSON has no column names" in unread(path, columns={"runs.run": "a"})
    with pytest.raises(InputError, match="cannot be linked, since it is"):
        link(duckdb.connect(), linkable(str(path), "runs"), "runs", "auto")
