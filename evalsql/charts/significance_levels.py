"""How well measures distinguish runs: the curves of achieved significance levels."""

from typing import TYPE_CHECKING, Any

from evalsql.charts import data, theme
from evalsql.errors import InputError
from evalsql.words import plural

if TYPE_CHECKING:
    import altair as alt

SHAPE = 0.6  # of the panel's height to its width
HIGHEST = 380  # pixels
MOST_SHOWN = 0.1  # p-values above are cut off, as in Sakai's figures
LEAST_SHOWN = 1e-4  # on an axis of logarithms: lower ones, and 0, are drawn there
MOST_POINTS = 2000  # of a curve; of more pairs some are left out


def significance_levels(
    found: Any, *, alpha: float = 0.05, log: bool = False, width: float = 160, dark: bool = False
) -> "alt.LayerChart":
    """The p-values of all pairs of runs, the highest first, a line a measure (Sakai, SIGIR 2006, figures 1 and 2).

    The earlier a line falls below alpha, the more pairs the measure distinguishes.

    Args:
        found: a table with columns metric, test, place, run, other and p_value, as evalsql.discriminate gives it with
            the method "levels".
        alpha: the level that is marked.
        log: whether p-values are on an axis of logarithms, down to 0.0001; else they are from 0 to 0.1, as in the
            paper.
        width: of the whole chart, in millimetres.
        dark: whether it is drawn on a dark ground.

    Raises:
        InputError: the table cannot be read, or packages are missing.
    """
    if not 0 < alpha < 1:
        raise InputError(f"alpha must be above 0 and below 1, not {alpha:.12g}")
    look = theme.asked(width, dark)
    import altair as alt

    columns = ("metric", "test", "place", "run", "other", "p_value")
    table = data.table_of(found, columns, 'discriminate(method="levels")')
    rows = data.of_tables("significance_levels", {"alpha": alpha}, levels=table)
    several = len(data.in_order(rows, "test")) > 1
    for row in rows:
        row["line"] = f"{row['metric']}, {row['test'].replace('_', ' ')}" if several else row["metric"]
    lines = list(data.in_order(rows, "line"))
    if len(lines) > theme.MOST_COLOURED:
        raise InputError(f"{len(lines)} lines are too many for a picture; name at most {theme.MOST_COLOURED} measures")
    names = theme.labels(lines, theme.longest_in(look))
    shares = {row["line"]: f"{names[row['line']]} ({row['share']:.0%})" for row in rows}
    for row in rows:
        row["name"] = shares[row["line"]]
    pairs = max(row["pairs"] for row in rows)
    each = -(-pairs // MOST_POINTS)
    rows = [row for row in rows if row["place"] % each == 0 or row["place"] in (1, row["pairs"])]
    # each pair has a step of the line, the first one too
    rows = [each for row in rows for each in ([row | {"place": 0}] if row["place"] == 1 else []) + [row]]
    domain = [shares[line] for line in lines]
    widest = max(map(theme.text_width, domain)) + 24
    legend = alt.Legend(
        title=None,
        orient="bottom",
        columns=max(1, int((look.pixels - 20) // widest)),
        symbolType="stroke",
        symbolStrokeWidth=2,
    )
    top = 1.0 if log else max(MOST_SHOWN, 2 * alpha)
    scale = (
        alt.Scale(type="log", domain=[LEAST_SHOWN, 1], clamp=True) if log else alt.Scale(domain=[0, top], nice=False)
    )
    axis = alt.Axis(format="~g", values=[1, 0.1, 0.05, 0.01, 0.001, 0.0001]) if log else alt.Axis(format="~g")
    y = alt.Y("p_value:Q", title="achieved significance level (p)", scale=scale, axis=axis)
    base = alt.Chart(data.inline(rows)).encode(
        x=alt.X(
            "place:Q",
            title="pairs of runs, by falling p",
            scale=alt.Scale(domain=[0, pairs], nice=False),
            axis=alt.Axis(
                grid=False, format="~d", tickMinStep=1, tickCount=min(pairs, theme.ticks_of(look.pixels - 50))
            ),
        ),
        y=y,
        color=alt.Color("name:N", scale=alt.Scale(domain=domain, range=colours(lines)), legend=legend),
        strokeDash=alt.StrokeDash("name:N", scale=alt.Scale(domain=domain, range=theme.dashed(lines)), legend=legend),
        tooltip=["metric:N", "test:N", "run:N", "other:N", alt.Tooltip("p_value:Q", format=".4f")],
    )
    level = alt.Chart(data.inline([{"p_value": alpha, "text": f"{alpha:.12g}"}])).encode(y=y)
    rule = level.mark_rule(color=look.ground.soft, strokeDash=[3, 3])
    chart = theme.fitted(
        theme.layered(rule, base.mark_line(strokeWidth=1.6, clip=True, interpolate="step-before")),
        look,
        round(min(look.pixels * SHAPE, HIGHEST)),
    )
    tests = " and ".join(test.replace("_", " ") for test in data.in_order(rows, "test"))
    tests += " tests" if several else " test"
    return theme.finished(
        chart,
        look,
        "How well measures distinguish runs",
        f"{plural(pairs, 'pair')} of runs, {tests}; in brackets the share below {alpha:.12g} (the dashed line)",
    )


def colours(lines: list[str]) -> list[str]:
    """The colours of the lines, in their order."""
    return [colour or theme.COLOURS[0] for colour in theme.coloured(lines).values()]
