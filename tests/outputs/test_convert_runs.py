"""What runs lose when they are converted is said: ranks are written anew, from the scores."""

from pathlib import Path

import pytest
from in_process import whole
from written import put_lines

RISING = ["q Q0 a 1 9 r", "q Q0 b 2 8 r", "q Q0 c 3 7 r"]
OTHERWISE = ["q Q0 a 3 9 r", "q Q0 b 1 8 r", "q Q0 c 2 7 r"]


@pytest.mark.parametrize("name", ["out.parquet", "out.run"])
@pytest.mark.parametrize(("lines", "warned"), [(RISING, False), (OTHERWISE, True)])
def test_ranks_that_contradict_the_scores_are_warned_of(
    tmp_path: Path, name: str, lines: list[str], warned: bool
) -> None:
    put_lines(tmp_path / "in.run", *lines)
    done = whole(["convert", "in.run", name], tmp_path)
    assert done.status == 0
    assert ("the rank column disagrees with the scores in 1 ranking of 1 run" in done.said) == warned
