"""What is read is refused with its place, what is there and what was expected: every value in every form, in few calls.

A case is a kind of bad input of tests/survival/bad_input, whose sentence is whole.
"""

import gzip
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from bad_input.clean import JUDGED, RANKINGS
from bad_input.kind import Kind
from bad_input.trying import Bench
from refused import (
    GOOD_RUN,
    QRELS,
    RUN,
    RUN_HEADER,
    WRITERS,
    frame,
    numbered,
    put_csv,
    put_jsonl,
    put_parquet,
    put_table,
    refusal,
)
from tiny import read, unread, unsaid
from written import as_jsonl, as_parquet, pipe, put

from evalsql import Evaluation, InputWarning, check, evaluate
from evalsql.inputs.passes import plan

HEADERS = {"runs": ("query_id", "doc_id", "score"), "qrels": ("query_id", "doc_id", "relevance")}
ROWS = {
    "runs": [(query, doc, f"{score:g}") for query, doc, score in RANKINGS],
    "qrels": [(query, doc, str(relevance)) for query, doc, relevance in JUDGED],
}
SECOND = {
    "txt": "bad.txt, line 2",
    "csv": "bad.csv, row 2 after the header",
    "jsonl": "bad.jsonl, record 2",
    "parquet": "bad.parquet, row 2",
    "duckdb": "bad.duckdb::t, row 2",
    "frame": "frame 1 of {}, row 2",
}
SIDES = {"runs": "the runs", "qrels": "the judgments"}
NO_NUMBERS = ["abc", "1_000", "+-4.75", "0x10", "2,5", "1.2.3", "1e", "--1", "true", "٣", "½"]
NOT_FINITE = ["nan", "NaN", "-nan", "inf", "-inf", "Infinity", "1e400", "-1e400"]
OUT_OF_BOUNDS = ["1.7e308", "1.1e15", "1e-10", "4.9e-324", "-1.1e15", "-1.7e308"]
BOUNDS = "0 or a number from 1e-9 to 1e15, or below 0 one of at least -1e15, was expected"
ALSO = {"query_id": "qid", "doc_id": "docno", "score": "sim", "relevance": "rel"}
NEEDED = {"runs": "a run must have", "qrels": "judgments must have"}


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(tmp_path_factory.mktemp("tried"), Path("no library"))


def content(form: str, side: str, header: tuple[str, ...], rows: list[tuple]) -> object:
    if form == "txt":
        line = "{} Q0 {} 1 {} x" if side == "runs" else "{} 0 {} {}"
        return [line.format(*row) for row in rows]
    if form == "csv":
        cells = [["" if each is None else f'"{each}"' if "," in each else each for each in row] for row in rows]
        return [",".join(row) for row in [header, *cells]]
    found = frame(header, rows)
    if form == "duckdb":
        return lambda path: put_table(path, "t", found)
    return {"jsonl": as_jsonl, "parquet": as_parquet}[form](found) if form != "frame" else found


def made(form: str, side: str, what: str, said: str, rows: list[tuple], header: tuple[str, ...] = ()) -> Kind:
    """Rows in a form, in the place of the runs or of the judgments."""
    given = content(form, side, header or HEADERS[side], rows)
    name, said = f"{form}, {side}: {what}", said.replace("{}", SIDES[side])
    if form == "frame":
        given = given.append_column("run", [["x"] * len(rows)]) if side == "runs" else given
        return Kind(name, says=(said,), tables={side: given}, entries=("python",))
    file = f"bad.{form}"
    return Kind(name, says=(said,), files={file: given}, inputs={side: f"{file}::t" if form == "duckdb" else file})


def spoiled(form: str, side: str, column: str, value: str | None, said: str) -> Kind:
    place = HEADERS[side].index(column)
    rows = [list(row) for row in ROWS[side]]
    rows[1][place] = value
    return made(form, side, f"{column} {value!r}", f"{SECOND[form]}: {column} is {said}", [tuple(row) for row in rows])


def of_rows(form: str) -> Iterator[Kind]:
    every = {"duckdb": 11, "frame": 4}.get(form, 1)  # which are tables as Parquet is
    for side, header in HEADERS.items():
        number = header[2]
        for value in NO_NUMBERS[::every]:
            yield spoiled(form, side, number, value, f"{value!r}; a number was expected")
        for value in NOT_FINITE[::every]:
            shown = "not a number (nan)" if "nan" in value.lower() else value
            yield spoiled(form, side, number, value, f"{shown}; a finite number was expected")
        for column in header[:2] if form != "txt" else ():
            for value in (None, ""):
                said = "null" if value is None or form == "csv" else "empty"
                yield spoiled(form, side, column, value, f"{said}; every row must have one")
        if form != "txt":
            yield spoiled(form, side, number, None, "null; a number was expected")
        rows = [ROWS[side][0], *[(query, doc, "abc") for query, doc, _ in ROWS[side][1:4]]]
        said = f"{SECOND[form]}: {number} is 'abc'; a number was expected; 2 more such rows"
        yield made(form, side, "three bad rows", said, rows)
    for value in OUT_OF_BOUNDS[::every]:
        yield spoiled(form, "qrels", "relevance", value, f"{value}; {BOUNDS}")


def of_tables(form: str) -> Iterator[Kind]:
    """Columns that are not there, and nothing in those that are."""
    label = SECOND[form].rpartition(", ")[0]
    for side, header in HEADERS.items():
        for column in header:
            theirs = tuple(each if each != column else "nonsense" for each in header)
            said = f"{label}: no column {column} (or {ALSO[column]}, "
            kind = made(form, side, f"no column {column}", said, ROWS[side], theirs)
            has = f", which {NEEDED[side]}; it has {', '.join(theirs)}"
            yield Kind(**{**vars(kind), "says": (*kind.says, has)})
        expected = "a run was" if side == "runs" else "judgments were"
        if side == "runs" and form != "frame":
            named = [("x", *ROWS[side][0]), (None, *ROWS[side][1])]
            said = f"{SECOND[form]}: run is null; every row must have one"
            yield made(form, side, "no run", said, named, ("run", *header))
        if form != "jsonl":
            yield made(form, side, "no rows", f"{label}: holds no rows, where {expected} expected", [])


def twice(form: str) -> Iterator[Kind]:
    for side, said in (("runs", "appears twice for query q1 in run"), ("qrels", "is judged twice for query q1 (")):
        yield made(form, side, "a document twice", f"document d2 {said}", [*ROWS[side], ROWS[side][1]])


def file(name: str, held: object, said: str, side: str = "runs") -> Kind:
    """A file of this name, which stands for the runs."""
    return Kind(
        f"{name}: {said}, {str(held)[:60]} {len(str(held))}", says=(said,), files={name: held}, inputs={side: name}
    )


def of_files() -> Iterator[Kind]:
    """Files that are cut short, damaged or not of their format."""
    packed, zst = gzip.compress(numbered(2000)), pa.compress(numbered(2000), codec="zstd", asbytes=True)
    for end in (-1, -4, -8, -12, -100, 2000, 12, 3):
        yield file("bad.run.gz", packed[:end], "bad.run.gz: cannot be unpacked: Truncated compressed stream")
    for end in (-1, -4, -100, 2000, 12, 3):
        yield file("bad.run.zst", zst[:end], "bad.run.zst: cannot be unpacked: Truncated compressed stream")
    turned = bytearray(packed)
    turned[len(turned) // 2] ^= 0xFF
    yield file("bad.run.gz", bytes(turned), "bad.run.gz: cannot be unpacked")
    yield file("bad.run.gz", packed + gzip.compress(b"q2 Q0 d1 1 1 x\n")[:-5], "bad.run.gz: cannot be unpacked")
    for name in ("bad.run.gz", "bad.run.zst", "bad.csv.gz"):
        yield file(name, b"q1 Q0 d1 1 3 x\n", f"{name}: cannot be unpacked")
    whole = as_parquet(frame(HEADERS["runs"], ROWS["runs"]))
    for end in (-1, -8, -30, 200, 4, 0):
        yield file("bad.parquet", whole[:end], "bad.parquet: not readable as Parquet")
    yield file("bad.parquet", b"q1 Q0 d1 1 3 x\n", "bad.parquet: not readable as Parquet")
    yield file("bad.run.gz", gzip.compress(b""), "bad.run.gz: holds no rows, where a run was expected")
    for name in ("bad.run", "bad.parquet", "bad.csv", "bad.jsonl", "bad.run.gz"):
        for side in SIDES:
            yield Kind(f"{side}: no {name}", says=(f"{name}: there is no such file",), inputs={side: name})
    for name in ("bad.duckdb", "bad.run", "bad.csv"):
        said = f"{name}: a DuckDB file; name a table in it, such as {name}::runs, ::qrels or ::scores"
        for side in SIDES:
            yield file(name, lambda path: put_table(path, "t", frame(("a",), [("b",)])), said, side)
    for column, value in (("gain", "1"), ("subtopic", "x"), ("iteration", "0")):
        rows = [f"query_id,doc_id,relevance,{column}", f"q1,d1,1.7e308,{value}", f"q2,d1,1,{value}"]
        said = "bad.csv, row 1 after the header: relevance is 1.7e308; 0 or a number"
        yield file("bad.csv", rows, said, "qrels")


def of_bytes() -> Iterator[Kind]:
    """Bytes that no text has, and where they are."""
    yield file("bad.run", b"q1 Q0 d1 1 3 x\nq1 Q0 \xe9 2 2 x\n", "bad.run, line 2: not UTF-8 text")
    yield file("bad.csv", b"query_id,doc_id,score\nq1,\xe9,2\n", "bad.csv, line 2: not UTF-8 text")
    yield file("bad.tsv", b"query_id\tdoc_id\tscore\nq1\t\xe9\t2\n", "bad.tsv, line 2: not UTF-8 text")
    yield file("bad.jsonl", b'{"qid": "q1", "docid": "\xe9", "score": 1}\n', "bad.jsonl")
    for encoding in ("utf-16", "utf-32", "latin-1"):
        yield file("bad.run", "q1 Q0 été 1 1 x\n".encode(encoding), "bad.run, line 1: not UTF-8 text")
    far = numbered(5000) + b"q2 Q0 \xe9 1 1 x\nq2 Q0 d1 1 1 x\n"
    yield file("bad.run", far, "bad.run, line 5000: not UTF-8 text")
    for before, line in ((b"", 1), (b"q1 Q0 d1 1 2 x\n", 2), (b"q1 Q0 d1 1 2 x", 1)):
        held = before + b"\0q2 Q0 d1 1 2 x\nq3 Q0 d1 1 2 x\n"
        said = f"line {line}: has a NUL byte, which no text has"
        yield file("bad.run", held, f"bad.run, {said}")
        yield file("bad.txt", held.replace(b" 2 x", b""), f"bad.txt, {said}", "qrels")
    for blank in ("\u00a0", "\u2003", "\u3000", "\x0b", "\x0c", "\x1c", "\x85"):
        yield file("bad.run", f"{blank}\nq1 Q0 d1 1 3 x\n", "bad.run, line 1: 1 field, ")
        said = "bad.run, line 2: score is 'two'; a number was expected"
        yield file("bad.run", f"q1 Q0 d1 1 3 x\nq1 Q0 d{blank}2 2 two x\n", said)
    lines = ["# a comment", "", "q1 Q0 d1 1 3 x", " \t ", "# q1 Q0 d2 1 zero x", "q1 Q0 d2 2 two x", "q2 Q0 d1 1 1 x"]
    for ends in (b"\n", b"\r\n"):
        for start in (b"", b"\xef\xbb\xbf"):
            text = start + ends.join(line.encode() for line in lines)
            for name, held in (("bad.run", text), ("bad.run.gz", gzip.compress(text))):
                yield file(name, held, f"{name}, line 6: score is 'two'; a number was expected")


CASES = {form: [*of_rows(form), *(of_tables(form) if form != "txt" else ()), *twice(form)] for form in SECOND}
CASES |= {"files": [*of_files()], "bytes": [*of_bytes()]}


@pytest.mark.parametrize("form", CASES)
def long_what_is_refused_says_where_and_what_was_found_and_expected(form: str, bench: Bench) -> None:
    kinds = {f"{place} {kind.name}": kind for place, kind in enumerate(CASES[form])}
    assert len(kinds) > 10
    tried = bench.try_all([Kind(**{**vars(kind), "name": name}) for name, kind in kinds.items()])
    assert {each.kind.name: each.wrong for each in tried if each.wrong} == {}


# One at a time: where, how much, and what is no file


def test_a_relevance_at_a_bound_is_taken_and_one_out_of_bounds_is_not_whatever_is_asked_for(tmp_path, run):
    values = ["1e15", "1e-9", "0", "-0.0", "-1e15", "-1e-300"]
    qrels = put(tmp_path / "q.txt", [f"q{place} 0 d {value}" for place, value in enumerate(values)])
    with pytest.warns(InputWarning, match="without a document that is judged relevant"):
        found = evaluate({f"q{place}": {"d": 1} for place in range(len(values))}, qrels, "CG").fetchall()
    assert [row[3] for row in found] == [max(float(value), 0) for value in values]
    path = put(tmp_path / "q.txt", [QRELS[0], "q1 0 d2 1.1e15", QRELS[2]])
    assert refusal(run, path, queries=["q2"]) == unread([path], "qrels") == check(run, path)[0].text


def test_a_frame_s_row_is_named():
    for make in (pd.DataFrame, pl.DataFrame):
        ids, numbers = {"query_id": ["q1", "q1"], "doc_id": ["d1", "d2"]}, {"score": [2.0, 1.0]}
        wrong = [({**ids, "score": [1.0, value]}, "row 2: score is ") for value in (float("nan"), float("-inf"), None)]
        nothing = (None, float("nan"), "") if make is pd.DataFrame else (None, "")
        wrong += [({**ids, **numbers, "doc_id": ["d1", each]}, "row 2: doc_id is ") for each in nothing]
        assert unsaid([(make(given), said) for given, said in wrong]) == []


def long_a_row_far_down_is_counted(tmp_path):
    first = put(tmp_path / "first.run", numbered(3000))
    second = put(tmp_path / "second.run", numbered(90_000) + b"q2 Q0 d1 1 one x\n" + b"q2 Q0 d2 2 0 x\n")
    assert unread([first, second]) == f"{second}, line 90000: score is 'one'; a number was expected"
    count = 300_000
    scores = [float(count - place) for place in range(count)]
    scores[250_000] = None
    given = pa.table({"query_id": ["q1"] * count, "doc_id": [f"d{place}" for place in range(count)], "score": scores})
    pq.write_table(given, tmp_path / "r.parquet", row_group_size=50_000)
    assert unread(tmp_path / "r.parquet").startswith(f"{tmp_path / 'r.parquet'}, row 250001: score is null")
    # where the user lets DuckDB change the order of rows
    connection = duckdb.connect(config={"preserve_insertion_order": False, "threads": 4})
    said = f"{second}, line 90000: score is 'one'; a number was expected"
    assert unread(second, connection=connection) == said


def test_what_there_is_none_of(tmp_path, run, qrels, monkeypatch):
    patterns = [f"{tmp_path}/{name}" for name in ("*.parquet", "none?.run", "[ab].csv", "**/*.jsonl")]
    assert [each.text for each in check([run, *patterns], qrels)] == [
        f"{each}: no file matches it" for each in patterns
    ]
    for nothing in ([], (), {}):
        assert unread(nothing) == "no runs were given"
        assert unread(nothing, "qrels") == "no judgments were given"
    assert unread("") == "an empty text was given where a path of runs was expected"
    full = frame(("run", *RUN_HEADER), [("x", *row) for row in GOOD_RUN])
    assert "holds no rows" in unread([full, full.slice(0, 0)])
    assert unread({"full": full, "none": full.slice(0, 0)}).startswith("none: holds no rows")
    pipe(monkeypatch, b"")
    assert "holds no rows" in unread("-")
    pipe(monkeypatch, b"q1 0 d1 1 1 x\n")
    assert "standard input" in refusal("-", "-")
    pipe(monkeypatch, b"q1 Q0 d1 1 1 x\n")
    with pytest.warns(InputWarning):
        assert {row[0] for row in evaluate("-", qrels, "AP").fetchall()} == {"x"}
    assert len(unread(pa.table({f"c{number}": ["x"] for number in range(1000)}))) < 300


def test_parts_of_a_folder_may_be_empty_but_not_all(tmp_path, qrels):
    put_parquet(tmp_path / "1.parquet", RUN_HEADER, [])
    assert unread(tmp_path).startswith(f"{tmp_path}: holds no rows")
    put_parquet(tmp_path / "2.parquet", RUN_HEADER, GOOD_RUN)
    with pytest.warns(InputWarning) as said:
        found = evaluate(f"{tmp_path}/*.parquet", qrels, "AP").fetchall()
    expected = f"{tmp_path}/1.parquet: holds no rows of run 1, which has no results for any query"
    assert expected in [str(each.message) for each in said]
    assert [(run, value) for run, _, _, value in found if run == "1"] == [("1", 0), ("1", 0)]
    assert len(found) == 4


def long_the_run_that_shares_no_query_is_named_and_queries_that_are_not_judged_are_counted(tmp_path, run, qrels):
    other = put(tmp_path / "other.run", [f"{query} Q0 d1 1 1 x" for query in ("7", "8", "9", "99")])
    said = "run other and the judgments have no query in common: the run has 7, 8, 9, ..., the judgments q1, q2, ..."
    assert refusal([run, other], qrels) == said
    other = put(tmp_path / "other.run", ["q1 Q0 d1 1 1 x"])
    listed = {"queries": ["q2"], "population": "intersection"}
    assert "run other has no results for any query that is scored" in refusal([run, other], qrels, **listed)
    for queries, said in (
        (["q1", "q9"], "the list of queries has q9, which is not judged"),
        (["q7", "q1", "q9"], "the list of queries has q7 and 1 other, which are not judged"),
        (["q7", "q1", "q9", "q8"], "the list of queries has q7 and 2 others, which are not judged"),
    ):
        assert refusal(run, qrels, queries=queries) == said
    assert "12" in refusal(run, qrels, queries="12")  # a text where a list was expected


def test_a_thing_that_cannot_be_read_is_named_by_its_type(run):
    row = {"run": "x", "query_id": "q1", "doc_id": "d1", "score": 1.0}
    for given in (5, object(), Path, {1, 2}, duckdb.connect(":memory:")):
        said = f"{type(given).__name__} cannot be read; give a path, a table"
        assert unsaid([(given, said), ([run, given], said)]) == unsaid([(given, said)], "qrels") == []
    assert unsaid([([run, iter([1, 2])], "a list_iterator cannot be read"), (row, "there is no such file")]) == []
    assert unsaid([([row], "a dict cannot be read")]) == unsaid([([row], "a dict cannot be read")], "qrels") == []
    assert {each[0] for each in read({1: run})} == {"1"}  # a mapping may have any names


def test_settings_that_duckdb_has_no_word_for(run, qrels):
    for settings, what in (
        ({3: "1"}, "3"),
        ({"threads": [1]}, "threads of type list"),
        ({"threads": 1.5}, "threads of type float"),
    ):
        said = f"settings must be texts or numbers by their names, not {what}"
        assert refusal(run, qrels, settings=settings) == said
    assert refusal(run, qrels, settings="threads=2").startswith(
        "settings must be a mapping such as {'threads': 2}, not "
    )


def long_tables_that_cannot_be_read_now(tmp_path, qrels):
    connection = duckdb.connect()
    connection.execute("create table r as select 'q1' as query_id, 'd1' as doc_id, 'one' as score")
    connection.execute("create view bad as select query_id, doc_id, score::double as score from r")
    assert "'one'" in refusal("bad", qrels, connection=connection)
    assert unread("none", connection=connection).startswith("none: ")
    assert "appears" not in refusal(put(tmp_path / "r.run", [RUN[0], "q1 Q0 d2 2 two x"]), qrels, connection=connection)
    assert connection.execute("select table_name from duckdb_tables()").fetchall() == [("r",)]
    path = tmp_path / "eval.duckdb"
    put_table(path, "t", frame(HEADERS["runs"], ROWS["runs"]))
    code = f"import duckdb; held = duckdb.connect({str(path)!r}); print('held', flush=True); input()"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        other.stdout.readline()
        said = unread(f"{path}::t")
        other.communicate(b"\n")
    assert said == f"{path}: another program has it open to write to it; close it there"
    assert len(read(f"{path}::t")) == 6


def long_hard_ids_and_names_stand_in_the_sentence_as_they_are(tmp_path, qrels):
    doc = "it's a\"b '); drop table r; -- été 🦆 {x} %s %d a, b"
    said = unread(frame(RUN_HEADER, [("q1", doc, "2"), ("q1", doc, "1")]))
    assert f"document {doc} appears twice for query q1" in said
    assert "row 1" in said
    assert "appears twice" in unread(frame(RUN_HEADER, [("q1", "a\nb", "2"), ("q1", "a\nb", "1")]))
    assert "no query in common" in refusal(frame(RUN_HEADER, [("q\n9", "a", "2")]), qrels)
    paths = [put(tmp_path / "r.run", [RUN[0], f"q1 Q0 d2 2 {'9x' * 50_000} x"])]
    paths.append(put(tmp_path / "s.run", [RUN[0], "x" * 100_000]))
    found = [each.text for each in check(paths, qrels) if each.level == "error"]
    assert {each.partition(",")[0] for each in found} == {*map(str, paths)}
    assert max(map(len, found)) < 1000  # which does not fill the screen
    names = ["it's.run", 'a"b.run', "a b.run", "[1].run", "a;b.run", "a::b.run", "%s.run"]
    said = {str(put(tmp_path / name, [RUN[0], "q1 Q0 d2 2 two x"])): ", line 2: score is 'two'; " for name in names}
    bad = [GOOD_RUN[0], ("q1", "d2", "two")]
    for name, write in (("i's.parquet", put_parquet), ('b"b.csv', put_csv), ("[2].jsonl", put_jsonl)):
        said[str(write(tmp_path / name, RUN_HEADER, bad))] = ": score is 'two'; a number was expected"
    found = [each.text for each in check([*said], qrels) if each.level == "error"]
    assert len(found) == len(said)
    for path, end in said.items():
        assert any(each.startswith(path) and end in each for each in found)


def test_all_of_whose_ids_are_null_is_seen_by_a_quick_look(tmp_path):
    for name, (write, _) in WRITERS.items():
        for column in ("query_id", "doc_id"):
            rows = [tuple(None if ours == column else "1" for ours in RUN_HEADER)]
            assert f": {column} is " in unread(write(tmp_path / f"{column}_{name}", RUN_HEADER, rows))


# A document, a judgment or a run that appears twice, and parts of one run, which do not


def test_a_document_that_is_there_twice_is_named_with_both_places(tmp_path):
    header = ("run", *RUN_HEADER)
    path = put(tmp_path / "bm25.run", ["# comment", *RUN, "q1 Q0 d1 9 0 x"])
    twice = f"document d1 appears twice for query q1 in run bm25 ({path}, line 2 and {path}, line 5)"
    assert unread(path) == f"{twice}; 'evalsql evaluate --duplicates best' keeps the one of the highest score"
    assert "; 2 more such documents; " in unread(put(tmp_path / "r.run", [*RUN, *RUN]))
    put_parquet(tmp_path / "1.parquet", header, [("x", *row) for row in GOOD_RUN])
    put_parquet(tmp_path / "2.parquet", header, [("x", "q3", "d1", "1"), ("x", "q1", "d2", "0")])
    said = unread(f"{tmp_path}/?.parquet")
    assert said.startswith("document d2 appears twice for query q1 in run x ")
    assert f"({tmp_path}/1.parquet, row 2 and {tmp_path}/2.parquet, row 2)" in said
    both = [put(tmp_path / "r.run", RUN), put(tmp_path / "other.run", RUN)]
    assert len(read(both)) == 6  # in two queries and in two runs


def long_duplicates_are_looked_for_among_judged_documents_where_rows_are_very_many(tmp_path, qrels, monkeypatch):
    monkeypatch.setattr("evalsql.scoring.runs.ALL_ROWS", 3)
    path = put(tmp_path / "r.run", [*RUN, "q1 Q0 d1 9 0 x"])
    assert "document d1 appears twice for query q1 in run r" in refusal(path, qrels)
    path = put(tmp_path / "r.run", [*RUN, "q1 Q0 d9 8 0.5 x", "q1 Q0 d9 9 0 x"])
    said = "duplicates were looked for among judged documents only"
    assert str(Evaluation(path, qrels).coverage).endswith(said)
    assert "document d9 appears twice for query q1 in run r" in refusal(path, qrels, strict=True)
    path = put(tmp_path / "r.run", [*RUN, "q1 Q0 d9 8 0.5 x"])
    assert said not in str(Evaluation(path, qrels, strict=True).coverage)
    assert said not in str(Evaluation(put(tmp_path / "s.run", RUN), qrels).coverage)


def test_a_run_in_two_inputs_is_refused_and_both_are_named(tmp_path):
    header, named = ("run", *RUN_HEADER), [("x", *row) for row in GOOD_RUN]
    one, two = put(tmp_path / "a" / "bm25.run", RUN), put(tmp_path / "b" / "bm25.run", RUN)
    packed = put(tmp_path / "a" / "bm25.run.gz", gzip.compress(one.read_bytes()))
    table = put_parquet(tmp_path / "all.parquet", header, [("bm25", "q1", "d7", "1")])
    first = put_parquet(tmp_path / "1.parquet", header, named[:2])
    second = put_parquet(tmp_path / "2.parquet", header, named[2:])
    other = put_parquet(tmp_path / "3.parquet", header, [("x", "q1", "d3", "2"), ("y", "q1", "d1", "1")])
    for given, *both, run in (
        ([one, two], one, two, "bm25"),
        (f"{tmp_path}/?/bm25.run", one, two, "bm25"),
        ([one, packed], one, packed, "bm25"),
        ([one, table], one, table, "bm25"),
        ([first, second], first, second, "x"),
        ([first, other], first, other, "x"),
    ):
        said = unread(given)
        assert said.startswith(f"{both[0]} and {both[1]} both hold a run called {run}; "), said
        assert "a folder or a quoted pattern" in said
    assert len(read(f"{tmp_path}/[12].parquet")) == 3
    assert "run called x" in unread([frame(header, named[:2]), frame(header, named[2:])])
    assert "run" in unread([frame(RUN_HEADER, GOOD_RUN[:2]), frame(RUN_HEADER, GOOD_RUN[2:])])
    for name, write in (
        ("fine.parquet", put_parquet),
        ("fine.csv", put_csv),
        ("fine.run", lambda at, *_: put(at, RUN)),
    ):
        path = write(tmp_path / "c" / name, RUN_HEADER, GOOD_RUN)
        for given in ([path, path], [path, f"{tmp_path}/c/{name[:5]}[a-z]*"]):
            assert str(path) in unread(given)
        path.unlink()


def test_parts_of_a_run_may_share_it_in_a_pattern(tmp_path):
    header, named = ("run", *RUN_HEADER), [("x", *row) for row in GOOD_RUN]
    whole = read(put(tmp_path / "x.run", RUN))
    for suffix, write in (("csv", put_csv), ("jsonl", put_jsonl), ("parquet", put_parquet)):
        write(tmp_path / f"part1.{suffix}", header, named[:1])
        write(tmp_path / f"part2.{suffix}", header, named[1:])
        assert read(f"{tmp_path}/part*.{suffix}") == whole
    for folder, rows in (("en", named[:1]), ("de", named[1:])):  # or be named as it
        put(tmp_path / folder / "x.parquet", frame(header, rows))
    assert read(f"{tmp_path}/*/*.parquet") == whole


def test_text_is_planned_by_its_size_in_bytes(tmp_path):
    files = [str(put(tmp_path / f"{name}.run", RUN * 10)) for name in "ab"]

    def planned(size: int) -> list[list[str]]:
        return [[part.given.path for part in parts] for parts in plan(duckdb.connect(), files, tmp_path, None, size)]

    assert planned(1) == [[path] for path in files]
    assert planned(1000) == [files]
