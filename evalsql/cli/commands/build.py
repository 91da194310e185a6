"""`evalsql build`: an analysis database, which any client of DuckDB opens."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evalsql.cli import notices
from evalsql.cli.delivery import warn
from evalsql.cli.old import (
    DEFAULT_MEASURES,
    OF_SCORES,
    ByOption,
    OptionalQrels,
    RunsOrScores,
    SlicesOption,
    StorageVersion,
    curve_option,
    measure_option,
    refuse_by,
    with_built_options,
)

if TYPE_CHECKING:
    from evalsql.scoring.options import Options

PLACE = 41  # in the help


@with_built_options
def build(
    database: Annotated[Path, typer.Argument(metavar="DATABASE", help="The file to write; its name ends in .duckdb.")],
    runs: RunsOrScores = None,  # type: ignore[assignment]  # none with --upgrade
    qrels: OptionalQrels = None,
    measure: Annotated[list[str] | None, measure_option(", ".join(DEFAULT_MEASURES) + OF_SCORES)] = None,
    curve: Annotated[list[str] | None, curve_option("keep the averages of")] = None,
    link: Annotated[
        bool, typer.Option("--link", help="Leave runs and judgments in their files, and keep views on these.")
    ] = False,
    live: Annotated[
        bool,
        typer.Option("--live", help="Put macros over any runs and qrels into the schema live too, as lib has them."),
    ] = False,
    add: Annotated[
        bool, typer.Option("--add", help="Add runs to a database that is there; all else is as it was built.")
    ] = False,
    upgrade: Annotated[
        bool,
        typer.Option("--upgrade", help="Bring a database of an older evalsql up to date, from what it holds; no RUNS."),
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it is there, whatever it is.")] = False,
    label: Annotated[
        str | None,
        typer.Option("--label", metavar="TEXT", help="What this is called in the table evaluations; see evalsql log."),
    ] = None,
    storage_version: StorageVersion = None,
    depth: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Look at the first N documents of each ranking only.")
    ] = None,
    slices: SlicesOption = None,
    by: ByOption = None,
    *,
    options: "Options",
    strict: Annotated[
        bool, typer.Option("--strict", help="Look for documents retrieved twice among all rows, however many.")
    ] = False,
) -> None:
    """Write a DuckDB file with runs, judgments, scores, comparisons, curves, and a macro for each metric.

    Any client of DuckDB opens it, without evalsql: from leaderboard, from comparisons, from ndcg(k := 10). Without
    --qrels, RUNS are tables of scores, such as a folder that Spark wrote, and what needs runs or judgments is left out.

    \b
    Examples:
      evalsql build eval.duckdb 'runs/*.run' --qrels qrels.txt
      evalsql build eval.duckdb runs.parquet --qrels qrels.parquet -m nDCG@10 -m 'RBP(p=0.8)' --curve 'nDCG@20' --link
      evalsql build eval.duckdb new.run --add --label 'title field x 3'
      evalsql build --upgrade eval.duckdb
      evalsql build eval.duckdb scores/
      evalsql build eval.duckdb 'runs/*.run' --qrels qrels.txt --slices queries.parquet --by language
    """
    from evalsql.cli.progress import progress
    from evalsql.database.add import add_to_database
    from evalsql.database.build import CURVES, build_database
    from evalsql.database.target import STORAGE
    from evalsql.errors import InputError

    settings = options.get("settings")
    refuse_by(slices, by)
    if not runs and not upgrade:
        raise InputError("no runs were given; type evalsql build DATABASE RUNS --qrels QRELS")
    with progress() as tell:
        if upgrade:
            from evalsql.database.upgrade import upgrade_database

            decided = {name: value for name, value in options.items() if name != "settings"}
            refuse_decided(
                "upgrade",
                decided
                | {"RUNS": runs or None, "qrels": qrels, "measure": measure, "curve": curve, "depth": depth}
                | {"slices": slices, "label": label},
                link=link,
                live=live,
                add=add,
                force=force,
            )
            warnings = upgrade_database(
                database, storage_version=storage_version, settings=settings, strict=strict, progress=tell
            )
        elif add:
            decided = {name: value for name, value in options.items() if name not in ("settings", "columns")}
            refuse_decided(
                "add",
                decided | {"qrels": qrels, "measure": measure, "curve": curve, "depth": depth, "slices": slices},
                link=link,
                live=live,
                force=force,
            )
            warnings = add_to_database(
                database,
                runs,
                storage_version=storage_version,
                columns=options.get("columns"),
                settings=settings,
                strict=strict,
                label=label,
                progress=tell,
            )
        else:
            warnings = build_database(
                database,
                runs,
                qrels,
                measure or (() if qrels is None else DEFAULT_MEASURES),
                curves=curve or CURVES,
                link=link,
                live=live,
                force=force,
                storage_version=storage_version or STORAGE,
                depth=depth,
                strict=strict,
                slices=slices,
                by=by or (),
                label=label,
                progress=tell,
                **options,
            )
    warn(warnings)
    if not notices.quiet:
        say_built(database)


def refuse_decided(option: str, given: dict[str, Any], **flags: bool) -> None:
    """Refuses what a database that is there has decided already."""
    from evalsql.errors import InputError

    there = [name for name, value in given.items() if value not in (None, "auto")]
    there += [name for name, value in flags.items() if value]
    if there:
        what = "all but the runs" if option == "add" else "all"
        name = there[0] if there[0] == "RUNS" else f"--{there[0]}"
        raise InputError(f"--{option} takes {what} from the database; leave out {name}")


def say_built(database: Path) -> None:
    """Says on standard error which file was written, how large it is, what it holds and how it is opened."""
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
    lines = [
        f"wrote {database}, {size:z.1f} MB: {held}",
        *(f"{kind}s: {', '.join(name for (name,) in names[kind])}" for kind in ("table", "view")),
        f"open it to read:  duckdb -readonly {database}",
        f"  Python      duckdb.connect({str(database)!r}, read_only=True)",
        f"  SQLAlchemy  duckdb:///{path}   with connect_args={{'read_only': True}}",
        f"  JDBC        jdbc:duckdb:{path}   with duckdb.read_only=true",
    ]
    for line in lines:
        notices.note(line)
