"""How runs stand over many collections: on boards, each of one measure, or of the first of each collection."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from evalsql import udfs
from evalsql.catalog.measure import Measure
from evalsql.comparing.compare import Decided
from evalsql.comparing.means import put_limits
from evalsql.comparing.scores import Scores, put_scores
from evalsql.connections import Connection, fetch_all
from evalsql.errors import InputError, Problem
from evalsql.render import statements
from evalsql.sqltext import quote
from evalsql.words import said

if TYPE_CHECKING:
    import pyarrow as pa

MAIN = "main"  # what a board is called that looks at the first measure of each collection, where these differ
STEPS = ("means", "complete", "absent", "standings", "lines", "picks", "drawn", "limits", "neighbours")
REPORTS = ("leaderboard", "neighbours", "tests", "means", "scores")


def boards_of(asked: Mapping[str, Sequence[Measure]]) -> dict[str, dict[str, Measure]]:
    """The measures of each collection: its first, and every further one that all collections have."""
    mains = {name: measures[0] for name, measures in asked.items()}
    texts = {str(each) for each in mains.values()}
    boards = {texts.pop() if len(texts) == 1 else MAIN: mains}
    worse = [name for name, each in mains.items() if each.metric.better == "lower"]
    if worse and len(worse) < len(mains):
        other = next(name for name in mains if name not in worse)
        raise InputError(
            f"of {mains[worse[0]]}, the first measure of {said(worse[0])}, a lower value is better, and of"
            f" {mains[other]}, that of {said(other)}, a higher; they cannot be averaged"
        )
    for each in next(iter(asked.values())):
        held = {name: next((one for one in found if str(one) == str(each)), None) for name, found in asked.items()}
        if all(held.values()):
            boards.setdefault(str(each), {name: one for name, one in held.items() if one})
    return boards


def stand(
    own: Connection,
    boards: Mapping[str, Mapping[str, Measure]],
    names: Sequence[str],
    values: Mapping[str, Any],
    decided: Decided | None = None,
) -> dict[str, "pa.Table"]:
    """How runs stand over collections, with intervals of their means in each if it is decided how."""
    own.execute(statements.creation("suite_boards", folder="scores", boards=rows_of(boards, names)))
    udfs.put_on(own, "statistics")
    over = Scores(own, tuple(boards), (), "", True)
    over.make(*(f"suite_{step}" for step in STEPS), values=values)
    put_tests(over, boards)
    if decided:
        put_intervals(over, boards, decided)
    shown: dict[str, Any] = {"datasets": range(len(names)), "intervals": decided is not None}
    for name in REPORTS:
        over.make(name, folder="reports/suites", into=f"suite_shown_{name}", values=values, **shown)
    tables = {name: over.fetch(f"suite_shown_{name}") for name in REPORTS}
    board = tables["leaderboard"]
    own_columns = board.column_names[: board.num_columns - len(names)]
    return tables | {"leaderboard": board.rename_columns([*own_columns, *names])}


def rows_of(boards: Mapping[str, Mapping[str, Measure]], names: Sequence[str]) -> list[dict[str, Any]]:
    """What sql/scores/suites/suite_boards.sql asks of each board and collection, in the order of these names."""
    return [
        {
            "board": quote(board),
            "place": place,
            "dataset": quote(name),
            "number": names.index(name),
            "metric": quote(str(measure)),
            "sign": measure.metric.sign,
        }
        for place, (board, held) in enumerate(boards.items())
        for name, measure in held.items()
    ]


def put_tests(over: Scores, boards: Mapping[str, Mapping[str, Measure]]) -> None:
    """Makes evalsql_suite_friedman and evalsql_suite_nemenyi, whose blocks are collections."""
    own = over.connection
    put_scores(
        own,
        "select run, dataset, metric, mean from evalsql_suite_means"
        " semi join evalsql_suite_complete using (metric, run)",
    )
    signs = {board: min(each.metric.sign for each in held.values()) for board, held in boards.items()}
    asked = [{"text": quote(board), "sign": sign} for board, sign in signs.items()]
    own.execute(statements.creation("asked", folder="scores", measures=asked))
    over.make("compared", "standings")
    over.make("opposed", against="all")
    over.make("blocks", "rank_sums")
    for test in ("friedman", "nemenyi"):
        over.make(test, folder="significance", into=f"suite_{test}")


def put_intervals(over: Scores, boards: Mapping[str, Mapping[str, Measure]], decided: Decided) -> None:
    """Makes evalsql_limits, where a board and a collection are a measure."""
    put_scores(
        over.connection,
        "select run, query_id, concat(board, ' in ', dataset), value from evalsql_suite_scores"
        " join evalsql_suite_boards using (dataset, metric)",
    )
    asked = [{"text": quote(f"{board} in {name}"), "sign": 1} for board, held in boards.items() for name in held]
    over.connection.execute(statements.creation("asked", folder="scores", measures=asked))
    put_limits(over, decided)


def lacking(own: Connection, strict: bool) -> list[Problem]:
    """That runs lack a collection."""
    rows = fetch_all(
        own,
        """
        select metric, run, list(dataset order by number asc)
        from evalsql_suite_absent
        join (select distinct board as metric, place from evalsql_suite_boards) using (metric)
        group by metric, run, place
        order by run asc, place asc
        """,
    )
    found: dict[str, list[str]] = {}
    for _, run, names in rows:
        found.setdefault(run, names)
    problems = []
    for run, names in found.items():
        where = ", ".join(map(said, names))
        if strict:
            raise InputError(f"run {said(run)} has no scores in {where}, which --strict refuses")
        text = f"run {said(run)} has no scores in {where}; it has no mean over collections and no rank"
        problems.append(Problem("warning", "missing collection", text, len(names)))
    return problems
