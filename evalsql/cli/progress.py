"""How far the work is, on standard error: a progress bar on a terminal, and what took how long if that is asked."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING

import typer

from evalsql.cli import notices

if TYPE_CHECKING:
    from evalsql.connections import Connection

PATIENCE = 1.0  # seconds before the bar is shown
BETWEEN_LINES = 15.0  # seconds at least, off a terminal


@contextmanager
def progress() -> Iterator[Callable[..., None]]:
    """A progress bar on a terminal, when the work takes more than a second; lines elsewhere, now and then.

    Yields a function to call with what is done next, and how much of all is done by now, from 0 to 1.
    """
    if notices.quiet or not sys.stderr.isatty():
        yield lines()
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

    def tell(step: str, done: float | None = None) -> None:
        share = 1 if done is None else done
        # what comes after all that was counted takes as long as it takes: a bar that moves, and a clock that goes on
        bar.tasks[0].total = 1 if share < 1 else None
        bar.update(task, description=one_line(step), completed=share)

    timer = threading.Timer(PATIENCE, bar.start)
    timer.daemon = True
    timer.start()
    try:
        yield tell
    finally:
        timer.cancel()
        bar.stop()


def lines() -> Callable[..., None]:
    """A function that says a step on standard error, if it tells how long it takes, or if nothing was said for long."""
    since = perf_counter()

    def tell(step: str, done: float | None = None) -> None:
        nonlocal since
        timed = "(about " in step
        if timed or perf_counter() - since >= BETWEEN_LINES:
            notices.note(step if timed or done is None else f"{step} ({done:.0%} done)")
            since = perf_counter()

    return tell


class Profile:
    """Seconds by stage. Called as a progress bar is, it notes when each stage begins, and tells the bar."""

    def __init__(self, tell: Callable[[str, float], None]) -> None:
        self.seconds: dict[str, float] = {}
        self._tell = tell
        self._stage, self._since = "starting", perf_counter()

    def __call__(self, step: str, done: float) -> None:
        """Notes that a step begins, and how much of all is done."""
        now = perf_counter()
        self.seconds[self._stage] = self.seconds.get(self._stage, 0) + now - self._since
        self._stage, self._since = step.partition(", part ")[0], now
        self._tell(step, done)

    def print(self, connection: "Connection") -> None:
        """Prints the stages in the order of the work, and the rows, on standard error."""
        from evalsql.cli.printing import print_columns
        from evalsql.words import plural

        self("done", 1.0)
        whole = sum(self.seconds.values())
        rows = [[stage, f"{seconds:.3f}", f"{100 * seconds / whole:.0f}%"] for stage, seconds in self.seconds.items()]
        rows.append(["total", f"{whole:.3f}", "100%"])
        print_columns(["stage", "seconds", "share"], rows, texts=1, err=True)
        ((runs, documents, judged),) = connection.execute(
            "select count(*), sum(documents), sum(judged) from (select run, sum(documents) as documents,"
            " sum(judged) as judged from evalsql_run_sizes group by all)"
        ).fetchall()
        ((judgments,),) = connection.execute("select count(*) from evalsql_judgments").fetchall()
        typer.echo(
            f"\n{plural(documents, 'row')} of {plural(runs, 'run')}, {judged:,} of them judged;"
            f" {plural(judgments, 'judgment')}",
            err=True,
        )
