"""The other commands, help and completion as a user meets them: real files, and real processes where these matter."""

import pytest
from command import TINY, evalsql, process


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("--version",), 0),
        (("evaluate", *TINY, "-m", "no such measure"), 2),
        (("evaluate", "no-such.run", *TINY[2:]), 2),
        (("compare", *TINY, "-m", "AP", "--format", "csv"), 0),
        (("check", *TINY), 0),
        (("sql", "nDCG@10"), 0),
    ],
    ids=lambda given: " ".join(given[:1]) if isinstance(given, tuple) else str(given),
)
def test_a_process_does_and_says_what_is_done_and_said_within_this_one_too(words: tuple[str, ...], status: int) -> None:
    # tests of the command line start no process where it does not matter
    own, within = process(*words), evalsql(*words)
    assert own.returncode == within.returncode == status
    assert own.stdout == within.stdout
    assert own.stderr == within.stderr
