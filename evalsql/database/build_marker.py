"""A marker that lets a macro check which attached database it is reading.

A macro finds tables where its caller is, and cannot say where it stands itself. So each build has views in the schema
internal that no other has, and its macros read them. If one is not found, DuckDB's error gives its name: what to do.
"""

from collections.abc import Mapping, Sequence

from evalsql.connections import Connection, fetch_one
from evalsql.database.target import INTERNAL
from evalsql.render.guards import IN_USE
from evalsql.sqltext import identifier, quote

MARK = "use_this_database_or_pass"  # what the names of these views begin with
READ = ("runs", "qrels", "scores")  # the tables that macros over any tables read where their caller names none
OF_SCORES = ("scores",)  # of these, those that a database of scores alone has


def identify(connection: Connection) -> str:
    """A text that tells a build from others, of what is about to be written: made_meta, made_sources, made_scores."""
    return fetch_one(
        connection,
        """
        select md5(list(digest order by digest asc)::varchar)[:8]
        from (
            select bit_xor(md5_number_lower(made_meta::varchar)) as digest from made_meta
            union all
            select bit_xor(md5_number_lower(made_sources::varchar)) from made_sources
            union all
            select bit_xor(md5_number_lower(made_scores::varchar)) from made_scores
        )
        """,
    )[0]


def mark(build: str) -> str:
    """The view, as SQL writes it, that macros over what the database keeps look for."""
    return f"{INTERNAL}.{MARK}_database_{build}"


def own_inputs(build: str, read: Sequence[str] = READ) -> Mapping[str, str]:
    """The views, as SQL writes them, that macros over any tables read where their caller names none, by parameter."""
    return {name: f"{INTERNAL}.{MARK}_{name}_{build}" for name in read}


def put_marks(connection: Connection, build: str, read: Sequence[str] = READ) -> None:
    """Makes these views, in a database where the schema internal is; see own_inputs."""
    views = {mark(build): f"select {quote(build)} as build"}
    # of the database in use: a temporary table that is called so would hide one that is named without it
    own = "query_table({0} || '.main.{1}')".format
    directed = f" left join (select metric, direction from {own(IN_USE, 'measures')}) using (metric)"
    for name, view in own_inputs(build, read).items():
        beside = directed if name == "scores" else ""
        views[view] = f"from {own(IN_USE, name)}{beside}"
    about = quote("Internal guard: makes the macros of this database read it, and not another one that is attached.")
    for view, select in views.items():
        connection.execute(f"create view {view} as {select}; comment on view {view} is {about}")
        for column, *_ in connection.execute(f"describe from {view}").fetchall():
            connection.execute(f"comment on column {view}.{identifier(column)} is {about}")
