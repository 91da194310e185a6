"""A row without an id or a finite number is refused with its file, its line or row, and what is there."""

import gzip
from pathlib import Path

import duckdb
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from refused import GOOD_QRELS, GOOD_RUN, QRELS, QRELS_HEADER, RUN, RUN_HEADER, WRITERS, numbered, put_parquet, refusal
from written import put

from evalsql import check, evaluate

# Numbers

NO_NUMBERS = ["abc", "1_000", "+-4.75", "0x10", "2,5", "1.2.3", "1e", "--1", "true", "٣", "½"]
NOT_FINITE = ["nan", "NaN", "-nan", "inf", "-inf", "Infinity", "1e400", "-1e400"]


def same_number(said: str, value: str) -> bool:
    return value in said or ("nan" in said.lower() and "nan" in value.lower())


@pytest.mark.quick(value=set(NO_NUMBERS[::3]))
@pytest.mark.parametrize("value", NO_NUMBERS)
def test_a_score_in_trec_text_that_is_no_number(tmp_path, qrels, value):
    said = refusal(put(tmp_path / "r.run", [RUN[0], f"q1 Q0 d2 2 {value} x", RUN[2]]), qrels)
    assert said == f"{tmp_path / 'r.run'}, line 2: score is {value!r}; a number was expected"


@pytest.mark.quick(value=set(NO_NUMBERS[::3]))
@pytest.mark.parametrize("value", NO_NUMBERS)
def test_a_relevance_in_trec_text_that_is_no_number(tmp_path, run, value):
    said = refusal(run, put(tmp_path / "q.txt", [QRELS[0], f"q1 0 d2 {value}", QRELS[2]]))
    assert said == f"{tmp_path / 'q.txt'}, line 2: relevance is {value!r}; a number was expected"


@pytest.mark.quick(3)
@pytest.mark.parametrize("value", NOT_FINITE)
def test_a_score_or_relevance_in_trec_text_that_is_not_finite(tmp_path, run, qrels, value):
    said = refusal(put(tmp_path / "r.run", [RUN[0], f"q1 Q0 d2 2 {value} x", RUN[2]]), qrels)
    assert said.startswith(f"{tmp_path / 'r.run'}, line 2: score is ")
    assert same_number(said.removeprefix(str(tmp_path)), value)
    assert said.endswith("; a finite number was expected")
    said = refusal(run, put(tmp_path / "q.txt", [QRELS[0], f"q1 0 d2 {value}", QRELS[2]]))
    assert said.startswith(f"{tmp_path / 'q.txt'}, line 2: relevance is ")
    assert same_number(said.removeprefix(str(tmp_path)), value)


@pytest.mark.quick(3)
@pytest.mark.parametrize("value", ["abc", "1_000", "+-4", "0x10", "2,5", "nan", "-inf", "1e400"])
@pytest.mark.parametrize("name", WRITERS)
def test_a_score_that_is_no_finite_number_in_every_other_format(tmp_path, qrels, name, value):
    write, place = WRITERS[name]
    bad = [GOOD_RUN[0], ("q1", "d2", f'"{value}"' if "," in value and name == "file.csv" else value), GOOD_RUN[2]]
    said = refusal(write(tmp_path / name, RUN_HEADER, bad), qrels)
    assert f", {place}: score is " in said
    assert same_number(said.removeprefix(str(tmp_path)), value)
    assert said.endswith("number was expected")


@pytest.mark.quick(2)
@pytest.mark.parametrize("value", ["abc", "nan", None])
@pytest.mark.parametrize("name", WRITERS)
def test_a_relevance_that_is_no_finite_number_in_every_other_format(tmp_path, run, name, value):
    write, place = WRITERS[name]
    said = refusal(run, write(tmp_path / name, QRELS_HEADER, [GOOD_QRELS[0], ("q1", "d2", value), GOOD_QRELS[2]]))
    assert f", {place}: relevance is " in said
    assert (value or "null") in said
    assert said.endswith("number was expected")


# A relevance gains itself, and sums of larger gains overflow: nDCG of inf / inf was 1

OUT_OF_BOUNDS = ["1.7e308", "1.1e15", "1e-10", "4.9e-324", "-1.1e15", "-1.7e308"]


@pytest.mark.quick(3)
@pytest.mark.parametrize("value", OUT_OF_BOUNDS)
def test_a_relevance_that_could_not_be_added_up(tmp_path, run, value):
    path = put(tmp_path / "q.txt", [QRELS[0], f"q1 0 d2 {value}", QRELS[2]])
    expected = "0 or a number from 1e-9 to 1e15, or below 0 one of at least -1e15, was expected"
    assert refusal(run, path) == f"{path}, line 2: relevance is {value}; {expected}"
    assert refusal(run, path, queries=["q2"]) == refusal(run, [path]) == refusal(run, path)
    assert [problem.text for problem in check(run, path)] == [refusal(run, path)]


@pytest.mark.quick(value="1.7e308")
@pytest.mark.parametrize("value", ["1.7e308", "-1.7e308"])
@pytest.mark.parametrize("name", WRITERS)
def test_a_relevance_that_could_not_be_added_up_in_every_other_format(tmp_path, run, name, value):
    write, place = WRITERS[name]
    said = refusal(run, write(tmp_path / name, QRELS_HEADER, [GOOD_QRELS[0], ("q1", "d2", value), GOOD_QRELS[2]]))
    assert f", {place}: relevance is {value}; 0 or a number from 1e-9 to 1e15" in said


@pytest.mark.parametrize(("column", "field"), [("gain", "1"), ("subtopic", "x"), ("iteration", "0")])
def test_a_relevance_that_could_not_be_added_up_beside_another_column(tmp_path, run, column, field):
    rows = [f"query_id,doc_id,relevance,{column}", f"q1,d1,1.7e308,{field}", f"q2,d1,1,{field}"]
    path = put(tmp_path / "q.csv", rows)
    assert refusal(run, path).startswith(f"{path}, row 1 after the header: relevance is 1.7e308; 0 or a number")


@pytest.mark.quick(3)
@pytest.mark.parametrize("value", ["1e15", "1e-9", "0", "-0.0", "-1e15", "-1e-300"])
def test_a_relevance_at_a_bound_is_taken(tmp_path, run, value):
    path = put(tmp_path / "q.txt", [QRELS[0], f"q1 0 d2 {value}", QRELS[2]])
    gained = max(float(value), 0)
    assert evaluate(run, path, "CG").fetchall()[0][3] == 1 + gained


@pytest.mark.quick(5)
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


@pytest.mark.quick(3)
@pytest.mark.parametrize("pack", [lambda text: text, gzip.compress], ids=["plain", "gz"])
@pytest.mark.parametrize("ends", [b"\n", b"\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf"], ids=["no BOM", "BOM"])
def test_lines_are_counted_with_blank_lines_and_comments(tmp_path, qrels, start, ends, pack):
    lines = ["# a comment", "", *RUN[:1], " \t ", "# q1 Q0 d2 1 zero x", "q1 Q0 d2 2 two x", RUN[2]]
    text = start + ends.join(line.encode() for line in lines)
    path = put(tmp_path / ("r.run.gz" if pack is gzip.compress else "r.run"), pack(text))
    assert refusal(path, qrels) == f"{path}, line 6: score is 'two'; a number was expected"


@pytest.mark.quick(3)
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


@pytest.mark.quick(3)
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
