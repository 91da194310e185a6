"""Runs and judgments give the same scores in every format, however it is written and packed."""

import shutil
import subprocess
import sys

import duckdb
import pyarrow as pa
import pytest
from places import ROOT
from tiny import GOOD, POOR, QRELS, RUNS, TINY, expected, scores
from written import ALL_FORMATS, TEXTS, as_csv, as_gzip, as_jsonl, as_parquet, as_trec, as_zstd, put

PACKED = {"": lambda content: content, ".gz": as_gzip, ".zst": as_zstd}


@pytest.mark.quick(4)
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


@pytest.mark.quick(3)
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
    qrels = (TINY / "qrels.txt").read_bytes()
    fields = change(b"q 0 d 1\n").split()
    assert scores([good, poor], put(tmp_path / "qrels", qrels if b"fields" in fields else change(qrels))) == expected()


@pytest.mark.quick(3)
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


@pytest.mark.quick(2)
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


def test_a_name_without_a_suffix_is_read_as_what_it_holds(tmp_path):
    for name, write in ALL_FORMATS.items():
        assert scores(put(tmp_path / name, write(RUNS)), put(tmp_path / f"qrels of {name}", write(QRELS))) == expected()


@pytest.mark.slow
def test_a_format_is_a_file(tmp_path):
    """A reader that is copied under another name, with another suffix, reads, links and names runs."""
    package = tmp_path / "package"
    ignored = shutil.ignore_patterns("__pycache__")
    for folder in ("evalsql", "sql"):
        shutil.copytree(ROOT / folder, package / folder, ignore=ignored)
    formats = package / "evalsql" / "inputs" / "formats"
    text = (formats / "delimited.py").read_text()
    assert text.count('SUFFIXES = (".csv", ".tsv")\n') == 1
    (formats / "psv.py").write_text(text.replace('SUFFIXES = (".csv", ".tsv")\n', 'SUFFIXES = (".psv",)\n'))
    # a header that is known by the file's name alone
    header = {"query_id": "Query ID", "doc_id": "Doc No", "score": "Score"}
    bars = as_csv(GOOD.select(list(header)).rename_columns(list(header.values())), "|")
    good, packed = put(tmp_path / "good.psv", bars), put(tmp_path / "packed.psv.gz", as_gzip(bars))
    poor = put(tmp_path / "poor.csv", as_csv(POOR.drop(["run"])))
    qrels = put(tmp_path / "qrels.psv", as_csv(QRELS, "|"))

    def evalsql(*command: object) -> str:
        """What a command of the copied package prints."""
        done = subprocess.run(
            [sys.executable, "-m", "evalsql", *map(str, command)], cwd=package, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    asked = ("--qrels", qrels, "-m", "NumRelRet", "--format", "csv")
    lines = evalsql("evaluate", good, packed, poor, *asked).splitlines()
    assert lines[1:] == ["good,16.0", "packed,16.0", "poor,14.0"]
    built = tmp_path / "built.duckdb"
    evalsql("build", built, good, poor, "--qrels", qrels, "--link", "-m", "NumRelRet")
    with duckdb.connect(str(built), read_only=True) as database:
        found = database.execute("select run::varchar, count(*) from runs group by all order by all").fetchall()
    assert found == [("good", GOOD.num_rows), ("poor", POOR.num_rows)]
