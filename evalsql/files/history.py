"""The record of an evaluation where its scores are kept: when, of what inputs, by which versions and commit."""

import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from os import PathLike, fspath
from pathlib import Path
from stat import S_ISREG
from typing import Any

import duckdb

from evalsql.catalog.measure import parse_measure
from evalsql.catalog.sqlfiles import read_file
from evalsql.connections import Connection, fetch_all
from evalsql.errors import InputError
from evalsql.inputs.files import expand, file_of
from evalsql.inputs.views import listed
from evalsql.render import statements
from evalsql.sqltext import Sql, folded, identifier, quote, sql_list

# the columns of the table evaluations, in a built database and in a history
COLUMNS = dict.fromkeys(read_file("database/tables", "evaluations")[0]["columns"], "VARCHAR")
COLUMNS |= {"evaluation": "INTEGER", "evaluated_at": "TIMESTAMP", "runs": "INTEGER"}
HISTORY = ["evaluation", "evaluated_at", "label", "git_commit", "metric", "run", "value", "queries"]
DROPPED_OR_PAID = ("exclusions", "candidates", "costs")  # tables beside the judgments, noted by their hashes
COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


@dataclass(frozen=True)
class Note:
    """The record of an evaluation, without its number and time."""

    action: str  # build, add or append
    label: str | None = None  # what the user calls it
    runs: int | None = None  # how many runs it added
    # what tells its runs from others; None if they were no files and their rows were not kept
    runs_hash: str | None = None
    qrels_hash: str | None = None  # the same of its judgments
    convention: str | None = None  # whose conventions it follows
    options: Mapping[str, Any] = field(default_factory=dict)  # what else was decided

    def row(self, number: int, moment: str) -> list[Any]:
        """The row of the table evaluations, in the order of its columns."""
        from importlib.metadata import version  # which takes as long as a third of the modules of evalsql

        options = {name: value for name, value in self.options.items() if value is not None}
        return [
            *(number, moment, self.label, self.action, self.runs, self.runs_hash, self.qrels_hash, self.convention),
            *(json.dumps(options, sort_keys=True), version("evalsql"), duckdb.__version__, git_commit()),
        ]


def note_of(runs: Any, qrels: Any, convention: str | None, options: Mapping[str, Any]) -> Note:
    """The record of an evaluation whose scores are added to a table.

    Its options are those of the evaluation, and as copied the hashes of inputs that are not files of this machine.
    """
    said = {
        name: options.get(name)
        for name in ("population", "ties", "depth", "duplicates", "where", "columns", "subtopics")
    }
    said |= {name: options.get(name) or None for name in ("judged_only", "without_own")}
    said["queries"] = "all" if options.get("queries") is None else "listed"
    if options.get("queries") is not None:
        listed_ids = "\n".join(sorted(set(map(str, options["queries"]))))
        said["queries_hash"] = hashlib.sha256(listed_ids.encode()).hexdigest()
    given = {
        "qrels": qrels,
        "runs": runs,
        **{name: options.get(name) for name in ("gains", "weights", *DROPPED_OR_PAID)},
    }
    read = {kind: list(files_of(each)) for kind, each in given.items() if each is not None}
    said["files"] = {path: digest for each in read.values() for path, _, digest in each if digest is not None}
    hashes: dict[str, list[str | None]] = {kind: [digest for *_, digest in each] for kind, each in read.items()}
    for kind, copied in options.get("copied", {}).items():
        if None in hashes[kind]:
            hashes[kind] = [*filter(None, hashes[kind]), *copied]
    said |= {name: hash_of_all(hashes[name]) or "given" for name in DROPPED_OR_PAID if name in hashes}
    return Note(
        "append",
        runs_hash=hash_of_all(hashes["runs"]),
        qrels_hash=hash_of_all(each for kind in ("qrels", "gains", "weights") for each in hashes.get(kind, [])),
        convention=convention,
        options=said,
    )


def files_of(given: Any) -> Iterator[tuple[str, int | None, str | None]]:
    """The path, size and SHA-256 of each file that is meant; what is not a file of this machine has its name alone."""
    for _, each in listed(given):
        text = fspath(each) if isinstance(each, str | PathLike) else "-"
        if text == "-" or "://" in text:
            yield text, None, None
        elif file_of(text) is not None:
            yield measured(text)
        else:
            try:
                yield from (measured(file.label) for file in expand(text))
            except InputError:  # a table of the user's connection
                yield text, None, None


def read_json(text: str | None, type_: type, place: str) -> Any:
    """The value of a JSON text in a database; an empty list or object if it is null."""
    with suppress(ValueError):
        found = type_() if text is None else json.loads(text)
        if isinstance(found, type_):
            return found
    raise InputError(f"{place} is not what evalsql writes there; rebuild it")


def columns_created() -> str:
    return ", ".join(f"{name} {type_}" for name, type_ in COLUMNS.items())


def hash_of_all(digests: Iterable[str | None]) -> str | None:
    """One hash for several inputs in any order; None if one has none."""
    found = list(digests)
    known = sorted(each for each in found if each is not None)
    if not known or len(known) < len(found):
        return None
    return known[0] if len(known) == 1 else hashlib.sha256("\n".join(known).encode()).hexdigest()


def measured(label: str) -> tuple[str, int | None, str | None]:
    """The absolute path of what was read, its size and its hash; a table or frame has only its name."""
    path = file_of(label)
    if path is None:
        return label, None, None
    with open(path, "rb") as opened:
        digest = hashlib.file_digest(opened, "sha256").hexdigest()
    return f"{os.path.abspath(path)}{label[len(path) :]}", os.path.getsize(path), digest


def git_commit(folder: Path | None = None) -> str | None:
    """The commit that is checked out in a folder, read from regular files of .git, below refs alone; None without."""
    with suppress(OSError, ValueError, StopIteration):
        folder = (folder or Path.cwd()).resolve()
        git = next(each / ".git" for each in (folder, *folder.parents) if (each / ".git").exists())
        if git.is_file():  # of a work tree, or of a submodule
            git = git.parent / text_of(git).removeprefix("gitdir:").strip()
        head = text_of(git / "HEAD").strip()
        if head.startswith("ref:"):
            shared = git / text_of(git / "commondir").strip() if (git / "commondir").exists() else git
            name = head.removeprefix("ref:").strip()
            branch = (shared / name).resolve()
            if branch.is_relative_to(shared.resolve() / "refs") and branch.is_file():
                head = text_of(branch).strip()
            else:
                packed = (line.partition(" ") for line in text_of(shared / "packed-refs").splitlines())
                head = next(commit for commit, _, ref in packed if ref == name)
        return head if COMMIT.fullmatch(head) else None
    return None


def text_of(path: Path) -> str:
    """A regular file of git's: a pipe would wait for ever, and a link may lead to a file of anybody's."""
    if not S_ISREG(path.lstat().st_mode):
        raise OSError(f"{path}: not a regular file")
    return path.read_text(encoding="utf-8")


def put(connection: Connection, path: Path, database: str, table: str, note: Note, moment: datetime) -> None:
    """Notes an evaluation in a database that its scores were added to, in the same transaction, with a view history."""
    place, scores = f"{database}.main.evaluations", f"{database}.main.{identifier(table)}"
    connection.execute(f"create table if not exists {place} ({columns_created()})")
    there = {name: type_ for name, type_, *_ in fetch_all(connection, f"describe {place}")}
    if there != COLUMNS:
        raise InputError(
            f"{path}: has a table evaluations of its own, and evaluations cannot be recorded in it;"
            " write to another file"
        )
    # one whose rows were taken out keeps its number
    again = f"select min(evaluation) from {place} where label = ? and evaluated_at not in (from times)"
    times = f"with times as (select evaluated_at from {scores} where evaluated_at is not null)"
    ((number,),) = fetch_all(connection, f"{times} {again}", [note.label])
    # a table of scores that was replaced has none of these any more; one from before evaluations were noted has more
    unnoted = statements.ranking(
        "unnoted", "scores/history", recorded=Sql(place), scores=Sql(scores), moment=quote(str(moment))
    )
    connection.execute(f"""
        delete from {place}
        where evaluated_at not in (select evaluated_at from {scores} where evaluated_at is not null);
        insert into {place} by name {unnoted}
    """)
    if number is None:
        ((number,),) = fetch_all(connection, f"select coalesce(max(evaluation), 0) + 1 from {place}")
    added = f"select count(distinct run) from {scores} where evaluated_at = {quote(str(moment))}::timestamp"
    ((runs,),) = fetch_all(connection, added)
    row = replace(note, runs=runs).row(number, str(moment))
    connection.execute(f"insert into {place} values ({', '.join('?' * len(row))})", row)
    put_view(connection, path, database, table)


def forget(connection: Connection, database: str, table: str) -> None:
    """Drops the records of the scores of a table that is replaced, and the view history over these."""
    # those of the scores and of what is noted of them, each with what is looked for
    columns = f"""
        select {folded("table_name")} = 'evaluations', {folded("table_name")} = {folded("?")}, column_name
        from duckdb_columns() where database_name = ? and schema_name = 'main'
    """
    there = fetch_all(connection, columns, [table, database])
    noted = {name for of_notes, _, name in there if of_notes} >= COLUMNS.keys()
    if not noted or "evaluated_at" not in {name for _, of_scores, name in there if of_scores}:
        return
    place, scores = f"{database}.main.evaluations", f"{database}.main.{identifier(table)}"
    connection.execute(f"delete from {place} where evaluated_at in (select evaluated_at from {scores})")
    if fetch_all(connection, f"select 1 from {place} limit 1"):  # those of another table
        return
    if owns_history(connection, database):
        connection.execute(f"drop view {database}.main.history")
    connection.execute(f"drop table {place}")


def owns_history(connection: Connection, database: str) -> bool | None:
    """Whether what is called history in a database is our view, by its columns; None if nothing is called so.

    The catalog says so; to describe a view would be to read what it reads.
    """
    select = f"""
        select list(column_name order by column_index asc) from duckdb_columns()
        where database_name = ? and schema_name = 'main' and {folded("table_name")} = 'history'
    """
    ((columns,),) = fetch_all(connection, select, [database])
    views = (
        f"from duckdb_views() where database_name = ? and schema_name = 'main' and {folded('view_name')} = 'history'"
    )
    return (columns == HISTORY and fetch_all(connection, views, [database]) != []) if columns else None


def put_view(connection: Connection, path: Path, database: str, table: str) -> None:
    """Makes the view history over scores and evaluations; refuses a table or view of the user's of that name."""
    if owns_history(connection, database) is False:
        raise InputError(f"{path}: has a table or view history of its own, in place of ours; write to another file")
    scores = f"{database}.main.{identifier(table)}"
    summaries: dict[str, list[str]] = {"sum": [], "geometric": []}
    for (text,) in fetch_all(connection, f"select distinct metric from {scores} order by metric asc"):
        with suppress(InputError):  # one of another tool, whose values are averaged
            summaries.get(parse_measure(text).metric.summary, []).append(text)
    select = statements.ranking(
        "history",
        "reports/scores",
        scores=identifier(table),
        sums=sql_list(summaries["sum"]),
        geometric=sql_list(summaries["geometric"]),
    )
    connection.execute(f"create or replace view {database}.main.history as {select}")
