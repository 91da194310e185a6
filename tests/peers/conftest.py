"""What tests against other tools share."""

from collections.abc import Iterator

import pytest
from recorded import evaluation, judgments, rankings


@pytest.fixture(scope="module", autouse=True)
def memory() -> Iterator[None]:
    """Gives back the memory of the collections when their tests are done."""
    yield
    for cached in (evaluation, judgments, rankings):
        cached.cache_clear()
