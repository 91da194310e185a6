"""Writes a database: tables, views, macros, and a comment on each."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from evalsql.catalog import relations
from evalsql.catalog.listing import metrics
from evalsql.catalog.measure import Measure
from evalsql.catalog.sqlfiles import split_file, sql_folder
from evalsql.catalog.templates import expand
from evalsql.comparing import choices
from evalsql.connections import Connection
from evalsql.database import library
from evalsql.database.marks import READ, mark, own_inputs, put_marks
from evalsql.database.meta import column_names, wide
from evalsql.database.target import INTERNAL, LIVE, transaction
from evalsql.render import frames
from evalsql.render.builtins import qualified
from evalsql.sqltext import quote


@dataclass(frozen=True)
class Made:
    """A table or view: what it is about, what each column is, and the query that makes it, a template.

    It may be made of scores alone, and so be in a database without runs and judgments.
    """

    name: str
    schema: str
    about: str
    columns: Mapping[str, str]
    body: str
    of_scores: bool

    @property
    def place(self) -> str:
        """Where it is in its database, as SQL writes it."""
        return f"{self.schema}.{self.name}"

    def select(self, **values: Any) -> str:
        """The query, with what its template asks for."""
        return expand(self.body, **values)


@cache
def made(folder: str) -> Mapping[str, Made]:
    """The tables, the views, or what stands for tables: the links, and what of them scores alone say; by name."""
    files = sorted(sql_folder().joinpath("database", folder).iterdir(), key=lambda file: file.name)
    return {each.name: each for each in map(read, files) if each is not None}


def read(file: Any) -> Made | None:
    """The table or view that a file makes."""
    if not file.name.endswith(".sql"):
        return None
    head, body = split_file(file.name, file.read_text(encoding="utf-8"))
    return Made(
        head["name"], head.get("schema", "main"), head["about"], head["columns"], body, head.get("from") == "scores"
    )


def tables(links: Collection[str], *, scored: bool) -> list[Made]:
    """The tables of a database, but for those that links stand for; of scores alone, what can be made of these."""
    if scored:
        return [
            made("scored").get(name, table)
            for name, table in made("tables").items()
            if table.of_scores or name in made("scored")
        ]
    return [table for name, table in made("tables").items() if name not in links]


def write(
    connection: Connection,
    measures: Sequence[Measure],
    *,
    build: str,
    by_subtopic: bool,
    links: Mapping[str, str],
    ranked: Mapping[str, Any],
    live: bool,
    scored: bool = False,
    tell: Callable[[str], None],
) -> None:
    """Writes everything into the database that the connection uses.

    Args:
        connection: where the views of `put_relations` or `put_scored` are.
        measures: those of the scores.
        build: what tells this build from others; see marks.
        by_subtopic: whether the judgments are by subtopic.
        links: where runs and judgments stay in their files, the queries of their rows, by the table's name.
        ranked: what their rankings are made by: `order` and `depth`.
        live: whether there are macros over any runs and qrels too.
        scored: whether there are scores alone, and neither runs nor judgments.
        tell: called with what is done next.
    """
    with transaction(connection):  # hundreds of statements, each of which would be written out by itself
        connection.execute(f"create schema {INTERNAL}")
        put_type(connection, "run_name", "select run from made_names order by run asc")
        if not scored:
            put_type(connection, "query_name", "select distinct query_id from made_given order by query_id asc")
        for table in tables(links, scored=scored):
            tell(f"writing {table.name}")
            connection.execute(f"create table {table.place} as {table.select(measures=wide(measures))}")
        tell("writing views")
        put_views(connection, measures, links, ranked, scored=scored)
        means = said_of(measures, "mean_", "mean over runs of ")
        for table in tables(links, scored=scored):
            comment(connection, "table", table, means)
        tell("writing macros")
        retrieved = "retrieved" if links else "runs"
        put_macros(connection, build, by_subtopic=by_subtopic, live=live, retrieved=retrieved, scored=scored)


def put_type(connection: Connection, name: str, select: str) -> None:
    """Makes the type of ids: an ENUM of what a query finds."""
    connection.execute(f"create type {INTERNAL}.{name} as enum ({select})")


def put_views(
    connection: Connection,
    measures: Sequence[Measure],
    links: Mapping[str, str],
    ranked: Mapping[str, Any],
    *,
    scored: bool,
) -> None:
    """Makes the views, each with its comments; see write."""
    for name, files in links.items():
        view = made("links")[name]
        connection.execute(f"create view {name} as {qualified(view.select(files=files, **ranked))}")
        comment(connection, "view", view)
    said = said_of(measures)
    retrieved = relations.relation("retrieved", runs="scored", qrels="judgments")
    for name, view in made("views").items():
        if view.of_scores if scored else links or name != "retrieved":
            values = {"measures": wide(measures), "retrieved": retrieved, "corrections": choices.formulas(), **ranked}
            select = view.select(**values)
            connection.execute(f"create view {name} as {qualified(select)}")
            comment(connection, "view", view, said)


def said_of(measures: Sequence[Measure], before: str = "", of: str = "") -> dict[str, str]:
    """What is said of the column of each measure, by its name, with what stands before both."""
    names = column_names(measures)
    return {
        f"{before}{name}": f"{of}{measure}" + f": {measure.metric.title}" * bool(measure.metric.title)
        for name, measure in zip(names, measures, strict=True)
    }


def comment(connection: Connection, kind: str, table: Made, further: Mapping[str, str] | None = None) -> None:
    """Says of a table or view what it is, and of each of its columns."""
    there = [column for column, *_ in connection.execute(f"describe from {table.place}").fetchall()]
    texts = {**table.columns, **(further or {})}
    statements = [f"comment on {kind} {table.place} is {quote(table.about)}"]
    statements += [f'comment on column {table.place}."{column}" is {quote(texts[column])}' for column in there]
    connection.execute(";".join(statements))


def put_macros(
    connection: Connection, build: str, *, by_subtopic: bool, live: bool, retrieved: str, scored: bool
) -> None:
    """Makes the macros over what the database keeps and, where asked for, those over any tables in the schema live."""
    read = ("scores",) if scored else READ
    put_marks(connection, build, read)
    if not scored:
        put_stored(connection, build, by_subtopic=by_subtopic, retrieved=retrieved)
    macros = library.list_macros()
    there = [macro for macro in macros if (not macro.of_runs if scored else macro.kind in library.OF_SCORES)]
    library.put_macros(connection, there, own_inputs(build, read))
    library.put_table(connection, stored=True, scored=scored)
    if live:
        ((database,),) = connection.execute("select current_database()").fetchall()
        connection.execute(f"create schema {LIVE}; use {database}.{LIVE}")
        others = [macro for macro in macros if (macro.of_runs if scored else macro.kind in library.OF_METRICS)]
        library.put_macros(connection, others, own_inputs(build, read))
        connection.execute(f"use {database}")


def put_stored(connection: Connection, build: str, *, by_subtopic: bool, retrieved: str) -> None:
    """Makes the macros of metrics and curves over the runs and judgments that the database keeps."""
    for metric in (*metrics().values(), *metrics("curves").values()):
        statement = frames.stored(metric, mark(build), by_subtopic=by_subtopic, retrieved=retrieved)
        name = metric.name.lower() + ("_curve" if metric.over else "")
        text = (
            f"{metric.title}, over what this database keeps; to be called where it is open or in use, or with"
            f" database := its name. {metric.about}"
        )
        for each in (name, *metric.macros):
            connection.execute(library.called(statement, name, each))
            connection.execute(f'comment on macro table "{each}" is {quote(text)}')
