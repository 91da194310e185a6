"""A run is named by its run column, by the tags of a file of several runs, or else by its file."""

import pytest
from tiny import GOOD, RUNS, all_rows, rows_read
from written import ALL_FORMATS, as_csv, as_gzip, as_jsonl, as_parquet, as_trec, as_zstd, put


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
    assert {row[0] for row in rows_read(given)} == {run}


def test_trec_runs_of_one_file_are_named_by_their_tags(tmp_path):
    found = rows_read(put(tmp_path / "both.run", as_trec(RUNS)))
    assert {row[0] for row in found} == {"good", "poor"}


def test_one_file_of_several_tags_does_not_change_the_names_of_others(tmp_path):
    both = put(tmp_path / "both.run", as_trec(RUNS))
    found = rows_read([both, put(tmp_path / "third.run", as_trec(GOOD))])
    assert {row[0] for row in found} == {"good", "poor", "third"}


@pytest.mark.parametrize(
    "name", ["bm25.v2.parquet", "bm25.v2.csv", "bm25.v2.tsv.gz", "bm25.v2.jsonl.zst", "bm25.v2.json"]
)
def test_a_file_without_a_run_column_is_named_for_the_file(tmp_path, name):
    write = as_parquet if "parquet" in name else as_jsonl if "json" in name else as_csv
    pack = as_gzip if name.endswith("gz") else as_zstd if name.endswith("zst") else bytes
    found = rows_read(put(tmp_path / name, pack(write(GOOD.drop(["run"])))))
    assert {row[0] for row in found} == {"bm25.v2"}


@pytest.mark.parametrize("name", ["parquet", "csv", "jsonl"])
def test_a_run_column_says_the_name_and_not_the_file(tmp_path, name):
    assert rows_read(put(tmp_path / f"other.{name}", ALL_FORMATS[name](RUNS))) == all_rows()
