"""What was given, kept after it was read: the judgments, and which files there were."""

from collections.abc import Sequence

import duckdb

from evalsql.inputs.source import Kind
from evalsql.render import statements


def keep_given(connection: duckdb.DuckDBPyConnection, kinds: Sequence[Kind], *, listed: bool) -> None:
    """Makes evalsql_given, the judgments as they were given, and evalsql_inputs, the rows of each file.

    What tables of gains and weights say is written into the judgments, which then need them no more.

    Args:
        connection: where the views of what was read are.
        kinds: what was read.
        listed: whether queries were listed; judgments of others are left out.
    """
    beside = {"gains": "gains" in kinds, "weights": "weights" in kinds}
    connection.execute(statements.creation("given", listed=listed, **beside))
    connection.execute(statements.creation("inputs", kinds=kinds))
