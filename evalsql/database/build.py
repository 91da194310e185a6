"""Builds an analysis database: checks, evaluates, and stores.

Runs and judgments are evaluated once, and everything that is made of them is kept.
"""

import json
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any, Unpack

from evalsql.catalog.conventions import decisions
from evalsql.catalog.inputs import Kind
from evalsql.catalog.measure import Measures, as_measures
from evalsql.comparing.score_source import refuse_lower, refuse_of_runs
from evalsql.database.link import linkable
from evalsql.database.meta import Contents, now
from evalsql.database.store import EVALUATED, called, read_stored, store
from evalsql.database.target import STORAGE, check_storage, check_target
from evalsql.errors import InputError, Problem
from evalsql.files.overwriting import refuse_lost
from evalsql.inputs.source import File
from evalsql.interrupts import stoppable
from evalsql.scoring.evaluation import Evaluation, Progress
from evalsql.scoring.options import Options, refuse_documents, refuse_others
from evalsql.scoring.slices import By, read_slices
from evalsql.words import path_of, refuse_blank_ends

CURVES = ("nDCG", "IPrec")  # to rank 100; at 11 points of recall


class BuildOptions(Options, total=False):
    """The options of an evaluation that is kept."""

    depth: int | None
    strict: bool
    lower: Measures


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
    slices: Any = None,
    by: By = (),
    label: str | None = None,
    progress: Progress = lambda step, done: None,
    **options: Unpack[BuildOptions],
) -> list[Problem]:
    """Write a DuckDB file with runs, judgments, scores, views and macros, for any client of DuckDB.

    From scores alone it writes one without runs, judgments, curves, and macros that read these.

    Args:
        path: the file, whose name ends in .duckdb. One that is there is refused.
        runs: runs, as Evaluation takes them, or, without judgments, tables of scores with columns run, query_id, metric
            and value, as `evaluate` gives them.
        qrels: judgments, in the same forms, or None.
        measures: such as "nDCG@10"; their scores are kept. Of tables of scores, those to keep; all if none is named.
        curves: such as "nDCG@20"; their averages are kept.
        link: leave runs and judgments in their files, and keep views on these.
        live: put macros over any runs and qrels into it too, in a schema called live; the library has the same.
        force: replace the file whatever it is.
        storage_version: the version of DuckDB's storage, which says how old a DuckDB can read the file.
        slices: a table of queries, their texts and attributes: then there are tables queries and slices, and a view
            leaderboard_by_slice; see read_slices.
        by: the attributes; all by default.
        label: what the evaluation is called in the table evaluations.
        progress: called with what is done next, and how much of all is done by then.
        options: as evaluate takes them, but without_own, exclusions, candidates and judged_only, see Evaluation; and
            `lower`, as compare takes it.

    Returns:
        Warnings about the inputs.

    Raises:
        InputError: an input cannot be used, or the file cannot be written or should not be replaced.
    """
    # 1. check
    refuse_others(options, BuildOptions)
    refuse_documents(options, "databases")
    now()  # a clock that is set to no time is refused before anything else
    path = path_of(path)
    refuse_blank_ends(label, "the label")
    check_storage(storage_version)
    check_target(path, force=force)
    refuse_lost([path], runs, qrels, slices, options)
    sliced = read_slices(slices, by, options, texts=True)
    contents = Contents((), (), storage_version, {"live": json.dumps(live)}, force=force, sliced=sliced, label=label)
    return put_database(
        path, runs, qrels, measures, contents, curves=curves, link=link, progress=progress, options=options
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
    progress: Progress,
    options: BuildOptions,
) -> list[Problem]:
    """Writes a database whose file and slices are known to be good; see build_database."""
    convention, columns = options.get("convention"), options.get("columns")
    queries = "all" if options.get("queries") is None else "listed"
    of_runs = {"where": options.get("where"), "columns": columns and json.dumps(columns, sort_keys=True)}
    of_runs = {name: text for name, text in of_runs.items() if text is not None}  # those that are added have others
    if qrels is None:
        curved = None if not curves or curves == CURVES else curves
        refuse_of_runs(link=link or None, strict=options.get("strict") or None, curve=curved)
        contents = replace(contents, decided={"queries": queries, **of_runs, **contents.decided})
        progress("reading scores", 0.0)
        alone: Any = {name: each for name, each in options.items() if name not in ("strict", "lower")}
        scores = read_stored(runs, measures, options.get("lower", ()), alone)
        doubts = store(path, scores, replace(contents, measures=called(scores)), progress)
        return [*scores.warnings, *doubts]
    refuse_lower(options.pop("lower", ()), qrels)
    parsed = as_measures(measures, convention=convention)
    curved = as_measures(curves, "curves", convention)
    if not parsed:
        raise InputError("no measure was given; name one, such as nDCG@10")
    refuse_unkept(options, link=link)
    files: dict[Kind, list[File]] = {}
    if link:
        files = {"runs": linkable(runs, "runs"), "qrels": linkable(qrels, "qrels")}
    # 2. evaluate
    evaluation = Evaluation(
        files.get("runs", runs),
        files.get("qrels", qrels),
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


def refuse_unkept(options: BuildOptions, *, link: bool) -> None:
    """Refuses an order of ties that a database cannot keep, and options that change what linked files say."""
    if (ties := options.get("ties")) == "average":
        raise InputError(
            "a database keeps each ranking in one order, so it cannot average over the orders of ties;"
            " build it with ties"
            " trec_eval, input, best or worst, or from the scores of 'evalsql evaluate --ties average -o'"
        )
    if not link:
        return
    if ties not in (None, "trec_eval"):
        raise InputError(f"--link ranks runs whenever they are read, with ties as trec_eval has them, not {ties}")
    if options.get("gains") is not None or options.get("weights") is not None:
        raise InputError("--link leaves judgments as they are in their files, and cannot add gains or weights to them")
    if options.get("columns"):
        raise InputError("--link does not keep a choice of columns; leave out --link or --columns")
    if options.get("where") is not None:
        raise InputError(
            "--link leaves whole files where they are; --where, which takes some of their rows, needs a copy"
        )
