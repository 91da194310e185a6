"""Adds runs to an analysis database: only these are read, evaluated, and compared with each other and all others."""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any

from evalsql.catalog.inputs import Kind
from evalsql.catalog.measure import Measure, parse_measure
from evalsql.comparing.score_source import refuse_of_runs
from evalsql.connections import Connection, fetch_all, fetch_one, open_bare
from evalsql.database.build_marker import MARK
from evalsql.database.link import linkable
from evalsql.database.meta import SCORES, Contents, warnings_of
from evalsql.database.reading import added_to, as_built, facts, lower_in, names, sources, table
from evalsql.database.schema import definitions
from evalsql.database.store import EVALUATED, called, read_stored, store
from evalsql.database.tables import refuse_known
from evalsql.database.tamper_check import changed_inputs, changed_scores
from evalsql.database.target import INTERNAL, KEPT, STORAGE, check_storage, described, state
from evalsql.errors import InputError, Problem
from evalsql.files.history import read_json
from evalsql.files.lock import take_in_log
from evalsql.files.write import DATABASE, check_file
from evalsql.inputs import foreign
from evalsql.inputs.checks.subtopics import Subtopics
from evalsql.inputs.files import run_name
from evalsql.inputs.source import File
from evalsql.inputs.swapped import SwappedError
from evalsql.interrupts import stoppable
from evalsql.scoring.evaluation import Evaluation, Progress
from evalsql.scoring.options import Options
from evalsql.words import one_line, path_of, refuse_blank_ends, said

JSON = {"warnings": list, "curves": list, "unjudged_queries": list, "slices": dict}  # of evalsql_meta

# of what evalsql_meta has a row, and of what else if there are runs
NEEDED = ("storage_version", "queries")
OF_RUNS = ("linked", "subtopics", "population", "depth", "convention", "curves")


@stoppable
def add_to_database(
    path: str | PathLike,
    runs: Any,
    *,
    storage_version: str | None = None,
    strict: bool = False,
    columns: Mapping[str, str] | None = None,
    settings: Mapping[str, str | int] | None = None,
    label: str | None = None,
    outside: bool = False,
    progress: Progress = lambda step, done: None,
) -> list[Problem]:
    """Add runs to a database of build_database, as if they had been there from the start.

    Judgments, measures and all that was decided are those of the database.

    Args:
        path: the file. Who has it open to read keeps what is there now.
        runs: the runs that are new, as Evaluation takes them; of a database that was built from scores, their scores.
        storage_version: the version of DuckDB's storage; that of the file if None.
        strict: look for duplicates among all rows, however many there are.
        columns: which columns of the runs are which of ours, such as {"runs.run": "ranker"}.
        settings: what DuckDB is told, such as threads, memory_limit and temp_directory.
        label: what the evaluation is called in the table evaluations.
        outside: whether files that the database links to may be hidden, or lie outside of its folder and of the working
            directory.
        progress: called with what is done next, and how much of all is done by then.

    Returns:
        Warnings about the runs.

    Raises:
        InputError: the file is no such database, or another program writes to it or replaces it meanwhile; or a run
            cannot be used, or is there.
    """
    path = path_of(path)
    refuse_blank_ends(label, "the label")
    if not path.exists():
        raise InputError(f"{path}: there is no such file to add runs to")
    check_file(path, (DATABASE,))
    take_in_log(path)  # what is in its log only is in it from then on
    was = state(path)
    before, queries, texts = read_decisions(path, outside=outside)
    storage = storage_version or before["storage_version"] or STORAGE
    check_storage(storage)
    contents = Contents((), (), storage, decided_in(before), before=before, was=was, label=label)
    if before.get("built_from") == SCORES:
        refuse_of_runs(strict=strict or None)
        given: Options = {"columns": columns, "settings": settings}
        return add_scores(path, runs, texts, before["lower"], queries, contents, given, progress)
    measures, curves = read_measures(path, texts, before)
    qrels: Any = f"{path}::qrels"
    files: dict[Kind, list[File]] = {}
    subtopics: Subtopics = "auto"
    if before["linked"] == "true":
        files = {"runs": files_linked(path, "runs"), "qrels": files_linked(path, "qrels")}
        qrels, subtopics = [file.path for file in files["qrels"]], before["subtopics"]  # a view is not let read files
        if columns:
            raise InputError("a database of linked files does not keep a choice of columns; leave out --columns")
        runs = linkable(runs, "runs")
        files["runs"] += runs
    try:
        evaluation = Evaluation(
            runs,
            qrels,
            measures=measures,
            whole=True,
            progress=lambda step, done: progress(step, EVALUATED * done),
            columns=columns,
            population=None if before.get("complete") == "true" else before["population"],  # which refuses
            ties=before.get("ties"),
            queries=queries,
            depth=before["depth"],
            strict=strict,
            subtopics=subtopics,
            costs=costs_of(path),
            convention=before["convention"],
            settings=settings,
        )
    except SwappedError as error:
        raise InputError(
            f"{error.found}; {path} was built from runs and judgments, so add the runs themselves"
        ) from None
    with added_to(evaluation.connection, path):
        refuse_known(evaluation.connection, path, "evalsql_answered")
        contents = replace(contents, measures=measures, curves=curves, files=files)
        doubts = store(path, evaluation, contents, progress)
    return [*warnings_of(evaluation, contents), *doubts]


def add_scores(
    path: Path,
    given: Any,
    texts: Sequence[str],
    lower: Sequence[str],
    queries: Sequence[str] | None,
    contents: Contents,
    options: Options,
    progress: Progress,
) -> list[Problem]:
    """Adds scores of runs to a database of scores."""
    progress("reading scores", 0.0)
    try:
        scores = read_stored(given, texts, lower, options)
    except SwappedError as error:
        raise InputError(
            f"{error.found}; {path} was built from scores and has no judgments, so score the runs first, with"
            " 'evalsql evaluate RUNS --qrels QRELS -o scores.parquet', and add those"
        ) from None
    if queries is not None:
        scores.connection.execute(
            "delete from evalsql_scores where not list_contains(?::varchar[], query_id)", [list(queries)]
        )
    if not scores.runs():
        raise InputError(f"{path}: the new scores are of none of its queries; nothing was added")
    with added_to(scores.connection, path):
        refuse_known(scores.connection, path, "evalsql_scores")
        doubts = store(path, scores, replace(contents, measures=called(scores)), progress)
    return [*scores.warnings, *doubts]


def decided_in(before: Mapping[str, Any]) -> dict[str, Any]:
    """The decisions that a database makes for all its runs."""
    kept = {name: before[name] for name in ("queries", "subtopics", "complete") if name in before}
    return {**kept, "live": before.get("live", "false")}


def read_decisions(path: Path, *, outside: bool = False) -> tuple[dict[str, Any], list[str] | None, list[str]]:
    """What evalsql_meta says, listed queries, and measures."""
    with open_bare() as connection, added_to(connection, path):
        if not described(connection):
            raise InputError(f"{path}: is not a database of 'evalsql build', so no runs can be added")
        before = facts(connection, path)
        before |= {key: int(before[key]) for key in ("depth",) if before.get(key) is not None}
        needed = (*NEEDED, *(() if before.get("built_from") == SCORES else OF_RUNS))
        if gone := [key for key in needed if key not in before]:
            raise InputError(f"{path}: its table evalsql_meta lacks {gone[0]}; rebuild it")
        for key, type_ in JSON.items():
            read_json(before.get(key), type_, f"{path}: {key} in its table evalsql_meta")
        refuse_other_tables(connection, path, before)
        linked = before.get("linked") == "true"
        if outside and not linked:
            raise InputError(f"{path}: outside is for databases of linked files, and this one has copies of them")
        if linked and not outside:
            foreign.refuse_outside(sources(connection), path, "database")
        if what := changed_inputs(connection, path, linked=linked, outside=outside) or changed_scores(connection):
            raise InputError(f"{path}: {what}; rebuild it")  # the old scores would stand beside others
        queries, listed, measures = None, table(connection, "query_summary"), table(connection, "measures")
        if before["queries"] == "listed":
            queries = [query for (query,) in fetch_all(connection, f"select query_id::varchar from {listed}")]
        texts = [text for (text,) in fetch_all(connection, f"select metric from {measures} order by place asc")]
        before["lower"] = lower_in(connection)
    return before, queries, texts


def read_measures(path: Path, texts: Sequence[str], before: Mapping[str, Any]) -> tuple[list[Measure], list[Measure]]:
    """The measures and curves of a database. Each text is one: a list or @FILE, which is read, is nothing of ours."""
    with as_built(path):
        curves = json.loads(before["curves"])
        return [parse_measure(text) for text in texts], [parse_measure(text, "curves") for text in curves]


def costs_of(path: Path) -> str | None:
    """The table of what documents cost in a database, if it has any."""
    with open_bare() as connection, added_to(connection, path):
        (there,) = fetch_one(connection, f"select exists (from {KEPT}.{INTERNAL}.document_costs)")
    return f"{path}::{INTERNAL}.document_costs" if there else None


def refuse_other_tables(connection: Connection, path: Path, before: Mapping[str, Any]) -> None:
    """Refuses a database that lacks a table, or has tables or views of the user's, which a new file would not have."""
    whole = before.get("built_from") != SCORES and before["linked"] != "true"
    needed = {"scores", "runs", "qrels"} if whole else {"scores"}
    if gone := needed - names(connection):
        raise InputError(f"{path}: its table {min(gone)} is gone; rebuild it with all its runs")
    ours = {*definitions("tables"), *definitions("views"), *definitions("links"), "macros", "evalsql_macros"}
    there = "select table_name from information_schema.tables where table_catalog = ? order by table_name asc"
    found = [name for (name,) in fetch_all(connection, there, [KEPT]) if not name.startswith(MARK)]
    if own := [name for name in found if name not in ours]:
        raise InputError(f"{path}: has {said(own[0])}, which evalsql did not make and would be lost; move it elsewhere")


def files_linked(path: Path, kind: str) -> list[File]:
    """The files that a database has views on."""
    with open_bare() as connection, added_to(connection, path):
        rows = connection.execute(
            f"select path, run from {table(connection, 'evalsql_sources')} where kind = ? order by path asc", [kind]
        ).fetchall()
    for file, _ in rows:
        if "://" not in file and not (os.path.isabs(file) and os.path.isfile(file)):
            raise InputError(
                f"{path}: its runs and judgments stay in files, and {one_line(file)} is gone; put it back, or"
                " rebuild the database from others"
            )
    return [File(name, name, name, run or run_name(name), called=run) for name, run in rows]
