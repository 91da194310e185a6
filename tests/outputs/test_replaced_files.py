"""Files that are replaced keep their mode, their owner and their link, and what should stay does."""

import errno
import os
import stat
from pathlib import Path

import pyarrow as pa
import pytest
from command import TINY
from in_process import refusal

from evalsql import InputError
from evalsql.database import library_files
from evalsql.database.library_files import write_library
from evalsql.database.target import check_target
from evalsql.outputs import writers
from evalsql.outputs.tables import TableMode

ROWS = pa.table({"x": [1, 2]})
NAMES = [
    "s.parquet",
    "s.csv",
    "s.tsv",
    "s.json",
    "s.jsonl",
    "s.csv.gz",
    "s.jsonl.zst",
    "s.duckdb",
    "lib.duckdb",
    "s.sql",
]
POSIX = pytest.mark.skipif(os.name == "nt", reason="modes and links are another thing there")


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A library without macros, which takes no time."""
    monkeypatch.setattr(library_files, "put_macros", lambda *given: None)
    monkeypatch.setattr(
        library_files, "put_table", lambda connection: connection.execute("create table evalsql_macros as select 1")
    )
    monkeypatch.setattr(library_files, "script", lambda: "-- evalsql 1\n")


def write(path: Path) -> None:
    write_library(path) if path.name in ("lib.duckdb", "s.sql") else writers.write_rows(
        ROWS, path, "scores", TableMode(force=True)
    )


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@POSIX
@pytest.mark.parametrize("name", NAMES)
def test_a_file_that_is_written_anew_keeps_its_mode_and_link(name: str, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    real, link = tmp_path / "elsewhere" / f"real{Path(name).suffix}", tmp_path / name
    link.symlink_to(real)
    write(link)  # what a link leads to need not be there yet
    first = real.stat()
    os.chmod(real, 0o640)
    write(link)
    assert link.readlink() == real
    assert mode(real) == 0o640
    assert real.stat().st_mtime_ns > first.st_mtime_ns
    assert os.listdir(tmp_path / "elsewhere") == [real.name]
    assert sorted(os.listdir(tmp_path)) == sorted(["elsewhere", name])


@POSIX
def test_a_new_file_has_the_mode_that_the_user_is_used_to(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        for name in ("s.csv", "s.duckdb"):
            write(tmp_path / name)
            assert mode(tmp_path / name) == 0o640
    finally:
        os.umask(before)


@POSIX
def test_nobody_else_reads_a_file_before_it_has_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "s.csv"
    path.write_text("secret")
    path.chmod(0o600)
    with writers.beside(path) as unfinished:
        unfinished.write_text("secret too")
        assert mode(unfinished.parent) == 0o700
    assert (path.read_text(), mode(path)) == ("secret too", 0o600)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
def test_a_file_keeps_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "s.csv"
    path.write_text("before")
    os.chown(path, 1234, 4321)
    write(path)
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 4321)
    assert path.read_text() == "x\n1\n2\n"


@pytest.mark.parametrize("name", ["s.csv", "s.duckdb"])
def test_a_read_only_file_is_refused_before_any_work(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    write(path)
    path.chmod(0o444)
    before = path.read_bytes()
    said = f"{name}: is read-only; make it writable, or write to another file"
    assert said in refusal("evaluate", "no.run", "--qrels", "no.txt", "-o", path)
    assert path.read_bytes() == before


def test_a_read_only_database_is_replaced_by_force_alone(tmp_path: Path) -> None:
    path = tmp_path / "lib.duckdb"
    write(path)
    path.chmod(0o444)
    for attempt in (check_target, write_library):
        with pytest.raises(InputError, match=r"lib\.duckdb: is read-only"):
            attempt(path)
    check_target(path, force=True)


@POSIX
@pytest.mark.parametrize("kind", ["fifo", "device", "folder", "loop"])
def test_what_is_no_file_is_never_replaced(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "s.csv"
    makes = {
        "fifo": lambda: os.mkfifo(path),
        "device": lambda: path.symlink_to("/dev/null"),
        "folder": path.mkdir,
        "loop": lambda: path.symlink_to(path),
    }
    makes[kind]()

    def state() -> tuple[int, ...]:
        found = path.lstat()  # but for when it was read: to follow a link is to read it
        return found.st_mode, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns

    before = state()
    assert "s.csv: cannot be written" in refusal("evaluate", *TINY, "-o", path)
    assert state() == before
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


@POSIX
def test_a_link_into_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s.csv"
    path.symlink_to(tmp_path / "none" / "s.csv")
    assert f"s.csv: there is no folder {tmp_path / 'none'}" in refusal("evaluate", *TINY, "-o", path)


@pytest.mark.parametrize(
    "error", [OSError("the disk is full"), OSError(errno.ENOENT, "the disk is full", ".unfinished")]
)
def test_where_writing_fails_nothing_is_left(error: OSError, tmp_path: Path) -> None:
    path = tmp_path / "s.csv"
    path.write_text("before")

    def write_half() -> None:
        with writers.beside(path) as unfinished:
            unfinished.write_text("half")
            raise error

    with pytest.raises(InputError, match=r"s\.csv: cannot be written: the disk is full$"):
        write_half()
    assert path.read_text() == "before"
    assert os.listdir(tmp_path) == ["s.csv"]


def test_a_script_is_not_compressed(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"evalsql\.sql\.gz: unsupported output format '\.sql\.gz'"):
        write_library(tmp_path / "evalsql.sql.gz")
    write_library(tmp_path / "EVALSQL.SQL")
    assert (tmp_path / "EVALSQL.SQL").read_text() == "-- evalsql 1\n"
