"""`evalsql evaluate --suite`: what is printed and written, and what is refused."""

import csv
import io
import json
from pathlib import Path

import duckdb
import pytest
import suites
from command import evalsql as command
from command import output

import evalsql


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A suite of five collections; one run lacks one of them."""
    return suites.put_suite(tmp_path_factory.mktemp("suites") / "suite")


@pytest.mark.filterwarnings("ignore::evalsql.InputWarning")
def test_the_command_is_the_function(folder: Path, tmp_path: Path) -> None:
    found = evalsql.suite(folder, ["nDCG@10", "AP"])
    scores = tmp_path / "scores.parquet"
    printed = json.loads(
        output("evaluate", "--suite", folder, "-m", "nDCG@10", "-m", "AP", "--format", "json", "-o", scores)
    )
    assert printed == {name: each.to_arrow_table().to_pylist() for name, each in found.items()}
    assert duckdb.sql(f"from '{scores}'").fetchall() == found["scores"].fetchall()
    rows = list(csv.reader(io.StringIO(output("evaluate", "--suite", folder, "-m", "AP", "--format", "csv"))))
    assert rows[0] == found["leaderboard"].columns
    assert [row[1] for row in rows[1:]] == [row[1] for row in found["leaderboard"].fetchall() if row[0] == "AP"]


def test_a_table_fits_80_columns_and_says_what_is_missing(folder: Path) -> None:
    done = command("evaluate", "--suite", folder, "-m", "nDCG@10", "-m", "AP", "--top", "3", "--decimals", "2")
    lines = done.stdout.decode().splitlines()
    tables = [line for line in lines if not line.startswith(("Friedman", "splade:"))]
    assert max(map(len, tables)) <= 80
    assert lines[1].split() == ["splade+ce", "0.59", "0.65", "0.62", "0.77", "0.67", "0.66", "1"]
    assert lines[4] == "... 2 more runs; --top 5 shows all"
    assert sum(line.startswith("Friedman's test over 5 collections: chi2 = ") for line in lines) == 2
    assert lines.count("splade: no scores in touche; not averaged, not ranked.") == 2
    assert lines[-1] == "Means over 5 collections with 50 judged queries."
    assert b"warning: run splade has no scores in touche; it has no mean over collections and no rank" in done.stderr


def test_options_hold_for_all_collections(folder: Path) -> None:
    listed = folder.parent / "listed.csv"
    duckdb.sql(f"select distinct doc_id from '{suites.TRACK / 'qrels.parquet'}'").write_csv(str(listed))
    said = output("evaluate", "--suite", folder, "-m", "P@10", "--candidates", listed, "--per-query", "--quiet")
    assert said.splitlines()[0].split() == ["dataset", "run", "query_id", "measure", "value"]
    assert sum(line.startswith(suites.NAMES) for line in said.splitlines()) == 24 * 10
    assert "documents that do not count dropped." in said
