"""Arguments to files: patterns, folders and standard input; what format each file has; compressed text made plain."""

import glob
import os
import re
import shutil
import stat
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import replace
from fnmatch import fnmatch
from functools import cache
from importlib import import_module
from itertools import count
from pathlib import Path
from pkgutil import iter_modules
from typing import Protocol, cast
from zlib import crc32

from evalsql.catalog.inputs import Kind
from evalsql.catalog.listing import find_metric
from evalsql.catalog.notation import read_notation
from evalsql.errors import InputError, Problem
from evalsql.inputs import formats as folder
from evalsql.inputs.names import Side
from evalsql.inputs.source import ZIP, File, Source, read_start
from evalsql.inputs.swapped import kind_of
from evalsql.words import brief, plural, refuse_no_text

TREC = "trec"  # what text is taken for that shows no other format, whatever it is called
COMPRESSED = {".gz": "gzip", ".zst": "zstd", ".lz4": "lz4"}
MAGIC = {b"\x1f\x8b": ".gz", b"\x28\xb5": ".zst", b"\x04\x22": ".lz4"}
ASIDE = re.compile(r"_[^=]*|\.+[^.].*", re.DOTALL)  # names of what jobs keep beside data
DATABASE = b"DUCK"  # behind the first eight bytes of a file of DuckDB, whatever it is called
STANDARD_INPUT = "standard input"
STDIN = ("-", "/dev/stdin", "/dev/fd/0")  # which may be a device, such as a terminal
NUMBERS = count()  # of plain copies, whose names begin with one


def expand(argument: str, run: str | None = None, tables: bool = False) -> list[File]:
    """The files that an argument names: itself, those of a pattern, or those of a folder.

    A folder stands for the Parquet files below it, or, if there are none, for the files in it; so does each folder
    that a pattern matches.
    """
    if argument == "-":
        return [File(STANDARD_INPUT, "-", "-", run or None, called=run)]
    refuse_no_text(argument)
    if is_stream(argument):
        return [File(argument, argument, argument, called_run(run, argument), called=run)]
    if argument.startswith("~") and not os.path.exists(argument):  # a shell leaves --qrels=~/q.txt as it is
        argument = os.path.expanduser(argument)
    if os.path.isfile(argument):
        return [File(argument, local(argument), argument, called_run(run, argument), called=run)]
    if os.path.isdir(argument):
        found, _ = files_in(argument)
        if not found:
            below = f" directly in it; a pattern such as '{argument}/*/*.run' names those below"
            folders = any(os.path.isdir(os.path.join(argument, name)) for name in os.listdir(argument))
            raise InputError(f"{argument}: the folder holds no files{below if folders else ''}")
    else:
        matched = [path for path in glob.glob(argument, recursive=True) if not is_aside(path, argument)]
        found = [path for path in matched if os.path.isfile(path) or not os.path.exists(path)]
        if "**" not in argument:
            found += [path for folder in matched if os.path.isdir(folder) for path in files_in(folder)[0]]
        if not found:
            said = "there is no such table or file" if tables else "there is no such file"
            said = "no file matches it" if glob.has_magic(argument) else said
            named = brief(argument) if "\n" in argument else argument  # what a file holds, in place of its path
            measure = find_metric(read_notation(argument)[0] or "")
            raise InputError(f"{named}: {said}" + f"; if it is a measure, write -m {named}" * (measure is not None))
    for path in found:
        refuse_no_text(path)
        if not os.path.exists(path):
            raise InputError(f"{path}: is a link to a file that is not there")
    return [File(path, local(path), argument, called_run(run, path), called=run) for path in sorted(found)]


def is_stream(path: str) -> bool:
    """Whether a path can be read only once, as /dev/stdin and what a shell writes for <(...) can."""
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or stat.S_ISCHR(mode)


def files_in(folder: str) -> tuple[list[str], list[str]]:
    """The files that a folder stands for, and the others in it and below it."""
    paths = {os.path.join(folder, each): each for each in glob.glob("**", root_dir=folder, recursive=True)}
    files = {path for path, each in paths.items() if not (is_aside(each) or os.path.isdir(path) or is_stream(path))}
    parquet = {path for path in files if Path(path).suffix.lower() in formats()["parquet"].SUFFIXES}
    chosen = parquet or {path for path in files if not os.path.dirname(paths[path])}
    return sorted(chosen), sorted(files - chosen)


def left_out(argument: str, kind: Kind) -> Iterator[Problem]:
    """The files that a folder or a pattern does not stand for and that look like data."""
    matched = [argument] if os.path.exists(argument) or "**" in argument else glob.glob(argument)
    for path in sorted(each for each in matched if os.path.isdir(each) and not is_aside(each, argument)):
        lost = [each for each in files_in(path)[1] if is_data(each, kind)]
        for first in lost[:1]:
            text = (
                f"{path}: {plural(len(lost), 'file')} left out (first: {first}); a folder stands for the Parquet files"
            )
            text += " below it or, if there are none, for the files directly in it"
            yield Problem("warning", "files left out", text, len(lost))
    near = glob.glob(f"{glob.escape(argument)}/_*" if os.path.isdir(argument) else argument)
    files = [each for each in near if os.path.isfile(each) and is_aside(each, argument)]
    aside = sorted(each for each in files if "metadata" not in each and is_data(each, kind))  # of Parquet's own, too
    for first in aside[:1]:
        text = (
            f"{argument}: {plural(len(aside), 'file')} left out (first: {first}), as jobs name files that are not data;"
            " name it"
        )
        yield Problem("warning", "files left out", text, len(aside))


def is_data(path: str, kind: Kind) -> bool:
    """Whether a file looks like data of a kind: by its lines of TREC text, its ending, or how it begins."""
    start = read_start(File(path, local(path), path, None)) if os.access(path, os.R_OK) else b""
    if found := kind_of(start):
        return found[0] == kind
    known = {suffix for each in formats().values() for suffix in each.SUFFIXES}
    by_name = name_suffix(path) in known or Path(path).suffix.lower() in COMPRESSED
    return by_name or formats()["parquet"].begins(start)


def is_aside(path: str, argument: str = "") -> bool:
    """Whether a path is not data but left by a job: below _temporary or _delta_log, or a mark such as _SUCCESS.

    A folder of a hive, _key=value, is data, as is what the argument itself calls so, and a file of a known ending.
    """
    parts, named = path.replace(os.sep, "/").split("/"), argument.replace(os.sep, "/").split("/")
    if any(name_suffix(parts[-1]) in each.SUFFIXES for each in formats().values()):
        parts[-1] = parts[-1].lstrip("_")
    return any(
        ASIDE.fullmatch(part) and not any(each[:1] == part[:1] and fnmatch(part, each) for each in named)
        for part in parts
    )


def local(path: str) -> str:
    """A path that DuckDB reads as a file's, though it begins as its URLs (file:/x.csv) or as the home folder (~) do."""
    return os.path.abspath(path) if re.match(r"~|\w\w+:", path) else path


def make_plain(file: File, folder: Path) -> File:
    """The file itself, or a plain copy of it if it is compressed or is standard input.

    DuckDB reads a compressed file that was cut short as if it were whole, so it is unpacked here, where that shows.
    """
    suffix = Path(file.path).suffix.lower()
    if file.path == "-" or is_stream(file.path):
        # kept, because it can be read only once
        spooled = folder / f"once-{crc32(file.path.encode()):08x}"
        if not spooled.exists():
            keep_stream(file, spooled)
        file = replace(file, path=str(spooled))
        suffix = MAGIC.get(read_start(file)[:2], "")
    if suffix not in COMPRESSED or "://" in file.path:
        return file
    import pyarrow

    copy = folder / f"{next(NUMBERS)}-{Path(file.path).stem}"
    try:
        with (
            pyarrow.CompressedInputStream(pyarrow.OSFile(file.path), COMPRESSED[suffix]) as source,
            open(copy, "wb") as target,
        ):
            shutil.copyfileobj(source, target, 1 << 20)
    except (OSError, EOFError) as error:
        raise InputError(f"{file.label}: cannot be unpacked: {error}") from None
    return replace(file, path=str(copy))


def keep_stream(file: File, spooled: Path) -> None:
    """Copies what can be read only once into a file."""
    if file.path == "-" and sys.stdin is None:
        raise InputError(f"{file.label}: is closed")
    if file.path not in STDIN and stat.S_ISCHR(os.stat(file.path).st_mode):
        raise InputError(f"{file.label}: is a device, which may have no end; a file, a folder or a pipe was expected")
    try:
        # standard input stays open, since it is the program's
        given = nullcontext(sys.stdin.buffer) if file.path == "-" else Path(file.path).open("rb")  # noqa: SIM115
        with given as source, open(spooled, "wb") as target:
            shutil.copyfileobj(source, target)
    except OSError as error:
        raise InputError(f"{file.label}: cannot be copied to {spooled.parent}: {error.strerror}") from None


class Format(Protocol):
    """The interface of a module of formats/; one file is a whole format."""

    SUFFIXES: tuple[str, ...]  # of files' names, in lower case
    TEXT: bool  # whether a file without a byte is one without rows, rather than a damaged one
    WITHIN: tuple[str, ...]  # formats whose files it may seem to be: one that begins as this does is of this format
    begins: Callable[[bytes], bool]  # whether a file that begins so is of this format, whatever it is called
    LINKED: bool  # whether DuckDB reads its files by itself, so that they may stay where they are
    read: Callable[..., list[Source]]  # the sources of files; of files that are LINKED `in_place` makes no copy


@cache
def formats() -> Mapping[str, Format]:
    names = sorted(each.name for each in iter_modules(folder.__path__))
    return {name: cast(Format, import_module(f"{folder.__name__}.{name}")) for name in names}


def format_of(file: File) -> str:
    """The format of a plain file: by its name, or, if that says nothing, by how it begins."""
    suffix = name_suffix(file.label)
    by_name = next((name for name, each in formats().items() if suffix in each.SUFFIXES and name != TREC), None)
    if "://" in file.path:
        return by_name or TREC
    if (by_name is None or formats()[by_name].TEXT) and os.path.getsize(file.path) == 0:
        return TREC  # text without a line, in whatever format
    if by_name == "delimited" and kind_of(read_start(file)):
        return TREC  # lines of qrels.dev.tsv have no header
    if by_name and not any(by_name in each.WITHIN for each in formats().values()):
        return by_name
    if by_name == "delimited" and file.columns:
        return by_name  # whose columns the user names, whatever other programs call theirs
    start = read_start(file)
    if start[8:12] == DATABASE:
        raise InputError(
            f"{file.label}: a DuckDB file; name a table in it, such as {file.label}::runs, ::qrels or ::scores"
        )
    if start.startswith(ZIP):
        book = b"[Content_Types].xml" in start or b"opendocument.spreadsheet" in start
        what = "a workbook; save its sheet as CSV" if book else "a zip archive; unpack it"
        raise InputError(f"{file.label}: is {what}")
    for name, each in formats().items():
        if each.WITHIN and by_name in (None, *each.WITHIN) and each.begins(start):
            return name
    return by_name or next((name for name, each in formats().items() if each.begins(start)), TREC)


def file_of(label: str) -> str | None:
    """The path of the file that was read, which may name a table; None if it was not a file of this machine."""
    path = label if os.path.isfile(label) else label.rpartition("::")[0]
    return path if label != STANDARD_INPUT and os.path.isfile(path) else None


def name_suffix(label: str) -> str:
    """The last suffix of a file's name that is not one of compression, in lower case."""
    path = Path(label)
    return Path(path.stem).suffix.lower() if path.suffix.lower() in COMPRESSED else path.suffix.lower()


def called_run(said: str | None, label: str) -> str:
    """A run's name: as the user says, or from that of its file, behind its side if it is of one."""
    if isinstance(said, Side):
        return f"{said}:{run_name(label)}"
    return said or run_name(label)


def run_name(label: str) -> str:
    """A run's name from that of its file: without folders, compression and the suffixes that evalsql knows."""
    name = Path(label).name
    for suffixes in (tuple(COMPRESSED), [suffix for each in formats().values() for suffix in each.SUFFIXES]):
        suffix = Path(name).suffix
        if suffix.lower() in suffixes and name != suffix:
            name = name.removesuffix(suffix)
    return name
