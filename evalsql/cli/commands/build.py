"""`evalsql build`: an analysis database, which any client of DuckDB opens."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evalsql.cli import notices
from evalsql.cli import options as o
from evalsql.cli.command import Scoring, Shown, command
from evalsql.errors import InputError


@command("SQL and BI", formats=(), without=o.OF_DOCUMENTS, needs=o.SLICED | {"outside": "add"})
def build(
    database: Path,
    runs: list[str],
    qrels: str | None = None,
    measure: list[str] | None = None,
    curve: list[str] | None = None,
    link: bool = False,
    live: bool = False,
    add: bool = False,
    force: bool = False,
    label: str | None = None,
    storage_version: str | None = None,
    depth: int | None = None,
    slices: str | None = None,
    by: list[str] | None = None,
    outside: bool = False,
    *,
    scoring: Scoring,
    strict: bool = False,
) -> Shown:
    """Write a DuckDB file with runs, judgments, scores, comparisons, curves, and a macro for each metric."""
    decided = {"qrels": qrels, "measure": measure, "curve": curve, "depth": depth, "slices": slices}
    decided |= {"link": link, "live": live, "force": force}
    shared = {"storage_version": storage_version, "strict": strict, "settings": scoring["settings"]}
    shared |= {"progress": scoring["progress"]}
    if add:
        refuse_decided({**scoring, "columns": None, **decided})
        from evalsql.database.add import add_to_database

        problems = add_to_database(database, runs, columns=scoring["columns"], label=label, outside=outside, **shared)
    else:
        from evalsql.database.build import CURVES, build_database
        from evalsql.database.target import STORAGE

        kept: dict[str, Any] = {"curves": curve or CURVES, "link": link, "live": live, "force": force, "label": label}
        kept |= {"depth": depth, "slices": slices, "by": by or (), "strict": strict}
        measures = o.asked_of(measure, qrels)
        storage = storage_version or STORAGE
        problems = build_database(database, runs, qrels, measures, storage_version=storage, **kept, **scoring)
    return Shown(problems=problems, notes=() if notices.quiet else [*about(database)])


def refuse_decided(given: dict[str, Any]) -> None:
    """Refuses what a database that is there has decided already."""
    for name, value in given.items():
        if name not in ("settings", "progress") and value not in (None, False, "auto"):
            raise InputError(f"--add takes all but the runs from the database; leave out --{name}")


def about(database: Path) -> Iterator[str]:
    """How large a database is, what it holds and how it is opened."""
    from evalsql.connections import open_bare
    from evalsql.words import plural

    path, size = database.absolute(), database.stat().st_size / 1e6
    with open_bare(str(path)) as connection:
        ((runs, queries, scores),) = connection.execute(
            "select (select count(*) from run_summary), (select count(*) from query_summary), count(*) from scores"
        ).fetchall()
        names = {
            kind: connection.execute(
                f"select {kind}_name from duckdb_{kind}s() where not internal and schema_name = 'main' order by 1"
            ).fetchall()
            for kind in ("table", "view")
        }
    held = ", ".join([plural(runs, "run"), plural(queries, "query"), plural(scores, "score")])
    yield from [
        f"wrote {database}, {size:z.1f} MB: {held}",
        *(f"{kind}s: {', '.join(name for (name,) in names[kind])}" for kind in ("table", "view")),
        f"open it to read:  duckdb -readonly {database}",
        f"  Python      duckdb.connect({str(database)!r}, read_only=True)",
        f"  SQLAlchemy  duckdb:///{path}   with connect_args={{'read_only': True}}",
        f"  JDBC        jdbc:duckdb:{path}   with duckdb.read_only=true",
        "  attached    from e.ndcg(k := 10, database := 'e'); from e.paired_t(scores := 'e.scores')",
    ]
