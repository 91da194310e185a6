"""Every way that inputs can be bad, and the sentence it gets.

A problem is an error, which refuses the input, or a warning, which is counted and said. `evalsql evaluate` stops at the
first error; `evalsql check` shows them all.
"""

from collections.abc import Iterator, Sequence

from evalsql.connections import Connection
from evalsql.errors import Problem
from evalsql.inputs.checks.costs import two_costs, unfit_costs
from evalsql.inputs.checks.gains import two_gains, unfit_gains
from evalsql.inputs.checks.qrels import twice_judged
from evalsql.inputs.checks.rows import empty_runs, not_used, rows_of
from evalsql.inputs.checks.runs import run_in_two_files, twice_retrieved
from evalsql.inputs.checks.strata import without_stratum
from evalsql.inputs.checks.subtopics import announced, without_subtopic
from evalsql.inputs.checks.values import two_values
from evalsql.inputs.checks.weights import two_weights, uncovered, unfit_numbers, unfit_weights, unlike_weights
from evalsql.inputs.source import Kind, Source


def problems_alone(
    connection: Connection, kind: Kind, sources: Sequence[Source], all_rows: bool = True
) -> Iterator[Problem]:
    """The problems that runs, judgments or a table have alone. Rows without an id are a problem of their own only."""
    yield from rows_of(connection, kind, sources)
    yield from not_used(kind, sources)
    if kind == "qrels":
        yield from without_subtopic(connection, sources)
        yield from without_stratum(connection, sources)
        yield from twice_judged(connection, sources)
        yield from unfit_gains(connection, kind, sources)
        yield from unfit_numbers(connection, sources)
        yield from unlike_weights(connection, sources)
        yield from announced(sources)
    elif kind == "gains":
        yield from two_gains(connection, sources)
        yield from unfit_gains(connection, kind, sources)
    elif kind == "weights":
        yield from two_weights(connection, sources)
        yield from unfit_weights(connection, sources)
    elif kind == "costs":
        yield from two_costs(connection, sources)
        yield from unfit_costs(connection, sources)
    elif kind == "values":
        yield from two_values(connection, sources)
    elif kind in ("exclusions", "candidates"):  # a row that appears twice says the same
        return
    else:
        yield from empty_runs(connection, sources)
        yield from run_in_two_files(connection, sources)
        yield from twice_retrieved(connection, sources, all_rows)


def problems_of_weights(
    connection: Connection, weights: Sequence[Source], qrels: Sequence[Source]
) -> Iterator[Problem]:
    """The problems of a table of weights, by itself and beside the judgments; see `uncovered`."""
    yield from problems_alone(connection, "weights", weights)
    yield from uncovered(connection, weights, qrels)
