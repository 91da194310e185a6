"""Commands with options that hypothesis draws, fit and unfit, do what they say or refuse it in a sentence.

A few of three commands; long_options_generated.py has those of all.
"""

from pathlib import Path

import pytest
from in_process import Done
from odd_commands import assert_lines, broken, prepare


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what lines name."""
    made = tmp_path_factory.mktemp("lines")
    prepare(made)
    return made


@pytest.mark.parametrize("command", ["evaluate", "compare", "describe"])
def test_a_line_is_done_or_refused_in_a_sentence(folder: Path, command: str) -> None:
    assert_lines(folder, command, 4)


def test_each_way_to_break_the_law_is_named() -> None:
    listed, refused, said = Done(2, "a list", ""), Done(2, "", "evalsql: no such run\n"), ["Binder"]
    assert broken(["evaluate"], refused, [], [], said) is None
    assert broken(["check"], listed, [], [], said) is None
    assert broken(["evaluate"], refused._replace(said="Usage: ..."), [], [], said) == "no sentence: 'Usage: ...'"
    assert broken(["evaluate"], refused._replace(output="half a table"), [], [], said) == (
        "refused, and wrote 'half a table'"
    )
    assert broken(["check"], listed, [], ["scores.csv"], said) == "refused, and wrote ['scores.csv']"
    assert broken(["evaluate"], refused, ["runs.csv"], [], said) == "changed ['runs.csv']"
    assert broken(["evaluate"], Done(-11, "", ""), [], [], said) == "status -11"
    done = Done(2, "", "evalsql: Binder Error\n")
    assert broken(["evaluate"], done, [], [], said) == "words of DuckDB, Binder: ['evalsql: Binder Error']"
