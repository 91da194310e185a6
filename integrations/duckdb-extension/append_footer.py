"""Makes a shared library an extension that DuckDB loads: append_footer.py LIBRARY EXTENSION [PLATFORM]."""

import sys
from importlib.metadata import version
from pathlib import Path

from evalsql.database.extension import check_platform, footer


def append(library: str, extension: str, platform: str = "") -> None:
    """Writes the extension.

    Args:
        library: the shared library.
        extension: the file to write.
        platform: for which it is, as DuckDB names it; that of the DuckDB that is installed where empty.
    """
    end = footer(platform or check_platform(None, None), f"v{version('evalsql')}")
    unfinished = Path(f"{extension}.unfinished")  # a process that has loaded the one before would crash if it changed
    unfinished.write_bytes(Path(library).read_bytes() + end)
    unfinished.replace(extension)


append(*sys.argv[1:])
