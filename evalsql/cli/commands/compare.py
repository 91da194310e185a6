"""`evalsql compare`: whether runs differ, by significance tests."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from evalsql.cli import options as o
from evalsql.cli.command import FILE, PAPERS, TABLES, Drawing, Output, Plot, Scoring, Shown, command
from evalsql.cli.notices import note
from evalsql.errors import InputError

if TYPE_CHECKING:
    from evalsql.comparing.compare import Comparison


@command(
    "Compare",
    writes=("every statistic of each pair", "comparisons"),
    pictures=("differences", "forest", "scatter", "significance", "critical_difference", "slices"),
    usual="differences of two runs, forest of more",
    needs={**o.SLICED, "alternative": "baseline"},
    apart={"letters": ("top", "mark")},
    only={"decimals": TABLES, "top": TABLES, "letters": PAPERS, "mark": PAPERS, "power": ("csv", "json", FILE)},
)
def compare(
    runs: list[str],
    qrels: str | None = None,
    measure: list[str] | None = None,
    baseline: list[str] | None = None,
    best: bool = False,
    test: list[str] | None = None,
    *,
    decided: dict[str, Any],
    alternative: Literal["two-sided", "greater", "less"] = "two-sided",
    slices: str | None = None,
    by: list[str] | None = None,
    clusters: str | None = None,
    trials: str | None = None,
    over_trials: str = "mean",
    standardize: bool = False,
    decimals: int | None = None,
    top: int | None = None,
    letters: bool = False,
    mark: Literal["plus", "dagger"] | None = None,
    scoring: Scoring,
    output: Output | None,
    plot: Plot | None,
    format: str,
) -> Shown:
    """Test whether runs differ."""
    from evalsql.cli.printing import say_json
    from evalsql.cli.show.comparison import as_object, papers, tables, together_tables
    from evalsql.comparing.compare import compare

    if plot is not None and plot.picture == "slices" and (slices is None or not baseline):
        raise InputError("--picture slices shows how runs differ from a --baseline on each kind of query of --slices")
    if format in PAPERS and decided["interval"] != "student" and not (slices or output or plot):
        note(f"--interval has no effect with --format {format}")
    how: dict[str, Any] = {
        "baseline": baseline or None,
        "best": best,
        "slices": slices,
        "by": by or (),
        "clusters": clusters,
        "trials": trials,
        "over_trials": over_trials,
        "standardize": standardize,
    }
    how |= {"test": test or ["paired_t"], "alternative": alternative, **decided}
    answer = compare.answer(runs, qrels, o.asked_of(measure, qrels, o.DEFAULT_COMPARED), **how, **scoring)
    if answer.decided.together:
        if plot is not None or letters:
            option = "--letters" if plot is None else "--plot"
            raise InputError(f"{option} shows pairs of runs, and {answer.decided.tests[0]} is of all runs together")
        return Shown(answer=answer, tables=together_tables(answer), part="comparisons", what="statistics")
    one_to_many, decimals = bool(baseline) or best, o.DECIMALS if decimals is None else decimals
    return Shown(
        answer=answer,
        tables=tables(answer, one_to_many, decimals, top),
        papers=papers(answer, one_to_many, letters, decimals, top, mark or "plus"),
        printers={"json": lambda: say_json(as_object(answer, one_to_many))},
        part="comparisons",
        what="means",
        picture=lambda plot: picture_of(answer, plot, by_test=bool(test), every=not one_to_many),
    )


def picture_of(answer: "Comparison", plot: Plot, *, by_test: bool, every: bool) -> Drawing:
    name = plot.picture or ("differences" if len(answer.scores.runs()) == 2 else "forest")
    rows, alpha = answer.tables["comparisons"], {"alpha": answer.decided.alpha}
    if name in ("differences", "scatter"):
        return name, (answer.scores, *two_of(answer, plot.named)), {}
    if name == "critical_difference":
        return name, [answer.scores], {"comparisons": rows if by_test and every else None, **alpha}
    return ("slice_differences", (rows, answer.baselines[0]), {}) if name == "slices" else (name, [rows], alpha)


def two_of(answer: "Comparison", named: Sequence[str]) -> tuple[str, str]:
    """The two runs that a picture is of, the baseline last: those that are named, or there are, as in the table."""
    baselines = [*answer.baselines[:1]]
    chosen = [*(run for run in named if run not in baselines), *baselines]
    if len(chosen) < 2:
        chosen = [*(run for run in answer.scores.runs() if run not in baselines), *baselines]
    if len(chosen) != 2:
        raise InputError(
            f"the picture is of two runs, and there are {len(chosen)}; name them with --highlight, or one of them and"
            " --baseline"
        )
    if not baselines and len(named) < 2:  # the table says which one is compared with the other
        chosen = next(([row["run"], row["other"]] for row in answer.tables["comparisons"].to_pylist()), chosen)
    return chosen[0], chosen[1]
