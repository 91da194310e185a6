"""Refusals by the system: disks, memory, files. Each becomes a sentence with its cause.

DuckDB says what the system said, in words that change; the system's own are looked for in them.
"""

import errno
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress

CAUSES = {
    "ENOSPC": "",
    "EDQUOT": "",
    "EFBIG": " (a limit on the size of files, as ulimit -f sets it)",
    "EROFS": "",
    "EACCES": "",
    "EIO": "",
    "EMFILE": " (a limit on open files, as ulimit -n sets it)",
    "ENAMETOOLONG": "",
}
LITTLE = 64 << 20  # bytes: if no more are free, a folder for what does not fit into memory is full


def said_by_system(error: BaseException) -> str:
    """The system's refusal, in its words, behind an error or its causes, if there is one."""
    for each in chain(error):
        text = str(each)
        for name, hint in CAUSES.items():
            number = getattr(errno, name, None)
            if number is None:
                continue
            words = os.strerror(number)
            if getattr(each, "errno", None) == number or words in text:
                return f"{words}{hint}"
    return ""


def chain(error: BaseException) -> Iterator[BaseException]:
    """An error, and those that it came of, or that were there when it came."""
    seen: BaseException | None = error
    while seen is not None:
        yield seen
        seen = seen.__cause__ or seen.__context__


def sentence(error: BaseException) -> str:
    """What to say of an error of the system, or of DuckDB about it; nothing of any other."""
    duckdb = sys.modules.get("duckdb")
    out = duckdb is not None and isinstance(error, duckdb.OutOfMemoryException)
    # if there is little address space, modules cannot be loaded
    if out or isinstance(error, MemoryError) or (isinstance(error, ImportError) and address_space()):
        return out_of_memory("")
    if duckdb is not None and isinstance(error, getattr(duckdb, "ResourceInUseException", ())):
        return "the connection is in use by another thread; give each a cursor of its own: connection.cursor()"
    if duckdb is not None and isinstance(error, duckdb.TransactionException):
        return f"the connection cannot be used: {first_line(error)}"
    of_duckdb = duckdb is not None and isinstance(error, duckdb.IOException)
    system = said_by_system(error) if of_duckdb or isinstance(error, OSError) else ""
    if system and (of_duckdb or getattr(error, "filename", None) is not None):
        file = getattr(error, "filename", None)
        return f"{file if file is not None else 'a file'}: {system}"
    return without_folder(error)


def without_folder(error: BaseException) -> str:
    """What to say if there is no working directory, or none for temporary files; nothing of other errors."""
    if not isinstance(error, FileNotFoundError) or error.filename is not None:
        return ""
    try:
        os.getcwd()
    except FileNotFoundError:
        return "the working directory no longer exists; change to another"
    return no_temporary_directory() if "temporary directory" in str(error) else ""


def no_temporary_directory() -> str:
    """The error if Python finds no writable folder for temporary files."""
    if limited("RLIMIT_FSIZE") is not None:
        return f"no temporary file can be written: {os.strerror(errno.EFBIG)}{CAUSES['EFBIG']}"
    return "no temporary directory can be written; TMPDIR names another"


def starved(error: BaseException) -> bool:
    """Whether an error came of too little memory, though it may say that a file is not readable."""
    duckdb = sys.modules.get("duckdb")
    return duckdb is not None and any(isinstance(each, duckdb.OutOfMemoryException) for each in chain(error))


def out_of_memory(limit: str, folder: str | None = None) -> str:
    """The error if there is not enough memory, with the limit."""
    space = address_space()
    if space is not None:
        return f"{space} of address space (ulimit -v) is too little; fewer threads need less"
    full = "" if folder is None else full_folder(folder)
    if full:
        return f"what does not fit into memory ({limit}) goes to {full}; --set temp_directory=FOLDER names another"
    what = f"a memory limit of {limit} is too low for this" if limit else "there is not enough memory for this"
    enough = "100MB for each thread is enough for most inputs"
    return f"{what}; --memory-limit, or a setting memory_limit, raises it, and {enough}"


def full_folder(folder: str) -> str:
    """The error about a full or missing folder for temporary files, if it is one."""
    if not folder:
        return "no folder, since no temporary directory can be written"
    with suppress(OSError):
        free = shutil.disk_usage(folder if os.path.isdir(folder) else os.path.dirname(folder)).free
        return f"{folder}, where {free / (1 << 20):.1f} MiB are free" if free < LITTLE else ""
    return f"{folder}, which cannot be written"


def address_space() -> str | None:
    """How much address space a process may have; None if that is not limited."""
    limit = limited("RLIMIT_AS")
    return None if limit is None else f"{limit / (1 << 20):.0f} MiB"


def limited(name: str) -> int | None:
    """What the system limits a process to, by the name of the limit; None if it does not."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    limit, _ = resource.getrlimit(getattr(resource, name))
    return None if limit in (resource.RLIM_INFINITY, -1) else limit


def first_line(error: BaseException) -> str:
    """What the system says of its own error; of one of DuckDB the first line, without its kind in front, and the
    next ones where it ends in a colon.
    """
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    first, *others = [line.strip() for line in str(error).strip().split("\n") if line.strip()] or [""]
    while first.endswith(":") and others:
        first = f"{first} {others.pop(0)}"
    return first.split(" Error: ", 1)[-1].strip()
