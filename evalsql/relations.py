"""What metrics read: the relations of sql/relations, in temporary tables, made once for all measures."""

import duckdb

from evalsql import render
from evalsql.conventions import Order
from evalsql.inputs.problem import fetch_one
from evalsql.population import Population


def relate(
    connection: duckdb.DuckDBPyConnection,
    population: Population,
    depth: int | None,
    order: Order,
    *,
    gains: bool,
    weights: bool,
    by_subtopic: bool,
    retrieved: bool,
) -> None:
    """Makes the relations of evalsql_runs and evalsql_qrels, for the queries of evalsql_population.

    Args:
        connection: where they are, and where the tables evalsql_judged and the like will be.
        population: "qrels", or "intersection", which leaves out the queries that a run does not answer.
        depth: how many documents of each ranking count; all where None.
        order: what puts the documents of a ranking in order.
        gains: whether evalsql_gains says what a relevance is worth.
        weights: whether evalsql_weights says what a subtopic is worth.
        by_subtopic: whether the judgments are by subtopic.
        retrieved: whether to keep the relation `retrieved`, which holds every document, for metrics to read.
    """
    runs = order_runs(connection, depth, order)
    judge(connection, gains=gains, weights=weights, by_subtopic=by_subtopic)
    ranked = render.relation("retrieved", runs, "evalsql_judgments")
    if retrieved:
        connection.execute(
            f"create temp table evalsql_retrieved as from (\n{ranked}\n) semi join evalsql_population using (query_id)"
        )
    elif by_subtopic:
        # ranked once for judged and nuggets
        connection.execute(f"create temp table evalsql_retrieved as from (\n{ranked}\n) where relevance is not null")
    else:
        connection.execute(f"create temp view evalsql_retrieved as\n{ranked}")
    names = ["judged", "recall_base", "topics", *(["nugget_base", "nuggets"] if by_subtopic else [])]
    for name in names:
        body = render.relation(name, runs, "evalsql_judgments", "evalsql_subtopics")
        connection.execute(
            f"create temp table evalsql_{name} as\n"
            f"with retrieved as not materialized (from evalsql_retrieved)\nfrom (\n{body}\n)"
        )
    if not retrieved:
        connection.execute(f"drop {'table' if by_subtopic else 'view'} evalsql_retrieved")
    if order == "rank":
        connection.execute("drop view evalsql_by_rank")
    if population == "intersection":
        connection.execute("delete from evalsql_topics where num_ret = 0")
    connection.execute("""
        create temp table evalsql_scores (run varchar, query_id varchar, metric varchar, value double);
        create temp table evalsql_points
            (run varchar, query_id varchar, metric varchar, point double, value double, ideal double);
    """)


def order_runs(connection: duckdb.DuckDBPyConnection, depth: int | None, order: Order) -> str:
    """The name of a table of runs whose scores say the order, cut at a depth."""
    runs = "evalsql_runs"
    if order == "rank":
        runs = "evalsql_by_rank"
        connection.execute(
            f"create or replace temp view {runs} as"
            " select run, query_id, doc_id, -rank::double as score from evalsql_runs"
        )
    if depth is not None:
        connection.execute(
            f"""
            create or replace temp table evalsql_input_top as select run, query_id, doc_id, score from {runs}
            qualify row_number() over (partition by run, query_id order by score desc, doc_id desc) <= ?
            """,
            [depth],
        )
        runs = "evalsql_input_top"
    return runs


def stated(connection: duckdb.DuckDBPyConnection) -> bool:
    """Whether judgments say of any document what it gains."""
    (found,) = fetch_one(connection, "select exists (from evalsql_qrels where gain is not null)")
    return found


def judge(connection: duckdb.DuckDBPyConnection, *, gains: bool, weights: bool, by_subtopic: bool) -> None:
    """Makes evalsql_judgments, one a query and document, and, if there are any, evalsql_subtopics, one a subtopic."""
    worth, joined = "judgments.gain, greatest(relevance, 0)", ""
    if gains:
        worth, joined = f"gains.gain, {worth}", "left join evalsql_gains as gains using (query_id, relevance)"
    judged, scored = f"evalsql_qrels as judgments {joined}", "semi join evalsql_population using (query_id)"
    select = f"select query_id, doc_id, relevance, coalesce({worth}) as gain from {judged} {scored}"
    if by_subtopic and (gains or stated(connection)):
        # of a document judged for several subtopics the best relevance, and of that the highest gain
        select = f"""
            select query_id, doc_id, best[1] as relevance, best[2] as gain
            from (select query_id, doc_id, max([relevance, gain]) as best from ({select}) group by all)
        """
    elif by_subtopic:
        # the same, where a gain is the relevance or 0; it takes half the time
        select = f"select query_id, doc_id, max(relevance) as relevance, max(gain) as gain from ({select}) group by all"
    connection.execute(f"create or replace temp table evalsql_judgments as {select}")
    if not by_subtopic:
        return
    matters = "judgments.weight, 1"
    if weights:
        matters = f"weights.weight, {matters}"
        judged += " left join evalsql_weights as weights using (query_id, subtopic)"
    connection.execute(f"""
        create or replace temp table evalsql_subtopics as
        select
            query_id, doc_id, subtopic collate "binary" as subtopic, relevance, coalesce({worth}) as gain,
            coalesce({matters}) as weight, probability
        from {judged} {scored}
        where relevance > 0 or probability > 0
    """)
