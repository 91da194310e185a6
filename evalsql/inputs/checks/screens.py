"""Quick looks, which prove most inputs fit; only where they do not do the checks look for what is wrong."""

from collections.abc import Sequence

from evalsql.catalog.gains import FIT_RELEVANCE
from evalsql.connections import Connection, fetch_all, fetch_one
from evalsql.inputs.checks.problems import run_in_two_files
from evalsql.inputs.source import Source

# columns of judgments that a quick look is enough for
PLAIN = {"query_id", "doc_id", "relevance", "iteration", "subtopic"}


def simple(qrels: Sequence[Source]) -> bool:
    """Whether `suspect_judgments` can see all that can be wrong with judgments: one file of nothing but these."""
    (source, *others) = qrels
    return not others and len(source.files) == 1 and set(source.columns) <= PLAIN and source.subtopic != "iteration"


def suspect_judgments(connection: Connection, by_subtopic: bool) -> bool:
    """Whether a judgment may lack an id or a number, or appear twice, or there may be none; see `simple`."""
    ids = ("query_id", "doc_id", "subtopic") if by_subtopic else ("query_id", "doc_id")
    (fit,) = fetch_one(
        connection,
        f"""
        select
            count(*) > 0
            and bool_and(coalesce({" and ".join(f"{each} is not null" for each in ids)} and {FIT_RELEVANCE}, false))
            and count(distinct hash({", ".join(ids)})) = count(*)
        from {"evalsql_qrels" if by_subtopic else "evalsql_judgments"}
        """,
    )
    return not fit


def suspect(connection: Connection, sources: Sequence[Source]) -> bool:
    """Whether a row of a pass may lack an id, a file or run may hold no rows, or a run may be in two files."""
    if any(source.empty for source in sources):
        return True
    files = sum(len(source.files) for source in sources)
    apart = """
        count(distinct first >> 40) < $files or count(distinct (run, first >> 40)) > count(distinct run)
        or bool_or(not together)
    """
    blank, parts = fetch_one(
        connection,
        f"""
        select
            coalesce(bool_or(coalesce(run, '') = '' or coalesce(query_id, '') = ''), true),
            {apart if files > 1 else "$files < 1"}
        from evalsql_answers
        """,
        {"files": files},
    )
    if blank or (parts and suspect_files(connection, sources, files)):
        return True
    unproved = " union all ".join(source.numbered for source in sources if not source.proved)
    return (
        bool(unproved)
        and fetch_one(connection, f"select exists (from ({unproved}) where doc_id is null or doc_id = '')")[0]
    )


def suspect_files(connection: Connection, sources: Sequence[Source], files: int) -> bool:
    """Whether a file holds no rows, or a run is in two that are not parts of it, as those of a hive often are."""
    (filled,) = fetch_one(connection, "select count(distinct file) from evalsql_runs")
    return filled < files or any(run_in_two_files(connection, sources))


def met_twice(connection: Connection) -> bool:
    """Whether a ranking of the pass holds a judged document twice."""
    return fetch_one(connection, "select exists (from evalsql_met where twice > 0)")[0]


def suspect_runs(connection: Connection) -> tuple[bool, bool]:
    """Whether a rank column contradicts the scores, as far as was noted, and whether a run has no judged document."""
    return fetch_one(
        connection, "select exists (from evalsql_contradicting), exists (from evalsql_run_sizes where judged = 0)"
    )


def without_rows(connection: Connection, sources: Sequence[Source]) -> set[str]:
    """The arguments none of whose files in the pass holds a row."""
    filled = {file for (file,) in fetch_all(connection, "select distinct file from evalsql_runs")}
    files = [file for source in sources for file in source.files]
    return {file.argument for file in files} - {file.argument for file in files if file.label in filled}
