"""Every problem of runs and judgments at once."""

from typing import Any

import duckdb

from evalsql import inputs
from evalsql.errors import InputError
from evalsql.inputs.checks import problems_alone, problems_of, unjudged_runs
from evalsql.inputs.problem import Problem
from evalsql.population import choose_queries


def check(runs: Any, qrels: Any, connection: duckdb.DuckDBPyConnection | None = None) -> list[Problem]:
    """Every problem of runs and judgments at once, looked for among all rows.

    Args:
        runs: paths, tables, relations or frames; see Evaluation.
        qrels: judgments, given likewise.
        connection: the user's own DuckDB connection.

    Returns:
        The problems, errors first. An input that cannot be read is one, and the others are still looked at.
    """
    try:
        inputs.refuse_two_readers(runs, qrels)
    except InputError as error:
        return [Problem("error", "unreadable runs", str(error), 1)]
    work = inputs.cursor_of(connection)
    problems: list[Problem] = []
    sources: dict[inputs.Kind, list[inputs.Source]] = {}
    with inputs.reading(work) as folder:
        for kind, given in (("qrels", qrels), ("runs", runs)):
            readable, unreadable = inputs.read_what_can_be(work, given, kind, folder, connection)
            problems += [Problem("error", f"unreadable {kind}", str(error), 1) for error in unreadable]
            if readable:
                sources[kind] = readable
        if len(sources) == 2:
            choose_queries(work, None)
            problems += problems_of(work, sources["runs"], sources["qrels"], all_rows=True)
            problems += unjudged_runs(work, "evalsql_runs semi join evalsql_qrels using (query_id, doc_id)")
        else:
            problems += [p for kind, readable in sources.items() for p in problems_alone(work, kind, readable)]
    return sorted(problems, key=lambda problem: problem.level)
