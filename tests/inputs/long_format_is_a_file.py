"""A reader that is copied under another name, with another suffix, reads, links and names runs."""

import shutil
import subprocess
import sys
from pathlib import Path

import duckdb
from places import ROOT
from tiny import GOOD, POOR, QRELS
from written import as_csv, as_gzip, put


def test_a_format_is_a_file(tmp_path: Path) -> None:
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
