"""What a killed process leaves, the next one that writes there removes; what is in use, or another's, it does not."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from command import TINY, process

from evalsql import own_folders
from evalsql.outputs import writers

pytestmark = pytest.mark.skipif(own_folders.fcntl is None, reason="there are no locks of folders")

HOLD = """
import sys
from pathlib import Path
from evalsql.outputs.writers import beside
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


def test_what_a_killed_program_left_goes_and_what_a_live_one_writes_stays(left: Path, tmp_path: Path) -> None:
    with writing(tmp_path / "live.csv"):
        assert not left.exists()  # the live one has removed it
        (live,) = tmp_path.glob(".evalsql-*")
        for _ in range(2):
            with writers.beside(tmp_path / "own.csv") as unfinished:
                unfinished.write_text("own")
        assert (live / "unfinished").read_text() == "half"
    assert sorted(os.listdir(tmp_path)) == [live.name, "own.csv"]  # killed too now
    with writers.beside(tmp_path / "own.csv") as unfinished:
        unfinished.write_text("own")
    assert os.listdir(tmp_path) == ["own.csv"]


def test_what_it_left_in_the_temporary_directory_goes_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = (
        "import os; from evalsql import scratch; made = scratch.make_folder(); open(f'{made}/spilled', 'w').write('x');"
        "os.kill(os.getpid(), 9)"
    )
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    subprocess.run([sys.executable, "-c", code], timeout=60)
    assert len(os.listdir(tmp_path)) == 1
    assert process("evaluate", *TINY).returncode == 0
    assert os.listdir(tmp_path) == []


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
def test_what_may_be_another_users_stays(
    change: str, left: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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


def test_a_folder_that_is_taken_for_one_that_was_left_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
