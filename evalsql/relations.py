"""What metrics read: the relations of sql/relations, in temporary tables, made once for all measures."""

import duckdb

from evalsql import render
from evalsql.population import Population


def relate(
    connection: duckdb.DuckDBPyConnection,
    population: Population,
    depth: int | None,
    *,
    gains: bool,
    retrieved: bool,
    weights: bool = False,
) -> None:
    """Makes the relations of evalsql_runs and evalsql_qrels, for the queries of evalsql_population.

    Args:
        connection: where they are, and where the tables evalsql_judged and the like will be.
        population: "qrels", or "intersection", which leaves out the queries that a run does not answer.
        depth: how many documents of each ranking count; all where None.
        gains: whether evalsql_gains says what a relevance is worth.
        weights: whether evalsql_weights says what a subtopic is worth.
        retrieved: whether to keep the relation `retrieved`, which holds every document, for metrics to read.
    """
    runs = "evalsql_runs"
    if depth is not None:
        runs = "evalsql_input_top"
        connection.execute(
            f"""
            create or replace temp table {runs} as select run, query_id, doc_id, score from evalsql_runs
            qualify row_number() over (partition by run, query_id order by score desc, doc_id desc) <= ?
            """,
            [depth],
        )
    worth, joined = "judgments.gain, greatest(relevance, 0)", ""
    if gains:
        worth, joined = f"gains.gain, {worth}", "left join evalsql_gains as gains using (query_id, relevance)"
    # of a document judged for several subtopics the best relevance, and of that the highest gain
    connection.execute(f"""
        create or replace temp table evalsql_judgments as
        select query_id, doc_id, best[1] as relevance, best[2] as gain
        from (
            select query_id, doc_id, max([relevance, coalesce({worth})]) as best
            from evalsql_qrels as judgments {joined} semi join evalsql_population using (query_id) group by all
        )
    """)
    ranked = render.relation("retrieved", runs, "evalsql_judgments")
    if retrieved:
        connection.execute(
            f"create temp table evalsql_retrieved as from (\n{ranked}\n) semi join evalsql_population using (query_id)"
        )
    else:
        connection.execute(f"create temp view evalsql_retrieved as\n{ranked}")
    for name in ("judged", "recall_base", "topics"):
        body = render.relation(name, runs, "evalsql_judgments")
        connection.execute(
            f"create temp table evalsql_{name} as\n"
            f"with retrieved as not materialized (from evalsql_retrieved)\nfrom (\n{body}\n)"
        )
    if not retrieved:
        connection.execute("drop view evalsql_retrieved")
    if population == "intersection":
        connection.execute("delete from evalsql_topics where num_ret = 0")
    connection.execute("""
        create temp table evalsql_scores (run varchar, query_id varchar, metric varchar, value double);
        create temp table evalsql_points
            (run varchar, query_id varchar, metric varchar, point double, value double, ideal double);
    """)
