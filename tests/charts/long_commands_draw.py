"""Commands draw: pictures of measures, judgments, slices and suites become SVG."""

from collections.abc import Callable
from pathlib import Path

import pytest
from in_process import Done
from test_commands_draw import DRAWN, assert_drawn


@pytest.mark.parametrize("drawn", DRAWN[3:], ids=str)
def test_every_picture_is_written(draw: Callable[[str], Done], tmp_path: Path, drawn: tuple[str, str, bool]) -> None:
    assert_drawn(draw, tmp_path / "out.svg", *drawn)
