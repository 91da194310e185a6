"""Stores an evaluation or scores in a database, new or added to: computes, describes, compares, writes."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import nan
from pathlib import Path
from typing import Any

from evalsql.catalog.conventions import decisions
from evalsql.catalog.measure import Measure, Measures, parse_measure
from evalsql.catalog.metric import Metric
from evalsql.comparing.score_source import take_scores
from evalsql.comparing.scores import Scores, without_pairs
from evalsql.connections import fetch_one
from evalsql.database import writing
from evalsql.database.build_marker import identify
from evalsql.database.link import link_all
from evalsql.database.macro_cache import made_ahead
from evalsql.database.meta import Contents, describe, describe_scores
from evalsql.database.slices import put_slices
from evalsql.database.tables import compare_all, put_relations, put_scored
from evalsql.database.target import written
from evalsql.errors import InputError, Problem
from evalsql.scoring.evaluation import Evaluation, Progress
from evalsql.scoring.options import Options

EVALUATED, READ = 0.6, 0.2  # of the time that a database takes, more or less


@dataclass(frozen=True)
class Parts:
    """What of a database differs by what it is made of: what looks wrong, linked queries, and arguments of macros."""

    doubts: list[Problem]
    links: Mapping[str, str]
    ranked: Mapping[str, Any]
    macros: Mapping[str, Any]


def store(path: Path, source: Evaluation | Scores, contents: Contents, progress: Progress) -> list[Problem]:
    """Writes the database, with what it held before if runs are added; gives what looks wrong beside the source."""
    connection = source.connection
    if isinstance(source, Scores):
        parts, share, put = put_of_scores(source, contents), READ, writing.put_macros_of_scores
    else:
        parts, share, put = put_of_runs(source, contents), EVALUATED, writing.put_macros
    build = identify(connection)
    asked: dict[str, Any] = {"build": build, "live": contents.decided["live"] == "true", **parts.macros}
    make = (lambda worker: put(worker, **asked)) if contents.macros else None
    with made_ahead(connection, make) as copy_macros:
        progress("comparing runs", share)
        compare_all(connection, contents.measures, add=contents.before is not None)
        with written(connection, path, contents.storage, force=contents.force, was=contents.was):
            writing.write(
                connection,
                contents.measures,
                build=build,
                links=parts.links,
                ranked=parts.ranked,
                tell=lambda step: progress(step, (1 + share) / 2),
                copy_macros=copy_macros,
                scored=share == READ,
            )
    return parts.doubts


def put_of_runs(evaluation: Evaluation, contents: Contents) -> Parts:
    """Makes the relations that tables are made of, of an evaluation."""
    connection = evaluation.connection
    evaluation.compute(contents.measures)
    for curve in contents.curves:  # each may be over something else
        evaluation.compute_curves([curve])
    by_subtopic, sampled = fetch_one(connection, "select count(subtopic) > 0, count(stratum) > 0 from evalsql_given")
    divided, add = {"by_subtopic": by_subtopic, "sampled": sampled}, contents.before is not None
    put_relations(evaluation, contents.curves, **divided, linked=contents.linked, add=add)
    doubts = put_slices(connection, contents)
    links, runs = link_all(connection, contents.files, contents.decided["subtopics"])
    describe(evaluation, contents, runs, doubts, by_subtopic=by_subtopic)
    ranked = {**decisions(evaluation.convention).placing, "depth": evaluation.coverage.depth}
    return Parts(doubts, links, ranked, {**divided, "retrieved": "retrieved" if links else "runs"})


def put_of_scores(scores: Scores, contents: Contents) -> Parts:
    """Makes the relations that tables are made of, of scores alone."""
    put_scored(scores.connection, add=contents.before is not None)
    told = without_pairs(scores)
    doubts = [*told.warnings[len(scores.warnings) :], *put_slices(scores.connection, contents)]
    describe_scores(told, contents, doubts)
    return Parts(doubts, {}, {}, {})


def read_stored(given: Any, measures: Measures, lower: Measures, options: Options) -> Scores:
    """Scores, those of the measures that are wanted alone."""
    scores = take_scores(given, measures, None, lower, **options)
    scores.connection.execute(
        "delete from evalsql_scores where not list_contains(?::varchar[], metric)", [list(scores.measures)]
    )
    return scores


@dataclass(frozen=True, repr=False, eq=False)
class Called(Measure):
    """A measure by the name that scores have it under, which may be another tool's."""

    text: str

    def __str__(self) -> str:
        return self.text


def called(scores: Scores) -> list[Measure]:
    """The measures of scores; of one that evalsql does not know higher values are better, if the user does not say."""
    found = [(known_as(text), better) for text, better in scores.better.items()]
    return [
        replace(each, metric=replace(each.metric, better="lower")) if better == "lower" else each
        for each, better in found
    ]


def known_as(text: str) -> Called:
    """The measure of a name, known to evalsql or not."""
    try:
        known = parse_measure(text)
        return Called(known.metric, known.values, text)
    except InputError:
        unknown = dict.fromkeys(("title", "family", "about", "formula", "cite", "template", "body"), "")
        metric = Metric(
            name=text,
            **unknown,
            range=(nan, nan),
            better="higher",
            reads=(),
            needs_scores=False,
            parameters={},
            examples=(),
        )
        return Called(metric, {}, text)
