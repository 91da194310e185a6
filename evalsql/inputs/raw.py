"""What files of text hold, byte by byte, if that says more of them than their rows, or says it sooner."""

import os
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

import duckdb

from evalsql.connections import open_bare
from evalsql.errors import InputError
from evalsql.inputs.source import File

REASONS = {
    "INVALID ENCODING": "not UTF-8 text",
    "UNQUOTED VALUE": 'not readable as CSV: a quote (") is not closed, or closes before the end of its value',
    "LINE SIZE OVER MAXIMUM": "longer than the 2,000,000 bytes that a line may have",
}
NUL = re.compile(rb"\0")
ALONE = re.compile(rb"\r[^\n]")  # a carriage return that no line feed follows
CRLF = re.compile(rb"\r\n")


def read_end(file: File, size: int = 4096) -> bytes:
    with open(file.path, "rb") as opened:
        opened.seek(max(os.path.getsize(file.path) - size, 0))
        return opened.read()


def found_in(file: File, bytes_: Sequence[bytes]) -> set[bytes]:
    """Which of these bytes a file has. Python finds one byte ten times as fast as SQL looks into every field."""
    found: set[bytes] = set()
    with open(file.path, "rb") as opened:
        while part := opened.read(1 << 20):
            found.update(each for each in bytes_ if each not in found and each in part)
    return found


def holds(file: File, pattern: re.Pattern[bytes], reach: int = 64) -> bool:
    """Whether a pattern, of so many bytes at most, is anywhere in a file."""
    end = b""
    with open(file.path, "rb") as opened:
        while part := opened.read(1 << 20):
            if pattern.search(part) or pattern.search(end + part[:reach]):
                return True
            end = part[-reach:]
    return False


def refuse_nul(files: Sequence[File]) -> None:
    """Refuses a file with a NUL, behind which DuckDB reads no more of a line."""
    for file in files:
        if "://" not in file.path and found_in(file, [b"\0"]):
            raise InputError(f"{file.label}, line {line_with(file, NUL)}: has a NUL byte, which no text has")


def line_with(file: File, pattern: re.Pattern[bytes]) -> int:
    with open(file.path, "rb") as opened:
        return next(number for number, line in enumerate(opened, start=1) if pattern.search(line))


def refuse_mixed_ends(files: Sequence[File]) -> None:
    """Refuses a carriage return alone among lines that end in CR LF: DuckDB takes it for both, and drops a letter."""
    for file in files:
        if "://" not in file.path and holds(file, ALONE, 1) and holds(file, CRLF, 1):
            said = "holds a carriage return without a line feed, where lines end in CR LF; make them one"
            raise InputError(f"{file.label}, line {line_with(file, ALONE)}: {said}")


def count_ends(file: File) -> tuple[int, int]:
    crlf = lf = 0
    with open(file.path, "rb") as opened:
        for line in opened:
            crlf, lf = crlf + line.endswith(b"\r\n"), lf + line.endswith(b"\n")
    return crlf, lf


@dataclass(frozen=True)
class Reject:
    """A line that cannot be read."""

    line: int  # its number, from 1
    kind: str  # what is wrong with it, in DuckDB's terms: MISSING COLUMNS, TOO MANY COLUMNS and so on
    text: str  # the line

    @property
    def reason(self) -> str:
        """What is wrong with it, if nothing else is known of it."""
        return REASONS.get(self.kind, self.kind.lower())


def first_reject(reader: str) -> Reject | None:
    """The first line that a call of read_csv rejects; None if DuckDB says nothing of a line."""
    # one thread, so that the first that it meets is the first of the file
    with open_bare() as own, suppress(duckdb.Error):
        own.execute("set threads = 1")
        options = "store_rejects = true, rejects_limit = 1, rejects_table = 'rejected', rejects_scan = 'rejecting'"
        own.execute(f"select max(columns(*)) from {reader.removesuffix(')')}, {options})").fetchall()
        found = own.execute("select line, error_type::varchar, csv_line from rejected order by line limit 1").fetchall()
        if found:
            return Reject(*found[0])
    return None
