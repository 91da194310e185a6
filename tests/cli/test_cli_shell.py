"""The shell around commands: lines that cannot be read, streams that end, notices, and what is imported."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import get_args

import command
import pytest
from in_process import refusal
from places import FIXTURES, ROOT
from rich.progress import Progress
from versions import since

from evalsql import errors
from evalsql.catalog.listing import Folder, metrics
from evalsql.catalog.titles import titles
from evalsql.cli import notices, words_to_complete
from evalsql.cli.completion import complete_choice, complete_measure, complete_measures
from evalsql.cli.progress import progress
from evalsql.errors import InputError, Problem, refuse

TINY = FIXTURES / "tiny"


def test_refusals_have_one_style_and_status() -> None:
    assert command.refusal("evaluate") == "evalsql: missing RUNS; see 'evalsql evaluate --help'\n"
    assert "no such file" in refusal("evaluate", "none.run", "--qrels", "none.txt")


def test_several_values_are_no_repetition() -> None:
    few = ("evaluate", *command.TINY, "--format", "csv")
    assert "AP" in command.output(*few, "-m", "AP", "-m", "RR", "--per-query", "--per-query")


def test_help_says_all_there_is_in_groups() -> None:
    page = command.output("help", "evaluate")
    assert page == command.output("evaluate", "--help")
    assert page.startswith(
        "Usage: evalsql evaluate [OPTIONS] RUNS... --qrels QRELS\n\n  Score runs against judgments.\n\n  Examples:"
    )
    assert page.endswith("\nevalsql evaluate --help-all lists all options.\n")
    every = command.output("evaluate", "--help-all")
    for name in ("--threads", "--memory-limit", "--gains", "--convention", "--append", "--width"):
        assert f"  {name} " in every
        assert name not in page.partition("Options:")[2]
    assert {"--measure", "--plot", "--output"} <= {*re.findall(r"--[a-z-]+", page)}
    first = command.output("help")
    assert first == command.output("--help")
    assert "..." not in first.partition("Evaluate:")[2]  # nothing is cut
    assert "Exit status: 0 if all went well; 1 if" in first


def test_the_short_help_of_evaluate_has_sixty_lines_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert len(command.output("evaluate", "--help").splitlines()) <= 60


TABLE = ("evaluate", *command.TINY, "--per-query")


def run_into(stdout: int | Path, *arguments: str) -> tuple[int, str]:
    """The status and the last line on standard error of a command whose output goes there."""
    target = os.open(stdout, os.O_WRONLY) if isinstance(stdout, Path) else stdout
    done = subprocess.run(
        [sys.executable, "-m", "evalsql", *arguments], stdout=target, stderr=subprocess.PIPE, timeout=120
    )
    os.close(target)
    return done.returncode, (done.stderr.decode().splitlines() or [""])[-1]


LONG = [(*TABLE, "--format", "csv"), ("compare", *command.TINY, "-m", "AP", "--format", "json"), TABLE, ("--help",)]


@pytest.mark.parametrize("arguments", LONG, ids=lambda each: " ".join(each[-2:]))
def long_a_reader_that_stops_ends_a_command_silently(arguments: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    status, last = run_into(writing, *arguments)
    assert status == 0
    assert "Error" not in last
    assert "written" not in last


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
@pytest.mark.parametrize("arguments", LONG[:2], ids=lambda each: " ".join(each[-2:]))
def long_output_that_cannot_be_written_is_said_in_a_sentence(arguments: tuple[str, ...]) -> None:
    said = "evalsql: standard output could not be written: No space left on device"
    assert run_into(Path("/dev/full"), *arguments) == (1, said)


def test_a_warning_of_a_set_is_a_sentence() -> None:
    done = command.evalsql("evaluate", *command.TINY, "-m", "jarvelin-kekalainen-2002", "--format", "csv")
    assert done.returncode == 0
    lines = done.stderr.decode().splitlines()
    warned = "evalsql: warning: -m jarvelin-kekalainen-2002: left out, since AvgPos"
    assert any(line.startswith(warned) for line in lines)
    assert not any("UserWarning" in line for line in lines)


WHOLE = "{'duckdb.sqltypes', 'duckdb.typing'} & {*sys.modules}"  # what the layer in Python is known by


def printed_by(program: str) -> list[str]:
    """What a program prints, in words."""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    return done.stdout.split()


@since("duckdb", "2.0", "the engine loads its layer")
def test_the_engine_has_no_layer_until_that_is_asked_for() -> None:
    program = f"""
import sys
from evalsql import engine
engine.use_alone()
import duckdb
connection = duckdb.connect()
print(connection.execute("select 42").fetchall()[0][0], isinstance(connection, duckdb.DuckDBPyConnection))
print(issubclass(duckdb.BinderException, duckdb.Error), bool({WHOLE}))
relation = duckdb.DuckDBPyRelation
import duckdb as again
print(relation is again.DuckDBPyRelation, again is duckdb, again.connect is duckdb.connect, bool({WHOLE}))
"""
    assert printed_by(program) == ["42", "True", "True", "False", "True", "False", "True", "True"]


def test_a_part_of_the_layer_can_be_imported() -> None:
    program = """
from evalsql import engine
engine.use_alone()
import duckdb
import duckdb.sqltypes
print(duckdb.sqltypes.INTEGER, hasattr(duckdb, "no_such_thing"))
"""
    assert printed_by(program) == ["INTEGER", "False"]


def test_a_method_of_the_layer_comes_once_it_is_asked_for() -> None:
    program = f"""
import sys
from evalsql import engine
engine.use_alone()
import duckdb
connection = duckdb.connect()
print(hasattr(connection, "__no_such_thing__"), bool({WHOLE}))
print(connection.sql("select 42").fetchall()[0][0], hasattr(connection, "no_such_thing"), bool({WHOLE}))
"""
    assert printed_by(program) == ["False", "False", "42", "False", "True"]


def test_what_is_loaded_stays() -> None:
    assert printed_by(
        "import duckdb; from evalsql import engine; engine.use_alone();"
        " import duckdb as again; print(again is duckdb, isinstance(again, engine.Engine))"
    ) == ["True", "False"]


def test_a_signal_waits_until_the_engine_is_loaded() -> None:
    program = """
import signal, sys
from evalsql import engine
class Finder:
    def find_spec(self, name, path, target=None):
        if name == "_duckdb":
            signal.raise_signal(signal.SIGTERM)
engine.use_alone()
sys.meta_path.insert(0, Finder())
signal.signal(signal.SIGTERM, lambda number, _: print("heard", "_duckdb" in sys.modules))
import duckdb
duckdb.connect()
signal.raise_signal(signal.SIGTERM)
"""
    assert printed_by(program) == ["heard", "True", "heard", "True"]


FEW = ("evaluate", *command.TINY, "-m", "AP", "--format", "csv")


@pytest.fixture(autouse=True)
def as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "quiet", False)
    monkeypatch.setattr(notices, "shown", "show")
    monkeypatch.setattr(errors, "refusing", False)


def notices_of(*options: str | Path) -> list[str]:
    """What stands on standard error, a line each."""
    done = command.evalsql(*FEW, *options)
    assert done.returncode == 0
    assert done.stdout.startswith(b"run,AP")
    return done.stderr.decode().splitlines()


def long_quiet_says_nothing_beside_results(tmp_path: Path) -> None:
    loud = notices_of("-o", tmp_path / "a.csv")
    assert any(line.startswith("evalsql: warning: ") for line in loud)
    assert any(line.startswith("evalsql: wrote ") for line in loud)
    assert notices_of("-o", tmp_path / "b.csv", "--quiet") == []
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()
    assert "no such file" in command.refusal("evaluate", "none.run", "--qrels", "none.txt", "--quiet")


def test_warnings_are_hidden_alone() -> None:
    lines = notices_of("--warnings", "hide")
    assert len(lines) == 1
    assert lines[0].startswith("evalsql: means over ")


def test_warnings_refuse_before_anything_is_written(tmp_path: Path) -> None:
    doubtful = tmp_path / "qrels.csv"  # which TREC text cannot hold
    doubtful.write_text("query_id,doc_id,relevance,subtopic,weight\nq1,d1,1,a,2\nq1,d1,1,b,1\n", encoding="utf-8")
    for words in (
        ("evaluate", *command.TINY, "-o", tmp_path / "here.csv"),
        ("build", tmp_path / "here.duckdb", *command.TINY),
        ("convert", doubtful, tmp_path / "here.txt"),
    ):
        assert "warning: " not in command.refusal(*words, "--warnings", "error")
        assert not list(tmp_path.glob("here*"))


def test_a_check_with_warnings_ends_as_one_with_errors_where_asked() -> None:
    _, _, *judged = command.TINY
    line = ("check", FIXTURES / "tiny" / "good.run", *judged)
    assert command.evalsql(*line).returncode == 0
    assert command.evalsql(*line, "--warnings", "error").returncode == 2


def test_a_warning_refuses_where_that_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem("warning", "kind", "something looks wrong")
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


def test_off_a_terminal_a_line_says_now_and_then_how_far_the_work_is(monkeypatch, capsys) -> None:
    with progress() as tell:
        tell("reading", 0.2)
        tell("comparing runs (about 5 minutes)", 0.5)
        monkeypatch.setattr("evalsql.cli.progress.BETWEEN_LINES", 0.0)
        tell("writing runs", 0.8)
        tell("writing")
    said = ["comparing runs (about 5 minutes)", "writing runs (80% done)", "writing"]
    assert capsys.readouterr().err.splitlines() == [f"evalsql: {each}" for each in said]


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
        ("evalsql compare --correction h", ["holm", "hochberg", "hommel", "holm_sidak"]),
        ("evalsql evaluate --convention ntc", ["ntcireval"]),
        ("evalsql evaluate --warnings ", ["show", "hide", "error"]),
        ("evalsql comp", ["compare"]),
    ],
)
def test_the_shell_completes_with_one_command_loaded(line, offered, monkeypatch) -> None:
    monkeypatch.setenv("_EVALSQL_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split(" ")) - 1))
    assert words_to_complete() == line.split()[1:]
    assert command.output().split() == offered


def test_completion_loads_no_more_than_it_needs() -> None:
    told = {"_EVALSQL_COMPLETE": "complete_bash", "COMP_WORDS": "evalsql evaluate -m nD", "COMP_CWORD": "3"}
    program = [sys.executable, "-X", "importtime", "-m", "evalsql"]
    done = subprocess.run(program, env=os.environ | told, capture_output=True, text=True, timeout=60)
    assert done.stdout.split() == ["nDCG", "nDCG@10", "nDCG_rel"]
    loaded = set(re.findall(r"\| +(\S+)$", done.stderr, re.MULTILINE))
    assert {"evalsql.cli.options", "evalsql.catalog.titles"} <= loaded
    assert not loaded & {"evalsql.catalog.heads", "duckdb", "numpy", "jinja2", "rich"}


@pytest.mark.parametrize("options", [["--format", "csv"], ["--per-query"]])
def long_evaluate_needs_the_engine_alone(options: list[str]) -> None:
    tiny = ROOT / "fixtures" / "tiny"
    arguments = ["evalsql", "evaluate", str(tiny / "good.run"), "-q", str(tiny / "qrels.txt"), *options]
    program = f"""
import os, sys
sys.argv = {arguments!r}
from evalsql import __main__ as program
os._exit = lambda status: print("status", status, bool({WHOLE}))
program.run()
"""
    assert printed_by(program)[-3:] == ["status", "0", "False"]
