"""Every command, told to end and under limits of the system; .ci/faults tries more moments, and all with all."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from limiting import LIMITS, Came, limited, places, there, usual_of
from signalling import LINES, signal_often

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there are other limits and signals there")

# of each limit a command that differs from others there
QUICK = [
    ("sql", "full output"), ("sql", "deleted folder"), ("sql", "no environment"), ("sql", "closed output"),
    ("describe", "full disk"), ("describe", "memory"), ("describe", "no such TMPDIR"),
]  # fmt: skip
SLOW = [  # .ci/faults tries all commands under all limits
    ("metrics", "nobody reads"), ("lib", "full disk"), ("report", "memory"), ("build", "file size"),
    ("gate", "TMPDIR a file"), ("check", "read-only --temp-directory"),
]  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with places(tmp_path_factory.mktemp("limits")) as made:
        yield made


usual: dict[str, Came] = {}


@pytest.mark.parametrize(
    ("command", "limit"), [*QUICK, *(pytest.param(*each, marks=pytest.mark.slow) for each in SLOW)]
)
def test_under_a_limit_it_gives_its_result_or_a_sentence(command: str, limit: str, folder: Path) -> None:
    if not there(LIMITS[limit], folder):
        pytest.skip("no disk can be mounted here")
    if command not in usual:
        usual[command] = usual_of(command, folder)
    assert limited(command, LIMITS[limit], folder, usual[command]).wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("command", list(LINES)[::6])  # .ci/faults tells each to end at twenty moments
def test_told_to_end_it_does_with_nothing_left(command: str, tmp_path: Path) -> None:
    found = signal_often(command, tmp_path, 3)
    assert found.wrong == []
    assert found.running > 0
    assert found.longest < 3  # of a machine that has much else to do
