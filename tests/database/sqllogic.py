"""Runs tests in DuckDB's sqllogictest format, of which this reads the few forms that ours have."""

import re
from collections.abc import Callable
from typing import Any

import duckdb
import pytest

HEAD = re.compile(r"require (?P<name>\w+)|statement (?P<ends>ok|error)|query (?P<types>[TIR]+)")
PARTED = "----"


def run(text: str, connection: duckdb.DuckDBPyConnection, load: Callable[[str], object]) -> int:
    """Does all steps of a test, each in lines between empty ones, and returns how many there were.

    Args:
        text: of the test.
        connection: to a database that is empty.
        load: loads the extension of a name into it.
    """
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    steps = re.split(r"\n{2,}", "\n".join(lines).strip("\n"))
    for step in steps:
        first, *rest = step.split("\n")
        head = HEAD.fullmatch(first)
        assert head, f"{first!r} is no form that is read here"
        has_answer = bool(head["types"] or head["ends"] == "error")
        assert (PARTED in rest) == has_answer, f"---- is missing, or not of a {first!r}"
        parted = rest.index(PARTED) if has_answer else len(rest)
        query, wanted = "\n".join(rest[:parted]), rest[parted + 1 :]
        assert bool(query) != bool(head["name"]), f"no statement, or one too many: {step}"
        if head["name"]:
            load(head["name"])
        elif head["ends"] == "ok":
            connection.execute(query)
        elif head["ends"] == "error":
            with pytest.raises(duckdb.Error) as found:
                connection.execute(query)
            assert wanted, f"no words below ---- of {query}"
            assert "\n".join(wanted) in str(found.value), f"{found.value} instead of {wanted}"
        else:
            found = connection.execute(query).fetchall()
            assert len(connection.description) == len(head["types"]), f"{first!r} has other types than columns: {query}"
            rows = ["\t".join(map(shown, row)) for row in found]
            assert rows == wanted, f"{rows} instead of {wanted}"
    return len(steps)


def shown(value: Any) -> str:
    """A value as these tests write it."""
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) or "(empty)"
