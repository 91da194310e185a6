"""Runs every command under every limit of the system: full disks, read-only folders, little memory, closed streams.

What comes back is what it gives without the limit, or one sentence that says why not, with nothing written or left.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from killing import BEFORE, ROOT, WRITERS, digest, keep, left_in
from signalling import LINES

PROGRAM = f"{shlex.quote(sys.executable)} -m evalsql"
UNLIMITED = frozenset({"lib", "log", "metrics", "sql", "trec_eval"})  # have no --memory-limit and no --set
WRITE = frozenset(command for command, (_, file) in LINES.items() if file)
NONE: frozenset[str] = frozenset()
ALL = frozenset(LINES)
LIMITED = ALL - UNLIMITED


@dataclass(frozen=True)
class Limit:
    """A limit of the system.

    Attributes:
        about: what it is, in a few words.
        line: a line of bash, in which {it} is the command. It is run in a folder of its own, where `tmp` is the
            temporary directory, `full` a full disk, `shut` one that is read-only, and `file` a file.
        refused: the commands that cannot work then. All others may.
        says: what a sentence must say, as a pattern; there may be none where this is empty.
        status: what they end with.
        of: the commands that it is about.
        printed: whether what is printed can be read: wholly, its first line, or not.
    """

    about: str
    line: str
    refused: frozenset[str] = NONE
    says: str = ""
    status: int = 2
    of: frozenset[str] = ALL
    printed: str = "whole"


LIMITS: Mapping[str, Limit] = {
    "full disk": Limit("the disk of the output is full", "cd full; {it}", WRITE, "No space left", of=WRITE),
    "full TMPDIR": Limit("the disk of `TMPDIR` is full", "TMPDIR=$PWD/full {it}"),
    "file size": Limit("no file may grow (`ulimit -f 0`)", "ulimit -f 0; {it}", WRITE, "File too large", of=WRITE),
    "read-only folder": Limit("the working directory is read-only", "cd shut; {it}", WRITE, "[Rr]ead-only"),
    "deleted folder": Limit(
        "the working directory was deleted", "mkdir gone; cd gone; rmdir ../gone; {it}", WRITE, "folder|directory"
    ),
    "read-only TMPDIR": Limit("`TMPDIR` is read-only", "TMPDIR=$PWD/shut {it}"),
    "TMPDIR a file": Limit("`TMPDIR` is a file", "TMPDIR=$PWD/file {it}"),
    "no such TMPDIR": Limit("`TMPDIR` does not exist", "TMPDIR=$PWD/none {it}"),
    "read-only --temp-directory": Limit(
        "`temp_directory` is read-only", "{it} --set temp_directory=shut", NONE, "[Rr]ead-only", of=LIMITED
    ),
    "--temp-directory a file": Limit(
        "`temp_directory` is a file", "{it} --set temp_directory=file", NONE, "file: ", of=LIMITED
    ),
    "memory": Limit("little memory (`--memory-limit 1KB`)", "{it} --memory-limit 1KB", NONE, "memory", of=LIMITED),
    "full output": Limit(
        "standard output is full (`> /dev/full`)", "{it} > /dev/full", ALL, "standard output could not be written: No",
        status=1, printed="not",
    ),
    "head": Limit("`| head -n 1`", "{it} | head -n 1; exit ${PIPESTATUS[0]}", printed="first"),
    "nobody reads": Limit("nobody reads (`| true`)", "{it} | true; exit ${PIPESTATUS[0]}", printed="not"),
    "closed output": Limit("standard output is closed", "{it} >&-", printed="not"),
    "closed errors": Limit("standard error is closed", "{it} 2>&-"),
    "closed input": Limit("standard input is closed", "{it} <&-"),
    "no HOME": Limit("no `HOME`", "unset HOME; {it}"),
    "no TMPDIR": Limit("no `TMPDIR`", "unset TMPDIR; {it}"),
    "no environment": Limit("no variable at all (`env -i`)", "env -i {it}"),
}  # fmt: skip


@dataclass
class Came:
    """What came back: the status, what was printed and said, what the file holds, and what is wrong with it."""

    status: int
    printed: str
    said: str
    file: Any = None
    wrong: list[str] = field(default_factory=list)

    @property
    def sentences(self) -> list[str]:
        """What was said but for warnings."""
        return [line for line in self.said.splitlines() if not line.startswith("evalsql: warning: ")]


@contextmanager
def places(folder: Path) -> Iterator[Path]:
    """A folder with a temporary directory and a file, and a full disk and a read-only one if they may be mounted."""
    (folder / "tmp").mkdir()
    (folder / "file").write_text("a file")
    mounted = []
    try:
        for name, options in (("full", "size=64k"), ("shut", "size=64k,ro")):
            (folder / name).mkdir()
            done = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder / name], capture_output=True)
            if done.returncode:
                (folder / name).rmdir()
            else:
                mounted.append(folder / name)
        with suppress(OSError):
            (folder / "full" / "filled").write_bytes(bytes(1 << 20))
        yield folder
    finally:
        for each in mounted:
            subprocess.run(["umount", each], check=True)


def there(limit: Limit, folder: Path) -> bool:
    """Whether a folder has the disks, and the machine the devices, that a limit takes."""
    own = limit.line.replace("/dev/full", "")
    disks = [folder / name for name in ("full", "shut") if name in own]
    return all(each.is_dir() for each in disks) and (own == limit.line or Path("/dev/full").exists())


def variables(folder: Path) -> dict[str, str]:
    # Python keeps half of a module that it compiled where a limit on the size of files lets it write no more
    return {**os.environ, "TMPDIR": str(folder / "tmp"), "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}


def usual_of(command: str, folder: Path) -> Came:
    for name, words in BEFORE.items():
        if LINES[command] in (WRITERS.get(name), LINES.get(name)) and not (folder / words[1]).exists():
            program = [sys.executable, "-m", "evalsql", *words]
            subprocess.run(program, cwd=folder, env=variables(folder), check=True, capture_output=True)
    came = run(command, "{it}", folder)
    assert came.status in (0, 1), came.said
    return came


def run(command: str, line: str, folder: Path) -> Came:
    words, file = LINES[command]
    read = {each[1] for each in BEFORE.values()} - {file}  # from wherever the line goes
    it = f"{PROGRAM} {shlex.join(str(folder / word) if word in read else word for word in words)}"
    line = line.replace("{it}", it)
    done = subprocess.run(["bash", "-c", line], cwd=folder, env=variables(folder), capture_output=True, timeout=300)
    came = Came(done.returncode, done.stdout.decode(), done.stderr.decode())
    for at in (folder, folder / "full"):
        if file and (at / file).exists():
            came.file = digest(at / file)
            (at / file).unlink()
    return came


def limited(command: str, limit: Limit, folder: Path, usual: Came) -> Came:
    """What a command gives under a limit, and what is wrong with that.

    Args:
        command: which, of LINES.
        limit: the limit.
        folder: what `places` made.
        usual: what it gives without the limit.
    """
    came = run(command, limit.line, folder)
    refused = command in limit.refused and (limit.printed != "not" or bool(usual.printed))
    refused = refused or bool(limit.says and came.status == limit.status != usual.status)
    if "Traceback" in came.said or "internal error" in came.said:
        came.wrong.append(came.said)
    if left := [*left_in(folder), *(folder / "tmp").iterdir(), *left_in_full(folder)]:
        came.wrong.append(f"left {left}")
    expected = limit.status if refused else usual.status
    if refused and "all else was written" in came.said:  # of a picture, which is drawn last
        expected = 1
    if came.status != expected:
        came.wrong.append(f"status {came.status} rather than {expected}: {came.said}")
    if not refused:
        parts = {"whole": usual.printed, "first": "".join(usual.printed.splitlines(keepends=True)[:1]), "not": ""}
        if came.printed != parts[limit.printed]:
            came.wrong.append(f"printed {came.printed[:300]!r}")
        if came.file != usual.file:
            came.wrong.append("its file is another, or is not there")
        return came
    if len(came.sentences) != 1 and limit.status == 2:
        came.wrong.append(f"more or less than a sentence: {came.said}")
    if not re.search(f"evalsql: .*({limit.says})", came.said):
        came.wrong.append(f"does not say why: {came.said}")
    # some print what they found and then write the file: all of it
    if limit.status == 2 and (came.file is not None or came.printed not in ("", usual.printed)):
        came.wrong.append(f"wrote or printed: {came.printed[:300]}")
    return came


def left_in_full(folder: Path) -> list[Path]:
    return [path for path in (folder / "full").glob("*") if path.name != "filled"]


def sentence(came: Came, folder: Path) -> str:
    """What was said, without the names of files, which differ from one command to another; nothing if it worked."""
    if came.status == 0 or not came.sentences:
        return ""
    said = re.sub(r"/evalsql-[\w/-]+", "", came.sentences[-1].removeprefix("evalsql: "))
    said = re.sub(rf"{re.escape(str(folder))}(/\w+)?|\bshut\b(?=:)", "FOLDER", said)
    return re.sub(rf"{re.escape(str(ROOT))}/\S+?(?=[ :,])|\b(out|history|eval|lib)(\.\w+)+", "FILE", said)


def told_of(command: str, folder: Path) -> dict[str, Any]:
    """What came of a command under each limit."""
    usual, told = usual_of(command, folder), {}
    for name, limit in LIMITS.items():
        if command in limit.of and there(limit, folder):
            came = limited(command, limit, folder, usual)
            told[name] = {"said": sentence(came, folder), "wrong": came.wrong}
    return told


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as at, places(Path(at)) as folder:
        keep(Path(sys.argv[1]), sys.argv[2:] or LINES, lambda command: told_of(command, folder))
