"""Ids stay the texts that they are in every format, and their bytes order documents of equal scores."""

import pyarrow as pa
import pytest
from tiny import average_precision
from written import ALL_FORMATS, as_csv, put

TEXT_IDS = [
    "007",
    "7",
    "7.0",
    "1e5",
    "100000",
    "2020-01-01",
    "true",
    "null",
    "NULL",
    "None",
    "nan",
    "-1",
    "1_000",
    "D5",
    "d5",
]
HARD_IDS = [
    "it's",
    'a"quote',
    '"quoted"',
    "semi;colon",
    "--",
    "');drop/**/table/**/evalsql_runs;--",
    "'or'1'='1",
    "$1",
    "{{ruins}}",
    "%s",
    "a\\b",
    "select",
    "a/b?c=d&e#f",
    "été",
    "e\u0301te\u0301",
    "文書",
    "🦆",
    "\u202eleft",
]
BLANK_IDS = ["a b", "'); drop table evalsql_runs; --", " a", "a,b", "a\tb", "a\nb", "a\r\nb", "\n", "a;b", "# a"]


def everything_for(ids: list[str]) -> tuple[pa.Table, pa.Table]:
    """Judgments of one document a query, named as the query is, and a run that has it first and all others after it."""
    pairs = [(query, doc) for query in ids for doc in ids]
    runs = {
        "query_id": [query for query, _ in pairs],
        "doc_id": [doc for _, doc in pairs],
        "score": [2.0 if query == doc else 1.0 for query, doc in pairs],
        "run": ["r"] * len(pairs),
    }
    return pa.table(runs), pa.table({"query_id": ids, "doc_id": ids, "relevance": [1] * len(ids)})


@pytest.mark.quick(2)
@pytest.mark.parametrize("name", ALL_FORMATS)
def test_ids_stay_the_texts_they_are(tmp_path, name):
    runs, qrels = everything_for(TEXT_IDS + HARD_IDS)
    runs = put(tmp_path / f"r.{name}", ALL_FORMATS[name](runs))
    found = average_precision(runs, put(tmp_path / f"qrels.{name}", ALL_FORMATS[name](qrels)))
    assert found == {("r", query): 1 for query in TEXT_IDS + HARD_IDS}


@pytest.mark.parametrize("name", ["csv", "jsonl", "parquet"])
def test_ids_may_hold_blanks_and_separators_where_the_format_can_quote_them(tmp_path, name):
    runs, qrels = everything_for(BLANK_IDS)
    runs = put(tmp_path / f"r.{name}", ALL_FORMATS[name](runs))
    found = average_precision(runs, put(tmp_path / f"qrels.{name}", ALL_FORMATS[name](qrels)))
    assert found == {("r", query): 1 for query in BLANK_IDS}


@pytest.mark.parametrize("name", ["csv", "jsonl", "parquet"])
def test_runs_may_have_any_name(tmp_path, name):
    names = TEXT_IDS + HARD_IDS + BLANK_IDS
    runs = pa.table(
        {"run": names, "query_id": ["q"] * len(names), "doc_id": ["d"] * len(names), "score": [1.0] * len(names)}
    )
    qrels = put(tmp_path / "qrels.txt", "q 0 d 1\n")
    found = average_precision(put(tmp_path / f"r.{name}", ALL_FORMATS[name](runs)), qrels)
    assert found == {(run, "q"): 1 for run in names}


def test_numbers_in_json_are_ids_as_they_are_written(tmp_path):
    runs = put(
        tmp_path / "r.jsonl",
        '{"qid": 7, "docid": 12, "score": 1}\n{"qid": 8, "docid": 123456789012345678901, "score": 1}\n',
    )
    qrels = put(tmp_path / "qrels.txt", "7 0 12 1\n8 0 123456789012345678901 1\n")
    assert average_precision(runs, qrels) == {("r", "7"): 1, ("r", "8"): 1}


def test_integers_and_dates_in_parquet_are_ids_as_sql_writes_them(tmp_path):
    days = pa.array([18262, 18263], pa.date32())
    runs = put(tmp_path / "r.parquet", pa.table({"qid": days, "docid": [1, 2**53 + 1], "score": [1, 1]}))
    qrels = put(tmp_path / "qrels.txt", "2020-01-01 0 1 1\n2020-01-02 0 9007199254740993 1\n")
    assert average_precision(runs, qrels) == {("r", "2020-01-01"): 1, ("r", "2020-01-02"): 1}


def test_equal_scores_are_ordered_by_the_bytes_of_the_document(tmp_path):
    docs = ["A", "B", "a", "b", "\u00e9", "\uffee", "\U0001f986"]
    runs = put(tmp_path / "r.csv", as_csv(pa.table({"qid": ["q"] * 7, "docid": docs, "score": [1] * 7})))
    ranks = {}
    for doc in docs:
        ranks[doc] = 1 / average_precision(runs, put(tmp_path / "qrels.txt", f"q 0 {doc} 1\n"))["r", "q"]
    assert sorted(docs, key=ranks.get) == sorted(docs, key=str.encode, reverse=True)
