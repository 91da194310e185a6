"""`evalsql lib`: the macros for any DuckDB client, in a file."""

from pathlib import Path
from typing import Annotated, Any

from evalsql.cli import options as o
from evalsql.cli.command import Shown, command


@command("SQL and BI", formats=())
def lib(
    file: Annotated[
        Path,
        o.argument(
            "A database, ending in .duckdb; a script, in .sql; evalsql.duckdb_extension; or its source, in .c.", "FILE"
        ),
    ],
    storage_version: o.StorageVersion = None,
    platform: Annotated[
        str | None,
        o.advanced(
            "For which platform the extension is, as DuckDB names it, such as linux_arm64.  [default: this one]", "NAME"
        ),
    ] = None,
    compiler: Annotated[
        str | None, o.advanced("The C compiler of the extension.  [default: $CC, or cc]", "COMMAND")
    ] = None,
    force: Annotated[bool, o.flag("--force", "Replace the file even if it is not a library of evalsql.")] = False,
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
