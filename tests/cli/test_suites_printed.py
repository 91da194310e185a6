"""`evalsql evaluate --suite`: what is printed and written, and what is refused."""

from pathlib import Path

import pytest
import suites
from command import refusal


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A suite of five collections; one run lacks one of them."""
    return suites.put_suite(tmp_path_factory.mktemp("suites") / "suite")


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
