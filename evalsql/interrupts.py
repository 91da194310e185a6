"""Guards of public functions: Ctrl-C and the system's refusals get out, and threads take turns.

Python calls the handler of Ctrl-C wherever Python runs, so also in a function that DuckDB calls, or while Arrow imports
pandas. What the handler raises there comes back as an error of DuckDB, such as RuntimeError("Query interrupted"), or
not at all. So it is noted when it is raised, and raised again at the door.
"""

import inspect
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from types import FrameType
from typing import Any, ParamSpec, TypeVar

from evalsql import faults
from evalsql.arguments import with_options
from evalsql.errors import InputError

P = ParamSpec("P")
R = TypeVar("R")
Handler = Callable[[int, FrameType | None], Any]

asked = False  # whether the handler of Ctrl-C raised, and that did not yet get out of a door
by = signal.SIGINT  # the signal that asked
written = False  # whether a file was put in place
in_place = False  # whether a database is written in place, which must not be interrupted


def noting(before: Handler) -> Handler:
    """A handler of signals that does what another one does, and notes if that raises KeyboardInterrupt."""

    def handler(number: int, frame: FrameType | None) -> None:
        global asked, by
        try:
            before(number, frame)
        except KeyboardInterrupt:
            asked, by = True, signal.Signals(number)
            raise

    return handler


def look() -> None:
    """To be called before what takes long, or cannot be undone."""
    if asked and threading.current_thread() is threading.main_thread():
        raise KeyboardInterrupt


def stoppable(function: Callable[P, R]) -> Callable[P, R]:
    """A function that Ctrl-C ends with KeyboardInterrupt, whatever becomes of that on its way out."""

    @wraps(function)
    def called(*given: P.args, **named: P.kwargs) -> R:
        global asked
        if threading.current_thread() is not threading.main_thread():  # no handler runs there
            with said():
                refuse_named(named)
                return function(*given, **named)
        before = signal.getsignal(signal.SIGINT)
        heard = callable(before)  # rather than ignored
        try:
            if heard:
                signal.signal(signal.SIGINT, noting(before))
            with said():
                refuse_named(named)
                return function(*given, **named)
        finally:
            if heard:
                signal.signal(signal.SIGINT, before)
            if asked:
                asked = False
                raise KeyboardInterrupt from None

    vars(called)["__signature__"] = with_options(inspect.signature(function))
    return called


def refuse_named(named: Mapping[str, Any]) -> None:
    """Refuses what is of another kind than its name says, of the names that many functions have."""
    progress, settings = named.get("progress", print), named.get("settings")
    if not callable(progress):
        raise InputError(f"progress must be a function, not {progress!r}")
    if settings is not None and not isinstance(settings, Mapping):
        raise InputError(f"settings must be a mapping such as {{'threads': 2}}, not {settings!r}")


@contextmanager
def said() -> Iterator[None]:
    """Says what the system refuses as a sentence; see faults."""
    try:
        yield
    except InputError:
        raise
    except Exception as error:
        sentence = faults.sentence(error)
        if not sentence:
            raise
        raise InputError(sentence) from error


def alone(method: Callable[P, R]) -> Callable[P, R]:
    """A method of an evaluation that one thread at a time is in, and that Ctrl-C ends."""

    @wraps(method)
    def called(*given: P.args, **named: P.kwargs) -> R:
        evaluation: Any = given[0]
        with evaluation._lock:
            return method(*given, **named)

    return stoppable(called)
