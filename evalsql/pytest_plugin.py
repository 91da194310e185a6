"""A fixture of pytest, `evalsql_gate`, by which a test fails where a run is worse than a baseline.

pytest loads it wherever evalsql is installed, and it loads nothing of evalsql before a test uses it. It has no assert
that pytest should rewrite: PYTEST_DONT_REWRITE.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    import duckdb


@pytest.fixture(scope="session")
def evalsql_gate() -> "Callable[..., duckdb.DuckDBPyRelation]":
    """Fails the test where a run is worse than a baseline; called as evalsql.gate."""
    return gate_passes


def gate_passes(*given: Any, **by_name: Any) -> "duckdb.DuckDBPyRelation":
    """Fails the test, with the table of verdicts, if a rule fails; an inconclusive rule is a warning."""
    __tracebackhide__ = True
    import os
    import warnings

    from evalsql.cli.show.gate import named
    from evalsql.cli.show.gate_ci import printers, reason
    from evalsql.cli.tables import printed
    from evalsql.comparing.gate import gate
    from evalsql.connections import relation_of
    from evalsql.endings import no_orders
    from evalsql.errors import InputError, InputWarning
    from evalsql.interrupts import stoppable

    safe = no_orders if "GITHUB_ACTIONS" in os.environ else str  # pytest prints it
    try:
        found = stoppable(gate.answer)(*given, **by_name)
    except InputError as error:
        raise InputError(safe(str(error))) from None  # whose traceback is of the test alone
    unsure = [row for row in found.rows if row["verdict"] != "pass" and row["passed"]]
    doubts = [problem.text for problem in found.problems]
    for text in [*doubts, *(f"{named(found, row)}: {reason(row)}" for row in unsure)]:
        warnings.warn(safe(text), InputWarning, stacklevel=2)
    if not found.passed:
        pytest.fail(safe(printed(printers(found, None)["table"])), pytrace=False)
    return relation_of(found.tables["gate"], by_name.get("connection"))
