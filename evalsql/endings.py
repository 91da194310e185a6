"""How the program ends: on its own, or by Ctrl-C, SIGTERM or a closed terminal, with nothing left and no traceback.

Python calls a handler of signals only when the main thread is in Python, which it is not while DuckDB binds or writes.
So a thread waits beside it: a while after a signal it removes what is unfinished, and ends the program itself.
"""

import os
import signal
from contextlib import suppress
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn

from evalsql.signals import ENDING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

PATIENCE = 0.7  # seconds that the main thread has to end by itself
LONGEST = 10.0  # and that a database has to be written whole


def hear(handler: signal.Handlers | object) -> None:
    """Install a handler of the signals that end a program, except those that its caller ignores, as nohup does."""
    for number in ENDING:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, handler)  # pyright: ignore[reportArgumentType]


def leave(number: int, _: FrameType | None) -> NoReturn:
    """Ends the program at once."""
    os._exit(128 + number)


def watch() -> None:
    """Begins to wait for a signal that the main thread does not hear in time."""
    import sys
    from threading import Thread

    sys.unraisablehook = tell_lost
    heard, told = os.pipe()
    os.set_blocking(told, False)
    signal.set_wakeup_fd(told, warn_on_full_buffer=False)
    Thread(target=end_late, args=[heard], daemon=True).start()


def tell_lost(lost: "UnraisableHookArgs") -> None:
    """Says what an error was that nobody caught, but for an interrupt, which is raised again at the next door."""
    import sys

    if lost.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(lost)


def end_late(heard: int) -> None:
    """End the program a while after a signal that ends it, if it is still running then."""
    from time import monotonic, sleep

    from evalsql import interrupts, own_folders

    number = 0
    while number not in ENDING:
        number = os.read(heard, 1)[0]
    sleep(PATIENCE)
    end = monotonic() + LONGEST
    while interrupts.in_place and monotonic() < end:
        sleep(0.02)
    own_folders.remove_all()
    with suppress(OSError):
        os.write(2, f"{interrupted()}\n".encode())  # past what may be locked
    os._exit(128 + number)


def interrupted() -> str:
    """What is said of an interrupt."""
    from evalsql import interrupts

    return f"evalsql: interrupted; {'the file' if interrupts.written else 'nothing'} was written"


def end(status: int) -> NoReturn:
    """Ends the program with a status, and nothing left: Python would take all it has loaded down bit by bit."""
    from evalsql import scratch

    for number in ENDING:
        signal.signal(number, signal.SIG_IGN)
    scratch.remove_all()
    for number in ENDING:
        signal.signal(number, leave)
    os._exit(flushed(status))


def flushed(status: int) -> int:
    """The status to end with, after what was printed is written out."""
    import sys

    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:
        pass
    except OSError as error:
        with suppress(OSError):
            os.write(2, f"evalsql: standard output could not be written: {error.strerror}\n".encode())
        return 1
    return status


def open_closed_streams() -> None:
    """Opens what a closed stream writes to, lest a file gets its number later, and has text printed as UTF-8."""
    import sys

    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # which takes the lowest number that is free: this one
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
    if sys.stdout.encoding.lower() not in ("utf-8", "utf8"):  # ids are printed with the bytes that they were read with
        sys.stdout.reconfigure(encoding="utf-8")  # pyright: ignore[reportAttributeAccessIssue]


def no_orders(text: str) -> str:
    """A text in which GitHub's runner finds no order: one that it would find gets a blank.

    It obeys ##[order] anywhere in a line, and ::order:: at its start; a carriage return starts a line for it.
    """
    import re

    order = r"##\[|(?:^|(?<=\r))\s*::(?!(?:error|warning|notice) title=evalsql )"
    return re.sub(order, lambda found: f"{found[0][:-1]} {found[0][-1]}", text, flags=re.MULTILINE)


def print_no_orders() -> None:
    """Prints a name that GitHub's runner would take for an order so that it does not, in CSV and JSON too."""
    import io
    import sys

    class Harmless(io.TextIOWrapper):
        def write(self, text: str) -> int:
            super().write(no_orders(text))
            return len(text)

    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        how = {"errors": stream.errors, "line_buffering": stream.line_buffering}
        setattr(sys, name, Harmless(stream.detach(), "utf-8", **how))
    sys.__stdout__ = sys.stdout


def print_to_the_end() -> None:
    """Has what is printed go nowhere once nobody reads on, as in `| head`, where a file is to be written after it."""
    import io
    import sys

    class Patient(io.FileIO):
        def write(self, written: Any) -> int:
            try:
                return super().write(written) or 0
            except BrokenPipeError:
                os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
                return len(written)

    if sys.stdout is sys.__stdout__:  # rather than what a program that calls the command line has put there
        sys.stdout.flush()
        buffered = io.BufferedWriter(Patient(1, "w", closefd=False))
        kind: Any = type(sys.stdout)
        sys.stdout = kind(buffered, "utf-8", sys.stdout.errors, line_buffering=sys.stdout.isatty())
