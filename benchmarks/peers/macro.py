"""A metric as a macro, in DuckDB alone: `python -m benchmarks.peers.macro NAME QRELS RUN`."""

import json
import sys

import duckdb

from evalsql.database.library import list_macros


def main(name: str, judgments: str, path: str) -> None:
    """Make the macro, and call it."""
    (statement,) = [macro.statement for macro in list_macros() if macro.name == name]
    with duckdb.connect() as connection:
        connection.execute(statement)
        call = f"from {name}(runs := $path, qrels := $judgments)"
        rows = connection.execute(call, {"path": path, "judgments": judgments}).fetchall()
    json.dump({"means": {}, "rows": len(rows)}, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
