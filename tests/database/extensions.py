"""The extension as the command writes it, with all macros or a few, and connections that may load it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb
import pytest
from built import macros_of
from in_process import output

from evalsql.connections import Connection
from evalsql.database import extension_macros, library


@contextmanager
def few() -> Iterator[None]:
    """Meanwhile the library, and so the extension, has some of the macros, which takes no time."""
    with macros_of("nDCG", "AP", "RR", "NumRet", "alpha_nDCG", "paired_t"), pytest.MonkeyPatch.context() as patched:
        patched.setattr(extension_macros, "list_macros", library.list_macros)
        yield


def write(folder: Path) -> None:
    """Writes the extension and the library beside it."""
    folder.mkdir()
    output("lib", folder / "evalsql.duckdb_extension")
    output("lib", folder / "evalsql.duckdb")


def opened() -> Connection:
    """A connection that may load it."""
    return duckdb.connect(config={"allow_unsigned_extensions": "true"})


def loaded(folder: Path) -> Connection:
    """A connection that has loaded it, and has the library attached as e."""
    connection = opened()
    connection.execute(f"load '{folder}/evalsql.duckdb_extension'; attach '{folder}/evalsql.duckdb' as e (read_only)")
    return connection


def both_give(connection: Connection, call: str) -> bool:
    """Whether the extension gives what the library gives, to the last bit."""
    found, known = (
        sorted(map(repr, connection.execute(f"from {each}.{call}").fetchall())) for each in ("evalsql", "e")
    )
    assert known
    return found == known
