"""The plane of relevance: what users say of documents, and what a run says (Della Mea and Mizzaro)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from evalsql.charts import data, theme
from evalsql.charts.line_panels import PLAIN
from evalsql.errors import InputError
from evalsql.words import plural

if TYPE_CHECKING:
    import altair as alt

SIDES = {"more": "too high", "same": "right", "less": "too low"}  # what the run says beside what users do
COLOURS = {"more": theme.COLOURS[1], "same": theme.COLOURS[2], "less": theme.COLOURS[0]}


def relevance_plane(found: Mapping[str, Any], *, width: float = 160, dark: bool = False) -> "alt.LayerChart":
    """The documents of a query, by the relevance that users give them and that which the run gives them.

    An ideal run has all of them on the dashed line. ADM is 1 less the mean distance from it, upwards or downwards.

    Args:
        found: what evalsql.explain gives of a measure of distance, such as ADM(top=3).
        width: of the whole chart, in millimetres.
        dark: whether it is drawn on a dark ground.

    Raises:
        InputError: it is of another measure, or packages are missing.

    Source: Della Mea and Mizzaro, JASIST 55(6), 2004. doi:10.1002/asi.10408
    """
    look = theme.asked(width, dark)
    import altair as alt

    if "distances" not in found:
        raise InputError("the plane of relevance is of a measure of distance; explain one, such as ADM(top=3)")
    (whole,) = data.table_of(found["whole"], ("run", "query_id", "metric", "value"), "explain").to_pylist()
    distances = data.table_of(found["distances"], ("rank", "urs", "srs"), "explain")
    rows = data.of_tables("relevance_plane", distances=distances)
    counts = dict.fromkeys(SIDES, 0)
    for row in rows:
        counts[row["side"]] += row["documents"]
    sides = {side: f"{text}: {counts[side]:,}" for side, text in SIDES.items() if counts[side]}
    for row in rows:
        row["name"] = sides[row["side"]]
    most = max(1, *(row["documents"] for row in rows))
    scale = alt.Scale(domain=[0, 1], nice=False)
    axis = alt.Axis(values=[0, 0.25, 0.5, 0.75, 1], format=PLAIN)
    x = alt.X("urs:Q", title="relevance to users (URS)", scale=scale, axis=axis)
    y = alt.Y("srs:Q", title="relevance to the run (SRS)", scale=scale, axis=axis)
    ideal = alt.Chart(data.inline([{"urs": 0, "srs": 0}, {"urs": 1, "srs": 1}]))
    names = alt.Scale(domain=list(sides.values()), range=[COLOURS[side] for side in sides])
    points = (
        alt.Chart(data.inline(rows))
        .mark_point(filled=True, opacity=0.7)
        .encode(
            x=x,
            y=y,
            size=alt.Size(
                "documents:Q", scale=alt.Scale(domain=[0, most], range=[24, 24 + 16 * most**0.5]), legend=None
            ),
            color=alt.Color("name:N", scale=names, title="The run's relevance is", legend=alt.Legend(orient="bottom")),
            tooltip=["urs:Q", "srs:Q", "documents:Q", "first_rank:Q", "last_rank:Q"],
        )
    )
    line = ideal.mark_line(strokeWidth=1.2, strokeDash=[4, 3], color=look.ground.soft, clip=True).encode(x=x, y=y)
    chart = theme.fitted(alt.LayerChart(layer=[line, points]), look, min(look.pixels * 0.62, 380))
    value = "no value" if whole["value"] is None else f"{whole['value']:.4f}"
    documents = plural(sum(counts.values()), "document")
    (name,) = theme.labels([whole["run"]]).values()
    about = (
        f"Run {name}, query {whole['query_id']}: {documents}. Dashed: an ideal run. Larger points: several documents."
    )
    return theme.finished(chart, look, f"{whole['metric']} = {value}", about)
