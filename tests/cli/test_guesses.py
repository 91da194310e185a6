"""What people type that there is not is answered by what there is."""

import re
from pathlib import Path

import pytest

from evalsql.cli import guesses
from evalsql.cli.guesses import commands

QUOTED = re.compile(r"'evalsql ([^']*)'")


def misnamed(text: str) -> list[str]:
    """What a sentence names that is no command, or no option of it."""
    wrong = []
    for words in (line.split() for line in QUOTED.findall(text)):
        if words[0] == "--version":
            continue
        own = guesses.options_of(commands()[words[0]]) if words[0] in commands() else set()
        wrong += [words[0]] * (not own and words[0] != "trec_eval")
        wrong += [word for word in words if word.startswith("-") and word not in own]
    return wrong


def test_a_word_of_another_tool_is_answered_by_what_the_command_has() -> None:
    typed = guesses.read("options")
    assert len(typed) > 60
    for name, command in commands().items():
        for word in typed.keys() - guesses.options_of(command):
            said = guesses.of_option(word, command)
            if said is None:
                continue
            named = set(guesses.OPTION.findall(guesses.ELSEWHERE.sub("", said))) - {word, "--help"}
            assert named <= guesses.options_of(command), (name, word, said)
            assert misnamed(said) == [], (name, word, said)
    evaluate = commands()["evaluate"]
    assert [word for word in typed.keys() - guesses.options_of(evaluate) if not guesses.of_option(word, evaluate)] == []


def test_what_is_no_command_is_answered_by_one() -> None:
    for word, said in guesses.read("commands").items():
        assert word not in commands()
        assert misnamed(said) == []
        assert QUOTED.search(said)
        assert guesses.of_command(word, commands()) == said


def test_an_option_of_other_commands_says_which() -> None:
    every = {option for command in commands().values() for option in guesses.options_of(command)}
    for name, command in commands().items():
        for option in (each for each in every - guesses.options_of(command) if each.startswith("--")):
            said = guesses.of_option(option, command)
            assert said, (name, option)
            assert not said.startswith("did you mean"), (name, option, said)
            assert misnamed(said) == []
            if said.startswith("it is an option of"):
                assert all(option in guesses.options_of(commands()[line]) for line in QUOTED.findall(said))


@pytest.mark.parametrize(
    ("word", "said"),
    [("--qrles", "did you mean --qrels?"), ("--formt", "did you mean --format?"), ("--zzz", None), ("-z", None)],
)
def test_what_nothing_knows_is_guessed_by_its_spelling_if_that_is_near(word: str, said: str | None) -> None:
    assert guesses.of_option(word, commands()["evaluate"]) == said


@pytest.mark.parametrize(
    ("command", "typed", "taken"),
    [
        ("explain", "a.run -m AP --query 1", "AP a.run --query 1"),
        ("explain", "--measure=AP a.run", "AP a.run"),
        ("build", "a.run -q q.txt -o x.duckdb", "x.duckdb a.run -q q.txt"),
        ("convert", "a.run -o a.parquet", "a.run a.parquet"),
        ("evaluate", "a.run -o x.csv -z 1", "a.run -o x.csv -z 1"),
    ],
)
def test_an_argument_may_be_typed_as_an_option(command: str, typed: str, taken: str) -> None:
    assert guesses.in_place(typed.split(), commands()[command]) == taken.split()


@pytest.mark.parametrize(
    ("option", "typed", "line"),
    [
        ("--qrels", "check a.run j.txt", "check a.run --qrels j.txt"),
        ("--qrels", "evaluate j.txt a.run b.run -m AP", "evaluate a.run b.run --qrels j.txt -m AP"),
        ("--qrels", "evaluate my.qrels a.run", "evaluate a.run --qrels my.qrels"),
        ("--baseline", "gate a.run b.run --qrels j.txt", "gate b.run --baseline a.run --qrels j.txt"),
        ("--output", "report x.html a.run -q j.txt", "report a.run --output x.html -q j.txt"),
        ("--qrels", "evaluate a.run", None),
        ("--output", "report a.run b.run -q j.txt", None),
        ("--qrels", "evaluate x.run y.run", None),
    ],
)
def test_a_line_in_another_order_is_given_as_it_is_typed_here(
    option: str, typed: str, line: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a.run", "b.run"):
        Path(name).write_text("1 Q0 d1 1 2.5 x\n1 Q0 d2 2 1.5 x\n")
    for name in ("j.txt", "my.qrels"):
        Path(name).write_text("1 0 d1 1\n")
    said = guesses.whole_line(option, typed.split())
    which = " if a.run is the baseline" * (option == "--baseline")
    assert said == (f"type 'evalsql {line}'{which}" if line else "")
