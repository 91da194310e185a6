"""Runs scored by several sets of judgments, each a condition: tables on a connection of its own."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Unpack, get_args

from evalsql import udfs
from evalsql.arguments import list_of, one_of
from evalsql.catalog.conventions import Convention, Subtopics, clause, decisions
from evalsql.catalog.headings import headings, left_out
from evalsql.catalog.measure import Measures, as_measures, with_residuals
from evalsql.connections import Connection, cursor_of, fetch_all
from evalsql.errors import InputError, Problem, refuse
from evalsql.inputs import views
from evalsql.inputs.checks.problems import find, problems_alone, problems_of_weights
from evalsql.inputs.checks.subtopics import lacking
from evalsql.inputs.columns import not_read
from evalsql.render import statements
from evalsql.scoring.evaluation import BESIDE_RUNS, Evaluation, Progress
from evalsql.scoring.judgments import candidates_of
from evalsql.scoring.options import Options, refuse_others
from evalsql.scoring.population import choose_queries
from evalsql.scoring.wanted import Candidates
from evalsql.sqltext import identifier
from evalsql.words import first_few, said

if TYPE_CHECKING:
    import pyarrow as pa

# a document that no run has and nobody judged, so that a query without other data still counts


class Scorer:
    """Runs, and the judgments that they are scored by under each condition; condition 0 is all judgments.

    Each condition puts its judgments into evalsql_pool_judgments, and then scores the runs by them.
    """

    def __init__(
        self,
        runs: Any,
        qrels: Any,
        measures: Measures,
        connection: Connection | None,
        progress: Progress = lambda step, done: None,
        **options: Unpack[Options],
    ) -> None:
        refuse_others(options)
        subtopics, convention = options.get("subtopics", "auto"), options.get("convention")
        one_of(subtopics, "subtopics", get_args(Subtopics))
        if options.get("ties") == "input":
            raise InputError("pools do not know ties in the order of the input; choose another order")
        beside: Any = {kind: each for kind, each in options.items() if kind in BESIDE_RUNS and each is not None}
        views.refuse_two_readers(runs, qrels, *beside.values())
        asked = as_measures(measures, convention=convention)
        if not asked:
            raise InputError("no measure was given; name one, such as nDCG@10")
        self.connection = cursor_of(None, options.get("settings"))
        udfs.put_on(self.connection, "ideals")
        self.progress = progress
        progress("reading", 0.0)
        given: dict[views.Kind, Any] = {"qrels": qrels, "runs": runs, **beside}
        decided = decisions(convention, options.get("without_own"))
        without, self._candidates, self.warnings = read_inputs(self.connection, given, connection, decided, options)
        self._drops: Any = {"without_own": decided.without_own, "exclusions": "exclusions" in beside}
        for each in asked:
            if without and each.metric.by_subtopic:
                raise InputError(f"{each} needs subtopic judgments, but {without}")
            if each.metric.sampled:
                raise InputError(f"{each} is of a sample of one pool, with strata, and other pools have none")
        self._measures = with_residuals(asked)
        read = ("where", "columns", "settings")  # which say how to read what was given
        self._options: Any = {
            **{name: each for name, each in options.items() if name not in read},
            **{kind: f"evalsql_pool_{kind}" for kind in beside},
            "subtopics": "no" if without else "auto",
        }
        for name in ("pool_scores", "pool_conditions", "pool_asked"):
            self.make(name)
        self.connection.executemany(
            "insert into evalsql_pool_asked values (?, ?, case when ? then -1 else 1 end, ?, ?)",
            [
                (str(m), place, m.metric.better == "lower", m.residual and str(m.residual), m.metric.summary)
                for place, m in enumerate(asked, start=1)
            ],
        )
        progress("scoring by all judgments", 0.0)
        self.put("pool_judgments", "from evalsql_pool_qrels")
        evaluation = self.score(0, label=None)
        if (queries := options.get("queries")) is not None:
            wanted = list(map(str, queries))
            self.connection.execute("delete from evalsql_pool_qrels where not list_contains(?, query_id)", [wanted])
        known = {each.text for each in self.warnings}
        self.warnings += [each for each in evaluation.warnings if each.text not in known]
        self.about = f"{replace(evaluation.coverage, all_rows=True)}{clause(convention, left_out(asked, convention))}"
        self.measures, self.headings = tuple(map(str, asked)), headings(asked, convention)

    def put(self, table: str, select: str, values: Mapping[str, Any] | None = None) -> None:
        """Makes a table of a query."""
        self.connection.execute(f"create or replace table evalsql_{table} as {select}", values or {})

    def make(self, name: str, into: str | None = None, values: Mapping[str, Any] | None = None, **parts: Any) -> None:
        """Makes a relation of sql/judgments, which is called as its file if nothing else is said."""
        self.put(into or name, statements.comparison("judgments", name, False, **parts), values)

    def contribute(self, from_runs: Sequence[str] | None = None) -> None:
        """Make the relations of the runs in the pool (all by default) and of the best rank of each document."""
        self.make("pool_contributors")
        if from_runs is not None:
            self._refuse_unknown_runs(from_runs, "to make a pool of")
            self.connection.execute(
                "delete from evalsql_pool_contributors where not list_contains(?::varchar[], run)", [list(from_runs)]
            )
        self.make("contributed", **self._drops, candidates=self._candidates)

    def score(self, condition: int, label: str | None, only: str = "", **values: Any) -> Evaluation:
        """Scores runs by the judgments of evalsql_pool_judgments, and notes how many these are."""
        runs = "evalsql_pool_runs"
        self.make("pool_known", by_subtopic=self._options.get("subtopics") == "auto")
        if only:
            runs = "evalsql_pool_some"
            self.put("pool_some", f"from evalsql_pool_runs where run in ({only})", values)
        evaluation = Evaluation(
            runs,
            "evalsql_pool_known",
            connection=self.connection,
            measures=self._measures,
            keep=False,
            **self._options,
        )
        evaluation.compute(self._measures)
        evaluation.connection.execute(
            "insert into memory.main.evalsql_pool_scores select ?, run, query_id, metric, value from evalsql_scores",
            [condition],
        )
        self._note(condition, label, "evalsql_pool_judgments")
        return evaluation

    def sample(self, condition: int, values: Mapping[str, Any]) -> None:
        """Takes the scores of some queries for those of a condition."""
        body = statements.comparison("judgments", "sampled_queries", False)
        self.connection.execute(
            f"insert into evalsql_pool_scores select {condition}, run, query_id, metric, value from ({body})", values
        )
        drawn = f"select query_id from evalsql_pool_scores where condition = {condition}"
        self._note(condition, str(condition), f"evalsql_pool_qrels where query_id in ({drawn})")

    def _note(self, condition: int, label: str | None, judgments: str) -> None:
        """Notes a condition, and how many documents are judged and relevant in it."""
        self.connection.execute(
            f"""
            insert into evalsql_pool_conditions
            select ?, ?, count(*), count(*) filter (relevance >= 1)
            from (select query_id, doc_id, max(relevance) as relevance from {judgments} group by all)
            """,
            [condition, label],
        )

    def compare(self, alone: bool = False) -> None:
        """Makes evalsql_moved and evalsql_taus of the scores under all scorer."""
        self.make("moved", alone=alone)
        self.make("taus")

    def report(self, name: str, **parts: Any) -> "pa.Table":
        """The rows of a report of sql/reports/pools."""
        return self.connection.sql(statements.comparison("reports/pools", name, False, **parts)).to_arrow_table()

    def _refuse_unknown_runs(self, wanted: Sequence[str], purpose: str) -> None:
        """Refuses names of runs that are not there."""
        if not list_of(wanted, f"runs {purpose}", "names"):
            raise InputError(f"no run {purpose} was named")
        runs = fetch_all(self.connection, "select distinct run from evalsql_pool_runs order by run asc")
        there = [run for (run,) in runs]
        for run in wanted:
            if run not in there:
                raise InputError(f"unknown run {said(str(run))} {purpose}; runs: {first_few(there)}")


def read_inputs(
    own: Connection,
    given: Mapping[views.Kind, Any],
    connection: Connection | None,
    decided: Convention,
    options: Options,
) -> tuple[str, Candidates, list[Problem]]:
    """Puts what was given, checked, into tables of our own connection."""
    work, candidates, subtopics = own if connection is None else cursor_of(connection), None, options.get("subtopics")
    with views.reading(work) as folder:
        sources, problems = {}, []
        for kind, each in given.items():
            condition = options.get("where") if kind == "runs" else None
            sources[kind] = views.read(
                work, each, kind, folder, connection, subtopics or "auto", options.get("columns"), condition
            )
            if kind == "weights":
                choose_queries(work)
                problems += refuse(problems_of_weights(work, sources[kind], sources["qrels"]))
            else:
                candidates = candidates_of(sources[kind]) if kind == "candidates" else candidates
                problems += refuse(problems_alone(work, kind, sources[kind]))
        problems += refuse(not_read(options.get("columns"), given))
        if decided.order == "rank":
            problems += refuse(find(work, "ranks", sources["runs"]))
        for kind in sources:
            if kind in ("runs", "qrels"):
                rows = statements.comparison("judgments", f"pool_{kind}", order=decided.order)
            else:
                names = dict.fromkeys(each for one in sources[kind] for each in one.columns)
                rows = f"select {', '.join(map(identifier, names))} from evalsql_{kind}"
            if work is not own:
                own.register("evalsql_theirs", work.sql(rows).to_arrow_table())
                rows = "from evalsql_theirs"
            own.execute(f"create table evalsql_pool_{kind} as {rows}")
            if work is not own:
                own.unregister("evalsql_theirs")
    return lacking(sources["qrels"], subtopics or "auto"), candidates, problems
