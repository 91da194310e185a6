"""`evalsql describe`: what sets of judgments hold, and how far two of them agree."""

from collections.abc import Iterator, Sequence
from typing import Literal

from evalsql.cli import options as o
from evalsql.cli.command import Answer, Plot, Scoring, Shown, command
from evalsql.cli.notices import say_idle
from evalsql.cli.tables import Column, Row, Table, by, grid, in_brief
from evalsql.errors import InputError

Part = Literal["sets", "levels", "agreements", "crossed"]


@command(
    "Studies",
    writes=("the rows", None),
    pictures=("levels", "overlap"),
    highlights=False,
    without=o.OF_WEIGHTS,
    inputs="QRELS",
)
def describe(
    qrels: list[str],
    rel: float = 1,
    part: Part | None = None,
    *,
    scoring: Scoring,
    plot: Plot | None,
) -> Shown:
    """Describe judgments, and compare sets of them."""
    from evalsql.judgments.describe import describe

    if plot is not None and plot.picture == "overlap" and len(qrels) < 2:
        raise InputError("--picture overlap shows two sets of judgments; name another one")
    if part in ("agreements", "crossed") and len(qrels) < 2:
        raise InputError(f"--part {part} compares sets of judgments; name another one")
    if part in ("levels", "crossed"):
        say_idle(f"--part {part} is by relevance, whatever counts as relevant", rel=rel != 1)
    scoring.pop("progress")("reading judgments")
    answer = describe.answer(qrels, rel=rel, **scoring)

    pictures = {"levels": "judgment_levels", "overlap": "crossed_judgments"}
    return Shown(answer=answer, tables=tables(answer, part, rel), part=part, picture=pictures)


def tables(answer: Answer, part: Part | None, rel: float) -> Iterator[Table | str]:
    """Each part as tables, with an empty line between them; of one set nothing is compared."""
    made = {
        "sets": lambda rows: [of_sets(rows, rel)],
        "levels": lambda rows: [Table(rows, LEVELS, paper="Documents by relevance.", label="levels")],
        "agreements": lambda rows: [of_agreements(rows, rel)],
        "crossed": of_crossed,
    }
    parts = {name: rows.to_pylist() for name, rows in answer.tables.items() if part in (None, name)}
    for number, each in enumerate(each for name, rows in parts.items() if rows for each in made[name](rows)):
        if number:
            yield ""
        yield each


def spread(mean: str, least: str, most: str) -> Column:
    """A column of means and what they are the means of: 12.5 (3 to 40)."""
    return lambda row: "-" if row[mean] is None else f"{row[mean]:z.1f} ({row[least]} to {row[most]})"


LEVELS = {
    **{"qrels": "qrels", "relevance": "relevance:g", "documents": "documents"},
    "per query": spread("mean", "min", "max"),
}


def of_sets(rows: Sequence[Row], rel: float) -> Table:
    """One row per set; counts per query as the mean and, in parentheses, the lowest and the highest."""
    columns: list[tuple[str, Column]] = [("qrels", "qrels"), ("queries", "queries")]
    for name in ("judged", "relevant"):
        columns += [(name, name), ("per query", spread(f"mean_{name}", f"min_{name}", f"max_{name}"))]
    columns.append(("none relevant", "without_relevant"))
    if any(row["with_subtopics"] for row in rows):
        columns.append(("subtopics per query", spread("mean_subtopics", "min_subtopics", "max_subtopics")))
    note = f"Relevant: at least {rel:g}. Per query: the mean, and in parentheses the lowest and the highest."
    return Table(rows, columns, note=note, label="sets")


def of_agreements(rows: Sequence[Row], rel: float) -> Table:
    """One row per statistic, a column two sets."""
    names = [name for name in rows[0] if name not in ("qrels", "other")]
    lines = [[name.replace("_", " "), *(in_brief(row[name]) for row in rows)] for name in names]
    note = (
        f"Agreement and kappa: over the documents that both judge; binary: relevant (at least {rel:g}) or not."
        " Overlap: relevant in both over relevant in either, the mean over queries that both judge."
    )
    return grid(["", *(f"{row['qrels']} : {row['other']}" for row in rows)], lines, note=note, label="agreements")


def of_crossed(rows: Sequence[Row]) -> Iterator[Table]:
    """A table for each two sets: one row per relevance in the first, a column one in the second."""
    for (one, other), some in by(({**row, "pair": (row["qrels"], row["other"])} for row in rows), "pair"):
        cells = {(row["relevance"], row["other_relevance"]): str(row["documents"]) for row in some}
        down, across = (sorted({key[place] for key in cells}, key=highest_first) for place in (0, 1))
        lines = [[level(a), *(cells.get((a, b), "-" if a == b is None else "0") for b in across)] for a in down]
        title = f"{one} (down) : {other} (across)"
        yield grid(["relevance", *map(level, across)], lines, title=title, texts=0, label="crossed")


def highest_first(relevance: float | None) -> float:
    """Where a relevance stands among others; unjudged comes last."""
    return float("inf") if relevance is None else -relevance


def level(relevance: float | None) -> str:
    return "unjudged" if relevance is None else f"{relevance:g}"
