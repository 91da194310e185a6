"""The SQL files of sql/database: what tables and views of a database are made by, and what is said of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from evalsql.catalog.sqlfiles import split_file, sql_folder
from evalsql.catalog.templates import expand


@dataclass(frozen=True)
class Made:
    """A table or view: what it is about, what each column is, and the query that makes it, a template."""

    name: str
    about: str
    columns: Mapping[str, str]
    body: str

    def select(self, **values: Any) -> str:
        """The query, with what its template asks for."""
        return expand(self.body, **values)


@cache
def made(folder: str) -> Mapping[str, Made]:
    """The tables, the views, or the links, which stand for tables, by name."""
    files = sorted(sql_folder().joinpath("database", folder).iterdir(), key=lambda file: file.name)
    return {each.name: each for each in map(read, files) if each is not None}


def read(file: Any) -> Made | None:
    """The table or view that a file makes."""
    if not file.name.endswith(".sql"):
        return None
    head, body = split_file(file.name, file.read_text(encoding="utf-8"))
    return Made(head["name"], head["about"], head["columns"], body)
