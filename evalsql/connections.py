"""The connection that a command or function works in."""

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from os import PathLike
from os.path import isdir
from threading import Thread, current_thread, get_ident, main_thread
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary, WeakSet, finalize

import duckdb

from evalsql import faults, scratch
from evalsql.engine import LOSING
from evalsql.errors import InputError
from evalsql.faults import first_line
from evalsql.initial import run_file

if TYPE_CHECKING:
    import pyarrow as pa

Connection = duckdb.DuckDBPyConnection
Settings = Mapping[str, str | int]
MOST_THREADS = 1024  # more than any machine gains from

# no extension comes or is loaded by itself: a name or a file that looks like one's never leads DuckDB to the network
UNASKED: dict[str, str | int] = {"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"}
ours: WeakSet[Connection] = WeakSet()  # those of evalsql's own that read what users name
elsewhere: WeakKeyDictionary[Connection, dict[int, Connection]] = WeakKeyDictionary()  # cursors of threads
of_default: dict[int, Connection] = {}  # and those of DuckDB's default connection, which is there all the time


class Opening(Thread):
    """Opens a connection with these settings of DuckDB while something else is done."""

    def __init__(self, settings: Settings) -> None:
        refuse_settings(settings)
        super().__init__(daemon=True)
        self.settings = settings
        self.folder = scratch_folder(settings)  # here, since the process may end at any time in this thread
        self.opened: Connection | None = None
        self.start()

    def run(self) -> None:
        """Opens it; a setting that is wrong is found again by who asks for the connection."""
        try:
            self.opened = open_own(self.settings, self.folder)
        except (duckdb.Error, InputError):
            return


ahead: list[Opening] = []  # one at most


def open_ahead(settings: Settings) -> None:
    """Begins to open the connection that `cursor_of` will be asked for: it takes as long as to read the measures."""
    ahead[:] = [Opening(settings)]


def scratch_folder(settings: Settings) -> str | None:
    """A new folder for what does not fit into memory, in the one that the settings name; None if there can be none."""
    with suppress(OSError):
        if settings.get("temp_directory") is None or temporary_directory(settings) is not None:
            return scratch.make_folder(temporary_directory(settings))
    return None


def temporary_directory(settings: Settings) -> str | None:
    """The folder for temporary files that the settings name, if it is there; None if it is the system's."""
    named = settings.get("temp_directory")
    return str(named) if named is not None and isdir(str(named)) else None


def open_own(settings: Settings, folder: str | None = None) -> Connection:
    """A connection to a database in memory; what does not fit there goes to a folder that nobody else can enter.

    No extension is installed or loaded unasked; a file of SQL may ask for it, and `load_installed` does for an address.
    """
    folder = folder or scratch_folder(settings)
    config = {**UNASKED, **settings}
    init = config.pop("init", None)
    if folder is None:
        connection = duckdb.connect(config={**config})
    else:
        connection = duckdb.connect(config={**config, "temp_directory": folder})
        finalize(connection, scratch.remove_folder, folder).atexit = False
    ours.add(connection)
    if init is not None:
        run_file(connection, str(init))
    return sound(connection)


def sound(connection: Connection) -> Connection:
    """The connection, in which / divides; a DuckDB that loses rows is refused.

    A setting by which / would be // is changed, of a user's connection for this cursor of it alone. The engine says its
    version without loading its layer.
    """
    version, whole = fetch_one(connection, "select version(), 7 / 2 = 3")
    if version.removeprefix("v") in LOSING:
        raise InputError(f"DuckDB {version} loses rows where threads are several; install 1.5.6 or a later one")
    if whole:
        connection.execute("set session integer_division = false")
        if connection in ours:
            connection.execute("set global integer_division = false")
    return connection


def open_bare(path: str | None = None) -> Connection:
    """A connection for what needs no settings: to a database in memory, or to a file, which is only read."""
    return duckdb.connect(path or ":memory:", read_only=path is not None, config={**UNASKED})


def load_installed(connection: Connection, extension: str) -> None:
    """Loads an extension that is installed, in a connection of evalsql's own; a user's does as its settings say."""
    if connection in ours:
        with suppress(duckdb.Error):  # it is not installed, which who reads the address is told
            connection.execute(f"load {extension}")


def refuse_unconnected(given: object) -> None:
    """Refuses what is not a connection of DuckDB."""
    if not isinstance(given, Connection):
        raise InputError(f"connection must be a connection of DuckDB, not {given!r}")


def cursor_of(own: Connection | None, settings: Settings | None = None) -> Connection:
    """A connection to work in: a cursor of the user's, or one of our own with these settings of DuckDB.

    A cursor looks up names among temporary ones and the system's alone. So a macro of the user's that is called like a
    function of DuckDB is not what evalsql calls, nor is a table of theirs what it drops.
    """
    refuse_settings(settings or {})
    if own is None:
        opening = ahead.pop() if ahead and ahead[-1].settings == (settings or {}) else None
        if opening is not None:
            opening.join()
        try:
            return opening.opened if opening and opening.opened else open_own(settings or {})
        except duckdb.OutOfMemoryException:
            raise InputError(faults.out_of_memory(str((settings or {}).get("memory_limit", "")))) from None
        except duckdb.Error as error:
            named = " or ".join(f"{name} {value!r}" for name, value in (settings or {}).items() if name != "init")
            raise InputError(f"invalid {named}: {first_line(error)}") from None
    if settings:
        raise InputError("settings are for a connection of evalsql's own; a connection that is given has its own")
    refuse_unconnected(own)
    try:
        cursor = own.cursor()
        cursor.execute("set search_path = 'temp.main'")
        return sound(cursor)
    except duckdb.Error as error:
        raise InputError(f"the connection cannot be used: {first_line(error)}") from None


def refuse_settings(settings: Settings) -> None:
    """Refuses settings that DuckDB has no word for, or that would bring the machine down."""
    for name, value in settings.items():
        if not isinstance(name, str) or not isinstance(value, str | int | PathLike):
            what = repr(name) if not isinstance(name, str) else f"{name} of type {type(value).__name__}"
            raise InputError(f"settings must be texts or numbers by their names, not {what}")
    limit = settings.get("memory_limit", "")
    # DuckDB takes what is below 0 for no limit, and says of a number alone that it has the unit ''
    if re.fullmatch(r"-.*|[\d.]+", str(limit).strip()):
        raise InputError(f"{limit!r} is not a memory limit; give a size with a unit, such as 4GB")
    folder = os.path.abspath(str(settings.get("temp_directory") or "/"))
    while not os.path.exists(folder) and folder != os.path.dirname(folder):
        folder = os.path.dirname(folder)
    if os.path.exists(folder) and not os.path.isdir(folder):
        raise InputError(f"{folder}: is a file; a folder was expected for what does not fit into memory")
    threads = str(settings.get("threads", 1))
    if threads.isdecimal() and int(threads) > MOST_THREADS:
        raise InputError(f"--threads {threads} is too many; the most is {MOST_THREADS}")


def relation_of(rows: "pa.Table", own: Connection | None, home: Thread | None = None) -> "duckdb.DuckDBPyRelation":
    """Rows as a relation of the user's connection, or of DuckDB's default one, which is the main thread's."""
    home = home if own is not None else main_thread()
    connection = own if own is not None else duckdb.default_connection()
    return (connection if home in (None, current_thread()) else cursor_elsewhere(connection, own)).from_arrow(rows)


def cursor_elsewhere(connection: Connection, own: Connection | None) -> Connection:
    """A cursor of a connection, the user's own or DuckDB's default one, for the thread that asks."""
    if hasattr(duckdb, "ResourceInUseException"):
        return connection.cursor()
    # in DuckDB 1 a relation ends with its cursor, so each thread has one as long as the connection is there
    of_threads = of_default if own is None else elsewhere.setdefault(own, {})
    return of_threads.setdefault(get_ident(), connection.cursor())


def fetch_all(connection: Connection, sql: str, values: list | dict | None = None) -> list[tuple]:
    """All rows of a query."""
    return connection.execute(sql, values or []).fetchall()


def fetch_one(connection: Connection, sql: str, values: list | dict | None = None) -> tuple:
    """The one row of a query."""
    (row,) = connection.execute(sql, values or []).fetchall()
    return row
