"""`evalsql verify`: whether scores that were written before are what the same inputs give now."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from evalsql.cli.command import TABLES, Scoring, Shown, command
from evalsql.cli.tables import Column, Table, same

if TYPE_CHECKING:
    from evalsql.comparing.verify import Verified

MOST = 20  # rows of a table, if nobody says how many


@command("Evaluate", only={"top": TABLES})
def verify(
    scores: str,
    runs: list[str],
    qrels: str,
    measure: list[str] | None = None,
    depth: int | None = None,
    judged_only: bool = False,
    top: int | None = None,
    *,
    scoring: Scoring,
    strict: bool = False,
) -> Shown:
    """Recompute scores, and list those that differ from SCORES in any bit."""
    from evalsql.answers import Answer
    from evalsql.comparing.verify import read_written, verify
    from evalsql.scoring.evaluation import Evaluation

    tell = scoring["progress"]
    tell("reading the scores", 0.0)
    written = read_written(scores, measure or (), scoring["convention"], scoring["settings"])
    how = {"depth": depth, "judged_only": judged_only, "strict": strict, **scoring}
    evaluation = Evaluation(runs, qrels, **how, measures=written.measures, keep=False)
    tell("comparing", 1.0)
    verified = verify(evaluation, written)
    answer = Answer({"differences": verified.rows}, [*written.problems, *evaluation.warnings])
    return Shown(
        answer=answer,
        tables=tables(verified, scores, top or MOST),
        papers=[differences(verified, scores, top)],
        part="differences",
        status=1 if verified.counts else 0,
    )


def differences(verified: "Verified", place: str, top: int | None) -> Table:
    digits: dict[str, Column] = {
        name: lambda row, name=name: "-" if row[name] is None else repr(row[name]) for name in ("written", "computed")
    }
    columns = {**same("run query_id metric"), **digits, "difference": "difference"}
    about = f"{place}: {verified}."
    return Table(
        verified.rows.to_pylist(), columns, texts=3, top=top, noun="difference", paper=about, label="differences"
    )


def tables(verified: "Verified", place: str, top: int) -> Iterator[Table | str]:
    """The first scores that differ, and a sentence."""
    if verified.counts:
        yield differences(verified, place, top)
        yield ""
    yield f"{place}: {verified}"
