"""Warnings about a measure on the data at hand: said as a warning once that is there."""

from collections.abc import Iterator
from math import floor

from evalsql.catalog.gains import EXPONENTIAL, GAINS
from evalsql.catalog.measure import Measure
from evalsql.connections import Connection, fetch_all, fetch_one
from evalsql.errors import InputError, Problem
from evalsql.sqltext import number_text
from evalsql.words import plural, said


def doubts(connection: Connection, measure: Measure) -> Iterator[Problem]:
    """The warnings about a measure."""
    for name in measure.idle:
        text = f"{measure}: {name} changes nothing with the other parameters as they are"
        yield Problem("warning", "idle parameter", text, 1)
    yield from below_level(connection, "evalsql_recall_base", 0 if "rel" in measure.idle else measure.values.get("rel"))
    if has_gains(measure):
        yield from unnamed_levels(connection, measure)
        yield from falling_gains(connection, measure)
    if has_base(measure):
        yield from large_base(connection, measure)


def has_gains(measure: Measure) -> bool:
    """Whether a measure says itself what a relevance gains."""
    return measure.values.get("gains") is not None


def has_base(measure: Measure) -> bool:
    """Whether the first ranks of a measure's ideal are not discounted."""
    return measure.values.get("discount") == "jk" and "recall_base" in measure.metric.reads


def best_over_subtopics(measure: Measure) -> Problem:
    """That a measure without subtopics looks at judgments by subtopic."""
    text = f"the judgments are by subtopic; in measures without, such as {measure}, a document has its best relevance"
    return Problem("warning", "judged by subtopic", text, 1)


def below_level(connection: Connection, judgments: str, level: float | None = 1) -> Iterator[Problem]:
    """Queries that have relevances above 0, all of them below the lowest that counts as relevant."""
    if not level:
        return
    best = f"""
        select query_id, max(coalesce(relevance, 'inf')) as best from {judgments}
        where coalesce(relevance > 0, true) group by query_id
    """
    count, first, every, highest = fetch_one(
        connection,
        f"""
        select count(*) filter (low), min(query_id) filter (low), bool_and(low), max(best)
        from (select *, best < ? as low from ({best}) semi join evalsql_population using (query_id))
        """,
        [level],
    )
    if count:
        text = f"{plural(count, 'query')} without a document that is relevant where rel is {number_text(level)}"
        way_out = f"; no relevance is above {number_text(highest)}: set rel in measures, or --rel" if every else ""
        yield Problem("warning", "nothing relevant", f"{text} (first: {said(first)}){way_out}", count)


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
        yield Problem("warning", "nothing gains", f"{measure}: every gain is 0, and no relevance gains itself", 1)
    for level in unnamed[:1]:
        text = f"{measure}: its gains do not name relevance {number_text(level)}, which gains {number_text(level)}"
        yield Problem("warning", "relevance without a gain", text, len(unnamed))


def falling_gains(connection: Connection, measure: Measure | None = None) -> Iterator[Problem]:
    """Levels of relevance that gain less than a lower one: the ideal ranking is then another than by relevance."""
    gain, values, whose = "gain", None, "the gains"
    if measure is not None:
        gain = f"coalesce(map_extract($gains::{GAINS}, relevance)[1], relevance)"
        values, whose = {"gains": measure.bound["gains"]}, str(measure)
    rows = fetch_all(
        connection,
        f"""
        select lower, worth, relevance, gain
        from (
            select
                relevance,
                gain,
                lag(relevance) over by_level as lower,
                lag(gain) over by_level as worth
            from (select distinct query_id, relevance, {gain} as gain from evalsql_recall_base)
            window by_level as (partition by query_id order by relevance asc)
        )
        where worth > gain and lower < relevance
        order by lower asc, relevance asc, worth asc, gain asc
        limit 1
        """,
        values,
    )
    for lower, worth, higher, less in rows:
        text = (
            f"{whose}: relevance {number_text(lower)} gains {number_text(worth)} and relevance {number_text(higher)}"
            f" only {number_text(less)}; the ideal ranking goes by gain"
        )
        yield Problem("warning", "gains that fall", text, 1)


def large_base(connection: Connection, measure: Measure) -> Iterator[Problem]:
    """A base of the logarithm above the smallest number of relevant documents: none of those need be discounted."""
    rows = fetch_all(
        connection,
        """
        select query_id, count(*) as relevant, count(*) over () as queries from evalsql_recall_base
        group by query_id having count(*) < ? order by relevant asc, query_id asc limit 1
        """,
        [measure.values["base"]],
    )
    for query, relevant, queries in rows:
        text = (
            f"{measure}: the first {floor(measure.values['base'])} ranks weigh the same, and query {said(query)} has"
            f" only {relevant} relevant; their order there does not show"
        )
        yield Problem("warning", "large base", text, queries)
