"""Pools of judgments and the scores by them: tables on a connection of its own, one evaluation for each condition."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa

from evalsql import udfs
from evalsql.catalog.conventions import Order, clause, decisions
from evalsql.catalog.measure import Measure, Measures, as_measures
from evalsql.connections import Connection, cursor_of, fetch_all
from evalsql.errors import InputError, Problem, refuse
from evalsql.inputs import views
from evalsql.inputs.checks.problems import problems_alone, problems_of_weights
from evalsql.inputs.checks.runs import unfit_ranks
from evalsql.inputs.checks.subtopics import Subtopics, by_subtopic, refuse_unknown
from evalsql.render import statements
from evalsql.scoring.evaluation import Evaluation, Progress
from evalsql.scoring.options import JudgmentOptions
from evalsql.scoring.population import Population, choose_queries
from evalsql.words import first_few, said

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
        options: what Evaluation is told of population, convention, gains, weights and subtopics.
        warnings: what is doubtful about the inputs.
        about: what the scores by all judgments are over, for a caption.
    """

    connection: Connection
    measures: list[Measure]
    options: JudgmentOptions
    warnings: list[Problem]
    about: str


def begin(
    runs: Any,
    qrels: Any,
    measures: Measures,
    connection: Connection | None,
    tell: Progress,
    *,
    subtopics: Subtopics = "auto",
    population: Population | None = None,
    gains: Any = None,
    weights: Any = None,
    convention: str | None = None,
    settings: Mapping[str, str | int] | None = None,
) -> Pools:
    """Reads runs and judgments once, and scores the runs by all judgments; see Evaluation.

    Raises:
        InputError: an input or a measure cannot be used.
    """
    refuse_unknown(subtopics)
    views.refuse_two_readers(runs, qrels, gains, weights)
    asked = as_measures(measures, convention=convention)
    if not asked:
        raise InputError("no measure was given; name one, such as nDCG@10")
    own = cursor_of(None, settings)
    udfs.put_on(own, "ideals")
    tell("reading", 0.0)
    given: dict[views.Kind, Any] = {"qrels": qrels, "runs": runs, "gains": gains, "weights": weights}
    several, problems = read(own, given, connection, subtopics, decisions(convention).order)
    wanted = list(dict.fromkeys(each for one in asked for each in (one, one.residual) if each))
    options: JudgmentOptions = {
        "subtopics": "auto" if several else "no",
        "population": population,
        "convention": convention,
        "gains": None if gains is None else "evalsql_pool_gains",
        "weights": None if weights is None else "evalsql_pool_weights",
    }
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
    made = Pools(own, wanted, options, problems, "")
    evaluation = score(made, 0, label=None)
    said_before = {each.text for each in problems}
    problems += [each for each in evaluation.warnings if each.text not in said_before]
    return replace(made, about=f"{replace(evaluation.coverage, all_rows=True)}{clause(convention)}")


def read(
    own: Connection,
    given: Mapping[views.Kind, Any],
    connection: Connection | None,
    subtopics: Subtopics,
    order: Order,
) -> tuple[bool, list[Problem]]:
    """Puts what was given, checked, into tables of our own connection.

    Args:
        own: our connection.
        given: runs, judgments, and, unless they are None, gains and weights.
        connection: the user's.
        subtopics: whether judgments are by subtopic.
        order: what puts documents in order. The rank, where it does, goes for the score.

    Returns:
        Whether the judgments are by subtopic, and what is doubtful.

    Raises:
        InputError: an input cannot be used.
    """
    work = own if connection is None else cursor_of(connection)
    with views.reading(work) as folder:
        sources, problems = {}, []
        for kind, each in given.items():
            if each is None and kind in ("gains", "weights"):
                continue
            sources[kind] = views.read(work, each, kind, folder, connection, subtopics)
            if kind == "weights":
                choose_queries(work, None)
                problems += refuse(problems_of_weights(work, sources[kind], sources["qrels"]))
            else:
                problems += refuse(problems_alone(work, kind, sources[kind]))
        if order == "rank":
            problems += refuse(unfit_ranks(work, sources["runs"]))
        score = "-rank as score" if order == "rank" else "score"
        columns = {"qrels": JUDGED, "runs": f"run, query_id, doc_id, {score}, rank"}
        columns |= {"gains": "query_id, relevance, gain", "weights": "query_id, subtopic, weight"}
        for kind in sources:
            rows = f"select {columns[kind]} from evalsql_{kind}"
            if work is not own:
                own.register("evalsql_theirs", work.sql(rows).to_arrow_table())
                rows = "from evalsql_theirs"
            own.execute(f"create table evalsql_pool_{kind} as {rows}")
            if work is not own:
                own.unregister("evalsql_theirs")
    return by_subtopic(sources["qrels"]), problems


def select(name: str, values: dict[str, Any] | None = None, into: str = "", **parts: Any) -> tuple[str, dict[str, Any]]:
    """A statement that makes a table of a file of sql/pools, and the values to bind."""
    body = statements.comparison("pools", name, False, **parts)
    return f"create or replace table {into} as {body}", values or {}


def make(own: Connection, name: str, **parts: Any) -> None:
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
    subtopic = "'none'" if made.options.get("subtopics") == "auto" else "null"
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
        runs, "evalsql_pool_known", connection=own, measures=made.measures, keep=False, **made.options
    )
    evaluation.compute(made.measures)
    evaluation.connection.execute(
        "insert into memory.main.evalsql_pool_scores select ?, run, query_id, metric, value from evalsql_scores",
        [condition],
    )
    note(own, condition, label, "evalsql_pool_judgments")
    return evaluation


def take(made: Pools, condition: int, values: dict[str, Any]) -> None:
    """Takes the scores of some queries for those of a condition."""
    own = made.connection
    body = statements.comparison("pools", "sampled_queries", False)
    own.execute(
        f"insert into evalsql_pool_scores select {condition}, run, query_id, metric, value from ({body})", values
    )
    scored = f"select query_id from evalsql_pool_scores where condition = {condition}"
    note(own, condition, str(condition), f"evalsql_pool_qrels where query_id in ({scored})")


def note(own: Connection, condition: int, label: str | None, judgments: str) -> None:
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
    return made.connection.sql(statements.comparison("pools", name, False, **parts)).to_arrow_table()


def at_least_1(value: Any, what: str) -> int:
    """A whole number of at least 1, which NumPy's may be.

    Raises:
        InputError: it is not.
    """
    whole = hasattr(value, "__index__") and not isinstance(value, bool)
    if not whole or not 1 <= int(value) <= DEEPEST:
        raise InputError(f"{what} must be a whole number of at least 1, not {value!r}")
    return int(value)


def refuse_unknown_runs(own: Connection, wanted: Sequence[str], purpose: str) -> None:
    """Refuses names of runs that are not there.

    Raises:
        InputError: one is not.
    """
    if isinstance(wanted, str) or not wanted:
        raise InputError(f"names of runs {purpose} must be a list of at least one, not {wanted!r}")
    there = [run for (run,) in fetch_all(own, "select distinct run from evalsql_pool_runs order by run asc")]
    for run in wanted:
        if run not in there:
            raise InputError(f"there is no run {said(str(run))} {purpose}; there are {first_few(there)}")
