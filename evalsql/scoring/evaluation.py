"""A connection and its flow: inputs, relations, scores, reports. Nothing flows back."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from sys import maxsize
from threading import RLock, current_thread
from typing import Any

import duckdb

from evalsql.catalog import relations
from evalsql.catalog.conventions import Order, decisions
from evalsql.catalog.measure import Measures, as_measures
from evalsql.connections import cursor_of
from evalsql.errors import refuse
from evalsql.inputs import views
from evalsql.inputs.checks import problems
from evalsql.inputs.checks.problems import problems_alone, problems_of_weights
from evalsql.inputs.checks.screens import simple, suspect_judgments
from evalsql.inputs.checks.subtopics import Subtopics, by_subtopic, refuse_unknown
from evalsql.inputs.given import keep_given
from evalsql.inputs.passes import Part, forget_part, in_one, pass_size, plan, spread_over
from evalsql.interrupts import alone, stoppable
from evalsql.render import statements
from evalsql.scoring.curves import Curves
from evalsql.scoring.doubts import doubtful_gains, doubtful_runs
from evalsql.scoring.population import Coverage, Population, choose_queries, cover, refuse_population
from evalsql.scoring.ranking import Wanted
from evalsql.scoring.relations import RunInTwoPassesError, begin, judge, relate

RANKED = 0.7  # of the time that a pass takes, more or less
Progress = Callable[[str, float], None]


class Evaluation(Curves):
    """Runs and judgments, checked and ranked once, from which any measures can be scored. Threads may share one.

    Args:
        runs: a path, a pattern, a folder, `file.duckdb::table`, a table of the connection, a DuckDB relation, an
            Arrow table, a frame of pandas or polars, a mapping of run names to any of these, or a list of them.
            Columns: run (text; may be missing), query_id, doc_id (text), score (a finite number), rank (ignored but
            for a warning). Highest score first; equal scores by doc_id, highest bytes first.
        qrels: judgments, given likewise. Columns: query_id, doc_id (text), relevance (a finite number; relevant is what
            is at least `rel`, 1 if unsaid). These may be missing: gain (what the document is worth, its relevance if
            unsaid), subtopic (text; in measures without subtopics a document counts with its best relevance), weight
            (of the subtopic, 0 or more; the same in all its rows), probability (that the document has the subtopic,
            0 to 1), iteration (text; field 2 of TREC text).
        connection: the user's own DuckDB connection. Its tables can be named; nothing is created that it can see.
        population: "qrels", every judged query (one that a run does not answer scores as an empty ranking), or
            "intersection", of each run the judged queries that it answers; as the convention says where None.
        queries: score these queries only.
        depth: how many documents of each ranking count, from the first; all where None.
        strict: look for duplicates among all rows, however many there are.
        measures: what will be asked for. It needs to be said only of measures that look at every document, such as ADM;
            of others only the judged documents are kept.
        gains: what a relevance is worth for each query, given as runs and judgments are. Columns: query_id (text),
            relevance, gain (numbers). A relevance not named gains itself. Parameters called gains go before it.
        subtopics: whether judgments are by subtopic. "auto": by a column subtopic, and by the iteration where some
            document is judged under two for one query, which a warning says. "yes": by the iteration anyway. "no":
            by neither.
        weights: what each subtopic of a query weighs, given as runs and judgments are. Columns: query_id, subtopic
            (text), weight (a number of at least 0). It goes before a column of the judgments, and must name every
            subtopic that has a relevant document.
        convention: a bundle of evalsql.conventions: what parameters are that a measure's text does not set. Measures
            given as objects keep theirs.
        keep: whether judged documents are kept, so that other measures can be asked for later. Without, only the
            measures named here are computed, and runs are read a part after the other, so that memory does not grow
            with their number.
        whole: whether every document that was retrieved is kept, so that measures that look at them can be asked for
            later, and the judgments as they were given.
        settings: what DuckDB is told where no connection is given, such as threads, memory_limit and temp_directory.
        progress: called with what is done next, before it is done, and how much of all is done by then, from 0 to 1.

    Attributes:
        connection: where the relations and the scores are, in temporary tables: a cursor of the user's connection.
        convention: the bundle of decisions that measures are read by, or None.
        coverage: which queries the scores are over.

    Raises:
        InputError: an input cannot be used. The sentence says which, where, what it has and what was expected.
    """

    @stoppable
    def __init__(
        self,
        runs: Any = "runs",
        qrels: Any = "qrels",
        *,
        connection: duckdb.DuckDBPyConnection | None = None,
        population: Population | None = None,
        queries: Sequence[str] | None = None,
        depth: int | None = None,
        strict: bool = False,
        measures: Measures = (),
        gains: Any = None,
        subtopics: Subtopics = "auto",
        weights: Any = None,
        convention: str | None = None,
        keep: bool = True,
        whole: bool = False,
        settings: Mapping[str, str | int] | None = None,
        progress: Progress = lambda step, done: None,
    ) -> None:
        decided = decisions(convention)
        population = decided.population if population is None else population
        refuse_population(population, depth, queries)
        refuse_unknown(subtopics)
        views.refuse_two_readers(runs, qrels, gains, weights)
        self._own = connection
        self.connection = cursor_of(connection, settings)
        self.convention = convention
        self._lock, self._home = RLock(), current_thread()
        self._computed, self._doubtful = {}, []
        self._functions = None
        self._asked = as_measures(measures, convention=convention)
        self._keep = keep
        self._whole = whole
        self._progress = progress
        with views.reading(self.connection, lasting=keep or connection is not None) as folder:
            given = self._read_judgments(
                folder, queries, qrels=qrels, gains=gains, weights=weights, subtopics=subtopics
            )
            wanted = self._wanted(depth, decided.order, listed=queries is not None)
            all_rows = self._rank(runs, folder, population, wanted, strict)
            self._progress("counting queries", 1.0)
            self.coverage: Coverage = cover(self.connection, population, depth, all_rows)
            self._doubtful += refuse(doubtful_runs(self.connection, self.coverage, self._gains_given))
            if whole:
                keep_given(self.connection, [*given, "runs"], listed=queries is not None)

    def _wanted(self, depth: int | None, order: Order, *, listed: bool) -> Wanted:
        """What the relations must hold for the measures that were named, and, if they are kept, for any."""
        asked = [one for each in self._asked for one in (each, each.residual) if one]
        read = {name for each in asked for name in each.metric.reads}
        words = {word for each in asked for word in relations.bare_words(each.metric.body)}
        self._whole = self._whole or "retrieved" in read
        return Wanted(
            depth,
            order,
            whole=self._whole,
            scores=self._keep or self._whole or bool(words & {"score", "tied_from", "tied_to"}),
            by_subtopic=self._by_subtopic,
            listed=listed,
        )

    def _read_judgments(
        self, folder: Path, queries: Sequence[str] | None, *, subtopics: Subtopics, **given: Any
    ) -> list[views.Kind]:
        """Reads and checks all but the runs, and makes what is of the judgments alone; says what there was to read."""
        sources: dict[views.Kind, list[views.Source]] = {}
        for kind, each in given.items():
            if each is not None or kind == "qrels":
                self._progress(f"reading {'judgments' if kind == 'qrels' else kind}", 0.0)
                sources[kind] = views.read(self.connection, each, kind, folder, self._own, subtopics)
        self._progress("checking judgments", 0.0)
        choose_queries(self.connection, queries)
        quick = len(sources) == 1 and queries is None and simple(sources["qrels"])
        if not quick:
            self._doubtful += refuse(problems_alone(self.connection, "qrels", sources["qrels"]))
        if "gains" in sources:
            self._doubtful += refuse(problems_alone(self.connection, "gains", sources["gains"]))
            self._doubtful += doubtful_gains(self.connection)
        if "weights" in sources:
            self._doubtful += refuse(problems_of_weights(self.connection, sources["weights"], sources["qrels"]))
        self._by_subtopic = by_subtopic(sources["qrels"])
        self._gains_given = "gains" in sources or any("gain" in source.columns for source in sources["qrels"])
        try:
            judge(
                self.connection,
                gains="gains" in sources,
                stated=self._gains_given,
                weights="weights" in sources,
                by_subtopic=self._by_subtopic,
                listed=queries is not None,
            )
            suspected = quick and suspect_judgments(self.connection, self._by_subtopic)
        except duckdb.Error:
            # what is wrong with judgments that are not yet checked, such as none at all to DuckDB 1.4
            if quick:
                refuse(problems_alone(self.connection, "qrels", sources["qrels"]))
            raise
        if suspected:
            self._doubtful += refuse(problems_alone(self.connection, "qrels", sources["qrels"]))
        return list(sources)

    def _rank(self, runs: Any, folder: Path, population: Population, wanted: Wanted, strict: bool) -> bool:
        """Takes the runs in passes, or in one where what that makes is kept.

        Returns:
            Whether duplicates were looked for among all rows.
        """
        passes = plan(self.connection, runs, folder, self._own, maxsize if self._keep else pass_size(self.connection))
        try:
            return self._take(passes, population, wanted, strict)
        except RunInTwoPassesError:
            return self._take(in_one(passes), population, wanted, strict)

    def _take(self, passes: Sequence[Sequence[Part]], population: Population, wanted: Wanted, strict: bool) -> bool:
        """Takes the passes one after the other, and, where the relations of each are not kept, scores them."""
        begin(self.connection)
        sizes = [sum(part.rows for part in parts) for parts in passes]
        every = True if strict else (None if len(passes) == 1 else sum(sizes) <= problems.ALL_ROWS)
        scored = () if self._keep else self._asked
        everywhere, found, done, spread = True, [], 0.0, spread_over(passes)
        for place, (parts, size) in enumerate(zip(passes, sizes, strict=True), start=1):
            share = size / sum(sizes) if sum(sizes) else 1 / len(passes)
            which = f", part {place} of {len(passes)}" if len(passes) > 1 else ""

            def tell(step: str, part: float, done: float = done, share: float = share, which: str = which) -> None:
                self._progress(step + which, done + part * share)

            warnings, all_rows = relate(self.connection, parts, population, wanted, every, spread, tell)
            everywhere, found = everywhere and all_rows, found + warnings
            for number, measure in enumerate(scored):
                tell(str(measure), RANKED + (1 - RANKED) * number / len(scored))
                self._insert(measure)
            done += share
            if len(passes) > 1:
                forget_part(self.connection)
        self._doubtful += found
        for measure in scored:
            self._computed[measure.metric.over, str(measure)] = self._doubts(measure)
        return everywhere

    @alone
    def score(self, measures: Measures) -> duckdb.DuckDBPyRelation:
        """The score of every run on every query of the population, by each measure.

        Args:
            measures: such as "nDCG@10", "AP(rel=2)" or "ndcg_cut_10".

        Returns:
            A relation with columns run, query_id, metric (all text) and value (DOUBLE), ordered by run, measure and
            query. It belongs to the user's connection, or to DuckDB's default one where none was given; in a thread
            that did not make the evaluation, or is not the main one, to a cursor of that.

        Raises:
            InputError: there is no such measure.
        """
        return self._report("per_query", measures)

    @alone
    def leaderboard(self, measures: Measures) -> duckdb.DuckDBPyRelation:
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

    def _report(self, name: str, measures: Measures) -> duckdb.DuckDBPyRelation:
        """A report as a relation."""
        return self._relation(statements.report(f"scores/{name}", self.compute(measures)))
