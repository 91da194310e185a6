"""The values of measures on the runs that are ranked: the scores of metrics, and the points of curves."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain

import duckdb

from evalsql import udfs
from evalsql.catalog.conventions import Convention
from evalsql.catalog.expected import expected, refuse_unexpected
from evalsql.catalog.gains import EXPONENTIAL
from evalsql.catalog.measure import Measure
from evalsql.connections import Connection, fetch_one, first_line
from evalsql.errors import InputError, Problem
from evalsql.render import frames
from evalsql.scoring.measure_warnings import best_over_subtopics, doubts
from evalsql.scoring.ranking import Progress
from evalsql.scoring.wanted import Wanted

# the inputs beside judgments that measures may read: a measure that does, and how to know that one does
READERS: Mapping[str, tuple[str, Callable[[Measure], bool]]] = {
    "costs": ("RBP_cost", lambda measure: measure.metric.priced),
    "weights": ("alpha_nDCG", lambda measure: measure.reads_weights),
    "gains": ("nDCG", lambda measure: measure.reads_gains),
}
RANKED = 0.7  # of the time that a pass takes, more or less


class Values:
    """The values in evalsql_scores and evalsql_points: of each measure once, whatever comes between."""

    def __init__(
        self, connection: Connection, wanted: Wanted, tell: Progress, *, keep: bool, ours: bool, given: Collection[str]
    ) -> None:
        self.connection, self.wanted, self.tell = connection, wanted, tell
        self.keep, self.ours = keep, ours
        self.functions: bool | None = None
        self.unread = READERS.keys() & given
        # what is doubtful about each, by what it is a curve over, if it is one, and its text; None if it is begun
        self.doubts: dict[tuple[str | None, str], list[Problem] | None] = {}
        self.levels: dict[float, list[Problem]] = {}

    @property
    def warnings(self) -> list[Problem]:
        """Warnings about the computed measures, and about inputs that none of them reads."""
        found = dict.fromkeys(chain.from_iterable(filter(None, list(self.doubts.values()))))
        return [*found, *(idle(self.unread) if self.doubts else ())]

    def compute(self, measures: Sequence[Measure]) -> list[Measure]:
        """Puts the values of measures into their table, those not yet there."""
        for measure in measures:
            key = (measure.metric.over, str(measure))
            if self.doubts.get(key) is not None:
                continue
            if not self.keep:
                raise InputError(f"{measure} was not named when the evaluation was made, which keeps no documents")
            self.tell(str(measure), 1.0)
            if key in self.doubts:  # an interrupt or an error came between, and rows may be there
                table = "evalsql_scores" if measure.metric.over is None else "evalsql_points"
                self.connection.execute(f"delete from {table} where metric = ?", [str(measure)])
            self.doubts[key] = None
            self.put(measure)
            self.note(measure)
        return list(measures)

    def put_all(self, measures: Sequence[Measure], tell: Progress) -> None:
        for number, measure in enumerate(measures):
            tell(str(measure), RANKED + (1 - RANKED) * number / len(measures))
            self.put(measure)

    def put(self, measure: Measure) -> None:
        """Puts the values of a measure on the runs that are ranked into their table."""
        refuse_unkept(measure, self.wanted)
        try:
            metric = (
                expected(measure.metric.name.lower()) if self.wanted.conditions.tied == "average" else measure.metric
            )
            if metric.greedy and self.functions is None:  # of one of our own always, of the user's as it is
                if self.ours:
                    udfs.put_on(self.connection, "ideals")
                self.functions = self.ours or udfs.registered(self.connection, "ideals")
            udf = metric.greedy and bool(self.functions)
            query = frames.scores(metric, udf, measure.judged_only, self.is_near(measure))
            self.connection.execute(query, {"metric": str(measure), **measure.bound})
            if measure.metric.name in self.wanted.decided.of_all:
                unscored = "from evalsql_run_queries anti join evalsql_topics using (run, query_id)"
                zeros = f"insert into evalsql_scores select run, query_id, ?, 0 {unscored}"
                self.connection.execute(zeros, [str(measure)])
        except (duckdb.InvalidInputException, duckdb.ConversionException, duckdb.OutOfRangeException) as error:
            # a value is infinite, a gain too large to be added up, or the body refuses the data
            raise InputError(f"{measure}: {first_line(error).removeprefix('evalsql: ')}") from None

    def is_near(self, measure: Measure) -> bool:
        """Whether a measure compares doubles although rankings are by float32, and some differ only as doubles."""
        near = compares_doubles(self.wanted.decided, measure)
        return near and fetch_one(self.connection, "select exists (from evalsql_near)")[0]

    def note(self, *measures: Measure) -> None:
        """Notes that measures are computed, and what is doubtful about each; of subtopics it is said once."""
        for measure in measures:
            self.unread = unread(measure, self.unread)
            found = list(doubts(self.connection, measure, self.levels))
            over_subtopics = best_over_subtopics(measure)
            said = any(problem.kind == over_subtopics.kind for problem in self.warnings)
            if self.wanted.judgments.by_subtopic and not measure.metric.by_subtopic and not said:
                found.append(over_subtopics)
            self.doubts[measure.metric.over, str(measure)] = found


def compares_doubles(convention: Convention, measure: Measure) -> bool:
    """Whether a measure compares doubles by a convention that puts documents in order by float32."""
    name = measure.metric.name
    floats = name in convention.as_float32 and not (name == "RR" and "k" in measure.given)
    return bool(convention.as_float32) and not (floats and measure.values.get("gains") != EXPONENTIAL)


def unread(measure: Measure, kinds: Collection[str]) -> set[str]:
    """The inputs, of those that measures may read, that this measure ignores."""
    return {kind for kind, (_, reads) in READERS.items() if kind in kinds and not reads(measure)}


def idle(kinds: Collection[str]) -> Iterator[Problem]:
    """Warn of kinds of input that no measure reads."""
    for kind, (reader, _) in READERS.items():
        if kind in kinds:
            text = f"{kind} were given, and no measure reads them, as {reader} does"
            yield Problem("warning", f"idle {kind}", text)


def refuse_unkept(measure: Measure, wanted: Wanted) -> None:
    """Refuses a measure that reads what was not kept (every document, subtopics, strata), or an order of ties."""
    if wanted.conditions.tied == "average":
        refuse_unexpected([measure])
    refuse_undivided(measure, wanted.judgments.lacking, wanted.judgments.unsampled)
    if "retrieved" in measure.metric.reads and not wanted.whole:
        raise InputError(
            f"{measure} looks at every document, and only the judged ones were kept; "
            f"name it when the evaluation is made: Evaluation(..., measures=[{str(measure)!r}])"
        )


def refuse_undivided(measure: Measure, lacking: str, unsampled: str) -> None:
    """Refuses a measure over subtopics or strata, where something is lacking: judgments that have these."""
    if measure.metric.by_subtopic and lacking:
        raise InputError(f"{measure} needs subtopic judgments, but {lacking}")
    if measure.metric.sampled and unsampled:
        raise InputError(f"{measure} needs judgments with strata, but {unsampled}")
