"""What cannot be used is refused with one sentence: the file, the line or row, what is there, and what was expected."""

import gzip
import io
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import duckdb
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from evalsql import Evaluation, InputError, evaluate

RUN = ["q1 Q0 d1 1 3 x", "q1 Q0 d2 2 2 x", "q2 Q0 d1 1 1 x"]
QRELS = ["q1 0 d1 1", "q1 0 d2 0", "q2 0 d1 1"]
RUN_HEADER, QRELS_HEADER = ("query_id", "doc_id", "score"), ("query_id", "doc_id", "relevance")
GOOD_RUN = [("q1", "d1", "3"), ("q1", "d2", "2"), ("q2", "d1", "1")]
GOOD_QRELS = [("q1", "d1", "1"), ("q1", "d2", "0"), ("q2", "d1", "1")]


def put(path: Path, content: bytes | str | list[str]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, list):
        content = "".join(f"{line}\n" for line in content)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def put_csv(path: Path, header: tuple[str, ...], rows: list[tuple]) -> Path:
    return put(path, [",".join("" if value is None else value for value in row) for row in [header, *rows]])


def put_jsonl(path: Path, header: tuple[str, ...], rows: list[tuple]) -> Path:
    return put(path, pd.DataFrame(rows, columns=list(header)).to_json(orient="records", lines=True))


def put_parquet(path: Path, header: tuple[str, ...], rows: list[tuple]) -> Path:
    pq.write_table(frame(header, rows), path)
    return path


def put_database(path: Path, header: tuple[str, ...], rows: list[tuple]) -> str:
    file = path.with_suffix(".duckdb")
    with duckdb.connect(str(file)) as connection:
        connection.register("given", frame(header, rows))
        connection.execute(f"create table {path.stem} as from given")
    return f"{file}::{path.stem}"


def frame(header: tuple[str, ...], rows: list[tuple]) -> pa.Table:
    columns = zip(*rows, strict=True) if rows else [()] * len(header)
    return pa.table({name: pa.array(values, pa.string()) for name, values in zip(header, columns, strict=True)})


# How each format is written, and what it calls its second row.
WRITERS = {
    "file.csv": (put_csv, "row 2 after the header"),
    "file.jsonl": (put_jsonl, "record 2"),
    "file.parquet": (put_parquet, "row 2"),
    "file.table": (put_database, "row 2"),
    "frame": (lambda _, header, rows: frame(header, rows), "row 2"),
}


@pytest.fixture
def run(tmp_path) -> Path:
    return put(tmp_path / "fine.run", RUN)


@pytest.fixture
def qrels(tmp_path) -> Path:
    return put(tmp_path / "fine.qrels", QRELS)


def refusal(runs, qrels, **options) -> str:
    """The one sentence that refuses the inputs."""
    with pytest.raises(InputError) as caught:
        evaluate(runs, qrels, "AP", **options)
    said = str(caught.value)
    assert "\n" not in said
    assert said == said.strip()
    for word in ("Possible fixes", "LINE 1", "Error:", "candidate", "struct_pack", "/evalsql-", "evalsql_"):
        assert word not in said
    return said


# What is not there


@pytest.mark.parametrize(
    "name", ["none.run", "none.parquet", "none.csv", "none.jsonl", "none.run.gz", "no folder/x.run"]
)
def test_a_file_that_does_not_exist(tmp_path, run, qrels, name):
    assert refusal(tmp_path / name, qrels) == f"{tmp_path / name}: there is no such file"
    assert refusal([run, tmp_path / name], qrels) == f"{tmp_path / name}: there is no such file"
    assert refusal(run, tmp_path / name) == f"{tmp_path / name}: there is no such file"


@pytest.mark.parametrize("name", ["*.parquet", "none?.run", "[ab].csv", "**/*.jsonl"])
def test_a_pattern_that_no_file_matches(tmp_path, run, qrels, name):
    assert refusal([run, f"{tmp_path}/{name}"], qrels) == f"{tmp_path}/{name}: no file matches it"


def test_a_folder_without_files(tmp_path, qrels):
    (tmp_path / "empty").mkdir()
    assert refusal(tmp_path / "empty", qrels) == f"{tmp_path / 'empty'}: the folder holds no files"


def test_an_empty_text_where_a_path_was_expected(qrels):
    said = refusal("", qrels)
    assert not said.startswith(":")


@pytest.mark.parametrize("nothing", [[], (), {}], ids=["list", "tuple", "mapping"])
def test_no_runs_or_judgments_at_all(run, qrels, nothing):
    assert "runs" in refusal(nothing, qrels) or "run" in refusal(nothing, qrels)
    assert "judgments" in refusal(run, nothing) or "qrels" in refusal(run, nothing)


# Columns


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize(
    ("missing", "also"), [("query_id", "qid"), ("doc_id", "docno"), ("score", "sim")], ids=lambda value: value
)
def test_a_run_without_a_column_it_needs(tmp_path, qrels, name, missing, also):
    header = tuple(column if column != missing else "nonsense" for column in RUN_HEADER)
    said = refusal(WRITERS[name][0](tmp_path / name, header, GOOD_RUN), qrels)
    assert f": no column {missing} (or {also}, " in said
    assert f"which a run must have; it has {', '.join(header)}" in said
    assert name == "frame" or str(tmp_path / "file") in said


@pytest.mark.parametrize("name", WRITERS)
def test_judgments_without_a_column_they_need(tmp_path, run, name):
    header = ("query_id", "doc_id", "nonsense")
    said = refusal(run, WRITERS[name][0](tmp_path / name, header, GOOD_QRELS))
    assert ": no column relevance (or rel, label, " in said
    assert "which judgments must have; it has query_id, doc_id, nonsense" in said


def test_a_missing_column_of_one_file_among_many_names_that_file(tmp_path, qrels):
    for number in range(3):
        put_parquet(tmp_path / f"{number}.parquet", RUN_HEADER, GOOD_RUN)
    put_parquet(tmp_path / "1.parquet", ("query_id", "doc_id", "value"), GOOD_RUN)
    assert refusal(f"{tmp_path}/*.parquet", qrels).startswith(f"{tmp_path}/1.parquet: no column score ")


def test_a_table_with_very_many_columns_is_not_listed_whole(qrels):
    wide = pa.table({f"c{number}": ["x"] for number in range(1000)})
    assert len(refusal(wide, qrels)) < 300


@pytest.mark.parametrize("text", ["1\n2\n", "[1, 2]\n[3, 4]\n", '"a"\n', "[]", "", '{"q1": {"d1": 1.5}}'])
def test_json_that_holds_no_rows_of_ours(tmp_path, qrels, text):
    said = refusal(put(tmp_path / "r.jsonl", text), qrels)
    assert str(tmp_path / "r.jsonl") in said
    assert not said.endswith("it has")


# Files that are broken


def numbered(count: int) -> bytes:
    return "".join(f"q1 Q0 d{place * 7919 % 10007} {place} {count - place} x\n" for place in range(1, count)).encode()


@pytest.mark.parametrize("end", [-1, -4, -8, -12, -100, 2000, 12, 3])
def test_a_gz_that_was_cut_short(tmp_path, qrels, end):
    said = refusal(put(tmp_path / "cut.run.gz", gzip.compress(numbered(2000))[:end]), qrels)
    assert said == f"{tmp_path / 'cut.run.gz'}: cannot be unpacked: Truncated compressed stream"


def test_a_gz_of_several_members_that_was_cut_short(tmp_path, qrels):
    packed = gzip.compress(numbered(1000)) + gzip.compress(b"q2 Q0 d1 1 1 x\n" * 100)
    assert "cannot be unpacked" in refusal(put(tmp_path / "cut.run.gz", packed[:-5]), qrels)


@pytest.mark.parametrize("end", [-1, -4, -100, 2000, 12, 3])
def test_a_zst_that_was_cut_short(tmp_path, qrels, end):
    packed = pa.compress(numbered(2000), codec="zstd", asbytes=True)
    said = refusal(put(tmp_path / "cut.run.zst", packed[:end]), qrels)
    assert said == f"{tmp_path / 'cut.run.zst'}: cannot be unpacked: Truncated compressed stream"


@pytest.mark.parametrize("name", ["plain.run.gz", "plain.run.zst", "plain.csv.gz"])
def test_text_that_only_says_it_is_compressed(tmp_path, qrels, name):
    assert refusal(put(tmp_path / name, RUN), qrels).startswith(f"{tmp_path / name}: cannot be unpacked")


def test_a_compressed_file_whose_bytes_are_damaged(tmp_path, qrels):
    packed = bytearray(gzip.compress(numbered(2000)))
    packed[len(packed) // 2] ^= 0xFF
    assert "cannot be unpacked" in refusal(put(tmp_path / "bad.run.gz", bytes(packed)), qrels)


@pytest.mark.parametrize("end", [-1, -8, -30, 200, 4, 0])
def test_a_parquet_file_that_was_cut_short(tmp_path, qrels, end):
    whole = put_parquet(tmp_path / "cut.parquet", RUN_HEADER, GOOD_RUN).read_bytes()
    said = refusal(put(tmp_path / "cut.parquet", whole[:end]), qrels)
    assert said.startswith(f"{tmp_path / 'cut.parquet'}: not readable as Parquet")


def test_a_parquet_file_whose_pages_are_damaged(tmp_path, qrels):
    table = pa.table({"query_id": ["q1"] * 3000, "doc_id": [f"d{i}" for i in range(3000)], "score": range(3000)})
    pq.write_table(table, tmp_path / "bad.parquet", compression="zstd")
    damaged = bytearray((tmp_path / "bad.parquet").read_bytes())
    damaged[200:9000] = bytes(8800)
    assert str(tmp_path / "bad.parquet") in refusal(put(tmp_path / "bad.parquet", bytes(damaged)), qrels)


def test_a_file_that_only_says_it_is_parquet(tmp_path, run, qrels):
    said = refusal(put(tmp_path / "no.parquet", RUN), qrels)
    assert said.startswith(f"{tmp_path / 'no.parquet'}: not readable as Parquet")


@pytest.mark.parametrize("end", ["q2", "q2 Q0", "q2 Q0 d1 1", "q2 Q0 d1 1 1"])
def test_trec_text_that_was_cut_in_the_middle_of_a_line(tmp_path, qrels, end):
    said = refusal(put(tmp_path / "cut.run", "\n".join([*RUN[:2], end])), qrels)
    count = len(end.split())
    assert f"{tmp_path / 'cut.run'}, line 3: {count} field{'s' * (count > 1)}, {end!r}, where 6 were expected" in said
    assert said.endswith("query_id Q0 doc_id rank score run")


def test_trec_text_that_was_cut_in_the_name_of_its_run(tmp_path, qrels):
    text = "".join(line.replace(" x", " system\n") for line in RUN)
    said = refusal(put(tmp_path / "cut.run", text[:-4]), qrels)
    assert f"{tmp_path / 'cut.run'}" in said


def test_judgments_that_were_cut_in_the_middle_of_a_line(tmp_path, run):
    said = refusal(run, put(tmp_path / "cut.qrels", "\n".join([*QRELS[:2], "q2 0 d1"])))
    assert f"{tmp_path / 'cut.qrels'}, line 3: 3 fields, 'q2 0 d1', where 4 were expected" in said
    assert said.endswith("query_id subtopic doc_id relevance")


@pytest.mark.parametrize("line", ["q2,d1", "q2", "q2,d1,1,1"])
def test_csv_lines_with_too_few_or_too_many_columns(tmp_path, qrels, line):
    said = refusal(put(tmp_path / "r.csv", [",".join(RUN_HEADER), "q1,d1,3", "q1,d2,2", line]), qrels)
    assert f"{tmp_path / 'r.csv'}, line 4: {line.count(',') + 1} column" in said
    assert said.endswith("where the header has 3")


def test_csv_whose_lines_end_in_two_ways(tmp_path, qrels):
    (tmp_path / "r.csv").write_bytes(b"query_id,doc_id,score\r\nq1,d1,3\r\nq1,d2,2\n")
    said = refusal(tmp_path / "r.csv", qrels)
    assert said == f"{tmp_path / 'r.csv'}: some lines end in CR LF and some in LF only; make them one"


def test_csv_with_a_quote_that_is_not_closed(tmp_path, qrels):
    said = refusal(put(tmp_path / "r.csv", [",".join(RUN_HEADER), "q1,d1,3", 'q1,"d2,2']), qrels)
    assert said.startswith(f"{tmp_path / 'r.csv'}, line 3: ")
    assert "CSV Error on Line" not in said


@pytest.mark.parametrize("name", ["cut.jsonl", "cut.json"])
def test_json_that_was_cut_short(tmp_path, qrels, name):
    record = '{"qid": "q1", "docid": "d%d", "score": %d}'
    rows = [record % (place, place) for place in range(5)]
    text = "[" + ",\n".join(rows) + "]" if name == "cut.json" else "\n".join(rows)
    said = refusal(put(tmp_path / name, text[:-10]), qrels)
    assert said.startswith(f"{tmp_path / name}")
    assert "JSON" in said
    assert said.count(str(tmp_path)) == 1


def test_a_line_of_json_that_is_broken_is_counted(tmp_path, qrels):
    record = '{"qid": "q1", "docid": "d%d", "score": 1}'
    said = refusal(put(tmp_path / "r.jsonl", [record % 1, record % 2, '{"qid": "q1", ', record % 3]), qrels)
    assert "line 3" in said


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("r.run", b"q1 Q0 d1 1 3 x\nq1 Q0 \xe9 2 2 x\n"),
        ("r.csv", b"query_id,doc_id,score\nq1,\xe9,2\n"),
        ("r.tsv", b"query_id\tdoc_id\tscore\nq1\t\xe9\t2\n"),
    ],
)
def test_text_that_is_not_utf_8(tmp_path, qrels, name, text):
    assert refusal(put(tmp_path / name, text), qrels) == f"{tmp_path / name}, line 2: not UTF-8 text"


def test_the_line_that_is_not_utf_8_is_counted_far_down_and_in_the_right_file(tmp_path, run, qrels):
    bad = put(tmp_path / "bad.run", numbered(5000) + b"q2 Q0 \xe9 1 1 x\n" + b"q2 Q0 d1 1 1 x\n")
    assert refusal([run, bad], qrels) == f"{bad}, line 5000: not UTF-8 text"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "latin-1"])
def test_text_of_another_encoding(tmp_path, qrels, encoding):
    said = refusal(put(tmp_path / "r.run", "q1 Q0 été 1 1 x\n".encode(encoding)), qrels)
    assert said == f"{tmp_path / 'r.run'}, line 1: not UTF-8 text"


def test_json_that_is_not_utf_8(tmp_path, qrels):
    said = refusal(put(tmp_path / "r.jsonl", b'{"qid": "q1", "docid": "\xe9", "score": 1}\n'), qrels)
    assert said.startswith(f"{tmp_path / 'r.jsonl'}")
    assert "utf-8" in said.lower()


# Numbers

NO_NUMBERS = ["abc", "1_000", "0x10", "2,5", "1.2.3", "1e", "--1", "true", "٣", "½"]
NOT_FINITE = ["nan", "NaN", "-nan", "inf", "-inf", "Infinity", "1e400", "-1e400"]


def same_number(said: str, value: str) -> bool:
    return value in said or ("nan" in said.lower() and "nan" in value.lower())


@pytest.mark.parametrize("value", NO_NUMBERS)
def test_a_score_in_trec_text_that_is_no_number(tmp_path, qrels, value):
    said = refusal(put(tmp_path / "r.run", [RUN[0], f"q1 Q0 d2 2 {value} x", RUN[2]]), qrels)
    assert said == f"{tmp_path / 'r.run'}, line 2: score is {value!r}; a number was expected"


@pytest.mark.parametrize("value", NO_NUMBERS)
def test_a_relevance_in_trec_text_that_is_no_number(tmp_path, run, value):
    said = refusal(run, put(tmp_path / "q.txt", [QRELS[0], f"q1 0 d2 {value}", QRELS[2]]))
    assert said == f"{tmp_path / 'q.txt'}, line 2: relevance is {value!r}; a number was expected"


@pytest.mark.parametrize("value", NOT_FINITE)
def test_a_score_or_relevance_in_trec_text_that_is_not_finite(tmp_path, run, qrels, value):
    said = refusal(put(tmp_path / "r.run", [RUN[0], f"q1 Q0 d2 2 {value} x", RUN[2]]), qrels)
    assert said.startswith(f"{tmp_path / 'r.run'}, line 2: score is ")
    assert same_number(said.removeprefix(str(tmp_path)), value)
    assert said.endswith("; a finite number was expected")
    said = refusal(run, put(tmp_path / "q.txt", [QRELS[0], f"q1 0 d2 {value}", QRELS[2]]))
    assert said.startswith(f"{tmp_path / 'q.txt'}, line 2: relevance is ")
    assert same_number(said.removeprefix(str(tmp_path)), value)


@pytest.mark.parametrize("value", ["abc", "1_000", "0x10", "2,5", "nan", "-inf", "1e400"])
@pytest.mark.parametrize("name", WRITERS)
def test_a_score_that_is_no_finite_number_in_every_other_format(tmp_path, qrels, name, value):
    write, place = WRITERS[name]
    bad = [GOOD_RUN[0], ("q1", "d2", f'"{value}"' if "," in value and name == "file.csv" else value), GOOD_RUN[2]]
    said = refusal(write(tmp_path / name, RUN_HEADER, bad), qrels)
    assert f", {place}: score is " in said
    assert same_number(said.removeprefix(str(tmp_path)), value)
    assert said.endswith("number was expected")


@pytest.mark.parametrize("value", ["abc", "nan", None])
@pytest.mark.parametrize("name", WRITERS)
def test_a_relevance_that_is_no_finite_number_in_every_other_format(tmp_path, run, name, value):
    write, place = WRITERS[name]
    said = refusal(run, write(tmp_path / name, QRELS_HEADER, [GOOD_QRELS[0], ("q1", "d2", value), GOOD_QRELS[2]]))
    assert f", {place}: relevance is " in said
    assert (value or "null") in said
    assert said.endswith("number was expected")


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf"), None])
@pytest.mark.parametrize("make", [pd.DataFrame, pa.table, "polars"], ids=["pandas", "Arrow", "polars"])
def test_a_score_in_a_frame_that_is_not_finite(qrels, make, value):
    make = pytest.importorskip("polars").DataFrame if make == "polars" else make
    given = make({"query_id": ["q1", "q1"], "doc_id": ["d1", "d2"], "score": [1.0, value]})
    said = refusal(given, qrels)
    assert "row 2: score is " in said
    assert said.endswith("number was expected")


def test_how_many_more_rows_are_bad_is_said(tmp_path, qrels):
    bad = [line.replace(" 2 x", " two x") for line in RUN]
    assert refusal(put(tmp_path / "1.run", [*bad]), qrels).endswith("; a number was expected")
    bad = [*bad, "q2 Q0 d2 2 one x"]
    assert refusal(put(tmp_path / "2.run", bad), qrels).endswith("; 1 more such row")
    assert refusal(put(tmp_path / "3.run", [*bad, "q2 Q0 d3 3 zero x"]), qrels).endswith("; 2 more such rows")


@pytest.mark.parametrize("pack", [lambda text: text, gzip.compress], ids=["plain", "gz"])
@pytest.mark.parametrize("ends", [b"\n", b"\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf"], ids=["no BOM", "BOM"])
def test_lines_are_counted_with_blank_lines_and_comments(tmp_path, qrels, start, ends, pack):
    lines = ["# a comment", "", *RUN[:1], " \t ", "# q1 Q0 d2 1 zero x", "q1 Q0 d2 2 two x", RUN[2]]
    text = start + ends.join(line.encode() for line in lines)
    path = put(tmp_path / ("r.run.gz" if pack is gzip.compress else "r.run"), pack(text))
    assert refusal(path, qrels) == f"{path}, line 6: score is 'two'; a number was expected"


@pytest.mark.parametrize("blank", ["\u00a0", "\u2003", "\u3000", "\x0b", "\x0c", "\x1c", "\x85"])
def test_blanks_that_are_neither_space_nor_tab_belong_to_the_field(tmp_path, qrels, blank):
    text = f"{blank}\nq1 Q0 d1 1 3 x\nq1 Q0 d2 2 two x\n"
    path = put(tmp_path / "r.run", text)
    assert f"{path}, line 1: 1 field, " in refusal(path, qrels)
    path = put(tmp_path / "s.run", [RUN[0], f"q1 Q0 d{blank}2 2 two x"])
    assert refusal(path, qrels) == f"{path}, line 2: score is 'two'; a number was expected"


def test_a_line_far_down_in_the_second_of_two_files_is_counted(tmp_path, qrels):
    first = put(tmp_path / "first.run", numbered(3000))
    second = put(tmp_path / "second.run", numbered(90_000) + b"q2 Q0 d1 1 one x\n" + b"q2 Q0 d2 2 0 x\n")
    assert refusal([first, second], qrels) == f"{second}, line 90000: score is 'one'; a number was expected"


def test_a_row_far_down_in_a_parquet_file_is_counted(tmp_path, qrels):
    count = 300_000
    scores = [float(count - place) for place in range(count)]
    scores[250_000] = None
    given = pa.table({"query_id": ["q1"] * count, "doc_id": [f"d{place}" for place in range(count)], "score": scores})
    pq.write_table(given, tmp_path / "r.parquet", row_group_size=50_000)
    assert refusal(tmp_path / "r.parquet", qrels).startswith(f"{tmp_path / 'r.parquet'}, row 250001: score is null")


def test_a_line_is_counted_where_the_user_lets_duckdb_change_the_order_of_rows(tmp_path, qrels):
    connection = duckdb.connect(config={"preserve_insertion_order": False, "threads": 4})
    path = put(tmp_path / "r.run", numbered(200_000) + b"q2 Q0 d1 1 one x\n" + numbered(200_000).replace(b"q1", b"q2"))
    assert refusal(path, qrels, connection=connection) == f"{path}, line 200000: score is 'one'; a number was expected"


# Ids


@pytest.mark.parametrize("value", [None, ""])
@pytest.mark.parametrize("column", ["query_id", "doc_id"])
@pytest.mark.parametrize("name", WRITERS)
def test_an_id_that_is_null_or_empty(tmp_path, run, qrels, name, column, value):
    write, place = WRITERS[name]

    def spoiled(header, rows):
        second = tuple(value if ours == column else old for ours, old in zip(header, rows[1], strict=True))
        return write(tmp_path / name, header, [rows[0], second, rows[2]])

    said = refusal(spoiled(RUN_HEADER, GOOD_RUN), qrels)
    assert f", {place}: {column} is " in said
    assert said.endswith("; every row must have one")
    Path(tmp_path / "file.duckdb").unlink(missing_ok=True)
    said = refusal(run, spoiled(QRELS_HEADER, GOOD_QRELS))
    assert f", {place}: {column} is " in said


def test_a_null_and_an_empty_id_are_told_apart(tmp_path, qrels):
    rows = [GOOD_RUN[0], ("q1", None, "2")]
    assert "doc_id is null" in refusal(put_parquet(tmp_path / "a.parquet", RUN_HEADER, rows), qrels)
    rows = [GOOD_RUN[0], ("q1", "", "2")]
    assert "doc_id is empty" in refusal(put_parquet(tmp_path / "b.parquet", RUN_HEADER, rows), qrels)


@pytest.mark.parametrize("name", WRITERS)
def test_a_run_column_that_is_null(tmp_path, qrels, name):
    write, place = WRITERS[name]
    rows = [("x", *GOOD_RUN[0]), (None, *GOOD_RUN[1])]
    assert f", {place}: run is " in refusal(write(tmp_path / name, ("run", *RUN_HEADER), rows), qrels)


@pytest.mark.parametrize("nothing", [None, float("nan"), ""], ids=["None", "nan", "empty"])
def test_an_id_in_a_pandas_frame_that_is_nothing(qrels, nothing):
    given = pd.DataFrame({"query_id": ["q1", "q1"], "doc_id": ["d1", nothing], "score": [2.0, 1.0]})
    assert "row 2: doc_id is " in refusal(given, qrels)


# The same twice


@pytest.mark.parametrize("name", WRITERS)
def test_a_document_that_a_run_has_twice_in_one_query(tmp_path, qrels, name):
    write, place = WRITERS[name]
    rows = [("q1", "d9", "5"), *GOOD_RUN[:2], ("q1", "d9", "1")]
    said = refusal(write(tmp_path / name, RUN_HEADER, rows), qrels)
    assert said.startswith("document d9 is there twice for query q1 in run ")
    assert place.replace("2", "1") in said
    assert place.replace("2", "4") in said


def test_a_document_that_a_trec_run_has_twice_in_one_query(tmp_path, qrels):
    path = put(tmp_path / "bm25.run", ["# comment", *RUN, "q1 Q0 d1 9 0 x"])
    said = refusal(path, qrels)
    assert said == f"document d1 is there twice for query q1 in run bm25 ({path}, line 2 and {path}, line 5)"


def test_how_many_more_documents_are_there_twice_is_said(tmp_path, qrels):
    path = put(tmp_path / "r.run", [*RUN, *RUN])
    assert refusal(path, qrels).endswith("; 2 more such documents")


def test_a_document_that_two_parts_of_a_run_have(tmp_path, qrels):
    header = ("run", *RUN_HEADER)
    put_parquet(tmp_path / "1.parquet", header, [("x", *row) for row in GOOD_RUN])
    put_parquet(tmp_path / "2.parquet", header, [("x", "q3", "d1", "1"), ("x", "q1", "d2", "0")])
    said = refusal(f"{tmp_path}/?.parquet", qrels)
    assert said.startswith("document d2 is there twice for query q1 in run x ")
    assert f"({tmp_path}/1.parquet, row 2 and {tmp_path}/2.parquet, row 2)" in said


def test_one_document_in_two_queries_or_in_two_runs_is_fine(tmp_path, qrels):
    other = put(tmp_path / "other.run", RUN)
    assert len(evaluate([put(tmp_path / "r.run", RUN), other], qrels, "AP").fetchall()) == 4


@pytest.fixture
def few_rows(monkeypatch) -> None:
    """Runs of more than three rows are too many to look at all."""
    monkeypatch.setattr("evalsql.inputs.checks.ALL_ROWS", 3)
    monkeypatch.setattr("evalsql.population.ALL_ROWS", 3)


@pytest.mark.usefixtures("few_rows")
def test_a_judged_document_twice_is_refused_however_many_rows_there_are(tmp_path, qrels):
    path = put(tmp_path / "r.run", [*RUN, "q1 Q0 d1 9 0 x"])
    assert "document d1 is there twice for query q1 in run r" in refusal(path, qrels)


@pytest.mark.usefixtures("few_rows")
def test_an_unjudged_document_twice_among_very_many_rows_is_refused_when_strict(tmp_path, qrels):
    path = put(tmp_path / "r.run", [*RUN, "q1 Q0 d9 8 0.5 x", "q1 Q0 d9 9 0 x"])
    assert len(evaluate(path, qrels, "AP").fetchall()) == 2
    assert "document d9 is there twice for query q1 in run r" in refusal(path, qrels, strict=True)


@pytest.mark.usefixtures("few_rows")
def test_what_was_not_looked_for_is_said(tmp_path, qrels):
    path = put(tmp_path / "r.run", [*RUN, "q1 Q0 d9 8 0.5 x"])
    said = "more than 3 rows, so duplicates were looked for among judged documents only"
    assert str(Evaluation(path, qrels).coverage).endswith(said)
    assert said not in str(Evaluation(path, qrels, strict=True).coverage)
    assert said not in str(Evaluation(put(tmp_path / "s.run", RUN), qrels).coverage)


def test_an_unjudged_document_twice_is_refused(tmp_path, qrels):
    path = put(tmp_path / "r.run", [*RUN, "q1 Q0 d9 8 0.5 x", "q1 Q0 d9 9 0 x"])
    assert "document d9 is there twice for query q1 in run r" in refusal(path, qrels)


@pytest.mark.parametrize("name", WRITERS)
def test_a_judgment_that_is_there_twice(tmp_path, run, name):
    write, place = WRITERS[name]
    said = refusal(run, write(tmp_path / name, QRELS_HEADER, [*GOOD_QRELS, ("q1", "d2", "1")]))
    assert said.startswith("document d2 is judged twice for query q1 (")
    assert place in said
    assert place.replace("2", "4") in said


def test_a_judgment_that_is_twice_in_trec_text_even_with_the_same_relevance(tmp_path, run):
    path = put(tmp_path / "q.txt", [*QRELS, *QRELS])
    said = refusal(run, path)
    assert said.startswith(f"document d1 is judged twice for query q1 ({path}, line 1 and {path}, line 4)")
    assert said.endswith("; 2 more such judgments")


def test_a_judgment_that_two_files_hold(tmp_path, run, qrels):
    other = put(tmp_path / "other.qrels", ["q3 0 d1 1", QRELS[1]])
    said = refusal(run, [qrels, other])
    assert said == f"document d2 is judged twice for query q1 ({qrels}, line 2 and {other}, line 2)"


def test_a_judgment_that_is_twice_for_one_subtopic(tmp_path, run):
    path = put(tmp_path / "q.txt", ["q1 1 d1 1", "q1 2 d1 0", "q1 2 d1 1"])
    assert "document d1 is judged twice for query q1" in refusal(run, path)


# Nothing in them, or nothing in common


@pytest.mark.parametrize("content", ["", "\n\n", "# only a comment\n", " \t \n"])
def test_a_trec_file_without_rows(tmp_path, run, qrels, content):
    empty = put(tmp_path / "empty", content)
    assert refusal(empty, qrels).startswith(f"{empty}: holds no rows")
    assert refusal([run, empty], qrels).startswith(f"{empty}: holds no rows")
    assert refusal(run, empty).startswith(f"{empty}: holds no rows")
    assert "judgments were expected" in refusal(run, empty)


@pytest.mark.parametrize("name", WRITERS)
def test_a_table_without_rows(tmp_path, run, qrels, name):
    write, _ = WRITERS[name]
    if name != "file.jsonl":
        assert "holds no rows" in refusal(write(tmp_path / name, RUN_HEADER, []), qrels)
        Path(tmp_path / "file.duckdb").unlink(missing_ok=True)
        assert "holds no rows" in refusal(run, write(tmp_path / name, QRELS_HEADER, []))


@pytest.mark.parametrize(
    "name", ["empty.csv", "empty.tsv", "empty.json", "empty.jsonl", "empty.run.gz", "empty.csv.zst"]
)
def test_a_file_of_no_bytes(tmp_path, run, qrels, name):
    empty = put(tmp_path / name, b"")
    assert refusal(empty, qrels).startswith(f"{empty}: holds no rows")
    assert refusal(run, empty).startswith(f"{empty}: holds no rows")


def test_one_frame_without_rows_among_others(qrels):
    full = frame(("run", *RUN_HEADER), [("x", *row) for row in GOOD_RUN])
    assert "holds no rows" in refusal([full, full.slice(0, 0)], qrels)
    assert refusal({"full": full, "none": full.slice(0, 0)}, qrels).startswith("none: holds no rows")


def test_parts_of_a_folder_may_be_empty_but_not_all(tmp_path, qrels):
    put_parquet(tmp_path / "1.parquet", RUN_HEADER, [])
    assert refusal(tmp_path, qrels).startswith(f"{tmp_path}: holds no rows")
    put_parquet(tmp_path / "2.parquet", RUN_HEADER, GOOD_RUN)
    assert len(evaluate(f"{tmp_path}/*.parquet", qrels, "AP").fetchall()) == 2


def test_standard_input_without_rows(monkeypatch, qrels):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"")))
    assert "holds no rows" in refusal("-", qrels)


def test_standard_input_for_both_runs_and_judgments(monkeypatch):
    text = "q1 0 d1 1 1 x\n"
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(text.encode())))
    assert "standard input" in refusal("-", "-")


def test_a_run_and_judgments_with_no_query_in_common(tmp_path, run, qrels):
    other = put(tmp_path / "other.run", ["7 Q0 d1 1 1 x", "8 Q0 d1 1 1 x", "9 Q0 d1 1 1 x", "99 Q0 d1 1 1 x"])
    said = refusal([run, other], qrels)
    assert said.startswith("run other and the judgments have no query in common: ")
    assert "the run has 7, 8, 9" in said
    assert "the judgments q1, q2" in said


def test_a_run_and_the_listed_queries_with_no_query_in_common(tmp_path, run, qrels):
    other = put(tmp_path / "other.run", ["q1 Q0 d1 1 1 x"])
    assert "run other " in refusal([run, other], qrels, queries=["q2"])


# Runs of one name


def test_two_trec_files_of_one_name(tmp_path, qrels):
    one, two = put(tmp_path / "a" / "bm25.run", RUN), put(tmp_path / "b" / "bm25.run", RUN)
    said = refusal([one, two], qrels)
    assert said.startswith(f"{one} and {two} both hold a run called bm25; ")
    assert refusal(f"{tmp_path}/?/bm25.run", qrels).startswith(f"{one} and {two} both hold a run called bm25; ")


def test_two_trec_files_of_one_name_but_for_the_suffix(tmp_path, qrels):
    one = put(tmp_path / "bm25.run", RUN)
    two = put(tmp_path / "bm25.run.gz", gzip.compress((tmp_path / "bm25.run").read_bytes()))
    assert f"{one} and {two} both hold a run called bm25" in refusal([one, two], qrels)


def test_a_trec_file_and_a_parquet_file_with_the_same_run(tmp_path, qrels):
    one = put(tmp_path / "bm25.run", RUN)
    two = put_parquet(tmp_path / "all.parquet", ("run", *RUN_HEADER), [("bm25", "q1", "d7", "1")])
    said = refusal([one, two], qrels)
    assert "both hold a run called bm25" in said
    assert str(one) in said
    assert str(two) in said


def test_two_parquet_files_given_apart_with_the_same_run(tmp_path, qrels):
    header = ("run", *RUN_HEADER)
    one = put_parquet(tmp_path / "1.parquet", header, [("x", *row) for row in GOOD_RUN[:2]])
    two = put_parquet(tmp_path / "2.parquet", header, [("x", *row) for row in GOOD_RUN[2:]])
    said = refusal([one, two], qrels)
    assert said.startswith(f"{one} and {two} both hold a run called x; ")
    assert "a folder or a quoted pattern" in said
    assert len(evaluate(f"{tmp_path}/?.parquet", qrels, "AP").fetchall()) == 2


@pytest.mark.parametrize("write", [put_csv, put_jsonl, put_parquet])
def test_parts_of_a_quoted_pattern_may_share_a_run(tmp_path, qrels, write):
    header, suffix = ("run", *RUN_HEADER), write.__name__.removeprefix("put_")
    write(tmp_path / f"part1.{suffix}", header, [("x", *row) for row in GOOD_RUN[:1]])
    write(tmp_path / f"part2.{suffix}", header, [("x", *row) for row in GOOD_RUN[1:]])
    whole = evaluate(put(tmp_path / "x.run", RUN), qrels, "AP").fetchall()
    assert evaluate(f"{tmp_path}/part*", qrels, "AP").fetchall() == whole


def test_parts_of_a_run_may_be_named_as_the_run(tmp_path, qrels):
    for folder, rows in (("en", GOOD_RUN[:1]), ("de", GOOD_RUN[1:])):
        (tmp_path / folder).mkdir()
        put_parquet(tmp_path / folder / "x.parquet", ("run", *RUN_HEADER), [("x", *row) for row in rows])
    whole = evaluate(put(tmp_path / "x.run", RUN), qrels, "AP").fetchall()
    assert evaluate(f"{tmp_path}/*/*.parquet", qrels, "AP").fetchall() == whole


@pytest.mark.parametrize("name", ["fine.run", "fine.parquet", "fine.csv"])
def test_the_same_file_given_twice(tmp_path, qrels, name):
    write = {"run": lambda path, *_: put(path, RUN), "parquet": put_parquet, "csv": put_csv}[name.rpartition(".")[2]]
    path = write(tmp_path / name, RUN_HEADER, GOOD_RUN)
    said = refusal([path, path], qrels)
    assert "fine" in said
    assert str(path) in said
    assert "fine" in refusal([path, f"{tmp_path}/fine.[a-z]*"], qrels)


def test_two_tables_of_one_run(tmp_path, qrels):
    given = frame(("run", *RUN_HEADER), [("x", *row) for row in GOOD_RUN[:2]])
    other = frame(("run", *RUN_HEADER), [("x", *row) for row in GOOD_RUN[2:]])
    assert "run called x" in refusal({"one": given, "two": other}, qrels)


def test_two_frames_in_a_list_that_have_no_run_column(qrels):
    assert "run" in refusal([frame(RUN_HEADER, GOOD_RUN[:2]), frame(RUN_HEADER, GOOD_RUN[2:])], qrels)


def test_the_row_of_the_second_of_two_frames_is_shown(qrels):
    header = ("run", *RUN_HEADER)
    first = frame(header, [("x", *row) for row in GOOD_RUN])
    second = frame(header, [("y", "q1", "d1", "3"), ("y", "q1", "d2", "two")])
    assert "score is 'two'; a number was expected" in refusal([first, second], qrels)


# What is no input at all


@pytest.mark.parametrize(
    "given",
    [5, None, 1.5, True, b"r.run", object(), Path, {1, 2}, (each for each in "ab"), duckdb.connect(":memory:")],
    ids=["int", "None", "float", "bool", "bytes", "object", "class", "set", "generator", "connection"],
)
def test_a_thing_that_cannot_be_read(run, qrels, given):
    assert f"a {type(given).__name__} cannot be read; give a path, a table" in refusal(given, qrels).replace(
        "an ", "a "
    )
    assert f"a {type(given).__name__} cannot be read" in refusal([run, given], qrels).replace("an ", "a ")
    assert f"a {type(given).__name__} cannot be read" in refusal(run, given).replace("an ", "a ")


@pytest.mark.parametrize(
    "given", [pd.Series([1, 2]), pd.DataFrame({"a": [1]})["a"].to_numpy()], ids=["Series", "array"]
)
def test_a_single_column_is_no_run(qrels, given):
    refusal(given, qrels)


ROW = {"run": "x", "query_id": "q1", "doc_id": "d1", "score": 1.0}


def test_a_row_or_a_list_of_rows_is_no_run(run, qrels):
    assert "there is no such file" in refusal(ROW, qrels)
    assert "a dict cannot be read" in refusal([ROW], qrels)
    assert "a dict cannot be read" in refusal(run, [ROW])


def test_nested_mappings_of_queries_and_documents_are_no_run(run, qrels):
    assert "a dict cannot be read" in refusal({"q1": {"d1": 1.5}}, qrels)
    assert "a dict cannot be read" in refusal(run, {"q1": {"d1": 1}})


def test_a_mapping_may_have_any_names(run, qrels):
    assert {row[0] for row in evaluate({1: run}, qrels, "AP").fetchall()} == {"1"}


def test_a_relation_that_fails_when_it_is_read(qrels):
    connection = duckdb.connect()
    connection.execute("create table r (query_id varchar, doc_id varchar, score varchar)")
    connection.execute("insert into r values ('q1', 'd1', 'one')")
    refusal(connection.sql("select query_id, doc_id, score::double as score from r"), qrels)
    connection.execute("create view bad as select query_id, doc_id, score::double as score from r")
    refusal("bad", qrels, connection=connection)


def test_a_relation_whose_connection_is_closed(qrels):
    connection = duckdb.connect()
    relation = connection.sql("select 'q1' as query_id, 'd1' as doc_id, 1 as score")
    connection.close()
    assert "closed" in refusal(relation, qrels)


# Databases


@pytest.fixture
def database(tmp_path) -> Path:
    put_database(tmp_path / "runs", RUN_HEADER, GOOD_RUN)
    return (tmp_path / "runs.duckdb").rename(tmp_path / "eval.duckdb")


def test_a_database_that_does_not_exist(tmp_path, qrels):
    path = tmp_path / "none.duckdb"
    assert refusal(f"{path}::runs", qrels) == f"{path}::runs: there is no file {path}"
    assert not path.exists()


@pytest.mark.parametrize("table", ["none", "main.none", "other.runs", "a.b.c.d", "runs;", "runs where 1=1", '"runs"'])
def test_a_table_that_a_database_has_not(database, qrels, table):
    said = refusal(f"{database}::{table}", qrels)
    assert said.startswith(f"{database}::{table}: ")
    assert "does not exist" in said or "no table" in said


def test_no_table_after_the_colons(database, qrels):
    said = refusal(f"{database}::", qrels)
    assert said.startswith(f"{database}::: ")
    assert "delimited identifier" not in said


@pytest.mark.parametrize("content", [b"", b"not a database", bytes(20_000)], ids=["empty", "text", "zeros"])
def test_a_file_that_is_no_database(tmp_path, qrels, content):
    path = put(tmp_path / "no.duckdb", content)
    said = refusal(f"{path}::runs", qrels)
    assert said.startswith(str(path))
    assert path.read_bytes() == content


def test_a_database_that_another_process_holds(database, qrels):
    code = f"import duckdb; held = duckdb.connect({str(database)!r}); print('held', flush=True); input()"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        other.stdout.readline()
        said = refusal(f"{database}::runs", qrels)
        other.communicate(b"\n")
    assert said.startswith(f"{database}: cannot be opened")
    assert "lock" in said
    assert len(evaluate(f"{database}::runs", qrels, "AP").fetchall()) == 2


def test_a_name_that_is_neither_a_table_nor_a_file(qrels):
    connection = duckdb.connect()
    said = refusal("none", qrels, connection=connection)
    assert said.startswith("none: ")
    assert "table" in said
    assert "file" in said


# Options


def test_an_unknown_population(run, qrels):
    said = refusal(run, qrels, population="union")
    assert said == "population must be qrels or intersection, not 'union'"


@pytest.mark.parametrize("depth", [0, -1, 1.5, "10"])
def test_a_depth_that_is_no_rank(run, qrels, depth):
    said = refusal(run, qrels, depth=depth)
    assert said.startswith("depth must be ")
    assert str(depth) in said


def test_a_listed_query_that_is_not_judged(run, qrels):
    assert refusal(run, qrels, queries=["q1", "q9"]) == "the list of queries has q9, which is not judged"
    said = "the list of queries has q7 and 1 other, which are not judged"
    assert refusal(run, qrels, queries=["q7", "q1", "q9"]) == said
    assert "q7 and 2 others, which are" in refusal(run, qrels, queries=["q7", "q1", "q9", "q8"])


def test_an_empty_list_of_queries(run, qrels):
    assert refusal(run, qrels, queries=[]) == "the list of queries is empty"


def test_a_text_where_a_list_of_queries_was_expected(tmp_path):
    run = put(tmp_path / "r.run", [f"{query} Q0 d1 1 1 x" for query in ("1", "2", "12")])
    qrels = put(tmp_path / "q.txt", [f"{query} 0 d1 1" for query in ("1", "2", "12")])
    assert "12" in refusal(run, qrels, queries="12")


# Ids in the sentences


@pytest.mark.parametrize("doc", ["it's", 'a"b', "'); drop table r; --", "été 🦆", "{x}", "%s %d", "a, b"])
def test_hard_ids_stand_in_the_sentence_as_they_are(qrels, doc):
    rows = [("q1", doc, "2"), ("q1", doc, "1")]
    assert f"document {doc} is there twice for query q1" in refusal(frame(RUN_HEADER, rows), qrels)
    assert "row 1" in refusal(frame(RUN_HEADER, rows), qrels)


def test_an_id_with_a_line_break_does_not_break_the_sentence(qrels):
    rows = [("q1", "a\nb", "2"), ("q1", "a\nb", "1")]
    assert "there twice" in refusal(frame(RUN_HEADER, rows), qrels)
    rows = [("q\n9", "a", "2")]
    assert "no query in common" in refusal(frame(RUN_HEADER, rows), qrels)


def test_a_very_long_id_or_value_does_not_fill_the_screen(tmp_path, qrels):
    path = put(tmp_path / "r.run", [RUN[0], f"q1 Q0 d2 2 {'9x' * 50_000} x"])
    assert len(refusal(path, qrels)) < 1000
    path = put(tmp_path / "s.run", [RUN[0], "x" * 100_000])
    assert len(refusal(path, qrels)) < 1000


@pytest.mark.parametrize("name", ["it's.run", 'a"b.run', "a b.run", "[1].run", "a;b.run", "a::b.run", "%s.run"])
def test_hard_names_of_files_stand_in_the_sentence_as_they_are(tmp_path, qrels, name):
    path = put(tmp_path / name, [RUN[0], "q1 Q0 d2 2 two x"])
    assert refusal(path, qrels) == f"{path}, line 2: score is 'two'; a number was expected"


@pytest.mark.parametrize("name", ["it's.parquet", 'a"b.csv', "[1].jsonl", "a::b.parquet"])
def test_hard_names_of_files_of_other_formats_stand_in_the_sentence_as_they_are(tmp_path, qrels, name):
    write = {"parquet": put_parquet, "csv": put_csv, "jsonl": put_jsonl}[name.rpartition(".")[2]]
    path = write(tmp_path / name, RUN_HEADER, [GOOD_RUN[0], ("q1", "d2", "two")])
    assert refusal(path, qrels).startswith(f"{path}, r")


def test_refused_inputs_leave_nothing_behind_and_do_not_stop_the_next_evaluation(tmp_path, run, qrels):
    connection = duckdb.connect()
    refusal(put(tmp_path / "r.run", [RUN[0], "q1 Q0 d2 2 two x"]), qrels, connection=connection)
    assert connection.execute("select count(*) from duckdb_tables()").fetchall() == [(0,)]
    assert len(evaluate(run, qrels, "AP", connection=connection).fetchall()) == 2
