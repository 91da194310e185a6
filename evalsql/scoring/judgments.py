"""The judgments, read, checked, and as measures read them: one a query and document, and one a subtopic."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb

from evalsql.catalog import relations
from evalsql.connections import Connection
from evalsql.errors import Problem, refuse
from evalsql.inputs import views
from evalsql.inputs.checks.gains import doubtful_gains
from evalsql.inputs.checks.problems import problems_alone, problems_of_weights
from evalsql.inputs.checks.screens import simple, suspect_judgments
from evalsql.inputs.checks.subtopics import Subtopics, by_subtopic
from evalsql.scoring.population import choose_queries
from evalsql.scoring.ranking import Progress


@dataclass(frozen=True)
class Judgments:
    """What was read of judgments, and of gains and weights beside them.

    Attributes:
        kinds: which of these were given.
        by_subtopic: whether the judgments are by subtopic.
        graded: whether anything but the relevance says what a document gains.
        doubts: what is doubtful about them.
    """

    kinds: Sequence[views.Kind]
    by_subtopic: bool
    graded: bool
    doubts: Sequence[Problem]


def read_judgments(
    connection: Connection,
    own: Connection | None,
    given: Mapping[views.Kind, Any],
    folder: Path,
    queries: Sequence[str] | None,
    subtopics: Subtopics,
    tell: Progress,
) -> Judgments:
    """Reads and checks judgments, gains and weights; makes evalsql_population, and what is of the judgments alone.

    Args:
        connection: where to read.
        own: the user's connection, whose tables may be named.
        given: what the user gave of each kind; judgments always.
        folder: where to put plain copies of compressed text.
        queries: the queries to be scored; all that are judged where None.
        subtopics: whether judgments are by subtopic: "auto", "yes" or "no".
        tell: called with what is done next.
    """
    sources: dict[views.Kind, list[views.Source]] = {}
    for kind, each in given.items():
        if each is not None or kind == "qrels":
            tell(f"reading {'judgments' if kind == 'qrels' else kind}", 0.0)
            sources[kind] = views.read(connection, each, kind, folder, own, subtopics)
    tell("checking judgments", 0.0)
    choose_queries(connection, queries)
    qrels = sources["qrels"]
    quick = len(sources) == 1 and queries is None and simple(qrels)
    doubts = [] if quick else refuse(problems_alone(connection, "qrels", qrels))
    if "gains" in sources:
        doubts += refuse(problems_alone(connection, "gains", sources["gains"]))
        doubts += doubtful_gains(connection)
    if "weights" in sources:
        doubts += refuse(problems_of_weights(connection, sources["weights"], qrels))
    divided = by_subtopic(qrels)
    graded = "gains" in sources or any("gain" in source.columns for source in qrels)
    try:
        judge(
            connection,
            gains="gains" in sources,
            stated=graded,
            weights="weights" in sources,
            by_subtopic=divided,
            listed=queries is not None,
        )
        suspected = quick and suspect_judgments(connection, divided)
    except duckdb.Error:
        # what is wrong with judgments that are not yet checked, such as none at all to DuckDB 1.4
        if quick:
            refuse(problems_alone(connection, "qrels", qrels))
        raise
    if suspected:
        doubts += refuse(problems_alone(connection, "qrels", qrels))
    return Judgments(list(sources), divided, graded, doubts)


def judge(connection: Connection, *, gains: bool, stated: bool, weights: bool, by_subtopic: bool, listed: bool) -> None:
    """Makes evalsql_judgments, one a query and document, evalsql_recall_base, and what there is by subtopic.

    Args:
        connection: where evalsql_qrels and evalsql_population are.
        gains: whether evalsql_gains says what a relevance is worth.
        stated: whether that or a column may say of a document what it gains.
        weights: whether evalsql_weights says what a subtopic is worth.
        by_subtopic: whether the judgments are by subtopic.
        listed: whether queries were listed, so that not all judgments are of queries to be scored.
    """
    connection.execute(
        "create or replace temp type evalsql_query as"
        " enum (select query_id::varchar from evalsql_population order by query_id asc)"
    )
    worth, joined = "judgments.gain, greatest(relevance, 0)", ""
    if gains:
        worth, joined = f"gains.gain, {worth}", "left join evalsql_gains as gains using (query_id, relevance)"
    judged, scored = f"evalsql_qrels as judgments {joined}", ""
    if listed:
        scored = "semi join evalsql_population using (query_id)"
    select = f"select query_id, doc_id, relevance, coalesce({worth}) as gain from {judged} {scored}"
    if by_subtopic and stated:
        # of a document judged for several subtopics the best relevance, and of that the highest gain
        select = f"""
            select query_id, doc_id, best[1] as relevance, best[2] as gain
            from (select query_id, doc_id, max([relevance, gain]) as best from ({select}) group by all)
        """
    elif by_subtopic:
        # the same, where a gain is the relevance or 0; it takes half the time
        select = f"select query_id, doc_id, max(relevance) as relevance, max(gain) as gain from ({select}) group by all"
    # numbered so that those of a query stand together
    connection.execute(f"""
        create or replace temp table evalsql_judgments as
        select row_number() over ()::integer as judgment, query_id, doc_id, relevance, gain
        from (
            select * replace (query_id::evalsql_query as query_id) from ({select})
            order by query_id asc
        )
    """)
    base(connection, "recall_base")
    if not by_subtopic:
        return
    matters = "judgments.weight, 1"
    if weights:
        matters = f"weights.weight, {matters}"
        judged += " left join evalsql_weights as weights using (query_id, subtopic)"
    connection.execute(f"""
        create or replace temp table evalsql_subtopics as
        select
            query_id::evalsql_query as query_id, doc_id, subtopic collate "binary" as subtopic, relevance,
            coalesce({worth}) as gain, coalesce({matters}) as weight, probability
        from {judged} {scored}
        where relevance > 0 or probability > 0
    """)
    base(connection, "nugget_base")


def base(connection: Connection, name: str) -> None:
    """Makes a relation that is of the judgments alone."""
    body = relations.relation(name, qrels="evalsql_judgments", subtopics="evalsql_subtopics")
    connection.execute(f"create or replace temp table evalsql_{name} as {body}")
