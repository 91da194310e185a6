"""One measure over many values of a parameter, and what each does to the ordering of the runs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import Any, Unpack

from evalsql.answers import Answer, as_relation
from evalsql.catalog.arguments import written
from evalsql.catalog.measure import Measure, make_measure, parse_measure
from evalsql.comparing.score_source import ScoreOptions, read_scores
from evalsql.comparing.scores import Scores
from evalsql.connections import Connection
from evalsql.errors import InputError
from evalsql.render import statements

MOST = 1000  # values of a range


@as_relation("sweep")
def sweep(
    runs: Any,
    qrels: Any,
    measure: str | Measure,
    over: str,
    values: Sequence[Any] | None = None,
    *,
    connection: Connection | None = None,
    **options: Unpack[ScoreOptions],
) -> Answer:
    """Compute the means and positions of runs for several values of a parameter of a measure.

    Args:
        runs: runs as Evaluation takes them.
        qrels: judgments, in the same forms.
        measure: such as "RBP" or "nDCG@10"; what its parameters are but for the one that changes.
        over: the parameter, such as "p", or with its values: "p=0.5,0.8,0.95", "p=0.1:0.9:0.1" (first, last, step).
        values: its values, where over does not say them.
        connection: the user's own DuckDB connection.
        options: population, queries, gains, subtopics, weights and convention, see Evaluation.

    Returns:
        A relation with columns measure, value (of the parameter, as text), run, mean, place (1 is the best; equal where
        means are), moved (by how many places above that by the first value), tau (Kendall's tau-b of the ordering and
        the first value's; null for the first) and p_value (of tau), best first.

    Raises:
        InputError: an input or the measure cannot be used, or it does not take such values.

    Warns:
        InputWarning: the inputs can be used, but look wrong.
    """
    made = sweep_over(measure, over if values is None else (over, list(values)), options.get("convention"))
    scores = read_scores(runs, qrels, list(made.values()), connection=connection, **options)
    put_sweep(scores, made)
    return Answer({"sweep": scores.fetch("sweep")}, scores.warnings, scores.about, scores.measures, scores.headings)


def sweep_over(
    measure: str | Measure, over: str | tuple[str, list[Any]], convention: str | None = None
) -> dict[str, Measure]:
    """The measures of a sweep by the value of the parameter, as text."""
    if not isinstance(over, str | tuple):
        raise InputError(f"over must be a text such as p=0.5,0.8, not {over!r}")
    name, values = read_over(over) if isinstance(over, str) else over
    base = measure if isinstance(measure, Measure) else parse_measure(measure, convention=convention)
    if name in base.given:
        text = f"{name} is set twice, there and by the sweep"
        raise InputError(f"{str(measure)!r}: {text}; leave it out there")
    made = [make_measure(f"{base}, {name}={v}", base.metric, {**base.values, name: v}, convention) for v in values]
    made = [replace(each, judged_only=base.judged_only) for each in made]
    found = {str(each): (label(value), each) for value, each in zip(reversed(values), reversed(made), strict=True)}
    if len(found) < 2:
        raise InputError(f"{name} has only one value; a sweep takes two or more, as in {name}=0.5,0.8")
    return dict(reversed(found.values()))


def read_over(text: str) -> tuple[str, list[Any]]:
    """The parameter and the values of `p=0.5,0.8`, `p=0.1:0.9:0.1` or `gains=0-1-2,exp`."""
    name, equals, listed = text.partition("=")
    parts = [part.strip() for part in listed.split(",")]
    if not (name.strip() and equals and all(parts)):
        raise InputError(f"{text!r} does not name the values to try; write it like p=0.5,0.8,0.95 or p=0.1:0.9:0.1")
    return name.strip(), [value for part in parts for value in read_values(part)]


def read_values(part: str) -> list[Any]:
    """The values of one part: a number, the numbers of a range, or a text."""
    texts = part.split(":")
    numbers = [number for text in texts if (number := as_number(text)) is not None]
    if len(numbers) < len(texts) or len(numbers) == 2:
        return [part.strip("'\"")]
    if len(numbers) == 1:
        return numbers
    if len(numbers) > 3 or not (numbers[2] > 0 and -inf < numbers[0] <= numbers[1] < inf):
        raise InputError(f"{part!r} is not a range; write first, last and step, as in 0.1:0.9:0.1")
    first, last, step = numbers
    steps = (last - first) / step + 1e-9
    if steps >= MOST:
        raise InputError(f"{part!r} has more than {MOST:,} values")
    return [round(first + place * step, 12) for place in range(int(steps) + 1)]


def as_number(text: str) -> float | int | None:
    """A number, whole if it is written so, or None."""
    try:
        number = float(text)
    except ValueError:
        return None
    return int(text) if text.strip().lstrip("+-").isdigit() else number


def label(value: Any) -> str:
    """A value of a parameter as a table shows it."""
    return value if isinstance(value, str) else "-" if value is None else written(value)


def put_sweep(scores: Scores, measures: Mapping[str, Measure]) -> None:
    """Makes the relation sweep; see there."""
    own = scores.connection
    scores.make("compared", "standings", "means")
    scores.make("swept")
    own.executemany("insert into evalsql_swept values (?, ?)", [(str(each), value) for value, each in measures.items()])
    scores.make("other_means", there="means")
    scores.make("orderings", against="first")
    scores.make("sweep", folder="reports/measures", tau=statements.comparison("correlations", "kendall", scores.udf))
