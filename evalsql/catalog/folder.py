"""The folder sql/, found without slow imports, since the help of the command line needs it too."""

from functools import cache
from pathlib import Path


@cache
def sql_folder() -> Path:
    """The folder sql/: inside an installed package, or beside it in a checkout."""
    package = Path(__file__).parents[1]
    installed = package / "sql"
    return installed if installed.is_dir() else package.parent / "sql"


@cache
def files(folder: str) -> dict[str, Path]:
    """The files of a folder of sql/ by name; those of sql/scores lie in folders by subject."""
    found = (sql_folder() / folder).glob("*/*.sql" if folder == "scores" else "*.sql")
    return {file.stem: file for file in sorted(found, key=lambda file: file.stem)}


def names(folder: str) -> tuple[str, ...]:
    """The names of the files of a folder of sql/, without their suffix."""
    return tuple(files(folder))


def file_of(folder: str, name: str) -> Path:
    """A file of a folder of sql/, or of one in it: `reports`, `scores/leaderboard`."""
    return files(folder)[name] if folder == "scores" else sql_folder().joinpath(*f"{folder}/{name}.sql".split("/"))
