"""Clusters of queries, such as the turns of a conversation: what intervals and tests count in place of queries."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Unpack

from evalsql.comparing import methods
from evalsql.comparing.score_source import ScoreOptions
from evalsql.comparing.scores import Scores
from evalsql.connections import Connection, cursor_of, fetch_all, fetch_one
from evalsql.errors import InputError, Problem
from evalsql.inputs import attributes, views
from evalsql.render import statements
from evalsql.scoring.slices import put_rows
from evalsql.words import either, first_few, plural, said

COLUMN = "cluster"  # of a table of queries, if it has several attributes and none is named


def by_clusters(
    scores: Scores,
    given: Any,
    tests: Sequence[str] = (),
    interval: str = "student",
    connection: Connection | None = None,
    **options: Unpack[ScoreOptions],
) -> Scores:
    """The scores with evalsql_clusters beside them, by which they are then compared; the same if none are given."""
    if given is None:
        return scores
    named: list[tuple[methods.Folder, str]] = [*(("significance", each) for each in tests), ("intervals", interval)]
    for folder, each in named:
        if not methods.head(folder, each).get("by_cluster"):
            there = [name for name in methods.heads(folder) if methods.head(folder, name).get("by_cluster")]
            raise InputError(f"clusters are for the {methods.CALLED[folder]} {either(there)}, not {each}")
    label, rows = read_clusters(given, connection, options)
    put_rows(scores.connection, "clusters", {"query_id": "varchar", "cluster": "varchar"}, rows)
    scored = "select distinct query_id from evalsql_scores"
    found = "select count(*), count(cluster), count(distinct cluster), min(query_id) filter (cluster is null)"
    queries, clustered, clusters, alone = fetch_one(
        scores.connection, f"{found} from ({scored}) left join evalsql_clusters using (query_id)"
    )
    if not clustered:
        theirs = said(min((query for query, _ in rows), default="none"))
        raise InputError(f"{label}: no scored query has a cluster; it has query {theirs}, and scored is {said(alone)}")
    doubts = []
    if alone is not None:
        text = f"{label}: {plural(queries - clustered, 'query')} without a cluster, each of which counts as one"
        doubts.append(Problem("warning", "queries alone", f"{text} (first: {said(alone)})", queries - clustered))
    about = f"{scores.about}; {plural(clusters + queries - clustered, 'cluster')} of queries".removeprefix("; ")
    return replace(scores, clustered=True, about=about, warnings=(*scores.warnings, *doubts))


def effect(rows: Iterable[Mapping[str, Any]]) -> str:
    """The lowest and the highest design effect of rows, as the end of a sentence; nothing without clusters."""
    found = {
        f"{row['design_effect']:.2f}": row["design_effect"] for row in rows if row.get("design_effect") is not None
    }
    ends = sorted(found, key=found.__getitem__)
    return f"; design effect {' to '.join(dict.fromkeys((ends[0], ends[-1])))}" if ends else ""


def read_clusters(given: Any, connection: Connection | None, options: Mapping[str, Any]) -> tuple[str, list[tuple]]:
    """What messages call a table of queries, and the cluster of each; {attribute: table} says which has them."""
    own = cursor_of(connection, options.get("settings"))
    with views.reading(own, lasting=connection is not None) as folder:
        queries = attributes.read(own, given, folder, connection, options.get("columns"))
        there = queries.attributes
        named = next((name for name, _ in views.listed(given) if name is not None), None)
        wanted = named or (COLUMN if len(there) != 1 else next(iter(there)))
        if wanted not in there:
            hint = "" if named else "; name one: --clusters NAME=QUERIES (in Python {name: table})"
            raise InputError(
                f"{queries.label}: no attribute {said(wanted)}; it has {first_few([*there]) or 'none'}{hint}"
            )
        if there[wanted].listed:
            raise InputError(f"{queries.label}: {said(wanted)} is a list; one cluster a query was expected")
        rows = fetch_all(own, statements.ranking("clusters", "scores", column=there[wanted].column))
    return queries.label, rows
