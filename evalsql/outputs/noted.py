"""What is noted of an evaluation where its scores are kept: when, of what inputs, by which versions, at which commit."""

import hashlib
import json
import os
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

import duckdb

from evalsql.inputs.files import file_of

# the columns of the table evaluations, in a built database and in a history
COLUMNS = {
    "evaluation": "INTEGER",
    "evaluated_at": "TIMESTAMP",
    "label": "VARCHAR",
    "action": "VARCHAR",
    "runs": "INTEGER",
    "runs_hash": "VARCHAR",
    "qrels_hash": "VARCHAR",
    "convention": "VARCHAR",
    "options": "VARCHAR",
    "evalsql": "VARCHAR",
    "duckdb": "VARCHAR",
    "git_commit": "VARCHAR",
}
COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


@dataclass(frozen=True)
class Note:
    """What is noted of an evaluation, but for its number and its time.

    Attributes:
        action: build, add, upgrade or append.
        label: what the user calls it.
        runs: how many runs it added.
        runs_hash: what tells its runs from others; None where they were no files and their rows were not kept.
        qrels_hash: the same of its judgments.
        convention: whose conventions it follows.
        options: what else was decided.
    """

    action: str
    label: str | None = None
    runs: int | None = None
    runs_hash: str | None = None
    qrels_hash: str | None = None
    convention: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    def row(self, number: int, moment: str) -> list[Any]:
        """The row of the table evaluations, in the order of its columns."""
        options = {name: value for name, value in self.options.items() if value is not None}
        return [
            *(number, moment, self.label, self.action, self.runs, self.runs_hash, self.qrels_hash, self.convention),
            *(json.dumps(options, sort_keys=True), version("evalsql"), duckdb.__version__, git_commit()),
        ]


def columns_created() -> str:
    """The columns with their types, as a statement that creates a table has them."""
    return ", ".join(f"{name} {type_}" for name, type_ in COLUMNS.items())


def hash_of_all(digests: Iterable[str | None]) -> str | None:
    """One hash for several inputs, in whatever order: that of the one, or of all that they have; None if one has none.

    Args:
        digests: SHA-256 of a file, or "md5:" and a hash of rows.
    """
    found = list(digests)
    known = sorted(each for each in found if each is not None)
    if not known or len(known) < len(found):
        return None
    return known[0] if len(known) == 1 else hashlib.sha256("\n".join(known).encode()).hexdigest()


def measured(label: str) -> tuple[str, int | None, str | None]:
    """The absolute path of what was read, its size and its hash; a table or frame has only its name."""
    path = file_of(label)
    if path is None:
        return label, None, None
    with open(path, "rb") as opened:
        digest = hashlib.file_digest(opened, "sha256").hexdigest()
    return f"{os.path.abspath(path)}{label[len(path) :]}", os.path.getsize(path), digest


def git_commit(folder: Path | None = None) -> str | None:
    """The commit that is checked out where a folder is, read from the files of git; None where there is none.

    Args:
        folder: the folder, or the working directory.
    """
    with suppress(OSError, ValueError):
        folder = (folder or Path.cwd()).resolve()
        place = next((each / ".git" for each in (folder, *folder.parents) if (each / ".git").exists()), None)
        if place is None:
            return None
        if place.is_file():  # of a work tree, or of a submodule
            place = Path(place.parent, place.read_text(encoding="utf-8").removeprefix("gitdir:").strip())
        head = (place / "HEAD").read_text(encoding="utf-8").strip()
        shared = place
        if (place / "commondir").exists():
            shared = place / (place / "commondir").read_text(encoding="utf-8").strip()
        return commit_of(head, place, shared)
    return None


def commit_of(head: str, place: Path, shared: Path) -> str | None:
    """The commit that a HEAD is at, itself or by the name of a branch.

    Args:
        head: what the file HEAD says.
        place: the folder of git.
        shared: that of the repository, where the other is of one of its work trees.
    """
    name = head.removeprefix("ref:").strip()
    if name == head:
        return head if COMMIT.fullmatch(head) else None
    for folder in (place, shared):
        if (folder / name).is_file():
            found = (folder / name).read_text(encoding="utf-8").strip()
            return found if COMMIT.fullmatch(found) else None
    for line in (shared / "packed-refs").read_text(encoding="utf-8").splitlines():
        commit, _, packed = line.partition(" ")
        if packed == name and COMMIT.fullmatch(commit):
            return commit
    return None
