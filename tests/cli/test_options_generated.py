"""Commands with options that hypothesis draws, fit and unfit, do what they say or refuse it in a sentence."""

from pathlib import Path

import pytest
from generated import SAME
from hypothesis import given, settings
from odd_commands import contents, lines, modules, prepare, wrong
from readers import DUCKDBS

QUICK = {"evaluate", "compare", "describe"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what lines name."""
    made = tmp_path_factory.mktemp("lines")
    prepare(made)
    return made


@pytest.mark.quick(command=QUICK, examples=4)
@pytest.mark.parametrize("examples", [4, 30])
@pytest.mark.parametrize("command", modules())
def test_a_line_is_done_or_refused_in_a_sentence(folder: Path, command: str, examples: int) -> None:
    before = contents(folder)

    @settings(SAME, max_examples=examples)
    @given(lines(command))
    def law(words: list[str]) -> None:
        assert wrong(words, folder, before, DUCKDBS) is None, words

    law()
