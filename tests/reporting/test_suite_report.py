"""The page of a suite shows what evalsql.suite says, by SQL that anyone can run over its scores."""

from hashlib import sha256
from pathlib import Path

import pytest
import suites
from command import refusal
from html_read import Read

import evalsql as package

IGNORED = pytest.mark.filterwarnings("ignore::evalsql.InputWarning")
MEASURES = ("nDCG@10", "ASL")
BOARD = "Runs over all collections by {}"
LACKS = "run splade has no scores in touche; it has no mean over collections and no rank"


def test_what_was_evaluated_is_said(suite_read: Read, suite: Path) -> None:
    files = suite_read.rows("Files that were read")
    assert len(files) == 29
    for row in files:
        path = suite.parent / row["File"].text
        assert row["SHA-256"].text == sha256(path.read_bytes()).hexdigest()
        assert path.is_relative_to(suite.parent / row["Collection"].text)
        assert row["Kind"].text == ("qrels" if path.suffix == ".tsv" else "runs")
    options = {row["Collection"].text: row["Options"].text for row in suite_read.rows("Collections")}
    assert options == dict.fromkeys(suites.NAMES, "depth 20") | {"touche": "queries, depth 20, without_own"}
    assert LACKS in suite_read.text
    assert "90 % intervals of 40 resamples of collections and of their queries, seed 7" in suite_read.text
    assert "ASL: " in suite_read.text
    assert "Five" in suite_read.text
    assert "evaluate --suite SUITE -o scores.duckdb" in suite_read.text


def test_without_packages_of_pictures_the_page_says_so(suite_page: Path) -> None:
    text = suite_page.read_text(encoding="utf-8")
    assert "pip install 'evalsql[charts]'" in text
    assert "<svg" not in text


def test_what_is_refused(suite: Path, tmp_path: Path) -> None:
    cases = {
        "a.run": "runs are of one collection; leave out runs, or suite",
        "--qrels q.txt": "qrels are of one collection",
        "--baseline bm25": "baseline is of one collection",
        "--slices s.jsonl": "slices are of one collection",
        "--queries-text q.tsv": "queries_text is of one collection",
        "--curve nDCG@20": "curves are of one collection",
        "--strict": "run splade has no scores in touche, which --strict refuses",
        "--warnings error": LACKS,
        "--split dev": "no judgments of the split dev in ",
    }
    for words, sentence in cases.items():
        said = refusal("report", "--suite", suite, *words.split(), "-o", tmp_path / "report.html")
        assert sentence in said, words
    assert list(tmp_path.iterdir()) == []


def test_other_formats_and_nothing_at_all_are_refused(suite: Path, tmp_path: Path) -> None:
    for form in ("md", "tex"):
        sentence = refusal("report", "--suite", suite, "-o", tmp_path / f"report.{form}")
        assert f"is a page of HTML, not {form}" in sentence
    assert "RUNS are missing" in refusal("report", "-o", tmp_path / "report.html")
    assert "--split is for suites" in refusal("report", "a.run", "--split", "dev", "-o", tmp_path / "report.html")
    with pytest.raises(package.InputError, match="no runs were given, and no suite"):
        package.report(tmp_path / "report.html")
