"""TREC text: `query_id Q0 doc_id rank score run` and `query_id iteration doc_id relevance`, between any blanks.

Tabs, several blanks, trailing fields, both ends of line and lines of comment (#) are all found in real files.
"""

import os
import re
from collections.abc import Sequence
from dataclasses import replace

import duckdb

from evalsql.errors import InputError
from evalsql.inputs.source import File, Kind, Row, Source, cleaned, first_line, sql_list

FIELDS: dict[Kind, tuple[str, ...]] = {
    "runs": ("query_id", "Q0", "doc_id", "rank", "score", "run"),
    "qrels": ("query_id", "iteration", "doc_id", "relevance"),
}

# The words of a line. Most lines have one blank or one tab between two words, which is ten times as fast to split.
WORDS = """
case
    when contains(line, '\r') or contains(line, '  ') or contains(line, '\t\t') or line[1] in (' ', '\t')
        or contains(line, '\t') and contains(line, ' ')
    then list_filter(string_split(translate(line, '\t\r', '  '), ' '), lambda each: each <> '')
    when contains(line, '\t') then string_split(line, '\t')
    else string_split(line, ' ')
end
"""


def read(connection: duckdb.DuckDBPyConnection, files: Sequence[File], kind: Kind) -> list[Source]:
    """One source of all the files, read into a table.

    Raises:
        InputError: a file is not readable as text.
    """
    table = f"evalsql_input_trec_{kind}"
    fields = {name: f"field[{place}]" for place, name in enumerate(FIELDS[kind], start=1)}
    paths = sql_list([file.path for file in files])
    try:
        connection.execute(f"""
            create or replace temp table {table} as
            select {cleaned(kind, fields, fields[FIELDS[kind][-1]])}, list_position({paths}, path)::integer as file
            from (select path, {WORDS} as field from {lines(files)})
            where len(field) > 0 and not starts_with(field[1], '#')
        """)
    except duckdb.Error as error:
        raise unreadable(connection, files, error) from None
    columns = "query_id, doc_id, relevance, gain, subtopic, iteration, weight, probability"
    names: list[str | None] = [None] * len(files)
    if kind == "runs":
        names = run_names(connection, table, files)
        # a line without its last field has no tag, and so no run
        run = f"case when run is not null then coalesce({sql_list(names)}[file], run) end as run"
        columns = f"{run}, query_id, doc_id, score, rank"
    labels = sql_list([file.label for file in files])

    def find(label: str, row: int) -> Row:
        place = [file.label for file in files].index(label)
        counted = f"select count(*) from {table} where file = ? and rowid < ? - 1"
        ((nth,),) = connection.execute(counted, [place + 1, row]).fetchall()
        return find_line(files[place], nth, kind)

    rows = f"select {columns}, {labels}[file] as file, rowid + 1 as row from {table}"
    named = [replace(file, run=name) for file, name in zip(files, names, strict=True)]
    numbered = ""
    if kind == "runs":
        numbered = f"select ((file - 1)::bigint << 40) + rowid as n, {run}, query_id, doc_id, score, rank from {table}"
    return [Source(rows, named, find, FIELDS[kind], numbered=numbered)]


def lines(files: Sequence[File]) -> str:
    """A scan of text files, a row a line, with the path of its file."""
    return (
        f"read_csv({sql_list([file.pattern for file in files])}, columns = {{'line': 'VARCHAR'}}, delim = chr(0),"
        " quote = '', escape = '', header = false, auto_detect = false, strict_mode = false, filename = 'path')"
    )


def run_names(connection: duckdb.DuckDBPyConnection, table: str, files: Sequence[File]) -> list[str | None]:
    """For each file the name of its run, or None where its tags name it: several in one file, or standard input.

    Raises:
        InputError: a file was cut short in the name of its run, which would then be another run.
    """
    tags: dict[int, dict[str, int]] = {}
    for place, tag, count in connection.execute(
        f"select file, run, count(*) from {table} where run is not null group by all"
    ).fetchall():
        tags.setdefault(place, {})[tag] = count
    names = []
    for place, file in enumerate(files, start=1):
        own = tags.get(place, {})
        cut = [tag for tag, count in own.items() if count == 1 and any(o != tag and o.startswith(tag) for o in own)]
        if cut and not ends_with_a_line(file):
            raise InputError(f"{file.label}: cut short in its last line, whose run is {cut[0]!r}")
        names.append(None if len(own) > 1 else file.run)
    return names


def ends_with_a_line(file: File) -> bool:
    """Whether the last line of a file has an end."""
    with open(file.path, "rb") as opened:
        opened.seek(-1, os.SEEK_END)
        return opened.read(1) in b"\r\n"


def find_line(file: File, row: int, kind: Kind) -> Row:
    """The line of a file that is its nth with anything on it, from 0."""
    with open(file.path, encoding="utf-8-sig", errors="replace") as opened:
        for number, line in enumerate(opened, start=1):
            fields = re.findall(r"[^ \t\r\n]+", line)
            if not fields or fields[0].startswith("#"):
                continue
            if row == 0:
                return Row(f"line {number}", dict(zip(FIELDS[kind], fields, strict=False)), " ".join(fields))
            row -= 1
    raise LookupError(f"{file.label} has changed while it was read")


def unreadable(connection: duckdb.DuckDBPyConnection, files: Sequence[File], error: duckdb.Error) -> InputError:
    """The refusal of the first file that is not text."""
    for file in files:
        try:
            connection.execute(f"select count(*) from {lines([file])}").fetchall()
        except duckdb.Error as own:
            line = re.search(r"Line: (\d+)", str(own))
            place = f"{file.label}, line {line[1]}" if line else file.label
            if "utf-8" in str(own).lower():
                return InputError(f"{place}: not UTF-8 text")
            return InputError(f"{place}: not readable as TREC text: {first_line(own)}")
    return InputError(f"{files[0].label}: not readable as TREC text: {first_line(error)}")
