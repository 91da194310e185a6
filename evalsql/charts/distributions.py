"""The values of each run, query by query, and how they lie."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from evalsql.catalog.measure import Measures
from evalsql.charts import data, panels, theme
from evalsql.words import plural

if TYPE_CHECKING:
    import altair as alt

MOST_POINTS = 3000  # where there are more values, each is not drawn
HIGH = 40  # runs, up to which rows are higher than elsewhere
DRAWN = ("run", "name", "query_id", "value", "height", "colour")  # columns of a point
GOLDEN = 0.6180339887  # its multiples lie evenly between whole numbers


def distributions(
    scores: Any,
    measures: Measures = (),
    *,
    named: Sequence[str] = (),
    width: float = 160,
    dark: bool = False,
) -> "alt.LayerChart | alt.VConcatChart":
    """The values of the queries of every run, the best run first: each as a point, and a box around the middle half.

    Args:
        scores: a table with columns run, query_id, metric and value, as evalsql.evaluate gives it.
        measures: those of its measures to draw, a panel each; the first alone where none is named, and at most four.
        named: runs to be told apart where there are more than twelve.
        width: of the whole chart, in millimetres.
        dark: whether it is drawn on a dark ground.

    Raises:
        InputError: the scores cannot be read, or have no value.
    """
    look = theme.asked(width, dark)
    rows = data.of_scores(data.scores_of(scores, measures), "distributions")
    data.refuse_empty(rows)
    runs = data.in_order(rows, "run")
    names, colours = theme.labels(runs, theme.longest_in(look)), theme.coloured(runs, named)
    for place, row in enumerate(rows):
        row |= {"name": names[row["run"]], "colour": colours[row["run"]] or look.ground.grey}
        row["height"] = place * GOLDEN % 1
    found = data.in_order(rows, "metric")[: panels.MOST if measures else 1]
    parts = [[row for row in rows if row["metric"] == metric] for metric in found]

    def draw(part: data.Rows, y: "alt.Y", pixels: float) -> "alt.LayerChart":
        return panel(part, y, pixels, look)

    step = 22 if len(runs) <= HIGH else None
    chart = panels.side_by_side(parts, list(names.values()), look, draw, step)
    counts = data.in_order(rows, "queries")
    over = plural(counts[0], "query") if len(counts) == 1 else "the queries of each run"
    points = "points: queries; " if len(parts[0]) <= MOST_POINTS else ""
    return theme.finished(
        chart,
        look,
        "Values of queries by " + ", ".join(found),
        f"Over {over}; {points}boxes: the middle half, with the median; diamonds: means; lines: lowest to highest",
    )


def panel(rows: data.Rows, y: "alt.Y", pixels: float, look: theme.Look) -> "alt.LayerChart":
    """The values of one measure."""
    import altair as alt

    once = list({row["run"]: row for row in rows}.values())
    colour = alt.Color("colour:N", scale=None)
    figures = ("lowest", "lower_quartile", "median", "upper_quartile", "highest", "mean")
    shown = [alt.Tooltip(f"{name}:Q", format=".4f") for name in figures]
    base = alt.Chart(data.inline(once)).encode(y=y, color=colour, tooltip=["run:N", "queries:Q", *shown])
    x = alt.X(
        "lowest:Q",
        title=rows[0]["metric"],
        axis=alt.Axis(tickCount=theme.ticks_of(pixels), labelFlush=False),
    )
    box = alt.RelativeBandSize(0.7)
    drawn = [
        base.mark_rule(strokeWidth=1).encode(x=x, x2="highest:Q"),
        base.mark_bar(height=box, fill=look.ground.paper, fillOpacity=1).encode(
            x="lower_quartile:Q", x2="upper_quartile:Q"
        ),
        base.mark_bar(height=box, fillOpacity=0.25, strokeWidth=1).encode(
            x="lower_quartile:Q", x2="upper_quartile:Q", stroke=alt.Stroke("colour:N", scale=None)
        ),
        base.mark_tick(thickness=2, height=box).encode(x="median:Q"),
    ]
    if len(rows) <= MOST_POINTS:
        values = [{name: row[name] for name in DRAWN} for row in rows]
        points = alt.Chart(data.inline(values)).mark_circle(size=9, opacity=0.55, clip=False)
        drawn.append(
            points.encode(
                x="value:Q",
                y=y,
                yOffset=alt.YOffset("height:Q", scale=alt.Scale(domain=[-0.3, 1.3])),
                color=colour,
                tooltip=["run:N", "query_id:N", alt.Tooltip("value:Q", format=".4f")],
            )
        )
    mean = base.mark_point(shape="diamond", filled=True, size=36, opacity=1, stroke=look.ground.paper, strokeWidth=0.75)
    drawn.append(mean.encode(x="mean:Q", color=alt.value(look.ground.ink)))
    return theme.layered(*drawn)
