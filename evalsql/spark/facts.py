"""The results of a task: scores, and aggregates for the checks of whole runs."""

from collections.abc import Iterator, Mapping

import pyarrow as pa

from evalsql.connections import Connection, fetch_one
from evalsql.errors import InputError
from evalsql.inputs.checks.lookalikes import drop_met_well
from evalsql.render import statements
from evalsql.scoring.options import Conditions
from evalsql.scoring.population import choose_queries
from evalsql.scoring.ranking import make
from evalsql.sqltext import quote
from evalsql.words import said

# A query that every run answers, a document judged not relevant for it, and a run: with these among its rows, no run,
# query or table of a partition is without rows. What would be said of them is left out.
NOBODY = "\x01evalsql"
TYPES = {
    "fact": "string",
    "run": "string",
    "query_id": "string",
    "metric": "string",
    "doc_id": "string",
    "value": "double",
    "other": "double",
    # of its own, since users filter the others, and Spark then writes in what they ask for; or how an id is judged
    "sentence": "string",
}
SCHEMA = pa.schema([(name, pa.string() if type_ == "string" else pa.float64()) for name, type_ in TYPES.items()])

# of each relation of an evaluation, the rows as facts
SAID: Mapping[str, str] = {
    "scores": "select run, query_id, metric, value from evalsql_scores",
    "answered": "select run, query_id, is_judged::int as value from evalsql_answered",
    "contradicting": "select run, query_id from evalsql_contradicting",
    # each run has one document of nobody's query
    "run_sizes": """
        select run, sum(documents) - 1 as value, sum(judged) - 1 as other
        from evalsql_run_sizes
        group by run
    """,
    "dropped": "select run, documents as value from evalsql_dropped",
    "lookalikes": """
        select run, change as metric, documents as value, query_id, doc_id, judged_as as sentence
        from evalsql_lookalikes
    """,
}
# the same of judgments, which are said once of a query, however many tasks share its runs
JUDGED = "select query_id, count(*) as value from evalsql_judgments group by query_id"
LEVELS = "select distinct query_id, try_cast(relevance as double) as value from memory.main.qrels_{}"
RELEVANT = "select query_id, relevance as value, gain as other from evalsql_recall_base"
GAINS = """
    select query_id, try_cast(relevance as double) as value, try_cast(gain as double) as other from memory.main.gains_{}
"""


def tell(connection: Connection, selects: Mapping[str, str]) -> Iterator[pa.RecordBatch]:
    """The rows of queries as facts, without nobody's."""
    none = ", ".join(f"null::{type_} as {name}" for name, type_ in TYPES.items())
    parts = [f"select {quote(fact)} as fact, * from ({select})" for fact, select in selects.items()]
    rows = " union all by name ".join([f"select {none} where false", *parts])
    somebody = " and ".join(f"{name} is distinct from {quote(NOBODY)}" for name in ("run", "query_id"))
    yield from connection.sql(f"from ({rows}) where {somebody}").to_arrow_table().cast(SCHEMA).to_batches()


def told(fact: str, **columns: str | float) -> pa.RecordBatch:
    return pa.RecordBatch.from_pylist([{**dict.fromkeys(TYPES), "fact": fact, **columns}], SCHEMA)


# of relations that an evaluation has, and of inputs, what the driver makes of the facts of all tasks
RELATIONS: Mapping[str, str] = {
    "answered": "select run, query_id, value = 1",
    "contradicting": "select run, query_id",
    "run_sizes": "select run, sum(value), sum(other)",
    "dropped": "select run, value, false",
    "lookalikes": "select run, metric, value, query_id, doc_id, sentence",
    "scores": "select run, query_id, metric, value",
}
OF_JUDGMENTS = ("qrels", "judgments", "gains")


def understand(connection: Connection, rows: pa.Table, chosen: Conditions) -> bool:
    """Makes the relations evalsql_scores, evalsql_answered and so on of the facts of all tasks."""
    connection.register("evalsql_facts", rows)
    (refused,) = fetch_one(connection, "select min(sentence) from evalsql_facts where fact = 'refused'")
    if refused is not None:
        raise InputError(refused)
    for name, select in RELATIONS.items():
        folder = "scores" if name == "scores" else "ranking"
        connection.execute(statements.creation(name, folder=folder, pass_=False))
        ending = "group by run" if name == "run_sizes" else ""
        connection.execute(f"insert into evalsql_{name} {select} from evalsql_facts where fact = '{name}' {ending}")
    for name in OF_JUDGMENTS:
        select = f"select query_id, value as relevance, other as gain from evalsql_facts where fact = '{name}'"
        connection.register(f"evalsql_{name}", connection.sql(select).to_arrow_table())
    (judged,) = fetch_one(connection, "select sum(value) from evalsql_facts where fact = 'judged'")
    drop_met_well(connection, judged or 0)
    choose_queries(connection, chosen.queries, relevant=chosen.decided.relevant)
    make(connection, "recall_base")
    refuse_split(connection)
    (all_rows,) = fetch_one(connection, "select coalesce(min(value), 1) = 1 from evalsql_facts where fact = 'looked'")
    connection.unregister("evalsql_facts")
    return all_rows


def refuse_split(connection: Connection) -> None:
    """Reject a ranking that two tasks scored in parts: Spark writes the ids of its rows in two ways."""
    split = "from evalsql_answered group by run, query_id having count(*) > 1 order by run asc, query_id asc limit 1"
    for run, query in connection.execute(f"select run, query_id {split}").fetchall():
        raise InputError(
            f"the ranking of run {said(run)} for query {said(query)} was split over two tasks, each of which scored a"
            " part; its rows must have the same query_id as Spark writes it"
        )
