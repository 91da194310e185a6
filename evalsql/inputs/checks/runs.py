"""The ways that runs can be bad beside their rows: a run or a document twice, ranks that are no order, or another."""

import re
from collections.abc import Iterator, Sequence

from evalsql.connections import Connection, fetch_all, fetch_one
from evalsql.errors import Problem
from evalsql.inputs.checks.places import first_bad, first_twice
from evalsql.inputs.source import Source
from evalsql.sqltext import number_text, quote
from evalsql.words import brief, more, plural, said

CONTRADICTING = """
    select distinct run, query_id
    from (
        select run, query_id, rank < lag(rank) over best_first and score < lag(score) over best_first as contradicts
        from evalsql_runs
        where rank is not null and run is not null and query_id is not null and score is not null
        window best_first as (partition by run, query_id order by score desc, rank asc)
    )
    where contradicts
"""  # rankings of evalsql_runs whose rank column says another order than the scores


def run_in_two_files(connection: Connection, runs: Sequence[Source]) -> Iterator[Problem]:
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
        if not parts or (one.run is not None and one.called is None):
            yield Problem(
                "error",
                "run in two files",
                both_hold(run, one.label, other.label),
                len(labels),
            )


def both_hold(run: str, one: str, other: str) -> str:
    """The sentence about a run that two inputs have."""
    return (
        f"{one} and {other} both hold a run called {said(run)}; name one otherwise, NAME=path on the command line, or"
        " give the parts of one run as a folder or a quoted pattern, NAME='pattern'"
    )


def twice_retrieved(connection: Connection, runs: Sequence[Source], all_rows: bool) -> Iterator[Problem]:
    """The same document twice in one run and query: among all rows, or among those of judged documents."""
    ids = ("run", "query_id", "doc_id")
    judged = "" if all_rows else "semi join evalsql_qrels using (query_id, doc_id)"
    for (run, query, doc), where, count in first_twice(connection, "runs", runs, ids, among=judged):
        text = f"document {said(doc)} appears twice for query {said(query)} in run {said(run)} ({where})"
        text += more(count, "document") + partition_hint(where)
        yield Problem("error", "retrieved twice", text, count)


def partition_hint(where: str) -> str:
    """How to read one part of a lake, where two rows are in folders of a hive, dt=1 and dt=2, that differ."""
    values: dict[str, list[str]] = {}
    for key, value in re.findall(r"(?:^|[/\\\\(\s])([^/\\\\=\s(]+)=([^/\\\\]+)[/\\\\]", where):
        values.setdefault(key, []).append(value)
    key = next((key for key, found in values.items() if len(set(found)) > 1), None)
    return "" if key is None else f'; one of them is read by --where "{key} = {quote(values[key][0])}"'


def unfit_ranks(connection: Connection, runs: Sequence[Source]) -> Iterator[Problem]:
    """Documents without a rank, and two of a ranking that have the same."""
    bad = "rank is null or not isfinite(rank) or rank <> floor(rank)"
    for where, found, _, count in first_bad(connection, "runs", runs, bad):
        has = brief(found.values["rank"]) if "rank" in found.values else "not there"
        text = f"{where}: rank is {has}; a whole number was expected, since the convention goes by rank"
        yield Problem("error", "no rank", text + more(count, "row"), count)
    columns = ("run", "query_id", "rank")
    for (run, query, rank), where, count in first_twice(connection, "runs", runs, columns, columns[2:]):
        text = f"rank {number_text(rank)} appears twice for query {said(query)} in run {said(run)} ({where})"
        yield Problem("error", "one rank twice", text + more(count, "rank"), count)


def note_contradicting_ranks(connection: Connection) -> None:
    """Adds to evalsql_contradicting the rankings whose rank column says another order than the scores."""
    connection.execute(f"insert into evalsql_contradicting {CONTRADICTING}")


def contradicting_ranks(connection: Connection, noted: str = "evalsql_contradicting") -> Iterator[Problem]:
    """Rank columns that say another order than the scores; the scores decide."""
    count, runs, run, query = fetch_one(
        connection,
        f"select count(*), count(distinct run), min(run), min_by(query_id, run || ' ' || query_id) from {noted}",
    )
    if count:
        text = (
            f"the rank column disagrees with the scores in {plural(count, 'ranking')} of {plural(runs, 'run')};"
            f" documents are sorted by score, as trec_eval does (first: run {said(run)}, query {said(query)})"
        )
        yield Problem("warning", "rank contradicts score", text, count)
