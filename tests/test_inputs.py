"""The same runs and judgments give the same scores to the last bit, whatever holds them and however it is written."""

import csv
import gzip
import io
import json
import sys
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from conftest import FIXTURES

from evalsql import Evaluation

TINY, TRACK = FIXTURES / "tiny", FIXTURES / "track"
MEASURES = ["AP", "nDCG@10", "RBP(p=0.8)", "P@5", "Judged@5"]
RUN_COLUMNS = ("query_id", "iteration", "doc_id", "rank", "score", "run")
QRELS_COLUMNS = ("query_id", "iteration", "doc_id", "relevance")


def table_of(columns: tuple[str, ...], *files: str) -> pa.Table:
    rows = [line.split() for file in files for line in (TINY / file).read_text().splitlines()]
    numbers = {"rank": pa.int64(), "score": pa.float64(), "relevance": pa.int64()}
    texts = dict(zip(columns, zip(*rows, strict=True), strict=True))
    return pa.table({c: pa.array(texts[c]).cast(numbers.get(c, pa.string())) for c in columns if c != "iteration"})


RUNS = table_of(RUN_COLUMNS, "good.run", "poor.run")
QRELS = table_of(QRELS_COLUMNS, "qrels.txt")
GOOD, POOR = (RUNS.filter(pc.field("run") == run) for run in ("good", "poor"))


def scores(runs, qrels=TINY / "qrels.txt") -> list[tuple]:
    return Evaluation(runs, qrels).score(MEASURES).fetchall()


@cache
def expected() -> list[tuple]:
    return scores([TINY / "good.run", TINY / "poor.run"])


def average_precision(runs, qrels) -> dict[tuple[str, str], float]:
    return {(run, query): value for run, query, _, value in Evaluation(runs, qrels).score("AP").fetchall()}


def put(path: Path, content: bytes | str | pa.Table) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, pa.Table):
        content = as_parquet(content)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def as_parquet(table: pa.Table) -> bytes:
    buffer = io.BytesIO()
    pq.write_table(table, buffer)
    return buffer.getvalue()


def as_csv(table: pa.Table, delimiter: str = ",", quoting: int = csv.QUOTE_MINIMAL) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, quoting=quoting, lineterminator="\n")
    writer.writerow(table.column_names)
    writer.writerows(row.values() for row in table.to_pylist())
    return text.getvalue().encode()


def as_jsonl(table: pa.Table) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in table.to_pylist()).encode()


def as_trec(table: pa.Table) -> bytes:
    line = (
        "{query_id} Q0 {doc_id} 0 {score!r} {run}\n"
        if "score" in table.column_names
        else "{query_id} 0 {doc_id} {relevance}\n"
    )
    return "".join(line.format(**row) for row in table.to_pylist()).encode()


def as_gzip(content: bytes) -> bytes:
    return gzip.compress(content)


def as_zstd(content: bytes) -> bytes:
    return pa.compress(content, codec="zstd", asbytes=True)


TEXTS = {
    "trec.txt": as_trec,
    "commas.csv": as_csv,
    "semicolons.csv": lambda table: as_csv(table, ";"),
    "bars.csv": lambda table: as_csv(table, "|"),
    "quoted.csv": lambda table: as_csv(table, quoting=csv.QUOTE_ALL),
    "tabs.tsv": lambda table: as_csv(table, "\t"),
    "header.txt": as_csv,
    "lines.jsonl": as_jsonl,
    "lines.ndjson": as_jsonl,
    "array.json": lambda table: json.dumps(table.to_pylist()).encode(),
    "indented.json": lambda table: json.dumps(table.to_pylist(), indent=2).encode(),
}
PACKED = {"": lambda content: content, ".gz": as_gzip, ".zst": as_zstd}
ALL_FORMATS = {"trec": as_trec, "csv": as_csv, "jsonl": as_jsonl, "parquet": as_parquet}


# The formats


def test_the_tiny_fixture_has_the_average_precision_that_was_worked_by_hand():
    found = {(run, query): round(value, 4) for run, query, metric, value in expected() if metric == "AP"}
    by_hand = {
        "good": {"q1": 0.9167, "q2": 0.8333, "q3": 0.8333, "q4": 0, "q5": 0.8333, "q6": 0.8767, "q7": 0.5556},
        "poor": {"q1": 0.3833, "q2": 0.2917, "q3": 0, "q4": 0, "q5": 0.2917, "q6": 0.5962, "q7": 0.2444},
    }
    assert found == {(run, query): value for run, values in by_hand.items() for query, value in values.items()}


@pytest.mark.parametrize("packed", PACKED)
@pytest.mark.parametrize("name", TEXTS)
def test_text_of_any_format_gives_the_same_scores(tmp_path, name, packed):
    runs = put(tmp_path / f"runs-{name}{packed}", PACKED[packed](TEXTS[name](RUNS)))
    qrels = put(tmp_path / f"qrels-{name}{packed}", PACKED[packed](TEXTS[name](QRELS)))
    assert scores(runs, qrels) == expected()


@pytest.mark.parametrize("suffix", [".parquet", ".pq", ".PARQUET", ""])
def test_one_parquet_file_gives_the_same_scores(tmp_path, suffix):
    runs, qrels = put(tmp_path / f"runs{suffix}", RUNS), put(tmp_path / f"qrels{suffix}", QRELS)
    assert scores(runs, qrels) == expected()


@pytest.mark.parametrize("suffix", [".parquet.gz", ".gz", ".parquet.zst"])
def test_a_compressed_parquet_file_gives_the_same_scores(tmp_path, suffix):
    pack = as_zstd if suffix.endswith("zst") else as_gzip
    assert scores(put(tmp_path / f"runs{suffix}", pack(as_parquet(RUNS)))) == expected()


def test_several_parquet_files_give_the_same_scores(tmp_path):
    assert scores([put(tmp_path / "1.parquet", GOOD), put(tmp_path / "2.parquet", POOR)]) == expected()


def test_parquet_files_whose_columns_differ_in_order_and_type_give_the_same_scores(tmp_path):
    other = POOR.select(["score", "doc_id", "query_id", "run"]).cast(
        pa.schema(
            [("score", pa.float32()), ("doc_id", pa.large_string()), ("query_id", pa.string()), ("run", pa.string())]
        )
    )
    assert scores([put(tmp_path / "1.parquet", GOOD), put(tmp_path / "2.parquet", other)]) == expected()


@pytest.mark.parametrize("pattern", ["*.parquet", "[gp]*.parquet", "****.parquet", "????.parquet", "**/*.parquet"])
def test_a_pattern_of_parquet_files_gives_the_same_scores(tmp_path, pattern):
    put(tmp_path / "good.parquet", GOOD), put(tmp_path / "poor.parquet", POOR)
    assert scores(f"{tmp_path}/{pattern}") == expected()


def test_a_folder_stands_for_the_parquet_files_below_it(tmp_path):
    put(tmp_path / "a" / "good.parquet", GOOD), put(tmp_path / "b" / "c" / "poor.parquet", POOR)
    put(tmp_path / "notes.md", "A note that is no run.")
    assert scores(tmp_path) == expected()


def test_a_folder_without_parquet_files_stands_for_the_files_in_it(tmp_path):
    put(tmp_path / "good.run", as_trec(GOOD)), put(tmp_path / "poor.csv.gz", as_gzip(as_csv(POOR)))
    put(tmp_path / ".hidden", "A file that is no run.")
    assert scores(tmp_path) == expected()


@pytest.mark.parametrize("pattern", ["", "*/*.parquet", "**/*.parquet", "run=*/part-*"])
def test_hive_folders_name_the_run_and_may_hold_it_in_parts(tmp_path, pattern):
    good, poor = GOOD.drop(["run"]), POOR.drop(["run"])
    put(tmp_path / "runs" / "run=good" / "part-0.parquet", good.slice(0, 20))
    put(tmp_path / "runs" / "run=good" / "part-1.parquet", good.slice(20))
    put(tmp_path / "runs" / "run=poor" / "part-0.parquet", poor)
    assert scores(f"{tmp_path}/runs/{pattern}") == expected()


@pytest.mark.parametrize("run", ["007", "1e5", "bm25+rm3", "a b", "2020-01-01", "x&y=z", "été"])
def test_hive_folders_that_duckdb_wrote_keep_the_name_of_the_run(tmp_path, run):
    connection = duckdb.connect()
    connection.register("good", GOOD.drop(["run"]).append_column("run", pa.array([run] * len(GOOD))))
    connection.execute(f"copy good to '{tmp_path}/runs' (format parquet, partition_by (run))")
    assert scores(tmp_path / "runs") == [(run, *row[1:]) for row in expected() if row[0] == "good"]


def test_hive_folders_of_queries_are_read_as_such(tmp_path):
    connection = duckdb.connect()
    connection.register("judgments", QRELS)
    connection.execute(f"copy judgments to '{tmp_path}/qrels' (format parquet, partition_by (query_id))")
    assert scores([TINY / "good.run", TINY / "poor.run"], tmp_path / "qrels") == expected()


def test_a_parquet_file_beside_hive_folders_keeps_the_run_in_its_column(tmp_path):
    hive = put(tmp_path / "run=good" / "part-0.parquet", GOOD.drop(["run"]))
    assert scores([hive, put(tmp_path / "poor.parquet", POOR)]) == expected()


def test_a_folder_that_looks_like_hive_and_names_none_of_our_columns_changes_nothing(tmp_path):
    assert scores(put(tmp_path / "experiment=3" / "runs.parquet", RUNS)) == expected()


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda text: text.replace(b" ", b"\t"), id="tabs"),
        pytest.param(lambda text: text.replace(b" ", b"    "), id="several spaces"),
        pytest.param(lambda text: text.replace(b" ", b" \t "), id="spaces and tabs"),
        pytest.param(lambda text: b"  " + text.replace(b"\n", b"\n \t"), id="leading blanks"),
        pytest.param(lambda text: text.replace(b"\n", b" \t \n"), id="trailing blanks"),
        pytest.param(lambda text: text.replace(b"\n", b" more fields\n"), id="trailing fields"),
        pytest.param(lambda text: text.replace(b"\n", b"\r\n"), id="CRLF"),
        pytest.param(lambda text: text.replace(b"\n", b"\r\n", 7), id="CRLF, then LF"),
        pytest.param(lambda text: text[:200] + text[200:].replace(b"\n", b"\r\n"), id="LF, then CRLF"),
        pytest.param(lambda text: text.replace(b"\n", b"\r"), id="CR"),
        pytest.param(lambda text: b"\n\n" + text.replace(b"\n", b"\n\n  \n"), id="blank lines"),
        pytest.param(lambda text: b"# a comment\n" + text.replace(b"\n", b"\n#q1 Q0 d9 1 99 x\n"), id="comments"),
        pytest.param(lambda text: b"\xef\xbb\xbf" + text, id="BOM"),
        pytest.param(lambda text: b"\xef\xbb\xbf# a comment\n" + text, id="BOM before a comment"),
        pytest.param(lambda text: text.rstrip(b"\n"), id="no final newline"),
    ],
)
def test_trec_text_may_be_written_in_many_ways(tmp_path, change):
    good = put(tmp_path / "good.run", change((TINY / "good.run").read_bytes()))
    poor = put(tmp_path / "poor.run", change((TINY / "poor.run").read_bytes()))
    assert scores([good, poor], put(tmp_path / "qrels", change((TINY / "qrels.txt").read_bytes()))) == expected()


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda text: text.replace(b"\n", b"\r\n"), id="CRLF"),
        pytest.param(lambda text: text.replace(b"\n", b"\r"), id="CR"),
        pytest.param(lambda text: b"\xef\xbb\xbf" + text, id="BOM"),
        pytest.param(lambda text: text.rstrip(b"\n"), id="no final newline"),
        pytest.param(lambda text: text.replace(b"\n", b"\n\n"), id="blank lines"),
        pytest.param(lambda text: b"," + text.rstrip(b"\n").replace(b"\n", b"\n5,"), id="first column without a name"),
        pytest.param(lambda text: text.replace(b"\n", b",\n"), id="last column without a name"),
        pytest.param(lambda text: text.replace(b"\n", b",note,note\n"), id="two columns of one name"),
        pytest.param(lambda text: text.replace(b"\n", b",Note,note\n"), id="two names but for case"),
    ],
)
def test_csv_may_be_written_in_many_ways(tmp_path, change):
    runs = put(tmp_path / "runs.csv", change(as_csv(RUNS)))
    assert scores(runs, put(tmp_path / "qrels.csv", change(as_csv(QRELS)))) == expected()


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda text: text.replace(b"\n", b"\r\n"), id="CRLF"),
        pytest.param(lambda text: b"\xef\xbb\xbf" + text, id="BOM"),
        pytest.param(lambda text: text.rstrip(b"\n"), id="no final newline"),
        pytest.param(lambda text: text.replace(b"\n", b"\n\n"), id="blank lines"),
        pytest.param(lambda text: text.replace(b"}", b', "meta": {"a": [1, null]}}'), id="nested values besides"),
    ],
)
def test_jsonl_may_be_written_in_many_ways(tmp_path, change):
    runs = put(tmp_path / "runs.jsonl", change(as_jsonl(RUNS)))
    assert scores(runs, put(tmp_path / "qrels.jsonl", change(as_jsonl(QRELS)))) == expected()


@pytest.mark.parametrize("pack", [as_gzip, as_zstd])
def test_compressed_text_may_have_several_members(tmp_path, pack):
    text = as_trec(RUNS)
    packed = pack(text[:500]) + pack(text[500:700]) + pack(text[700:])
    suffix = "gz" if pack is as_gzip else "zst"
    assert scores(put(tmp_path / f"runs.txt.{suffix}", packed)) == expected()


STREAMS = {
    "TREC": as_trec,
    "CSV": as_csv,
    "JSONL": as_jsonl,
    "JSON array": TEXTS["array.json"],
    "Parquet": as_parquet,
    "gzip": lambda table: as_gzip(as_trec(table)),
    "zstd": lambda table: as_zstd(as_csv(table)),
    "Parquet in gzip": lambda table: as_gzip(as_parquet(table)),
}


def pipe(monkeypatch, content: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(content)))


@pytest.mark.parametrize("name", STREAMS)
def test_standard_input_may_hold_runs_in_any_format(monkeypatch, name):
    pipe(monkeypatch, STREAMS[name](RUNS))
    assert scores("-") == expected()


@pytest.mark.parametrize("name", STREAMS)
def test_standard_input_may_hold_judgments_in_any_format(monkeypatch, name):
    pipe(monkeypatch, STREAMS[name](QRELS))
    assert scores([TINY / "good.run", TINY / "poor.run"], "-") == expected()


def test_standard_input_may_stand_beside_files(monkeypatch, tmp_path):
    pipe(monkeypatch, as_parquet(GOOD))
    assert scores(["-", put(tmp_path / "poor.parquet", POOR)]) == expected()


def test_many_runs_may_come_in_one_call_and_each_in_another_format(monkeypatch, tmp_path):
    def renamed(run):
        return GOOD.drop(["run"]).append_column("run", pa.array([run] * len(GOOD)))

    pipe(monkeypatch, as_jsonl(renamed("piped")))
    files = {name: put(tmp_path / f"{name}.{name}", write(renamed(name))) for name, write in ALL_FORMATS.items()}
    files["packed"] = put(tmp_path / "packed.run.gz", as_gzip(as_trec(renamed("x"))))
    put(tmp_path / "hive" / "run=folder" / "a.parquet", GOOD.drop(["run"]))
    found = scores([*files.values(), TINY / "poor.run", f"{tmp_path}/hive", "-"])
    assert {row[0] for row in found} == {*files, "poor", "folder", "piped"}
    for run in (*files, "folder", "piped"):
        assert [("good", *row[1:]) for row in found if row[0] == run] == [row for row in expected() if row[0] == "good"]


# Tables of a DuckDB file


@pytest.fixture
def database(tmp_path) -> Path:
    path = tmp_path / "eval.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.register("given_runs", RUNS)
        connection.register("given_qrels", QRELS)
        connection.execute("create table runs as from given_runs; create table qrels as from given_qrels")
        connection.execute("create schema other; create table other.judgments as from qrels")
        connection.execute("create view ranked as select *, 'more' as note from runs")
        connection.execute("""create table "the 'best' ""runs""; --" as from runs""")
    return path


@pytest.mark.parametrize("table", ["runs", "RUNS", "main.runs", "ranked", """the 'best' "runs"; --"""])
def test_a_table_or_view_of_a_duckdb_file_gives_the_same_scores(database, table):
    assert scores(f"{database}::{table}", f"{database}::qrels") == expected()


def test_a_table_in_a_schema_of_a_duckdb_file_can_be_named(database):
    assert scores(f"{database}::runs", f"{database}::other.judgments") == expected()


@pytest.mark.parametrize(
    "name", ["the evaluation.duckdb", "it's.duckdb", 'a"b.db', "no-suffix", "a::b.duckdb", "[1].db"]
)
def test_a_duckdb_file_may_have_any_name(database, name):
    moved = database.rename(database.with_name(name))
    assert scores(f"{moved}::runs") == expected()


def test_two_duckdb_files_of_one_name_can_be_read_at_once(database, tmp_path):
    other = tmp_path / "other" / "eval.duckdb"
    other.parent.mkdir()
    with duckdb.connect(str(other)) as connection:
        connection.register("given_qrels", QRELS)
        connection.execute("create table qrels as from given_qrels")
    assert scores(f"{database}::runs", f"{other}::qrels") == expected()


def test_a_run_of_a_table_without_a_run_column_is_named_for_the_table(database):
    with duckdb.connect(str(database)) as connection:
        connection.execute("create table bm25 as select * exclude (run) from runs where run = 'good'")
    assert {row[0] for row in scores(f"{database}::bm25")} == {"bm25"}


# The names of runs


@pytest.mark.parametrize(
    ("file", "run"),
    [
        ("bm25.run", "bm25"),
        ("bm25.run.gz", "bm25"),
        ("bm25.RUN.GZ", "bm25"),
        ("bm25.txt", "bm25"),
        ("bm25.trec", "bm25"),
        ("results.test.run", "results.test"),
        ("10x10.prf.unipd.it.run", "10x10.prf.unipd.it"),
        ("input.bm25", "input.bm25"),
        ("input.bm25.gz", "input.bm25"),
        ("v1.2", "v1.2"),
        ("a+b&c=d, e.run", "a+b&c=d, e"),
        (".run", ".run"),
    ],
)
def test_a_trec_run_is_named_for_its_file_and_not_for_its_tag(tmp_path, file, run):
    text = as_trec(GOOD)
    given = put(tmp_path / "v1.0.run" / file, as_gzip(text) if file.lower().endswith("gz") else text)
    assert {row[0] for row in scores(given)} == {run}


def test_trec_runs_of_one_file_are_named_by_their_tags(tmp_path):
    found = scores(put(tmp_path / "both.run", as_trec(RUNS)))
    assert {row[0] for row in found} == {"good", "poor"}


def test_one_file_of_several_tags_does_not_change_the_names_of_others(tmp_path):
    both = put(tmp_path / "both.run", as_trec(RUNS))
    found = scores([both, put(tmp_path / "third.run", as_trec(GOOD))])
    assert {row[0] for row in found} == {"good", "poor", "third"}


@pytest.mark.parametrize(
    "name", ["bm25.v2.parquet", "bm25.v2.csv", "bm25.v2.tsv.gz", "bm25.v2.jsonl.zst", "bm25.v2.json"]
)
def test_a_file_without_a_run_column_is_named_for_the_file(tmp_path, name):
    write = as_parquet if "parquet" in name else as_jsonl if "json" in name else as_csv
    pack = as_gzip if name.endswith("gz") else as_zstd if name.endswith("zst") else bytes
    found = scores(put(tmp_path / name, pack(write(GOOD.drop(["run"])))))
    assert {row[0] for row in found} == {"bm25.v2"}


@pytest.mark.parametrize("name", ["parquet", "csv", "jsonl"])
def test_a_run_column_says_the_name_and_not_the_file(tmp_path, name):
    assert scores(put(tmp_path / f"other.{name}", ALL_FORMATS[name](RUNS))) == expected()


# Ids

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


# Columns and numbers

QUERY_NAMES = ["query_id", "qid", "q_id", "query-id", "topic", "topic_id", "query", "queryid"]
DOC_NAMES = ["doc_id", "docno", "docid", "doc-id", "document_id", "passage_id", "corpus-id", "pid", "did"]


@pytest.mark.parametrize("query", QUERY_NAMES)
def test_the_query_goes_by_many_names(tmp_path, query):
    runs = put(tmp_path / "r.csv", f"{query},doc_id,score\n1,d,1\n")
    assert average_precision(runs, put(tmp_path / "q.csv", f"{query},doc_id,relevance\n1,d,1\n")) == {("r", "1"): 1}


@pytest.mark.parametrize("doc", DOC_NAMES)
def test_the_document_goes_by_many_names(tmp_path, doc):
    runs = put(tmp_path / "r.csv", f"query_id,{doc},score\n1,d,1\n")
    assert average_precision(runs, put(tmp_path / "q.csv", f"query_id,{doc},relevance\n1,d,1\n")) == {("r", "1"): 1}


@pytest.mark.parametrize("score", ["score", "sim", "similarity"])
def test_the_score_goes_by_many_names(tmp_path, score):
    runs = put(tmp_path / "r.csv", f"query_id,doc_id,{score}\n1,a,1\n1,b,2\n")
    assert average_precision(runs, put(tmp_path / "q.txt", "1 0 a 1\n")) == {("r", "1"): 0.5}


@pytest.mark.parametrize("run", ["run", "run_id", "run_name", "runid", "system", "tag"])
def test_the_run_goes_by_many_names(tmp_path, run):
    runs = put(tmp_path / "r.csv", f"query_id,doc_id,score,{run}\n1,a,1,bm25\n")
    assert average_precision(runs, put(tmp_path / "q.txt", "1 0 a 1\n")) == {("bm25", "1"): 1}


@pytest.mark.parametrize("relevance", ["relevance", "rel", "label", "grade", "judgment", "judgement", "score"])
def test_the_relevance_goes_by_many_names(tmp_path, relevance):
    qrels = put(tmp_path / "q.csv", f"query_id,doc_id,{relevance}\n1,a,0\n1,b,1\n")
    assert average_precision(put(tmp_path / "r.run", "1 Q0 a 1 2 x\n1 Q0 b 2 1 x\n"), qrels) == {("r", "1"): 0.5}


@pytest.mark.parametrize("subtopic", ["subtopic", "intent", "iteration", "iter", "aspect", "nugget"])
def test_the_subtopic_goes_by_many_names(tmp_path, subtopic):
    qrels = put(tmp_path / "q.csv", f"query_id,doc_id,relevance,{subtopic}\n1,a,0,x\n1,a,1,y\n")
    assert average_precision(put(tmp_path / "r.run", "1 Q0 a 1 2 x\n"), qrels) == {("r", "1"): 1}


@pytest.mark.parametrize("write", [str.upper, str.title, " {} ".format, lambda name: name.replace("_", "-")])
def test_the_names_of_columns_may_be_spelled_in_many_ways(tmp_path, write):
    names = [
        ",".join(map(write, names)) for names in (("query_id", "doc_id", "score"), ("q_id", "doc_no", "relevance"))
    ]
    runs = put(tmp_path / "r.csv", f"{names[0]}\n1,d,1\n")
    assert average_precision(runs, put(tmp_path / "q.csv", f"{names[1]}\n1,d,1\n")) == {("r", "1"): 1}


def test_the_best_name_wins_where_two_columns_could_be_meant(tmp_path):
    runs = put(
        tmp_path / "r.csv",
        "query,topic,qid,model,run,docno,sim,score\nsome words,t,1,m,bm25,a,1,2\nother,t,1,m,bm25,b,2,1\n",
    )
    qrels = put(tmp_path / "q.csv", "score,rel,qid,docno\n1,0,1,b\n0,1,1,a\n")
    assert average_precision(runs, qrels) == {("bm25", "1"): 1}


def test_a_score_keeps_all_its_digits_in_every_format(tmp_path):
    """0.1 + 0.2 is one bit more than 0.3. Were they equal, the id would put d2 first."""
    runs = pa.table({"run": ["r"] * 2, "query_id": ["q"] * 2, "doc_id": ["d1", "d2"], "score": [0.1 + 0.2, 0.3]})
    qrels = put(tmp_path / "qrels.txt", "q 0 d1 1\n")
    for name, write in ALL_FORMATS.items():
        assert average_precision(put(tmp_path / f"r.{name}", write(runs)), qrels) == {("r", "q"): 1}, name


@pytest.mark.parametrize(
    "score", ["1.", ".5", "+1", "1e3", "-2E-1", "1e-400", "-0", "00012", "123456789012345678901234567890"]
)
@pytest.mark.parametrize("name", ["r.run", "r.csv", "r.jsonl"])
def test_a_score_may_be_written_in_any_usual_way(tmp_path, name, score):
    below = float(score) - 1e15
    text = {
        "r.run": f"q Q0 a 1 {below!r} x\nq Q0 b 2 {score} x\n",
        "r.csv": f"query_id,doc_id,score\nq,a,{below!r}\nq,b,{score}\n",
        "r.jsonl": f'{{"qid": "q", "docid": "a", "score": {below!r}}}\n'
        f'{{"qid": "q", "docid": "b", "score": "{score}"}}\n',
    }
    assert average_precision(put(tmp_path / name, text[name]), put(tmp_path / "q.txt", "q 0 b 1\n")) == {("r", "q"): 1}


def test_relevance_may_be_a_real_number_and_is_not_cut_to_an_integer(tmp_path):
    qrels = put(tmp_path / "q.txt", "q 0 a 0.5\nq 0 b 0\n")
    runs = put(tmp_path / "r.run", "q Q0 a 2 1 x\nq Q0 b 1 2 x\n")
    found = Evaluation(runs, qrels).score(["nDCG", "AP(rel=0.5)", "AP(rel=1)"]).fetchall()
    assert [round(row[-1], 4) for row in found] == [0.6309, 0.5, 0]


def test_the_track_has_the_means_that_its_maker_computed_apart():
    evaluation = Evaluation(TRACK / "runs.parquet", TRACK / "qrels.parquet")
    found = {run: round(value, 4) for run, value in evaluation.leaderboard("nDCG@10").fetchall()}
    assert list(found.items())[:3] == [("splade+ce", 0.6603), ("dense+ce", 0.6399), ("bm25+ce", 0.6233)]
    assert list(found.items())[-1] == ("bm25-title", 0.2537)


def test_a_document_judged_for_several_subtopics_counts_with_its_best_relevance():
    whole = Evaluation(TRACK / "runs.parquet", TRACK / "qrels.parquet").score(MEASURES).fetchall()
    assert Evaluation(TRACK / "runs.parquet", TRACK / "subtopics.parquet").score(MEASURES).fetchall() == whole


# The names of files

HARD_NAMES = [
    "a b",
    "it's",
    'a"b',
    "a[1]",
    "a*",
    "a?",
    "a{1,2}",
    "a::b",
    "a;b",
    "a$b",
    "a%20b",
    "été",
    "-a",
    "a\\b",
    "#a",
    "a=1",
]


@pytest.mark.parametrize("file", HARD_NAMES)
@pytest.mark.parametrize("name", ALL_FORMATS)
def test_a_file_may_have_any_name(tmp_path, name, file):
    found = scores(put(tmp_path / f"{file}.{name}", ALL_FORMATS[name](GOOD.drop(["run"]) if name != "trec" else GOOD)))
    assert [("good", *row[1:]) for row in found] == [row for row in expected() if row[0] == "good"]
    assert {row[0] for row in found} == {file}


@pytest.mark.parametrize("file", HARD_NAMES)
@pytest.mark.parametrize("name", ["trec", "parquet"])
def test_a_folder_may_have_any_name(tmp_path, name, file):
    (
        put(tmp_path / file / f"good.{name}", ALL_FORMATS[name](GOOD)),
        put(tmp_path / file / f"poor.{name}", ALL_FORMATS[name](POOR)),
    )
    assert scores(tmp_path / file) == expected()


@pytest.mark.parametrize(("file", "other"), [("a[1]", "a1"), ("a*", "ab"), ("a?", "ac")])
@pytest.mark.parametrize("name", ALL_FORMATS)
def test_the_name_of_a_file_that_exists_is_no_pattern(tmp_path, name, file, other):
    put(tmp_path / f"{other}.{name}", ALL_FORMATS[name](POOR))
    given = put(tmp_path / f"{file}.{name}", ALL_FORMATS[name](GOOD))
    found = scores(given)
    assert [("good", *row[1:]) for row in found] == [row for row in expected() if row[0] == "good"]


@pytest.mark.parametrize("name", ALL_FORMATS)
def test_files_that_a_pattern_finds_are_no_patterns_themselves(tmp_path, name):
    put(tmp_path / f"a1.{name}", ALL_FORMATS[name](POOR)), put(tmp_path / f"a[1].{name}", ALL_FORMATS[name](GOOD))
    found = scores(f"{tmp_path}/a*.{name}")
    assert [row[1:] for row in found if row[0] in ("good", "a[1]")] == [
        row[1:] for row in expected() if row[0] == "good"
    ]
    assert [row[1:] for row in found if row[0] in ("poor", "a1")] == [row[1:] for row in expected() if row[0] == "poor"]


def test_a_name_without_a_suffix_is_read_as_what_it_holds(tmp_path):
    for name, write in ALL_FORMATS.items():
        assert scores(put(tmp_path / name, write(RUNS)), put(tmp_path / f"qrels of {name}", write(QRELS))) == expected()
