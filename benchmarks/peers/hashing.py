"""What DuckDB cannot do without: `python -m benchmarks.peers.hashing RUN` reads and hashes the four columns."""

import json
import sys

import duckdb

from benchmarks.peers import timed


def main(path: str) -> None:
    """Hash the rows once, then again with the clock on."""

    def evaluate() -> dict:
        with duckdb.connect() as connection:
            connection.execute(f"select bit_xor(hash(run, query_id, doc_id, score)) from '{path}'").fetchall()
        return {"means": {}}

    json.dump(timed(evaluate), sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
