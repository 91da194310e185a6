"""Where the folder sql/ is: found without what takes time to load, since the help of the command line asks too."""

from functools import cache
from pathlib import Path


@cache
def sql_folder() -> Path:
    """The folder sql/: inside an installed package, or beside it in a checkout."""
    package = Path(__file__).parents[1]
    installed = package / "sql"
    return installed if installed.is_dir() else package.parent / "sql"
