"""What was given, kept after it was read: the judgments, and which files there were."""

from collections.abc import Sequence

from evalsql.connections import Connection
from evalsql.inputs.source import Kind


def keep_given(connection: Connection, kinds: Sequence[Kind], *, listed: bool) -> None:
    """Makes evalsql_given, the judgments as they were given, and evalsql_inputs, the rows of each file.

    What tables of gains and weights say is written into the judgments, which then need them no more.

    Args:
        connection: where the views of what was read are.
        kinds: what was read.
        listed: whether queries were listed; judgments of others are left out.
    """
    values = {"gain": "judgments.gain", "weight": "judgments.weight"}
    joined = ""
    for kind, key in (("gains", "relevance"), ("weights", "subtopic")):
        if kind in kinds:
            value = kind.removesuffix("s")
            values[value] = f"coalesce({kind}.{value}, judgments.{value})"
            joined += f" left join evalsql_{kind} as {kind} using (query_id, {key})"
    connection.execute(f"""
        create or replace temp table evalsql_given as
        select
            query_id, doc_id, relevance, {values["gain"]} as gain, subtopic, {values["weight"]} as weight, probability
        from evalsql_qrels as judgments {joined}
        {"semi join evalsql_population using (query_id)" if listed else ""}
    """)
    rows = " union all ".join(
        f"select {place} as place, '{kind}' as kind, file, count(*) as rows from evalsql_{kind} group by file"
        for place, kind in enumerate(kinds)
    )
    connection.execute(f"create or replace temp table evalsql_inputs as from ({rows})")
