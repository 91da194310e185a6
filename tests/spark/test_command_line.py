"""`evalsql evaluate --engine spark`, in a session that is there: it prints, says and ends as without."""

from pathlib import Path
from typing import Any

import duckdb
import pytest
from in_process import Done, whole
from places import FIXTURES

# pandas 3 and Spark warn of each other
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

TRACK, TINY = FIXTURES / "track", FIXTURES / "tiny"
LAKE = [TRACK / "runs.parquet", "-q", TRACK / "qrels.parquet", "-m", "AP"]
TEXT = [TINY / "good.run", TINY / "poor.run", "-q", TINY / "qrels.txt", "--format", "trec"]
OF_TREC = [*TEXT, "--convention", "trec_eval-9", "--per-query"]
SAME: dict[str, list[Any]] = {
    "a table, with options": [*LAKE, "-m", "nDCG(judged_only=True)@10", "--ties", "worst", "--depth", "50", "--ranges"],
    "each query": [*LAKE, "--without-own", "--population", "intersection", "--per-query", "--format", "csv"],
    "slices": [*LAKE, "--slices", TRACK / "queries.jsonl", "--by", "language", "--top", "3"],
    "slices of nothing": [*LAKE, "--slices", TRACK / "queries.jsonl", "--by", "nosuch"],
    "as trec_eval": [*OF_TREC, "-m", "official"],
    "Rndcg at a level": [*OF_TREC, "-m", "Rndcg", "--rel", "2"],
    "a file written here": [*LAKE, "-o", "scores.csv"],
}


@pytest.fixture(scope="module")
def on_spark(spark: Any) -> list[str]:
    """What is added to a command line; the session of the tests is taken."""
    return ["--engine", "spark", "--partitions", "3", "--salt", "2"]


def said(folder: Path, *words: Any) -> Done:
    return whole(["evaluate", *words], folder)


@pytest.mark.parametrize("name", SAME)
def test_it_prints_and_says_what_one_machine_does(on_spark: list[str], tmp_path: Path, name: str) -> None:
    (here := tmp_path / "here").mkdir()
    (there := tmp_path / "there").mkdir()
    wanted = said(here, *SAME[name])
    assert said(there, *SAME[name], *on_spark) == wanted
    assert {each.name: each.read_bytes() for each in there.iterdir()} == {
        each.name: each.read_bytes() for each in here.iterdir()
    }


def test_scores_are_written_added_to_and_replaced(on_spark: list[str], tmp_path: Path) -> None:
    place = tmp_path / "scores"  # Spark started in another folder

    def count() -> int:
        return len(duckdb.sql(f"from '{place}/*.parquet'").fetchall())

    first = said(tmp_path, *LAKE, *on_spark, "-o", place, "--label", "one", "--force")
    assert first.status == 0, first.said
    assert count() == 600
    again = said(tmp_path, *LAKE, *on_spark, "-o", place)
    assert (again.status, again.said) == (
        2,
        f"evalsql: {place}: is there already; use --append to add these rows to it, or --force to replace it\n",
    )
    assert said(tmp_path, *LAKE, *on_spark, "-o", place, "--append", "--label", "two").status == 0
    assert count() == 1200
    assert said(tmp_path, *LAKE, *on_spark, "-o", place, "--force").status == 0
    assert count() == 600


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            ["-m", "relstring"],
            "relstring shows documents, which Spark keeps; name other measures,",
        ),
        (["-m", "all_trec"], "relstring shows documents, which Spark keeps; name other measures,"),
        (["--exclusions", "x.parquet"], "Spark reads no exclusions; leave out --exclusions (in Python: exclusions)"),
        (["--candidates", "x.parquet"], "Spark reads no candidates; leave out --candidates (in Python: candidates)"),
        (["--profile"], "--profile is for one machine;"),
        (["--threads", "2"], "threads are for one machine;"),
    ],
)
def test_what_is_not_there_is_refused(on_spark: list[str], tmp_path: Path, options: list[str], sentence: str) -> None:
    done = said(tmp_path, *OF_TREC, *options, *on_spark)
    assert (done.status, done.output) == (2, "")
    assert done.said.startswith(f"evalsql: {sentence}")
    assert done.said.count("\n") == 1
