"""JSON: lines of one object per row, an array of objects, or {query: {document: score}} and its like."""

import json
import re
from codecs import BOM_UTF8
from collections.abc import Collection, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from evalsql.catalog.inputs import INPUTS, Kind
from evalsql.connections import Connection, fetch_all, fetch_one, first_line
from evalsql.errors import InputError
from evalsql.inputs import tables
from evalsql.inputs.columns import as_given, match_columns, refuse_chosen, spelled, unused_keys
from evalsql.inputs.expressions import expressed
from evalsql.inputs.frames import register
from evalsql.inputs.lists import as_texts, find_lists, parted
from evalsql.inputs.objects import as_table, is_one
from evalsql.inputs.objects import of_lists as is_of_lists
from evalsql.inputs.raw import holds, read_end
from evalsql.inputs.scans import FAILED, Scan, read_each, read_in_place
from evalsql.inputs.source import File, Source, once, read_start, types_of
from evalsql.inputs.where import rows_where
from evalsql.inputs.wide import as_metrics, is_wide
from evalsql.sqltext import identifier, quote
from evalsql.words import brief, said

if TYPE_CHECKING:
    import pyarrow as pa

NAME = __name__.rpartition(".")[2]
SUFFIXES = (".jsonl", ".ndjson", ".json")
TEXT = True
WITHIN = ()
LINKED = True
BEGINNING = re.compile(rb'\s*(\{\s*("|$)|\[\s*(\{|$|\]\s*$))')  # an id may begin so too: [1]
KEY = rb'(?:\xef\xbb\xbf)?\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*'
NESTED = re.compile(KEY + rb"[{\[]")  # {"query": {, or {"query": [, which may be a line of JSONL too
EMPTY = re.compile(rb"\s*(\{\s*\}|\[\s*\])\s*")
LISTED = re.compile(rb'"([^"\\]*)"\s*:\s*\[')  # a key of a list
MTEB = "mteb_model_meta"  # beside {subset: {split: {query: {document: score}}}}
MTEB_SHAPE = "{subset: {split: {query: {document: score}}}}"
COMMA = re.compile(rb",\s*[}\]]")  # before an end
CUT = re.compile(rb",\s*\Z")  # at the end of all
INK = re.compile(r"\S")


def begins(start: bytes) -> bool:
    return BEGINNING.match(start) is not None


def read(connection: Connection, files: Sequence[File], kind: Kind, *, in_place: bool = False) -> list[Source]:
    sources, others = [], []
    for file in files:
        table = of_nested(connection, file, kind)
        found = table or of_rows(connection, file, kind)
        if found is None:
            others.append(file)
            continue
        if in_place:
            shape = "{query: {document: number}}" if table else "a list of documents in each row"
            raise InputError(
                f"{file.label}: cannot be linked, since it is {shape}; 'evalsql convert' makes Parquet of it, or leave"
                " out --link"
            )
        sources.append(tables.read_file(connection, found, file, kind, tables.by_ids if table else None))
    if in_place:
        return read_in_place(connection, others, kind, scan_of)
    found = read_each(connection, others, kind, NAME, scan_of, "record {}", complaint)
    for file, source in zip(others, found, strict=True):
        refuse_nested(connection, file, kind, source)
    return sources + found


def of_nested(connection: Connection, file: File, kind: Kind) -> str | None:
    """A table of what a file holds whose keys are ids; None if it is JSON of another shape, or broken."""
    start = b"" if "://" in file.path else read_start(file)
    if kind in ("runs", "qrels") and EMPTY.fullmatch(start):
        return register(connection, as_table({}, kind, file.label), file.label)
    if not NESTED.match(start):
        return None
    try:
        with open(file.path, encoding="utf-8-sig") as opened:
            held = json.load(opened, object_pairs_hook=partial(once, file))
    except (ValueError, RecursionError) as error:
        if isinstance(error, InputError):
            raise
        return None  # lines of JSON, or none
    if (rows := rows_of(held, kind, file)) is None:
        return None
    refuse_chosen(file.label, file.columns, "such JSON")
    table = register(connection, rows, file.label)
    if MTEB in held and file.where is not None:
        left = rows_where(connection, table, file.where, file.label)
        refuse_several(file, fetch_all(connection, f"select distinct subset, split from {left}"))
    return table


def rows_of(held: dict, kind: Kind, file: File) -> "pa.Table | None":
    """The rows of {query: {document: number}}, {query: [documents]}, or of these by run, or by subset as MTEB has them.

    Of a dataset {queries, corpus, relevant_docs} the last are the judgments.
    """
    if kind == "qrels" and isinstance(held.get("relevant_docs"), dict):
        held = held["relevant_docs"]
    if MTEB in held:
        return rows_of_mteb(held, kind, file)
    if kind == "runs" and any(each and isinstance(each, dict) and is_one(each) for each in held.values()):
        return rows_of_several({(run,): each for run, each in held.items()}, ("run",), kind, file)
    shaped = is_of_lists(held) or all(isinstance(each, dict) for each in held.values())
    return as_table(held, kind, file.label) if shaped else None


def rows_of_mteb(held: dict, kind: Kind, file: File) -> "pa.Table":
    """The rows of the predictions of a model, by subset and split, as MTEB writes them."""
    if kind != "runs":
        raise InputError(f"{file.label}: has predictions of a model, which are a run")
    subsets = {name: each for name, each in held.items() if name != MTEB}
    for name, each in subsets.items():
        if not isinstance(each, dict) or not all(isinstance(of_split, dict) for of_split in each.values()):
            raise InputError(f"{file.label}: {said(name)} has no predictions, {MTEB_SHAPE} was expected")
    named = {(name, split): of_split for name, each in subsets.items() for split, of_split in each.items()}
    if not named:
        raise InputError(f"{file.label}: has no predictions, {MTEB_SHAPE} was expected")
    if file.where is None:
        refuse_several(file, named)
    return rows_of_several(named, () if file.where is None else ("subset", "split"), kind, file)


def refuse_several(file: File, read: Collection[tuple[str, str]]) -> None:
    """Refuses the predictions of several subsets or splits, whose queries have the same ids."""
    if len(read) > 1:
        subset, split = min(read)
        which = f"--where \"subset = '{subset}' and split = '{split}'\" reads one"
        raise InputError(f"{file.label}: has predictions of {len(read)} subsets and splits; {which}")


def rows_of_several(named: dict[tuple[str, ...], Any], columns: tuple[str, ...], kind: Kind, file: File) -> "pa.Table":
    """The rows of several {query: ...} that are all of one shape, with what names each in columns of their own."""
    import pyarrow as pa

    parts = []
    for names, each in sorted(named.items()):
        rows = as_table(each, kind, file.label) if each and isinstance(each, dict) and is_one(each) else None
        if rows is None or (parts and rows.column_names != parts[0].column_names[: len(rows.column_names)]):
            shape = "{query: {document: score}} of all, or {query: [document, ...]}, was expected"
            raise InputError(f"{file.label}: {said(names[-1])} is not of the shape of the others; {shape}")
        for name, column in zip(names, columns, strict=False):
            rows = rows.append_column(column, pa.repeat(name, len(rows)))
        parts.append(rows)
    try:
        return pa.concat_tables(parts, promote_options="permissive")
    except pa.ArrowTypeError:  # scores of one that are texts
        place = parts[0].column_names.index(INPUTS[kind].number)
        texts = [each.set_column(place, INPUTS[kind].number, each.column(place).cast("string")) for each in parts]
        return pa.concat_tables(texts)


def of_rows(connection: Connection, file: File, kind: Kind) -> str | None:
    """A table of the records of a file, if these have lists of documents, or a column for each metric."""
    lists = INPUTS[kind].lists
    ours = {*lists.get("documents", ()), *lists.get("rows", ()), *(spelled(theirs) for _, theirs in file.columns)}
    keys = LISTED.findall(b"" if "://" in file.path else read_start(file))
    listed = bool(lists) and any(spelled(key.decode(errors="replace")) in ours for key in keys)
    if not listed and kind != "values":
        return None
    given = f"read_json({quote(file.pattern)}, format = {quote(layout(file))}"
    table, types = f"{given}, sample_size = -1)", None
    try:
        columns = {name: type_ for name, type_, *_ in connection.execute(f"describe from {table}").fetchall()}
        there = parted(connection, table, kind, file.label, columns, file.columns)[1] if listed else {}
        if listed and find_lists(kind, file.label, there, file.columns):
            types = as_texts(connection, table, columns)
        elif is_wide(kind, columns, file.columns) and len(columns) > 1:
            types = as_metrics(columns, file.columns)
    except FAILED:  # which is said where the file is read as others are
        return None
    if types is None:
        return None
    wanted = ", ".join(f"{quote(name)}: {quote(type_)}" for name, type_ in types.items())
    made = f"evalsql_input_{kind}_{NAME}_of_rows_{next(tables.COPIES)}"
    connection.execute(f"create temp table {made} as from {given}, columns = {{{wanted}}})")
    return made


def scan_of(connection: Connection, file: File, kind: Kind) -> Scan:
    """The keys of a file that are ours, and its scan, all as text.

    All of it is looked at: a key may be in few of its objects, none of them among the first.
    """
    refuse_commas(file)
    there = connection.execute(
        f"describe from read_json({quote(file.pattern)}, format = {quote(layout(file))}, sample_size = -1)"
    ).fetchall()
    columns = {name: type_ for name, type_, *_ in there}
    names = [] if list(columns) == ["json"] else list(columns)
    given = as_given(names, partial(exact, connection, file))
    all_texts = reader_of(file, given)
    rows, types, chosen = expressed(
        connection, all_texts, kind, file.label, dict.fromkeys(given, "VARCHAR"), file.columns
    )
    new = list(types)[len(given) :]
    names, given, columns = [*names, *new], [*given, *new], columns | {each: types[each] for each in new}
    matched = match_columns(kind, file.label, names, chosen, given)
    types_of(kind, file.label, matched, columns)
    keys = dict(zip(names, given, strict=True))  # which are told apart by case
    matched = {ours: keys[theirs] for ours, theirs in matched.items()}
    if not new and file.where is None:
        rows = reader_of(file, matched.values())
    return Scan(matched, rows, unused_keys(kind, matched, names))


def reader_of(file: File, keys: Iterable[str]) -> str:
    """What reads these keys of a file, all as text."""
    wanted = ", ".join(f"{quote(name)}: 'VARCHAR'" for name in keys)
    return f"read_json({quote(file.pattern)}, format = {quote(layout(file))}, columns = {{{wanted}}})"


def refuse_commas(file: File) -> None:
    """Refuses a comma before the end of an object, a list or the file, which DuckDB's reader passes over."""
    if "://" in file.path or not (holds(file, COMMA) or CUT.search(read_end(file))):
        return
    with open(file.path, encoding="utf-8-sig", errors="replace") as opened:
        text = opened.read()
    decoder, place = json.JSONDecoder(strict=False), 0
    try:
        while begins := INK.search(text, place):
            _, place = decoder.raw_decode(text, begins.start())
    except json.JSONDecodeError as broken:
        raise InputError(f"{file.label}, line {broken.lineno}: not JSON: {broken.msg}") from None
    except RecursionError:  # of what is nested too deep DuckDB says more
        return


def refuse_nested(connection: Connection, file: File, kind: Kind, source: Source) -> None:
    """Refuses ids that are lists or objects, which DuckDB's reader makes texts."""
    there = [each for each in INPUTS[kind].ids if each in source.columns]
    looks = " or ".join(f"{each}[1] in ('[', '{{')" for each in there)  # as a text may, too
    if not there or not fetch_one(connection, f"select exists (from ({source.rows}) where {looks})")[0]:
        return
    keys = scan_of(connection, file, kind).matched
    for ours in there:
        typed = f"format = {quote(layout(file))}, columns = {{{quote(keys[ours])}: 'JSON'}}"
        found = fetch_all(
            connection,
            f"""
            select row_number() over () as row, {identifier(keys[ours])} as value
            from read_json({quote(file.pattern)}, {typed})
            qualify json_type(value) in ('ARRAY', 'OBJECT')
            order by row asc limit 1
            """,
        )
        for row, value in found:
            text = f"{ours} is {brief(value)}, a list or an object; a text or a number was expected"
            raise InputError(f"{file.label}, record {row}: {text}")


def layout(file: File) -> str:
    """How DuckDB is told that a file is laid out: by itself it sees no array behind a byte-order mark."""
    start = b"" if "://" in file.path else read_start(file)
    return "array" if start.removeprefix(BOM_UTF8).lstrip().startswith(b"[") else "auto"


def exact(connection: Connection, file: File) -> set[str]:
    """The keys of the objects of a file."""
    objects = f"read_json_objects({quote(file.pattern)}, format = {quote(layout(file))})"
    return {key for (key,) in connection.execute(f"select distinct unnest(json_keys(json)) from {objects}").fetchall()}


def complaint(file: File, error: Exception) -> str:
    """The sentence about a file that is not JSON, with the line at which that shows."""
    with open(file.path, "rb") as opened:
        content = opened.read().removeprefix(BOM_UTF8)
    try:
        text = content.decode()
    except UnicodeDecodeError as broken:
        return f"{file.label}, line {content.count(10, 0, broken.start) + 1}: not UTF-8 text"
    parts = text.split("\n") if text.lstrip().startswith("{") else [text]
    found = (not_json(file, part, number) for number, part in enumerate(parts))
    if sentence := next(filter(None, found), None):
        return sentence
    # which names the file again; there is no table of what DuckDB's reader of JSON rejects
    said = first_line(error).replace(f' in file "{file.path}",', "").replace(f' in file "{file.path}"', "")
    return f"{file.label}: not readable as JSON: {said}"


def not_json(file: File, part: str, before: int) -> str | None:
    """The sentence about a line, or about all of a file, that is not JSON; None if it is."""
    try:
        held = json.loads(part if part.strip(" \t\r") else "null", object_pairs_hook=partial(once, file))
        json.dumps(held, ensure_ascii=False).encode()
    except json.JSONDecodeError as broken:
        return f"{file.label}, line {before + broken.lineno}: not JSON: {broken.msg}"
    except UnicodeEncodeError as half:
        letter = ascii(half.object[half.start])
        return f"{file.label}, line {before + 1}: not JSON: {letter} is half a character"
    except InputError as twice:
        return str(twice)
    except RecursionError:
        return f"{file.label}, line {before + 1}: not readable as JSON: it is nested too deep"
    return None
