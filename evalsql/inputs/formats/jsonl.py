"""JSON lines, one object a row, one JSON array of objects, or {query: {document: score}} as peers write it."""

import json
import re
from codecs import BOM_UTF8
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from evalsql.catalog.inputs import INPUTS, Kind
from evalsql.connections import Connection, fetch_all, fetch_one, first_line
from evalsql.errors import InputError
from evalsql.inputs import tables
from evalsql.inputs.columns import as_given, match_columns, refuse_chosen, unused_keys
from evalsql.inputs.frames import register
from evalsql.inputs.objects import as_table
from evalsql.inputs.raw import holds, read_end
from evalsql.inputs.scans import Scan, read_each, read_in_place
from evalsql.inputs.source import File, Source, once, read_start, types_of
from evalsql.sqltext import identifier, quote
from evalsql.words import brief

NAME = __name__.rpartition(".")[2]
SUFFIXES = (".jsonl", ".ndjson", ".json")
TEXT = True
WITHIN = ()
LINKED = True
BEGINNING = re.compile(rb'\s*(\{\s*("|$)|\[\s*(\{|$|\]\s*$))')  # an id may begin so too: [1]
NESTED = re.compile(
    rb'(?:\xef\xbb\xbf)?\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*\{'
)  # {"query": {, which may be a line of JSONL too
COMMA = re.compile(rb",\s*[}\]]")  # before an end
CUT = re.compile(rb",\s*\Z")  # at the end of all
INK = re.compile(r"\S")


def begins(start: bytes) -> bool:
    return BEGINNING.match(start) is not None


def read(connection: Connection, files: Sequence[File], kind: Kind, *, in_place: bool = False) -> list[Source]:
    sources, others = [], []
    for file in files:
        given = read_nested(file)
        if given is None:
            others.append(file)
            continue
        if in_place:
            raise InputError(
                f"{file.label}: cannot be linked, since it is {{query: {{document: number}}}}; 'evalsql convert' makes"
                " Parquet of it, or leave out --link"
            )
        refuse_chosen(file.label, file.columns, "such JSON")
        table = register(connection, as_table(given, kind, file.label), file.label)
        sources.append(replace(tables.read_by_ids(connection, table, file, kind), files=[replace(file, columns=())]))
    if in_place:
        return read_in_place(connection, others, kind, scan_of)
    found = read_each(connection, others, kind, NAME, scan_of, "record {}", complaint)
    for file, source in zip(others, found, strict=True):
        refuse_nested(connection, file, kind, source)
    return sources + found


def read_nested(file: File) -> dict | None:
    """What a file of {query: {document: score}} holds; None if it is JSON of another shape, or broken."""
    if "://" in file.path or not NESTED.match(read_start(file)):
        return None

    try:
        with open(file.path, encoding="utf-8-sig") as opened:
            held = json.load(opened, object_pairs_hook=partial(once, file))
    except (ValueError, RecursionError) as error:
        if isinstance(error, InputError):
            raise
        return None  # lines of JSON, or none
    return held if all(isinstance(each, dict) for each in held.values()) else None


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
    matched = match_columns(kind, file.label, names, file.columns, given)
    types_of(kind, file.label, matched, columns)
    keys = dict(zip(names, given, strict=True))  # which are told apart by case
    matched = {ours: keys[theirs] for ours, theirs in matched.items()}
    named = matched.values() if file.where is None else columns
    wanted = ", ".join(f"{quote(name)}: 'VARCHAR'" for name in named)
    rows = f"read_json({quote(file.pattern)}, format = {quote(layout(file))}, columns = {{{wanted}}})"
    return Scan(matched, rows, unused_keys(kind, matched, names))


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
