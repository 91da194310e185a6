"""Brings a database of an older evalsql up to date, from what it holds: its runs, judgments, and what was decided."""

from collections.abc import Mapping
from os import PathLike
from typing import Any

from evalsql.catalog.inputs import Kind
from evalsql.database.add import check_there, costs_of, decided_in, linked_files, read_decisions, read_measures
from evalsql.database.build import EVALUATED, store
from evalsql.database.meta import SCORES, Contents
from evalsql.database.opened import added_to
from evalsql.database.scored import upgrade_scored
from evalsql.database.target import STORAGE, check_storage, state
from evalsql.errors import InputError, Problem, refuse
from evalsql.inputs.source import File
from evalsql.interrupts import stoppable
from evalsql.scoring.evaluation import Evaluation, Progress
from evalsql.words import path_of


@stoppable
def upgrade_database(
    path: str | PathLike,
    *,
    storage_version: str | None = None,
    strict: bool = False,
    settings: Mapping[str, str | int] | None = None,
    outside: bool = False,
    progress: Progress = lambda step, done: None,
) -> list[Problem]:
    """Makes a database that build_database made anew, as this evalsql makes it, without the files it was made from.

    Runs, judgments, measures, curves and all that was decided are those of the database.
    """
    path = path_of(path)
    check_there(path, "to upgrade")
    was = state(path)
    before, queries, texts = read_decisions(path, old=True, outside=outside)
    storage = storage_version or before["storage_version"] or STORAGE
    check_storage(storage)
    if before.get("built_from") == SCORES:
        contents = Contents((), (), storage, decided_in(before), was=was, upgraded=before)
        upgrade_scored(path, texts, contents, settings, progress)
        return []
    if before.get("ties") == "input":
        raise InputError(f"{path}: has ties in the order of files, which it does not keep; build it anew from these")
    measures, curves = read_measures(path, texts, before)
    runs: Any = f"{path}::runs"
    qrels: Any = f"{path}::qrels"
    files: dict[Kind, list[File]] = {}
    if before["linked"] == "true":
        files = {"runs": linked_files(path, "runs"), "qrels": linked_files(path, "qrels")}
        runs, qrels = files["runs"], [file.path for file in files["qrels"]]
    text = (
        f"{path}: {before['changed']}, so all its scores are those of this upgrade now, and of no evaluation before it"
    )
    doubts = refuse(iter([Problem("warning", "changed inputs", text, 1)] if before["changed"] else []))
    evaluation = Evaluation(
        runs,
        qrels,
        population=before["population"],
        ties=before.get("ties"),
        queries=queries,
        depth=before["depth"],
        strict=strict,
        measures=measures,
        # judgments of tables name their subtopics in a column; a field of a file is read as it was
        subtopics=before["subtopics"] if files else "auto",
        costs=costs_of(path),
        convention=before["convention"],
        whole=True,
        settings=settings,
        progress=lambda step, done: progress(step, EVALUATED * done),
    )
    contents = Contents(measures, curves, storage, decided_in(before), files, was=was, upgraded=before)
    with added_to(evaluation.connection, path):
        store(path, evaluation, contents, progress)
    return [*doubts, *evaluation.warnings]
