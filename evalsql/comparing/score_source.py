"""Where scores come from: runs and judgments, curves at their ranks, or tables of scores."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from math import inf
from typing import Any, Literal, Unpack

from evalsql.arguments import list_of
from evalsql.catalog.conventions import clause
from evalsql.catalog.headings import headings, left_out
from evalsql.catalog.measure import Measure, Measures, as_measures, parse_measure
from evalsql.comparing.records import Records, records_beside, unlike_records
from evalsql.comparing.scores import Scores, head, put_scores, ready, without_pairs, without_values
from evalsql.comparing.trials import over_trials
from evalsql.connections import Connection, cursor_of, fetch_all
from evalsql.errors import InputError, Problem, refuse
from evalsql.inputs import views
from evalsql.inputs.checks.problems import problems_alone
from evalsql.inputs.columns import not_read
from evalsql.scoring.evaluation import Evaluation, Progress
from evalsql.scoring.options import Options, refuse_others
from evalsql.scoring.population import refuse_unknown_queries
from evalsql.sqltext import quote
from evalsql.words import said

Ranks = Literal["each"] | tuple[int, int]  # or the first and the last of a region


class ScoreOptions(Options, total=False):
    """The options of an evaluation, which measures of stored scores fall as they get better, and progress."""

    lower: Measures
    progress: Progress


class WhichScores(ScoreOptions, total=False):
    """The same, and what stands in place of the scores; see read_scores."""

    ranks: Ranks | None
    standardize: bool
    reference: Sequence[str]


def read_scores(
    runs: Any,
    qrels: Any,
    measures: Measures = (),
    *,
    connection: Connection | None = None,
    ranks: Ranks | None = None,
    standardize: bool = False,
    reference: Sequence[str] = (),
    lower: Measures = (),
    trials: str | None = None,
    over: str = "mean",
    progress: Progress = lambda step, done: None,
    **options: Unpack[Options],
) -> Scores:
    """The scores of runs, or those that are given; over their trials, if the pattern of their names is."""
    refuse_others(options)
    refuse_lower(lower, qrels)
    if qrels is None:
        scores = take_scores(runs, measures, connection, lower, **options)
    elif ranks is None:
        scores = score_runs(runs, qrels, measures, connection, progress=progress, **options)
    else:
        scores = score_ranks(runs, qrels, measures, ranks, connection, progress=progress, **options)
    progress("comparing", 1.0)
    averaged = over_trials(scores.connection, trials, over)
    scores = without_pairs(scores) if qrels is None else scores
    warnings = (*scores.warnings, *averaged.problems, *without_values(scores.connection))
    scores = replace(scores, about=scores.about + averaged.about, warnings=warnings)
    return scores.standardize(reference) if standardize or reference else scores


def score_runs(
    runs: Any, qrels: Any, measures: Measures, connection: Connection | None, **options: Unpack[ScoreOptions]
) -> Scores:
    """The scores of runs against judgments."""
    convention = options.get("convention")
    parsed = as_measures(measures, convention=convention)
    evaluation = Evaluation(runs, qrels, connection=connection, measures=parsed, keep=False, **options)
    evaluation.compute(parsed)
    about = f"{evaluation.coverage}{clause(convention, left_out(parsed, convention))}"
    return ready(
        evaluation.connection,
        connection,
        list(map(str, parsed)),
        evaluation.warnings,
        about,
        headings=headings(parsed, convention),
    )


def score_ranks(
    runs: Any,
    qrels: Any,
    measures: Measures,
    ranks: Ranks,
    connection: Connection | None,
    **options: Unpack[ScoreOptions],
) -> Scores:
    """The scores of runs at each rank of curves, as measures nDCG@1, nDCG@2 and so on, or over a region, nDCG@5-10."""
    region = isinstance(ranks, tuple) and len(ranks) == 2 and all(type(rank) is int for rank in ranks)
    if ranks != "each" and not (region and 1 <= ranks[0] <= ranks[1]):
        raise InputError(f"ranks must be 'each', or the first and the last rank, such as (5, 10), not {ranks!r}")
    convention = options.get("convention")
    curves = as_measures(measures, "curves", convention)
    for curve in curves:
        if curve.metric.over != "rank":
            raise InputError(f"{curve} is a curve over {curve.metric.over}, where one over ranks was expected")
        if ranks != "each" and (curve.cutoff or 0) < ranks[1]:
            raise InputError(f"{curve} ends before rank {ranks[1]}")
    for one, other in combinations(curves, 2):
        if str(one).partition("@")[0] == str(other).partition("@")[0]:
            raise InputError(f"{one} and {other} are one curve to two ranks; leave one out")
    evaluation = Evaluation(runs, qrels, connection=connection, **options)
    evaluation.compute_curves(curves)
    put_scores(evaluation.connection, " union all ".join(rank_by_rank(curve, ranks) for curve in curves))
    short = headings(curves, convention)
    names = {
        f"{str(curve).partition('@')[0]}@{rank}": f"{short[str(curve)].partition('@')[0]}@{rank}"
        for curve in curves
        for rank in (range(1, curve.cutoff + 1) if ranks == "each" else [f"{ranks[0]}-{ranks[1]}"])
    }
    about = f"{evaluation.coverage}{clause(convention, left_out(curves, convention))}"
    return ready(evaluation.connection, connection, list(names), evaluation.warnings, about, headings=names)


def rank_by_rank(curve: Measure, ranks: Ranks) -> str:
    """A query for the scores at each rank of a curve, or the mean over a region of them, under names of their own."""
    name, kept = quote(str(curve).partition("@")[0]), quote(str(curve))
    if ranks == "each":
        return (
            f"select run, query_id, {name} || '@' || point::integer as metric, value"
            f" from evalsql_points where metric = {kept}"
        )
    first, last = ranks
    return (
        f"select run, query_id, {name} || '@{first}-{last}' as metric, avg(value order by point asc) as value"
        f" from evalsql_points where metric = {kept} and point between {first} and {last} group by run, query_id"
    )


def take_scores(
    scores: Any,
    measures: Measures,
    connection: Connection | None,
    lower: Measures = (),
    **options: Unpack[Options],
) -> Scores:
    """The scores that are given, of these queries, with evalsql_inputs, which says of what files they are."""
    of_scores = ("queries", "settings", "columns", "where")
    refuse_of_runs(**{name: value for name, value in options.items() if name not in of_scores})
    own = cursor_of(connection, options.get("settings"))
    put_scores(own, "select null, null, null, null where false")
    warnings, conventions, records = add_scores(own, scores, connection, options)
    if (queries := options.get("queries")) is not None:
        keep_queries(own, queries)
    there = [metric for (metric,) in fetch_all(own, "select distinct metric from evalsql_scores order by metric asc")]
    named = [measures] if isinstance(measures, str | Measure) else measures
    chosen = [each for measure in named for each in named_in(there, measure)] or there
    chosen = list(dict.fromkeys(chosen))
    doubts = [*unlike_conventions(conventions), *unlike_records(records)]
    doubts += [*not_of_scores(options), *out_of_range(own, chosen).values()]
    return ready(own, connection, chosen, warnings + doubts, "", lower=lower)


def add_scores(
    own: Connection, given: Any, connection: Connection | None, options: Options
) -> tuple[list[Problem], dict[str, str | None], Records]:
    """Adds tables of scores to evalsql_scores, and gives what looks wrong, the convention and record of each run."""
    with views.reading(own) as folder:
        columns, where = options.get("columns"), options.get("where")
        sources = views.read(own, given, "values", folder, connection, columns=columns, where=where)
        warnings = refuse(problems_alone(own, "values", sources))
        own.execute("insert into evalsql_scores select run, query_id, metric, value from evalsql_values")
        views.count_inputs(own, ["values"])
        by_run = (
            "select run, string_agg(distinct convention, ', ' order by convention asc) from evalsql_values group by run"
        )
        labels = [file.label for source in sources for file in source.files]
        records = records_beside(own, labels, connection, folder)
        noted = {run: record.convention for (run, _), (record, _) in records.items()}
        return warnings, {run: of or noted.get(run) for run, of in fetch_all(own, by_run)}, records


def unlike_conventions(conventions: Mapping[str, str | None]) -> list[Problem]:
    """Say that runs follow unlike conventions; None is of one whose scores name none."""
    named = {of or "none named": run for run, of in sorted(conventions.items(), reverse=True)}
    if len(named) < 2:
        return []
    (one, run), (then, other), *_ = reversed(named.items())
    text = f"run {said(run)} has other conventions ({one}) than run {said(other)} ({then}), with which it is compared"
    return [Problem("warning", "other conventions", text, len(named) - 1)]


def refuse_lower(lower: Measures, qrels: Any) -> None:
    """Refuses directions of measures that evalsql computes, since it knows them."""
    if lower and qrels is not None:
        raise InputError(
            "lower is for scores that others made; evalsql knows which values of its own measures are better"
        )


def refuse_of_runs(**given: Any) -> None:
    """Refuses what is for runs and judgments, if there are scores alone."""
    for name, value in given.items():
        if value is not None and (name != "subtopics" or value != "auto"):
            raise InputError(f"{name} is for runs and judgments; without judgments, scores are taken as they are")


def out_of_range(own: Connection, metrics: Sequence[str], names: Mapping[str, str] = {}) -> dict[str, Problem]:
    """Warnings about runs, by name, with values that a measure cannot have, such as percent."""
    select = """
        select run, query_id, value, count(*) over (partition by run)
        from evalsql_scores
        where metric = ? and not value between ? and ?
        qualify row_number() over (partition by run order by query_id asc) = 1
        order by run asc
    """
    doubts: dict[str, Problem] = {}
    for metric in metrics:
        low, high = known.range if (known := head(metric)) else (-inf, inf)
        beyond = (high - low) / 2  # of other tools some are a little above
        for run, query, value, count in fetch_all(own, select, [metric, low - beyond, high + beyond]):
            text = f"{metric} of run {said(names.get(run, run))} is {value:g} for query {said(query)}"
            more = f"; {count - 1:,} more such values" if count > 1 else ""
            problem = Problem("warning", "out of range", f"{text}, and is from {low:g} to {high:g}{more}", count)
            doubts.setdefault(run, problem)
    return doubts


def not_of_scores(options: Options) -> list[Problem]:
    """Say which choices of columns are of inputs that are not read, if there are scores alone."""
    return refuse(not_read(options.get("columns"), ("values", "queries")))  # slices may have chosen the last


def keep_queries(own: Connection, queries: Sequence[str]) -> None:
    """Leaves the scores of some queries only."""
    wanted = [str(query) for query in list_of(queries, "queries")]
    if not wanted:
        raise InputError("the list of queries is empty")
    there = {query for (query,) in fetch_all(own, "select distinct query_id from evalsql_scores")}
    unknown = sorted(set(wanted) - there)
    refuse_unknown_queries(unknown, "has no scores", "have no scores")
    own.execute("delete from evalsql_scores where not list_contains(?::varchar[], query_id)", [wanted])


def named_in(there: Sequence[str], measure: Any) -> list[str]:
    """The measures of a table of scores that are meant: a text there, another way to write one, or a list of them."""
    if str(measure) in there:
        return [str(measure)]
    try:
        parsed = list(map(str, as_measures([measure])))
    except InputError:
        parsed = []
    ours = {in_full(each): each for each in there} | {each: each for each in there}
    if parsed and set(parsed) <= set(ours):
        return [ours[each] for each in parsed]
    shown = ", ".join(there[:8]) + (", ..." if there[8:] else "")
    raise InputError(f"the scores have no measure {said(str(measure))}; they have {shown}")


def in_full(metric: str) -> str:
    """The text of a measure as evalsql writes it, if it is one; a table of scores may have others."""
    try:
        return str(parse_measure(metric))
    except InputError:
        return metric
