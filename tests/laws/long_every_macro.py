"""The macro of every metric in the odd world of test_every_macro.py."""

import pytest
from test_every_macro import METRICS, asked, folder, test_a_macro_gives_the_bits_of_the_batch, world  # noqa: F401


@pytest.fixture(scope="module")
def odd() -> set[str]:
    return set(METRICS)
