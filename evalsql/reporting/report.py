"""One page of HTML with an evaluation: what was evaluated, how runs compare, and the SQL behind each number."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any, Unpack

from evalsql import scratch
from evalsql.catalog.measure import Measures, as_measures, with_residuals
from evalsql.connections import Settings, temporary_directory
from evalsql.database.build import CURVES, put_database
from evalsql.database.meta import Contents, now
from evalsql.database.reading import as_built
from evalsql.database.target import STORAGE
from evalsql.errors import InputError, Problem, refuse
from evalsql.files.overwriting import refuse_lost
from evalsql.files.write import beside, check_file
from evalsql.interrupts import stoppable
from evalsql.reporting.page import page_of
from evalsql.reporting.source import opened
from evalsql.reporting.suite_page import suite_page
from evalsql.scoring.evaluation import Progress
from evalsql.scoring.options import Options, refuse_documents, refuse_others
from evalsql.scoring.slices import By, Sliced, read_slices
from evalsql.words import path_of

BUILT = 0.85  # of the time that a page of runs takes, more or less


@stoppable
def report(
    path: str | PathLike,
    runs: Any = None,
    qrels: Any = None,
    measures: Measures = (),
    *,
    suite: Any = None,
    split: str | None = None,
    outside: bool = False,
    baseline: str | None = None,
    queries_text: Any = None,
    slices: Any = None,
    by: By = (),
    curves: Measures = CURVES,
    depth: int | None = None,
    strict: bool = False,
    lower: Measures = (),
    title: str | None = None,
    progress: Progress = lambda step, done: None,
    **options: Unpack[Options],
) -> list[Problem]:
    """Write one self-contained page of HTML about an evaluation.

    It is made from an analysis database, by SQL that the page shows. If runs are given, the database is made first,
    beside, for this alone; `build_database` makes one with the same tables to keep.

    Args:
        path: the file, whose name ends in .html.
        runs: a database that `build_database` wrote; or runs, as Evaluation takes them; or, without judgments, tables
            of scores with columns run, query_id, metric and value, as `evaluate` gives them.
        qrels: judgments, in the same forms, or None.
        measures: such as "nDCG@10". Of a database or of tables of scores, those to show; all if none is named.
        suite: in place of runs and judgments, many collections, as evalsql.suite takes them, for a page of HTML about
            how runs stand over all of them. What is of one collection alone is refused then.
        split: of a suite, whose judgments are read of a folder that has those of several; "test" if None.
        outside: whether what the file of a suite names may lie outside of its folder and of the working directory.
        baseline: the run that others are compared with; the best by each measure if None.
        queries_text: a table of queries with their texts, or lines of an id, a tab and a text.
        slices: a table of queries, their texts and attributes; see read_slices.
        by: the attributes; all by default.
        curves: such as "nDCG@20"; their averages are shown.
        depth: see Evaluation.
        strict: see Evaluation.
        lower: of scores that others made, the measures whose lower values are better, such as "latency".
        title: the heading of the page.
        progress: called with what is done next, and how much of all is done by then.
        options: see Evaluation.

    Returns:
        Warnings about the inputs.

    Raises:
        InputError: an input cannot be used, or the file cannot be written.
    """
    refuse_others(options)
    now()
    path = path_of(path)
    check_page(path)
    refuse_lost([path], runs, qrels, queries_text, slices, options)
    built = database_of(runs) if qrels is None else None
    given = {"queries_text": queries_text, "slices": slices, "by": by or None}
    given |= {"curves": None if curves == CURVES else curves, "lower": lower or None}
    if suite is not None:
        for name, value in {"runs": runs, "qrels": qrels, "baseline": baseline, **given}.items():
            if value is not None:
                verb = "are" if name.endswith("s") else "is"
                raise InputError(f"{name} {verb} of one collection; leave out {name}, or suite")
        of_all = {**options, "depth": depth, "strict": strict}
        text, problems = suite_page(suite, measures, split, outside, title, progress, of_all)
    elif runs is None:
        raise InputError("no runs were given, and no suite")
    elif split is not None or outside:
        raise InputError(f"{'outside' if split is None else 'split'} is for suites")
    elif built is not None:
        refuse_documents(options, "reports")
        decided = {name: value for name, value in options.items() if name != "settings" and value not in (None, "auto")}
        for name, value in {**decided, **given, "depth": depth, "strict": strict or None}.items():
            if value is not None:
                raise InputError(
                    f"a page of a database shows what it holds; leave out {name}, or give runs and judgments instead"
                )
        with as_built(built):
            text, problems = page(
                built, measures, baseline, title, options.get("settings"), lambda step: progress(step, 0.5)
            )
    else:
        refuse_documents(options, "reports")
        evaluated = {"curves": curves, "options": {**options, "depth": depth, "strict": strict, "lower": lower}}
        queries = queries_text, slices, by
        text, problems = page_of_runs(runs, qrels, measures, baseline, title, queries, evaluated, progress)
    with beside(path) as unfinished:
        unfinished.write_text(text, encoding="utf-8", newline="\n")
    return problems


def check_page(path: Path) -> None:
    """Reject, before any work is done, a file that is not a page or cannot be written."""
    if path.suffix.lower() in (".md", ".tex"):
        raise InputError(
            f"{path}: a report is a page of HTML; 'evalsql compare' and 'evalsql evaluate' print tables with"
            " --format markdown or latex, and draw figures with --plot"
        )
    check_file(path, (".html", ".htm"))


def database_of(runs: Any) -> Path | None:
    """The path of a database, if runs are a single .duckdb file."""
    given: Any = runs[0] if isinstance(runs, list | tuple) and len(runs) == 1 else runs
    named = isinstance(given, str | PathLike) and "::" not in str(given) and Path(given).suffix.lower() == ".duckdb"
    return Path(given) if named else None


def page(
    database: Path,
    measures: Measures,
    baseline: str | None,
    title: str | None,
    settings: Settings | None,
    tell: Callable[[str], None],
) -> tuple[str, list[Problem]]:
    """The text of the page of a database, and warnings about it."""
    tell("making the page")
    with opened(database, measures, baseline, settings) as found:
        return page_of(found, title, tell), list(found.doubts)


def page_of_runs(
    runs: Any,
    qrels: Any,
    measures: Measures,
    baseline: str | None,
    title: str | None,
    queries: tuple[Any, Any, By],
    evaluated: Mapping[str, Any],
    progress: Progress,
) -> tuple[str, list[Problem]]:
    """The text of the page of runs, or of tables of scores, and warnings about these."""
    several = [] if qrels is not None or isinstance(runs, str | PathLike) or not isinstance(runs, Sequence) else runs
    for each in several:
        if database_of(each) is not None:
            raise InputError(f"{each}: a page is of one database, and has no other runs or tables beside")
    if not measures and qrels is not None:
        raise InputError("no measure was given; name one, such as nDCG@10")
    options: Options = evaluated["options"]
    sliced = read_queries(*queries, options)
    scored, shown = measures, measures
    if qrels is not None:
        asked = as_measures(measures, convention=options.get("convention"))
        scored, shown = with_residuals(asked), [str(each) for each in asked]
    settings = options.get("settings")
    contents = Contents((), (), STORAGE, {"live": json.dumps(False)}, sliced=sliced, macros=False)
    with scratch.folder(temporary_directory(settings or {})) as folder:
        path = folder / "eval.duckdb"
        problems = put_database(
            path,
            runs,
            qrels,
            scored,
            contents,
            progress=lambda step, done: progress(step, BUILT * done),
            **evaluated,
        )
        refuse(iter(problems))  # where warnings refuse, nothing is written
        text, _ = page(path, shown, baseline, title, settings, lambda step: progress(step, BUILT))
    return text, problems


def read_queries(texts: Any, slices: Any, by: By, options: Options) -> Sliced | None:
    """The queries with their texts and attributes; texts take the place of those that slices have."""
    alone = slices is not None or texts is None
    sliced = read_slices(slices, by, options if alone else {**options, "columns": None}, texts=True)
    if texts is None:
        return sliced
    said = read_slices(texts, (), options, texts=True)
    if said is not None and not said.texts:
        raise InputError(f"{said.label}: has no texts of queries: a column text, or lines of an id, a tab and a text")
    if sliced is None or said is None:
        return None if said is None else replace(said, cuts=(), rows=())
    return replace(sliced, texts=said.texts)
