"""How many documents have which relevance."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from evalsql.charts import data, theme
from evalsql.errors import InputError
from evalsql.words import plural

if TYPE_CHECKING:
    import altair as alt

BAR = 13  # pixels
MOST = len(theme.COLOURS)  # sets of judgments


def judgment_levels(found: Any, *, width: float = 160, dark: bool = False) -> "alt.LayerChart":
    """Bars of how many documents have each relevance, in every set of judgments.

    Args:
        found: the relations levels and sets, by name, as evalsql.describe gives them.
        width: of the whole chart, in millimetres.
        dark: whether it is drawn on a dark ground.

    Raises:
        InputError: these are no such relations, there are more than six sets, or packages are missing.
    """
    look = theme.asked(width, dark)
    import altair as alt

    table = data.table_of(data.one_of(found, "levels", "describe"), OF_LEVELS, "describe")
    sets = data.table_of(data.one_of(found, "sets", "describe"), ("qrels", "queries", "judged"), "describe").to_pylist()
    rows = data.of_tables("judgment_levels", levels=table)
    names = called(list(data.in_order(rows, "qrels")), theme.longest_in(look))
    if len(names) > MOST:
        raise InputError(f"{len(names)} sets of judgments are too many for a picture, which has room for {MOST}")
    for row in rows:
        row |= {"name": names[row["qrels"]], "level": f"{row['relevance']:g}"}
        row["shown"] = f"{row['documents']:,} ({row['share']:.0%})"
    levels = list(data.in_order(rows, "level"))
    domain = list(names.values())
    across = max(1, int((look.pixels - 20) // (max(map(theme.text_width, domain)) + 24)))
    legend = alt.Legend(title=None, orient="bottom", columns=across, symbolType="square") if domain[1:] else None
    most = max(row["documents"] for row in rows)
    # the numbers stand to the right of the bars
    beside = max(theme.text_width(row["shown"]) for row in rows) + 8
    room = max(look.pixels - 60, 1)
    base = alt.Chart(data.inline(rows)).encode(
        y=alt.Y(
            "level:N",
            sort=levels,
            title="relevance",
            axis=alt.Axis(ticks=False),
            scale=alt.Scale(paddingInner=0.25, paddingOuter=0.1),
        ),
        yOffset=alt.YOffset("name:N", sort=domain),
        x=alt.X(
            "documents:Q",
            title="documents",
            scale=alt.Scale(domain=[0, most / max(1 - beside / room, 0.3)], nice=False),
            axis=alt.Axis(format="~s", tickCount=theme.ticks_of(room)),
        ),
        tooltip=["qrels:N", "level:N", "documents:Q", alt.Tooltip("share:Q", format=".1%"), "mean:Q"],
    )
    bars = base.mark_bar().encode(
        color=alt.Color(
            "name:N", scale=alt.Scale(domain=domain, range=list(theme.COLOURS)[: len(domain)]), legend=legend
        )
    )
    texts = base.mark_text(align="left", dx=3, baseline="middle").encode(text="shown:N")
    height = len(levels) * (len(domain) * BAR + 6)
    chart = theme.fitted(theme.layered(bars, texts), look, height)
    heads = {each: f"{name}: " if sets[1:] else "" for each, name in names.items()}
    said = "; ".join(
        f"{heads[each['qrels']]}{plural(each['queries'], 'query')}, {each['judged']:,} judged" for each in sets
    )
    return theme.finished(chart, look, "Documents by relevance", f"{said}; in brackets the share")


OF_LEVELS = ("qrels", "relevance", "documents", "mean")


def called(sets: Sequence[str], most: int = theme.LONGEST) -> dict[str, str]:
    """How sets of judgments are called in a chart: files without their folders, if no two are alike then."""
    files = [each.replace("\\", "/").rpartition("/")[2] or each for each in sets]
    named = files if len(set(files)) == len(sets) else sets
    return dict(zip(sets, theme.labels(named, most).values(), strict=True))
