"""The same runs and judgments give the same scores to the last bit, whatever holds them and however it is written."""

import csv
import gzip
import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import FIXTURES

from evalsql import Evaluation

TINY, TRACK = FIXTURES / "tiny", FIXTURES / "track"
MEASURES = ["AP", "nDCG@10", "RBP(p=0.8)", "P@5", "Judged@5"]
RUN_COLUMNS = ("query_id", "iteration", "doc_id", "rank", "score", "run")
QRELS_COLUMNS = ("query_id", "iteration", "doc_id", "relevance")


def rows_of(*files: str) -> list[tuple[str, ...]]:
    return [tuple(line.split()) for file in files for line in (TINY / file).read_text().splitlines()]


def table_of(rows: list[tuple[str, ...]], columns: tuple[str, ...]) -> pa.Table:
    numbers = {"rank": pa.int64(), "score": pa.float64(), "relevance": pa.int64()}
    made = {name: pa.array(values) for name, values in zip(columns, zip(*rows, strict=True), strict=True)}
    del made["iteration"]
    return pa.table({name: values.cast(numbers.get(name, pa.string())) for name, values in made.items()})


RUNS = table_of(rows_of("good.run", "poor.run"), RUN_COLUMNS)
QRELS = table_of(rows_of("qrels.txt"), QRELS_COLUMNS)


def scores(runs, qrels=TINY / "qrels.txt") -> list[tuple]:
    return Evaluation(runs, qrels).score(MEASURES).fetchall()


def expected() -> list[tuple]:
    return scores([TINY / "good.run", TINY / "poor.run"])


def put(path: Path, content: bytes | str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def put_parquet(path: Path, table: pa.Table) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        pq.write_table(table, file)
    return path


def only(table: pa.Table, run: str) -> pa.Table:
    return table.filter(pa.compute.equal(table["run"], run))


def as_csv(table: pa.Table, delimiter: str = ",", quoting: int = csv.QUOTE_MINIMAL) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, quoting=quoting, lineterminator="\n")
    writer.writerow(table.column_names)
    writer.writerows(row.values() for row in table.to_pylist())
    return text.getvalue().encode()


def as_jsonl(table: pa.Table) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in table.to_pylist()).encode()


def as_trec(table: pa.Table) -> bytes:
    if "run" in table.column_names:
        lines = ("{query_id} Q0 {doc_id} {rank} {score!r} {run}".format(**row) for row in table.to_pylist())
    else:
        lines = ("{query_id} 0 {doc_id} {relevance}".format(**row) for row in table.to_pylist())
    return "".join(line + "\n" for line in lines).encode()


TEXTS = {
    "trec.txt": as_trec,
    "commas.csv": as_csv,
    "semicolons.csv": lambda table: as_csv(table, ";"),
    "quoted.csv": lambda table: as_csv(table, quoting=csv.QUOTE_ALL),
    "tabs.tsv": lambda table: as_csv(table, "\t"),
    "header.txt": as_csv,
    "lines.jsonl": as_jsonl,
    "lines.ndjson": as_jsonl,
    "array.json": lambda table: json.dumps(table.to_pylist()).encode(),
    "indented.json": lambda table: json.dumps(table.to_pylist(), indent=2).encode(),
}
COMPRESSIONS = {
    "": lambda content: content,
    ".gz": gzip.compress,
    ".zst": lambda content: pa.compress(content, codec="zstd", asbytes=True),
}


def test_the_tiny_fixture_has_the_average_precision_that_was_worked_by_hand():
    found = {(run, query): round(value, 4) for run, query, metric, value in expected() if metric == "AP"}
    by_hand = {"q1": 0.9167, "q2": 0.8333, "q3": 0.8333, "q4": 0, "q5": 0.8333, "q6": 0.8767, "q7": 0.5556}
    assert {query: value for (run, query), value in found.items() if run == "good"} == by_hand
    by_hand = {"q1": 0.3833, "q2": 0.2917, "q3": 0, "q4": 0, "q5": 0.2917, "q6": 0.5962, "q7": 0.2444}
    assert {query: value for (run, query), value in found.items() if run == "poor"} == by_hand


@pytest.mark.parametrize("compression", COMPRESSIONS)
@pytest.mark.parametrize("name", TEXTS)
def test_text_of_any_format_gives_the_same_scores(tmp_path, name, compression):
    write, pack = TEXTS[name], COMPRESSIONS[compression]
    runs = put(tmp_path / f"runs-{name}{compression}", pack(write(RUNS)))
    qrels = put(tmp_path / f"qrels-{name}{compression}", pack(write(QRELS)))
    assert scores(runs, qrels) == expected()


@pytest.mark.parametrize("suffix", [".parquet", ".pq", ".PARQUET", ""])
def test_one_parquet_file_gives_the_same_scores(tmp_path, suffix):
    runs = put_parquet(tmp_path / f"runs{suffix}", RUNS)
    assert scores(runs, put_parquet(tmp_path / f"qrels{suffix}", QRELS)) == expected()


def test_several_parquet_files_give_the_same_scores(tmp_path):
    files = [put_parquet(tmp_path / f"{run}.parquet", only(RUNS, run)) for run in ("good", "poor")]
    assert scores(files) == expected()


@pytest.mark.parametrize("pattern", ["*.parquet", "g*[de].parquet", "**/*.parquet", ""])
def test_a_pattern_or_a_folder_of_parquet_files_gives_the_same_scores(tmp_path, pattern):
    for run in ("good", "poor"):
        put_parquet(tmp_path / "runs" / f"g{run}.parquet".replace("gpoor", "gre"), only(RUNS, run))
    put(tmp_path / "runs" / "notes.md", "A folder with Parquet files in it stands for those alone.")
    given = f"{tmp_path}/runs/{pattern}".replace("g*[de]", "g*[de]")
    assert scores(given) == expected()


@pytest.mark.parametrize("pattern", ["", "*/*.parquet", "**/*.parquet", "run=*/*"])
def test_hive_folders_give_the_same_scores(tmp_path, pattern):
    folder = tmp_path / "runs"
    connection = duckdb.connect()
    connection.register("rows_to_write", RUNS)
    connection.execute(f"copy rows_to_write to '{folder}' (format parquet, partition_by (run))")
    connection.execute(f"copy (select * exclude (run) from rows_to_write where run = 'good' and query_id in ('q1', 'q2')) to '{folder}/run=good/part-0.parquet'")
    assert scores(f"{folder}/{pattern}") == expected()
