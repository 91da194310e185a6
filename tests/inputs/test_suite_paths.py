"""Paths of a suite's file stay below its folder or the working directory, unless the line says otherwise."""

from pathlib import Path

import pytest
from in_process import whole
from written import put

import evalsql
from evalsql import InputError

RUN, QRELS = "q1 Q0 d1 1 1.0 x", "q1 0 d1 1"
OUTSIDE = {
    "a folder": '[datasets.a]\nfolder = "../there/a"',
    "a name that is a path": '[datasets."../there/a"]',
    "judgments": '[datasets.a]\nqrels = "../there/a/qrels.txt"\nruns = "a/runs"',
    "a run": '[datasets.a]\nruns = "../there/a/runs/x.run"',
    "one of several": '[datasets.a]\nruns = ["a/runs/x.run", "../there/a/runs/x.run"]',
    "one by name": '[datasets.a]\nruns = {y = "../there/a/runs/x.run"}',
    "one with a name before it": '[datasets.a]\nruns = "y=../there/a/runs/x.run"',
    "an absolute path": '[datasets.a]\nruns = "THERE/a/runs/x.run"',
    "a link": '[datasets.a]\nruns = "linked/runs/x.run"',
    "a link below a folder": '[datasets.a]\nruns = "links"',
    "a link below a folder that is not named": "[datasets.b]",
    "a link that a pattern matches": '[datasets.a]\nruns = "links/*.run"',
    "a run with a name that a pattern matches": '[datasets.a]\nruns = "y=links/*.run"',
    "gains that a pattern matches": 'gains = "links/*.run"\n[datasets.a]',
    "a table in a database": '[datasets.a]\nruns = "../there/x.duckdb::runs"',
    "an address": '[datasets.a]\nruns = "https://127.0.0.1:9/x.run"',
    "gains of all": 'gains = "../there/a/qrels.txt"\n[datasets.a]',
    "a list of queries": '[datasets.a]\nqueries = "../there/queries.txt"',
}
OF_MEASURES = ("@measures.txt", " @../there/measures.txt", "AP @../there/measures.txt", "AP,@../there/measures.txt")


@pytest.fixture
def folders(tmp_path: Path) -> Path:
    """A folder with a collection, which is the suite's, and beside it another one."""
    for name in ("here", "there"):
        put(tmp_path / name / "a" / "qrels.txt", [QRELS])
        put(tmp_path / name / "a" / "runs" / "x.run", [RUN])
    (tmp_path / "here" / "linked").symlink_to(tmp_path / "there" / "a")
    for folder in ("links", "b/runs"):
        (tmp_path / "here" / folder).mkdir(parents=True)
        (tmp_path / "here" / folder / "x.run").symlink_to(tmp_path / "there" / "a" / "runs" / "x.run")
    put(tmp_path / "here" / "b" / "qrels.txt", [QRELS])
    return tmp_path


@pytest.mark.parametrize("text", OUTSIDE.values(), ids=OUTSIDE)
def long_what_lies_outside_is_refused_before_it_is_read(text: str, folders: Path) -> None:
    put(folders / "here" / "suite.toml", text.replace("THERE", str(folders / "there")))
    done = whole(["suite", "suite.toml", "-m", "AP"], folders / "here")
    assert done.status == 2
    assert "lies outside of the folder of the suite and of the working directory; --outside (in Python" in done.said


@pytest.mark.parametrize("text", OF_MEASURES)
def long_a_file_of_measures_is_refused_since_its_lines_may_name_others(text: str, folders: Path) -> None:
    put(folders / "here" / "measures.txt", ["@../there/measures.txt"])
    put(folders / "there" / "measures.txt", ["a secret"])
    put(folders / "here" / "suite.toml", f'measures = ["{text}"]\n[datasets.a]')
    done = whole(["suite", "suite.toml"], folders / "here")
    assert (done.status, done.output) == (2, "")
    assert "a file, whose lines may name others; list the measures, or say --outside" in done.said
    put(folders / "here" / "suite.toml", '[datasets.a]\nmeasures = "nDCG@10, AP"')
    assert whole(["suite", "suite.toml"], folders / "here").status == 0


def long_what_lies_below_the_working_directory_or_is_let_is_read(folders: Path, monkeypatch) -> None:
    put(folders / "here" / "suite.toml", OUTSIDE["a run"])
    above = whole(["suite", "here/suite.toml", "-m", "AP", "--format", "csv"], folders)
    let = whole(["suite", "suite.toml", "--outside", "-m", "AP", "--format", "csv"], folders / "here")
    assert above.output == let.output
    assert above.output.splitlines()[1].startswith("AP,x,1,")
    page = whole(["report", "--suite", "suite.toml", "--outside", "-m", "AP", "-o", "x.html"], folders / "here")
    assert page.status == 0, page.said
    monkeypatch.chdir(folders / "here")
    with pytest.raises(InputError, match="lies outside"):
        evalsql.suite("suite.toml", "AP")
    assert evalsql.suite("suite.toml", "AP", outside=True)["scores"].fetchall() == [("a", "x", "q1", "AP", 1.0)]


def test_without_a_suite_there_is_nothing_outside(folders: Path) -> None:
    done = whole(["suite", "a/runs/x.run", "--qrels", "a/qrels.txt", "--outside"], folders / "here")
    assert (done.status, done.said) == (2, "evalsql: outside is for the file of a suite, and none was given\n")
    of_one = {"runs": "a/runs/x.run", "qrels": "a/qrels.txt"}
    with pytest.raises(InputError, match="outside is for the file of a suite, and none was given"):
        evalsql.suite({"a": of_one}, "AP", outside=True)
    with pytest.raises(InputError, match="outside is for the file of a suite, and none was given"):
        evalsql.suite(**of_one, measures="AP", outside=True)
    with pytest.raises(InputError, match="outside is for suites"):
        evalsql.report("x.html", **of_one, measures="AP", outside=True)


def long_what_is_refused_is_not_read_to_find_what_would_be_lost(folders: Path, monkeypatch) -> None:
    put(folders / "here" / "suite.toml", OUTSIDE["a list of queries"])
    read: list[Path] = []
    monkeypatch.setattr("evalsql.inputs.suites.read_queries", read.append)
    done = whole(["suite", "suite.toml", "-m", "AP", "-o", "scores.csv"], folders / "here")
    assert (done.status, read) == (2, [])
    assert "lies outside of the folder of the suite" in done.said
