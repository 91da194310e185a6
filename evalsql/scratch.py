"""Folders for what does not fit into memory: under names that nobody can know, for their owner alone, not for long."""

import atexit
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from evalsql import own_folders
from evalsql.words import refuse_no_text

PREFIX = "evalsql-"

# The folder of a process in which all of its others are. Nobody else can enter it, so what DuckDB creates in there
# is safe too. By the process, since one that is forked off has these too, and by the folder that it is in.
made: dict[tuple[int, str], str] = {}


def make_folder(within: str | None = None) -> str:
    """A new folder, in the system's for such files if no other is named."""
    from tempfile import gettempdir, mkdtemp  # takes a while to load

    within = within or gettempdir()
    refuse_no_text(within)
    process = (os.getpid(), within)
    if not os.path.isdir(made.get(process, "")):
        own_folders.let_go(made.get(process, ""))
        made[process] = own_folders.make(within, PREFIX)
        if "multiprocessing.util" in sys.modules:  # whose processes end without what is registered with atexit
            sys.modules["multiprocessing.util"].Finalize(None, remove_all, exitpriority=0)
    return mkdtemp(dir=made[process])


@contextmanager
def folder(within: str | None = None) -> Iterator[Path]:
    """A folder for a while, in the system's for such files if no other is named."""
    from shutil import rmtree

    at = make_folder(within)
    try:
        yield Path(at)
    finally:
        rmtree(at, ignore_errors=True)


def remove_folder(folder: str) -> None:
    """Removes a folder that is empty, or leaves it till the end: a cursor or relation may have its data there."""
    with suppress(OSError):
        os.rmdir(folder)
        own_folders.let_go(folder)


def drop_folder(folder: str | None) -> None:
    """Removes a folder with all that is in it, and that of the process if it has no other.

    It is for a process that may be ended without what is registered with atexit, as Spark ends those of its tasks.
    """
    from shutil import rmtree

    if folder is not None:
        rmtree(folder, ignore_errors=True)
        remove_folder(os.path.dirname(folder))


@atexit.register
def remove_all() -> None:
    """Removes all folders, with all that is in them, as the process ends."""
    for process, within in [*made]:
        if process == os.getpid():
            own_folders.remove(made.pop((process, within)))
