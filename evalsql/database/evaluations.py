"""The evaluations that made a database what it is: what is noted of each, its runs, and what these were read from."""

import json
from collections.abc import Mapping
from typing import Any

from evalsql.connections import Connection, fetch_all, fetch_one
from evalsql.database.layouts import columns, names, table
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

    Where runs are added, these alone are new; in an upgrade nothing is, but linked files, which are read again, may
    have changed. Of linked files, named says the run, by path, where their rows do not say it.
    """
    connection.execute("""
        create or replace temp table made_sources (
            kind varchar, path varchar, run varchar, bytes bigint, rows bigint, sha256 varchar, md5 varchar,
            evaluation integer
        )
    """)
    if action != "build":
        given = table(connection, "evalsql_sources")
        first = "" if "evaluation" in columns(connection, "evalsql_sources") else ", 1 as evaluation"
        connection.execute(f"insert into made_sources by name select *{first} from {given}")
    (anew,) = fetch_one(connection, f"select exists (from made_added where evaluation = {number})")
    for kind, path, size, rows, sha256, md5 in read_inputs(connection):
        if action == "build" or (action == "add" and kind in ("runs", "scores")):
            row = [kind, path, named.get(path), size, rows, sha256, md5, number]
            connection.execute("insert into made_sources values (?, ?, ?, ?, ?, ?, ?, ?)", row)
        elif action == "upgrade":
            again = "update made_sources set bytes = ?, rows = ?, sha256 = ?, evaluation = greatest(evaluation, ?)"
            row = [size, rows, sha256, number if anew else 0, kind, path]
            connection.execute(f"{again} where kind = ? and path = ?", row)


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


def put_evaluations(connection: Connection, action: str, label: str | None, earlier: Mapping[str, Any] | None) -> int:
    """Makes made_evaluations, with a row for this one, and made_added, which says what evaluation added each run.

    It gives the number of the evaluation. What is earlier is what evalsql_meta says of the database that is open as
    evalsql_kept, if runs are added to one, or it is upgraded; then it says as changed what has changed since.
    """
    connection.execute(f"create or replace temp table made_evaluations ({columns_created()})")
    known = "select null::varchar as run, null::integer as evaluation where false"
    judged: str | None = None
    if earlier is not None:
        summary = table(connection, "run_summary")
        if "evaluations" in names(connection):
            connection.execute(f"insert into made_evaluations by name from {table(connection, 'evaluations')}")
            known = f"select run::varchar as run, evaluation from {summary}"
        else:  # all that is known of what was before there was such a table
            note_first(connection, earlier)
            known = f"select run::varchar as run, 1 as evaluation from {summary}"
        last = "select qrels_hash from made_evaluations order by evaluation desc limit 1"
        (judged,) = fetch_one(connection, last)
    anew = bool(earlier and earlier.get("changed"))  # all scores are of this evaluation then
    (number,) = fetch_one(connection, "select coalesce(max(evaluation), 0) + 1 from made_evaluations")
    connection.execute(f"""
        create or replace temp table made_added as
        select run, coalesce({"null" if anew else "known.evaluation"}, {number})::integer as evaluation
        from made_names
        left join ({known}) as known using (run)
    """)
    (runs,) = fetch_one(connection, f"select count(*) from made_added where evaluation = {number}")
    said = dict(fetch_all(connection, "from made_meta"))
    if earlier is None or anew or (action == "upgrade" and said.get("linked") == "true"):  # whose files are read again
        judged = hash_of_read(connection, OF_JUDGMENTS)
    note = Note(
        action,
        label,
        runs,
        None if action == "upgrade" and not anew else hash_of_read(connection, ("runs", "scores")),
        judged,
        said.get("convention"),
        {name: said.get(name) for name in DECIDED},
    )
    put_row(connection, note.row(number, said["created"]))
    return number


def note_first(connection: Connection, said: Mapping[str, Any]) -> None:
    """Adds the row of all that a database was made of before it had a table of evaluations, by its evalsql_meta."""
    (runs,) = fetch_one(connection, f"select count(*) from {table(connection, 'run_summary')}")
    hashes: dict[str, list[str | None]] = {}
    for kind, digest in fetch_all(connection, f"select kind, sha256 from {table(connection, 'evalsql_sources')}"):
        hashes.setdefault("qrels" if kind in OF_JUDGMENTS else "runs", []).append(digest)
    options = {name: said[name] for name in DECIDED if said.get(name) is not None}
    row: list[Any] = [1, said["created"], None, "build", runs]
    row += [hash_of_all(hashes.get(kind, [])) for kind in ("runs", "qrels")]
    row += [said.get("convention"), json.dumps(options, sort_keys=True), said["evalsql"], said["duckdb"], None]
    put_row(connection, row)


def put_row(connection: Connection, row: list[Any]) -> None:
    """Adds a row to made_evaluations."""
    connection.execute(f"insert into made_evaluations values ({', '.join('?' * len(COLUMNS))})", row)
