"""The evaluations that a database notes: when, of what, with which means; and those in which something got worse."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from evalsql.answers import Answer, Made, as_relations
from evalsql.arguments import whole_number
from evalsql.catalog.measure import Measures
from evalsql.catalog.sqlfiles import body_of
from evalsql.catalog.templates import expand
from evalsql.comparing import methods, rules
from evalsql.comparing.compare import Decided, decide
from evalsql.comparing.records import differences, likewise, record_of
from evalsql.comparing.rules import Bound
from evalsql.comparing.score_source import named_in
from evalsql.comparing.scores import ready
from evalsql.connections import Connection, cursor_of, fetch_all
from evalsql.database.reading import closed, columns, facts, lower_in, names, table
from evalsql.database.tamper_check import doubted
from evalsql.database.target import KEPT
from evalsql.errors import InputError, Problem
from evalsql.files.history import COLUMNS
from evalsql.sqltext import Sql, quote
from evalsql.words import path_of, plural, said

if TYPE_CHECKING:
    import pyarrow as pa

TEST = "paired_t"  # of sql/gates


@dataclass(frozen=True, kw_only=True)
class Log(Answer):
    """What a database notes of its evaluations, how they were compared, and the measures compared by a factor."""

    decided: Decided
    factors: frozenset[str] = frozenset()


@as_relations
def log(
    database: str | PathLike,
    measures: Measures = (),
    *,
    runs: str | Sequence[str] = (),
    limit: int | None = None,
    margin: Bound = None,
    alpha: float = 0.05,
    settings: Mapping[str, str | int] | None = None,
) -> Log:
    """List the evaluations of a database, newest first, and the regressions among them.

    Args:
        database: a file that `build_database` wrote, or one that `evalsql evaluate -o FILE.duckdb --append` adds to.
        measures: such as "nDCG@10"; all that the database has if none is named.
        runs: names or patterns, such as "night-*": only these runs are looked at.
        limit: how many evaluations to give, the newest; all if None. Older ones are compared with too.
        margin: how much the mean may lose, such as 0.01, or "2%" of the mean before; a mapping of measures to these.
            Nothing if None.
        alpha: the level of each evaluation's tests.
        settings: what DuckDB is told, such as threads, memory_limit and temp_directory.

    Returns:
        Relations by name. log: one row per evaluation and measure, with what sql/reports/scores/log.sql lists: the best
        run by the first measure, or each that runs names. regressions: one row per comparison of an evaluation with the
        one before and with the best before, whose columns sql/reports/scores/regressions.sql lists.

    Raises:
        InputError: the database notes no evaluations, has no such measure or run, or a number is out of its range.

    Warns:
        InputWarning: evaluations that are compared have other judgments, conventions, decisions or queries, or it is
            not known whether they have; or what scores were computed from has changed since.
    """
    decided = decide(alpha=alpha)
    limit = None if limit is None else whole_number(limit, "limit")
    asked = [] if margin in (None, 0) else rules.read({"margin": margin})
    path, patterns = path_of(database), [runs] if isinstance(runs, str) else list(runs)
    if not path.exists():
        raise InputError(f"{path}: there is no such file")
    connection = cursor_of(None, settings)
    with closed(connection, path):
        again = refuse_without(connection, path)
        there = measures_in(connection, again=again)
        named = measures if isinstance(measures, list | tuple) else [measures]
        chosen = [each for measure in named for each in named_in(there, measure)] or there
        fall = () if again else lower_in(connection)
        chosen = list(dict.fromkeys(chosen))
        scores = ready(connection, None, chosen, [], "", lower=[each for each in chosen if each in fall])
        asked = rules.of_each(asked, partial(named_in, scores.measures))
        scores.make("evaluations", kept=KEPT)
        scores.make("logged", kept=KEPT, again=again, values={"runs": patterns})
        for pattern in patterns:
            found = "select 1 from evalsql_logged where run = $1 or run glob $1 limit 1"
            if not fetch_all(connection, found, [pattern]):
                raise InputError(f"{path}: has no run {said(pattern)}")
        changed = unnoted(connection) if again else doubted(connection, path)
    scores.make("entries")
    scores.make("followed", limit=limit)
    scores.make("comparable")

    def regressions() -> "pa.Table":
        scores.make("allowances", margins=allowances(asked, scores.better))
        scores.make("fallen", into="pairs")  # the differences that are tested
        test = expand(body_of("gates", TEST), udf=scores.udf)
        correction = Sql(methods.formulas()[decided.correction].replace("by metric, test", "by test"))
        parts = {"test": test, "correction": correction}
        scores.make("regressions", folder="reports/scores", values={"alpha": alpha}, **parts)
        return scores.fetch("regressions")

    logged = scores.report("reports/scores", "log", runs=bool(patterns), limit=limit)
    factors = frozenset(row[0] for row in fetch_all(connection, "select metric from evalsql_asked where logs"))
    found = (*changed, *doubts(connection), *other_queries(connection), *uncompared(connection))
    tables = Made({"log": lambda: logged, "regressions": cache(regressions)})
    return Log(tables, found, "", scores.measures, decided=decided, factors=factors)


def refuse_without(connection: Connection, path: Path) -> bool:
    """Refuses a database that records no evaluations; says whether runs come again in it, with times beside scores."""
    there = names(connection)
    again = "scores" in there and "evaluated_at" in columns(connection, "scores")
    if "evalsql_meta" in there and not again:
        facts(connection, path)  # which refuses those of other versions
        return again
    # scores that replaced those of a history have no times
    if again and "evaluations" in there and columns(connection, "evaluations") >= COLUMNS.keys():
        return again
    if again and "dataset" in columns(connection, "scores"):
        raise InputError(f"{path}: holds scores of a suite; evaluations are recorded only of single collections")
    if again:
        raise InputError(
            f"{path}: a version of evalsql that recorded no evaluations added to it; the next 'evalsql"
            f" evaluate -o {path} --append'"
            " records them, with their times and labels"
        )
    raise InputError(
        f"{path}: records no evaluations; 'evalsql build' writes a database that does, and"
        " 'evalsql evaluate -o history.duckdb --append'"
    )


def measures_in(connection: Connection, *, again: bool) -> list[str]:
    """The measures that a database has scores of, in its order."""
    order = "min(rowid)" if again else "(select min(place) from {} as asked where asked.metric = scores.metric)"
    order = order.format(table(connection, "measures")) if not again else order
    rows = fetch_all(connection, f"select metric from {KEPT}.main.scores group by metric order by {order} asc")
    return [metric for (metric,) in rows]


def allowances(asked: Sequence[rules.Rule], better: Mapping[str, str]) -> list[dict[str, str]]:
    """How much of each measure may be lost, as SQL writes it."""
    of = {rule.metric: rule for rule in rules.apply(asked, better)}
    return [
        {
            "metric": quote(measure),
            "margin": f"{0.0 if rule is None or rule.relative else rule.bound!r}::double",
            "share": f"{rule.bound if rule is not None and rule.relative else 0.0!r}::double",
        }
        for measure in better
        for rule in [of.get(measure)]
    ]


def unnoted(connection: Connection) -> list[Problem]:
    """Warns of scores that no evaluation is noted of, as --append has them beside those that were there."""
    found = f"""
        select count(*), count(distinct run), min(run)
        from {KEPT}.main.scores
        where evaluated_at is null or evaluated_at not in (select evaluated_at from {KEPT}.main.evaluations)
    """
    ((count, runs, run),) = fetch_all(connection, found)
    if not count:
        return []
    of = f"run {said(run)}" if runs == 1 else f"{plural(runs, 'run')} (first: {said(run)})"
    text = f"{plural(count, 'score')} of {of} belong to no evaluation that is noted, and are left out"
    return [Problem("warning", "scores without an evaluation", text, count)]


def doubts(connection: Connection) -> list[Problem]:
    """Warnings about compared evaluations that were made differently."""
    # a database of scores alone has no judgments that others could differ from
    judgments = "if(action = 'append', qrels_hash, coalesce(qrels_hash, ''))"
    noted = fetch_all(connection, f"select evaluation, {judgments}, convention, options from evalsql_evaluations")
    compared = "select distinct evaluation, other_evaluation from evalsql_comparable where shared > 0"
    pairs = fetch_all(connection, f"{compared} order by evaluation asc, other_evaluation desc")
    records = {number: record_of(*each) for number, *each in noted}
    return differences(pairs, records, lambda number: f"evaluation {number}")


def other_queries(connection: Connection) -> list[Problem]:
    """Warns where the newest evaluations were to be compared with some that have values for other queries."""
    found = fetch_all(
        connection,
        """
        select evaluation, other_evaluation, metric, queries, other_queries, shared
        from evalsql_comparable
        where shared < greatest(queries, other_queries)
        order by evaluation desc, other_evaluation desc, number asc
        """,
    )
    for one, before, metric, queries, queries_then, shared in found[:1]:
        text = (
            f"evaluation {one} has values of {metric} for {plural(queries, 'query')}, and evaluation {before} for"
            f" {queries_then:,}; only the {shared:,} in both are compared{likewise(found[1:])}"
        )
        return [Problem("warning", "other queries", text, len(found))]
    return []


def uncompared(connection: Connection) -> list[Problem]:
    """Warns where the newest evaluation has runs or measures that none before it has, as where a run is renamed."""
    select = """
        with newest as (select max(evaluation) as evaluation from evalsql_evaluations)
        select evaluation, metric, one.run
        from newest
        left join (from evalsql_entries where place = 1) as one using (evaluation)
        left join evalsql_followed as followed using (evaluation, metric, series)
        where number is null and evaluation > (select min(evaluation) from evalsql_evaluations)
        order by asked_place asc, one.run asc
    """
    for number, metric, run in (found := fetch_all(connection, select))[:1]:
        more = f" ({len(found) - 1:,} more likewise)" if found[1:] else ""
        first = f"the first {metric} of run {said(run or '')}{more}, which"
        what = "none of these runs and measures, and" if metric is None else first
        text = f"evaluation {number} has {what} is compared with nothing before it"
        return [Problem("warning", "nothing compared", text, len(found))]
    return []
