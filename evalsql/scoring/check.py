"""Every problem of runs and judgments at once."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Unpack

import duckdb

from evalsql.connections import Connection, cursor_of, fetch_one, first_line
from evalsql.errors import InputError, Problem
from evalsql.inputs import views
from evalsql.inputs.checks.lookalikes import look_for
from evalsql.inputs.checks.problems import JUDGED as AMONG_JUDGED
from evalsql.inputs.checks.problems import (
    find,
    note_contradicting_ranks,
    problems_alone,
    problems_of_weights,
    tied_ranks,
)
from evalsql.inputs.columns import not_read, refuse_unknown_columns
from evalsql.interrupts import stoppable
from evalsql.render import statements
from evalsql.scoring.options import Conditions, WeightedOptions, refuse_others
from evalsql.scoring.population import choose_queries
from evalsql.scoring.ranking import make
from evalsql.sqltext import Sql

JUDGED = "(select distinct query_id, doc_id from evalsql_qrels where query_id is not null and doc_id is not null)"
# as many columns as evalsql_run_sizes of an evaluation
SIZES = f"""
    (
        select run, count(*) as documents, count(judged) as judged
        from evalsql_runs
        left join (select query_id, doc_id, true as judged from {JUDGED}) using (query_id, doc_id)
        where run is not null
        group by run
    )
"""


@stoppable
def check(
    runs: Any,
    qrels: Any = None,
    connection: Connection | None = None,
    *,
    queries: Sequence[str] | None = None,
    corpus: Any = None,
    **options: Unpack[WeightedOptions],
) -> list[Problem]:
    """Find every problem in runs and judgments, in all rows.

    Args:
        runs: paths, tables, relations or frames; see Evaluation.
        qrels: judgments, in the same forms, or None to check the runs alone.
        connection: the user's own DuckDB connection.
        queries: the ids of the queries that runs should answer, such as the topics of a track.
        corpus: a table with a column doc_id: the documents that runs may retrieve and judgments may judge.
        options: subtopics, weights, where, columns and settings; see Evaluation.

    Returns:
        The problems, errors first. An input that cannot be read is one, and the others are still looked at.

    Raises:
        InputError: weights are given without judgments, subtopics is none of the three, or columns names none of ours.
    """
    refuse_others(options, WeightedOptions)
    chosen = Conditions(**options)
    weights, columns = chosen.weights, chosen.columns
    refuse_unknown_columns(columns)
    if weights is not None and qrels is None:
        raise InputError("weights are of the subtopics of judgments, and no judgments were given")
    try:
        views.refuse_two_readers(runs, *(each for each in (qrels, weights, corpus) if each is not None))
    except InputError as error:
        return [Problem("error", "unreadable runs", str(error))]
    work = cursor_of(connection, chosen.settings)
    problems: list[Problem] = []
    sources: dict[views.Kind, list[views.Source]] = {}
    with views.reading(work) as folder:
        given: dict[views.Kind, Any] = {"qrels": qrels, "runs": runs, "weights": weights, "candidates": corpus}
        asked: dict[views.Kind, Any] = {kind: each for kind, each in given.items() if each is not None}
        if queries is not None:
            work.execute(statements.creation("listed"), [list(map(str, queries))])
        for kind, given in asked.items():
            where = chosen.where if kind == "runs" else None
            how = {"subtopics": chosen.subtopics, "columns": columns, "where": where}
            read = partial(views.read, work, kind=kind, folder=folder, own=connection, **how)
            readable, unreadable = views.read_what_can_be(read, given)
            problems += [Problem("error", f"unreadable {kind}", str(error)) for error in unreadable]
            if readable:
                sources[kind] = readable
        problems += not_read(columns, asked)
        try:
            problems.extend(problems_of_readable(work, sources))
            if queries is not None and "runs" in sources:
                problems.extend(find(work, "runs and listed queries"))
            for kind in [each for each in ("runs", "qrels") if "candidates" in sources and each in sources]:
                whose = {"runs": "runs", "qrels": "judgments"}[kind]
                problems.extend(find(work, "documents and corpus", table=Sql(f"evalsql_{kind}"), whose=whose))
        except (duckdb.IOException, duckdb.InvalidInputException) as error:  # a damaged page of Parquet, say
            problems.append(Problem("error", "unreadable inputs", f"cannot be read to the end: {first_line(error)}"))
    return sorted(problems, key=lambda problem: problem.level)


def problems_of_readable(
    connection: Connection, sources: Mapping[views.Kind, Sequence[views.Source]]
) -> Iterator[Problem]:
    """The problems of what could be read: of each alone, and of those together that belong together."""
    judged = False
    if "qrels" in sources:
        choose_queries(connection)
        (judged,) = fetch_one(connection, "select exists (from evalsql_population)")
    for kind, readable in sources.items():
        if kind == "weights" and judged:
            yield from problems_of_weights(connection, readable, sources["qrels"])
        else:
            yield from problems_alone(connection, kind, readable)
        if kind == "runs":
            yield from tied_ranks(connection, readable)
        if kind == "runs" and judged:
            yield from runs_beside_judgments(connection)
    if judged and "runs" in sources:
        yield from find(connection, "unjudged runs", judged=Sql(f"evalsql_runs {AMONG_JUDGED}"), chosen=False)
        make(connection, "lookalikes", pass_=False)
        look_for(connection, "evalsql_runs", JUDGED, SIZES)
        yield from find(connection, "documents that look alike")
    if judged:
        yield from find(connection, "documents of several subtopics")
        yield from find(connection, "relevant documents", judgments=Sql("evalsql_qrels"))
        yield from find(connection, "documents as relevant as", judgments=Sql("evalsql_qrels"), level=1)


def runs_beside_judgments(connection: Connection) -> Iterator[Problem]:
    """Queries that runs or judgments have alone, and ranks that contradict the scores."""
    for name in ("answered", "contradicting"):
        make(connection, name)
    connection.execute("""
        insert into evalsql_answered
        select run, query_id, query_id in (select query_id from evalsql_qrels)
        from (select distinct run, query_id from evalsql_runs where run is not null and query_id is not null)
    """)
    yield from find(connection, "runs and queries", effect="", lost=Sql("(null)"))
    note_contradicting_ranks(connection)
    yield from find(connection, "contradicting ranks")
