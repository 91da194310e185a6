"""A connection and its flow: inputs, relations, scores, reports. Nothing flows back."""

from functools import partial
from sys import maxsize
from threading import RLock, current_thread
from typing import TYPE_CHECKING, Any, NoReturn, Unpack

from evalsql.catalog.measure import Measure, Measures, as_measures, with_residuals
from evalsql.connections import Connection, cursor_of
from evalsql.errors import InputError, Problem, refuse
from evalsql.inputs import views
from evalsql.inputs.columns import chosen_for
from evalsql.inputs.passes import pass_size, plan
from evalsql.interrupts import alone, stoppable
from evalsql.render import statements
from evalsql.scoring.curves import OfCurves
from evalsql.scoring.judgments import read_judgments
from evalsql.scoring.options import Conditions, RankingOptions
from evalsql.scoring.population import Coverage, cover, refuse_unanswered
from evalsql.scoring.ranking import Progress
from evalsql.scoring.runs import doubtful_runs, idle, rank
from evalsql.scoring.values import Values
from evalsql.scoring.wanted import wanted_of
from evalsql.words import plural

if TYPE_CHECKING:
    import duckdb

# what an evaluation may be given beside runs
BESIDE_RUNS: tuple[views.Kind, ...] = ("qrels", "gains", "weights", "costs", "exclusions", "candidates")


class Evaluation(OfCurves):
    """Runs and judgments, checked and ranked once, from which any measures can be scored. Threads may share one.

    Args:
        runs: a path, a pattern, a folder, `file.duckdb::table`, a table of the connection, a DuckDB relation, an
            Arrow table, a frame of pandas or polars, {query: {document: score}}, an iterable of ScoredDoc (of
            ir_measures or ir_datasets: whatever has query_id, doc_id and score), a Run of ranx, a mapping of run names
            to any of these, as in {"bm25": frame, "dense": "dense.run"}, or a list of them.
            Columns: run (text; may be missing), query_id, doc_id (text), score (a finite number), rank (ignored but
            for a warning). Highest score first; equal scores by doc_id, highest bytes first. A row may hold a whole
            ranking instead: a list doc_ids, best first, and a list scores, which may be missing.
        qrels: judgments, too. Columns: query_id, doc_id (text), relevance (a finite number; relevant is what
            is at least `rel`, 1 by default). These may be missing: gain (what the document is worth, its relevance if
            missing), subtopic (text; in measures without subtopics a document counts with its best relevance), subgroup
            (text; of the judgments of a judge, who stands as a subtopic, what measures of preferences compare), weight
            (of the subtopic, 0 or more; the same in all its rows), probability (that the document has the subtopic, 0
            to 1), iteration (text; field 2 of TREC text), stratum (text; of the pool, where a sample of it is judged,
            and the rest has relevance -1). In Python {query: {document: relevance}}, or Qrel objects.
        connection: the user's own DuckDB connection. Its tables can be named; nothing is created that it can see.
        population: "qrels", every judged query (one that a run does not answer scores as an empty ranking),
            "intersection", of each run the judged queries that it answers, or "relevant", every judged query with a
            document of relevance above 0; as the convention says if None.
        ties: what puts documents of equal scores in order. "trec_eval", also if None: doc_id, highest bytes first.
            "input": the order of the rows, if they have one. "best", "worst": the most relevant first, or last; of
            equal relevance, and unjudged is 0, the higher, or lower, gain, then doc_id. "average": the expected value
            where every order of tied documents is as likely; for metrics that sql/expected has a form of.
        queries: score these queries only.
        depth: how many documents of each ranking count, from the first; all if None.
        judged_only: take the unjudged documents out of each ranking, and then score it. A measure's text may say so
            of itself alone, as in "nDCG(judged_only=True)@10". A depth counts them before.
        strict: look for duplicates among all rows, however many there are.
        measures: what will be asked for. It needs to be said only of measures that look at every document, such as ADM;
            of others only the judged documents are kept.
        gains: what a relevance is worth for each query, given as runs and judgments are. Columns: query_id (text),
            relevance, gain (numbers). A relevance not named gains itself. Parameters called gains go before it.
        subtopics: whether judgments are by subtopic. "auto": by a column subtopic, and by the iteration where some
            document is judged under two for one query, which a warning says. "yes": by the iteration anyway. "no":
            by neither.
        without_own: whether a document whose id is the query id is left out of its ranking, as where the queries
            are among the documents; as the convention says if None. What leaves documents out does so before they
            are ranked, so that ranks close up, and leaves the judgments as they are.
        exclusions: documents that do not count, given as runs and judgments are. Columns: query_id, doc_id (text).
        candidates: the only documents that count, in the same forms; without a column query_id, for all queries.
        duplicates: which row counts of a document that appears twice for a query, in a run or in judgments: same
            (either, if the score or relevance is the same), first, last, best (the highest score or relevance), or sum
            (of the scores of a run). "refuse", the default, refuses it.
        weights: what each subtopic of a query weighs, given as runs and judgments are. Columns: query_id, subtopic
            (text), weight (a number of at least 0). It goes before a column of the judgments, and must name every
            subtopic that has a relevant document.
        costs: what a user pays who looks at a document, given as runs and judgments are. Columns: query_id (may be
            missing, where a document costs the same for every query), doc_id (text), cost (a number of at least 0).
        where: an expression of SQL over the columns of the runs, and of the folders of a hive, such as
            "dt = '2026-11-22'": only rows that it is true of are read. Lines of TREC text have the columns run,
            query_id, doc_id, score and rank.
        convention: a bundle of evalsql.conventions: what parameters are that a measure's text does not set. Measures
            given as objects keep theirs.
        columns: which columns of the inputs are which of ours, where their names do not say so, such as
            {"runs.run": "ranker", "qrels.relevance": "stars"}. Of gains, weights and costs too; "query_id" alone is
            of both runs and judgments.
        keep: whether judged documents are kept, so that other measures can be asked for later. Without, only the
            measures named here are computed, and runs are read a part after the other, so that memory does not grow
            with their number.
        whole: whether every document that was retrieved is kept, so that measures that look at them can be asked for
            later, and the judgments as they were given.
        settings: what DuckDB is told if no connection is given, such as threads, memory_limit and temp_directory.
        progress: called with what is done next, before it is done, and how much of all is done by then, from 0 to 1.

    Attributes:
        connection: where the relations and the scores are, in temporary tables: a cursor of the user's connection.
        convention: the bundle of decisions that measures are read by, or None.
        coverage: which queries the scores are over.
        copied: by kind, the SHA-256 of judgments and other inputs that are not files of this machine.

    Raises:
        InputError: an input cannot be used. The sentence says which, where, what it has and what was expected.
    """

    @stoppable
    def __init__(
        self,
        runs: Any = "runs",
        qrels: Any = "qrels",
        *,
        connection: Connection | None = None,
        measures: Measures = (),
        keep: bool = True,
        whole: bool = False,
        progress: Progress = lambda step, done: None,
        **options: Unpack[RankingOptions],
    ) -> None:
        chosen = Conditions(**options)
        given: dict[views.Kind, Any] = {kind: getattr(chosen, kind, qrels) for kind in BESIDE_RUNS}
        views.refuse_two_readers(runs, *given.values())
        self.connection, self.convention = cursor_of(connection, chosen.settings), chosen.convention
        self._own, self._home, self._lock = connection, current_thread(), RLock()  # who has the lock may use it
        asked = as_measures(measures, convention=chosen.convention)
        with views.reading(self.connection, lasting=keep or connection is not None) as folder:
            judges = keep or whole or any(each.metric.of_judges for each in asked)
            judged = read_judgments(self.connection, connection, given, folder, chosen, progress, judges=judges)
            wanted = wanted_of(chosen, judged, with_residuals(asked) if keep else asked, keep=keep, whole=whole)
            kinds = () if whole else judged.kinds
            self._values = Values(self.connection, wanted, progress, keep=keep, ours=connection is None, given=kinds)
            size, scored = (maxsize, ()) if keep else (pass_size(self.connection), asked)
            passes = plan(self.connection, runs, folder, connection, size, chosen.columns, chosen.where)
            put = partial(self._values.put_all, scored)
            strict = chosen.strict or chosen.decided.strict
            warnings, all_rows = rank(self.connection, passes, wanted, strict, progress, put)
            self._values.note(*scored)
            progress("counting queries", 1.0)
            self.coverage: Coverage = cover(self.connection, chosen, all_rows=all_rows)
            if chosen.complete:
                refuse_unanswered(self.connection, str(chosen.convention))
            beside = refuse(doubtful_runs(self.connection, self.coverage, judged.graded, chosen.listed))
            unused = idle(wanted, self.coverage.dropped, dict(chosen_for(chosen.columns, "runs")))
            self.copied, self._doubtful = judged.copied, [*judged.doubts, *warnings, *beside, *unused]
            if whole:
                views.keep_given(self.connection, [*judged.kinds, "runs"], listed=chosen.listed)

    def __reduce__(self) -> NoReturn:
        raise InputError("an Evaluation has a connection, and cannot be pickled or copied; its scores can: score(...)")

    def __repr__(self) -> str:
        if not hasattr(self, "coverage"):  # it could not be made
            return super().__repr__()
        computed = ", ".join(text for _, text in self._values.doubts) or "none"
        return f"<Evaluation: {plural(self.coverage.runs, 'run')} {self.coverage}; measures computed: {computed}>"

    @property
    def warnings(self) -> list[Problem]:
        """The warnings about the inputs and the computed measures."""
        return [*self._doubtful, *self._values.warnings]

    @alone
    def compute(self, measures: Measures) -> list[Measure]:
        """Put the scores of measures into the table evalsql_scores of `connection`, if they are not yet there.

        Args:
            measures: such as "nDCG@10", "AP(rel=2)" or "ndcg_cut_10". All are read before the first is computed.

        Returns:
            The measures, each once, in the order given.

        Raises:
            InputError: there is no such measure.
        """
        wanted = as_measures(measures, convention=self.convention)
        if not wanted:
            raise InputError("no measure was given; name one, such as nDCG@10")
        return self._values.compute(wanted)

    @alone
    def score(self, measures: Measures) -> "duckdb.DuckDBPyRelation":
        """Return the score of every run on every query of the population, by each measure.

        Args:
            measures: such as "nDCG@10", "AP(rel=2)" or "ndcg_cut_10".

        Returns:
            A relation with columns run, query_id, metric (all text) and value (DOUBLE), ordered by run, measure and
            query. It belongs to the user's connection, or to DuckDB's default one if none was given; in a thread
            that did not make the evaluation, or is not the main one, to a cursor of that.

        Raises:
            InputError: there is no such measure.
        """
        return self._relation(statements.report("scores/per_query", self.compute(measures)))

    @alone
    def leaderboard(self, measures: Measures) -> "duckdb.DuckDBPyRelation":
        """Return one row per run and one column per measure, best first by the first measure.

        Args:
            measures: such as "nDCG@10", "AP(rel=2)" or "ndcg_cut_10".

        Returns:
            A relation with a column run and a column named for each measure: the mean over the population, or the sum
            or the geometric mean where the head of the metric says so.

        Raises:
            InputError: there is no such measure.
        """
        return self._relation(statements.report("scores/leaderboard", self.compute(measures)))
