"""Contents of sets of judgments, and the agreement of two of them."""

import os
from typing import TYPE_CHECKING, Any, get_args

from evalsql.answers import Answer, as_relations
from evalsql.arguments import one_of, real_number
from evalsql.connections import Connection, Settings, cursor_of
from evalsql.errors import InputError, refuse
from evalsql.inputs import views
from evalsql.inputs.checks.problems import problems_alone
from evalsql.inputs.checks.subtopics import Subtopics
from evalsql.inputs.columns import not_read
from evalsql.render import statements
from evalsql.sqltext import quote

if TYPE_CHECKING:
    import pyarrow as pa

PARTS = ("sets", "levels", "agreements", "crossed")  # each a file of sql/reports/judgments


@as_relations
def describe(
    qrels: Any,
    *,
    rel: float = 1,
    connection: Connection | None = None,
    subtopics: Subtopics = "auto",
    where: str | None = None,
    columns: views.Columns = None,
    settings: Settings | None = None,
) -> Answer:
    """Describe sets of judgments, and the agreement of each two of them.

    Args:
        qrels: a set of judgments as Evaluation takes it, a list of sets, or a mapping of names to sets. Other than
            there, each item of a list is a set of its own; a set of several files is a pattern or a folder.
        rel: the lowest relevance that counts as relevant.
        connection: the user's own DuckDB connection, whose tables may be named.
        subtopics: whether judgments are by subtopic: "auto", "yes" or "no". A document counts with its best relevance.
        where: an expression of SQL over the columns of the judgments: only rows that it is true of are read.
        columns: which columns of the judgments are which of ours, such as {"qrels.relevance": "stars"}.
        settings: what DuckDB is told if no connection is given, such as threads; and init, a file of SQL to run.

    Returns:
        Relations by name: sets, one row per set; levels, one row per set and relevance; agreements, one
        row per pair of sets; crossed, one row per pair of sets and relevance in each, null if one does not judge the
        documents.

    Raises:
        InputError: a set of judgments cannot be used, or two have the same name.

    Warns:
        InputWarning: the judgments can be used, but look wrong.
    """
    one_of(subtopics, "subtopics", get_args(Subtopics))
    real_number(rel, "rel")
    sets = named_sets(qrels)
    views.refuse_two_readers(list(sets.values()))
    work = cursor_of(connection, settings)
    work.execute(statements.creation("set", "type", "judgments", names=list(map(quote, sets))))
    work.execute(statements.creation("in_sets", folder="judgments"))
    problems = refuse(not_read(columns, ["qrels"]))
    for name, each in sets.items():
        with views.reading(work) as folder:
            sources = views.read(work, each, "qrels", folder, connection, subtopics, columns, where)
            problems += refuse(problems_alone(work, "qrels", sources))
            work.execute(
                "insert into evalsql_in_sets select ?, query_id, doc_id, relevance, subtopic from evalsql_qrels", [name]
            )
    for name in ("described", "crossed"):
        work.execute(statements.table(name, statements.comparison("judgments", name)))
    return Answer({name: report(work, name, rel) for name in PARTS}, problems)


def report(work: Connection, name: str, rel: float) -> "pa.Table":
    """The rows of a file of sql/reports/judgments, with the names of sets as texts."""
    select = statements.comparison("reports/judgments", name)
    rows = work.sql(select, params={"rel": rel} if "$rel" in select else {})
    texts = ", ".join(f"{column}::varchar as {column}" for column in ("qrels", "other") if column in rows.columns)
    return rows.project(f"* replace ({texts})").to_arrow_table()


def named_sets(qrels: Any) -> dict[str, Any]:
    """The sets of judgments by name: as a mapping says, or as they were named, or by their place."""
    sets: dict[str, Any] = {}
    for place, (name, each) in enumerate(views.listed(qrels), start=1):
        called = name or (os.fspath(each) if isinstance(each, str | os.PathLike) else f"set {place}")
        if called in sets:
            raise InputError(f"duplicate input: {called}")
        sets[called] = each
    if not sets:
        raise InputError("no judgments were given")
    return sets
