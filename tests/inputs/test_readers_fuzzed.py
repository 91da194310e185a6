"""Readers of text say what Python's own csv and json say of a file, or refuse it in a sentence, however it is broken.

A few files of each format that hypothesis makes up; .ci/fuzz reads others for as long as one likes.
"""

from pathlib import Path

import duckdb
import plain_reading
import pytest
from generated import SAME
from hypothesis import given, settings
from odd_texts import FORMATS, Text, texts
from plain_reading import UnreadableError
from readers import read, shown, violation

from evalsql import InputError
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
REFUSED = {
    "a byte that is no letter": (
        "a.json",
        b"[" + GOOD + b",\n" + GOOD.replace(b'"d"', b'"\xff"') + b"]",
        "2: not UTF-8",
    ),
    "an array cut short": ("a.json", b"[" + GOOD + b",\n{", "line 2: not JSON: Expecting property name"),
    "an array cut short behind a comma": ("a.json", b"[" + GOOD + b",\n", "line 2: not JSON: Expecting value"),
    "a blank that is none of JSON": ("a.json", "\u00a0".encode(), "line 1: not JSON: Expecting value"),
    "quotes that do not fit": (
        "a.csv",
        b'"qid"|"docno"|"sim"|"n"\n"7"|"1"|"-2"two, three"|"|\n',
        "line 2: not readable as CSV",
    ),
    "a line of one field with quotes in it, between ends of Windows": (
        "a.csv",
        b'qid|docno|sim|n\r\nq|d|0|x\r\n1 000"say ""x"""\r\nq|e|1|x\r\n',
        "line 3: 1 column where the header has 4",
    ),
    "a quote behind half an end of a line": (
        "a.tsv",
        b'"qid"\t"docno"\t"sim"\r"\r\n"0"\t"0"\t"0"\r\n',
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
    "two arrays": ("a.json", b"[" + GOOD + b"]\n[" + GOOD + b"]", "line 2: not JSON: Extra data"),
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
    "a key twice, and letters of two bytes": (
        "a.jsonl",
        '{{"query_id": "{}", "doc_id": "é", "score": 1, "score": 2}}\n'.format("é" * 60).encode(),
        "'score' appears twice in one object of JSON",
    ),
}


@pytest.mark.parametrize("format_", FORMATS)
def test_a_file_is_read_as_python_reads_it_or_refused_in_a_sentence(tmp_path: Path, format_: str) -> None:
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


@pytest.mark.parametrize("case", READ)
def test_what_is_read_although_it_looks_odd(tmp_path: Path, case: str) -> None:
    name, content, rows = READ[case]
    (tmp_path / name).write_bytes(content)
    assert read(duckdb.connect(), tmp_path / name, "runs") == rows


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_refused_by_its_line(tmp_path: Path, case: str) -> None:
    name, content, said = REFUSED[case]
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError) as caught:
        read(duckdb.connect(), tmp_path / name, "runs")
    assert said in str(caught.value)
    assert violation(duckdb.connect(), tmp_path, Text("runs", name, content, sound=False)) is None


def test_the_law_notices_a_reader_that_breaks_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = Text("runs", "a.csv", b"qid,docno,sim\nq,d,1\n", sound=True)
    connection = duckdb.connect()
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
