"""A measure over the evaluations that a database notes."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from evalsql.charts import data, theme
from evalsql.charts.lines import Lines, drawn, room
from evalsql.charts.pool import measure_of
from evalsql.words import one_line, plural, shortened

if TYPE_CHECKING:
    import altair as alt

LABEL = 14  # characters of an evaluation's label
LETTER = 6.5  # pixels
BEST = "the best run"


def history(
    found: Any,
    measure: str | None = None,
    *,
    by_run: bool = False,
    named: Sequence[str] = (),
    width: float = 160,
    dark: bool = False,
) -> "alt.LayerChart":
    """Lines of a measure over evaluations, the oldest first, with a cross where a run is worse than one before.

    Args:
        found: the relations log and regressions, by name, as evalsql.log gives them.
        measure: which of the measures; the first where None.
        by_run: whether each run has a line of its own, where evalsql.log was asked for runs; else there is one line, of
            the best run of each evaluation.
        named: runs to be told apart where there are more than twelve.
        width: of the whole chart, in millimetres.
        dark: whether it is drawn on a dark ground.

    Raises:
        InputError: these are no such relations, there is no such measure, or packages are missing.
    """
    look = theme.asked(width, dark)
    import altair as alt

    columns = ("evaluation", "evaluated_at", "label", "git_commit", "metric", "run", "value")
    log = data.table_of(data.one_of(found, "log", "log"), columns, "log")
    worse = data.table_of(data.one_of(found, "regressions", "log"), OF_REGRESSIONS, "log", empty=True)
    metric = measure_of(log, measure)
    rows = [
        row
        for row in data.of_tables("history", {"metric": metric}, log=log, regressions=worse)
        if row["value"] is not None
    ]
    texts = name_evaluations(rows)
    for row in rows:
        row |= {"line": row["run"] if by_run else BEST, "x": texts[row["evaluation"]], "y": row["value"]}
    last = {row["line"]: row["y"] for row in rows}
    order = sorted(last, key=lambda line: (-last[line], line))
    upright = max(map(len, texts.values())) * LETTER > look.pixels / max(len(texts), 1)
    across = alt.X(
        "x:O",
        title="evaluation",
        sort=list(texts.values()),
        scale=alt.Scale(type="point", padding=0),
        axis=alt.Axis(labelAngle=-90 if upright else 0, grid=False, labelOverlap=True),
    )
    shown = ["run:N", "evaluated_at:N", "git_commit:N", alt.Tooltip("value:Q", format=".4f")]
    what = Lines(rows, order, across, metric, room([row["y"] for row in rows]), {}, named, shown)
    fallen = [row for row in rows if row["fall"] is not None]
    crosses = []
    if fallen:
        base = alt.Chart(data.inline(fallen)).mark_point(
            shape="cross", angle=45, filled=True, size=110, opacity=1, color=theme.COLOURS[1], stroke=look.ground.paper
        )
        crosses.append(base.encode(x=across, y=alt.Y("fall:Q"), tooltip=[*shown, "against:N"]))
    marked = "; crosses: worse than one before" if fallen else ""
    return theme.finished(
        drawn(what, look, above=crosses),
        look,
        f"{metric} over {plural(len(texts), 'evaluation')}",
        ("Each run" if by_run else "The best run of each") + marked,
    )


OF_REGRESSIONS = ("metric", "evaluation", "run", "against", "regression")


def name_evaluations(rows: data.Rows) -> dict[int, str]:
    """What each evaluation is called: its label, or its number where labels are missing or alike."""
    labels = {row["evaluation"]: row["label"] for row in rows}
    there = list(labels.values())
    if None in there or len(set(there)) < len(there):
        return {each: f"{each}" if label is None else one_line(f"{each} {label}") for each, label in labels.items()}
    return dict(zip(labels, shortened([one_line(label) for label in there], LABEL), strict=True))
