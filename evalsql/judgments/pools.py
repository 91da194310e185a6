"""Pools of judgments and the scores by them: tables on a connection of its own, one evaluation for each condition."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import duckdb
import pyarrow as pa

from evalsql import inputs, render
from evalsql.errors import InputError
from evalsql.evaluation import Evaluation, Progress
from evalsql.inputs.checks import problems_alone
from evalsql.inputs.problem import Problem, fetch_all, refuse
from evalsql.inputs.subtopics import Subtopics, by_subtopic, refuse_unknown
from evalsql.inputs.words import said
from evalsql.measure import Measure, Measures, as_measures

JUDGED = "query_id, doc_id, relevance, gain, subtopic, iteration, weight, probability"
DEEPEST = 2**31 - 1
# a document that no run has and nobody judged, so that a query of which nothing else is known still counts
PLACEHOLDER = "evalsql: nothing is judged"


@dataclass(frozen=True)
class Pools:
    """What is scored by several sets of judgments.

    Attributes:
        connection: where the tables are: evalsql_pool_runs, evalsql_pool_qrels, evalsql_pool_scores (condition 0 is all
            judgments) and those made of them.
        measures: the measures asked for, and their residuals.
        subtopics: what to say of the judgments: "auto" where they are by subtopic.
        warnings: what is doubtful about the inputs.
        about: what the scores by all judgments are over, for a caption.
    """

    connection: duckdb.DuckDBPyConnection
    measures: list[Measure]
    subtopics: Subtopics
    warnings: list[Problem]
    about: str


def begin(
    runs: Any,
    qrels: Any,
    measures: Measures,
    connection: duckdb.DuckDBPyConnection | None,
    subtopics: Subtopics,
    tell: Progress,
) -> Pools:
    """Reads runs and judgments once, and scores the runs by all judgments.

    Raises:
        InputError: an input or a measure cannot be used.
    """
    refuse_unknown(subtopics)
    inputs.refuse_two_readers(runs, qrels)
    asked = as_measures(measures)
    own = inputs.cursor_of(None)
    tell("reading", 0.0)
    several, problems = read(own, runs, qrels, connection, subtopics)
    wanted = list(dict.fromkeys(each for one in asked for each in (one, one.residual) if each))
    kept: Subtopics = "auto" if several else "no"
    own.execute("""
        create table evalsql_pool_scores
            (condition integer, run varchar, query_id varchar, metric varchar, value double);
        create table evalsql_pool_conditions (condition integer, label varchar, judged bigint, relevant bigint);
        create table evalsql_pool_asked (metric varchar, place integer, sign integer, residual varchar);
    """)
    own.executemany(
        "insert into evalsql_pool_asked values (?, ?, ?, ?)",
        [
            (str(one), place, -1 if one.metric.better == "lower" else 1, one.residual and str(one.residual))
            for place, one in enumerate(asked, start=1)
        ],
    )
    tell("scoring by all judgments", 0.0)
    own.execute("create table evalsql_pool_judgments as from evalsql_pool_qrels")
    made = Pools(own, wanted, kept, problems, "")
    evaluation = score(made, 0, label=None)
    said_before = {each.text for each in problems}
    problems += [each for each in evaluation.warnings if each.text not in said_before]
    return replace(made, about=str(evaluation.coverage))


def read(
    own: duckdb.DuckDBPyConnection,
    runs: Any,
    qrels: Any,
    connection: duckdb.DuckDBPyConnection | None,
    subtopics: Subtopics,
) -> tuple[bool, list[Problem]]:
    """Puts runs and judgments, checked, into tables of our own connection.

    Returns:
        Whether the judgments are by subtopic, and what is doubtful.

    Raises:
        InputError: an input cannot be used.
    """
    work = own if connection is None else inputs.cursor_of(connection)
    with inputs.reading(work) as folder:
        judgments = inputs.read(work, qrels, "qrels", folder, connection, subtopics)
        problems = refuse(problems_alone(work, "qrels", judgments))
        retrieved = inputs.read(work, runs, "runs", folder, connection)
        problems += refuse(problems_alone(work, "runs", retrieved))
        for table, columns, view in (
            ("evalsql_pool_qrels", JUDGED, "evalsql_qrels"),
            ("evalsql_pool_runs", "run, query_id, doc_id, score", "evalsql_runs"),
        ):
            rows = f"select {columns} from {view}"
            if work is not own:
                own.register("evalsql_theirs", work.sql(rows).to_arrow_table())
                rows = "from evalsql_theirs"
            own.execute(f"create table {table} as {rows}")
            if work is not own:
                own.unregister("evalsql_theirs")
    return by_subtopic(judgments), problems


def select(name: str, values: dict[str, Any] | None = None, into: str = "", **parts: Any) -> tuple[str, dict[str, Any]]:
    """A statement that makes a table of a file of sql/pools, and the values to bind."""
    body = render.comparison("pools", name, False, **parts)
    return f"create or replace table {into} as {body}", values or {}


def make(own: duckdb.DuckDBPyConnection, name: str, **parts: Any) -> None:
    """Makes a relation of sql/pools."""
    own.execute(*select(name, into=f"evalsql_{name}", **parts))


def score(made: Pools, condition: int, label: str | None, only: str = "", **values: Any) -> Evaluation:
    """Scores runs by the judgments of evalsql_pool_judgments, and notes how many these are.

    Args:
        made: where.
        condition: the number of the condition.
        label: what it is called in reports.
        only: a query for the runs to be scored; all where there is none.
        values: what it binds.

    Returns:
        The evaluation, whose warnings and coverage are of these judgments.
    """
    own, runs = made.connection, "evalsql_pool_runs"
    subtopic = "'none'" if made.subtopics == "auto" else "null"
    own.execute(
        f"""
        create or replace table evalsql_pool_known as
        select * from evalsql_pool_judgments
        union all by name
        select distinct query_id, '{PLACEHOLDER}' as doc_id, 0 as relevance, {subtopic} as subtopic
        from evalsql_pool_qrels
        where query_id not in (select query_id from evalsql_pool_judgments)
        """
    )
    if only:
        runs = "evalsql_pool_some"
        own.execute(f"create or replace table {runs} as from evalsql_pool_runs where run in ({only})", values)
    evaluation = Evaluation(
        runs, "evalsql_pool_known", connection=own, measures=made.measures, subtopics=made.subtopics, keep=False
    )
    evaluation.compute(made.measures)
    evaluation.connection.execute(
        "insert into evalsql_pool_scores select ?, run, query_id, metric, value from evalsql_scores", [condition]
    )
    note(own, condition, label, "evalsql_pool_judgments")
    return evaluation


def take(made: Pools, condition: int, values: dict[str, Any]) -> None:
    """Takes the scores of some queries for those of a condition."""
    own = made.connection
    body = render.comparison("pools", "sampled_queries", False)
    own.execute(
        f"insert into evalsql_pool_scores select {condition}, run, query_id, metric, value from ({body})", values
    )
    scored = f"select query_id from evalsql_pool_scores where condition = {condition}"
    note(own, condition, str(condition), f"evalsql_pool_qrels where query_id in ({scored})")


def note(own: duckdb.DuckDBPyConnection, condition: int, label: str | None, judgments: str) -> None:
    """Notes a condition, and how many documents are judged and relevant in it."""
    own.execute(
        f"""
        insert into evalsql_pool_conditions
        select ?, ?, count(*), count(*) filter (relevance >= 1)
        from (select query_id, doc_id, max(relevance) as relevance from {judgments} group by all)
        """,
        [condition, label],
    )


def compare(made: Pools, alone: bool = False) -> None:
    """Makes evalsql_moved and evalsql_taus of the scores under all conditions.

    Args:
        made: where.
        alone: whether each run has a condition of its own.
    """
    own = made.connection
    make(own, "moved", alone=alone)
    make(own, "taus")


def report(made: Pools, name: str, **parts: Any) -> pa.Table:
    """The rows of a report of sql/pools."""
    return made.connection.sql(render.comparison("pools", name, False, **parts)).to_arrow_table()


def refuse_below_1(value: Any, what: str) -> None:
    """Refuses what is no whole number of at least 1.

    Raises:
        InputError: it is not.
    """
    if value is not None and (not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= DEEPEST):
        raise InputError(f"{what} must be a whole number of at least 1, not {value!r}")


def refuse_unknown_runs(own: duckdb.DuckDBPyConnection, wanted: Sequence[str], purpose: str) -> None:
    """Refuses names of runs that are not there.

    Raises:
        InputError: one is not.
    """
    if isinstance(wanted, str) or not wanted:
        raise InputError(f"names of runs {purpose} must be a list of at least one, not {wanted!r}")
    there = [run for (run,) in fetch_all(own, "select distinct run from evalsql_pool_runs order by run asc")]
    for run in wanted:
        if run not in there:
            names = ", ".join(map(said, there[:5])) + (", ..." if there[5:] else "")
            raise InputError(f"there is no run {said(str(run))} {purpose}; there are {names}")
