"""What the tables of a database are made of: the relations of an evaluation, and of a database that it adds to."""

import json
from collections.abc import Sequence

from evalsql.catalog.measure import Measure
from evalsql.comparing.compare import decide, put_tested
from evalsql.comparing.scores import ready
from evalsql.connections import Connection, fetch_all, fetch_one
from evalsql.database.target import KEPT
from evalsql.render import statements
from evalsql.scoring.evaluation import Evaluation
from evalsql.scoring.population import Coverage

# relations that grow with the runs, and the tables that keep them
BY_RUN = {
    "retrieved": "runs",
    "judged": "judged",
    "topics": "topics",
    "nuggets": "nuggets",
    "averages": "points",
    "paired": "comparison",
}
OF_JUDGMENTS = ("given", "recall_base", "nugget_base", "scores")
IDS = ("run", "other", "query_id")


def put_relations(
    evaluation: Evaluation, measures: Sequence[Measure], curves: Sequence[Measure], *, linked: bool, add: bool
) -> None:
    """Makes views made_runs, made_judged and so on, over what an evaluation made, and what is kept where it adds to it.

    Args:
        evaluation: with its measures and curves computed.
        measures: those of the database.
        curves: likewise.
        linked: whether runs stay in their files.
        add: whether there is a database to add to, open as evalsql_kept.
    """
    connection = evaluation.connection
    connection.execute("""
        create temp table if not exists evalsql_nugget_base (
            query_id varchar, doc_id varchar, subtopic varchar, weight double, relevance double, gain double
        );
        create temp table if not exists evalsql_nuggets (
            run varchar, query_id varchar, doc_id varchar, rank bigint, subtopic varchar, seen bigint, weight double,
            probability double, relevance double, gain double
        );
    """)
    names = "select distinct run::varchar as run from evalsql_answered"
    if add:
        names += f" union all select run::varchar from {KEPT}.run"
        connection.execute(
            "insert into evalsql_scores select run::varchar, query_id::varchar, metric, value"
            f" from {KEPT}.scores; create or replace temp table evalsql_known_runs as select run::varchar as run from"
            f" {KEPT}.run"
        )
    connection.execute(f"create or replace temp view made_names as from ({names}) order by run asc")
    connection.execute(f"create or replace temp table evalsql_averages as {statements.averages(curves)}")
    compare_all(connection, measures, add=add)
    for name, table in BY_RUN.items():
        if not (linked and name == "retrieved"):
            put_view(connection, name, f"{KEPT}.{table}" if add else None)
    for name in OF_JUDGMENTS:
        put_view(connection, name)


def put_view(connection: Connection, name: str, kept: str | None = None) -> None:
    """Makes a view over a relation of the evaluation and, if there is one, the table that keeps earlier rows."""
    columns = [column for column, *_ in connection.execute(f"describe from evalsql_{name}").fetchall()]
    if kept:  # whose ENUMs are others; to cast what is an ENUM of the same texts already takes time for nothing
        columns = [f"{column}::varchar as {column}" if column in IDS else column for column in columns]
    chosen = ", ".join(columns)
    rows = [f"select {chosen} from {table}" for table in (f"evalsql_{name}", kept) if table]
    connection.execute(f"create or replace temp view made_{name} as {' union all '.join(rows)}")


def compare_all(connection: Connection, measures: Sequence[Measure], *, add: bool) -> None:
    """Makes evalsql_paired: every pair of runs, or every pair that has a run which is new, compared by each measure."""
    scores = ready(connection, None, [str(measure) for measure in measures], [], "")
    comparable = "select count(distinct run) >= 2 from evalsql_scores where value is not null"
    if not fetch_one(connection, comparable)[0]:
        empty(connection)
        return
    scores.line_up()
    scores.make("opposed", against="all", values={"baseline": None})
    if add:
        connection.execute(
            "delete from evalsql_opposed where run in (from evalsql_known_runs) and other in (from evalsql_known_runs)"
        )
    decided = decide()
    scores.make("aligned", "pairs", "contrasts")
    interval = statements.comparison("intervals", decided.interval, scores.udf)
    scores.make("limits", values=decided.values, interval=interval)
    put_tested(scores, decided)
    scores.make("paired")


def empty(connection: Connection) -> None:
    """Makes evalsql_paired without rows, where there are not two runs."""
    connection.execute("""
        create or replace temp table evalsql_paired (
            metric varchar, run varchar, other varchar, queries bigint, mean double, other_mean double,
            difference double, lower double, upper double, percent double, wins bigint, ties bigint, losses bigint,
            statistic double, p_value double
        )
    """)


def covered(evaluation: Evaluation, unjudged: Sequence[str], *, all_rows: bool) -> Coverage:
    """What the scores of a database are over, of all its runs.

    Args:
        evaluation: what the runs that are new were evaluated with.
        unjudged: the queries of all runs that have no judgments.
        all_rows: whether duplicates were looked for among all rows of all runs.
    """
    one = evaluation.coverage
    runs, answered = fetch_one(
        evaluation.connection,
        "select (select count(*) from made_names), count(*) filter (num_ret > 0) from made_topics",
    )
    missing = runs * one.queries - answered
    return Coverage(one.population, runs, one.queries, missing, len(unjudged), one.depth, all_rows)


def unjudged_queries(evaluation: Evaluation, before: str = "[]") -> list[str]:
    """The queries of runs that have no judgments.

    Args:
        evaluation: of the runs.
        before: such queries of runs before, as JSON.
    """
    rows = fetch_all(evaluation.connection, "select distinct query_id from evalsql_answered where not is_judged")
    return sorted({query for (query,) in rows} | set(json.loads(before)))
