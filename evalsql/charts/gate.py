"""The rules of a gate: what is held against which bound, and the verdict."""

from typing import TYPE_CHECKING, Any

from evalsql.charts import data, theme
from evalsql.comparing.scores import head
from evalsql.words import one_line

if TYPE_CHECKING:
    import altair as alt

AXES = {
    "difference": "difference of means, new minus baseline",
    "percent": "change of the geometric mean, %",
    "at_least": "mean of the new run",
    "worst_loss": "largest loss of one query",
    "losing": "share of the queries that lose",
}
RULES = {"non_inferior": "no loss", "unchanged": "unchanged", "better": "better"}  # which share a panel
VERDICTS = ("pass", "cannot tell", "fail")
SHAPES = ("circle", "diamond", "cross")
COLOURS = (theme.COLOURS[0], theme.COLOURS[4], theme.COLOURS[1])
STEP = 20  # pixels of a rule
GAP = 10  # pixels between panels
END = 10  # pixels right of a panel


def gate(found: Any, *, title: str = "", width: float = 160, dark: bool = False) -> "alt.VConcatChart":
    """Each rule with what it looks at, the interval of that, and the bound; shape and colour say the verdict.

    Args:
        found: a table with columns rule, metric, verdict, difference, lower, upper, bound and so on, as evalsql.gate
            gives it.
        title: of the picture; which runs were compared.
        width: of the whole chart, in millimetres.
        dark: whether it is drawn on a dark ground.

    Raises:
        InputError: the table cannot be read, or packages are missing.
    """
    look = theme.asked(width, dark)
    import altair as alt

    table = data.table_of(found, COLUMNS, "gate")
    heads = {metric: head(metric) for metric in table["metric"].to_pylist()}
    geometric = [metric for metric, of in heads.items() if of is not None and of.summary == "geometric"]
    rows = data.of_tables("gate", {"geometric": geometric}, gate=table)
    rules = {row["panel"]: {each["rule"] for each in rows if each["panel"] == row["panel"]} for row in rows}
    for row in rows:
        of = row["metric"] if row["attribute"] is None else f"{row['metric']}, {row['attribute']}: {row['slice']}"
        row["rule_of"] = one_line(f"{of} ({RULES[row['rule']]})" if len(rules[row["panel"]]) > 1 else of)
    names = theme.labels(list(data.in_order(rows, "rule_of")), theme.longest_in(look) + 8)
    for row in rows:
        row["name"] = names[row["rule_of"]]
    room = look.pixels - theme.room_of(list(names.values())) - END
    panels = [
        panel([row for row in rows if row["panel"] == each], look, look.pixels - room - END).properties(
            width=max(room, 60), height=alt.Step(STEP)
        )
        for each in rules
    ]
    worst = max((row["verdict"] for row in rows), key=VERDICTS.index)
    said = {"pass": "every rule passes", "cannot tell": "some rules cannot be told", "fail": "a rule fails"}[worst]
    chart = alt.vconcat(*panels, spacing=GAP)
    return theme.finished(
        chart,
        look,
        title or "The rules of the gate",
        f"{said[0].upper()}{said[1:]}; lines: confidence intervals; upright marks: the bounds",
    )


COLUMNS = (
    *("metric", "attribute", "slice", "rule", "verdict", "queries", "mean", "difference", "lower", "upper", "value"),
    *("bound", "better", "reason"),
)


def panel(rows: data.Rows, look: theme.Look, left: float) -> "alt.LayerChart":
    """The rules that look at values of one kind."""
    import altair as alt

    legend = alt.Legend(title=None, orient="bottom", symbolSize=60)
    ink = alt.Color("verdict:N", scale=alt.Scale(domain=list(VERDICTS), range=list(COLOURS)), legend=legend)
    shape = alt.Shape("verdict:N", scale=alt.Scale(domain=list(VERDICTS), range=list(SHAPES)), legend=legend)
    values = [row[name] for row in rows for name in ("held", "lower", "upper", "limit_one", "limit_two")]
    there = [value for value in [*values, 0] if value is not None]
    edge = (max(there) - min(there)) * 0.06 or 0.01
    scale = alt.Scale(domain=[min(there) - (edge if min(there) < 0 else 0), max(there) + edge], nice=False)
    percent = rows[0]["panel"] == "losing"
    axis = alt.Axis(format="~p" if percent else "", tickCount=theme.ticks_of(look.pixels * 0.7))
    x = alt.X("held:Q", title=AXES[rows[0]["panel"]], scale=scale, axis=axis)
    shown = [alt.Tooltip(f"{name}:Q", format=".4f") for name in ("held", "lower", "upper")]
    base = alt.Chart(data.inline(rows)).encode(
        y=alt.Y(
            "name:N",
            sort=list(data.in_order(rows, "name")),
            title=None,
            axis=alt.Axis(ticks=False, domain=False, labelLimit=400, minExtent=left, maxExtent=left),
        ),
        tooltip=["metric:N", "rule:N", "verdict:N", "reason:N", "queries:Q", *shown],
    )
    zero = alt.Chart(data.inline([{"held": 0}])).mark_rule(color=look.ground.soft, strokeWidth=0.8).encode(x=x)
    intervals = base.mark_rule(strokeWidth=2).encode(
        x=alt.X("lower:Q", title=AXES[rows[0]["panel"]], scale=scale, axis=axis), x2="upper:Q", color=ink
    )
    points = base.mark_point(filled=True, size=70, opacity=1).encode(x=x, color=ink, shape=shape)
    bounds = [
        base.transform_filter(f"isValid(datum.{name})")
        .mark_tick(color=look.ground.ink, thickness=1.5, height=STEP)
        .encode(x=alt.X(f"{name}:Q", title=AXES[rows[0]["panel"]], scale=scale, axis=axis))
        for name in ("limit_one", "limit_two")
    ]
    # rules without an interval have no line
    with_lines = any(row["lower"] is not None for row in rows)
    return theme.layered(zero, *bounds, *([intervals] if with_lines else []), points)
