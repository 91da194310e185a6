"""Runs tests in DuckDB's sqllogictest format, of which this reads the few forms that ours have."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import duckdb
import pytest

HEAD = re.compile(r"require (?P<name>\w+)|statement (?P<ends>ok|error)|query (?P<types>[TIR]+)")
PARTED = "----"


@dataclass(frozen=True)
class Step:
    """What stands between two empty lines of a test."""

    line: int  # of its head, for what is said of it
    head: re.Match[str]
    query: str
    wanted: list[str] | None  # the lines below ----, where there is such a line


def steps(text: str) -> Iterator[Step]:
    """The steps of a test; refuses a form that is not read here."""
    lines = [line for line in enumerate(text.splitlines(), start=1) if not line[1].startswith("#")]
    while lines:
        (number, first), *lines = lines
        if not first:
            continue
        block = [line for _, line in lines]
        block = block[: block.index("")] if "" in block else block
        lines = lines[len(block) :]
        head = HEAD.fullmatch(first)
        assert head, f"line {number}: {first!r} is no form that is read here"
        parted = block.index(PARTED) if PARTED in block else len(block)
        wanted = block[parted + 1 :] if parted < len(block) else None
        has_answer = head["types"] or head["ends"] == "error"
        assert bool(has_answer) == (wanted is not None), f"line {number}: ---- is missing, or not of a {first!r}"
        assert bool(parted) != bool(head["name"]), f"line {number}: no statement, or one too many"
        yield Step(number, head, "\n".join(block[:parted]), wanted)


def run(text: str, connection: duckdb.DuckDBPyConnection, load: Callable[[str], object]) -> int:
    """Does all steps of a test, and returns how many there were.

    Args:
        text: of the test.
        connection: to a database that is empty.
        load: loads the extension of a name into it.
    """
    listed = list(steps(text))
    for step in listed:
        if step.head["name"]:
            load(step.head["name"])
        elif step.head["ends"] == "ok":
            connection.execute(step.query)
        elif step.head["ends"] == "error":
            refused(step, connection)
        else:
            answered(step, connection)
    return len(listed)


def refused(step: Step, connection: duckdb.DuckDBPyConnection) -> None:
    """Runs what must fail with the words of the test in what is said."""
    with pytest.raises(duckdb.Error) as found:
        connection.execute(step.query)
    assert step.wanted, f"line {step.line}: no words below ----"
    assert "\n".join(step.wanted) in str(found.value), f"line {step.line}: {found.value}"


def answered(step: Step, connection: duckdb.DuckDBPyConnection) -> None:
    """Runs a query that must give the rows of the test, in their order."""
    found = connection.execute(step.query).fetchall()
    of_types = len(connection.description or ()) == len(step.head["types"])
    assert of_types, f"line {step.line}: {step.head[0]!r} does not have as many types as the answer columns"
    rows = ["\t".join(map(shown, row)) for row in found]
    assert rows == step.wanted, f"line {step.line}: {rows} instead of {step.wanted}"


def shown(value: Any) -> str:
    """A value as these tests write it."""
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) or "(empty)"
