"""The shell around commands: lines that cannot be read, the order of other tools, help, and streams that end."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import command
import pytest
import typer
from in_process import own_commands, refusal
from places import FIXTURES

from evalsql import cli
from evalsql.cli.refusals import sentence

TINY = FIXTURES / "tiny"


def said(line: str) -> str:
    """What a line behind evalsql is refused with before the command begins."""
    words = shlex.split(line)
    with own_commands():
        cli.add_commands(words)
        with pytest.raises(Exception) as refused:  # noqa: PT011
            typer.main.get_command(cli.app).main(words, prog_name="evalsql", standalone_mode=False)
    return sentence(refused.value, words)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("evaluate a.run --qrels q.txt --qrels r.txt", "--qrels was given 2 times; it takes one value"),
        ("evaluate a.run -q q.txt --qrels r.txt", "-q was given 2 times; it takes one value"),
        ("compare a.run -q q.txt --alpha 0.1 --alpha=0.2 --alpha 3", "--alpha was given 3 times; it takes one value"),
        ("lib a.sql --storage-version v1.2.0 --storage-version latest", "--storage-version was given 2 times; "),
        ("evaluate a.run -q --per-query", "-q needs a value; --per-query after it is an option"),
        ("evaluate a.run -q", "-q needs a value"),
        ("evaluate a.run", "--qrels is missing: the judgments, such as 'evalsql evaluate RUNS --qrels qrels.txt'"),
        ("evaluate", "RUNS are missing; 'evalsql evaluate --help' says what evaluate takes"),
        ("evaluate a.run -q q.txt --formt csv", "unknown option --formt; did you mean --format"),
        ("evaluate a.run -q q.txt --zzz", "unknown option --zzz; 'evalsql evaluate --help' lists all"),
        ("evaluate a.run -q q.txt --format yaml", "--format: 'yaml' is not one of 'table', "),
        ("evaluate a.run -q q.txt --depth 0", "--depth takes a whole number of 1 or more, not '0'"),
        ("metrics a b c", "unexpected 'b c'; 'evalsql metrics --help' says what metrics takes"),
        ("evalute a.run", "unknown command 'evalute'; did you mean evaluate"),
        ("zzz", "unknown command 'zzz'; 'evalsql --help' lists all"),
        ("--zzz", "unknown option --zzz; 'evalsql --help' lists all"),
        ("help evaluat", "unknown command 'evaluat'; did you mean evaluate?"),
    ],
)
def test_a_line_that_cannot_be_read_is_answered_with_one_sentence(
    line: str, answer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert said(line).startswith(answer)


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        ("evaluate qrels.txt good.run", "good.run --qrels qrels.txt"),
        ("evaluate good.run qrels.txt", "good.run --qrels qrels.txt"),
        ("qrels.txt good.run", "good.run --qrels qrels.txt"),
        ("evaluate qrels.txt good.run poor.run 'nDCG@10 AP'", "good.run poor.run --qrels qrels.txt -m 'nDCG@10 AP'"),
        ("evaluate -m map qrels.txt good.run", "good.run --qrels qrels.txt -m map"),
        ("-m map qrels.txt good.run", "good.run --qrels qrels.txt -m map"),
        ("evaluate -q -m map qrels.txt good.run", "good.run --qrels qrels.txt -m map --per-query --format trec"),
        ("-q -M 9 -m map qrels.txt good.run", "good.run --qrels qrels.txt --depth 9 -m map --per-query --format trec"),
        ("evaluate -c -m map qrels.txt good.run", "good.run --qrels qrels.txt -m map"),
    ],
)  # fmt: skip
def test_the_order_of_other_tools_is_answered_with_the_line_to_type(
    line: str, typed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(TINY)
    assert said(line) == f"the runs come first, and the judgments behind --qrels; type: evalsql evaluate {typed}"


def test_the_line_to_type_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TINY)
    typed = shlex.split(said("evaluate -q -m map qrels.txt good.run").partition("type: evalsql ")[2])
    printed = command.output(*typed)
    assert printed.splitlines()[0].split()[0] == "map"
    assert printed.splitlines()[-1].split()[:2] == ["map", "all"]


@pytest.mark.parametrize(
    "line", ["evaluate good.run -q qrels.txt --formt csv", "evaluate -q qrels.txt poor.run --zzz", "evaluate good.run"]
)
def test_a_line_in_our_order_is_not_taken_for_another_tools(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TINY)
    assert "type: " not in said(line)


def test_refusals_have_one_style_and_status() -> None:
    assert (
        command.refusal("evaluate") == "evalsql: RUNS are missing; 'evalsql evaluate --help' says what evaluate takes\n"
    )
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
    common, advanced = page.split("\nAdvanced:\n")
    assert "--measure" in common
    assert "--threads" not in common
    for name in ("--threads", "--memory-limit", "--gains", "--convention"):
        assert name in advanced


def test_the_first_page_of_help_says_exit_statuses_and_cuts_nothing() -> None:
    page = command.output("help")
    assert page == command.output("--help")
    assert "..." not in page.partition("Commands:")[2]
    assert "Exit status: 0 if all went well, 1 if" in page


TABLE = ("evaluate", *command.TINY, "--per-query")


def run_into(stdout: int | Path, *arguments: str) -> tuple[int, str]:
    """The status and the last line on standard error of a command whose output goes there."""
    target = os.open(stdout, os.O_WRONLY) if isinstance(stdout, Path) else stdout
    done = subprocess.run(
        [sys.executable, "-m", "evalsql", *arguments], stdout=target, stderr=subprocess.PIPE, timeout=120
    )
    os.close(target)
    return done.returncode, (done.stderr.decode().splitlines() or [""])[-1]


def assert_ends_silently(arguments: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    status, last = run_into(writing, *arguments)
    assert status == 0
    assert "Error" not in last
    assert "written" not in last


def assert_full_is_said(arguments: tuple[str, ...]) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no full device")
    said = "evalsql: standard output could not be written: No space left on device"
    assert run_into(Path("/dev/full"), *arguments) == (1, said)


def test_a_reader_that_stops_ends_a_command_silently() -> None:
    assert_ends_silently(TABLE)


def test_output_that_cannot_be_written_is_said_in_a_sentence() -> None:
    assert_full_is_said(TABLE)


def test_a_warning_of_a_set_is_a_sentence() -> None:
    done = command.evalsql("evaluate", *command.TINY, "-m", "jarvelin-kekalainen-2002", "--format", "csv")
    assert done.returncode == 0
    lines = done.stderr.decode().splitlines()
    warned = "evalsql: warning: -m jarvelin-kekalainen-2002: left out, since AvgPos"
    assert any(line.startswith(warned) for line in lines)
    assert not any("UserWarning" in line for line in lines)
