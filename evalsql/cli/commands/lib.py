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
    """Write every metric, curve, test and correlation as macros for any DuckDB client."""
    from evalsql.database.library_files import write_library

    tell("writing macros")
    digest = write_library(file, storage_version, platform=platform, compiler=compiler, force=force)
    return Shown(tables=[f"{digest}  {file.name}"], notes=[f"wrote {file}"])
