"""Whether scores that were written before are what the same runs and judgments give now, to the bit."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalsql.catalog.measure import Measure, Measures, as_measures, parse_measure
from evalsql.comparing.score_source import take_scores
from evalsql.errors import InputError, Problem
from evalsql.files.write import DATABASE
from evalsql.render import statements
from evalsql.scoring.evaluation import Evaluation
from evalsql.sqltext import sql_list
from evalsql.words import plural, said

if TYPE_CHECKING:
    import pyarrow as pa

# how a row differs, as a sentence says it of one and of several
SAID = {
    "other value": ("has another value", "have other values"),
    "not computed": ("is not computed", "are not computed"),
    "not written": ("more is computed", "more are computed"),
}


@dataclass(frozen=True)
class Written:
    """Scores that were written before."""

    rows: "pa.Table"  # run, query_id, metric and value, of these measures
    measures: tuple[Measure, ...]  # as they are named there, in their order, or in the order asked
    problems: tuple[Problem, ...]  # what looks wrong about the file, but can be used


@dataclass(frozen=True)
class Verified:
    """What differs."""

    rows: "pa.Table"  # run, query_id, metric, written and computed, and what about them differs
    written: int  # how many values were written before

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many rows differ in the same way."""
        found = self.rows["difference"].to_pylist()
        return {what: found.count(what) for what in SAID if what in found}

    def __str__(self) -> str:
        """A sentence."""
        same = self.written - sum(count for what, count in self.counts.items() if what != "not written")
        how = [f"{count:,} {SAID[what][count > 1]}" for what, count in self.counts.items()]
        return "; ".join(
            [f"{same:,} of {plural(self.written, 'value')} equal to the bit", *([", ".join(how)] if how else [])]
        )


def read_written(
    scores: str, measures: Measures = (), convention: str | None = None, settings: Mapping[str, Any] | None = None
) -> Written:
    """Scores that were written before."""
    place = f"{scores}::scores" if Path(scores).suffix.lower() == DATABASE and "::" not in scores else scores
    try:
        there = take_scores(place, (), None, settings=settings or {})
    except InputError as error:
        if error.kind == "two values":
            twice, _, _ = str(error).rpartition("; of several evaluations")
            alone = "; the scores of one evaluation were expected, such as a view of the database that chooses one"
            raise InputError(twice + alone) from None
        raise
    known: dict[str, Measure] = {}
    for text in there.measures:
        try:
            known[text] = parse_measure(text)  # as_measures would read a file that the scores name, as @FILE
        except InputError as error:
            raise InputError(f"{scores}: {said(text)} cannot be computed: {error}") from None
    asked = as_measures(measures, convention=convention) if measures else list(dict.fromkeys(known.values()))
    for each in asked:
        if each not in known.values():
            raise InputError(f"{scores}: has no scores of {each}; it has {', '.join(map(str, known.values()))}")
    names = {text: str(measure) for text, measure in known.items() if measure in asked}
    if len(set(names.values())) < len(names):
        twice = next(text for text, name in names.items() if list(names.values()).count(name) > 1)
        raise InputError(f"{scores}: has {names[twice]} under two names, one of them {said(twice)}; one was expected")
    texts, called = sql_list(list(names)), sql_list(list(names.values()))
    rows = there.connection.sql(
        f"select run, query_id, list_extract({called}, list_position({texts}, metric)) as metric, value"
        f" from evalsql_scores where list_contains({texts}, metric)"
    ).to_arrow_table()
    return Written(rows, tuple(asked), there.warnings)


def verify(evaluation: Evaluation, written: Written) -> Verified:
    """Compare scores written before with those of an evaluation, which computes them if it did not yet."""
    evaluation.compute(written.measures)
    evaluation.connection.register("evalsql_written", written.rows)
    try:
        found = evaluation.connection.sql(statements.report("scores/verify", written.measures)).to_arrow_table()
    finally:
        evaluation.connection.unregister("evalsql_written")
    return Verified(found, written.rows.num_rows)
