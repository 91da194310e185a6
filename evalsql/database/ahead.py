"""Macros are made beside what else takes time, since DuckDB 2 takes a second to read their text.

They are made in a database in memory, by a thread of its own, and copied from there as DuckDB keeps them.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager

from evalsql.connections import Connection

AHEAD = "evalsql_ahead"  # what the database in memory is called


@contextmanager
def made_ahead(
    connection: Connection, make: Callable[[Connection], None] | None
) -> Iterator[Callable[[str], None] | None]:
    """Begins to make what a database holds beside its tables; gives a function that copies it into a database."""
    if make is None:
        yield None
        return
    connection.execute(f"attach ':memory:' as {AHEAD}")
    worker = connection.cursor()

    def work() -> None:
        worker.execute(f"use {AHEAD}; begin")
        make(worker)
        worker.execute("commit")

    def copy(database: str) -> None:
        made.result()
        connection.execute(f"copy from database {AHEAD} to {database}")

    with ThreadPoolExecutor(1) as pool:
        made = pool.submit(work)
        try:
            yield copy
        finally:
            while not made.done():  # something else failed, and nobody waits for it
                worker.interrupt()
                wait([made], 0.01)
    worker.close()
    connection.execute(f"detach {AHEAD}")
