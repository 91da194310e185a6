"""CSV for spreadsheets, which run a cell as a formula where it begins with one of a few signs."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from evalsql.connections import Connection, fetch_all
from evalsql.sqltext import identifier, quote

# those that OWASP lists under CSV injection, the wide forms of = + - @ among them
STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
MARK = "'"  # before a cell, says that it is text

wanted = False  # whether CSV and TSV are for a spreadsheet: the command line's choice


@contextmanager
def for_spreadsheets() -> Iterator[None]:
    """The time in which texts of CSV and TSV get a mark."""
    global wanted
    wanted = True
    try:
        yield
    finally:
        wanted = False


def marked(cell: Any) -> Any:
    """A cell as it is printed: a text that would be run behind a mark, where that is wanted; a number as it is."""
    return MARK + cell if wanted and isinstance(cell, str) and cell.startswith(STARTS) else cell


def marked_rows(connection: Connection, select: str) -> str:
    """A query for the same rows as they are written: texts and names of columns that would be run behind a mark."""
    columns = fetch_all(connection, f"describe {select}")
    return f"select {', '.join(marked_column(name, type_) for name, type_, *_ in columns)} from ({select})"


def marked_column(name: str, type_: str) -> str:
    """A column of such a query."""
    text = shown = identifier(name)
    if type_ == "VARCHAR" or type_.startswith("ENUM"):
        shown = f"case when left({text}, 1) in ({quoted(STARTS)}) then {quote(MARK)} || {text} else {text} end"
    return f"{shown} as {identifier(marked(name))}"


def quoted(texts: Sequence[str]) -> str:
    """Texts in a row, as SQL writes them."""
    return ", ".join(map(quote, texts))
