"""A connection and its flow: inputs, relations, scores, reports. Nothing flows back."""

import warnings
from collections.abc import Callable, Sequence
from typing import Any

import duckdb

from evalsql import inputs, render
from evalsql.catalog import Folder
from evalsql.errors import InputError
from evalsql.inputs.checks import Problem, problems_of, refuse, unjudged_runs
from evalsql.inputs.source import first_line
from evalsql.inputs.words import said, some
from evalsql.measure import Measure, parse_measure
from evalsql.population import Coverage, Population, choose_queries, cover
from evalsql.relations import relate

Progress = Callable[[str], None]


class Evaluation:
    """Runs and judgments, checked and ranked once, from which any measures can be scored.

    Args:
        runs: a path, a pattern, a folder, `file.duckdb::table`, a table of the connection, a DuckDB relation, an
            Arrow table, a frame of pandas or polars, a mapping of run names to any of these, or a list of them.
            Columns: run (text; may be missing), query_id, doc_id (text), score (a finite number), rank (ignored but
            for a warning). Highest score first; equal scores by doc_id, highest bytes first.
        qrels: judgments, given likewise. Columns: query_id, doc_id (text), relevance (a finite number; above 0 is
            relevant), subtopic (may be missing; a document counts with its best relevance).
        connection: the user's own DuckDB connection. Its tables can be named; nothing is created that it can see.
        population: "qrels", every judged query (one that a run does not answer scores as an empty ranking), or
            "intersection", of each run the judged queries that it answers.
        queries: score these queries only.
        depth: how many documents of each ranking count, from the first; all where None.
        strict: look for duplicates among all rows, however many there are.
        measures: what will be asked for. It needs to be said only of measures that look at every document, such as ADM;
            of others only the judged documents are kept.
        progress: called with what is done next, before it is done.

    Attributes:
        connection: where the relations and the scores are, in temporary tables: a cursor of the user's connection.
        warnings: what is doubtful about the inputs, as problems.
        coverage: which queries the scores are over.

    Raises:
        InputError: an input cannot be used. The sentence says which, where, what it has and what was expected.
    """

    def __init__(
        self,
        runs: Any = "runs",
        qrels: Any = "qrels",
        *,
        connection: duckdb.DuckDBPyConnection | None = None,
        population: Population = "qrels",
        queries: Sequence[str] | None = None,
        depth: int | None = None,
        strict: bool = False,
        measures: Sequence[str | Measure] | str | Measure = (),
        progress: Progress = lambda step: None,
    ) -> None:
        if population not in ("qrels", "intersection"):
            raise InputError(f"population must be qrels or intersection, not {population!r}")
        if depth is not None and (not isinstance(depth, int) or isinstance(depth, bool) or depth < 1):
            raise InputError(f"depth must be a whole number of at least 1, not {depth!r}")
        if isinstance(queries, str):
            raise InputError(f"queries must be a list of ids, not the text {queries!r}")
        inputs.refuse_two_readers(runs, qrels)
        self._own = connection
        self.connection = inputs.cursor_of(connection)
        self._computed: set[tuple[str | None, str]] = set()
        self._whole = any("retrieved" in measure.metric.reads for measure in as_measures(measures))
        self._progress = progress
        with inputs.reading(self.connection) as folder:
            progress("reading judgments")
            judged = inputs.read(self.connection, qrels, "qrels", folder, connection)
            progress("reading runs")
            retrieved = inputs.read(self.connection, runs, "runs", folder, connection)
            progress("checking")
            choose_queries(self.connection, queries)
            self.warnings: list[Problem] = refuse(problems_of(self.connection, retrieved, judged, strict))
            progress("ranking")
            relate(self.connection, population, depth, self._whole)
            self.warnings += unjudged_runs(self.connection, "evalsql_judged where rank is not null")
            self.coverage: Coverage = cover(self.connection, population, depth, strict)

    def compute(self, measures: Sequence[str | Measure] | str | Measure) -> list[Measure]:
        """Puts the scores of measures into the table evalsql_scores of `connection`, those not yet there.

        Args:
            measures: such as "nDCG@10", "AP(rel=2)" or "ndcg_cut_10". All are read before the first is computed.

        Returns:
            The measures, each once, in the order given.

        Raises:
            InputError: there is no such measure.
        """
        return self._compute(parse_measures(measures))

    def _compute(self, measures: Sequence[Measure]) -> list[Measure]:
        """Puts the scores of measures, or the points of curves, into their table, those not yet there."""
        wanted = {str(measure): measure for measure in measures}
        for text, measure in wanted.items():
            if (measure.metric.over, text) not in self._computed:
                self._progress(text)
                self._refuse_unkept(measure)
                try:
                    self.connection.execute(render.scores(measure.metric), {"metric": text, **measure.bound})
                except duckdb.InvalidInputException as error:
                    # a value is infinite, or the body refuses the data
                    raise InputError(first_line(error).removeprefix("evalsql: ")) from None
                self._computed.add((measure.metric.over, text))
        return list(wanted.values())

    def _refuse_unkept(self, measure: Measure) -> None:
        """Refuses a measure that looks at every document where only the judged ones were kept."""
        if "retrieved" in measure.metric.reads and not self._whole:
            raise InputError(
                f"{measure} looks at every document, and only the judged ones were kept; "
                f"name it when the evaluation is made: Evaluation(..., measures=[{str(measure)!r}])"
            )

    def score(self, measures: Sequence[str | Measure] | str | Measure) -> duckdb.DuckDBPyRelation:
        """The score of every run on every query of the population, by each measure.

        Args:
            measures: such as "nDCG@10", "AP(rel=2)" or "ndcg_cut_10".

        Returns:
            A relation with columns run, query_id, metric (all text) and value (DOUBLE), ordered by run, measure and
            query. It belongs to the user's connection, or to DuckDB's default one where none was given, which only
            one thread at a time can use.

        Raises:
            InputError: there is no such measure.
        """
        return self._report("per_query", measures)

    def leaderboard(self, measures: Sequence[str | Measure] | str | Measure) -> duckdb.DuckDBPyRelation:
        """A row a run and a column a measure, best first by the first measure.

        Args:
            measures: such as "nDCG@10", "AP(rel=2)" or "ndcg_cut_10".

        Returns:
            A relation with a column run and a column named for each measure: the mean over the population, or the sum
            where the metric is a count.

        Raises:
            InputError: there is no such measure.
        """
        return self._report("leaderboard", measures)

    def compute_curves(self, curves: Sequence[str | Measure] | str | Measure) -> list[Measure]:
        """Puts the points of curves into the table evalsql_points of `connection`, those not yet there.

        Args:
            curves: such as "DCG" or "nDCG(discount='jk')@50", whose cutoff is the last rank. All are over the same:
                rank, recall or p.

        Returns:
            The curves, each once, in the order given.

        Raises:
            InputError: there is no such curve, or two are over different things.
        """
        wanted = as_measures(curves, "curves")
        if not wanted:
            raise InputError("no curve was given; name one, such as DCG")
        first, *others = wanted
        for other in others:
            if other.metric.over != first.metric.over:
                raise InputError(
                    f"{first} is a curve over {first.metric.over} and {other} over {other.metric.over};"
                    " ask for one after the other"
                )
        return self._compute(wanted)

    def curve(
        self, curves: Sequence[str | Measure] | str | Measure, *, average: bool = False, baseline: str | None = None
    ) -> duckdb.DuckDBPyRelation:
        """The value of curves at every point.

        Args:
            curves: such as "DCG" or "nDCG(discount='jk')@50".
            average: over all queries, rather than of each.
            baseline: with average, the run whose values all others' are compared with.

        Returns:
            A relation with columns run, query_id, metric, rank (or recall, or p), value and ideal, which is null where
            a curve has none. Of averages there is no query_id, but normalised (value / ideal), distance
            (ideal - value) and, with a baseline, difference.

        Raises:
            InputError: there is no such curve or run.
        """
        wanted = self.compute_curves(curves)
        return self._relation(average_curve(self, wanted, baseline) if average else render.report("curve", wanted))

    def _report(self, name: str, measures: Sequence[str | Measure] | str | Measure) -> duckdb.DuckDBPyRelation:
        """A report as a relation."""
        return self._relation(render.report(name, self.compute(measures)))

    def _relation(self, select: str) -> duckdb.DuckDBPyRelation:
        """The rows of a query as a relation that does not need this evaluation any more."""
        return (self._own or duckdb).from_arrow(self.connection.sql(select).to_arrow_table())


def average_curve(evaluation: Evaluation, curves: Sequence[Measure], baseline: str | None) -> str:
    """The query for the averages of curves that are computed.

    Raises:
        InputError: there is no run called as the baseline.
    """
    if baseline is None:
        return render.report("average_curve", curves)
    runs = evaluation.connection.execute("select distinct run from evalsql_topics order by run asc").fetchall()
    if (baseline,) not in runs:
        raise InputError(
            f"there is no run {said(baseline)} to compare with; there are {some([run for (run,) in runs])}"
        )
    return render.report("average_curve", curves, baseline=render.quote(baseline))


def as_measures(measures: Sequence[str | Measure] | str | Measure, folder: Folder = "metrics") -> list[Measure]:
    """One measure or curve, several or none, as text or parsed, as a list."""
    given = [measures] if isinstance(measures, str | Measure) else measures
    return [parse_measure(each, folder) if isinstance(each, str) else each for each in given]


def parse_measures(measures: Sequence[str | Measure] | str | Measure) -> list[Measure]:
    """One measure or several, as text or parsed, as a list; at least one must be given."""
    parsed = as_measures(measures)
    if not parsed:
        raise InputError("no measure was given; name one, such as nDCG@10")
    return parsed


def evaluate(
    runs: Any,
    qrels: Any,
    measures: Sequence[str | Measure] | str | Measure,
    *,
    connection: duckdb.DuckDBPyConnection | None = None,
    population: Population = "qrels",
    queries: Sequence[str] | None = None,
    depth: int | None = None,
    strict: bool = False,
) -> duckdb.DuckDBPyRelation:
    """The score of every run on every judged query, by each measure.

    Args:
        runs: paths, tables, relations or frames; see Evaluation, as for the other arguments.
        qrels: judgments, given likewise.
        measures: such as "nDCG@10", "AP(rel=2)" or "ndcg_cut_10", or a list of them.
        connection: the user's own DuckDB connection.
        population: "qrels" or "intersection".
        queries: score these queries only.
        depth: how many documents of each ranking count.
        strict: look for duplicates among all rows.

    Returns:
        A relation with columns run, query_id, metric and value; `.df()`, `.pl()`, `.to_arrow_table()`, `.fetchall()`
        and further SQL work on it.

    Raises:
        InputError: an input or a measure cannot be used.

    Warns:
        UserWarning: something about the inputs is doubtful, and does not stop the evaluation.
    """
    parsed = parse_measures(measures)
    evaluation = Evaluation(
        runs,
        qrels,
        connection=connection,
        population=population,
        queries=queries,
        depth=depth,
        strict=strict,
        measures=parsed,
    )
    for problem in evaluation.warnings:
        warnings.warn(problem.text, stacklevel=2)
    return evaluation.score(parsed)
