"""`evalsql correlate`: how alike system rankings are."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from evalsql.cli import options as o
from evalsql.cli.command import TABLES, Drawing, Output, Plot, Scoring, Shown, command
from evalsql.cli.notices import say_idle
from evalsql.cli.tables import Row, Table, grid
from evalsql.comparing import methods

if TYPE_CHECKING:
    from evalsql.comparing.correlate import Correlations


@command("Studies", writes=("the rows", "correlations"), pictures=("heatmap", "scatter"))
def correlate(
    runs: list[str],
    qrels: str | None = None,
    measure: list[str] | None = None,
    coefficient: list[str] | None = None,
    against: str | None = None,
    against_queries: Path | None = None,
    p: float = 0.9,
    standardize: bool = False,
    reference: list[str] | None = None,
    *,
    scoring: Scoring,
    output: Output | None,
    plot: Plot | None,
    format: str,
) -> Shown:
    """Compare system rankings by different measures, or under different judgments or queries."""
    from evalsql.comparing.correlate import COEFFICIENTS, PERSISTENCE, correlate

    if plot is not None and plot.picture != "scatter":
        plot.refuse_highlight("heatmap")
    default = ["kendall"] if format in TABLES and output is None else COEFFICIENTS
    asked = [methods.find("correlations", each) for each in coefficient or default]
    if "rbo" not in asked:
        say_idle("it is for --coefficient rbo", p=p != PERSISTENCE)
    answer = correlate.answer(
        runs,
        qrels,
        o.asked_of(measure, qrels),
        coefficients=asked,
        against=against,
        against_queries=o.read_queries(against_queries) if against_queries is not None else None,
        p=p,
        standardize=standardize,
        reference=reference or (),
        **scoring,
    )
    other = " and ".join(str(each) for each in (against, against_queries) if each is not None)
    about = f"{answer.about}{f', and {answer.other_about}' if answer.other_about else ''}"
    return Shown(
        answer=replace(answer, about=about),
        tables=tables(answer, asked if coefficient else ["kendall"], other),
        part="correlations",
        what="orderings",
        picture=lambda plot: drawn(answer, plot, asked[0], other),
    )


def tables(answer: "Correlations", coefficients: Sequence[str], other: str) -> Iterator[Table | str]:
    """A matrix for each coefficient, and below what it is over and which values are significant."""
    rows = answer.tables["correlations"].to_pylist()
    below = [*notes(answer, rows, other)]
    for name in coefficients:
        cells = {(row["measure"], row["other"]): starred(row) for row in rows if row["coefficient"] == name}
        head = methods.heads("correlations")[name]
        title = head.get("caption", head["title"])
        if not other:  # of both directions, the one that is there
            cells |= {pair[::-1]: text for pair, text in cells.items() if pair[::-1] not in cells}
        across = answer.other_measures or answer.measures
        header = ["measure", *(f"{answer.heading(each)}  " for each in across)]
        lines = [
            [answer.heading(each), *(cells.get((each, column), "-") for column in across)] for each in answer.measures
        ]
        yield grid(header, lines, title=title, paper=f"{title}. {' '.join(below)}", label=name)
        yield ""
    yield from below


def notes(answer: "Correlations", rows: Sequence[Row], other: str) -> Iterator[str]:
    """The queries behind the matrices, and which values are significant."""
    counts = sorted({row["runs"] for row in rows})
    yield f"Orderings of {' to '.join(map(str, dict.fromkeys((counts[0], counts[-1]))))} runs {answer.about}."
    if other:
        yield f"Columns: with {other}, {answer.other_about}."
    if any(row["p_value"] is not None for row in rows):
        yield "* p < .05, ** p < .01, two-sided."
    smallest = next((row for row in rows if row["runs"] == counts[0] and row["smallest_05"] is not None), None)
    if smallest:
        levels = [(smallest["smallest_05"], ".05"), (smallest["smallest_01"], ".01")]
        least = " and ".join(f"{value:z.4f} at {level}" for value, level in levels if value is not None)
        yield f"By the normal distribution, tau is significant for {counts[0]} runs from {least}."


def starred(row: Row) -> str:
    """A coefficient with four decimals, and stars if it is significant."""
    if row["value"] is None:
        return "-  "
    stars = "" if row["p_value"] is None else "*" * ((row["p_value"] < 0.05) + (row["p_value"] < 0.01))
    return f"{row['value']:z.4f}{stars:<2}"


def drawn(answer: "Correlations", plot: Plot, coefficient: str, other: str) -> Drawing:
    """Coefficients in cells, or the runs by two measures; the second may be under the other condition."""
    import pyarrow as pa

    if plot.picture != "scatter":
        return "correlations", (answer.tables["correlations"], coefficient), {"other": other}
    scores, measures = answer.scores.fetch("scores"), list(answer.measures)
    if answer.other_scores is not None:
        again = answer.other_scores.fetch("scores")
        names = pa.array([f"{metric} ({other})" for metric in again["metric"].to_pylist()])
        again = again.set_column(again.column_names.index("metric"), "metric", names)
        scores = pa.concat_tables([scores, again], promote_options="permissive")
        measures = [measures[0], f"{answer.other_measures[0]} ({other})"]
    return "measure_scatter", (scores, measures[:2]), {}
