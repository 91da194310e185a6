"""`evalsql lib`: the macros for any DuckDB client, in a file."""

from pathlib import Path
from typing import Annotated

import typer

from evalsql.cli.delivery import say_written
from evalsql.cli.options import StorageVersion

PLACE = 42  # in the help


def lib(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A database, ending in .duckdb, or a script, in .sql.")],
    storage_version: StorageVersion = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file even if it is no such library.")] = False,
) -> None:
    """Write every metric, curve, test and correlation as macros for any DuckDB client.

    Clients attach the database, or run the script, and need nothing else: no Python, no extension. Prints the SHA-256
    of the file, as sha256sum does: the same for the same versions of evalsql and DuckDB.

    \b
    Examples:
      evalsql lib evalsql.duckdb
      evalsql lib evalsql.sql > evalsql.sql.sha256
      duckdb -c "attach 'evalsql.duckdb' as evalsql (read_only);
                 from evalsql.ndcg(runs := 'runs/*.parquet', qrels := 'qrels.parquet', k := 10)"
    """
    from evalsql.cli.progress import progress
    from evalsql.database.library import write_library
    from evalsql.database.target import STORAGE

    with progress() as tell:
        tell("writing macros")
        digest = write_library(file, storage_version or STORAGE, force=force)
    typer.echo(f"{digest}  {file.name}")
    say_written(file)
