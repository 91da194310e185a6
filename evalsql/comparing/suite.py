"""Many collections at once: each evaluated by itself, and runs ranked over all of them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from os import PathLike
from typing import Any, Unpack

from evalsql.answers import Answer, as_relations
from evalsql.arguments import MOST, SEEDS, flag, list_of, real_number, whole_number
from evalsql.catalog.measure import Measure, Measures, as_measures
from evalsql.comparing.leaderboards import boards_of, lacking, stand
from evalsql.comparing.means import decide_means
from evalsql.connections import Connection, cursor_of, fetch_all
from evalsql.errors import InputError, Problem
from evalsql.inputs import views
from evalsql.inputs.datasets import by_dataset
from evalsql.inputs.suites import Collection, Suite, read_suite, split_of
from evalsql.render import statements
from evalsql.scoring.evaluation import Evaluation, Progress
from evalsql.scoring.options import Options, RankingOptions, refuse_others
from evalsql.scoring.population import lost, refuse_unknown_queries
from evalsql.words import first_few, plural

MEASURES = ("nDCG@10",)
DRAWS: Mapping[str, Any] = {"alpha": 0.05, "resamples": 1000, "seed": 0}


@as_relations
def suite(
    datasets: Any = None,
    measures: Measures = (),
    *,
    runs: Any = None,
    qrels: Any = None,
    split: str | None = None,
    outside: bool = False,
    alpha: float | None = None,
    resamples: int | None = None,
    seed: int | None = None,
    interval: str | None = None,
    connection: Connection | None = None,
    progress: Progress = lambda step, done: None,
    **options: Unpack[RankingOptions],
) -> Answer:
    """Evaluate many collections at once: the scores of each, and the runs ranked over all.

    Args:
        datasets: the collections: a file of TOML, a folder of folders NAME/qrels.* and NAME/runs/*, or a mapping such
            as {"scifact": {"runs": {"bm25": frame}, "qrels": "scifact/qrels.tsv", "measures": ["nDCG@10"]}}, whose keys
            are those of such a file.
        measures: such as "nDCG@10", of collections that name none themselves. The first is the main one. nDCG@10 if
            neither these nor the file name one.
        runs: in place of datasets, runs of all collections, with a column dataset.
        qrels: their judgments, in the same forms.
        split: whose judgments are read of a folder that has those of several, such as qrels/test.tsv and
            qrels/dev.tsv; "test" if None.
        outside: whether what a file of TOML names may lie outside of its folder and of the working directory.
        alpha: intervals cover 1 - alpha; 0.05 if neither this nor the file says.
        resamples: how often collections, and queries of these, are drawn; 1,000 by default.
        seed: the random seed, 0 by default: the same seed draws the same everywhere.
        interval: how to make the interval of each run's mean in each collection, as mean_intervals takes it; none if
            None.
        connection: the user's own DuckDB connection.
        progress: called with what is done next, before it is done, and how much of all is done by then, from 0 to 1.
        options: as evaluate takes them, for all collections; what a collection says itself goes before. Each takes of
            a list of queries those that it judges; without one it is left out. With strict, a run that lacks a
            collection is refused too.

    Returns:
        Relations by name. A board is over the measure in its column metric, or "main", over the first measure of each
        collection where these differ. leaderboard: one row per board and run, by Borda rank, with points, macro_mean,
        mean_rank, their intervals, like_next (whether the run below cannot be told from it), missing (collections that
        it lacks; then it has no mean and no rank) and a column for each collection. neighbours: each run and the next.
        tests: Friedman's test over collections, and the critical difference of mean ranks. means: each board,
        collection and run, with lower and upper if there is an interval. scores: dataset, run, query_id, metric, value.

    Raises:
        InputError: an input, a measure or an option cannot be used; its sentence says in which collection.

    Warns:
        InputWarning: the inputs can be used, but look wrong, or a run lacks a collection.
    """
    refuse_others(options, RankingOptions)
    own = cursor_of(None, options.get("settings") if connection is None else None)
    read = take(own, datasets, runs, qrels, split, outside, options, connection)
    of_all: dict[str, Any] = {**options}
    said, (collections, problems) = read.collections, with_queries(own, read.collections, of_all, connection)
    read = replace(read, collections=collections)
    drawn = drawn_of(read, {"alpha": alpha, "resamples": resamples, "seed": seed})
    draws = resamples or read.said.get("resamples", 10_000)
    decided = decide_means(interval, 1 - drawn["confidence"], draws, drawn["seed"]) if interval else None
    strict = flag(of_all.pop("strict", False), "strict") or read.said.get("strict", False)
    asked = asked_of(read, measures, of_all)
    boards = boards_of(asked)
    doubts, queries, dropped = evaluate_all(own, collections, asked, of_all, strict, connection, progress)
    progress("ranking runs over collections", 1.0)
    tables = stand(own, boards, list(asked), drawn, decided)
    problems += [*doubts, *lacking(own, strict), *idle(said, split, {"measures": measures or None, **of_all})]
    about = f"over {plural(len(asked), 'collection')} with {plural(queries, 'judged query')}{lost(dropped)}"
    return Answer(tables, problems, about, tuple(boards))


def take(
    own: Connection,
    datasets: Any,
    runs: Any,
    qrels: Any,
    split: str | None,
    outside: bool,
    options: Options,
    connection: Connection | None,
) -> Suite:
    """The collections that were given, in whichever way."""
    if datasets is not None and (runs is not None or qrels is not None):
        raise InputError(
            "a suite says where runs and judgments are; give it, or runs and judgments with a column dataset"
        )
    if outside and not isinstance(datasets, str | PathLike):
        raise InputError("outside is for the file of a suite, and none was given")
    if datasets is not None:
        return read_suite(datasets, split, outside)
    if runs is None or qrels is None:
        raise InputError("no suite was given: a file of TOML, a folder, or runs and judgments with a column dataset")
    return Suite(by_dataset(own, runs, qrels, options.pop("where", None), connection))


def drawn_of(read: Suite, given: Mapping[str, Any]) -> dict[str, Any]:
    """What intervals over collections are made by: confidence, resamples and seed."""
    drawn = {**DRAWS, **read.said, **{name: value for name, value in given.items() if value is not None}}
    return {
        "confidence": 1 - real_number(drawn["alpha"], "alpha", above=0, below=1),
        "resamples": whole_number(drawn["resamples"], "resamples", most=MOST),
        "seed": whole_number(drawn["seed"], "seed", 0, SEEDS[1]),
    }


def with_queries(
    own: Connection, collections: Sequence[Collection], options: Mapping[str, Any], connection: Connection | None
) -> tuple[Sequence[Collection], list[Problem]]:
    """Gives each collection those queries of a list for all that it judges, and leaves out what judges none."""
    alike = [each for each in collections if "queries" not in each.options.keys() - each.shared]
    listed = alike[0].under(options).get("queries") if alike else None
    wanted = [] if listed is None else [str(query) for query in list_of(listed, "queries")]
    parts: dict[str, Collection] = {}
    met: set[str] = set()
    for each in alike if wanted else ():
        with suppress(InputError), views.reading(own) as folder:  # what cannot be read is said where it is evaluated
            views.read(own, each.qrels, "qrels", folder, connection, columns=each.under(options).get("columns"))
            judged = {query for (query,) in fetch_all(own, "select distinct query_id from evalsql_qrels")}
            part = [query for query in wanted if query in judged]
            parts[each.name] = replace(
                each, options={**each.options, "queries": part}, shared=each.shared - {"queries"}
            )
            met |= judged
    if not wanted or len(parts) < len(alike):
        return collections, []
    refuse_unknown_queries(sorted({*wanted} - met), "is not judged", "are not judged")
    without = [name for name, each in parts.items() if not each.options["queries"]]
    text = f"no query of the list is judged in {first_few(without)}, left out"
    kept = [parts.get(each.name, each) for each in collections if each.name not in without]
    return kept, [Problem("warning", "collections without a query", text, len(without))] * bool(without)


def asked_of(read: Suite, measures: Measures, options: Mapping[str, Any]) -> dict[str, list[Measure]]:
    """The measures of each collection of a suite; see measures_of."""
    return {
        each.name: measures_of(each, measures or read.said.get("measures", ()), options) for each in read.collections
    }


def idle(collections: Sequence[Collection], split: str | None, given: Mapping[str, Any]) -> Iterator[Problem]:
    """Warn of what was given with the suite, if each collection says its own."""
    files = [each.qrels[0] if isinstance(each.qrels, list) else each.qrels for each in collections]
    if split is not None and not any(isinstance(each, str) and split_of(each) == split for each in files):
        text = f"split {split} changes nothing: each collection says its judgments, or has one file of them"
        yield Problem("warning", "idle split", text)
    usual = {"subtopics": "auto"}
    for name, value in given.items():
        own = [
            each.measures if name == "measures" else name in each.options.keys() - each.shared for each in collections
        ]
        chosen = value is not None and value is not False and (name not in usual or value != usual[name])
        if chosen and all(own):
            text = f"{name} changes nothing: each collection says its own"
            yield Problem("warning", f"idle {name}", text)


def measures_of(collection: Collection, measures: Measures, options: Mapping[str, Any]) -> list[Measure]:
    """The measures of a collection."""
    convention = collection.under(options).get("convention")
    try:
        found = as_measures(collection.measures or measures or MEASURES, convention=convention)
    except InputError as error:
        raise InputError(f"{collection.name}: {error}") from None
    for each in found:
        if each.metric.summary != "mean":
            raise InputError(
                f"{collection.name}: {each} of a run is not a mean over queries and cannot be averaged over collections"
            )
    return found


def evaluate_all(
    own: Connection,
    collections: Sequence[Collection],
    asked: Mapping[str, Sequence[Measure]],
    options: Mapping[str, Any],
    strict: bool,
    connection: Connection | None,
    progress: Progress,
) -> tuple[list[Problem], int, int]:
    """Puts the scores of each collection into evalsql_suite_scores."""
    own.execute(statements.creation("suite_scores", folder="scores"))
    doubts: dict[tuple[str, int], list[tuple[str, Problem]]] = {}  # by kind, and place among those of a collection
    queries, dropped = 0, 0
    for number, each in enumerate(collections):

        def tell(step: str, done: float, name: str = each.name, number: int = number) -> None:
            progress(f"{name}: {step}", (number + done) / len(collections))

        try:
            how: dict[str, Any] = {**each.under(options), "strict": strict, "connection": connection, "progress": tell}
            found = Evaluation(each.runs, each.qrels, measures=asked[each.name], keep=False, **how)
            rows = found.connection.sql(statements.report("scores/per_query", found.compute(asked[each.name])))
        except InputError as error:
            raise InputError(f"{each.name}: {error}") from None
        own.register("evalsql_suite_rows", rows.to_arrow_table())
        own.execute(
            """
            insert into evalsql_suite_scores
            select ?, run, query_id, metric, value, (select count(*) from evalsql_suite_scores) + row_number() over ()
            from evalsql_suite_rows
            """,
            [each.name],
        )
        own.unregister("evalsql_suite_rows")
        queries, dropped = queries + found.coverage.queries, dropped + found.coverage.dropped
        seen = Counter[str]()
        for one in found.warnings:
            doubts.setdefault((one.kind, seen[one.kind]), []).append((each.name, one))
            seen[one.kind] += 1
    return [said_once(alike) for alike in doubts.values()], queries, dropped


def said_once(alike: Sequence[tuple[str, Problem]]) -> Problem:
    """A warning about several collections, said of the first."""
    (name, one), *others = alike
    rest = f"; {plural(len(others), 'other collection')} likewise" if others else ""
    return replace(one, text=f"{name}: {one.text}{rest}", count=sum(each.count for _, each in alike))
