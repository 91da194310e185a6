"""The mean ranks of runs, with bars over those that do not differ: Demsar's diagram."""

from collections.abc import Sequence
from math import ceil, floor
from typing import TYPE_CHECKING, Any, Literal

from evalsql.catalog.measure import Measures
from evalsql.charts import data, theme
from evalsql.errors import InputError
from evalsql.words import plural

if TYPE_CHECKING:
    import altair as alt

MOST = 60  # runs
BESIDE = 0.27  # of the width that names may take at either side
ROW = 15  # pixels from a name to the next
BAR = 6  # pixels from a bar to the next
TOP = 10  # pixels from the axis to the first bar
ABOVE = 16  # pixels above the axis, where the critical difference is drawn


def critical_difference(
    scores: Any,
    measures: Measures = (),
    *,
    comparisons: Any = None,
    alpha: float = 0.05,
    over: str = "query",
    named: Sequence[str] = (),
    width: float = 160,
    dark: bool = False,
) -> "alt.LayerChart":
    """The mean rank of each run over the queries, and bars over the runs that do not differ.

    Args:
        scores: a table with columns run, query_id, metric and value, as evalsql.evaluate gives it.
        measures: the measure, of which there may be several in the table; the first where none is named.
        comparisons: a table that evalsql.compare gives of every run with every other, whose first test says which of
            them differ; where there is none, those differ whose mean ranks are farther apart than Nemenyi's critical
            difference.
        alpha: the significance level.
        over: what each rank is over: "collection" where the queries in the table are collections.
        named: runs to be told apart where there are more than twelve.
        width: of the whole chart, in millimetres.
        dark: whether it is drawn on a dark ground.

    Raises:
        InputError: the scores cannot be read, no query has a value of every run, or there are too many runs.
    """
    look = theme.asked(width, dark)
    found = data.scores_of(scores, measures)
    runs = found.runs()
    if not 2 <= len(runs) <= MOST:
        raise InputError(f"the diagram is of 2 to {MOST} runs, and there are {len(runs)}")
    apart = None if comparisons is None else apart_in(comparisons, found.measures[0])
    found.make("blocks", "rank_sums")
    rows = data.of_scores(found, "critical_difference", {"confidence": 1 - alpha, "apart": apart})
    rows = [row for row in rows if row["metric"] == found.measures[0]]
    if not rows:
        raise InputError(f"no query has a value of {found.measures[0]} for every run")
    names, colours = (
        theme.labels(runs, theme.longest_in(look, BESIDE)),
        theme.coloured(data.in_order(rows, "run"), named),
    )
    for row in rows:
        row |= {"name": names[row["run"]], "colour": colours[row["run"]] or look.ground.grey}
    first = rows[0]
    how = (
        f"Nemenyi's critical difference {first['critical_difference']:.2f}, alpha {alpha:.12g}"
        if comparisons is None
        else f"by the test of the comparison, alpha {alpha:.12g}"
    )
    return theme.finished(
        diagram(rows, look, ruler=comparisons is None),
        look,
        f"Mean ranks of runs by {first['metric']}",
        f"Over {plural(first['queries'], over)} that every run has a value for; 1 is the best;"
        f" bars join runs that do not differ ({how})",
    )


def apart_in(comparisons: Any, metric: str) -> list[list[str]]:
    """The pairs of runs that differ, by the first test of comparisons."""
    rows = data.of_measure(data.of_comparisons("significance", comparisons), metric)
    return [[row["run"], row["other"]] for row in rows if row["significant"]] or [["", ""]]


def diagram(rows: data.Rows, look: theme.Look, ruler: bool) -> "alt.LayerChart":
    """The axis, a line from the mean rank of each run to its name, and bars over groups."""
    import altair as alt

    left = rows[: (len(rows) + 1) // 2]
    right = rows[len(left) :][::-1]  # the last run first, whose line is the shortest
    low, high = floor(rows[0]["mean_rank"]), ceil(rows[-1]["mean_rank"])
    high = max(high, low + 1)
    bars = bars_of(rows)
    beneath = TOP + BAR * (1 + max((bar["level"] for bar in bars), default=0)) + ROW / 2
    wide = max(theme.text_width(row["name"]) for row in rows) + 12
    rank = (high - low) / max(look.pixels - 2 * wide - 16, 60)  # of a pixel
    ends = low - wide * rank, high + wide * rank
    lines = []
    for side, part in zip(ends, (left, right), strict=True):
        edge = low - 6 * rank if side < low else high + 6 * rank
        for place, row in enumerate(part):
            y = beneath + ROW * place
            lines.append(row | {"edge": edge, "y": y, "axis": 0, "text": edge + (-4 if side < low else 4) * rank})
    height = beneath + ROW * len(left)
    ticks = list(range(low, high + 1, 1 + (high - low) // 12))
    x = alt.X(
        "mean_rank:Q",
        title="mean rank",
        scale=alt.Scale(domain=list(ends), nice=False, zero=False),
        axis=alt.Axis(
            orient="top",
            values=ticks,
            grid=False,
            domain=False,
            ticks=False,
            format="d",
            labelFlush=False,
            labelOverlap=True,
        ),
    )
    scale = alt.Scale(domain=[-ABOVE, height], nice=False, reverse=True)

    def at(field: str) -> alt.Y:
        return alt.Y(field, title=None, axis=None, scale=scale)

    colour = alt.Color("colour:N", scale=None)
    base = alt.Chart(data.inline(lines)).encode(
        color=colour, tooltip=["run:N", "place:Q", alt.Tooltip("mean_rank:Q", format=".3f")]
    )
    ink, soft = alt.value(look.ground.ink), alt.value(look.ground.soft)

    def texts(those: str, align: "Literal['left', 'right']") -> alt.Chart:
        marks = base.transform_filter(those).mark_text(align=align, baseline="middle")
        return marks.encode(x="text:Q", y="y:Q", text="name:N", color=ink)

    drawn = [
        base.mark_rule().encode(x=x, y=at("axis:Q"), y2="y:Q"),
        base.mark_rule().encode(x="mean_rank:Q", x2="edge:Q", y=at("y:Q")),
        texts("datum.edge < datum.mean_rank", "right"),
        texts("datum.edge > datum.mean_rank", "left"),
        straight([{"from": low, "to": high, "y": 0}], 1).encode(color=soft),
        alt.Chart(data.inline([{"rank": each, "y": 0, "end": -4} for each in ticks]))
        .mark_rule(color=look.ground.soft)
        .encode(x="rank:Q", y="y:Q", y2="end:Q"),
        straight(bars, 3).encode(color=ink),
    ]
    size = rows[0]["critical_difference"]
    if ruler and size <= high - low:
        drawn += [
            straight([{"from": low, "to": low + size, "y": -ABOVE / 2}], 2).encode(color=soft),
            alt.Chart(data.inline([{"x": low + size, "y": -ABOVE / 2, "text": f"CD {size:.2f}"}]))
            .mark_text(align="left", dx=4, color=look.ground.soft, fontSize=theme.SIZE - 1)
            .encode(x="x:Q", y="y:Q", text="text:N"),
        ]
    return theme.fitted(theme.layered(*drawn), look, height + ABOVE)


def bars_of(rows: data.Rows) -> data.Rows:
    """The bars over groups, each at the first level where it does not touch another."""
    levels: list[float] = []
    bars = []
    for row in rows:
        if row["begins"]:
            last = rows[row["reach"] - 1]["mean_rank"]
            level = next((place for place, end in enumerate(levels) if end < row["mean_rank"]), len(levels))
            levels[level : level + 1] = [last]
            bars.append({"from": row["mean_rank"], "to": last, "level": level, "y": TOP + BAR * level})
    return bars


def straight(rows: data.Rows, thickness: float) -> "alt.Chart":
    """Horizontal lines."""
    import altair as alt

    marks = alt.Chart(data.inline(rows)).mark_rule(strokeWidth=thickness)
    return marks.encode(x="from:Q", x2="to:Q", y="y:Q")
