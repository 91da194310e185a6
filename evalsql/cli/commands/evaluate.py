"""`evalsql evaluate`: runs and judgments in, scores out."""

from collections.abc import Sequence
from typing import Any

from evalsql.cli import options as o
from evalsql.cli.command import TABLES, Output, Plot, Scoring, Shown, command
from evalsql.errors import Problem


@command(
    "Evaluate",
    writes=("one row per run, query and measure", "scores"),
    pictures=("leaderboard", "distributions", "slices"),
    formats=("table", "csv", "json", "trec", "markdown", "latex"),
    format_help=" 'evalsql trec_eval' prints what trec_eval does, to the byte.",
    needs={**o.SLICED, "clusters": "ci"},
    only={
        "decimals": TABLES,
        "ranges": TABLES,
        "ci": (*TABLES, "csv", "json"),
        **dict.fromkeys(("sort", "top", "slices"), (*TABLES, "csv", "json")),
    },
)
def evaluate(
    runs: list[str],
    qrels: str,
    *,
    look: dict[str, Any],
    clusters: str | None = None,
    trials: str | None = None,
    over_trials: str = "mean",
    scoring: Scoring,
    profile: bool = False,
    output: Output | None,
    plot: Plot | None,
    format: str,
) -> Shown:
    """Score runs against judgments."""
    from evalsql.cli.progress import Profile
    from evalsql.cli.show.scores import Scored, view_of
    from evalsql.comparing.trials import over_trials as over
    from evalsql.scoring.evaluation import Evaluation

    timed = Profile(scoring["progress"])
    how: Any = {**scoring, **{name: look.pop(name) for name in ("depth", "judged_only", "strict")}}
    view = view_of(scoring, plot, look, format, clusters)
    how["progress"] = timed
    evaluation = Evaluation(runs, qrels, **how, measures=view.computed, keep=False)
    scored = Scored(evaluation, view, over(evaluation.connection, trials, over_trials))

    def write() -> Sequence[Problem]:
        if output is not None:
            timed("writing", 1.0)
            scored.write(output, runs, qrels, how)
        timed("printing", 1.0)
        return ()

    at_end = (lambda: timed.print(evaluation.connection)) if profile else None
    return Shown(**scored.contents, write=write, at_end=at_end)
