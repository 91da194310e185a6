"""Trials: the same system run several times, whose scores become one score per run and query."""

import re
from dataclasses import dataclass
from typing import Any

import duckdb

from evalsql.catalog.folder import names
from evalsql.catalog.sqlfiles import body_of, read_file
from evalsql.connections import Connection, fetch_all, fetch_one
from evalsql.errors import InputError, Problem
from evalsql.render import statements
from evalsql.words import either, plural, said

OVER = re.compile(r"(?P<called>mean|[a-z]+\W)(?P<k>(?<=\W)[1-9]\d{0,5})?")


@dataclass(frozen=True)
class Trials:
    """How trials were found, and what looks wrong about them."""

    about: str = ""  # for a caption
    averaged: bool = False  # whether scores are means over trials
    problems: tuple[Problem, ...] = ()


def read_over(over: str) -> tuple[str, int]:
    """The file of sql/trials that a text such as pass@3 means, and its number of trials."""
    found = {read_file("trials", name)[0]["called"]: name for name in names("trials")}
    asked = OVER.fullmatch(str(over))
    if asked is None or asked["called"] not in found or (asked["k"] is None) != (asked["called"] == "mean"):
        there = [called if called == "mean" else f"{called}K" for called in found]
        raise InputError(f"over_trials takes {either(there)}, such as pass@3, not {over!r}")
    return found[asked["called"]], int(asked["k"] or 1)


def over_trials(connection: Connection, pattern: str | None, over: str = "mean") -> Trials:
    """Puts the scores of each trial into evalsql_trial_scores, and those over the trials of a run in their place."""
    if pattern is None:
        if over != "mean":
            raise InputError("over_trials needs trials, the pattern of their names (--trials)")
        return Trials()
    from evalsql.comparing.scores import put_scores  # which most evaluations do without

    name, k = read_over(over)
    try:
        groups = re.compile(pattern).groups
        connection.execute(
            statements.table("trial_scores", statements.comparison("scores", "trial_scores")), {"pattern": pattern}
        )
    except (re.error, duckdb.Error, TypeError) as error:
        first = str(error).partition("\n")[0]
        raise InputError(f"trials: {pattern!r} is not a regular expression: {first}") from None
    if not groups:
        raise InputError(f"trials: {pattern!r} has no group, such as in '(.*)@\\d+', that is the name of the run")
    connection.execute(statements.table("repeated", statements.comparison("scores", "repeated")))
    fewest, most = fetch_one(connection, COUNTS)
    if most < 2:
        (run,) = fetch_one(connection, "select min(run) from evalsql_scores")
        raise InputError(f"trials: no run has two trials by {pattern!r}; the first is called {said(str(run))}")
    if name != "mean":
        refuse_unfit(connection, over, k)
    select = statements.comparison("scores", "over_trials", over=body_of("trials", name))
    connection.execute(statements.table("over_trials", select), {} if name == "mean" else {"pass_k": k})
    put_scores(connection, "select run, query_id, metric, value from evalsql_over_trials")
    some = plural(most, "trial") if fewest == most else f"{fewest} to {plural(most, 'trial')}"
    about = f"; {'' if name == 'mean' else f'{over} of '}{some} of each run"
    lacking = [
        Problem("warning", "trials without a value", text.format(plural(count, "run/query pair"), run, query), count)
        for count, run, query in fetch_all(connection, LACKING)
        for text in ["{} without a value in one of the trials, left out there (first: run {}, query {})"]
    ]
    return Trials(about, name == "mean", tuple(lacking))


def refuse_unfit(connection: Connection, over: str, k: int) -> None:
    """Refuses values other than 0 and 1, and fewer trials than are asked for."""
    unfit = "from evalsql_repeated where not fit or trials between 1 and ? - 1 order by all limit 1"
    for metric, run, query, fit, trials in fetch_all(
        connection, f"select metric, run, query_id, fit, trials {unfit}", [k]
    ):
        of = f"{metric} of run {said(run)} has"
        if fit:
            raise InputError(f"{over} needs {plural(k, 'trial')}; {of} {trials} for query {said(query)}")
        raise InputError(f"{over} is for measures whose values are 0 or 1; {of} others for query {said(query)}")


def components(connection: Connection, alpha: float = 0.05, udf: bool = True) -> list[dict[str, Any]]:
    """The rows of sql/scores/trials/variance_components.sql, in the order of the measures."""
    select = statements.comparison("scores", "variance_components", udf)
    found = connection.execute(select, {"confidence": 1 - alpha})
    columns = [name for name, *_ in found.description or ()]
    return [dict(zip(columns, row, strict=True)) for row in found.fetchall()]


COUNTS = """
select min(trials), max(trials)
from (select run, count(distinct trial) as trials from evalsql_trial_scores group by run)
"""
LACKING = """
select count(*) over (), run, query_id
from evalsql_repeated
join (select run, count(distinct trial) as most from evalsql_trial_scores group by run) using (run)
where trials > 0 and trials < most
order by run asc, query_id asc
limit 1
"""
