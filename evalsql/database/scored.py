"""A database that is built from tables of scores alone, such as Spark wrote them: no runs, and no judgments."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import nan
from pathlib import Path
from typing import Any

from evalsql.catalog.measure import Measure, Measures, parse_measure
from evalsql.catalog.metric import Metric
from evalsql.comparing.origin import take_scores
from evalsql.comparing.scores import Scores, without_pairs
from evalsql.database import writing
from evalsql.database.ahead import made_ahead
from evalsql.database.marks import identify
from evalsql.database.meta import SCORES, Contents, compared, describe_sources, put_meta, put_metric, warned
from evalsql.database.reading import added_to
from evalsql.database.slices import put_slices
from evalsql.database.tables import compare_all, put_scored, refuse_known
from evalsql.database.target import written
from evalsql.errors import InputError, Problem
from evalsql.inputs.swapped import SwappedError
from evalsql.scoring.evaluation import Progress
from evalsql.scoring.options import Options

READ = 0.2  # of the time that such a database takes, more or less


@dataclass(frozen=True, repr=False, eq=False)
class Called(Measure):
    """A measure by the name that scores have it under, which may be another tool's."""

    text: str

    def __str__(self) -> str:
        return self.text


def called(text: str) -> Called:
    """The measure of a name; of one that evalsql does not know no more is known than that higher is better."""
    try:
        known = parse_measure(text)
    except InputError:
        metric = Metric(
            name=text,
            title="",
            family="",
            about="",
            formula="",
            range=(nan, nan),
            better="higher",
            cite="",
            template="",
            body="",
            reads=(),
            needs_scores=False,
            parameters={},
            examples=(),
        )
        return Called(metric, {}, text)
    return Called(known.metric, known.values, text)


def take(given: Any, measures: Measures, options: Options) -> Scores:
    """Scores, those of the measures that are wanted alone, with evalsql_inputs, which says of what files they are."""
    scores = take_scores(given, measures, None, counted=True, **options)
    scores.connection.execute(
        "delete from evalsql_scores where not list_contains(?::varchar[], metric)", [list(scores.measures)]
    )
    return scores


def build_scored(
    path: Path, given: Any, measures: Measures, contents: Contents, progress: Progress, options: Options
) -> Scores:
    """Writes a database of scores; see build_database."""
    progress("reading scores", 0.0)
    scores = take(given, measures, options)
    doubts = store_scores(path, scores, replace(contents, measures=list(map(called, scores.measures))), progress)
    return replace(scores, warnings=(*scores.warnings, *doubts))


def store_scores(path: Path, scores: Scores, contents: Contents, progress: Progress) -> list[Problem]:
    """From scores to the file: compares, describes and writes, for scores that are added too."""
    connection, live = scores.connection, contents.decided["live"] == "true"
    add = contents.before is not None
    put_scored(connection, add=add)
    told = without_pairs(scores)
    doubts = [*told.warnings[len(scores.warnings) :], *put_slices(connection, contents)]
    put_metric(connection, contents.measures, runs=None)
    noted = {"slices": contents.slices, "warnings": warned([*scores.warnings, *doubts], contents)}
    put_meta(connection, facts(told.about, contents) | noted)
    describe_sources(connection, contents, {})
    build = identify(connection)
    asked = {"build": build, "live": live}
    make = (lambda worker: writing.put_macros_of_scores(worker, **asked)) if contents.macros else None
    with made_ahead(connection, make) as copy_macros:
        progress("comparing runs", READ)
        compare_all(connection, contents.measures, add=add)
        with written(connection, path, contents.storage, force=contents.force, was=contents.was):
            writing.write(
                connection,
                contents.measures,
                build=build,
                links={},
                ranked={},
                tell=lambda step: progress(step, (1 + READ) / 2),
                copy_macros=copy_macros,
                scored=True,
            )
    return doubts


def facts(coverage: str, contents: Contents) -> dict[str, str | None]:
    """What evalsql_meta says, but for versions and the time."""
    said = {
        "storage_version": contents.storage,
        "built_from": SCORES,
        "coverage": coverage,
    }
    return said | compared() | dict(contents.decided)


def add_scored(
    path: Path,
    given: Any,
    texts: Sequence[str],
    queries: Sequence[str] | None,
    contents: Contents,
    options: Options,
    progress: Progress,
) -> Scores:
    """Adds scores of runs to a database of scores; see add_to_database."""
    progress("reading scores", 0.0)
    try:
        scores = take(given, texts, options)
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
        doubts = store_scores(path, scores, replace(contents, measures=list(map(called, texts))), progress)
    return replace(scores, warnings=(*scores.warnings, *doubts))
