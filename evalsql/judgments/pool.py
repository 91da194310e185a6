"""Judgments as they would be from another pool, or from a sample, and how scores and orderings move with them."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any, Unpack

from evalsql.answers import Answer, as_relations
from evalsql.arguments import real_number, whole_number
from evalsql.catalog.measure import Measures
from evalsql.connections import Connection, fetch_all
from evalsql.errors import InputError
from evalsql.faults import first_line
from evalsql.judgments.scorer import Scorer
from evalsql.scoring.evaluation import Progress
from evalsql.scoring.options import OrderOptions
from evalsql.words import plural, said

DEEPEST = 2**31 - 1


class SampleOptions(OrderOptions, total=False):
    """Scoring options and a progress callback."""

    costs: Any
    progress: Progress


class PoolOptions(SampleOptions, total=False):
    """The same, and which queries count."""

    queries: Sequence[str] | None


@dataclass(frozen=True, kw_only=True)
class Pool(Answer):
    """The tables of a pool."""

    lost: int  # how many queries have judgments, and none of them in the pool


@as_relations
def pool(
    runs: Any,
    qrels: Any,
    measures: Measures,
    *,
    depth: int | Sequence[int] | None = None,
    from_runs: Sequence[str] | None = None,
    connection: Connection | None = None,
    **options: Unpack[PoolOptions],
) -> Pool:
    """Score runs by the judgments of a shallower or smaller pool, and compare the system rankings.

    A judged document is in the pool if a run of it has the document in its first ranks. A query none of whose judged
    documents is in the pool still counts: nothing is known of it.

    Args:
        runs: runs as Evaluation takes them, in the pool or not.
        qrels: judgments, in the same forms.
        measures: such as "RBP(p=0.8)", or a list of them. Of those that have a residual, it is given too.
        depth: how many ranks of each run the pool has, or several depths, for a pool each; all ranks if None.
        from_runs: the runs of the pool; all if None.
        connection: the user's own DuckDB connection, whose tables may be named.
        options: see Evaluation; the pool itself takes documents of equal scores by doc_id, whatever ties says.

    Returns:
        Relations by name. runs: one row per measure, depth and run, with its score under all judgments and those of the
        pool, the difference, its place by each, and residuals. summary: one row per measure and depth, with the
        documents judged and relevant, Kendall's tau-b between the two system rankings, the mean and largest change of a
        score, and the mean scores and residuals. judgments: those of the pools, with their depth.

    Raises:
        InputError: an input cannot be used, or there is no such run.

    Warns:
        InputWarning: the inputs can be used, but look wrong.
    """
    given = list(dict.fromkeys(depth)) if isinstance(depth, Iterable) and not isinstance(depth, str) else [depth]
    depths = [each if each is None else whole_number(each, "depth", most=DEEPEST) for each in given]
    if not depths:
        raise InputError("no depth of a pool was given")
    scorer = Scorer(runs, qrels, measures, connection, **options)
    scorer.contribute(from_runs)
    own = scorer.connection
    scorer.make("in_pools")
    for number, each in enumerate(depths, start=1):
        scorer.progress(f"pool of depth {each}" if each else "pool", number / (len(depths) + 1))
        scorer.make("pooled", into="pool_judgments", values={"depth": each or DEEPEST})
        scorer.score(number, label=None if each is None else str(each))
        own.execute("insert into evalsql_in_pools select ?, * from evalsql_pool_judgments", [each])
    scorer.compare()
    tables = {name: scorer.report(name, called="depth", type="integer") for name in ("runs", "summary")}
    tables["judgments"] = own.sql("from evalsql_in_pools order by depth asc, query_id asc, doc_id asc").to_arrow_table()
    without = "select distinct query_id from evalsql_pool_qrels where query_id not in (select query_id from {})"
    ((lost,),) = fetch_all(own, f"select count(*) from ({without.format('evalsql_in_pools')})")
    return Pool(tables, scorer.warnings, scorer.about, scorer.measures, scorer.headings, lost=lost)


@as_relations
def leave_out(
    runs: Any,
    qrels: Any,
    measures: Measures,
    *,
    depth: int,
    teams: Mapping[str, str] | str | PathLike[str] | None = None,
    connection: Connection | None = None,
    **options: Unpack[PoolOptions],
) -> Answer:
    """Score each run as if it, or its team, had not been in the pool.

    Judged documents that only it has in its first ranks are taken out of the judgments, and the run is scored again.

    Args:
        runs: runs as Evaluation takes them, all in the pool.
        qrels: judgments, in the same forms.
        measures: such as "nDCG@10", or a list of them.
        depth: how many ranks of each run the pool has.
        teams: the team of each run, or a CSV file with columns run and team; each run is a team if None.
        connection: the user's own DuckDB connection, whose tables may be named.
        options: see Evaluation; the pool itself takes documents of equal scores by doc_id, whatever ties says.

    Returns:
        Relations by name. runs: one row per measure and run, with its team, its scores, their difference, and its place
        among the other runs as they were. summary: one row per measure, as `pool` gives it.

    Raises:
        InputError: an input cannot be used, or a run has no team.

    Warns:
        InputWarning: the inputs can be used, but look wrong.
    """
    depth = whole_number(depth, "depth", most=DEEPEST)
    if teams is not None and not isinstance(teams, Mapping):
        teams = read_teams(teams)
    scorer = Scorer(runs, qrels, measures, connection, **options)
    scorer.contribute()
    own = scorer.connection
    scorer.make("pool_teams")
    if teams is not None:
        own.execute("delete from evalsql_pool_teams")
        for (run,) in fetch_all(own, "select run from evalsql_pool_contributors order by run asc"):
            if run not in teams:
                raise InputError(f"run {said(run)} has no team; the table of teams must name one for every run")
            own.execute("insert into evalsql_pool_teams values (?, ?)", [run, str(teams[run])])
    distinct = fetch_all(own, "select distinct team from evalsql_pool_teams order by team asc")
    for number, (team,) in enumerate(distinct, start=1):
        scorer.progress(f"without {team}", number / (len(distinct) + 1))
        scorer.make("left_out", into="pool_judgments", values={"depth": depth, "team": team})
        only = "select run from evalsql_pool_teams where team = $team"
        scorer.score(number, label=team, only=only, team=team)
    scorer.compare(alone=True)
    tables = {"runs": scorer.report("runs", called="team", type="varchar")}
    tables["summary"] = scorer.report("summary", called=None)
    return Answer(tables, scorer.warnings, scorer.about, scorer.measures, scorer.headings)


@as_relations
def subsample(
    runs: Any,
    qrels: Any,
    measures: Measures,
    *,
    queries: int | None = None,
    documents: float | None = None,
    times: int = 10,
    seed: int = 0,
    connection: Connection | None = None,
    **options: Unpack[SampleOptions],
) -> Answer:
    """Compare system rankings on samples of the queries, or of the judged documents, with the full one.

    As Della Mea and Mizzaro, JASIST 55(6), 2004, table 4, ask it.

    Args:
        runs: runs as Evaluation takes them.
        qrels: judgments, in the same forms.
        measures: such as "AP", or a list of them.
        queries: how many queries a sample has, or
        documents: what share of each query's judged documents it has, above 0 and at most 1; the rest is unjudged.
        times: how many samples are drawn.
        seed: another one gives other samples; the same one the same, everywhere.
        connection: the user's own DuckDB connection, whose tables may be named.
        options: see Evaluation; which queries count cannot be listed here.

    Returns:
        Relations by name. runs and samples: as runs and summary of `pool`, with sample for depth. summary: one row per
        measure, with the mean, least and largest tau-b of the samples' orderings with that by all.

    Raises:
        InputError: an input cannot be used, or there are not so many queries.

    Warns:
        InputWarning: the inputs can be used, but look wrong.
    """
    times = whole_number(times, "times", most=DEEPEST)
    if (queries is None) == (documents is None):
        raise InputError("either a number of queries or a share of the documents must be given, and not both")
    if queries is not None:
        queries = whole_number(queries, "the number of queries", most=DEEPEST)
    else:
        real_number(documents, "the share of documents", above=0, most=1)
    scorer = Scorer(runs, qrels, measures, connection, **options)
    ((there,),) = fetch_all(scorer.connection, "select count(distinct query_id) from evalsql_pool_scores")
    if queries is not None and queries > there:
        raise InputError(f"a sample of {plural(queries, 'query')} cannot be drawn from {there}")
    for number in range(1, times + 1):
        scorer.progress(f"sample {number}", number / (times + 1))
        drawn = f"{seed}:{number}"
        if queries is not None:
            scorer.sample(number, {"drawn": drawn, "count": queries})
        else:
            values = {"drawn": drawn, "share": float(documents or 0)}
            scorer.make("sampled_documents", into="pool_judgments", values=values)
            scorer.score(number, label=str(number))
    scorer.compare()
    reports = {"samples": "summary", "runs": "runs"}
    tables = {name: scorer.report(each, called="sample", type="integer") for name, each in reports.items()}
    tables["summary"] = scorer.report("samples")
    return Answer(tables, scorer.warnings, scorer.about, scorer.measures, scorer.headings)


def read_teams(path: str | PathLike[str]) -> dict[str, str]:
    """The team of each run, from a CSV file with columns run and team."""
    teams: dict[str, str] = {}
    if not isinstance(path, str | PathLike):
        raise InputError(f"teams must be a mapping of runs to teams, or a CSV file; a {type(path).__name__} is neither")
    try:
        with open(path, encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{path}: cannot be read as a table of teams: {first_line(error)}") from None
    for number, row in enumerate(rows, start=1):
        run, team = row.get("run"), row.get("team")
        if not run or not team:
            raise InputError(f"{path}: row {number} lacks a run or a team; CSV with columns run, team was expected")
        if teams.setdefault(run, team) != team:
            raise InputError(f"{path}: run {said(run)} has two teams, {said(teams[run])} and {said(team)}")
    return teams
