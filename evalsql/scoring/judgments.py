"""The judgments as measures read them: one a query and document, one a subtopic, and what is of them alone."""

from evalsql.catalog import relations
from evalsql.connections import Connection


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
