"""How alike the ordering of runs stays on samples."""

from typing import TYPE_CHECKING, Any

from evalsql.charts import data, theme
from evalsql.charts.panels import heights
from evalsql.words import plural

if TYPE_CHECKING:
    import altair as alt


def samples(found: Any, *, width: float = 160, dark: bool = False) -> "alt.LayerChart":
    """Kendall's tau-b of the samples' orderings of the runs with that by all, a row a measure, with their mean.

    Args:
        found: the relations samples and summary, by name, as evalsql.subsample gives them.
        width: of the whole chart, in millimetres.
        dark: whether it is drawn on a dark ground.

    Raises:
        InputError: these are no such relations, or packages are missing.
    """
    look = theme.asked(width, dark)
    import altair as alt

    columns = ("metric", "sample", "tau", "runs")
    table = data.table_of(data.one_of(found, "samples", "subsample"), columns, "subsample")
    columns = ("metric", "samples", "mean_tau", "min_tau", "max_tau")
    summary = data.table_of(data.one_of(found, "summary", "subsample"), columns, "subsample")
    rows = data.of_tables("samples", samples=table)
    means = summary.to_pylist()
    metrics = [row["metric"] for row in means]
    names = theme.labels(metrics, theme.longest_in(look))
    for row in [*rows, *means]:
        row["name"] = names[row["metric"]]
    x = alt.X(
        "tau:Q",
        title="Kendall's tau-b with the ordering by all",
        scale=theme.scale_of(row["tau"] for row in rows),
        axis=alt.Axis(tickCount=theme.ticks_of(look.pixels - theme.room_of(list(names.values())))),
    )
    y = heights(list(names.values()), named=True)
    circles = (
        alt.Chart(data.inline(rows))
        .mark_circle(color=theme.COLOURS[0], opacity=0.6)
        .encode(
            x=x,
            y=y,
            size=alt.Size("samples:Q", scale=alt.Scale(domainMin=0, range=[0, 160]), legend=None),
            tooltip=["metric:N", "samples:Q", alt.Tooltip("tau:Q", format=".4f")],
        )
    )
    points = (
        alt.Chart(data.inline(means))
        .mark_point(filled=True, shape="diamond", color=theme.COLOURS[1], size=50, opacity=1)
        .encode(x="mean_tau:Q", y=y, tooltip=["metric:N", alt.Tooltip("mean_tau:Q", format=".4f")])
    )
    chart = theme.fitted(theme.layered(circles, points), look, alt.Step(24))
    runs = max(row["runs"] for row in rows) if rows else 0
    return theme.finished(
        chart,
        look,
        "How alike the ordering of runs stays on samples",
        f"{plural(runs, 'run')}, {plural(means[0]['samples'], 'sample')}; circles: by how many; diamonds: means",
    )
