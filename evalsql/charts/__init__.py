"""Charts of results. Each function takes the result of a function of evalsql and returns a chart of altair.

    scores = evalsql.evaluate("runs/*.run", "qrels.txt", "nDCG@10")
    evalsql.charts.leaderboard(scores, width=84).save("leaderboard.pdf")

Each is a file of sql/charts, whose head says what it shows and takes: `help(evalsql.charts.leaderboard)`. They need the
packages of the extra `charts`: pip install 'evalsql[charts]'.
"""

from typing import Any

from evalsql.catalog.folder import names
from evalsql.charts.chart import draw as draw
from evalsql.charts.chart import function_of

__all__ = ["draw", *names("charts")]  # pyright: ignore[reportUnsupportedDunderAll]


def __getattr__(name: str) -> Any:
    """The function of a chart."""
    if name not in names("charts"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = function_of(name)
    return globals()[name]


def __dir__() -> list[str]:
    """The names of charts too."""
    return sorted({*globals(), *__all__})
