"""An option that changes nothing beside another is said or refused: lines of commands with each of their options."""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest
import typer
from in_process import own_commands, whole
from written import put

from evalsql import cli

RUNS = [f"{name}.run" for name in ("one", "two", "three", "four")]
JUDGED = [*RUNS, "--qrels", "q.txt"]
LINES: list[list[str]] = [
    ["metrics"],
    ["metrics", "AP"],
    ["sql", "AP"],
    ["describe", "q.txt"],
    ["describe", "q.txt", "q2.txt"],
    ["standardise", *JUDGED, "-m", "AP"],
]
VALUES = {
    "--by": ["paper"],
    "--format": ["csv", "json", "markdown"],
    "--measure": ["RR", "P@2"],
    "--part": ["sets", "levels", "agreements", "crossed"],
    "--qrels": ["q2.txt", "other"],
    "--reference": ["one", "two"],
    "--rel": ["2", "3"],
    "--runs": ["mine"],
}
# what evaluations read, which tests of the oracle and of idle parameters look at; and where or how a file is written
OTHERS = {"--population", "--ties", "--queries", "--gains", "--subtopics", "--weights", "--without-own", "--exclusions"}
OTHERS |= {"--candidates", "--costs", "--where", "--convention", "--columns", "--threads", "--memory-limit", "--init"}
OTHERS |= {"--temp-directory", "--output", "--force", "--append", "--label", "--replace-label", "--plot", "--width"}
OTHERS |= {"--dark", "--highlight", "--picture", "--spreadsheet", "--quiet", "--warnings", "--chart", "--set"}


@cache
def options(command: str) -> list[tuple[str, bool]]:
    """The options of a command, and whether each is a flag."""
    with own_commands():
        cli.add_commands([])
        parameters = dict(typer.main.get_command(cli.app).commands)[command].params
    named = [(each.opts[0], bool(each.is_flag)) for each in parameters if each.param_type_name == "option"]
    return [each for each in named if each[0] not in OTHERS]


def worded(command: str) -> Iterator[list[str]]:
    """Each option of a command with each of its values."""
    for name, flag in options(command):
        yield from [[name]] if flag else ([name, value] for value in VALUES[name])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Runs that differ on every query, and two sets of judgments."""
    there = tmp_path_factory.mktemp("idle")
    for place, run in enumerate(RUNS):
        orders = [[(place * (query + 1) + rank * (1 + query % 3)) % 7 for rank in range(5)] for query in range(6)]
        lines = [
            f"q{query} Q0 d{doc} 1 {9 - rank} x" for query, docs in enumerate(orders) for rank, doc in enumerate(docs)
        ]
        put(there / run, lines)
    for name, step in (("q.txt", 3), ("q2.txt", 5)):
        put(there / name, [f"q{query} 0 d{doc} {(doc * step + query) % 4}" for query in range(6) for doc in range(7)])
    return there


def idle(line: Sequence[str], folder: Path) -> list[str]:
    """The options that change nothing beside each option of a line, without a word."""
    done = cache(lambda *words: whole(words, folder))
    found = []
    for beside in ([], *worded(line[0])):
        before = done(*line, *beside)
        if before.status == 2:
            continue
        for name, _ in options(line[0]):
            after = [done(*line, *beside, *each) for each in worded(line[0]) if each[0] == name != (beside or [""])[0]]
            taken = [each for each in after if each.status != 2]
            if taken and all(each == before for each in taken):
                found.append(" ".join([*line[:1], *beside, name]))
    return found


@pytest.mark.parametrize("line", LINES, ids=" ".join)
def weekly_an_option_that_changes_nothing_beside_another_is_said(line: list[str], folder: Path) -> None:
    assert idle(line, folder) == []
