"""The queries themselves: their texts, and whatever else a table says of each."""

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import duckdb

from evalsql.catalog.inputs import INPUTS
from evalsql.connections import Connection, fetch_all, first_line
from evalsql.errors import InputError, Problem
from evalsql.inputs import databases, frames, objects, tables
from evalsql.inputs.columns import chosen_for, match_columns, spelled
from evalsql.inputs.fields import lines_of
from evalsql.inputs.files import TREC, format_of, left_out
from evalsql.inputs.formats import delimited, jsonl
from evalsql.inputs.lists import is_list
from evalsql.inputs.source import Chosen, File, read_start
from evalsql.inputs.views import Columns, find_files, is_path, listed
from evalsql.render import statements
from evalsql.sqltext import NESTED, fold, identifier, quote
from evalsql.words import said

NUMBER = re.compile(r"FLOAT|DOUBLE|DECIMAL.*")
KIND = "queries"


@dataclass(frozen=True)
class Attribute:
    """A column of a table of queries: what it is called there, what holds it, and whether that is a list."""

    name: str
    column: str
    type: str

    @property
    def listed(self) -> bool:
        """Whether a query may have several values."""
        return is_list(self.type)


@dataclass(frozen=True)
class Queries:
    """Queries that were read, into the table evalsql_input_queries: query_id, text and a column for each attribute."""

    label: str  # what messages call them
    attributes: Mapping[str, Attribute]  # the attributes, by name
    text: bool  # whether they have texts
    doubts: Sequence[Problem]  # what looks wrong about their files


def read(
    connection: Connection, given: Any, folder: Path, own: Connection | None = None, columns: Columns = None
) -> Queries:
    """Reads queries: a table with one row per query, in any form, or lines of an id, a tab and a text."""
    chosen = chosen_for(columns, KIND)
    found = [each for _, one in listed(given) for each in scans(connection, one, folder, own, chosen)]
    label = found[0][0] if found else "the queries"
    if not found:
        raise InputError("no queries were given")
    for place, (name, scan, file) in enumerate(found):
        try:
            columns_there = tables.types_in(connection, scan).items()
            names = {each: type_ for each, type_ in columns_there if not each.startswith(delimited.UNNAMED)}
            matched = match_columns(KIND, name, list(names), chosen)
            select = f"select {', '.join(columns_of(connection, scan, names, matched))} from {scan}"
            connection.execute(statements.table(f"input_part_{place}", select))
        except duckdb.Error as error:
            if file is not None and scan.startswith("read_csv"):
                raise InputError(delimited.complaint(file, error)) from None
            raise InputError(f"{name}: cannot be read: {first_line(error)}") from None
    types = [tables.types_in(connection, f"evalsql_input_part_{place}") for place in range(len(found))]
    lists = {name for each in types for name, type_ in each.items() if is_list(type_)}
    for place, each in enumerate(types):  # a list in one table is a list in all
        for name in sorted(name for name in lists & each.keys() if not is_list(each[name])):
            column = identifier(name)
            listed_so = f"alter {column} type varchar[] using case when {column} is not null then [{column}] end"
            connection.execute(f"alter table evalsql_input_part_{place} {listed_so}")
    parts = " union all by name ".join(f"from evalsql_input_part_{place}" for place in range(len(found)))
    connection.execute(statements.table("input_queries", parts))
    there = tables.types_in(connection, "evalsql_input_queries")
    attributes = {
        name.removeprefix("="): Attribute(name.removeprefix("="), identifier(name), type_)
        for name, type_ in there.items()
        if name.startswith("=")
    }
    said_of = {name: attribute.column for name, attribute in attributes.items()}
    refuse_rows(connection, label, said_of | ({"text": "text"} if "text" in there else {}))
    folders = dict.fromkeys(file.argument for *_, file in found if file is not None)
    doubts = [problem for each in folders for problem in left_out(each, KIND)]
    return Queries(label, attributes, "text" in there, doubts)


def scans(
    connection: Connection, given: Any, folder: Path, own: Connection | None, chosen: Chosen = ()
) -> list[tuple[str, str, File | None]]:
    """The name of each table in messages, its scan, and its file, if it has one."""
    if isinstance(given, PathLike):
        given = fspath(given)
    if not isinstance(given, str):
        if objects.is_of_spark(given):
            given = objects.collected(given, KIND, "the queries")
        label = f"{objects.called(given)} of the queries"
        try:
            return [(label, frames.register(connection, given, label), None)]
        except InputError:
            if frames.columns_of(given):
                raise
            raise InputError(
                f"a {type(given).__name__} cannot be read as queries; give a path, a table, a relation of DuckDB, or a"
                " frame of Arrow, pandas or polars"
            ) from None
    if given == "-":
        raise InputError("queries are read from a file or a table, not from standard input")
    if not given:
        raise InputError("an empty text was given where a path of queries was expected")
    if own is not None and not is_path(given) and (table := tables.find_own(own, connection, given)):
        return [(given, table, None)]
    if "::" in given and not os.path.exists(given):
        return [(given, databases.attach(connection, given, folder), None)]
    files = find_files(connection, File(given, given, given, None, chosen), folder, own is not None)
    return [(file.label, scan_of(connection, file), file) for file in files]


def scan_of(connection: Connection, file: File) -> str:
    """Say what reads a file; refuse all but a table of queries, or lines of an id, a tab and a text."""
    form = format_of(file)
    if form == "parquet":
        return f"read_parquet({quote(file.pattern)}, hive_partitioning = false)"
    if form == "jsonl":
        return scan_of_json(connection, file)
    line = lines_of(read_start(file, 1 << 16))[0]
    if not line:
        raise InputError(f"{file.label}: holds no rows, where queries were expected")
    # a text has commas, which make no columns of it
    fields = line.replace('"', "").split("\t") if line.count("\t") == 1 else delimited.split_header(line)
    named = len(fields) > 1 and bool({spelled(name) for name in fields} & set(INPUTS[KIND].columns["query_id"]))
    if not named and form in (TREC, "delimited") and line.count("\t") == 1:
        return (
            f"read_csv({quote(file.pattern)}, delim = '\t', quote = '', escape = '', header = false,"
            " auto_detect = false, columns = {'query_id': 'VARCHAR', 'text': 'VARCHAR'})"
        )
    if named or form == "delimited":
        refuse_alike(file.label, fields)
        return delimited.scan_of(connection, file, KIND).rows
    raise InputError(
        f"{file.label}: not a table of queries; one with a column query_id was expected (Parquet, CSV,"
        " TSV or JSONL), or"
        " lines of an id, a tab and a text"
    )


def refuse_alike(label: str, columns: Sequence[str]) -> None:
    """Refuse columns whose names are the same but for their case, which DuckDB does not tell apart."""
    seen: dict[str, str] = {}
    for each in filter(str.strip, columns):
        if other := seen.get(fold(each)):
            raise InputError(
                f"{label}: has columns {said(other)} and {said(each)}, which are one name in DuckDB; rename one of them"
            )
        seen[fold(each)] = each


def scan_of_json(connection: Connection, file: File) -> str:
    """A scan of a JSON file, with ids as text, so that 007 stays 007."""
    read_json = f"read_json({quote(file.pattern)}, format = {quote(jsonl.layout(file))}"
    try:
        types = tables.types_in(connection, f"{read_json}, sample_size = -1, map_inference_threshold = -1)")
    except duckdb.Error as error:
        raise InputError(jsonl.complaint(file, error)) from None
    names = [] if list(types) == ["json"] else list(types)
    ours = match_columns(KIND, file.label, names, file.columns)["query_id"]
    columns = ", ".join(f"{quote(name)}: {quote('VARCHAR' if name == ours else types[name])}" for name in names)
    return f"{read_json}, columns = {{{columns}}})"


def columns_of(connection: Connection, scan: str, types: Mapping[str, str], matched: Mapping[str, str]) -> list[str]:
    """The select list of the id, the text, and the attributes under their names after =; those of a struct alone."""
    texts = [f"nullif({identifier(matched['query_id'])}::varchar, '') as query_id"]
    if "text" in matched:
        texts.append(f"{identifier(matched['text'])}::varchar as text")
    others: dict[str, tuple[str, str]] = {
        name: (identifier(name), type_) for name, type_ in types.items() if name not in matched.values()
    }
    for name, (column, type_) in list(others.items()):
        if not type_.startswith("STRUCT") or is_list(type_) or type_.endswith("]"):
            continue
        del others[name]
        fields = tables.types_in(connection, f"(select {column}.* from {scan})")
        for field, inner in fields.items():
            called = f"{name}.{field}" if field in others or field in matched.values() else field
            others[called] = (f"{column}.{identifier(field)}", inner)
    for name, (column, type_) in others.items():
        if text := value_of(column, type_):
            texts.append(f"{text} as {identifier(f'={name}')}")
    return texts


def value_of(column: str, type_: str, *, within: bool = False) -> str:
    """An expression for what a column says of a query: a text, or a list of them; nothing if it is neither."""
    if is_list(type_):
        inner = type_.rpartition("[")[0]
        return f"list_transform({column}, lambda each: {value_of('each', inner, within=True)})"
    if re.fullmatch(NESTED, type_) or type_ == "BLOB":
        return ""
    if type_ == "JSON":  # of several types, or {} throughout
        single = f"case when json_type({column}) not in ('OBJECT', 'ARRAY') then {column} ->> '$' end"
        if within:
            return single
        several = value_of(f"({column}::json[])", "JSON[]")
        return f"case json_type({column}) when 'ARRAY' then {several} else [{single}] end"
    if NUMBER.fullmatch(type_):  # 2 rather than 2.0, as whole numbers become if one is missing
        number = f"{column}::double"
        whole = f"{number} = floor({number}) and abs({number}) < 1e15"
        return f"case when {whole} then {number}::bigint::varchar when not isnan({number}) then {number}::varchar end"
    return f"case when trim({column}::varchar) <> '' then {column}::varchar end"


def refuse_rows(connection: Connection, label: str, columns: Mapping[str, str]) -> None:
    """Reject a table without a row, a row without an id, and a query with two values of one attribute."""
    ((rows, nameless, different),) = fetch_all(
        connection, "select count(*), count(*) - count(query_id), count(distinct query_id) from evalsql_input_queries"
    )
    if not rows:
        raise InputError(f"{label}: holds no rows, where queries were expected")
    if nameless:
        raise InputError(
            f"{label}: query_id is null or empty in {nameless:,} of {rows:,} rows; every row must have one"
        )
    for name, column in columns.items() if different < rows else ():
        value = f"coalesce({column}::varchar, 'nothing')"
        found = fetch_all(
            connection,
            f"select query_id, min({value}), max({value}) from evalsql_input_queries"
            f" group by query_id having min({value}) <> max({value}) order by query_id asc limit 1",
        )
        for query, one, other in found:
            raise InputError(
                f"{label}: query {said(query)} appears twice, with {name} {said(one)} and {said(other)}; one row a"
                " query was expected, and a list where it has several values"
            )
