"""The recipes of docs/how_to/recipes.md, and the folder in which they are run."""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from places import FIXTURES, ROOT

PAGE = ROOT / "docs" / "how_to" / "recipes.md"
SECTION = re.compile(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"```(\w+)\n(.*?)```(?:\n\n```text\n(.*?)```)?", re.DOTALL)


class Block(NamedTuple):
    """What is shown of code: its language, its text, and what it prints, empty where that is not shown."""

    language: str
    code: str
    printed: str


def sections() -> dict[str, list[Block]]:
    """The blocks of code of each section of the page."""
    text = PAGE.read_text(encoding="utf-8")
    return {name: [Block(*found) for found in BLOCK.findall(body)] for name, body in SECTION.findall(text)}


def run(command: str | Sequence[str], folder: Path, *paths: Path) -> str:
    """What a command prints on standard output, with programs of these folders first, and it does not fail."""
    path = os.pathsep.join([*map(str, paths), str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-euc", command] if isinstance(command, str) else command,
        cwd=folder,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def make_files(folder: Path) -> Path:
    """The folder, in which the first recipe has been followed."""
    (folder / "fixtures").symlink_to(FIXTURES)
    ((language, code, _),) = sections()["The files"]
    assert language == "sh"
    run(re.sub("^evalsql ", f"{sys.executable} -m evalsql ", code, flags=re.MULTILINE), folder)
    return folder
