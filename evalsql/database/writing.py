"""Writes a database: tables, views, macros, and a comment on each."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from evalsql.catalog import relations
from evalsql.catalog.listing import metrics
from evalsql.catalog.measure import Measure
from evalsql.comparing import methods
from evalsql.connections import Connection
from evalsql.database import library
from evalsql.database.build_marker import OF_SCORES, READ, mark, own_inputs, put_marks
from evalsql.database.macro_cache import prepared
from evalsql.database.macro_texts import as_text, filled_in
from evalsql.database.meta import column_names, wide
from evalsql.database.schema import Definition, definitions, tables
from evalsql.database.slices import has_slices
from evalsql.database.target import INTERNAL, LIVE, WRITTEN, transaction
from evalsql.render import frames
from evalsql.render.builtins import qualified
from evalsql.sqltext import Sql, identifier, quote

BUILD = "<build>"  # stands for what tells a build from others


def write(
    connection: Connection,
    measures: Sequence[Measure],
    *,
    build: str,
    links: Mapping[str, str],
    ranked: Mapping[str, Any],
    tell: Callable[[str], None],
    copy_macros: Callable[[str], None] | None,
    scored: bool = False,
) -> None:
    """Writes everything into the database that the connection uses."""
    sliced = has_slices(connection)
    with transaction(connection):  # hundreds of statements, which would be flushed one by one
        connection.execute(f"create schema {INTERNAL}")
        put_type(connection, "run_name", "select run from made_names order by run asc")
        if not scored:
            put_type(connection, "query_name", "select distinct query_id from made_given order by query_id asc")
        for table in tables(links, scored=scored, sliced=sliced):
            tell(f"writing {table.name}")
            connection.execute(f"create table {table.place} as {table.select(measures=wide(measures))}")
        tell("writing views")
        put_views(connection, measures, links, ranked, scored=scored, sliced=sliced)
        if copy_macros is None:
            return
        means = said_of(measures, "mean_", "mean over runs of ")
        for table in tables(links, scored=scored, sliced=sliced):
            comment(connection, "table", table, means)
        tell("writing macros")
        put_marks(connection, build, OF_SCORES if scored else READ)
        copy_macros(WRITTEN)
        library.put_table(connection, stored=True, scored=scored)


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
    sliced: bool,
) -> None:
    """Makes the views, each with its comments; see write."""
    for name, files in links.items():
        view = definitions("links")[name]
        connection.execute(f"create view {name} as {qualified(view.select(files=Sql(files), **ranked))}")
        comment(connection, "view", view)
    said = said_of(measures)
    retrieved = relations.relation("retrieved", runs="scored", qrels="judgments")
    views = definitions("views")
    # what reads another view comes after it
    for name, view in sorted(views.items(), key=lambda each: any(f"from {one}\n" in each[1].body for one in views)):
        if view.slices and not sliced:
            continue
        if view.of_scores if scored else links or name != "retrieved":
            values = {"measures": wide(measures), "retrieved": retrieved, "corrections": methods.formulas(), **ranked}
            select = view.select(**values)
            connection.execute(f"create view {name} as {qualified(select)}")
            comment(connection, "view", view, said)


def said_of(measures: Sequence[Measure], before: str = "", of: str = "") -> dict[str, str]:
    """The comments on the columns of measures, by name, with a common prefix."""
    names = column_names(measures)
    return {
        f"{before}{name}": f"{of}{measure}" + f": {measure.metric.title}" * bool(measure.metric.title)
        for name, measure in zip(names, measures, strict=True)
    }


def comment(connection: Connection, kind: str, table: Definition, further: Mapping[str, str] | None = None) -> None:
    """Says of a table or view what it is, and of each of its columns."""
    there = [column for column, *_ in connection.execute(f"describe from {table.place}").fetchall()]
    texts = {**dict.fromkeys(there, "an attribute of the query"), **table.columns, **(further or {})}
    statements = [f"comment on {kind} {table.place} is {quote(table.about)}"]
    statements += [
        f"comment on column {table.place}.{identifier(column)} is {quote(texts[column])}" for column in there
    ]
    connection.execute(";".join(statements))


def put_macros_of_scores(connection: Connection, *, build: str, live: bool) -> None:
    """Makes the macros over scores if there are no runs; in the schema live, those over any runs; see put_macros."""
    library.put_macros(connection, library.KINDS, own_inputs(build, OF_SCORES), False, texts=True)
    if live:
        connection.execute(f"create schema {LIVE}; set schema = '{LIVE}'")
        library.put_macros(connection, library.KINDS, {}, True, texts=True)


def put_macros(
    connection: Connection, *, build: str, by_subtopic: bool, sampled: bool, live: bool, retrieved: str
) -> None:
    """Makes the macros over what the database keeps and, where asked for, those over any tables in the schema live."""
    for statement in stored_macros(by_subtopic=by_subtopic, sampled=sampled, retrieved=retrieved):
        connection.execute(statement.replace(BUILD, build))
    library.put_macros(connection, library.OF_SCORES, own_inputs(build), texts=True)
    if live:
        connection.execute(f"create schema {LIVE}; set schema = '{LIVE}'")
        library.put_macros(connection, library.OF_METRICS, own_inputs(build), texts=True)


def stored_macros(*, by_subtopic: bool, sampled: bool = False, retrieved: str) -> list[str]:
    """The statements that create the macros over what a database keeps, with their comments; see frames.stored."""

    def rendered() -> Iterator[str]:
        for metric in (*metrics().values(), *metrics("curves").values()):
            divided = {"by_subtopic": by_subtopic, "sampled": sampled}
            statement = frames.stored(metric, mark(BUILD), retrieved=retrieved, **divided)
            name = metric.name.lower() + ("_curve" if metric.over else "")
            text = (
                f"{metric.title}, over what this database keeps; to be called where it is open or in use, or with"
                f" database := its name. {metric.about}"
            )
            for each in (name, *metric.macros):
                yield as_text(statement, each, filled_in)
                yield f'comment on macro table "{each}" is {quote(text)}'

    return prepared(f"stored-{retrieved}{'-by-subtopic' * by_subtopic}{'-sampled' * sampled}", rendered)
