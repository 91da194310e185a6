"""Which relevance documents have in two sets of judgments."""

from typing import TYPE_CHECKING, Any

from evalsql.charts import cells, data, theme
from evalsql.charts.judgment_levels import called
from evalsql.errors import InputError
from evalsql.words import one_line

if TYPE_CHECKING:
    import altair as alt


def crossed_judgments(
    found: Any, qrels: str | None = None, other: str | None = None, *, width: float = 160, dark: bool = False
) -> "alt.LayerChart":
    """A heat map of how many documents have which relevance in the one set of judgments and in the other.

    Args:
        found: the relations crossed and agreements, by name, as evalsql.describe gives them for two sets or more.
        qrels: the set of the lines; that of the first two where None.
        other: the set of the columns, likewise.
        width: of the whole chart, in millimetres.
        dark: whether it is drawn on a dark ground.

    Raises:
        InputError: these are other relations, there are not two sets, one has too many levels, or packages are missing.
    """
    look = theme.asked(width, dark)
    agreements = data.one_of(found, "agreements", "describe")
    crossed = data.table_of(data.one_of(found, "crossed", "describe"), OF_CROSSED, "describe")
    pairs = data.table_of(agreements, ("qrels", "other", "kappa", "overlap"), "describe").to_pylist()
    wanted = [each for each in pairs if qrels in (None, each["qrels"]) and other in (None, each["other"])]
    if not wanted:
        raise InputError(f"there are no two sets of judgments {qrels!r} and {other!r} to compare")
    pair = wanted[0]
    asked = {"qrels": pair["qrels"], "other": pair["other"]}
    of_pair = [row for row in crossed.to_pylist() if asked.items() <= row.items()]
    if (levels := max(len({row[name] for row in of_pair}) for name in ("relevance", "other_relevance"))) > MOST:
        raise InputError(f"the picture has room for {MOST} levels of relevance, and there are {levels}")
    rows = data.of_tables("crossed_judgments", asked, crossed=crossed)
    for row in rows:
        row |= {"line": level(row["relevance"]), "column": level(row["other_relevance"]), "mark": ""}
    names = called([pair["qrels"], pair["other"]])
    lines, columns = (list(data.in_order(rows, name)) for name in ("line", "column"))
    # colour by what both judge: the unjudged are many
    both = [row["value"] for row in rows if row["relevance"] is not None and row["other_relevance"] is not None]
    chart = cells.heat_map(
        rows,
        look,
        cells.upwards(both, "documents", 0),
        columns=columns,
        lines=lines,
        digits=",.0f",
        titles=(f"relevance in {names[pair['other']]}", f"in {names[pair['qrels']]}"),
    )
    kappa = "" if pair["kappa"] is None else f"Cohen's kappa {pair['kappa']:z.2f} on documents that both judge"
    overlap = "" if pair["overlap"] is None else f"overlap of the relevant {pair['overlap']:z.2f}"
    return theme.finished(
        chart,
        look,
        one_line(f"Documents by relevance in {names[pair['qrels']]} and in {names[pair['other']]}"),
        "; ".join(filter(None, (kappa, overlap))),
    )


MOST = 60  # levels of relevance, with that of unjudged documents
OF_CROSSED = ("qrels", "other", "relevance", "other_relevance", "documents")


def level(relevance: float | None) -> str:
    """A relevance at an axis."""
    return "unjudged" if relevance is None else f"{relevance:g}"
