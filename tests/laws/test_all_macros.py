"""The macro of every metric in the odd world of test_every_macro.py."""

import pytest
import test_every_macro as macros

asked, folder, world = macros.asked, macros.folder, macros.world
weekly_a_macro_gives_the_bits_of_the_batch = macros.test_a_macro_gives_the_bits_of_the_batch


@pytest.fixture(scope="module")
def odd() -> set[str]:
    return set(macros.METRICS)
