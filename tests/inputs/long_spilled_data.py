"""What does not fit into memory goes where nobody else can look or plant something, and is gone at the end."""

from pathlib import Path

import pytest
from command import TINY, process
from test_spilled_data import system  # noqa: F401


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("-m", "nonsense"), 2),
        (("--threads", 1), 0),
    ],
)
def test_nothing_is_left_by_the_command_line_too(system: Path, arguments: tuple, status: int) -> None:
    assert process("evaluate", *TINY, *arguments).returncode == status
    assert list(system.iterdir()) == []
