"""The first line that DuckDB's reader of text rejects, as its table of rejects says it, rather than its sentences.

A file is read once more for that, after it could not be read; what can be read is not read so.
"""

from contextlib import suppress
from dataclasses import dataclass

import duckdb

from evalsql.connections import open_bare


@dataclass(frozen=True)
class Reject:
    """A line that cannot be read."""

    line: int  # its number, from 1
    kind: str  # what is wrong with it, in DuckDB's terms: MISSING COLUMNS, TOO MANY COLUMNS and so on
    text: str  # the line

    @property
    def reason(self) -> str:
        """What is wrong with it, where nothing else is known of it."""
        return REASONS.get(self.kind, self.kind.lower())


REASONS = {
    "INVALID ENCODING": "not UTF-8 text",
    "UNQUOTED VALUE": 'not readable as CSV: a quote (") is not closed, or closes before the end of its value',
    "LINE SIZE OVER MAXIMUM": "longer than the 2,000,000 bytes that a line may have",
}


def first_reject(reader: str) -> Reject | None:
    """The first line that a call of read_csv rejects; None where DuckDB says nothing of a line."""
    # one thread, so that the first that it meets is the first of the file
    with open_bare() as own, suppress(duckdb.Error):
        own.execute("set threads = 1")
        options = "store_rejects = true, rejects_limit = 1, rejects_table = 'rejected', rejects_scan = 'rejecting'"
        own.execute(f"select max(columns(*)) from {reader.removesuffix(')')}, {options})").fetchall()
        found = own.execute("select line, error_type::varchar, csv_line from rejected order by line limit 1").fetchall()
        if found:
            return Reject(*found[0])
    return None
