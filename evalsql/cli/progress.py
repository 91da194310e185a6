"""A progress bar on standard error: on a terminal only, and only when the work takes more than a second."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PATIENCE = 1.0  # seconds before the bar is shown


@contextmanager
def progress(steps: int = 1) -> Iterator[Callable[..., None]]:
    """A function to call with what is done next, and how much of all is done by now, from 0 to 1.

    Args:
        steps: how many steps there are, where the calls do not say how much is done.
    """
    if not sys.stderr.isatty():
        yield lambda step, done=None: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from evalsql.words import one_line

    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    task = bar.add_task("starting", total=1)
    begun = -1

    def tell(step: str, done: float | None = None) -> None:
        nonlocal begun
        begun += 1
        bar.update(task, description=one_line(step), completed=begun / steps if done is None else done)

    timer = threading.Timer(PATIENCE, bar.start)
    timer.daemon = True
    timer.start()
    try:
        yield tell
    finally:
        timer.cancel()
        bar.stop()
