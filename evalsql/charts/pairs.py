"""What charts of two runs share."""

from collections.abc import Mapping

from evalsql.charts import data
from evalsql.comparing.scores import Scores
from evalsql.errors import InputError
from evalsql.words import first_few, plural, said


def refuse_unknown(scores: Scores, *named: str) -> None:
    """Refuses runs that the scores do not have, and one beside itself."""
    runs = scores.runs()
    for run in named:
        if run not in runs:
            raise InputError(f"unknown run {said(str(run))}; runs: {first_few(runs)}")
    if len(set(named)) < len(named):
        raise InputError(f"the chart is of two runs, and {said(named[0])} is named twice")


def counted(rows: data.Rows, names: Mapping[str, str], run: str, other: str) -> str:
    """On how many queries each of two runs is better, for a caption."""
    better, worse, same = (
        sum(row.get("alike", 1) for row in rows if row["ahead"] == each) for each in (run, other, None)
    )
    alike = f", {same:,} the same" if same else ""
    lower = " (lower is better)" if rows[0]["lower_is_better"] else ""
    return (
        f"{names[run]} is better on {better:,}, {names[other]} on {worse:,} of"
        f" {plural(better + worse + same, 'query')}{alike}{lower}"
    )
