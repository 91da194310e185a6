"""CSV and TSV files with a header."""

import csv
from collections.abc import Mapping, Sequence
from contextlib import suppress
from io import StringIO

import duckdb

from evalsql.catalog.inputs import INPUTS, Kind
from evalsql.connections import Connection, first_line
from evalsql.errors import InputError
from evalsql.inputs import tables
from evalsql.inputs.columns import match_columns, refuse_chosen, unused_keys
from evalsql.inputs.expressions import expressed
from evalsql.inputs.fields import lines_of
from evalsql.inputs.raw import Reject, count_ends, first_reject, refuse_nul
from evalsql.inputs.scans import FAILED, Scan, read_each, read_in_place
from evalsql.inputs.source import File, Source, read_start, types_of
from evalsql.inputs.wide import as_metrics, is_wide
from evalsql.sqltext import fold, quote
from evalsql.words import plural, said

NAME = __name__.rpartition(".")[2]
SUFFIXES = (".csv", ".tsv")
TEXT = True
WITHIN = ()
LINKED = True
UNNAMED = "_es_column_"
PLACED = ("query_id", "doc_id", "rank")  # the columns of a run of MS MARCO
HEADED = "say what the columns are in a first line, such as query_id, doc_id and score"
SEEN = 1 << 16  # bytes of a file that show how it is read


def begins(start: bytes) -> bool:
    """Whether a file that begins so has a header: two names, at least, that we know."""
    if start.lstrip()[:1] in (b"{", b"["):  # JSON
        return False
    known = {name for each in INPUTS.values() for names in each.columns.values() for name in names}
    columns = split_header(lines_of(start)[0])
    return len(columns) > 2 and sum(len(each) > 1 and each.lower().replace("-", "_") in known for each in columns) > 1


def read(connection: Connection, files: Sequence[File], kind: Kind, *, in_place: bool = False) -> list[Source]:
    if in_place:
        return read_in_place(connection, files, kind, scan_of)
    sources, others = [], []
    for file in files:
        columns = split_header(lines_of(read_start(file, SEEN))[0]) if kind == "values" else []
        if is_wide(kind, columns, file.columns) and len(columns) > 1:
            sources.append(read_wide(connection, file, kind, columns))
        else:
            others.append(file)
    return sources + read_each(connection, others, kind, NAME, scan_of, "row {} after the header", complaint)


def read_wide(connection: Connection, file: File, kind: Kind, columns: Sequence[str]) -> Source:
    """The source of a table of scores with a column for each metric."""
    header = lines_of(read_start(file, SEEN))[0]
    names = named_columns(columns)
    try:
        seen = f"read_csv({quote(file.pattern)}, delim = {quote(delimiter_of(header))}, quote = '\"', escape = '\"',"
        described = connection.execute(f"describe from {seen} header = true, skip = 0, sample_size = -1)").fetchall()
        types = as_metrics(dict(zip(names, (type_ for _, type_, *_ in described), strict=True)), file.columns)
        table = f"evalsql_input_{kind}_{NAME}_wide_{next(tables.COPIES)}"
        connection.execute(f"create temp table {table} as from {reader_of(file, header, types)}")
    except FAILED as error:
        raise InputError(complaint(file, error)) from None
    return tables.read_file(connection, table, file, kind)


def scan_of(connection: Connection, file: File, kind: Kind) -> Scan:
    """The columns of a file that are ours, and its scan, all as text."""
    read = read_start(file, SEEN)
    try:
        read.partition(b"\n")[0].decode()
    except UnicodeDecodeError as error:
        if error.end < len(read):  # or a line longer than what is seen may end within a letter
            raise InputError(f"{file.label}, line 1: not UTF-8 text") from None
    refuse_nul([file])
    lines = lines_of(read) if read else []
    header = lines[:1]
    if kind == "runs" and header and without_header(header[0]):
        refuse_chosen(file.label, file.columns, "a run without a header")
        refuse_unplaced(file, lines[: -1 if len(read) >= SEEN else None])
        return Scan({name: name for name in (*PLACED, "score")}, placed(file), ())
    given = split_header(header[0]) if header else []
    columns = named_columns(given)
    named = {name: theirs for name, theirs in zip(columns, given, strict=True) if theirs.strip()}
    rows = reader_of(file, header[0] if header else "", columns)
    rows, types, chosen = expressed(connection, rows, kind, file.label, dict.fromkeys(named, "VARCHAR"), file.columns)
    names = list(types)
    matched = match_columns(kind, file.label, names, chosen, [named.get(each, each) for each in names])
    types_of(kind, file.label, matched, types)
    return Scan(matched, rows, unused_keys(kind, matched, names))


def reader_of(file: File, header: str, columns: Sequence[str] | Mapping[str, str]) -> str:
    """What reads a file with this first line, which names these columns, as text if they have no types."""
    typed = columns if isinstance(columns, Mapping) else dict.fromkeys(columns, "VARCHAR")
    types = ", ".join(f"{quote(name)}: {quote(type_)}" for name, type_ in typed.items())
    return (
        f"read_csv({quote(file.pattern)}, delim = {quote(delimiter_of(header))}, quote = '\"', escape = '\"',"
        f" header = true, auto_detect = false, columns = {{{types}}})"
    )


def without_header(first: str) -> bool:
    """Whether a file with this first line is a run as MS MARCO has them: query, document and rank, and no header."""
    fields = first.rstrip("\r\n").split("\t")
    return len(fields) == len(PLACED) and fields[2].isdecimal() and all(fields)


def refuse_unplaced(file: File, lines: Sequence[str]) -> None:
    """Refuses a file without a header whose third fields may be scores or judgments, as they count nothing."""
    last: dict[str, int] = {}
    for number, line in enumerate(lines, start=1):
        fields = line.split("\t")
        if len(fields) != len(PLACED) or not fields[2].isdecimal():
            return  # refused as it is read
        query, rank = fields[0], int(fields[2])
        if rank <= last.get(query, 0) or (query not in last and rank != 1):
            raise InputError(
                f"{file.label}, line {number}: no header, and {said(fields[2])} is not a rank, which would count from 1"
                f" in each query; {HEADED}"
            )
        last[query] = rank
    if set(last.values()) == {1}:
        raise InputError(f"{file.label}: no header, and 1 in every line may be a rank or a relevance; {HEADED}")


def placed(file: File) -> str:
    """What reads such a file; the score of a document is its rank from below."""
    return f"(select *, coalesce((-try_cast(rank as double))::varchar, rank) as score from {reader_of_placed(file)})"


def reader_of_placed(file: File) -> str:
    types = ", ".join(f"{quote(name)}: 'VARCHAR'" for name in PLACED)
    return (
        f"read_csv({quote(file.pattern)}, delim = '\t', quote = '', escape = '', header = false,"
        f" auto_detect = false, columns = {{{types}}})"
    )


def delimiter_of(header: str) -> str:
    return max((",", "\t", ";", "|"), key=header.count)


def split_header(header: str) -> Sequence[str]:
    return next(csv.reader([header.strip("\r\n\ufeff")], delimiter=delimiter_of(header)), [])


def named_columns(names: Sequence[str]) -> list[str]:
    """The columns of a header, where one without a name, or with a name that was there before, gets one of its own."""
    columns: list[str] = []
    for place, name in enumerate(names):
        known = name.strip() and fold(name) not in map(fold, columns)
        columns.append(name if known else f"{UNNAMED}{place}")
    return columns


def complaint(file: File, error: Exception) -> str:
    """The error for a file that DuckDB cannot read: about its first bad line, or the whole."""
    header = lines_of(read_start(file, SEEN))[0]
    columns = split_header(header)
    if without_header(header):
        columns, reader = PLACED, reader_of_placed(file)
    else:
        reader = reader_of(file, header, named_columns(columns))
    reject = first_reject(reader)
    if reject is None:
        return as_a_whole(file, error)
    place = f"{file.label}, line {reject.line}"
    if reject.kind in ("MISSING COLUMNS", "TOO MANY COLUMNS"):
        found = how_many(reject, delimiter_of(header), len(columns))
        return f"{place}: {found} where the header has {len(columns)}"
    return f"{place}: {reject.reason}"


def how_many(reject: Reject, delimiter: str, expected: int) -> str:
    """Number of columns of a line that does not match the header; of a long one only the beginning is known."""
    more = reject.kind == "TOO MANY COLUMNS"
    with suppress(csv.Error):
        found = len(next(csv.reader(StringIO(reject.text.strip("\r\n"), newline=""), delimiter=delimiter), []))
        if found > expected if more else found < expected:
            return plural(found, "column")
    return f"{'more' if more else 'fewer'} columns"


def as_a_whole(file: File, error: Exception) -> str:
    """The fault of a file if DuckDB rejects it but not one of its lines."""
    crlf, lf = count_ends(file)
    if 0 < crlf < lf:
        return f"{file.label}: some lines end in CR LF and some in LF only; make them one"
    with open(file.path, "rb") as opened:
        for number, line in enumerate(opened, start=1):
            if b"\r" in line.rstrip(b"\r\n") and b'"' not in line:
                return f"{file.label}, line {number}: holds a carriage return; put the field that has it in quotes"
    reason = first_line(error)
    if isinstance(error, duckdb.InvalidInputException):  # which says at length what DuckDB tried
        reason = "its quotes, or the ends of its lines, do not fit"
    return f"{file.label}: not readable as CSV: {reason}"
