"""What the system refuses, and how a command ends, is said in a sentence with its cause: disks, memory, streams."""

import errno
import os
import shlex
import signal
import subprocess
import sys
import time
from contextlib import nullcontext
from functools import partial
from pathlib import Path

import duckdb
import pytest
import typer
from command import TINY, TRACK, refusal
from in_process import whole

from evalsql import cli, faults
from evalsql.cli.command import Shown, deliver_all
from evalsql.errors import InputError

POSIX = pytest.mark.skipif(os.name == "nt", reason="there are other limits and signals there")
PROGRAM = f"{shlex.quote(sys.executable)} -m evalsql"
ROOT = Path(__file__).parents[2]
GIVEN = shlex.join([*TINY, "-m", "AP"])

pytestmark = POSIX


def shell(line: str, folder: Path) -> tuple[int, str, str]:
    """What a line of bash does, in which `evalsql` is the program: its status and what it printed and said."""
    # Python keeps half of a module that it compiled where a limit on the size of files lets it write no more
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    command = ["bash", "-c", line.replace("evalsql ", f"{PROGRAM} ", 1)]
    done = subprocess.run(command, cwd=folder, capture_output=True, env=environment, timeout=120)
    said = done.stderr.decode()
    assert "Traceback" not in said
    return done.returncode, done.stdout.decode(), said


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (f"ulimit -f 64; evalsql build e.duckdb {GIVEN}", "e.duckdb: cannot be written: File too large"),
        (f"ulimit -f 0; evalsql evaluate {GIVEN}", "no temporary file can be written: File too large"),
        (f"mkdir g; cd g; rmdir ../g; evalsql evaluate {GIVEN} -o s.csv", "working directory no longer exists"),
        (f"evalsql evaluate - -q {TINY[-1]} <&-", "standard input: is closed"),
        ("evalsql evaluate $'g\\xff.run' -q q", r"'g\udcff.run' is not UTF-8 text"),
    ],
)
def long_a_limit_or_stream_that_the_system_refuses_is_named(line: str, said: str, tmp_path: Path) -> None:
    status, printed, sentence = shell(line, tmp_path)
    assert (status, printed, sentence.count("\n")) == (2, "", 1), sentence
    assert said in sentence
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((*TRACK, "--memory-limit", "3MB"), "a memory limit of 2.8 MiB is too low for this"),
        ((*TINY, "-o", "g\udcff.csv"), r"'g\udcff.csv' is not UTF-8 text"),
    ],
)
def test_a_limit_or_name_that_cannot_be_is_refused(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    assert said in refusal("evaluate", *words, cwd=tmp_path)
    assert os.listdir(tmp_path) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_what_cannot_be_printed_is_no_success(tmp_path: Path) -> None:
    status, _, said = shell("evalsql metrics AP > /dev/full", tmp_path)
    assert (status, said) == (1, "evalsql: standard output could not be written: No space left on device\n")


def long_what_is_read_once_and_what_begins_with_a_tilde_is_read(tmp_path: Path) -> None:
    pipes = f"a=/dev/stdin b=<(cat {TINY[0]}) c=<(gzip -c {TINY[0]}) '~/g.run' '~g.run' -q <(cat {TINY[-1]})"
    line = f"cp {TINY[0]} g.run; cp {TINY[0]} '~g.run'; export HOME=$PWD; cat {TINY[0]} | "
    status, printed, _ = shell(f"{line} evalsql evaluate {pipes} -m AP --format csv", tmp_path)
    runs = ("a", "b", "c", "g", "~g")
    assert (status, printed) == (0, "run,AP\n" + "".join(f"{run},0.6926984126984126\n" for run in runs))


def long_ids_are_printed_whole_where_the_locale_is_ascii(tmp_path: Path) -> None:
    words = ["evaluate", f"ü={TINY[0]}", "-q", TINY[-1], "-m", "AP", "--format"]
    program = f"""
import sys
from evalsql import cli, endings
endings.open_closed_streams()
for form in ("csv", "json", "table"):
    sys.argv = ["evalsql", *{words!r}, form]
    try:
        cli.main()
    except SystemExit as ended:
        assert not ended.code
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"}, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode().count("ü") == 3


def long_all_streams_may_be_closed(tmp_path: Path) -> None:
    status, _, _ = shell(f"evalsql evaluate {GIVEN} -o s.csv <&- >&- 2>&-", tmp_path)
    assert status == 0
    assert (tmp_path / "s.csv").read_text().startswith("run,query_id,metric,value\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def long_a_refusal_that_nobody_can_read_is_no_success(tmp_path: Path) -> None:
    assert shell("evalsql evaluate none.run -q none.txt 2>/dev/full", tmp_path)[0] != 0


def test_a_fault_of_ours_is_a_sentence_and_with_debug_a_traceback(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "from evalsql import cli\ndef failing(arguments): raise ZeroDivisionError('oh')\n"
        "cli.answer = failing\ncli.run()\n"
    )
    done = [
        subprocess.run([sys.executable, program, *debug, "metrics"], capture_output=True, text=True, timeout=60)
        for debug in ([], ["--debug"])
    ]
    assert done[0].returncode == 1
    assert done[0].stderr.startswith("evalsql: internal error: ZeroDivisionError: oh; please report it")
    assert done[0].stderr.count("\n") == 1
    assert "Traceback" in done[1].stderr


def test_a_command_whose_reader_has_gone_ends_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def by_typer() -> None:
        try:
            raise BrokenPipeError
        except BrokenPipeError:
            sys.exit(1)

    def plainly() -> None:
        raise BrokenPipeError

    monkeypatch.setattr(cli, "stop_writing", list)
    for end, status in {plainly: 0, by_typer: 0, partial(sys.exit, 3): 3}.items():
        monkeypatch.setattr(cli, "answer", lambda _, end=end: end())
        assert whole(["metrics"], tmp_path) == (status, "", "")


def test_other_files_are_written_whatever_becomes_of_standard_output(tmp_path: Path) -> None:
    def failing(error: OSError) -> None:
        raise error

    written, nowhere = tmp_path / "gate.md", tmp_path / "nowhere" / "gate.md"
    full, gone = OSError(errno.ENOSPC, "full"), BrokenPipeError()
    for status, error, also, raised in (
        (1, gone, [written], None),  # nobody reads, and the status says all
        (0, gone, [written], BrokenPipeError),
        (1, full, [written], OSError),
        (0, None, [nowhere, written], InputError),
    ):
        printers = {"table": partial(failing, error)} if error else {}
        files = {path: partial(typer.echo, "passed") for path in also}
        with pytest.raises(raised) if raised else nullcontext():
            deliver_all(Shown(printers=printers, also=files, status=status), [], None, "table", [])
        assert written.read_text() == "passed\n"
        written.unlink()


@pytest.mark.parametrize(("error", "shown"), [("KeyboardInterrupt", False), ("ZeroDivisionError", True)])
def test_an_interrupt_where_nothing_can_catch_it_is_not_shown(error: str, shown: bool) -> None:
    program = f"""
from evalsql import endings
class Lost:
    def __del__(self):
        raise {error}
endings.watch()
Lost()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert (error in done.stderr) == shown


def test_what_does_not_fit_into_memory_and_nowhere_else_names_the_folder(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(faults, "address_space", lambda: None)
    assert "a memory limit of 9 MiB is too low" in faults.out_of_memory("9 MiB", str(tmp_path))
    monkeypatch.setattr(faults.shutil, "disk_usage", lambda _: type("Usage", (), {"free": 1 << 20}))
    assert f"goes to {tmp_path}, where 1.0 MiB are free" in faults.out_of_memory("9 MiB", str(tmp_path))
    assert "no temporary directory can be written" in faults.out_of_memory("9 MiB", "")


# the main thread is where no handler of Python's is called, and then where its KeyboardInterrupt is lost
STUCK = """
import ctypes, sys
from evalsql import cli, scratch
def answer(arguments):
    made = scratch.make_folder(sys.argv[1])
    print(flush=True)
    libc = ctypes.CDLL(None)
    for _ in range(600):
        libc.usleep(100000) if sys.argv[2] == 'short' else libc.sleep(60)
cli.answer = answer
cli.run()
"""


def test_what_the_system_and_duckdb_refuse_is_said_in_a_sentence() -> None:
    said = {
        duckdb.OutOfMemoryException("oh"): "there is not enough memory for this; --memory-limit",
        MemoryError(): "there is not enough memory for this; --memory-limit",
        duckdb.TransactionException("TransactionContext Error: aborted"): "the connection cannot be used: aborted",
        duckdb.IOException("IO Error: No space left on device"): "a file: No space left on device",
        OSError(errno.ENOSPC, "No space left on device", "/x/y"): "/x/y: No space left on device",
        OSError(errno.ENOSPC, "of no file"): "",
        ValueError("oh"): "",
    }
    if hasattr(duckdb, "ResourceInUseException"):
        said[duckdb.ResourceInUseException("busy")] = "the connection is in use by another thread; give each a cursor"
    assert [error for error, text in said.items() if not faults.sentence(error).startswith(text)] == []
    assert [error for error, text in said.items() if bool(faults.sentence(error)) != bool(text)] == []


@pytest.mark.parametrize("error", [MemoryError(), ImportError("failed to map segment"), duckdb.OutOfMemoryException()])
def test_a_limit_on_address_space_is_no_fault_of_memory_limits(error, monkeypatch) -> None:
    monkeypatch.setattr(faults, "address_space", lambda: "500 MiB")
    assert faults.sentence(error).startswith("500 MiB of address space (ulimit -v) is too little")


@pytest.mark.parametrize(
    ("number", "stuck"), [(signal.SIGINT, "long"), (signal.SIGTERM, "short"), (signal.SIGHUP, "long")]
)
def test_a_signal_ends_a_program_within_a_second_with_nothing_left(number, stuck, tmp_path) -> None:
    program = subprocess.Popen(
        [sys.executable, "-c", STUCK, str(tmp_path), stuck],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),  # which the tests may be told to ignore, as by nohup
    )
    assert program.stdout is not None
    program.stdout.readline()
    assert len(os.listdir(tmp_path)) == 1
    begun = time.monotonic()
    for _ in range(2):  # libc's sleep ends with a signal, once
        program.send_signal(number)
        time.sleep(0.1)
    _, said = program.communicate(timeout=60)
    assert time.monotonic() - begun < 3  # of a machine that has much else to do
    assert program.returncode == 128 + number
    assert said == "evalsql: interrupted; nothing was written\n"
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_before_the_command_line_is_loaded_ends_without_a_traceback(number: signal.Signals) -> None:
    code = f"import os, signal\nsignal.signal({int(number)}, signal.SIG_DFL)\nfrom evalsql import endings\n"
    code += f"endings.hear(endings.leave)\nos.kill(os.getpid(), {int(number)})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (128 + number, "")


def long_a_signal_that_is_ignored_stays_so(tmp_path: Path) -> None:
    line = f"trap '' HUP; evalsql evaluate {GIVEN} -o s.csv & kill -HUP $!; wait $!"
    assert shell(line, tmp_path)[0] == 0
    assert (tmp_path / "s.csv").exists()
