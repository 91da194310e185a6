"""The sources of a database's tables: the relations of an evaluation, and of a database that it adds to."""

import json
from collections.abc import Sequence
from pathlib import Path

from evalsql.catalog.measure import Measure
from evalsql.comparing.compare import decide, put_tested
from evalsql.comparing.scores import ready
from evalsql.connections import Connection, fetch_all, fetch_one
from evalsql.database.target import INTERNAL, KEPT
from evalsql.errors import InputError
from evalsql.render import statements
from evalsql.scoring.evaluation import Evaluation
from evalsql.scoring.population import Coverage
from evalsql.words import plural, said

# relations that grow with the runs, and the tables that keep them
BY_RUN = {
    "retrieved": "runs",
    "judged": f"{INTERNAL}.judged",
    "topics": f"{INTERNAL}.topics",
    "nuggets": f"{INTERNAL}.nuggets",
    "sampled": f"{INTERNAL}.sampled",
    "averages": f"{INTERNAL}.points",
}
OF_JUDGMENTS = ("given", "recall_base", "nugget_base", "judges", "opinions", "strata", "document_costs", "scores")
IDS = ("run", "other", "query_id")


def put_relations(
    evaluation: Evaluation, curves: Sequence[Measure], *, by_subtopic: bool, sampled: bool, linked: bool, add: bool
) -> None:
    """Makes views made_runs, made_judged and so on over the tables of an evaluation, with the kept rows if it adds."""
    connection = evaluation.connection
    absent = [
        *(() if by_subtopic else ("nugget_base", "nuggets", "judges", "opinions")),
        *(() if sampled else ("strata", "sampled")),
    ]
    for name in absent:
        connection.execute(statements.creation(name, absent=True))
    names = "select distinct run::varchar as run from evalsql_answered"
    if add:
        names += f" union all select run::varchar from {KEPT}.run_summary"
        take_kept(connection)
    connection.execute(f"create or replace temp view made_names as from ({names}) order by run asc")
    connection.execute(statements.table("averages", statements.averages(curves)))
    for name, table in BY_RUN.items():
        if not (linked and name == "retrieved"):
            put_view(connection, name, f"{KEPT}.{table}" if add else None)
    for name in OF_JUDGMENTS:
        put_view(connection, name)


def put_scored(connection: Connection, *, add: bool) -> None:
    """Makes views made_names and made_scores over scores alone; see put_relations."""
    if add:
        take_kept(connection)
    connection.execute("create or replace temp view made_names as select distinct run from evalsql_scores")
    put_view(connection, "scores")


def take_kept(connection: Connection) -> None:
    """Adds the scores of the database that is added to, which is open as evalsql_kept, and notes its runs."""
    connection.execute(
        f"insert into evalsql_scores select run::varchar, query_id::varchar, metric, value from {KEPT}.scores"
    )
    connection.execute(statements.creation("known_runs", folder="scores", kept=KEPT))


def refuse_known(connection: Connection, path: Path, relation: str) -> None:
    """Refuses runs that a database has, which is open as evalsql_kept."""
    again = fetch_all(
        connection,
        f"select distinct run from {relation} where run in (select run from {KEPT}.run_summary) order by run asc",
    )
    if again:
        others = f" and {plural(len(again) - 1, 'other')}" if again[1:] else ""
        raise InputError(
            f"{path}: has {said(again[0][0])}{others} already; nothing was added; name what is new otherwise,"
            " NAME=path, or keep the scores of each time by 'evalsql evaluate -o FILE.duckdb --append'"
        )


def put_view(connection: Connection, name: str, kept: str | None = None) -> None:
    """Makes a view over a relation of the evaluation and, if there is one, the table that keeps earlier rows."""
    columns = [column for column, *_ in connection.execute(f"describe from evalsql_{name}").fetchall()]
    if kept:  # whose ENUMs are others; to cast what is an ENUM of the same texts already takes time for nothing
        columns = [f"{column}::varchar as {column}" if column in IDS else column for column in columns]
    chosen = ", ".join(columns)
    rows = [f"select {chosen} from {table}" for table in (f"evalsql_{name}", kept) if table]
    connection.execute(f"create or replace temp view made_{name} as {' union all '.join(rows)}")


def compare_all(connection: Connection, measures: Sequence[Measure], *, add: bool) -> None:
    """Makes made_paired: every pair of runs compared by each measure, and those of the database that is added to."""
    lower = [str(measure) for measure in measures if measure.metric.better == "lower"]
    scores = ready(connection, None, [str(measure) for measure in measures], [], "", lower=lower)
    comparable = "select count(distinct run) >= 2 from evalsql_scores where value is not null"
    if fetch_one(connection, comparable)[0]:
        scores.line_up()
    else:  # there are no pairs
        scores.make("compared", "standings")
    scores.make("opposed", against="all")
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
    put_view(connection, "paired", f"{KEPT}.{INTERNAL}.comparison" if add else None)


def covered(evaluation: Evaluation, unjudged: Sequence[str], *, all_rows: bool) -> Coverage:
    """What the scores of a database are over, of all its runs."""
    one = evaluation.coverage
    runs, answered = fetch_one(
        evaluation.connection,
        "select (select count(*) from made_names), count(*) filter (num_ret > 0) from made_topics",
    )
    missing = runs * one.queries - answered
    return Coverage(one.population, runs, one.queries, missing, len(unjudged), one.depth, all_rows, one.ties)


def unjudged_queries(evaluation: Evaluation, before: str = "[]") -> list[str]:
    rows = fetch_all(evaluation.connection, "select distinct query_id from evalsql_answered where not is_judged")
    return sorted({query for (query,) in rows} | set(json.loads(before)))
