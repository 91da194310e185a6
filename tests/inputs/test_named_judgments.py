"""Judgments by their name in ir_datasets; a stand-in takes its place."""

import sys
from collections import namedtuple
from importlib.machinery import ModuleSpec
from types import ModuleType

import pytest
from in_process import invoke, refusal
from written import put

Judged = namedtuple("Judged", "query_id doc_id relevance iteration")
ROWS = [Judged("1", "a", 1, "0"), Judged("1", "b", 0, "0"), Judged("2", "a", 2, "0")]


class Dataset:
    def __init__(self, rows):
        self.rows = rows

    def has_qrels(self):
        return self.rows is not None

    def qrels_iter(self):
        if not self.rows:
            raise ConnectionError("no route to host")
        return iter(self.rows)


@pytest.fixture
def stand_in(monkeypatch):
    module = ModuleType("ir_datasets")
    module.__spec__ = ModuleSpec("ir_datasets", None)
    module.load = {"beir/x/test": Dataset(ROWS), "x/none": Dataset(None), "x/away": Dataset([])}.__getitem__
    monkeypatch.setitem(sys.modules, "ir_datasets", module)


@pytest.fixture(autouse=True)
def run(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    return put(tmp_path / "x.run", "1 Q0 b 1 2 x\n1 Q0 a 2 1 x\n2 Q0 a 1 1 x\n")


def test_judgments_are_read_by_name(stand_in, run):
    shown = invoke("evaluate", run, "--qrels", "beir/x/test", "-m", "RR", "--format", "csv")
    assert shown.stdout.splitlines()[1] == "x,0.75"
    line = ("evaluate", run, "--qrels", "beir/x/test", "-m", "RR", "-o", "h.duckdb", "--append", "--label", "a")
    assert invoke(*line).exit_code == 0
    shown = invoke(
        "gate", run, "--qrels", "beir/x/test", "-m", "RR", "--margin", "0.9", "--baseline", "h.duckdb::scores"
    )
    assert "it is not known whether" in shown.stderr


def test_a_file_or_folder_of_that_name_comes_first(stand_in, run, tmp_path):
    put(tmp_path / "beir/x/test", "1 0 b 1\n2 0 b 1\n")
    shown = invoke("evaluate", run, "--qrels", "beir/x/test", "-m", "RR", "--format", "csv")
    assert shown.stdout.splitlines()[1] == "x,0.5"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("x/none", "x/none: is a dataset of ir_datasets without judgments"),
        ("x/away", "x/away: ir_datasets cannot read it: no route to host"),
        ("x/other", "x/other: there is neither such a file nor such a dataset of ir_datasets"),
        ("x/other.txt", "x/other.txt: there is no such file"),
    ],
)
def test_what_is_not_there_is_refused(stand_in, run, name, said):
    assert refusal("evaluate", run, "--qrels", name) == said


def test_a_suite_downloads_nothing_unless_the_line_allows_it(stand_in, run):
    put(run.parent / "suite.toml", '[datasets.a]\nqrels = "beir/x/test"\nruns = "x.run"\nmeasures = ["RR"]\n')
    assert "qrels has beir/x/test, which is not a file" in refusal("suite", "suite.toml")
    assert "0.7500" in invoke("suite", "suite.toml", "--outside").stdout


def test_without_the_package_it_is_named(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "ir_datasets", None)
    assert refusal("evaluate", run, "--qrels", "beir/x/test") == (
        "beir/x/test: there is no such file; if it is a dataset of ir_datasets, "
        "python -m pip install 'evalsql[datasets]' reads it"
    )
