"""Every way that inputs can be bad, and the sentence it gets.

A problem is an error, which refuses the input, or a warning, which is counted and said. `evalsql evaluate` stops at the
first error; `evalsql check` shows them all.
"""

import math
from collections.abc import Iterator, Mapping, Sequence

import duckdb

from evalsql.catalog.gains import RELEVANCE_RULE
from evalsql.connections import fetch_all, fetch_one
from evalsql.errors import Problem
from evalsql.inputs.checks.gains import FIT_RELEVANCE, two_gains, unfit_gains
from evalsql.inputs.checks.places import may_repeat, places
from evalsql.inputs.checks.subtopics import announced, without_subtopic
from evalsql.inputs.checks.values import two_values
from evalsql.inputs.checks.weights import two_weights, uncovered, unfit_numbers, unfit_weights, unlike_weights
from evalsql.inputs.formats.trec import FIELDS
from evalsql.inputs.source import CALLED, IDS, NUMBERS, Kind, Source, source_of
from evalsql.render import statements
from evalsql.sqltext import number_text
from evalsql.words import brief, more, plural, said, some

LARGEST = 1e100  # a value to be compared
ALL_ROWS = 2_000_000  # above this many rows, looking at all of them for duplicates costs more than the evaluation


def problems_of(connection: duckdb.DuckDBPyConnection, sources: Mapping[Kind, Sequence[Source]]) -> Iterator[Problem]:
    """Every problem of the views evalsql_runs, evalsql_qrels and so on, errors of each before its warnings.

    Args:
        connection: where the views are, and evalsql_population, the queries to be scored.
        sources: those of each view; of runs and judgments always.
    """
    yield from problems_alone(connection, "qrels", sources["qrels"])
    yield from problems_alone(connection, "runs", sources["runs"])
    for name in ("answered", "contradicting"):
        connection.execute(statements.creation(name))
    connection.execute("""
        insert into evalsql_answered
        select run, query_id, query_id in (select query_id from evalsql_qrels)
        from (select distinct run, query_id from evalsql_runs where run is not null and query_id is not null)
    """)
    yield from queries_of(connection)
    note_contradicting_ranks(connection)
    yield from contradicting_ranks(connection)
    if "gains" in sources:
        yield from problems_alone(connection, "gains", sources["gains"])
    if "weights" in sources:
        yield from problems_of_weights(connection, sources["weights"], sources["qrels"])


def problems_alone(
    connection: duckdb.DuckDBPyConnection, kind: Kind, sources: Sequence[Source], all_rows: bool = True
) -> Iterator[Problem]:
    """The problems that runs, judgments or a table have alone. Rows without an id are a problem of their own only."""
    yield from rows_of(connection, kind, sources)
    if kind == "qrels":
        yield from without_subtopic(connection, sources)
        yield from twice_judged(connection, sources)
        yield from unfit_gains(connection, kind, sources)
        yield from unfit_numbers(connection, sources)
        yield from unlike_weights(connection, sources)
        yield from announced(sources)
    elif kind == "gains":
        yield from two_gains(connection, sources)
        yield from unfit_gains(connection, kind, sources)
    elif kind == "weights":
        yield from two_weights(connection, sources)
        yield from unfit_weights(connection, sources)
    elif kind == "values":
        yield from two_values(connection, sources)
    else:
        yield from run_in_two_files(connection, sources)
        yield from twice_retrieved(connection, sources, all_rows)


def problems_of_weights(
    connection: duckdb.DuckDBPyConnection, weights: Sequence[Source], qrels: Sequence[Source]
) -> Iterator[Problem]:
    """The problems of a table of weights, by itself and beside the judgments; see `uncovered`."""
    yield from problems_alone(connection, "weights", weights)
    yield from uncovered(connection, weights, qrels)


def rows_of(connection: duckdb.DuckDBPyConnection, kind: Kind, sources: Sequence[Source]) -> Iterator[Problem]:
    """Sources without rows, and rows that lack an id or a number."""
    number = NUMBERS[kind]
    needed = IDS[kind] if kind == "values" else (*IDS[kind], number)  # a measure may have no value
    bad = " or ".join(f"{each} is null" for each in needed) + f" or not isfinite({number})"
    if kind == "values":  # squares of which are added up
        bad += f" or abs({number}) > {LARGEST}"
    elif kind == "qrels":
        bad += f" or not {FIT_RELEVANCE}"
    counts = fetch_all(connection, f"select file, count(*), count(*) filter ({bad}) from evalsql_{kind} group by all")
    filled = {file for file, *_ in counts}
    # of a folder or pattern, files that are read in another way may hold the rows
    full = {file.argument for source in sources for file in source.files if file.label in filled}
    for source in sources:
        for argument in dict.fromkeys(file.argument for file in source.files if file.argument not in full):
            was = "were" if kind in ("qrels", "values") else "was"
            yield Problem(
                "error", f"empty {kind}", f"{argument}: holds no rows, where {CALLED[kind]} {was} expected", 1
            )
    for file, _, count in sorted(counts):
        if count:
            first = fetch_one(
                connection,
                f"select row, {number} from evalsql_{kind} where file = ? and ({bad}) order by row asc limit 1",
                [file],
            )
            yield Problem("error", f"bad {kind}", bad_row(kind, sources, file, *first) + more(count, "row"), count)


def bad_row(kind: Kind, sources: Sequence[Source], file: str, row: int, value: float | None) -> str:
    """The sentence about a row that lacks an id or a number."""
    number = NUMBERS[kind]
    source = source_of(sources, file)
    found = source.find(file, row)
    where = f"{file}, {found.place}"
    if found.line is not None and len(found.values) < len(FIELDS[kind]):
        fields = "1 field" if len(found.values) == 1 else f"{len(found.values)} fields"
        return (
            f"{where}: {fields}, {brief(found.line)}, where {len(FIELDS[kind])} were expected: {' '.join(FIELDS[kind])}"
        )
    for column in IDS[kind]:
        if column in found.values and found.values[column] in (None, ""):
            return (
                f"{where}: {column} is {'null' if found.values[column] is None else 'empty'}; every row must have one"
            )
    text = found.values.get(number)
    if value is None:
        return f"{where}: {number} is {'null' if text is None else brief(text)}; a number was expected"
    shown = "not a number (nan)" if math.isnan(value) else brief(text).strip("'")
    rule = RELEVANCE_RULE if kind == "qrels" else f"a number of at most {LARGEST} was expected"
    return f"{where}: {number} is {shown}; {rule if math.isfinite(value) else 'a finite number was expected'}"


def twice_judged(connection: duckdb.DuckDBPyConnection, qrels: Sequence[Source]) -> Iterator[Problem]:
    """The same judgment twice. One document may be judged for several subtopics."""
    if not may_repeat(connection, "evalsql_qrels", "query_id, doc_id, subtopic"):
        return
    found = fetch_all(
        connection,
        """
        select query_id, doc_id, subtopic, count(*) over () as pairs
        from evalsql_qrels where query_id is not null and doc_id is not null
        group by query_id, doc_id, subtopic having count(*) > 1
        order by query_id asc, doc_id asc, subtopic asc limit 1
        """,
    )
    for query, doc, subtopic, count in found:
        same = "query_id = ? and doc_id = ? and subtopic is not distinct from ?"
        where = places(connection, "qrels", qrels, same, [query, doc, subtopic])
        what = f"query {said(query)}" if subtopic is None else f"subtopic {said(subtopic)} of query {said(query)}"
        text = f"document {said(doc)} is judged twice for {what} ({where})"
        levels = fetch_all(
            connection,
            f"select relevance from evalsql_qrels where {same} order by file asc, row asc limit 2",
            [query, doc, subtopic],
        )
        one, other = (number_text(level) if level is not None else "null" for (level,) in levels)
        text += f", with relevance {one} and {other}" if one != other else ""
        yield Problem("error", "judged twice", text + more(count, "judgment"), count)


def judged_by_subtopic(connection: duckdb.DuckDBPyConnection) -> Iterator[Problem]:
    """Documents judged for several subtopics, of which metrics without subtopics take the best judgment."""
    (count,) = fetch_one(
        connection,
        """
        select count(*) from (
            select query_id, doc_id from evalsql_qrels where query_id is not null and doc_id is not null
            group by all having count(distinct subtopic) > 1
        )
        """,
    )
    if count:
        text = f"{plural(count, 'document')} judged for several subtopics"
        text += "; measures without subtopics take the best relevance of each"
        yield Problem("warning", "judged by subtopic", text, count)


def run_in_two_files(connection: duckdb.DuckDBPyConnection, runs: Sequence[Source]) -> Iterator[Problem]:
    """Two files with the same run, unless they are parts that one pattern or folder names and a column says the run."""
    files = {file.label: file for source in runs for file in source.files}
    for run, labels in fetch_all(
        connection,
        """
        select run, list_sort(list(file)) from (select distinct run, file from evalsql_runs where run is not null)
        group by run having count(*) > 1 order by run asc
        """,
    ):
        one, other, *_ = (files[label] for label in labels)
        parts = len({files[label].argument for label in labels}) == 1
        if not parts or one.run is not None:
            yield Problem(
                "error",
                "run in two files",
                f"{one.label} and {other.label} both hold a run called {said(run)}; rename one,"
                " or give the parts of one run as a folder or a quoted pattern",
                len(labels),
            )


def twice_retrieved(connection: duckdb.DuckDBPyConnection, runs: Sequence[Source], all_rows: bool) -> Iterator[Problem]:
    """The same document twice in one run and query: among all rows, or among those of judged documents."""
    judged = "" if all_rows else "semi join evalsql_qrels using (query_id, doc_id)"
    if not may_repeat(connection, f"evalsql_runs {judged}", "run, query_id, doc_id"):
        return
    found = fetch_all(
        connection,
        f"""
        select run, query_id, doc_id, count(*) over () as documents
        from evalsql_runs {judged} where run is not null and query_id is not null and doc_id is not null
        group by run, query_id, doc_id having count(*) > 1
        order by run asc, query_id asc, doc_id asc limit 1
        """,
    )
    for run, query, doc, count in found:
        where = places(connection, "runs", runs, "run = ? and query_id = ? and doc_id = ?", [run, query, doc])
        text = f"document {said(doc)} is there twice for query {said(query)} in run {said(run)} ({where})"
        yield Problem("error", "retrieved twice", text + more(count, "document"), count)


def queries_of(connection: duckdb.DuckDBPyConnection) -> Iterator[Problem]:
    """Runs that share no query with the judgments, queries without judgments, and judged queries without an answer."""
    (judged,) = fetch_one(connection, "select list_sort(list(distinct query_id))[:3] from evalsql_population")
    for run, queries in fetch_all(
        connection,
        """
        select run, list_sort(list(query_id))[:3] from evalsql_answered
        group by run having not bool_or(query_id in (select query_id from evalsql_population)) order by run asc
        """,
    ):
        yield Problem(
            "error",
            "no query in common",
            f"run {said(run)} and the judgments have no query in common: the run has {some(queries)}, "
            f"the judgments {some(judged or [])}",
            1,
        )
    queries, runs, first = fetch_one(
        connection,
        "select count(distinct query_id), count(distinct run), min(query_id) from evalsql_answered where not is_judged",
    )
    if queries:
        text = f"{plural(queries, 'query')} of {plural(runs, 'run')} without judgments, left out"
        yield Problem("warning", "queries without judgments", f"{text} (the first: {said(first)})", queries)
    count, runs, query, run = fetch_one(
        connection,
        """
        select count(*), count(distinct run), min_by(query_id, run || ' ' || query_id), min(run)
        from (select distinct run from evalsql_answered) cross join evalsql_population
        anti join evalsql_answered using (run, query_id)
        """,
    )
    if count:
        text = f"{plural(count, 'judged query')} without an answer in {plural(runs, 'run')}"
        yield Problem(
            "warning",
            "judged queries without an answer",
            f"{text} (the first: {said(run)}, query {said(query)})",
            count,
        )


def unjudged_runs(connection: duckdb.DuckDBPyConnection, judged: str) -> Iterator[Problem]:
    """Runs without a single judged document, which often means that the ids are written in another way.

    Args:
        connection: where evalsql_answered is.
        judged: what to read the names of runs that have one from, as a column run.
    """
    count, run = fetch_one(
        connection,
        f"""
        select count(*), min(run) from (select distinct run from evalsql_answered where is_judged)
        anti join (select distinct run from {judged}) using (run)
        """,
    )
    if count:
        text = f"{plural(count, 'run')} without a single judged document; are the doc_ids those of the judgments?"
        yield Problem("warning", "run without judged documents", f"{text} (the first: {said(run)})", count)


def note_contradicting_ranks(connection: duckdb.DuckDBPyConnection) -> None:
    """Adds to evalsql_contradicting the rankings whose rank column says another order than the scores."""
    connection.execute("""
        insert into evalsql_contradicting
        select distinct run, query_id
        from (
            select run, query_id, rank < lag(rank) over best_first and score < lag(score) over best_first as contradicts
            from evalsql_runs
            where rank is not null and run is not null and query_id is not null and score is not null
            window best_first as (partition by run, query_id order by score desc, rank asc)
        )
        where contradicts
    """)


def contradicting_ranks(connection: duckdb.DuckDBPyConnection) -> Iterator[Problem]:
    """Rank columns that say another order than the scores, where that was noted; the scores decide."""
    count, runs, run, query = fetch_one(
        connection,
        "select count(*), count(distinct run), min(run), min_by(query_id, run || ' ' || query_id)"
        " from evalsql_contradicting",
    )
    if count:
        text = (
            f"the rank column contradicts the scores in {plural(count, 'ranking')} of {plural(runs, 'run')};"
            f" the scores decide (the first: {said(run)}, query {said(query)})"
        )
        yield Problem("warning", "rank contradicts score", text, count)
