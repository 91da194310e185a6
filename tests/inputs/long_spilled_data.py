"""What does not fit into memory goes where nobody else can look or plant something, and is gone at the end."""

import tempfile
from pathlib import Path

import pytest
from command import TINY, process

from evalsql import connections


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The system's folder for temporary files, and no connection that a command before opened ahead elsewhere."""
    folder = tmp_path / "system"
    folder.mkdir()
    monkeypatch.setattr(connections, "ahead", [])
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", None)
    return folder


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
