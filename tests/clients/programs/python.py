"""Asks DuckDB of this Python, whatever its version; see ../README.md for what goes in and out."""

import json
import struct
import sys

import duckdb


def cell(value):
    """A value as JSON has it, a double by its bits."""
    return {"bits": struct.pack(">d", value).hex()} if isinstance(value, float) else value


def answer(connection, statement):
    """The rows of a statement, or the error it gives."""
    try:
        rows = connection.execute(statement).fetchall()
    except duckdb.Error as error:
        return {"error": str(error)}
    return {"rows": [[cell(value) for value in row] for row in rows]}


def main():
    """Answers what stands on standard input."""
    asked = json.load(sys.stdin)
    config = {"allow_unsigned_extensions": "true"} if asked["unsigned"] else {}
    try:
        connection = duckdb.connect(asked["database"] or ":memory:", read_only=bool(asked["database"]), config=config)
    except duckdb.Error as error:
        json.dump([{"error": str(error)}] * len(asked["statements"]), sys.stdout)
        return
    for statement in asked["setup"]:
        connection.execute(statement)
    json.dump([answer(connection, statement) for statement in asked["statements"]], sys.stdout)


main()
