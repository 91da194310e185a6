"""Files that are replaced keep mode, owner and link; one program writes at a time; what a killed one left goes."""

import errno
import os
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pyarrow as pa
import pytest
from command import TINY, process
from in_process import invoke, output, refusal
from other_programs import at_once

from evalsql import InputError, own_folders
from evalsql.database import library_files
from evalsql.database.library_files import write_library
from evalsql.database.target import check_target
from evalsql.files import lock, write
from evalsql.files.duckdb_table import TableMode

ROWS = pa.table({"x": [1, 2]})
ENDINGS = ("parquet", "csv", "tsv", "json", "jsonl", "csv.gz", "jsonl.zst", "duckdb", "sql")
NAMES = [*(f"s.{each}" for each in ENDINGS), "lib.duckdb"]


POSIX = pytest.mark.skipif(os.name == "nt", reason="modes and links are another thing there")


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A library without macros, which takes no time."""
    monkeypatch.setattr(library_files, "put_macros", lambda *given: None)
    made = "create table evalsql_macros as select 1"
    monkeypatch.setattr(library_files, "put_table", lambda connection: connection.execute(made))
    monkeypatch.setattr(library_files, "script", lambda: "-- evalsql 1\n")


def put(path: Path) -> None:
    if path.name in ("lib.duckdb", "s.sql"):
        write_library(path)
    else:
        write.write_rows(ROWS, path, "scores", TableMode(force=True))


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@POSIX
@pytest.mark.parametrize("name", NAMES)
def long_a_file_that_is_written_anew_keeps_its_mode_and_link(name: str, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    real, link = tmp_path / "elsewhere" / f"real{Path(name).suffix}", tmp_path / name
    link.symlink_to(real)
    put(link)  # what a link leads to need not be there yet
    first = real.stat()
    os.chmod(real, 0o640)
    put(link)
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
            put(tmp_path / name)
            assert mode(tmp_path / name) == 0o640
    finally:
        os.umask(before)


@POSIX
def test_nobody_else_reads_a_file_before_it_has_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "s.csv"
    path.write_text("secret")
    path.chmod(0o600)
    with write.beside(path) as unfinished:
        unfinished.write_text("secret too")
        assert mode(unfinished.parent) == 0o700
    assert (path.read_text(), mode(path)) == ("secret too", 0o600)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
def test_a_file_keeps_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "s.csv"
    path.write_text("before")
    os.chown(path, 1234, 4321)
    put(path)
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 4321)
    assert path.read_text() == "x\n1\n2\n"


@pytest.mark.parametrize("name", ["s.csv", "s.duckdb"])
def test_a_read_only_file_is_refused_before_any_work(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    put(path)
    path.chmod(0o444)
    before = path.read_bytes()
    said = f"{name}: is read-only; make it writable, or write to another file"
    assert said in refusal("evaluate", "no.run", "--qrels", "no.txt", "-o", path)
    assert path.read_bytes() == before


def test_a_read_only_database_is_replaced_by_force_alone(tmp_path: Path) -> None:
    path = tmp_path / "lib.duckdb"
    put(path)
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
def test_an_address_and_a_link_into_a_folder_that_is_not_there_are_refused(tmp_path: Path) -> None:
    said = refusal("evaluate", *TINY, "-o", "s3://bucket/scores.csv")
    assert said == "s3:/bucket/scores.csv: evalsql writes local files; write one and copy it"
    path = tmp_path / "s.csv"
    path.symlink_to(tmp_path / "none" / "s.csv")
    assert f"s.csv: there is no folder {tmp_path / 'none'}" in refusal("evaluate", *TINY, "-o", path)


FULL = "the disk is full"


@pytest.mark.parametrize("error", [OSError(FULL), OSError(errno.ENOENT, FULL, ".unfinished")])
def test_where_writing_fails_nothing_is_left(error: OSError, tmp_path: Path) -> None:
    path = tmp_path / "s.csv"
    path.write_text("before")

    def write_half() -> None:
        with write.beside(path) as unfinished:
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


pytestmark = pytest.mark.skipif(own_folders.fcntl is None, reason="there are no locks of folders")


HOLD = """
import sys
from pathlib import Path
from evalsql.files.write import beside
with beside(Path(sys.argv[1])) as unfinished:
    unfinished.write_text("half")
    print(flush=True)
    sys.stdin.readline()
"""


PREFIX, SUFFIX = own_folders.UNFINISHED


@contextmanager
def writing(path: Path) -> Iterator[subprocess.Popen]:
    """A program that has written half of a file."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as program:
        program.stdout.readline()
        yield program
        program.kill()


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that a killed program left beside the file it wrote."""
    folder = tmp_path_factory.mktemp("killed")
    with writing(folder / "killed.csv") as program:
        program.send_signal(signal.SIGKILL)
        program.wait()
    (left,) = folder.glob(".evalsql-*")
    assert (left / "unfinished").read_text() == "half"
    return left


@pytest.fixture
def left(killed: Path, tmp_path: Path) -> Path:
    """A copy of it, its mode and its time the same."""
    return Path(shutil.copytree(killed, tmp_path / killed.name))


def long_what_a_killed_program_left_goes_and_what_a_live_one_writes_stays(left: Path, tmp_path: Path) -> None:
    with writing(tmp_path / "live.csv"):
        assert not left.exists()  # the live one has removed it
        (live,) = tmp_path.glob(".evalsql-*")
        for _ in range(2):
            with write.beside(tmp_path / "own.csv") as unfinished:
                unfinished.write_text("own")
        assert (live / "unfinished").read_text() == "half"
    assert sorted(os.listdir(tmp_path)) == [live.name, "own.csv"]  # killed too now
    with write.beside(tmp_path / "own.csv") as unfinished:
        unfinished.write_text("own")
    assert os.listdir(tmp_path) == ["own.csv"]


def renamed(left: Path, **parts: str) -> Path:
    """A folder that was left under a name that says another machine, or another start of it."""
    parts = {"machine": own_folders.machine(), "boot": own_folders.boot(), "name": "abcd_123"} | parts
    return left.rename(left.with_name(f"{PREFIX}{parts['machine']}{parts['boot']}-{parts['name']}{SUFFIX}"))


@pytest.mark.parametrize(
    ("parts", "goes"),
    [
        ({}, True),
        ({"machine": "00000000"}, True),  # another container on the same machine
        ({"boot": "00000000"}, False),  # since the machine was started, so by another one of that name
        ({"machine": "00000000", "boot": "00000000"}, False),
        ({"name": "a.b"}, False),
        ({"machine": "notours", "boot": ""}, False),
    ],
)
def test_the_name_says_whose_it_is(parts: dict, goes: bool, left: Path, tmp_path: Path) -> None:
    left = renamed(left, **parts)
    own_folders.remove_left(str(tmp_path), PREFIX, SUFFIX)
    assert left.exists() != goes


def test_one_from_before_the_machine_was_started_goes(left: Path, tmp_path: Path) -> None:
    left = renamed(left, boot="00000000")
    os.utime(left, (1, 1))
    own_folders.remove_left(str(tmp_path), PREFIX, SUFFIX)
    assert left.exists() == (own_folders.booted() == 0)


@pytest.mark.parametrize("change", ["user", "mode", "link", "file"])
def test_what_may_be_another_users_stays(change, left, tmp_path, monkeypatch) -> None:
    if change == "user":
        monkeypatch.setattr(own_folders.os, "geteuid", lambda: os.getuid() + 1)
    elif change == "mode":
        left.chmod(0o755)
    else:
        moved = left.rename(tmp_path / "elsewhere")
        left.symlink_to(moved) if change == "link" else left.write_text("a file")
    own_folders.remove_left(str(tmp_path), PREFIX, SUFFIX)
    assert left.exists()
    assert change != "link" or (tmp_path / "elsewhere" / "unfinished").exists()


def test_a_folder_that_is_taken_for_one_that_was_left_is_made_again(tmp_path, monkeypatch) -> None:
    hold, seen = own_folders.hold, []

    def swept(folder: str) -> int | None:
        if not seen:  # by another process, between being made and being held
            seen.append(folder)
            os.rmdir(folder)
        return hold(folder)

    monkeypatch.setattr(own_folders, "hold", swept)
    made = own_folders.make(str(tmp_path), "evalsql-")
    assert made != seen[0]
    assert os.listdir(tmp_path) == [os.path.basename(made)]
    own_folders.remove(made)
    assert os.listdir(tmp_path) == []
    assert made not in own_folders.locks


def test_a_lock_is_waited_for_and_then_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, refused, waited = tmp_path / "eval.duckdb", [], []

    def enter() -> None:
        try:
            with lock.alone(path):
                waited.append(True)
        except InputError as error:
            refused.append(str(error))

    with lock.alone(path):
        monkeypatch.setattr(lock, "WAIT", 0.1)
        impatient = Thread(target=enter)
        impatient.start()
        impatient.join()
        monkeypatch.setattr(lock, "WAIT", 10.0)
        patient = Thread(target=enter)
        patient.start()
    patient.join()
    assert refused == [f"{path}: another program is writing it; wait until it has ended"]
    assert waited == [True]
    assert os.listdir(tmp_path) == []


def test_the_lock_of_a_program_that_was_killed_keeps_nobody_out(tmp_path: Path) -> None:
    path = tmp_path / "eval.duckdb"
    code = (
        "import os; from pathlib import Path; from evalsql.files.lock import alone; go()\n"
        "with alone(Path(sys.argv[1])):\n    os._exit(9)\n"
    )
    assert at_once(code, [str(path)]) == [9]
    assert os.listdir(tmp_path) == [".eval.duckdb.lock"]
    with lock.alone(path):
        pass
    assert os.listdir(tmp_path) == []


def test_a_file_of_another_kind_in_the_place_of_the_lock_is_named(tmp_path: Path) -> None:
    (tmp_path / ".eval.duckdb.lock").mkdir()
    said = r"eval\.duckdb: cannot be written, since .*\.eval\.duckdb\.lock cannot be locked"
    with pytest.raises(InputError, match=said):
        lock.alone(tmp_path / "eval.duckdb").__enter__()


def test_a_lock_that_is_another_users_is_not_taken_for_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "own.duckdb"
    held = tmp_path / ".own.duckdb.lock"
    held.touch()
    monkeypatch.setattr(lock.os, "access", lambda file, mode: Path(file) != held)  # root may write all
    with (
        pytest.raises(InputError, match=r"own.duckdb: cannot be written, since \S+ cannot be locked: it is another"),
        lock.alone(path),
    ):
        pass
    assert held.exists()


def test_a_lock_that_its_holder_removes_meanwhile_is_waited_for(tmp_path, monkeypatch) -> None:
    path, asked = tmp_path / "own.duckdb", []

    def access(file: Path, mode: int) -> bool:
        if not asked:  # who had it ends now
            Path(file).unlink()
        asked.append(file)
        return os.path.exists(file)

    monkeypatch.setattr(lock.os, "access", access)
    with lock.alone(path):
        assert os.listdir(tmp_path) == [".own.duckdb.lock"]
    assert len(asked) == 2


def long_a_library_is_the_same_each_time_and_replaces_libraries_alone(tmp_path: Path) -> None:
    started = tmp_path / "lib.duckdb"
    first = output("lib", started)
    assert output("lib", started) == first
    output("evaluate", *TINY[2:], TINY[0], "-m", "AP", "-o", tmp_path / "own.duckdb")
    said = "own.duckdb: already exists and is not a library of evalsql; use --force to overwrite it"
    assert said in refusal("lib", tmp_path / "own.duckdb")
    assert invoke("lib", tmp_path / "own.duckdb", "--force").exit_code == 0
    (tmp_path / "own.sql").write_text("select 1;")
    with pytest.raises(ValueError, match=r"own\.sql: already exists and is not a library"):
        write_library(tmp_path / "own.sql")


def long_what_it_left_in_the_temporary_directory_goes_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = (
        "import os; from evalsql import scratch; made = scratch.make_folder(); open(f'{made}/spilled', 'w').write('x');"
        "os.kill(os.getpid(), 9)"
    )
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    subprocess.run([sys.executable, "-c", code], timeout=60)
    assert len(os.listdir(tmp_path)) == 1
    assert process("evaluate", *TINY).returncode == 0
    assert os.listdir(tmp_path) == []
