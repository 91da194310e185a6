"""Result files of evaluation tools, which hold scores: a query of sql/results reads those of each tool."""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any
from zipfile import BadZipFile, ZipFile

import duckdb

from evalsql.catalog.folder import names
from evalsql.catalog.inputs import INPUTS, Kind
from evalsql.catalog.sqlfiles import read_file
from evalsql.catalog.templates import expand
from evalsql.connections import Connection, fetch_all, first_line
from evalsql.errors import InputError
from evalsql.inputs import tables
from evalsql.inputs.columns import refuse_chosen
from evalsql.inputs.frames import register
from evalsql.inputs.source import START, ZIP, File, Source, read_start
from evalsql.sqltext import Sql, quote

SUFFIXES = (".eval",)
TEXT = True
WITHIN = ("jsonl",)
LINKED = False
ZSTANDARD = 93  # the number of a way to compress in zip
LARGEST = 1 << 30  # bytes of an object of JSON that is read


@cache
def tools() -> dict[re.Pattern[bytes], tuple[Mapping[str, Any], str]]:
    """The head of each tool and its query, by how its files begin."""
    found = [read_file("results", name) for name in names("results")]
    return {
        re.compile(rb"(?:\xef\xbb\xbf)?\s*" + head["begins"].encode(), re.DOTALL): (head, sql) for head, sql in found
    }


def tool_of(start: bytes) -> tuple[Mapping[str, Any], str] | None:
    """The tool whose file begins so, and its query."""
    return next((tool for pattern, tool in tools().items() if pattern.match(start)), None)


def begins(start: bytes) -> bool:
    return tool_of(start) is not None


def read(connection: Connection, files: Sequence[File], kind: Kind) -> list[Source]:
    sources = []
    for file in files:
        start = read_start(file)
        log = f"read_json_objects({quote(file.pattern)}, format = 'unstructured', maximum_object_size = {LARGEST})"
        if start.startswith(ZIP):
            start, log = unzipped(connection, file)
        if (found := tool_of(start)) is None:
            raise InputError(f"{file.label}: is not a log of Inspect, as its name says")
        head, body = found
        tool = head["tool"]
        if kind != "values":
            raise InputError(f"{file.label}: holds results of {tool}, which are scores and not {INPUTS[kind].one}")
        refuse_chosen(file.label, file.columns, f"a file of {tool}")
        table, numbers = (
            f"evalsql_input_values_results_{next(tables.COPIES)}",
            "count(value) over (partition by metric)",
        )
        try:
            # metrics that are texts or lists have no value at all
            select = f"from ({expand(body, log=Sql(log))}) qualify {numbers} > 0"
            connection.execute(f"create temp table {table} as {select}")
        except (duckdb.InvalidInputException, duckdb.ConversionException) as error:
            raise InputError(f"{file.label}: cannot be read as results of {tool}: {first_line(error)}") from None
        if "run" in head and not file.called and fetch_all(connection, f"from {table} where run is null limit 1"):
            raise InputError(f"{file.label}: has results without {head['run']}; NAME={file.label} names their run")
        sources.append(tables.read_file(connection, table, file, kind, tables.by_ids))
    return sources


def unzipped(connection: Connection, file: File) -> tuple[bytes, str]:
    """How the log in a zipped log of Inspect begins, and a table of it, with the summaries of its samples."""
    import pyarrow as pa

    try:
        with ZipFile(file.path) as opened:
            header, samples = (json.loads(member(opened, name)) for name in ("header.json", "summaries.json"))
    except (BadZipFile, KeyError, ValueError, OSError, NotImplementedError) as error:
        raise InputError(f"{file.label}: is not a log of Inspect: {error}") from None
    text = json.dumps({**header, "samples": samples})
    return text.encode()[:START], register(connection, pa.table({"json": [text]}), file.label)


def member(opened: ZipFile, name: str) -> bytes:
    """A file in a zip, which Inspect compresses by Zstandard; Python reads that from 3.14 on."""
    found = opened.getinfo(name)
    if found.file_size > LARGEST:
        raise ValueError(f"{name} in it is larger than {LARGEST:,} bytes")
    if found.compress_type != ZSTANDARD:
        return opened.read(name)
    import pyarrow as pa

    assert opened.fp is not None
    opened.fp.seek(found.header_offset)
    fixed = opened.fp.read(30)  # which ends with the lengths of the name and of what else is before the content
    opened.fp.seek(int.from_bytes(fixed[26:28], "little") + int.from_bytes(fixed[28:30], "little"), 1)
    content = opened.fp.read(found.compress_size)
    return pa.decompress(content, decompressed_size=found.file_size, codec="zstd", asbytes=True)
