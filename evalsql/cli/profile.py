"""What took how long: the stages of an evaluation, their seconds, and how many rows there were."""

from collections.abc import Callable
from time import perf_counter

import typer

from evalsql.cli.show.tables import print_columns
from evalsql.connections import Connection
from evalsql.words import plural


class Profile:
    """Seconds by stage. Called as a progress bar is, it notes when each stage begins, and tells the bar.

    Args:
        tell: the progress bar's function.

    Attributes:
        seconds: how long each stage took; parts of the runs are added up.
    """

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

    def print(self, connection: Connection) -> None:
        """Prints the stages in the order of the work, and the rows, on standard error.

        Args:
            connection: the evaluation's, whose rows are counted.
        """
        self("done", 1.0)
        whole = sum(self.seconds.values())
        rows = [[stage, f"{seconds:.3f}", f"{100 * seconds / whole:.0f}%"] for stage, seconds in self.seconds.items()]
        rows.append(["in all", f"{whole:.3f}", "100%"])
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
