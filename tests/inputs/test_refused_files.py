"""A file that is cut short, damaged or not of its format is refused with its name, and its line where it has one."""

import gzip

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from refused import GOOD_RUN, QRELS, RUN, RUN_HEADER, numbered, put_parquet, refusal
from written import put


@pytest.mark.quick(3)
@pytest.mark.parametrize("end", [-1, -4, -8, -12, -100, 2000, 12, 3])
def test_a_gz_that_was_cut_short(tmp_path, qrels, end):
    said = refusal(put(tmp_path / "cut.run.gz", gzip.compress(numbered(2000))[:end]), qrels)
    assert said == f"{tmp_path / 'cut.run.gz'}: cannot be unpacked: Truncated compressed stream"


def test_a_gz_of_several_members_that_was_cut_short(tmp_path, qrels):
    packed = gzip.compress(numbered(1000)) + gzip.compress(b"q2 Q0 d1 1 1 x\n" * 100)
    assert "cannot be unpacked" in refusal(put(tmp_path / "cut.run.gz", packed[:-5]), qrels)


@pytest.mark.quick(3)
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


@pytest.mark.quick(3)
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
    assert said.endswith("query_id iteration doc_id relevance")


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
    assert said.endswith('not readable as CSV: a quote (") is not closed, or closes before the end of its value')


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


@pytest.mark.quick(3)
@pytest.mark.parametrize("text", ["1\n2\n", "[1, 2]\n[3, 4]\n", '"a"\n', "[]", "", '{"q1": "d1"}'])
def test_json_that_holds_no_rows_of_ours(tmp_path, qrels, text):
    said = refusal(put(tmp_path / "r.jsonl", text), qrels)
    assert str(tmp_path / "r.jsonl") in said
    assert not said.endswith("it has")


@pytest.mark.parametrize("kind", ["runs", "qrels"])
@pytest.mark.parametrize(
    ("before", "line"), [(b"", 1), (b"q1 Q0 d1 1 2 x\n", 2), (b"q1 Q0 d1 1 2 x", 1)], ids=["first", "below", "behind"]
)
def test_a_nul_is_refused_with_its_line(tmp_path, qrels, kind, before, line):
    run = before + b"\0q2 Q0 d1 1 2 x\nq3 Q0 d1 1 2 x\n"
    path = put(tmp_path / "a.txt", run if kind == "runs" else run.replace(b" 2 x", b""))
    said = refusal(path, qrels) if kind == "runs" else refusal(put(tmp_path / "good.run", RUN), path)
    assert said == f"{path}, line {line}: has a NUL byte, which no text has"


@pytest.mark.parametrize("name", ["a.duckdb", "a.run", "a.csv", "a"])
def test_a_database_without_a_table_is_known_by_its_bytes(tmp_path, qrels, name):
    path = tmp_path / "made.db"
    duckdb.connect(str(path)).close()
    path = path.rename(tmp_path / name)
    expected = f"{path}: a DuckDB file, of which a table was expected, such as {path}::TABLE"
    assert refusal(path, qrels) == expected
    assert refusal(put(tmp_path / "good.run", GOOD_RUN), path) == expected
