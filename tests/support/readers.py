"""The law of every reader: the rows that a file says, or one sentence; never anything else."""

import re
import warnings
from pathlib import Path

import duckdb
import plain_reading
from odd_texts import Text
from plain_reading import Read, UnreadableError

from evalsql import InputError
from evalsql.errors import refuse
from evalsql.inputs import views
from evalsql.inputs.checks.problems import problems_alone

KNOWN = re.compile(rb"\0|\\u0000")
# what only DuckDB says
DUCKDBS = ("Error:", "Possible", "LINE 1", "std::", "Candidate", "read_csv", "read_json", "CSV Error", "Conversion")
DUCKDBS += ("Binder", "Catalog", "INTERNAL", "strict_mode", "null_padding", "ignore_errors", "sample_size", "evalsql_")
DUCKDBS += ("maximum_object_size", "max_line_size", "VARCHAR", "/evalsql-", "Could not convert", "Malformed JSON")


def read(connection: duckdb.DuckDBPyConnection, path: Path, kind: str) -> list[Read]:
    """The rows of a file as evalsql reads them.

    Raises:
        InputError: it is refused.
    """
    number = {"runs": "score", "qrels": "relevance"}[kind]
    with views.reading(connection) as folder:
        sources = views.read(connection, path, kind, folder)
        refuse(problem for problem in problems_alone(connection, kind, sources) if problem.level == "error")
        run = "null" if kind == "qrels" or all(file.run for source in sources for file in source.files) else "run"
        query = f"select {run}, query_id, doc_id, {number} from evalsql_{kind} order by file asc, row asc"
        return connection.execute(query).fetchall()


def exact(rows: list[Read]) -> list[tuple]:
    """Rows with their numbers to the last bit; 0 and -0 are one."""
    return [(run, query, doc, (number + 0.0).hex()) for run, query, doc, number in rows]


def unsaid(sentence: str, path: Path) -> str | None:
    """What is wrong with a refusal, or None."""
    if "\n" in sentence:
        return "more than a line"
    word = next((each for each in DUCKDBS if each in sentence.replace(str(path), "")), None)
    return f"words of DuckDB: {word}" if word else None


def violation(connection: duckdb.DuckDBPyConnection, folder: Path, text: Text) -> tuple[str, str] | None:
    """How reading a file breaks the law, or None: a kind of break, and what was said or read."""
    if KNOWN.search(text.content) and text.name.split(".")[1] not in ("run", "txt"):
        return None
    path = folder / text.name
    path.write_bytes(text.content)
    try:
        expected = exact(plain_reading.read(text))
        reason = ""
    except UnreadableError as error:
        expected, reason = None, str(error)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = exact(read(connection, path, text.kind))
    except InputError as error:
        wrong = unsaid(str(error), path)
        if wrong:
            return wrong, str(error)
        if text.sound and expected is not None and "cut short in its last line" not in str(error):
            return "refused though sound", str(error)
        return None
    except Exception as error:  # the law is that there is none
        return f"{type(error).__name__}", str(error)
    if expected is None:
        return "read, though it cannot be", f"{reason}: {found}"
    if found != expected:
        return "read otherwise", f"{found}\n  expected {expected}"
    return None


def shown(text: Text) -> str:
    """A file, for who reads of one that breaks the law."""
    return f"{text.kind} {text.name}: {text.content!r}"
