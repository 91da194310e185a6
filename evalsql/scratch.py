"""Folders for what does not fit into memory: under names that nobody can know, for their owner alone, not for long."""

import atexit
import os
from contextlib import suppress

made: dict[str, int] = {}  # which process made it, since one that is forked off has these too


def make_folder(within: str | None = None) -> str:
    """A new folder, in the system's for such files where no other is named."""
    import tempfile  # takes a while to load

    folder = tempfile.mkdtemp(prefix="evalsql-", dir=within)
    made[folder] = os.getpid()
    return folder


def remove_folder(folder: str) -> None:
    """Removes a folder that is empty, or leaves it till the end: a cursor or relation may have its data there."""
    with suppress(OSError):
        if made.get(folder) == os.getpid():
            os.rmdir(folder)
            del made[folder]


@atexit.register
def remove_all() -> None:
    """Removes all folders, with all that is in them, as the process ends."""
    from shutil import rmtree

    for folder in [folder for folder, process in made.items() if process == os.getpid()]:
        rmtree(folder, ignore_errors=True)
        del made[folder]
