"""Parquet files, read in place: one, many, or the folders of a hive."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import pairwise

import duckdb

from evalsql.catalog.inputs import INPUTS, Kind
from evalsql.connections import Connection, first_line
from evalsql.errors import InputError
from evalsql.inputs.columns import as_given, find_column, match_columns, unused_keys
from evalsql.inputs.expressions import OF_A_SCAN, PLACE, by_rank, expressed
from evalsql.inputs.lists import (
    expressed_before,
    find_lists,
    parted,
    place_of,
    refuse_uneven,
    unnested,
    without_lists,
)
from evalsql.inputs.source import File, Row, Source, cleaned, plain, types_of
from evalsql.inputs.where import rows_where
from evalsql.inputs.wide import melted
from evalsql.sqltext import identifier, quote, sql_list
from evalsql.words import said

NAME = __name__.rpartition(".")[2]
SUFFIXES = (".parquet", ".pq")
TEXT = False
WITHIN = ()
LINKED = True
HIVE = re.compile(r"(?:^|(?<=[/\\]))([^/\\=]+)=([^/\\]*)(?=[/\\])")


def begins(start: bytes) -> bool:
    return start.startswith(b"PAR1")


def read(connection: Connection, files: Sequence[File], kind: Kind, *, in_place: bool = False) -> list[Source]:
    """A source for each set of files that share their columns; without any copy of them where it must be in place."""
    alike: dict[tuple, list[File]] = {}
    for file in files:
        try:
            columns = connection.execute(f"describe from {scan([file])}").fetchall()
        except duckdb.Error as error:
            raise InputError(f"{file.label}: not readable as Parquet: {why(error, file)}") from None
        alike.setdefault(tuple((name, kind_) for name, kind_, *_ in columns), []).append(file)
    return [
        read_alike(connection, same, kind, dict(columns), f"evalsql_input_{kind}_{NAME}_{place}", in_place)
        for place, (columns, same) in enumerate(alike.items())
    ]


def read_alike(
    connection: Connection, files: Sequence[File], kind: Kind, types: Mapping[str, str], copy: str, in_place: bool
) -> Source:
    """The source of files with the same columns."""
    chosen, where = files[0].columns, files[0].where
    given = rows_where(connection, scan(files), where, files[0].label)
    scanned = given
    given, columns, chosen, late = expressed_before(connection, given, kind, files[0].label, types, chosen)
    given, columns = parted(connection, given, kind, files[0].label, columns, chosen)
    given, columns = melted(given, kind, columns, chosen)
    lists = find_lists(kind, files[0].label, columns, chosen)
    if lists is not None:
        refuse_uneven(connection, given, lists, kind, files[0].label, columns, chosen)
        given, chosen = numbered_again(unnested(given, lists, kind, columns)), (*without_lists(chosen, kind), *late)
        columns = {name: type_ for name, type_, *_ in connection.execute(f"describe from {given}").fetchall()}
        given, columns, chosen = expressed(connection, given, kind, files[0].label, columns, chosen)
    names = [name for name in columns if name not in OF_A_SCAN]
    matched = match_columns(kind, files[0].label, names, chosen, as_given(names, partial(exact, connection, files[0])))
    labels, paths = sql_list([file.label for file in files]), sql_list([file.path for file in files])
    named = sql_list([file.run or "run" for file in files])
    place = f"list_position({paths}, _es_file)"
    refuse_merged(connection, files, list(matched.values()))
    texts = {ours: identifier(theirs) for ours, theirs in matched.items()}
    typed = types_of(kind, files[0].label, matched, columns)
    rows = cleaned(kind, texts, f"{named}[{place}]", typed)
    copied = any(file.path != file.label for file in files) or (lists is not None and not in_place)
    # which only the scan itself says
    indexed = where is None and given == scanned and "file_index" not in columns
    table, index = given, "file_index::bigint" if indexed else f"{place}::bigint - 1"
    if copied:
        table, index = copy, f"{place}::bigint - 1"
        connection.execute(f"create or replace temp table {table} as from {given}")

    def find(label: str, row: int) -> Row:
        file = next(file for file in files if file.label == label)
        wanted = ", ".join(
            [*(f"{identifier(each)}::varchar" for each in matched.values()), *([PLACE] if lists else [])]
        )
        found = connection.execute(
            f"select {wanted} from {table} where file_row_number = ? and _es_file = ?", [row - 1, file.path]
        ).fetchall()[0]
        values = dict(zip(matched, found, strict=False))
        return Row(place_of(values, found[-1]) if lists else f"row {row}", values)

    rows = f"select {rows}, {labels}[{place}] as file, file_row_number + 1 as row from {table}"
    numbered, proved = "", False
    if kind == "runs" and (copied or lists is None):
        several = len(files) > 1
        numbered = (
            f"select {f'(({index}) << 40) + ' if several else ''}file_row_number as n,"
            f" {plain(texts, f'{named}[{index} + 1]' if several else quote(files[0].run or 'run'), typed)} from {table}"
        )
        proved = table != copy and proves_ids(connection, files, matched["doc_id"])
    if "run" in matched:
        files = [replace(file, run=None) for file in files]
    unused = [name for name in unused_keys(kind, matched, names) if not same_in_paths(name, files)]
    doubts = by_rank(files[0].label, matched)
    return Source(rows, files, find, matched.keys(), numbered=numbered, proved=proved, unused=unused, doubts=doubts)


def exact(connection: Connection, file: File) -> set[str]:
    """The names of columns as a file has them."""
    found = connection.execute(f"select name from parquet_schema({quote(file.pattern)})").fetchall()
    return {name for (name,) in found}


def numbered_again(rows: str) -> str:
    """A query, in brackets, of rows that were unnested, where file_row_number counts these."""
    number = f"row_number() over (partition by _es_file order by file_row_number asc, {PLACE} asc) - 1"
    return f"(select * replace ({number} as file_row_number) from {rows})"


def same_in_paths(column: str, files: Sequence[File]) -> bool:
    """Whether a column is that of folders, as in dt=2026-11-22, and the same for all files."""
    found = [re.search(rf"(?:^|[/\\]){re.escape(column)}=([^/\\]*)[/\\]", file.path) for file in files]
    return all(found) and len({each[1] for each in found if each}) == 1


def refuse_merged(connection: Connection, files: Sequence[File], columns: Sequence[str]) -> None:
    """Refuses folders such as run=bm25 in the place of a column of a file that has several values, not one."""
    if not in_folders(files):
        return
    for file in files:
        for key, value in HIVE.findall(file.path):
            if (
                key.lower() in (*INPUTS["runs"].columns["run"], *INPUTS["runs"].columns["query_id"]) and "=" in value
            ):  # which DuckDB does not take for a name
                raise InputError(f"{file.label}: its folder {said(f'{key}={value}')} has two =; write one as %3D")
    keys = {key.lower() for file in files for key, _ in HIVE.findall(file.path)} & {each.lower() for each in columns}
    patterns, named = sql_list([file.pattern for file in files]), sql_list(sorted(keys))
    held = f"select distinct name from parquet_schema({patterns}) where list_contains({named}, lower(name))"
    for (name,) in connection.execute(held).fetchall() if keys else ():
        column = identifier(name)
        with_it = sql_list([file.pattern for file in files if name in exact(connection, file)])
        several = connection.execute(f"""
            select filename from read_parquet({with_it}, filename = true, hive_partitioning = false)
            group by filename
            having min({column}) <> max({column}) or count({column}) not in (0, count(*))
            order by filename asc
        """).fetchall()
        for (path,) in several:
            file = next(file for file in files if file.path == path)
            folder = next(value for key, value in HIVE.findall(path) if key.lower() == name.lower())
            raise InputError(
                f"{file.label}: its folder says {name} is {said(folder)}, and its own column {name} has several values;"
                " rename the folder, or write the file without the column"
            )


def proves_ids(connection: Connection, files: Sequence[File], column: str) -> bool:
    """Whether the statistics of files say that no row of a column of text is null or empty."""
    if any("://" in file.path for file in files):
        return False
    try:
        ((proved,),) = connection.execute(
            f"""
            select bool_and(coalesce(stats_null_count = 0 and stats_min_value > '', false))
            from parquet_metadata({sql_list([file.pattern for file in files])})
            where path_in_schema = $column and row_group_num_rows > 0
            """,
            {"column": column},
        ).fetchall()
    except duckdb.Error:
        return False
    return bool(proved)


def refuse_damaged(connection: Connection, files: Sequence[File]) -> None:
    """Refuses the first of some Parquet files whose columns cannot be read."""
    for file in files:
        try:
            connection.execute(f"select max(columns(*)) from {scan([file])}").fetchall()
        except duckdb.Error as error:
            raise InputError(f"{file.label}: not readable as Parquet: {why(error, file)}") from None


def count_rows(connection: Connection, files: Sequence[File]) -> dict[str, int]:
    """How many rows each file has, by its path; damaged files are left out."""
    counts = {}

    def count(some: Sequence[File]) -> None:
        patterns = sql_list([file.pattern for file in some])
        found = connection.execute(f"select file_name, num_rows from parquet_file_metadata({patterns})").fetchall()
        counts.update(found if some[1:] else {some[0].path: found[0][1]})

    if files:
        with suppress(duckdb.Error):  # one is damaged
            count(files)
    for file in [] if all(file.path in counts for file in files) else files:
        with suppress(duckdb.Error):
            count([file])
    return counts


def split_by_run(connection: Connection, file: File, size: int) -> list[str]:
    """Conditions that divide a large file into parts of whole runs; each reads some row groups only."""
    columns = [name for name, *_ in connection.execute(f"describe from {scan([file])}").fetchall()]
    column = find_column("runs", "run", columns, file.columns)
    groups = connection.execute(
        f"""
        select stats_min_value, stats_max_value, row_group_num_rows, stats_null_count
        from parquet_metadata({quote(file.pattern)})
        where path_in_schema = $column and row_group_num_rows > 0 order by stats_min_value asc, stats_max_value asc
        """,
        {"column": column},
    ).fetchall()
    if not groups or any(nulls != 0 or not least or most is None for least, most, _, nulls in groups):
        return ["true"]
    last = max((highest for _, highest, *_ in groups), key=str.encode)
    cuts, most, rows = [], "", 0
    for (_, highest, count, _), (following, *_) in pairwise(groups):
        most, rows = max(most, highest, key=str.encode), rows + count
        # bytes are compared, as DuckDB does
        if rows >= size and most.encode() <= following.encode() and most not in (last, *cuts[-1:]):
            cuts.append(most)
            rows = 0
    return [
        " and ".join(f"run {sign} {quote(cut)}" for sign, cut in ((">", low), ("<=", high)) if cut is not None)
        or "true"
        for low, high in pairwise([None, *cuts, None])
    ]


def in_folders(files: Sequence[File]) -> bool:
    """Whether all files lie in folders such as run=bm25, which are columns."""
    return all(HIVE.search(file.path) for file in files)


def scan(files: Sequence[File]) -> str:
    """A scan of Parquet files that says of each row which file and which row of it."""
    hive = in_folders(files)
    # the files are alike, and union_by_name would make joins with them slower by a quarter
    return (
        f"read_parquet({sql_list([file.pattern for file in files])}, filename = '_es_file', file_row_number = true,"
        f" hive_partitioning = {str(hive).lower()}" + (", hive_types_autocast = false)" if hive else ")")
    )


def why(error: duckdb.Error, file: File) -> str:
    """Why DuckDB cannot read a file, without names of its exceptions and of our plain copies."""
    return re.sub(r"\b\w+Exception: ", "", first_line(error)).replace(file.path, file.label)
