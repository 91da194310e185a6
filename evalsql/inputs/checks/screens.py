"""Quick looks, which prove most inputs fit; only where they do not do the checks look for what is wrong."""

from collections.abc import Sequence

from evalsql.catalog.gains import FIT_RELEVANCE
from evalsql.connections import Connection, fetch_one
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
    blank = "coalesce(bool_or(coalesce(run, '') = '' or coalesce(query_id, '') = ''), true)"
    apart = """
        or count(distinct first >> 40) < $files or count(distinct (run, first >> 40)) > count(distinct run)
        or bool_or(not together)
    """
    select = f"select {blank} {apart if files > 1 else ''} from evalsql_answers"
    if fetch_one(connection, select, {"files": files} if files > 1 else None)[0]:
        return True
    unproved = " union all ".join(source.numbered for source in sources if not source.proved)
    return (
        bool(unproved)
        and fetch_one(connection, f"select exists (from ({unproved}) where doc_id is null or doc_id = '')")[0]
    )
