"""`evalsql lib`: the macros for any DuckDB client, in a file."""

from pathlib import Path
from typing import Any

from evalsql.cli.command import Shown, command


@command("SQL and BI", formats=())
def lib(
    file: Path,
    storage_version: str | None = None,
    platform: str | None = None,
    compiler: str | None = None,
    force: bool = False,
    *,
    tell: Any,
) -> Shown:
    """Write every metric, curve, test and correlation as macros for any DuckDB client.

    Clients attach the database, run the script or load the extension, and need nothing else: no Python. An extension
    needs a C compiler to be written, and is not signed: DuckDB loads it where allow_unsigned_extensions is set. Prints
    the SHA-256 of the file, as sha256sum does: the same for the same versions of evalsql, DuckDB and compiler.

    \b
    Examples:
      evalsql lib evalsql.duckdb
      evalsql lib evalsql.sql > evalsql.sql.sha256
      evalsql lib evalsql.duckdb_extension
      evalsql lib evalsql.duckdb_extension --platform linux_arm64 --compiler aarch64-linux-gnu-gcc
      duckdb -unsigned -c "load './evalsql.duckdb_extension'; from evalsql.ndcg('runs.parquet', 'qrels.parquet', 10)"
      duckdb -c "attach 'evalsql.duckdb' as evalsql (read_only);
                 from evalsql.ndcg(runs := 'runs/*.parquet', qrels := 'qrels.parquet', k := 10)"
    """
    from evalsql.database.library_files import write_library

    tell("writing macros")
    digest = write_library(file, storage_version, platform=platform, compiler=compiler, force=force)
    return Shown(tables=[f"{digest}  {file.name}"], notes=[f"wrote {file}"])
