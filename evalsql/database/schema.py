"""The tables and views of a database, as the files of sql/database define them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from evalsql.catalog.sqlfiles import split_file, sql_folder
from evalsql.catalog.templates import expand


@dataclass(frozen=True)
class Definition:
    """A table or view: what it is about, what each column is, and the query that makes it, a template.

    It may be made of scores alone, and so be in a database without runs and judgments; or of slices of the queries, and
    so be there only where there are some.
    """

    name: str
    schema: str
    about: str
    columns: Mapping[str, str]
    body: str
    of_scores: bool
    slices: bool = False

    @property
    def place(self) -> str:
        """Where it is in its database, as SQL writes it."""
        return f"{self.schema}.{self.name}"

    def select(self, **values: Any) -> str:
        """The query, with what its template asks for."""
        return expand(self.body, **values)


@cache
def definitions(folder: str) -> Mapping[str, Definition]:
    """The tables, the views, the links that stand for tables, or what scores alone say of tables; by name."""
    found = {}
    for file in sorted(sql_folder().joinpath("database", folder).iterdir(), key=lambda file: file.name):
        if file.name.endswith(".sql"):
            head, body = split_file(file.name, file.read_text(encoding="utf-8"))
            of_scores = head.get("from") == "scores"
            schema, slices = head.get("schema", "main"), head.get("slices", False)
            found[head["name"]] = Definition(
                head["name"], schema, head["about"], head["columns"], body, of_scores, slices
            )
    return found


def tables(links: Collection[str], *, scored: bool, sliced: bool) -> list[Definition]:
    """The tables of a database, but for those that links stand for; of scores alone, what can be made of these."""
    there = {name: table for name, table in definitions("tables").items() if sliced or not table.slices}
    if scored:
        return [
            definitions("scored").get(name, table)
            for name, table in there.items()
            if table.of_scores or name in definitions("scored")
        ]
    return [table for name, table in there.items() if name not in links]
