"""Builds an analysis database, in six steps: check, evaluate, compute, describe, compare, write.

Runs and judgments are evaluated once, and everything that is made of them is kept.
"""

import json
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any, Unpack

from evalsql.catalog.conventions import Ties, decisions
from evalsql.catalog.inputs import Kind
from evalsql.catalog.measure import Measures, as_measures
from evalsql.comparing.origin import refuse_of_runs
from evalsql.connections import fetch_one
from evalsql.database import writing
from evalsql.database.ahead import made_ahead
from evalsql.database.link import link_all, linkable
from evalsql.database.marks import identify
from evalsql.database.meta import Contents, describe, now
from evalsql.database.scored import build_scored
from evalsql.database.slices import put_slices
from evalsql.database.tables import compare_all, put_relations
from evalsql.database.target import STORAGE, check_storage, check_target, written
from evalsql.database.writing import write
from evalsql.errors import InputError, Problem
from evalsql.files.overwriting import refuse_lost
from evalsql.inputs.source import File
from evalsql.interrupts import stoppable
from evalsql.scoring.evaluation import Evaluation, Progress
from evalsql.scoring.options import Options, refuse_documents, refuse_others
from evalsql.scoring.slices import By, read_slices
from evalsql.words import path_of, refuse_blank_ends

EVALUATED = 0.6  # of the time that a database takes, more or less
CURVES = ("nDCG", "IPrec")  # to rank 100; at 11 points of recall


@stoppable
def build_database(
    path: str | PathLike,
    runs: Any,
    qrels: Any = None,
    measures: Measures = (),
    *,
    curves: Measures = CURVES,
    link: bool = False,
    live: bool = False,
    force: bool = False,
    storage_version: str = STORAGE,
    depth: int | None = None,
    strict: bool = False,
    slices: Any = None,
    by: By = (),
    label: str | None = None,
    progress: Progress = lambda step, done: None,
    **options: Unpack[Options],
) -> list[Problem]:
    """Writes a DuckDB file with runs, judgments, scores, views of them and macros, which any client of DuckDB opens.

    From scores alone it writes one without runs, judgments, curves, and macros that read these.

    Args:
        path: the file, whose name ends in .duckdb. One that is there is refused.
        runs: runs, as Evaluation takes them, or, without judgments, tables of scores with columns run, query_id, metric
            and value, as `evaluate` gives them.
        qrels: judgments, likewise, or None.
        measures: such as "nDCG@10"; their scores are kept. Of tables of scores, those to keep; all where none is named.
        curves: such as "nDCG@20"; their averages are kept.
        link: leave runs and judgments in their files, and keep views on these.
        live: put macros over any runs and qrels into it too, in a schema called live; the library has the same.
        force: replace the file whatever it is.
        storage_version: the version of DuckDB's storage, which says how old a DuckDB can read the file.
        depth: see Evaluation.
        strict: see Evaluation.
        slices: a table of queries, their texts and attributes: then there are tables queries and slices, and a view
            leaderboard_by_slice; see read_slices.
        by: the attributes; all where there are none.
        label: what the evaluation is called in the table evaluations.
        progress: called with what is done next, and how much of all is done by then.
        options: see Evaluation.

    Returns:
        Warnings about the inputs.

    Raises:
        InputError: an input cannot be used, or the file cannot be written or should not be replaced.
    """
    # 1. check
    refuse_others(options)
    refuse_documents(options, "databases")
    now()  # a clock that is set to no time is refused before anything else
    path = path_of(path)
    refuse_blank_ends(label, "the label")
    check_storage(storage_version)
    check_target(path, force=force)
    refuse_lost([path], runs, qrels, slices, options)
    sliced = read_slices(slices, by, settings=options.get("settings"), columns=options.get("columns"), texts=True)
    contents = Contents((), (), storage_version, {"live": json.dumps(live)}, force=force, sliced=sliced, label=label)
    return put_database(
        path,
        runs,
        qrels,
        measures,
        contents,
        curves=curves,
        link=link,
        depth=depth,
        strict=strict,
        progress=progress,
        options=options,
    )


def put_database(
    path: Path,
    runs: Any,
    qrels: Any,
    measures: Measures,
    contents: Contents,
    *,
    curves: Measures = CURVES,
    link: bool = False,
    depth: int | None = None,
    strict: bool = False,
    progress: Progress,
    options: Options,
) -> list[Problem]:
    """Writes a database whose file and slices are known to be good; see build_database."""
    convention = options.get("convention")
    queries = "all" if options.get("queries") is None else "listed"
    chosen = options.get("columns")
    of_runs = {"where": options.get("where"), "columns": chosen and json.dumps(chosen, sort_keys=True)}
    of_runs = {name: text for name, text in of_runs.items() if text is not None}  # those that are added have others
    if qrels is None:
        refuse_of_runs(depth=depth, link=link or None, curve=None if not curves or curves == CURVES else curves)
        contents = replace(contents, decided={"queries": queries, **of_runs, **contents.decided})
        return list(build_scored(path, runs, measures, contents, progress, options).warnings)
    parsed = as_measures(measures, convention=convention)
    curved = as_measures(curves, "curves", convention)
    if not parsed:
        raise InputError("no measure was given; name one, such as nDCG@10")
    if link and (options.get("gains") is not None or options.get("weights") is not None):
        raise InputError("--link leaves judgments as they are in their files, and cannot add gains or weights to them")
    if link and options.get("columns"):
        raise InputError("--link keeps no choice of columns; leave out --link or --columns")
    refuse_ties(options.get("ties"), link=link)
    files: dict[Kind, list[File]] = {}
    if link and options.get("where") is not None:
        raise InputError(
            "--link leaves whole files where they are; --where, which takes some of their rows, needs a copy"
        )
    if link:
        files = {"runs": linkable(runs, "runs"), "qrels": linkable(qrels, "qrels")}
    # 2. evaluate
    evaluation = Evaluation(
        files.get("runs", runs),
        files.get("qrels", qrels),
        depth=depth,
        strict=strict,
        measures=parsed,
        whole=True,
        progress=lambda step, done: progress(step, EVALUATED * done),
        **options,
    )
    complete = decisions(convention).complete and options.get("population") is None
    decided = {"queries": queries, "subtopics": options.get("subtopics", "auto"), "complete": json.dumps(complete)}
    decided |= {**of_runs, **contents.decided}
    contents = replace(contents, measures=parsed, curves=curved, decided=decided, files=files)
    doubts = store(path, evaluation, contents, progress)
    return [*evaluation.warnings, *doubts]


def refuse_ties(ties: Ties | None, *, link: bool) -> None:
    """Refuses an order of ties that a database cannot keep."""
    if ties == "average":
        raise InputError(
            "a database keeps rankings, each in one order, and none is the average of all; build it with ties"
            " trec_eval, input, best or worst, or from the scores of 'evalsql evaluate --ties average -o'"
        )
    if link and ties not in (None, "trec_eval"):
        raise InputError(f"--link ranks runs whenever they are read, with ties as trec_eval has them, not {ties}")


def store(path: Path, evaluation: Evaluation, contents: Contents, progress: Progress) -> list[Problem]:
    """From an evaluation to the file: the last four steps, for runs that are added too."""
    connection = evaluation.connection
    # 3. compute
    evaluation.compute(contents.measures)
    for curve in contents.curves:  # each may be over something else
        evaluation.compute_curves([curve])
    # 4. describe
    by_subtopic, sampled = fetch_one(connection, "select count(subtopic) > 0, count(stratum) > 0 from evalsql_given")
    add = contents.before is not None
    divided = {"by_subtopic": by_subtopic, "sampled": sampled}
    put_relations(evaluation, contents.curves, **divided, linked=contents.linked, add=add)
    doubts = put_slices(connection, contents)
    links, runs = link_all(connection, contents.files, contents.decided["subtopics"])
    describe(evaluation, contents, runs, doubts, by_subtopic=by_subtopic)
    asked = {
        "build": identify(connection),
        **divided,
        "live": contents.decided["live"] == "true",
        "retrieved": "retrieved" if links else "runs",
    }
    make = (lambda worker: writing.put_macros(worker, **asked)) if contents.macros else None
    with made_ahead(connection, make) as copy_macros:
        # 5. compare
        progress("comparing runs", EVALUATED)
        compare_all(connection, contents.measures, add=add)
        # 6. write
        with written(connection, path, contents.storage, force=contents.force, was=contents.was):
            write(
                connection,
                contents.measures,
                build=asked["build"],
                links=links,
                ranked={**decisions(evaluation.convention).placing, "depth": evaluation.coverage.depth},
                tell=lambda step: progress(step, (1 + EVALUATED) / 2),
                copy_macros=copy_macros,
            )
    return doubts
