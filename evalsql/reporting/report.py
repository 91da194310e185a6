"""One page of HTML with an evaluation: what was evaluated, how runs compare, and the SQL behind each number."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any, Literal, Unpack

from evalsql import scratch
from evalsql.catalog.measure import Measures, as_measures, with_residuals
from evalsql.connections import temporary_directory
from evalsql.database.build import CURVES, put_database
from evalsql.database.meta import Contents, now
from evalsql.database.opened import as_built
from evalsql.database.target import STORAGE
from evalsql.errors import InputError, Problem, refuse
from evalsql.interrupts import stoppable
from evalsql.outputs.overwriting import refuse_lost
from evalsql.outputs.writers import beside, check_file
from evalsql.reporting.brief import brief, draw
from evalsql.reporting.database import opened
from evalsql.reporting.page import page_of
from evalsql.reporting.suite import suite_page
from evalsql.scoring.evaluation import Progress
from evalsql.scoring.options import Options, refuse_documents, refuse_others
from evalsql.scoring.slices import By, Sliced, read_slices
from evalsql.words import path_of

Format = Literal["html", "md", "tex"]
FORMATS: dict[str, Format] = {".html": "html", ".htm": "html", ".md": "md", ".tex": "tex"}
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
    title: str | None = None,
    format: Format | None = None,
    progress: Progress = lambda step, done: None,
    **options: Unpack[Options],
) -> list[Problem]:
    """Writes one page of HTML with an evaluation, which opens anywhere and fetches nothing, or tables of it in short.

    It is made from an analysis database, by SQL that the page shows. Where runs are given, the database is made first,
    beside, for this alone; `build_database` makes one with the same tables to keep.

    Args:
        path: the file, whose name ends in .html, .md or .tex.
        runs: a database that `build_database` wrote; or runs, as Evaluation takes them; or, without judgments, tables
            of scores with columns run, query_id, metric and value, as `evaluate` gives them.
        qrels: judgments, likewise, or None.
        measures: such as "nDCG@10". Of a database or of tables of scores, those to show; all where none is named.
        suite: in place of runs and judgments, many collections, as evalsql.suite takes them, for a page of HTML about
            how runs stand over all of them. What is of one collection alone is refused then.
        split: of a suite, whose judgments are read of a folder that has those of several; "test" where None.
        outside: whether what the file of a suite names may lie outside of its folder and of the working directory.
        baseline: the run that others are compared with; the best by each measure where None.
        queries_text: a table of queries with their texts, or lines of an id, a tab and a text.
        slices: a table of queries, their texts and attributes; see read_slices.
        by: the attributes; all where there are none.
        curves: such as "nDCG@20"; their averages are shown.
        depth: see Evaluation.
        strict: see Evaluation.
        title: the heading of the page.
        format: html for the page; md or tex for tables of the same in short, with a picture beside the latter where
            charts are installed. By the name of the file where None.
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
    format = check_report(path, format)
    refuse_lost([path], runs, qrels, queries_text, slices, options)
    if suite is not None:
        one = {"runs": runs, "qrels": qrels, "baseline": baseline, "queries_text": queries_text, "slices": slices}
        refuse_one(format, one | {"by": by or None, "curves": None if curves == CURVES else curves})
        of_all = {**options, "depth": depth, "strict": strict}
        text, problems = suite_page(suite, measures, split, outside, title, progress, of_all)
        put(path, text)
        return problems
    if runs is None:
        raise InputError("no runs were given, and no suite")
    if split is not None or outside:
        raise InputError(f"{'outside' if split is None else 'split'} is for suites")
    refuse_documents(options, "reports")
    settings = options.get("settings")
    built = database_of(runs) if qrels is None else None
    if built is not None:
        decided = {name: value for name, value in options.items() if name != "settings" and value not in (None, "auto")}
        given = decided | {"queries_text": queries_text, "slices": slices, "by": by or None, "depth": depth}
        refuse_decided(given | {"curves": None if curves == CURVES else curves, "strict": strict or None})
        with as_built(built):
            return write_page(
                path, format, built, measures, baseline, title, settings, lambda step: progress(step, 0.5)
            )
    several = [] if qrels is not None or isinstance(runs, str | PathLike) or not isinstance(runs, Sequence) else runs
    for each in several:
        if database_of(each) is not None:
            raise InputError(f"{each}: a page is of one database, and has no other runs or tables beside")
    if not measures and qrels is not None:
        raise InputError("no measure was given; name one, such as nDCG@10")
    sliced = read_queries(queries_text, slices, by, options)
    shown = measures if qrels is None else as_measures(measures, convention=options.get("convention"))
    contents = Contents((), (), STORAGE, {"live": json.dumps(False)}, sliced=sliced, macros=False)
    with scratch.folder(temporary_directory(settings or {})) as folder:
        database = folder / "eval.duckdb"
        problems = put_database(
            database,
            runs,
            qrels,
            measures if qrels is None else with_residuals(as_measures(shown)),
            contents,
            curves=curves,
            depth=depth,
            strict=strict,
            progress=lambda step, done: progress(step, BUILT * done),
            options=options,
        )
        refuse(iter(problems))  # where warnings refuse, nothing is written
        chosen = [str(each) for each in as_measures(shown)] if qrels is not None else measures
        write_page(path, format, database, chosen, baseline, title, settings, lambda step: progress(step, BUILT))
    return problems


def check_report(path: Path, format: Format | None) -> Format:
    """The format of a report, by the name of its file where it is not said."""
    if format is not None and format not in FORMATS.values():
        raise InputError(
            f"unknown format {format!r} of a report; there are {', '.join(dict.fromkeys(FORMATS.values()))}"
        )
    check_file(path, tuple(FORMATS))
    by_name = FORMATS[path.suffix.lower()]
    if format not in (None, by_name):
        raise InputError(f"{path}: --format {format} is written into a file whose name ends in .{format}")
    return by_name


def write_page(
    path: Path,
    format: Format,
    database: Path,
    measures: Measures,
    baseline: str | None,
    title: str | None,
    settings: Any,
    tell: Any,
) -> list[Problem]:
    """Writes the page of a database, and gives warnings about it; see report."""
    tell("making the page")
    with opened(database, measures, baseline, settings) as found:
        if format == "html":
            text = page_of(found, title, tell)
        else:
            text = brief(found, title, format, draw(found, path) if format == "tex" else ())
    put(path, text)
    return list(found.doubts)


def put(path: Path, text: str) -> None:
    """Writes a file whole, or not at all."""
    with beside(path) as unfinished:
        unfinished.write_text(text, encoding="utf-8", newline="\n")


def refuse_one(format: Format, given: Mapping[str, Any]) -> None:
    """Refuses, of a suite, what is of one collection alone."""
    if format != "html":
        raise InputError(f"a report of a suite is a page of HTML, not {format}; evaluate --suite prints its tables")
    for name, value in given.items():
        if value is not None:
            verb = "are" if name.endswith("s") else "is"
            raise InputError(f"{name} {verb} of one collection; leave out {name}, or suite")


def database_of(runs: Any) -> Path | None:
    """The database that runs are, if they are one file whose name ends as those of databases do."""
    given: Any = runs[0] if isinstance(runs, list | tuple) and len(runs) == 1 else runs
    named = isinstance(given, str | PathLike) and "::" not in str(given) and Path(given).suffix.lower() == ".duckdb"
    return Path(given) if named else None


def refuse_decided(given: dict[str, Any]) -> None:
    """Refuses what was decided as the database was built."""
    for name, value in given.items():
        if value is not None:
            raise InputError(
                f"a page of a database shows what it holds; leave out {name}, or give runs and judgments instead"
            )


def read_queries(texts: Any, slices: Any, by: By, options: Options) -> Sliced | None:
    """The queries with their texts and attributes; texts take the place of those that slices have."""
    how: Any = {"settings": options.get("settings"), "columns": options.get("columns"), "texts": True}
    sliced = read_slices(slices, by, **how)
    if texts is None:
        return sliced
    said = read_slices(texts, **how)
    if said is not None and not said.texts:
        raise InputError(f"{said.label}: has no texts of queries: a column text, or lines of an id, a tab and a text")
    if sliced is None or said is None:
        return None if said is None else replace(said, cuts=(), rows=())
    return replace(sliced, texts=said.texts)
