"""Two runs against each other, each from a file of its own: a new one, and a baseline that may be stored scores."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from os import PathLike, fspath
from os.path import isfile, realpath
from typing import Any, Unpack

from evalsql.catalog.conventions import clause
from evalsql.catalog.headings import headings, left_out
from evalsql.catalog.measure import Measure, Measures, as_measures
from evalsql.comparing.records import Record, Records, record_of, unlike_records
from evalsql.comparing.rules import EVERY
from evalsql.comparing.score_source import (
    ScoreOptions,
    add_scores,
    keep_queries,
    named_in,
    not_of_scores,
    out_of_range,
    refuse_lower,
    refuse_of_runs,
    unlike_conventions,
)
from evalsql.comparing.scores import Scores, put_scores, ready
from evalsql.comparing.trials import over_trials
from evalsql.connections import Connection, cursor_of, fetch_all
from evalsql.errors import InputError, Problem
from evalsql.files.history import note_of
from evalsql.inputs import views
from evalsql.inputs.files import is_stream, name_suffix
from evalsql.inputs.formats.trec import SUFFIXES as TEXTS
from evalsql.inputs.names import Named, Side
from evalsql.inputs.objects import is_one, kept
from evalsql.scoring.evaluation import Evaluation
from evalsql.scoring.options import Options, refuse_others
from evalsql.words import first_few, plural
from evalsql.words import said as shown

SIDES = ("new", "baseline")


def read_versus(
    new: Any,
    baseline: Any,
    qrels: Any,
    measures: Measures = (),
    connection: Connection | None = None,
    *,
    run: str | None = None,
    baseline_run: str | None = None,
    baseline_where: str | None = None,
    functions: bool = True,
    apart: bool = True,
    trials: str | None = None,
    over: str = "mean",
    **options: Unpack[ScoreOptions],
) -> tuple[Scores, tuple[str, str]]:
    """The scores of two runs, which are called new and baseline there, and what the user calls them."""
    chosen = {"new": run, "baseline": baseline_run}
    try:
        return read_sides(
            new,
            baseline,
            qrels,
            measures,
            connection,
            chosen,
            baseline_where,
            functions,
            (trials, over),
            apart=apart,
            **options,
        )
    except InputError as error:
        error.args = (without_side(str(error)),)
        raise


def read_sides(
    new: Any,
    baseline: Any,
    qrels: Any,
    measures: Measures,
    connection: Connection | None,
    chosen: Mapping[str, str | None],
    baseline_where: str | None,
    functions: bool,
    trials: tuple[str | None, str],
    *,
    apart: bool,
    **options: Unpack[ScoreOptions],
) -> tuple[Scores, tuple[str, str]]:
    """The result of read_versus; errors name runs as the rows do: new:bm25."""
    refuse_others({name: value for name, value in options.items() if name not in ("progress", "lower")})
    lower = options.pop("lower", ())
    refuse_lower(lower, qrels)
    sides, given, said = {side: Side(side) for side in SIDES}, {}, {}
    for side, each in zip(SIDES, (new, baseline), strict=True):
        given[side], said[side] = of_side(sides[side], each, chosen[side])
    new_files, old_files = ([each.given for each in given[side]] for side in SIDES)
    same = all(isinstance(each, str) for each in new_files + old_files) and new_files == old_files
    twice = same and baseline_where is None  # read once
    for side, name in sides.items():
        wanted = [each for each in (chosen.values() if twice else [chosen[side]]) if each is not None]
        one = len(given[side]) == 1 and chosen[side] != said[side]
        name.only = tuple(wanted) if one and trials[0] is None and len(wanted) == 1 + twice else ()
    read = {side: each for side, each in given.items() if side == "new" or not twice}
    stored = {side: each for side, each in read.items() if qrels is None or holds_scores(each, connection, options)}
    if baseline_where is not None and "baseline" not in stored:
        raise InputError(
            "--baseline-where (in Python baseline_where) is for tables of scores; of runs, name the baseline's files"
        )
    runs = [each for side, several in read.items() if side not in stored for each in several]
    of_runs = without_scores(options) if stored else options
    own, evaluation, warnings, by, short = scored(runs, qrels, measures, connection, of_runs)
    about = str(evaluation.coverage) if evaluation else ""
    more, conventions, records = add_stored(own, stored, connection, baseline_where, options, twice=twice)
    warnings += more
    averaged = over_trials(own, *trials)
    warnings += averaged.problems
    texts, aside = measures_there(own, list(short) or measures) if stored else (list(short), [])
    warnings += aside
    found = {side: choose(own, side, of, said[side]) for side, of in chosen.items()}
    if apart and baseline_where is None:
        refuse_itself(found, given)
    if "progress" in options:
        options["progress"]("comparing", 1.0)
    names = told_apart(said["new"] or found["new"] or "new", said["baseline"] or found["baseline"] or "baseline", given)
    if names[0] == names[1] and baseline_where is not None:
        where = options.get("where")
        names = f"{names[0]} ({where})" if where else names[0], f"{names[1]} ({baseline_where})"
    called = {side: f"{side}:{run}" if run else side for side, run in found.items()}
    if stored:
        queries = len(fetch_all(own, MET, [texts]))
        about = str(replace(evaluation.coverage, queries=queries)) if evaluation else f"over {plural(queries, 'query')}"
        by_side = {run: conventions.get(run, options.get("convention")) for run in called.values()}
        others = unlike_conventions(by_side)
        warnings, by = [*warnings, *others], "" if others else by
        met = {name: each for name, each in records.items() if name[0] in by_side}
        if met and evaluation:
            run = next(run for side, run in called.items() if side not in stored)
            met[run, None] = record_now(evaluation, qrels, options), frozenset(texts)
        warnings += unlike_records(met)
        strange = out_of_range(own, texts, dict(zip(SIDES, names, strict=True)))
        if len(strange) == 1:  # one may be in percent, and the other not
            raise InputError(*(each.text for each in strange.values()))
        warnings += strange.values()
    if not twice:
        warnings = called_as_said(warnings, called, names)
    warnings = [replace(each, text=without_side(each.text)) for each in warnings]
    about += averaged.about
    return ready(own, connection, texts, warnings, about + by, functions, short, lower), names


def without_scores(options: ScoreOptions) -> ScoreOptions:
    """The options without the columns of scores, which are chosen where these are read."""
    columns = options.get("columns")
    if isinstance(columns, Mapping):
        columns = {ours: theirs for ours, theirs in columns.items() if not str(ours).startswith("scores.")}
    return {**options, "columns": columns}


def scored(
    runs: Sequence[Any], qrels: Any, measures: Measures, connection: Connection | None, options: ScoreOptions
) -> tuple[Connection, Evaluation | None, list[Problem], str, Mapping[str, str]]:
    """The scores, the evaluation of the sides that are runs, warnings, conventions and headings."""
    if runs:
        convention = options.get("convention")
        parsed = as_measures(measures, convention=convention)
        evaluation = Evaluation(runs, qrels, connection=connection, measures=parsed, keep=False, **options)
        evaluation.compute(parsed)
        by = clause(convention, left_out(parsed, convention))
        return evaluation.connection, evaluation, list(evaluation.warnings), by, headings(parsed, convention)
    if qrels is not None:
        raise InputError("judgments are for runs; both of these are scores, which are taken as they are")
    of_scores = ("queries", "settings", "columns", "where", "progress")
    refuse_of_runs(**{name: value for name, value in options.items() if name not in of_scores})
    own = cursor_of(connection, options.get("settings"))
    put_scores(own, "select null::varchar, null, null, null::double where false")
    return own, None, not_of_scores(options), "", {}


def add_stored(
    own: Connection,
    stored: Mapping[str, Sequence[Named]],
    connection: Connection | None,
    baseline_where: str | None,
    options: ScoreOptions,
    *,
    twice: bool,
) -> tuple[list[Problem], dict[str, str | None], Records]:
    """Adds the scores of the sides that are stored, read once if both are the same; see add_scores."""
    warnings: list[Problem] = []
    conventions: dict[str, str | None] = {}
    records: Records = {}
    for side, each in stored.items():
        where = options.get("where") if side == "new" or baseline_where is None else baseline_where
        told, of, noted = add_scores(own, each, connection, {**options, "where": where})
        warnings, conventions, records = [*warnings, *told], conventions | of, records | noted
    if stored and (queries := options.get("queries")) is not None:
        keep_queries(own, queries)
    if twice:
        own.execute(
            "insert into evalsql_scores select regexp_replace(run, '^new', 'baseline'), query_id, metric, value"
            " from evalsql_scores"
        )
        conventions |= {run.replace("new", "baseline", 1): each for run, each in conventions.items()}
        records |= {(run.replace("new", "baseline", 1), when): each for (run, when), each in records.items()}
    return warnings, conventions, records


def record_now(evaluation: Evaluation, qrels: Any, options: ScoreOptions) -> Record:
    """The record of an evaluation as it would stand beside its scores; a list of queries is of both sides."""
    note = note_of([], qrels, evaluation.convention, {**options, "copied": evaluation.copied, "queries": None})
    return record_of(note.qrels_hash, note.convention, json.dumps(note.options))


def refuse_itself(runs: Mapping[str, str], given: Mapping[str, Sequence[Named]]) -> None:
    """Reject a run that is compared with itself."""
    new, baseline = (
        {realpath(each.given) if isinstance(each.given, str | PathLike) else id(each.given) for each in given[side]}
        for side in SIDES
    )
    if new == baseline and runs["new"] == runs["baseline"]:
        run = f" run {shown(runs['new'])} of" if runs["new"] else ""
        raise InputError(f"the new run and the baseline are{run} the same input, so nothing is compared")


def told_apart(name: str, other: str, given: Mapping[str, Sequence[Named]]) -> tuple[str, str]:
    """What two runs are called; if they share a name, each with as much of its path as tells them apart."""
    given_of = (given[side][0].given for side in SIDES)
    paths = [str(each).split("/") for each in given_of if isinstance(each, str | PathLike)]
    if name == other and len(paths) == 2:
        new, baseline = paths
        for many in range(1, max(len(new), len(baseline)) + 1):
            if new[-many:] != baseline[-many:]:
                return f"{name} ({'/'.join(new[-many:])})", f"{name} ({'/'.join(baseline[-many:])})"
    return name, other


def called_as_said(warnings: Sequence[Problem], called: Mapping[str, str], names: Sequence[str]) -> list[Problem]:
    """Warnings that call each of the two runs as the user does, and say which is meant if that is the same."""
    for side, name in zip(SIDES, names, strict=True):
        own = f"{name} ({side})" if names[0] == names[1] else name
        pattern = rf"(\brun |\(first: ){re.escape(shown(called[side]))}(?=[,) ]|$)"
        warnings = [
            replace(each, text=re.sub(pattern, lambda begun, own=own: begun[1] + shown(own), each.text))
            for each in warnings
        ]
    return list(warnings)


def without_side(text: str) -> str:
    """A sentence that calls a run bm25 if it says new:bm25 or baseline:bm25."""
    return re.sub(rf"(\brun |\(first: )(['\"]?)({'|'.join(SIDES)}):", r"\1\2", text)


def of_side(side: Side, given: Any, run: str | None) -> tuple[list[Named], str | None]:
    """The input of a side, under its name, and the user's name for its run, if any."""
    if isinstance(given, Named):
        return [Named(side, given.given)], given.name
    if isinstance(given, Mapping | list | tuple) and not is_one(given):
        files = isinstance(given, list | tuple) and all(isinstance(each, str | PathLike) for each in given)
        if not given or (len(given) > 1 and not isinstance(given, Mapping) and not files):
            raise InputError(f"a gate takes one {side} run, not {len(given)}")
        if files:
            return [Named(side, fspath(each)) for each in given], None
        if not isinstance(given, Mapping):
            return of_side(side, next(iter(given)), run)
        runs = {str(name): each for name, each in given.items()}
        name = one_of(side, run if run in runs or len(runs) > 1 else None, list(runs))
        return [Named(side, kept(runs[name]))], name
    return [Named(side, fspath(given) if isinstance(given, PathLike) else kept(given))], None


def one_of(side: str, run: str | None, runs: Sequence[str]) -> str:
    """The run that is chosen of a side, or its only one."""
    what, option = ("the new run", "run") if side == "new" else ("the baseline", "baseline-run")
    if run is not None and run not in runs:
        raise InputError(f"{what}: there is no run {shown(str(run))}; runs: {first_few(runs)}")
    if run is None and len(runs) != 1:
        several = f"{len(runs)} runs ({first_few(runs)}) where one was expected; --{option} names it"
        raise InputError(f"{what}: there are {several}" if runs else f"{what}: none of its queries is scored")
    return runs[0] if run is None else run


def holds_scores(given: Sequence[Named], connection: Connection | None, options: Options) -> bool:
    """Whether what was given is a table of scores, and no run: one with columns metric and value."""
    paths = [str(each.given) for each in given if isinstance(each.given, str | PathLike)]
    if any(path == "-" or is_stream(path) for path in paths):
        return False  # which can be read only once
    if len(paths) == len(given) and all(isfile(path) and name_suffix(path) in (*TEXTS, "") for path in paths):
        return False  # which takes no time to say
    with cursor_of(connection, None) as own, views.reading(own) as folder:
        try:
            views.read(own, given, "values", folder, connection, columns=options.get("columns"))
        except InputError:
            return False
    return True


def measures_there(own: Connection, measures: Measures) -> tuple[list[str], list[Problem]]:
    """The measures that both sides have a score by, of those that were named, as the scores call them."""
    there = [[metric for (metric,) in fetch_all(own, METRICS, {"side": side})] for side in SIDES]
    named = [measures] if isinstance(measures, str | Measure) else list(measures)
    aside = []
    if not named or EVERY in named:
        alone = sorted({*there[0]} ^ {*there[1]})
        if alone:
            text = f"only one of the two has scores of {first_few(alone)}, left out"
            aside.append(Problem("warning", "measures of one run", text, len(alone)))
        named = [*(each for each in named if each != EVERY), *(metric for metric in there[0] if metric in there[1])]
    if not named:
        raise InputError(f"the two have no measure in common: {first_few(there[0])}, and {first_few(there[1])}")
    found = []
    for measure in named:
        new, old = (named_in(side, measure) for side in there)
        for one, other in zip(new, old, strict=True):
            name = other if other == str(measure) else one
            for side, metric in zip(SIDES, (one, other), strict=True):
                if metric != name and name not in found:
                    own.execute(CALLED_ANEW, {"side": side, "metric": metric, "name": name})
            found.append(name)
    return list(dict.fromkeys(found)), aside


MET = """
select distinct query_id from evalsql_scores where value is not null and list_contains(?::varchar[], metric)
group by metric, query_id having count(*) > 1
"""
CALLED_ANEW = """
insert into evalsql_scores
select run, query_id, $name, value from evalsql_scores
where metric = $metric and (run = $side or starts_with(run, $side || ':'))
"""
METRICS = """
select distinct metric from evalsql_scores
where run = $side or starts_with(run, $side || ':')
order by metric asc
"""


def choose(own: Connection, side: str, run: str | None, called: str | None) -> str:
    """Leaves one run of a side, which is then called as the side, and gives what it was called, if anything."""
    found = fetch_all(
        own,
        "select distinct run from evalsql_scores where run = $side or starts_with(run, $side || ':') order by run asc",
        {"side": side},
    )
    runs = [name.removeprefix(side).removeprefix(":") for (name,) in found]
    chosen = one_of(side, None if run == called and len(runs) == 1 else run, runs)
    own.execute(
        "delete from evalsql_scores where starts_with(run, $side || ':') and run <> $side || ':' || $chosen",
        {"side": side, "chosen": chosen},
    )
    own.execute("update evalsql_scores set run = $side where starts_with(run, $side || ':')", {"side": side})
    return chosen
