"""`evalsql evaluate --suite`: what is printed and written, and what is refused."""

import csv
import io
import json
from pathlib import Path

import duckdb
import pytest
import suites
from command import evalsql as command
from command import output, refusal

import evalsql


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A suite of five collections; one run lacks one of them."""
    return suites.put_suite(tmp_path_factory.mktemp("suites") / "suite")


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
def test_options_hold_for_all_collections(folder: Path) -> None:
    listed = folder.parent / "listed.csv"
    duckdb.sql(f"select distinct doc_id from '{suites.TRACK / 'qrels.parquet'}'").write_csv(str(listed))
    said = output("evaluate", "--suite", folder, "-m", "P@10", "--candidates", listed, "--per-query", "--quiet")
    assert said.splitlines()[0].split() == ["dataset", "run", "query_id", "measure", "value"]
    assert sum(line.startswith(suites.NAMES) for line in said.splitlines()) == 24 * 10
    assert "documents that do not count dropped." in said


@pytest.mark.quick(4)
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["a.run"], "--suite says where runs and judgments are; leave out RUNS and --qrels, or say --by-dataset"),
        (["--qrels", "q.txt"], "--suite says where runs and judgments are"),
        (["--format", "trec"], "--format trec is for one collection; a suite is printed as table, csv or json"),
        (["--format", "csv", "--top", "3"], "--top is for --format table, not for csv"),
        (["--rel", "2"], "--rel is for one collection, not for a suite"),
        (["--engine", "spark"], "--engine is for one collection, not for a suite"),
        (["--strict"], "run splade has no scores in touche, which --strict refuses"),
        (["--split", "dev"], "arguana: no judgments of the split dev in "),
        (["-m", "nDGC"], "arguana: "),
    ],
)
def test_what_is_refused(folder: Path, tmp_path: Path, words: list[str], said: str) -> None:
    written = tmp_path / "scores.parquet"
    assert said in refusal("evaluate", "--suite", folder, *words, "-o", written)
    assert not written.exists()


def test_without_a_suite_runs_and_judgments_are_asked_for_as_ever() -> None:
    assert "RUNS are missing" in refusal("evaluate", "--qrels", "q.txt")
    assert "--qrels is missing" in refusal("evaluate", "a.run")
    assert "--split is for suites" in refusal("evaluate", "a.run", "--qrels", "q.txt", "--split", "dev")
