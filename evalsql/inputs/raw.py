"""What files of text hold, byte by byte, where that says more of them than their rows, or says it sooner."""

import os
import re
from collections.abc import Sequence

from evalsql.errors import InputError
from evalsql.inputs.source import File

ALONE = re.compile(rb"\r[^\n]")  # a carriage return that no line feed follows
CRLF = re.compile(rb"\r\n")


def read_end(file: File, size: int = 4096) -> bytes:
    """The last bytes of a file."""
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
            with open(file.path, "rb") as opened:
                line = next(number for number, line in enumerate(opened, start=1) if b"\0" in line)
            raise InputError(f"{file.label}, line {line}: has a NUL byte, which no text has")


def refuse_mixed_ends(files: Sequence[File]) -> None:
    """Refuses a carriage return alone among lines that end in CR LF: DuckDB takes it for both, and drops a letter."""
    for file in files:
        if "://" not in file.path and holds(file, ALONE, 1) and holds(file, CRLF, 1):
            with open(file.path, "rb") as opened:
                line = next(number for number, line in enumerate(opened, start=1) if ALONE.search(line))
            said = "holds a carriage return without a line feed, where lines end in CR LF; make them one"
            raise InputError(f"{file.label}, line {line}: {said}")


def count_ends(file: File) -> tuple[int, int]:
    """How many lines of a file end in CR LF, and how many in LF at all."""
    crlf = lf = 0
    with open(file.path, "rb") as opened:
        for line in opened:
            crlf, lf = crlf + line.endswith(b"\r\n"), lf + line.endswith(b"\n")
    return crlf, lf
