"""`evalsql categories`: the best, the worst and the normal runs."""

from collections.abc import Iterator
from typing import Literal

from evalsql.cli import options as o
from evalsql.cli.command import FILE, Answer, Scoring, Shown, command
from evalsql.cli.tables import Table, same


@command("Studies", writes=("the rows", "categories"), only={"part": ("csv", "json", FILE)})
def categories(
    runs: list[str],
    qrels: str | None = None,
    measure: list[str] | None = None,
    best: list[str] | None = None,
    part: Literal["runs", "summary", "tests"] = "summary",
    *,
    scoring: Scoring,
) -> Shown:
    """Test whether measures separate groups of runs (best, normal, worst)."""
    from evalsql.comparing.categories import categories

    asked = o.asked_of(measure, qrels, o.DEFAULT_COMPARED)
    answer = categories.answer(runs, qrels, asked, best=best or [], **scoring)
    return Shown(
        answer=answer,
        tables=tables(answer.headed()),
        part=part,
        what="scores",
        file_rows={"categories": answer.tables[part]},
    )


def tables(answer: Answer) -> Iterator[Table | str]:
    """For each measure the categories, and what the tests say."""
    from evalsql.comparing.methods import heads
    from evalsql.comparing.verdicts import p_value
    from evalsql.words import one_line

    summary, tests = (answer.tables[part].to_pylist() for part in ("summary", "tests"))
    for measure in answer.measures:
        rows = [row for row in summary if row["metric"] == measure]
        yield Table(rows, {measure: "category", **same("runs mean lowest highest")})
        for row in tests:
            if row["metric"] == measure and row["p_value"] is not None:
                which = f"{row['category']} and {row['other']}" if row["other"] else "all"
                name = heads("significance")[row["test"]]["caption"]
                yield f"{one_line(which)}: {name} {row['statistic']:z.2f}, p {p_value(row['p_value'], '= ')}"
        yield ""
    yield f"Scores {answer.about}."
