"""The evaluations that made a database what it is: what is noted of each, its runs, and what these were read from."""

from collections.abc import Mapping

from evalsql.connections import Connection, fetch_all, fetch_one
from evalsql.database.reading import table
from evalsql.files.history import COLUMNS, Note, columns_created, hash_of_all, measured

OF_JUDGMENTS = ("qrels", "gains", "weights", "costs")
DECIDED = (
    "population",
    "ties",
    "depth",
    "queries",
    "subtopics",
    "where",
    "columns",
)  # what evalsql_meta says that is noted as options


def put_sources(connection: Connection, named: Mapping[str, str | None], action: str, number: int) -> None:
    """Makes made_sources from evalsql_inputs and evalsql_digests: each file, with its size and hash.

    If runs are added, these alone are new. Of linked files, named gives the run by path, if their rows do not say it.
    """
    connection.execute("""
        create or replace temp table made_sources (
            kind varchar, path varchar, run varchar, bytes bigint, rows bigint, sha256 varchar, md5 varchar,
            evaluation integer
        )
    """)
    if action != "build":
        connection.execute(f"insert into made_sources by name from {table(connection, 'evalsql_sources')}")
    for kind, path, size, rows, sha256, md5 in read_inputs(connection):
        if action == "build" or kind in ("runs", "scores"):
            row = [kind, path, named.get(path), size, rows, sha256, md5, number]
            connection.execute("insert into made_sources values (?, ?, ?, ?, ?, ?, ?, ?)", row)


def read_inputs(connection: Connection) -> list[tuple]:
    """What was read: kind, path, bytes, rows, SHA-256 of the file, and the hash of the rows of what is no file."""
    rows = fetch_all(
        connection, "select kind, file, rows, digest from evalsql_inputs left join evalsql_digests using (kind, file)"
    )
    found = []
    for kind, label, count, digest in rows:
        path, size, sha256 = measured(label)
        found.append(("scores" if kind == "values" else kind, path, size, count, sha256, digest))
    return found


def hash_of_read(connection: Connection, kinds: tuple[str, ...]) -> str | None:
    """One hash for all inputs of some kinds that were read."""
    return hash_of_all(
        sha256 or (md5 and f"md5:{md5}") for kind, _, _, _, sha256, md5 in read_inputs(connection) if kind in kinds
    )


def put_evaluations(connection: Connection, action: str, label: str | None) -> int:
    """Makes made_evaluations, with a row for this one, and made_added, which says what evaluation added each run.

    Returns the number of the evaluation. Runs are added to the database that is open as evalsql_kept.
    """
    connection.execute(f"create or replace temp table made_evaluations ({columns_created()})")
    known = "select null::varchar as run, null::integer as evaluation where false"
    if action == "add":
        connection.execute(f"insert into made_evaluations by name from {table(connection, 'evaluations')}")
        known = f"select run::varchar as run, evaluation from {table(connection, 'run_summary')}"
        last = "select qrels_hash from made_evaluations order by evaluation desc limit 1"
        (judged,) = fetch_one(connection, last)
    else:
        judged = hash_of_read(connection, OF_JUDGMENTS)
    (number,) = fetch_one(connection, "select coalesce(max(evaluation), 0) + 1 from made_evaluations")
    connection.execute(f"""
        create or replace temp table made_added as
        select run, coalesce(known.evaluation, {number})::integer as evaluation
        from made_names
        left join ({known}) as known using (run)
    """)
    (runs,) = fetch_one(connection, f"select count(*) from made_added where evaluation = {number}")
    said = dict(fetch_all(connection, "from made_meta"))
    options = {name: said.get(name) for name in DECIDED}
    hash_of_runs = hash_of_read(connection, ("runs", "scores"))
    row = Note(action, label, runs, hash_of_runs, judged, said.get("convention"), options).row(number, said["created"])
    connection.execute(f"insert into made_evaluations values ({', '.join('?' * len(COLUMNS))})", row)
    return number
