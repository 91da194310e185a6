"""Folders of a process, which it holds a lock on: those that a killed one left are known by that, and removed.

A lock ends with its process, however that ends, and cannot be mistaken for another's, as the number of a process can.
It is on the folder itself. Some file systems that machines share know of no lock of another machine, so the name of a
folder says on which it was made. If there are no such locks, as on Windows, nothing of others is removed.
"""

import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from time import time
from zlib import crc32

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

UNFINISHED = (".evalsql-", ".unfinished")  # how the name of a folder in which a file is written begins and ends
TRIES = 100
locks: dict[str, int] = {}  # the descriptors that hold our folders, by path


def make(within: str, prefix: str, suffix: str = "") -> str:
    """A new folder that this process holds and nobody else can enter; what killed ones left beside it is removed."""
    from tempfile import mkdtemp  # takes a while to load

    remove_left(within, prefix, suffix)
    for _ in range(TRIES):
        made = mkdtemp(prefix=f"{prefix}{machine()}{boot()}-", suffix=suffix, dir=within)
        with suppress(FileNotFoundError):  # taken for one that was left, in the moment before it is held
            held = hold(made)
            if held is not None:
                locks[made] = held
                return made
    raise OSError(f"no folder can be held in {within}")


def remove(folder: str) -> None:
    """Removes a folder with all that is in it; what cannot be removed is left."""
    from shutil import rmtree

    rmtree(folder, ignore_errors=True)
    let_go(folder)


def let_go(folder: str) -> None:
    """Holds a folder no longer."""
    held = locks.pop(folder, -1)
    if held >= 0:
        os.close(held)


def remove_all() -> None:
    """Removes all folders that this process holds; with locks alone, those of the process it was forked from too."""
    for folder in [*locks]:
        remove(folder)


@contextmanager
def made(within: str, prefix: str, suffix: str = "") -> Iterator[str]:
    """A folder as `make` makes it, for a while."""
    folder = make(within, prefix, suffix)
    try:
        yield folder
    finally:
        remove(folder)


def hold(folder: str) -> int | None:
    """The descriptor by which a folder is held; -1 if there are no locks; None if another process holds it."""
    if fcntl is None:
        return -1
    held = os.open(folder, os.O_RDONLY | os.O_NOFOLLOW | os.O_DIRECTORY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(held), os.stat(folder, follow_symlinks=False)):
            return held
    except BlockingIOError:
        pass
    except FileNotFoundError:
        os.close(held)
        raise
    except OSError:  # a file system without locks
        os.close(held)
        return -1
    os.close(held)
    return None


def remove_left(within: str, prefix: str, suffix: str) -> None:
    """Removes the folders that `make` made and whose process is gone; never those of another user or machine."""
    if fcntl is None:
        return
    name = re.compile(rf"{re.escape(prefix)}([0-9a-f]{{8}})([0-9a-f]{{8}})-\w+{re.escape(suffix)}")
    with suppress(OSError), os.scandir(within) as entries:
        left = [(entry.path, named[1], named[2]) for entry in entries if (named := name.fullmatch(entry.name))]
        for folder, on, since in left:
            with suppress(OSError):
                if folder not in locks and is_ours(folder, on, since):
                    remove_if_left(folder)


def is_ours(folder: str, on: str, since: str) -> bool:
    """Whether this user made a folder, on this machine: since it was started, or before."""
    found = os.stat(folder, follow_symlinks=False)
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid() or stat.S_IMODE(found.st_mode) & 0o077:
        return False
    return since == boot() or (on == machine() and found.st_mtime < booted())


def remove_if_left(folder: str) -> None:
    """Removes a folder that no process holds."""
    held = hold(folder)
    if held is not None and held >= 0:
        try:
            remove(folder)
        finally:
            os.close(held)


@cache
def machine() -> str:
    """What this machine is called, as eight digits."""
    return f"{crc32(os.uname().nodename.encode() if hasattr(os, 'uname') else b''):08x}"


@cache
def boot() -> str:
    """What tells this start of the machine from others, and is the same in all its containers; as eight digits."""
    with suppress(OSError), open("/proc/sys/kernel/random/boot_id", "rb") as opened:
        return f"{crc32(opened.read()):08x}"
    return machine()


@cache
def booted() -> float:
    """When this machine was started, in seconds since 1970; 0 if it does not say."""
    with suppress(OSError, ValueError), open("/proc/uptime", encoding="ascii") as opened:
        return time() - float(opened.read().split()[0])
    return 0.0
