"""`evalsql discriminate`: how well measures distinguish runs."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

from evalsql.cli import options as o
from evalsql.cli.command import Answer, Plot, Scoring, Shown, command
from evalsql.cli.tables import Table, same
from evalsql.comparing import methods
from evalsql.errors import InputError

if TYPE_CHECKING:
    from evalsql.comparing.compare import Decided

    Method = str
else:
    Method = Literal[methods.names("discrimination")]


@command("Studies", writes=("the rows", "discrimination"), pictures=("levels", "log-levels"), highlights=False)
def discriminate(
    runs: list[str],
    qrels: str | None = None,
    measure: list[str] | None = None,
    method: Method = "power",
    test: list[str] | None = None,
    correction: str = "holm",
    size: int | None = None,
    trials: int = 1000,
    resamples: int = 1000,
    seed: int = 0,
    standardize: bool = False,
    *,
    scoring: Scoring,
    plot: Plot | None,
) -> Shown:
    """Measure how well measures distinguish runs (discriminative power)."""
    from evalsql.comparing.compare import decide
    from evalsql.comparing.discriminate import discriminate
    from evalsql.words import in_one_spelling

    decided: dict[str, Any] = {
        "test": [in_one_spelling(each) for each in test or ["bootstrap"]],
        "correction": correction,
        "resamples": resamples,
        "seed": seed,
    }
    checked = decide(**decided)  # which refuses before anything else
    if plot is not None and method != "levels":
        raise InputError(f"--plot draws the p-values of --method levels, not of {method}")
    how = {"method": method, "size": size, "trials": trials, "standardize": standardize, **decided}
    answer = discriminate.answer(runs, qrels, o.asked_of(measure, qrels), **how, **scoring)

    shown = tables(answer.headed(), method, checked)
    pictures = dict.fromkeys(("levels", "log-levels"), "significance_levels")
    look = {"log": plot is not None and plot.picture == "log-levels"}
    return Shown(answer=answer, tables=shown, part="discrimination", what="scores", picture=pictures, look=look)


def tables(answer: Answer, method: Method, decided: "Decided") -> Iterator[Table]:
    """The rows, and below them how to read those of the method."""
    rows = answer.tables["discrimination"]
    texts = [str(kind) == "string" for kind in rows.schema.types].index(False)
    note = (
        f"\n{methods.heads('discrimination')[method]['note']}{about_corrected(method, decided)} Scores {answer.about}."
    )
    yield Table(rows.to_pylist(), same(" ".join(rows.column_names)), note=note, texts=texts)


def about_corrected(method: Method, decided: "Decided") -> str:
    """The correction of the shares of corrected p-values, if the rows have any."""
    if method != "power":
        return ""
    corrected = methods.title("corrections", decided.correction) or "not corrected"
    over = " and ".join(filter(methods.familywise, decided.tests))
    if all(map(methods.familywise, decided.tests)):
        return f" corrected: by {over}, which takes all pairs together."
    beside = f" (those of {over} take all pairs together)" if over else ""
    return f" corrected: p-values {corrected} for the number of pairs{beside}."
