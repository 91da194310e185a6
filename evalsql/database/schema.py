"""The tables and views of a database, as the files of sql/database define them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from evalsql.catalog.folder import names
from evalsql.catalog.sqlfiles import read_file
from evalsql.catalog.templates import environment, expand
from evalsql.database.target import INTERNAL
from evalsql.sqltext import Sql


@dataclass(frozen=True)
class Definition:
    """A table or view: what it is about, what each column is, and the query that makes it, a template.

    It may be made of scores alone, and so be in a database without runs and judgments; or of slices of the queries, and
    so be there only if there are some.
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
        return expand(self.body, **values)


@cache
def definitions(folder: str) -> Mapping[str, Definition]:
    """The tables, the views, the links that stand for tables, or what scores alone say of tables; by name."""
    found = kept_relations() if folder == "tables" else {}
    for name in names(f"database/{folder}"):
        head, body = read_file(f"database/{folder}", name)
        schema, of_scores, slices = head.get("schema", "main"), head.get("from") == "scores", head.get("slices", False)
        found[name] = Definition(name, schema, head["about"], head["columns"], body, of_scores, slices)
    return dict(sorted(found.items()))


def kept_relations() -> dict[str, Definition]:
    """The tables that keep a relation of sql/relations: those whose heads say in which order."""
    template = environment().get_template("frames/kept_relation.sql")
    found = {}
    for name in names("relations"):
        head, _ = read_file("relations", name)
        if "stored" in head:
            stored = [each.partition(" ") for each in head["stored"].split(", ")]
            stored = [{"column": column, "order": Sql(order)} for column, _, order in stored]
            body = template.render(name=name, columns=list(head["columns"]), stored=stored)
            found[name] = Definition(name, INTERNAL, head["about"], head["columns"], body, of_scores=False)
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
