"""What metrics read: the relations of sql/relations, in temporary tables, made once a pass for all measures."""

from collections.abc import Callable, Collection, Sequence
from os.path import isfile

import duckdb

from evalsql.connections import fetch_one
from evalsql.errors import Problem, refuse
from evalsql.inputs.checks import problems
from evalsql.inputs.checks.problems import note_contradicting_ranks, problems_alone, twice_retrieved
from evalsql.inputs.checks.ranks import unfit_ranks
from evalsql.inputs.checks.screens import met_twice, suspect, without_rows
from evalsql.inputs.files import format_of
from evalsql.inputs.formats import parquet
from evalsql.inputs.passes import Part, read_part
from evalsql.inputs.source import Source
from evalsql.render import statements
from evalsql.scoring import ranking
from evalsql.scoring.population import Population
from evalsql.scoring.ranking import Wanted, make


class RunInTwoPassesError(Exception):
    """A run turned up in two passes, each of which must hold whole runs, or a part of a folder without rows in one."""


def begin(connection: duckdb.DuckDBPyConnection) -> None:
    """Makes the tables that passes add to, without rows."""
    for name in ("answered", "contradicting", "run_sizes"):
        make(connection, name)
    for name in ("scores", "points"):
        connection.execute(statements.creation(name, folder="scores"))


def relate(
    connection: duckdb.DuckDBPyConnection,
    parts: Sequence[Part],
    population: Population,
    wanted: Wanted,
    strict: bool | None,
    spread: Collection[str],
    tell: Callable[[str, float], None],
) -> tuple[list[Problem], bool]:
    """Reads, checks and ranks the runs of a pass: makes evalsql_judged, evalsql_topics and what else is wanted.

    Args:
        connection: where evalsql_judgments is, and where the tables will be, in place of those of the pass before.
        parts: what is read.
        population: "qrels", or "intersection", which leaves out the queries that a run does not answer.
        wanted: what the relations must hold.
        strict: whether to look for duplicates among all rows; where None, if they are not too many.
        spread: the folders and patterns whose files are in several passes.
        tell: called with what is done next, and how much of the pass is done by then.

    Returns:
        The warnings, and whether duplicates were looked for among all rows.

    Raises:
        InputError: a row cannot be used.
        RunInTwoPassesError: a run was there in a pass before, or the files of a folder that are read here hold no rows.
    """
    tell("reading runs", 0.0)
    sources = read_part(connection, parts)
    tell("checking runs", 0.2)
    runs = ranking.number(connection, sources, wanted)
    warnings: list[Problem] = []
    every = bool(strict)

    def look(unfit: bool) -> None:
        nonlocal every
        if strict is None:
            (every,) = fetch_one(
                connection, "select coalesce(sum(num_ret), 0) <= ? from evalsql_answers", [problems.ALL_ROWS]
            )
        suspected = unfit or suspect(connection, sources)
        if suspected and without_rows(connection, sources) & set(spread):
            raise RunInTwoPassesError
        warnings.extend(doubtful(connection, sources, wanted, suspected, every))
        note_answers(connection)

    try:
        runs = ranking.put_in_order(connection, runs, look)
    except duckdb.Error:
        files = [file for source in sources for file in source.files if isfile(file.path)]
        parquet.refuse_damaged(connection, [file for file in files if format_of(file) == "parquet"])
        raise
    tell("ranking", 0.3)
    ranking.place(connection, runs, wanted)
    if met_twice(connection):
        refuse(twice_retrieved(connection, sources, all_rows=False))
    if population == "intersection":
        connection.execute("delete from evalsql_topics where num_ret = 0")
    connection.execute("""
        update evalsql_run_sizes as sizes set judged = found.judged
        from (select run, count(rank) as judged from evalsql_judged group by all) as found
        where found.run = sizes.run
    """)
    return warnings, every


def doubtful(
    connection: duckdb.DuckDBPyConnection, sources: Sequence[Source], wanted: Wanted, suspected: bool, every: bool
) -> list[Problem]:
    """The warnings about the rows of a pass.

    Args:
        connection: where the view evalsql_runs is.
        sources: those of the pass.
        wanted: what puts documents in order.
        suspected: whether a quick look found that something may be wrong.
        every: whether to look for duplicates and contradicting ranks among all rows.

    Raises:
        InputError: a row cannot be used.
    """
    if suspected:
        warnings = refuse(problems_alone(connection, "runs", sources, every))
    else:
        warnings = refuse(twice_retrieved(connection, sources, all_rows=True)) if every else []
    if wanted.order == "rank":
        warnings += refuse(unfit_ranks(connection, sources))
    elif every and any("rank" in source.columns for source in sources):
        note_contradicting_ranks(connection)
    return warnings


def note_answers(connection: duckdb.DuckDBPyConnection) -> None:
    """Adds the runs of a pass, and the queries that they answer, to those of the passes before.

    Raises:
        RunInTwoPassesError: a run was there before.
    """
    (again,) = fetch_one(connection, "select exists (from evalsql_answers semi join evalsql_run_sizes using (run))")
    if again:
        raise RunInTwoPassesError
    connection.execute("""
        insert into evalsql_answered
        select run, query_id, query_id in (select query_id from evalsql_known) from evalsql_answers;
        insert into evalsql_run_sizes select run, sum(num_ret), 0 from evalsql_answers group by all;
    """)


def judge(
    connection: duckdb.DuckDBPyConnection, *, gains: bool, stated: bool, weights: bool, by_subtopic: bool, listed: bool
) -> None:
    """Makes evalsql_judgments, one a query and document, evalsql_recall_base, and what there is by subtopic.

    Args:
        connection: where evalsql_qrels and evalsql_population are.
        gains: whether evalsql_gains says what a relevance is worth.
        stated: whether that or a column may say of a document what it gains.
        weights: whether evalsql_weights says what a subtopic is worth.
        by_subtopic: whether the judgments are by subtopic.
        listed: whether queries were listed, so that not all judgments are of queries to be scored.
    """
    connection.execute(statements.creation("query", "type"))
    make(connection, "judgments", gains=gains, stated=stated, by_subtopic=by_subtopic, listed=listed)
    make(connection, "recall_base")
    if by_subtopic:
        make(connection, "subtopics", gains=gains, weights=weights, listed=listed)
        make(connection, "nugget_base")
