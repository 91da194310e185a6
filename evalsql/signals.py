"""The signals that end a program, and a time in which they wait."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread

ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


@contextmanager
def held() -> Iterator[None]:
    """Has signals wait: what a handler raises while DuckDB's engine makes its classes ends the process by SIGABRT."""
    if current_thread() is not main_thread():  # handlers run in the main thread alone
        yield
        return
    heard: list[int] = []
    handlers = {number: signal.getsignal(number) for number in ENDING}
    handlers = {number: handler for number, handler in handlers.items() if callable(handler)}
    for number in handlers:
        signal.signal(number, lambda number, _: heard.append(number))
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        if heard:
            signal.raise_signal(heard[0])
