"""What commands say beside their results: warnings, notes and the progress bar, as far as they are wanted."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import get_args

import command
import pytest
from places import FIXTURES
from rich.progress import Progress

from evalsql import errors
from evalsql.catalog.listing import Folder, metrics
from evalsql.catalog.titles import titles
from evalsql.cli import notices, words_to_complete
from evalsql.cli.completion import complete_choice, complete_measure, complete_measures
from evalsql.cli.progress import progress
from evalsql.errors import InputError, Problem, refuse

FEW = ("evaluate", *command.TINY, "-m", "AP", "--format", "csv")


@pytest.fixture(autouse=True)
def as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "quiet", False)
    monkeypatch.setattr(notices, "shown", "show")
    monkeypatch.setattr(errors, "refusing", False)


def said(*options: str | Path) -> list[str]:
    """What stands on standard error, a line each."""
    done = command.evalsql(*FEW, *options)
    assert done.returncode == 0
    assert done.stdout.startswith(b"run,AP")
    return done.stderr.decode().splitlines()


def test_quiet_says_nothing_beside_results(tmp_path: Path) -> None:
    loud = said("-o", tmp_path / "a.csv")
    assert any(line.startswith("evalsql: warning: ") for line in loud)
    assert any(line.startswith("evalsql: wrote ") for line in loud)
    assert said("-o", tmp_path / "b.csv", "--quiet") == []
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()
    assert "no such file" in command.refusal("evaluate", "none.run", "--qrels", "none.txt", "--quiet")


def test_warnings_are_hidden_alone() -> None:
    lines = said("--warnings", "hide")
    assert len(lines) == 1
    assert lines[0].startswith("evalsql: means over ")


@pytest.mark.parametrize("name", ["evaluate", "convert", "build"])
def test_warnings_refuse_before_anything_is_written(name: str, tmp_path: Path) -> None:
    runs, poor, *judged = command.TINY
    lines = {
        "evaluate": ("evaluate", runs, poor, *judged, "-o", tmp_path / "here.csv"),
        "build": ("build", tmp_path / "here.duckdb", runs, poor, *judged),
        "convert": ("convert", doubtful(tmp_path), tmp_path / "here.txt"),
    }
    refused = command.refusal(*lines[name], "--warnings", "error")
    assert "warning: " not in refused
    assert not list(tmp_path.glob("here*"))


def doubtful(folder: Path) -> Path:
    """Judgments that TREC text cannot hold."""
    rows = "query_id,doc_id,relevance,subtopic,weight\nq1,d1,1,a,2\nq1,d1,1,b,1\n"
    (folder / "qrels.csv").write_text(rows, encoding="utf-8")
    return folder / "qrels.csv"


def test_a_check_with_warnings_ends_as_one_with_errors_where_asked() -> None:
    _, _, *judged = command.TINY
    line = ("check", FIXTURES / "tiny" / "good.run", *judged)
    assert command.evalsql(*line).returncode == 0
    assert command.evalsql(*line, "--warnings", "error").returncode == 2


def test_a_warning_refuses_where_that_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem("warning", "kind", "something looks wrong", 1)
    assert refuse(iter([problem])) == [problem]
    monkeypatch.setattr(errors, "refusing", True)
    monkeypatch.setattr(notices, "shown", "error")
    with pytest.raises(InputError, match=r"^something looks wrong$"):
        refuse(iter([problem]))
    with pytest.raises(InputError, match=r"^something looks wrong$"):
        notices.warn_of("something looks wrong")


class Terminal:
    """Standard error as a terminal, which keeps what is written."""

    def __init__(self) -> None:
        self.text = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.text += text
        return len(text)

    def flush(self) -> None:
        pass


def test_the_clock_of_the_bar_goes_on_after_all_that_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    bars: list[Progress] = []
    made = Progress.__init__

    def kept(self: Progress, *given, **named) -> None:
        made(self, *given, **named)
        bars.append(self)

    monkeypatch.setattr(Progress, "__init__", kept)
    monkeypatch.setattr(sys, "stderr", Terminal())
    with progress() as tell:
        ((task,),) = [bar.tasks for bar in bars]
        tell("reading", 0.5)
        assert (task.total, task.completed, task.description) == (1, 0.5, "reading")
        for step, done in (("comparing", 1.0), ("writing", None)):
            tell(step, done)
            assert task.total is None
            assert not task.finished
            before = task.elapsed
            time.sleep(0.01)
            assert task.elapsed > before
        tell("again", 0.2)
        assert (task.total, task.completed) == (1, 0.2)
    with progress(3) as tell:
        ((task,),) = [bar.tasks for bar in bars[1:]]
        tell("one")
        tell("two")
        assert (task.total, task.completed) == (1, pytest.approx(1 / 3))
        tell("three")
        tell("four")
        assert task.total is None


def test_quiet_shows_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(notices, "quiet", True)
    monkeypatch.setattr("evalsql.cli.progress.PATIENCE", 0.0)
    with progress() as tell:
        tell("reading (about 5 minutes)", 0.5)
        time.sleep(0.05)
    assert terminal.text == ""


@pytest.mark.parametrize("folder", get_args(Folder))
def test_what_is_completed_is_what_heads_say(folder: Folder) -> None:
    every = {each.name: (each.name, each.title, bool(each.cutoff)) for each in metrics(folder).values()}
    assert {found[0]: found for found in titles(folder)} == every
    assert ("nDCG@10", "Normalized discounted cumulative gain") in complete_measure("nD")
    assert [name for name, _ in complete_measure("ndcg")] == ["ndcg", "ndcg@10", "ndcg_rel"]
    assert ("official", "a set of measures") in complete_measures("of")
    assert complete_measures("nD") == complete_measure("nD")


def test_corrections_and_intervals_are_completed() -> None:
    assert complete_choice("corrections")("b") == ["bonferroni", "benjamini_hochberg", "benjamini_yekutieli"]
    assert complete_choice("intervals")("B") == ["bca"]


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("evalsql compare --correction h", ["holm", "hochberg"]),
        ("evalsql evaluate --convention ntc", ["ntcireval"]),
        ("evalsql evaluate --warnings ", ["show", "hide", "error"]),
        ("evalsql comp", ["compare"]),
    ],
)
def test_the_shell_completes_with_one_command_loaded(
    line: str, offered: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_EVALSQL_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split(" ")) - 1))
    assert words_to_complete() == line.split()[1:]
    assert command.output().split() == offered


def test_completion_loads_no_more_than_it_needs() -> None:
    environment = {"_EVALSQL_COMPLETE": "complete_bash", "COMP_WORDS": "evalsql evaluate -m nD", "COMP_CWORD": "3"}
    said = os.environ | environment
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "evalsql"], env=said, capture_output=True, text=True, timeout=60
    )
    assert done.stdout.split() == ["nDCG", "nDCG@10", "nDCG_rel"]
    loaded = set(re.findall(r"\| +(\S+)$", done.stderr, re.MULTILINE))
    assert {"evalsql.cli.options", "evalsql.catalog.titles"} <= loaded
    assert not loaded & {"evalsql.catalog.heads", "duckdb", "numpy", "jinja2", "rich"}
