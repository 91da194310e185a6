"""The page of a suite shows what evalsql.suite says."""

from hashlib import sha256
from pathlib import Path

import browser
import pytest
import suites
from command import refusal
from html_read import Read

import evalsql as package

IGNORED = pytest.mark.filterwarnings("ignore::evalsql.InputWarning")
MEASURES = ("nDCG@10", "ASL")
BOARD = "Runs over all collections by {}"
LACKS = "run splade has no scores in touche; it has no mean over collections and no rank"


def long_what_was_evaluated_is_said(suite_page: Path, suite_read: Read, suite: Path) -> None:
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
    assert "90% intervals of 40 resamples of collections and of their queries, seed 7" in suite_read.text
    assert "ASL: " in suite_read.text
    assert "Five" in suite_read.text
    assert "<svg" not in suite_page.read_text(encoding="utf-8")  # without the packages of pictures


def long_what_is_refused(suite: Path, tmp_path: Path) -> None:
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


def test_nothing_at_all_is_refused(tmp_path: Path) -> None:
    assert "missing RUNS; see" in refusal("report", "-o", tmp_path / "report.html")
    assert "--split needs --suite" in refusal("report", "a.run", "--split", "dev", "-o", tmp_path / "report.html")
    with pytest.raises(package.InputError, match="no runs were given, and no suite"):
        package.report(tmp_path / "report.html")


def said(value: float | None, digits: int = 4) -> str:
    return "\N{EN DASH}" if value is None else f"{value:.{digits}f}"


@pytest.mark.filterwarnings("ignore::evalsql.InputWarning")
def long_numbers_are_those_of_the_suite(suite_read: Read, suite: Path) -> None:
    found = {name: each.to_arrow_table().to_pylist() for name, each in package.suite(suite).items()}
    assert suite_read.sections == ["collections", "boards", "glossary"]
    for measure in MEASURES:
        rows = suite_read.rows(BOARD.format(measure))
        board = [row for row in found["leaderboard"] if row["metric"] == measure]
        following = {row["run"]: row for row in found["neighbours"] if row["metric"] == measure}
        assert [row["Run"].text for row in rows] == [row["run"] for row in board]
        for shown, row in zip(rows, board, strict=True):
            mean, rank = said(row["macro_mean"]), said(row["mean_rank"], 2)
            if row["borda"] is not None:
                mean += f" {said(row['mean_lower'], 3)} to {said(row['mean_upper'], 3)}"
                rank += f" {said(row['rank_lower'], 2)} to {said(row['rank_upper'], 2)}"
            assert [shown["Mean"].text, shown["Mean rank"].text] == [mean, rank]
            assert shown["Mean"].value == ("" if row["macro_mean"] is None else repr(row["macro_mean"]))
            assert shown["Borda"].text == (str(row["borda"]) if row["borda"] else said(None))
            other = following.get(row["run"])
            if other is None:
                assert shown["Above the next"].text == said(None)
            else:
                parts = [other["difference"], other["lower"], other["upper"]]
                texts = [f"{part:+.{digits}f}" for part, digits in zip(parts, (4, 3, 3), strict=True)]
                texts[0] += "" if other["told_apart"] else ", alike"
                text = f"{texts[0]} {texts[1]} to {texts[2]}".replace("-", "\N{MINUS SIGN}")
                assert shown["Above the next"].text == text
            for name in suites.NAMES:
                assert shown[name].text.removesuffix(" best") == (said(row[name]) if row[name] else "missing")
    for test in found["tests"]:
        assert f"chi² = {test['statistic']:.2f}, {test['df']} degrees" in suite_read.text
        assert f"critical difference, {test['critical_difference']:.2f}, or more" in " ".join(suite_read.text.split())
    assert "at the level 0.1, where" in " ".join(suite_read.text.split())
    best = {name: max((row[name] or 0, row["run"]) for row in found["leaderboard"][:5])[1] for name in suites.NAMES}
    shown = suite_read.rows(BOARD.format("nDCG@10"))
    marked = {(name, row["Run"].text) for row in shown for name in row if row[name].text.endswith(" best")}
    assert marked == set(best.items())


@pytest.mark.filterwarnings("ignore::evalsql.InputWarning")
@pytest.mark.usefixtures("plain")
def long_odd_names_are_harmless_and_whole(tmp_path: Path) -> None:
    names = ["<script>alert(1)</script>", 'it\'s "$seed"\nnew', "\u0639\u0631\u0628\u064a {{ 7 * 7 }}", "dataset_0"]
    runs = {each: {f"q{q}": {"d1": 1.0 + place, "d2": 2.0} for q in range(2)} for place, each in enumerate(names)}
    qrels = {"q0": {"d1": 1}, "q1": {"d1": 1}}
    given = {each: {"runs": runs, "qrels": qrels} for each in names}
    package.report(tmp_path / "odd.html", suite=given, measures="AP", title="</script><img src=x onerror=alert(2)>")
    read = Read(tmp_path / "odd.html")
    assert read.fetched == []
    assert all("alert(" not in text for given, text in read.scripts)
    rows = read.rows(BOARD.format("AP"))
    assert {row["Run"].text for row in rows} == {" ".join(name.split()) for name in names}
    assert [*rows[0]][5:] == [" ".join(name.split()) for name in names]


@pytest.mark.filterwarnings("ignore::evalsql.InputWarning")
def long_boards_have_their_pictures(suite: Path, tmp_path: Path) -> None:
    pytest.importorskip("altair")
    pytest.importorskip("vl_convert")
    path = tmp_path / "report.html"
    package.report(path, suite=suite)
    text = path.read_text(encoding="utf-8")
    for measure in MEASURES:
        assert text.count(f'aria-label="Mean ranks and means by {measure}, with their intervals"') == 2
        assert text.count(f'aria-label="Mean ranks by {measure}, and which runs do not differ"') == 2
    assert "alpha 0.1)" in text
    assert "pip install" not in text
    if browser.CHROMIUM is not None:
        with browser.page() as shown:
            shown.open(path)
            assert shown.said == []
            assert shown.requests == [path.as_uri()]
            heads = shown.run("document.querySelectorAll('#boards thead button').length")
            assert heads == 2 * (5 + len(suites.NAMES))
