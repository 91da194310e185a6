"""Every command with options that hypothesis draws, fit and unfit, does what it says or refuses it in a sentence."""

from pathlib import Path

import pytest
from odd_commands import SLOW, assert_lines, modules, prepare


@pytest.mark.parametrize("command", modules())
def test_any_line_is_done_or_refused_in_a_sentence(tmp_path: Path, command: str) -> None:
    prepare(tmp_path)
    assert_lines(tmp_path, command, 5 if command in SLOW else 12)
