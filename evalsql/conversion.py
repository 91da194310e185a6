"""Runs or judgments from one format into another."""

from collections.abc import Callable
from pathlib import Path

import duckdb

from evalsql import inputs
from evalsql.errors import InputError
from evalsql.inputs.checks import problems_alone
from evalsql.inputs.files import TREC_SUFFIXES
from evalsql.inputs.problem import fetch_one, refuse
from evalsql.inputs.source import IDS, Kind, Source
from evalsql.outputs import suffix_of, write

COLUMNS: dict[Kind, str] = {
    "runs": "run, query_id, doc_id, score, row_number() over best_first as rank",
    "qrels": "query_id, doc_id, relevance, gain, subtopic",
}
# in TREC's order, relevance without a point where it is whole, as TREC writes it
LINES: dict[Kind, str] = {
    "runs": "query_id, 'Q0' as q0, doc_id, row_number() over best_first as rank, score, run",
    "qrels": "query_id, coalesce(subtopic, '0') as subtopic, doc_id,"
    " case when relevance = trunc(relevance) then relevance::bigint::varchar else relevance::varchar end as relevance",
}
ORDER: dict[Kind, str] = {
    "runs": "window best_first as (partition by run, query_id order by score desc, doc_id desc)"
    " order by run asc, query_id asc, score desc, doc_id desc",
    "qrels": "order by query_id asc, subtopic asc, doc_id asc",
}


def convert(given: list[str], output: Path, progress: Callable[[str], None]) -> tuple[Kind, int]:
    """Reads runs or judgments, checks every row and writes them.

    Args:
        given: what to read; all runs, or all judgments.
        output: the file to write, in the format of its suffix.
        progress: called with what is done next.

    Returns:
        Which of the two it was, and how many rows were written.

    Raises:
        InputError: something cannot be read or written, or a row is bad.
    """
    connection = duckdb.connect()
    with inputs.reading(connection) as folder:
        progress("reading")
        kind, sources = read_either(connection, given, folder)
        progress("checking")
        refuse(problems_alone(connection, kind, sources))
        progress("writing")
        table = f"evalsql_{kind}"
        (count,) = fetch_one(connection, f"select count(*) from {table}")
        if suffix_of(output)[0] in TREC_SUFFIXES:
            refuse_blanks(connection, kind, output)
            options = "format csv, header false, delimiter ' ', quote '', escape ''"
            write(connection, f"select {LINES[kind]} from {table} {ORDER[kind]}", output, options)
        else:
            columns = COLUMNS[kind]
            for column in ("gain", "subtopic") if kind == "qrels" else ():
                if not fetch_one(connection, f"select count({column}) from {table}")[0]:
                    columns = columns.replace(f", {column}", "")
            write(connection, f"select {columns} from {table} {ORDER[kind]}", output)
    return kind, count


def read_either(connection: duckdb.DuckDBPyConnection, given: list[str], folder: Path) -> tuple[Kind, list[Source]]:
    """The sources of runs or of judgments, whichever these are: runs have a score, and in TREC text six fields.

    Raises:
        InputError: they are neither.
    """
    try:
        sources = inputs.read(connection, given, "runs", folder)
        rows, named = fetch_one(connection, "select count(*), count(run) from evalsql_runs")
        if named or not rows:
            return "runs", sources
    except InputError as error:
        try:
            return "qrels", inputs.read(connection, given, "qrels", folder)
        except InputError:
            raise error from None
    return "qrels", inputs.read(connection, given, "qrels", folder)


def refuse_blanks(connection: duckdb.DuckDBPyConnection, kind: Kind, output: Path) -> None:
    """Refuses ids that TREC text cannot hold.

    Raises:
        InputError: an id has a blank in it.
    """
    for column in IDS[kind]:
        (blank,) = fetch_one(
            connection, rf"select min({column}) from evalsql_{kind} where regexp_matches({column}, '\s')"
        )
        if blank is not None:
            raise InputError(f"{output}: {column} {blank!r} has a blank in it, which TREC text cannot hold")
