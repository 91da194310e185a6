"""Asks DuckDB through SQLAlchemy and duckdb-engine; see ../README.md for what goes in and out."""

import json
import struct
import sys

from sqlalchemy import create_engine, text
from sqlalchemy.exc import SQLAlchemyError


def cell(value):
    """A value as JSON has it, a double by its bits."""
    return {"bits": struct.pack(">d", value).hex()} if isinstance(value, float) else value


def run(connection, statement):
    """The rows of a statement, whose colons are no parameters."""
    return connection.execute(text(statement.replace(":", "\\:")))


def answer(connection, statement):
    """The rows of a statement, or the error it gives."""
    try:
        rows = run(connection, statement).fetchall()
    except SQLAlchemyError as error:
        connection.rollback()
        return {"error": str(error)}
    return {"rows": [[cell(value) for value in row] for row in rows]}


def main():
    """Answers what stands on standard input."""
    asked = json.load(sys.stdin)
    options = {"read_only": True} if asked["database"] else {}
    engine = create_engine(f"duckdb:///{asked['database'] or ':memory:'}", connect_args=options)
    try:
        connection = engine.connect()
    except SQLAlchemyError as error:
        json.dump([{"error": str(error)}] * len(asked["statements"]), sys.stdout)
        return
    with connection:
        for statement in asked["setup"]:
            run(connection, statement)
        connection.commit()  # an error rolls back what went before
        json.dump([answer(connection, statement) for statement in asked["statements"]], sys.stdout)


main()
