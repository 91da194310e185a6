"""The connection that a command or function works in."""

import os
import tempfile
from collections.abc import Mapping
from threading import Thread

import duckdb

from evalsql.errors import InputError
from evalsql.inputs.source import first_line

Settings = Mapping[str, str | int]


class Opening(Thread):
    """Opens a connection with these settings of DuckDB while something else is done."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(daemon=True)
        self.settings = settings
        self.opened: duckdb.DuckDBPyConnection | None = None
        self.start()

    def run(self) -> None:
        """Opens it; a setting that is wrong is found again by who asks for the connection."""
        try:
            self.opened = open_own(self.settings)
        except duckdb.Error:
            return


ahead: list[Opening] = []  # one at most


def open_ahead(settings: Settings) -> None:
    """Begins to open the connection that `cursor_of` will be asked for: it takes as long as to read the measures."""
    ahead[:] = [Opening(settings)]


def open_own(settings: Settings) -> duckdb.DuckDBPyConnection:
    """A connection to a database in memory; what does not fit there goes to the system's folder for such files."""
    scratch = os.path.join(tempfile.gettempdir(), f"evalsql-{os.getpid()}")  # rather than to the folder at hand
    return duckdb.connect(config={"temp_directory": scratch} | dict(settings))


def cursor_of(own: duckdb.DuckDBPyConnection | None, settings: Settings | None = None) -> duckdb.DuckDBPyConnection:
    """A connection to work in: a cursor of the user's, or one of our own with these settings of DuckDB.

    A cursor looks up names among temporary ones and the system's alone. So a macro of the user's that is called like a
    function of DuckDB is not what evalsql calls, nor is a table of theirs what it drops.

    Raises:
        InputError: the user's is not a connection, or is closed; or there is no such setting.
    """
    if own is None:
        opening = ahead.pop() if ahead and ahead[-1].settings == (settings or {}) else None
        if opening is not None:
            opening.join()
        try:
            return opening.opened if opening and opening.opened else open_own(settings or {})
        except duckdb.Error as error:
            raise InputError(f"DuckDB cannot be set so: {first_line(error)}") from None
    if settings:
        raise InputError("settings are for a connection of evalsql's own; a connection that is given has its own")
    if not isinstance(own, duckdb.DuckDBPyConnection):
        raise InputError(f"connection must be a connection of DuckDB, not {own!r}")
    try:
        cursor = own.cursor()
        cursor.execute("set search_path = 'temp.main'")
    except duckdb.Error as error:
        raise InputError(f"the connection cannot be used: {first_line(error)}") from None
    return cursor
