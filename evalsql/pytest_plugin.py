"""A fixture of pytest, `evalsql_gate`, by which a test fails where a run is worse than a baseline.

pytest loads it where evalsql is installed. It loads nothing else before a test asks for the fixture.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    import duckdb


@pytest.fixture(scope="session")
def evalsql_gate() -> "Callable[..., duckdb.DuckDBPyRelation]":
    """Fails the test where a run is worse than a baseline: evalsql.gate, with the same arguments."""
    return passed


def passed(*given: Any, **named: Any) -> "duckdb.DuckDBPyRelation":
    """The verdicts of evalsql.gate, where none is to fail; a rule that cannot tell is a warning."""
    __tracebackhide__ = True
    raise NotImplementedError
