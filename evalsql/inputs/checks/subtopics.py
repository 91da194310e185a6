"""Which judgments are by subtopic, and which are of a sample of a pool in strata."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from evalsql.catalog.conventions import Subtopics
from evalsql.catalog.inputs import INPUTS
from evalsql.connections import Connection, fetch_all, fetch_one
from evalsql.errors import InputError, Problem
from evalsql.inputs.source import Column, Source, named, source_of
from evalsql.words import more, plural


def by_subtopic(qrels: Sequence[Source]) -> bool:
    return any(source.subtopic for source in qrels)


def lacking(qrels: Sequence[Source], subtopics: Subtopics) -> str:
    """The end of a refusal of judgments that are not by subtopic: what shows that, and what to type if they are."""
    if by_subtopic(qrels):
        return ""
    if subtopics == "no":
        return f"--subtopics no was said of {named(qrels)}; leave it out"
    columns = {column for source in qrels for column in source.columns}
    if "iteration" not in columns:
        shown = "its column subtopic is empty" if "subtopic" in columns else "it has no column subtopic"
        return (
            f"{named(qrels)} has none: {shown}; if another names them, say --columns qrels.subtopic=NAME (in Python:"
            ' columns={"qrels.subtopic": "NAME"})'
        )
    return (
        f"{named(qrels)} has none: field 2 of TREC text, or a column iteration, names them, and no document is judged"
        ' under two of its values; if it does name them, say --subtopics yes (in Python: subtopics="yes")'
    )


def sampled(connection: Connection, qrels: Sequence[Source]) -> bool:
    """Whether some row of the judgments, which are read, has a stratum."""
    return any("stratum" in source.columns for source in qrels) and bool(
        fetch_all(connection, "select 1 from evalsql_qrels where stratum is not null limit 1")
    )


def unsampled(qrels: Sequence[Source]) -> str:
    """The end of a refusal of judgments without strata: what shows that, and what they should be."""
    columns = {column for source in qrels for column in source.columns}
    shown = "its column stratum is empty" if "stratum" in columns else "it has no column stratum"
    return (
        f"{named(qrels)} has none: {shown}, and it is not TREC text of query_id 0 doc_id stratum relevance, with a"
        " relevance of -1 for what is in the pool and not judged; if another column names strata, say --columns"
        ' qrels.stratum=NAME (in Python: columns={"qrels.stratum": "NAME"})'
    )


def recognize(connection: Connection, qrels: Sequence[Source], subtopics: Subtopics) -> list[Source]:
    """Judgments whose subtopic is the named column, or the iteration field."""
    columns: list[Column | None] = [None for _ in qrels]
    if subtopics != "no":
        columns = [column_of(connection, source, subtopics) for source in qrels]
    several = 0
    if subtopics == "auto":
        fields = [source for source, column in zip(qrels, columns, strict=True) if column == "iteration"]
        several = judged_for_several(connection, fields)
        columns = [None if column == "iteration" and not several else column for column in columns]
    return [
        with_subtopic(source, column, several if column == "iteration" else 0)
        for source, column in zip(qrels, columns, strict=True)
    ]


def column_of(connection: Connection, source: Source, subtopics: Subtopics) -> Column | None:
    """The column of a source that may name subtopics: the first that is not null in every row."""
    for column in ("subtopic", "iteration"):
        # a field that names subtopics only if a document has two of them need not be looked at here
        if column in source.columns and (
            (column == "iteration" and subtopics == "auto")
            or fetch_all(connection, f"select 1 from ({source.rows}) where {column} is not null limit 1")
        ):
            return column
    if subtopics == "yes" and fetch_all(connection, f"select 1 from ({source.rows}) limit 1"):
        refuse_lacking(source)
    return None


def refuse_lacking(source: Source) -> None:
    """Reject judgments without any subtopic if they were declared to be by subtopic."""
    names = ", ".join(INPUTS["qrels"].columns["subtopic"])
    raise InputError(
        f"{named([source])}: no row has a subtopic, in a column {names} or iteration,"
        " where judgments by subtopic were expected"
    )


def judged_for_several(connection: Connection, fields: Sequence[Source]) -> int:
    """How many documents are judged for one query under two values of the iteration field."""
    if not fields:
        return 0
    rows = " union all ".join(f"select query_id, doc_id, iteration from ({source.rows})" for source in fields)
    # most files have the same iteration everywhere, which shows without a look at the documents
    (varies,) = fetch_one(connection, f"select min(iteration) <> max(iteration) from ({rows})")
    if not varies:
        return 0
    (count,) = fetch_one(
        connection,
        f"""
        select count(*) from (
            select query_id, doc_id from ({rows}) where query_id is not null and doc_id is not null
            group by query_id, doc_id having min(iteration) <> max(iteration)
        )
        """,
    )
    return count


def with_subtopic(source: Source, column: Column | None, several: int) -> Source:
    """Judgments whose subtopic is what a column of them says."""
    none = 'null::varchar collate "binary"'
    rows = (
        f"select query_id, doc_id, relevance, gain, {column or none} as subtopic,"
        f" {none if column == 'iteration' else 'iteration'} as iteration,"
        # if no subtopics are named, these are about something else; a bare weight would be a macro's parameter to
        # DuckDB 1.4 where the macro reads a view of these rows
        f" {'said.weight as weight' if column else 'null::double as weight'},"
        f" {'probability' if column else 'null::double as probability'}, stratum, file, row"
        f" from ({source.rows}) as said"
    )
    return replace(source, rows=rows, subtopic=column, several=several)


def announced(qrels: Sequence[Source]) -> Iterator[Problem]:
    """An iteration field that was taken for subtopics though nobody said that it names them."""
    taken = [source for source in qrels if source.several]
    if taken:
        count = taken[0].several
        text = (
            f"{named(taken)}: treating iterations (field 2) as subtopic ids, since {plural(count, 'document')}"
            f" {'is' if count == 1 else 'are'} judged under several; if those are not subtopics, keep one judgment for"
            " each document of a query"
        )
        yield Problem("warning", "iteration taken for subtopics", text, count)


def without_subtopic(connection: Connection, qrels: Sequence[Source]) -> Iterator[Problem]:
    """Rows without a subtopic among judgments by subtopic."""
    if not by_subtopic(qrels):
        return
    for file, row, count in fetch_all(
        connection,
        """
        select file, row, count(*) over () from evalsql_qrels
        where subtopic is null and query_id is not null and doc_id is not null
        order by file asc, row asc limit 1
        """,
    ):
        source = source_of(qrels, file)
        found = source.find(file, row)
        if source.subtopic:
            empty = "null" if found.values[source.subtopic] is None else "blank"
            lacks = f"{source.subtopic} is {empty}; every row of judgments by subtopic must have one"
        else:
            lacks = "no subtopic, where other judgments have one"
            if "iteration" in source.columns:
                lacks += '; --subtopics yes, or subtopics="yes", takes the iteration field for it'
        yield Problem("error", "no subtopic", f"{file}, {found.place}: {lacks}{more(count, 'row')}", count)
