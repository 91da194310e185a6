"""The means of runs by two measures, the one against the other."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from evalsql.catalog.measure import Measures
from evalsql.catalog.sqlfiles import body_of
from evalsql.catalog.templates import expand
from evalsql.charts import data, theme
from evalsql.charts.places import PLACES, place_names
from evalsql.comparing.correlate import put_orderings
from evalsql.errors import InputError
from evalsql.words import plural

if TYPE_CHECKING:
    import altair as alt

AXIS = 48  # pixels left of the points
LONGEST = 26  # characters of a name beside a point
EDGE = 0.06  # of the range of means, that is left free on each side
SHAPE = 0.62  # height of the panel to its width


def two_measures(
    scores: Any,
    measures: Measures = (),
    *,
    named: Sequence[str] = (),
    width: float = 160,
    dark: bool = False,
) -> "alt.LayerChart":
    """A scatter of the runs' means by two measures, with their names where they do not cover each other.

    Args:
        scores: a table with columns run, query_id, metric and value, as evalsql.evaluate gives it.
        measures: two of its measures; the first two where none is named.
        named: runs to be told apart where there are more than twelve.
        width: of the whole chart, in millimetres.
        dark: whether it is drawn on a dark ground.

    Raises:
        InputError: the scores cannot be read, have not two such measures, or not two runs; or packages are missing.
    """
    look = theme.asked(width, dark)
    import altair as alt

    both = data.scores_of(scores, measures)
    if len(both.measures) < 2:
        raise InputError(f"a scatter takes two measures; there is only {', '.join(both.measures)}")
    if len(both.measures) > 2:
        both = data.scores_of(scores, both.measures[:2])
    put_orderings(both, None)
    rows = data.of_scores(both, "two_measures", tau=expand(body_of("correlations", "kendall"), udf=both.udf))
    colours = theme.coloured([row["run"] for row in rows], named)
    names = theme.labels([row["run"] for row in rows], LONGEST)
    for row in rows:
        row |= {"name": names[row["run"]], "colour": colours[row["run"]] or look.ground.grey}
    rows.sort(key=lambda row: colours[row["run"]] is None)  # what is told apart has its name first
    across, up = look.pixels - AXIS, round((look.pixels - AXIS) * SHAPE)
    ranges = [span([row[column] for row in rows]) for column in ("mean", "other_mean")]
    where = [
        (
            (row["mean"] - ranges[0][0]) / (ranges[0][1] - ranges[0][0]) * across,
            (ranges[1][1] - row["other_mean"]) / (ranges[1][1] - ranges[1][0]) * up,
        )
        for row in rows
    ]
    for row, place in zip(rows, place_names(where, [row["name"] for row in rows], across, up), strict=True):
        row["place"] = None if place is None else PLACES.index(place)
    one, other = rows[0]["metric"], rows[0]["other"]
    base = alt.Chart(data.inline(rows)).encode(
        x=alt.X("mean:Q", title=f"mean {one}", scale=alt.Scale(domain=ranges[0], nice=False)),
        y=alt.Y("other_mean:Q", title=f"mean {other}", scale=alt.Scale(domain=ranges[1], nice=False)),
        tooltip=["run:N", alt.Tooltip("mean:Q", format=".4f"), alt.Tooltip("other_mean:Q", format=".4f")],
    )
    points = base.mark_point(filled=True, size=34, opacity=0.9).encode(color=alt.Color("colour:N", scale=None))
    texts = [
        base.transform_filter(f"datum.place === {number}")
        .mark_text(dx=place.dx, dy=place.dy, align=place.align, baseline="middle")
        .encode(text="name:N")
        for number, place in enumerate(PLACES)
        if any(row["place"] == number for row in rows)
    ]
    chart = theme.fitted(theme.layered(points, *texts), look, up)
    tau = rows[0]["tau"]
    agree = "" if tau is None else f"; Kendall's tau-b between the two orderings {tau:z.2f}"
    left = sum(row["place"] is None for row in rows)
    unnamed = f"; {plural(left, 'name')} left out where there is no room" if left else ""
    return theme.finished(chart, look, f"Runs by {one} and by {other}", f"{plural(len(rows), 'run')}{agree}{unnamed}")


def span(values: Sequence[float]) -> list[float]:
    """From below the least to above the greatest of some values."""
    low, high = min(values), max(values)
    edge = (high - low) * EDGE or abs(high) * EDGE or 1
    return [low - edge, high + edge]
