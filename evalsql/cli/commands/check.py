"""`evalsql check`: every problem of the data at once."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from evalsql.cli import notices
from evalsql.cli import options as o
from evalsql.cli.command import Scoring, Shown, command
from evalsql.errors import Problem


@command("Other", formats=("text", "json"), without=o.OF_SCORING)
def check(
    runs: list[str],
    qrels: str | None = None,
    queries: Path | None = None,
    corpus: str | None = None,
    *,
    scoring: Scoring,
) -> Shown:
    """Find every problem in runs and judgments."""
    from evalsql.cli.printing import say_json
    from evalsql.inputs.query_lists import read_queries
    from evalsql.scoring.check import check as find_problems

    tell = scoring.pop("progress")
    tell("checking")
    if qrels is None:
        notices.say_idle("there are no judgments", subtopics=scoring["subtopics"] != "auto")
    listed = None if queries is None else read_queries(queries)
    problems = find_problems(runs, qrels, queries=listed, corpus=corpus, **scoring)
    refused = any(each.level == "error" for each in problems) or (problems and notices.shown == "error")
    printers = {"json": lambda: say_json([asdict(each) for each in problems])}
    return Shown(tables=sentences(problems), printers=printers, status=2 if refused else 0)


def sentences(problems: Sequence[Problem]) -> Iterator[str]:
    """A sentence per problem, and how many there are."""
    from evalsql.words import one_line, plural

    for each in problems:
        yield f"{each.level}: {one_line(each.text)}"
    errors = sum(each.level == "error" for each in problems)
    counts = f"{plural(errors, 'error')}, {plural(len(problems) - errors, 'warning')}"
    yield counts if problems else "no problems"
