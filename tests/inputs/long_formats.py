"""Every format refuses what one refuses, gives the bits of a table, and stands beside all others in one evaluation."""

import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import duckdb
import odd_collections
import pyarrow.compute as pc
import pytest
from odd_collections import FORMATS, OF_ONE_KEY, Collection, spoiled
from places import ROOT
from tiny import GOOD, POOR, QRELS, read
from written import as_csv, as_gzip, put

import evalsql
from evalsql import InputError

MEASURES = ["AP", "nDCG", "nDCG@2", "RR", "RBP", "Bpref", "NumRet", "ERR", "infAP", "Judged@3"]


def test_one_evaluation_of_every_format_has_the_bits_of_a_table(tmp_path: Path) -> None:
    given, expected, odd = [], [], odd_collections.collection()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        alone = evalsql.evaluate(odd.runs, odd.qrels, MEASURES).fetchall()
        for place, case in enumerate(sorted(set(FORMATS) - OF_ONE_KEY)):
            names = pc.binary_join_element_wise(case, odd.runs["run"], "_")
            folder = tmp_path / str(place)
            folder.mkdir()
            given.append(FORMATS[case](folder, Collection(odd.runs.set_column(0, "run", names), odd.qrels))[0])
            expected += [(f"{case}_{run}", *row) for run, *row in alone]
        found = evalsql.evaluate(given, FORMATS["trec.txt"](tmp_path, odd)[1], MEASURES).fetchall()
    assert sorted(map(repr, found)) == sorted(map(repr, expected))


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_refused_in_one_format_is_refused_in_each(tmp_path: Path, name: str) -> None:
    for what, (kind, given) in [*spoiled().items()][:4]:  # one of each kind
        if name in OF_ONE_KEY and kind.endswith("twice"):
            continue  # a key of a mapping is there once
        runs, qrels = FORMATS[name](tmp_path, given)
        of_runs = kind in ("bad runs", "retrieved twice")
        with pytest.raises(InputError) as caught:
            raise AssertionError(f"{what} is read: {read(runs) if of_runs else read(qrels, 'qrels')}")
        assert caught.value.kind == kind, what


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
