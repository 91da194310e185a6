"""`evalsql overlap`: how alike the rankings of every two runs are."""

from collections.abc import Iterator

from evalsql.cli import options as o
from evalsql.cli.command import Answer, Scoring, Shown, command
from evalsql.cli.tables import Table, grid

OF_JUDGMENTS = ("population", "ties", "gains", "subtopics", "weights", "costs", "convention", *o.OF_DOCUMENTS)


@command("Studies", writes=("the rows", "overlaps"), pictures=("heatmap",), highlights=False, without=OF_JUDGMENTS)
def overlap(
    runs: list[str],
    depth: int = 100,
    p: float = 0.9,
    *,
    scoring: Scoring,
) -> Shown:
    """Compare the rankings of each pair of runs by rank-biased overlap, without judgments."""
    from evalsql.comparing.overlap import overlap

    scoring.pop("progress")("comparing")
    answer = overlap.answer(runs, depth=depth, p=p, **scoring)

    shown = tables(answer, f"Rank-biased overlap of rankings to depth {depth}, p = {p:g}")
    return Shown(answer=answer, tables=shown, part="overlaps", picture="overlaps")


def tables(answer: Answer, title: str) -> Iterator[Table]:
    """A matrix of the runs with their overlaps, averaged over the queries that both answer."""
    from evalsql.connections import open_bare

    means = "select run, other, avg(value order by query_id asc), count(*) from evalsql_overlaps group by all"
    with open_bare() as connection:
        connection.register("evalsql_overlaps", answer.tables["overlaps"])
        pairs = connection.execute(means).fetchall()
    cells = {pair: f"{mean:z.4f}" for *two, mean, _ in pairs for pair in (tuple(two), tuple(two[::-1]))}
    counts = sorted({count for *_, count in pairs})
    names = sorted({run for run, _ in cells})
    lines = [[one, *(cells.get((one, two), "-") for two in names)] for one in names]
    span = " to ".join(map(str, dict.fromkeys((counts[0], counts[-1]))))
    note = f"\nMeans over the {span} queries that both runs answer."
    yield grid(["run", *names], lines, title=title, note=note, paper=f"{title}. {note.strip()}", label="overlaps")
