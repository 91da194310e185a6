"""From an evaluation to the file: what building a database and adding to one have in common."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evalsql.catalog.conventions import clause, decisions
from evalsql.catalog.measure import Measure
from evalsql.comparing.compare import Decided
from evalsql.connections import fetch_one
from evalsql.database.link import link
from evalsql.database.marks import identify
from evalsql.database.meta import put_meta, put_metric, put_sources
from evalsql.database.tables import covered, put_relations, unjudged_queries
from evalsql.database.target import written
from evalsql.database.writing import write
from evalsql.inputs.source import File, Kind
from evalsql.scoring.evaluation import Evaluation, Progress

EVALUATED = 0.6  # of the time that a database takes, more or less


@dataclass(frozen=True)
class Contents:
    """What a database is to hold.

    Attributes:
        measures: those of its scores.
        curves: those of its averages.
        storage: the version of its storage.
        decided: what was decided of queries and subtopics, for evalsql_meta.
        files: the files of runs and qrels, where these are linked.
        before: what evalsql_meta says of the database that is added to, which is open as evalsql_kept.
        was: the state of the file of that database before it was read.
        force: whether a file is replaced whatever it is.
    """

    measures: Sequence[Measure]
    curves: Sequence[Measure]
    storage: str
    decided: Mapping[str, Any]
    files: Mapping[Kind, Sequence[File]] = field(default_factory=dict)
    before: Mapping[str, Any] | None = None
    was: tuple[int, ...] | None = None
    force: bool = False


def finish(path: Path, evaluation: Evaluation, contents: Contents, progress: Progress) -> None:
    """Computes what a database holds, and writes it.

    Args:
        path: the file.
        evaluation: of the runs, or of those that are new.
        contents: what it is to hold.
        progress: called with what is done next, and how much of all is done by then.

    Raises:
        InputError: the file cannot be written, or another program replaced the one that is added to.
    """
    connection, convention = evaluation.connection, evaluation.convention
    evaluation.compute(contents.measures)
    for curve in contents.curves:
        evaluation.compute_curves([curve])
    progress("comparing runs", EVALUATED)
    add, linked = contents.before is not None, bool(contents.files)
    put_relations(evaluation, contents.measures, contents.curves, linked=linked, add=add)
    (by_subtopic,) = fetch_one(connection, "select count(subtopic) > 0 from evalsql_given")
    ranked = {"order": decisions(convention).order, "depth": evaluation.coverage.depth}
    put_metric(
        connection,
        contents.measures,
        runs="retrieved" if linked and (ranked["depth"] or ranked["order"] == "rank") else "runs",
        narrowed=str(evaluation.coverage.population) == "intersection" or contents.decided["queries"] == "listed",
    )
    put_meta(connection, facts(evaluation, contents) | {"by_subtopic": json.dumps(by_subtopic)})
    links, named = {}, {}
    for kind, files in contents.files.items():
        links[kind], names = link(connection, files, kind, contents.decided["subtopics"])
        named |= names
    put_sources(connection, named, add=add)
    build = identify(connection)
    with written(connection, path, contents.storage, force=contents.force, was=contents.was):
        write(
            connection,
            contents.measures,
            build=build,
            by_subtopic=by_subtopic,
            links=links,
            ranked=ranked,
            tell=lambda step: progress(step, (1 + EVALUATED) / 2),
        )


def facts(evaluation: Evaluation, contents: Contents) -> dict[str, str | None]:
    """What evalsql_meta says, but for versions and the time."""
    before, decided = contents.before or {}, Decided()
    unjudged = unjudged_queries(evaluation, before.get("unjudged_queries", "[]"))
    if contents.decided["queries"] == "listed":
        unjudged = []  # which queries are judged, but not listed, is not kept
    all_rows = evaluation.coverage.all_rows and before.get("all_rows") != "false"
    convention = evaluation.convention
    coverage = covered(evaluation, unjudged, all_rows=all_rows)
    said: dict[str, Any] = {
        "storage_version": contents.storage,
        "population": str(coverage.population),
        "convention": None if convention is None else str(convention),
        "depth": None if coverage.depth is None else str(coverage.depth),
        "coverage": f"{coverage}{clause(convention)}",
        "all_rows": json.dumps(all_rows),
        "unjudged_queries": json.dumps(unjudged),
        "linked": json.dumps(bool(contents.files)),
        "curves": json.dumps([str(curve) for curve in contents.curves]),
        "test": ", ".join(decided.tests),
        "interval": decided.interval,
        "correction": decided.correction,
        "alpha": str(decided.alpha),
    }
    return said | dict(contents.decided)
