"""Warnings about a measure on the data at hand: said as a warning once that is there."""

import re
from collections.abc import Iterator

from evalsql.catalog.gains import EXPONENTIAL
from evalsql.catalog.listing import find_metric
from evalsql.catalog.literals import literal
from evalsql.catalog.measure import Measure, make_measure
from evalsql.connections import Connection, fetch_all
from evalsql.errors import InputError, Problem
from evalsql.inputs.checks.problems import find
from evalsql.sqltext import Sql, number_text


def doubts(connection: Connection, measure: Measure, levels: dict[float, list[Problem]]) -> Iterator[Problem]:
    """The warnings about a measure; those about a level of relevance are kept for measures that share it."""
    yield from named_elsewhere(connection, measure)
    for name in measure.idle:
        text = f"{measure}: {name} changes nothing with the other parameters as they are"
        yield Problem("warning", "idle parameter", text)
    level = None if "rel" in measure.idle else measure.values.get("rel")
    if level:
        if level not in levels:
            base = Sql("evalsql_recall_base")
            levels[level] = list(find(connection, "documents as relevant as", judgments=base, level=level))
        yield from levels[level]
    if has_gains(measure):
        yield from unnamed_levels(connection, measure)
        gains = literal(measure.metric.parameters["gains"], measure.values["gains"])
        gain = Sql(f"coalesce(map_extract({gains}, relevance)[1], relevance)")
        yield from find(connection, "gains of relevances", whose=str(measure), expression=gain)
    if has_base(measure):
        yield from find(connection, "undiscounted ranks", measure=str(measure), base=measure.values["base"])


def named_elsewhere(connection: Connection, measure: Measure) -> Iterator[Problem]:
    """That a name with which another tool means one metric looks like that of another, where their values differ."""
    letters = re.match("[a-z_-]+", measure.typed.lower())
    ours = find_metric(letters[0]) if letters and measure.metric.over is None else None
    if ours in (None, measure.metric) or not fetch_all(
        connection, "select 1 from evalsql_recall_base where relevance > 1 limit 1"
    ):
        return
    like = make_measure(measure.typed, ours, {n: measure.values[n] for n in measure.given if n in ours.parameters})
    text = f"{measure.typed} is {measure}, as other tools use the name; where relevance is graded, {like} differs"
    yield Problem("warning", "name of another tool", text)


def has_gains(measure: Measure) -> bool:
    return measure.values.get("gains") is not None


def has_base(measure: Measure) -> bool:
    """Whether the first ranks of a measure's ideal are not discounted."""
    return measure.values.get("discount") == "jk" and "recall_base" in measure.metric.reads


def best_over_subtopics(measure: Measure) -> Problem:
    """That a measure without subtopics looks at judgments by subtopic."""
    text = (
        f"the judgments are by subtopic: measures that ignore subtopics, such as {measure}, use a document's highest"
        " relevance over its subtopics; if other judgments are meant for them, evaluate these measures against those"
    )
    return Problem("warning", "judged by subtopic", text)


def unnamed_levels(connection: Connection, measure: Measure) -> Iterator[Problem]:
    """Levels of relevance that the gains do not name, and which gain themselves; and that none gains anything."""
    gains = measure.values["gains"]
    levels = fetch_all(connection, "select distinct relevance from evalsql_recall_base order by relevance asc")
    unnamed = [level for (level,) in levels if level not in gains]
    if unnamed and gains == EXPONENTIAL:
        raise InputError(
            f"{measure}: gains of 2^g - 1 are for relevance 1, 2, 3, ..., {len(EXPONENTIAL)}, and the judgments have"
            f" {number_text(unnamed[0])}; name the gain of each level, as in gains={{1: 1, 2: 3}}"
        )
    if levels and not unnamed and not any(gains.values()):
        yield Problem("warning", "nothing gains", f"{measure}: every gain is 0, and no relevance gains itself")
    for level in unnamed[:1]:
        text = f"{measure}: its gains do not name relevance {number_text(level)}, which gains {number_text(level)}"
        yield Problem("warning", "relevance without a gain", text, len(unnamed))
