"""A file of SQL that is run in a new connection before anything is read: settings, secrets, extensions to load."""

import duckdb

from evalsql.errors import InputError


def run_file(connection: duckdb.DuckDBPyConnection, path: str) -> None:
    """Runs the statements of a file, one after the other."""
    try:
        with open(path, encoding="utf-8-sig") as opened:
            text = opened.read()
    except UnicodeDecodeError:
        raise InputError(f"{path}: cannot be read as a file of SQL: not UTF-8 text") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read as a file of SQL: {error.strerror}") from None
    try:
        statements = connection.extract_statements(text)
    except duckdb.Error as error:
        raise InputError(f"{path}: cannot be read as SQL: {' '.join(str(error).split())}") from None
    end = 0
    for place, statement in enumerate(statements, start=1):
        start = max(text.find(statement.query.strip(), end), end)
        end = start + len(statement.query.strip())
        try:
            connection.execute(statement).fetchall()
        except duckdb.Error as error:
            line = text.count("\n", 0, start) + 1
            said = " ".join(str(error).split())
            raise InputError(f"{path}, statement {place} (line {line}): {said}") from None
