"""What pages show: commands, programs and queries with what stands below them, and lists of what there is.

Tests compare; with `pytest --write` they write what is out of date anew, to be looked at before it is committed.
"""

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
import warnings
from difflib import unified_diff
from pathlib import Path
from typing import Any

import duckdb
import in_process
from places import FIXTURES, ROOT

BLOCK = re.compile(r"```sql\n(.*?)```(?:\n\n```text\n(.*?)```)?", re.DOTALL)

# a command and what it prints, or a program in Python and what it prints or a picture of what it gives
SHOWN = re.compile(
    r"```console\n\$ (?P<command>[^\n]*)\n(?P<said>.*?)```|"
    r"```python\n(?P<code>.*?)```\n\n(?:```text\n(?P<printed>.*?)```|(?P<picture>!\[[^\n]*))",
    re.DOTALL,
)
PLAIN = re.compile(r"evalsql (?P<words>[^|<>;&$]*?)(?P<errors> 2>/dev/null| 2>&1)?(?: \| head -n (?P<first>\d+))?")
BESIDE = ("fixtures", "sql")  # the folders of the repository that pages name
writing = False  # whether what is out of date is written anew, in place of a failure


def blocks(page: str) -> list[tuple[str, str]]:
    """Each query of a page, and the result shown below it, empty where there is none."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    found = [(sql.replace("'fixtures/", f"'{FIXTURES}/"), result) for sql, result in BLOCK.findall(text)]
    assert text.count("```sql") == len(found)
    assert text.count("```text") == sum(result != "" for _, result in found)
    return found


def printed(relation: duckdb.DuckDBPyRelation) -> str:
    """A result as a page shows it: a line a row, columns in line and two spaces apart."""
    rows = [relation.columns, *([str(value) for value in row] for row in relation.fetchall())]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(f"{value:<{width}}" for value, width in zip(row, widths, strict=True)) for row in rows]
    return "".join(line.rstrip() + "\n" for line in lines)


def run(connection: duckdb.DuckDBPyConnection, page: str) -> int:
    """Runs every query of a page in order, and fails where one gives another result; how many have a result."""
    shown = 0
    for sql, result in blocks(page):
        if result:
            assert printed(connection.sql(sql)) == result
            shown += 1
        else:
            connection.execute(sql)
    return shown


def read(page: str) -> str:
    """The text of a page, which is named as from the root of the repository."""
    return (ROOT / page).read_text(encoding="utf-8")


def parts(page: str) -> dict[str, str]:
    """The parts of a page by their headings."""
    return dict(part.split("\n", 1) for part in read(page).split("\n## ")[1:])


def folder_for(commands: Path) -> Path:
    """A folder in which the commands of a page can be called as in the repository, and may write files."""
    for name in BESIDE:
        (commands / name).symlink_to(ROOT / name)
    return commands


def said_by(command: str, folder: Path) -> str:
    """What a command of a page prints in a folder, on both streams.

    evalsql is called in this process, which takes a tenth of the time, where the shell does no more than to leave out
    standard error or to show the first lines.
    """
    plain = PLAIN.fullmatch(command)
    if plain:
        together = plain["errors"] == " 2>&1" or not (plain["errors"] or plain["first"])
        done = in_process.whole(shlex.split(plain["words"]), folder, together=together)
        lines = done.output.splitlines(keepends=True)[: int(plain["first"]) if plain["first"] else None]
        return "".join(lines) if plain["errors"] else done.said + "".join(lines)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-c", re.sub(r"\bevalsql (?=[a-z]+ )", f"{sys.executable} -m evalsql ", command)],
        cwd=folder,
        env={**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
    ).stdout


def printed_by(code: str, folder: Path, known: dict) -> str:
    """What a program in Python prints in a folder, without warnings; what it makes is known to the next one."""
    out = io.StringIO()
    with contextlib.chdir(folder), contextlib.redirect_stdout(out), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(code, "page", "exec"), known)
    return out.getvalue()


def check(page: str, folder: Path, part: str = "", **known: Any) -> int:
    """Runs each command and program of a page, or of a part of it, in order and holds what they print to what is shown.

    Returns:
        How many were run.
    """
    text = part or read(page)
    assert len(SHOWN.findall(text)) == text.count("```console") + text.count("```python")
    known |= {"__name__": "__main__"}

    def anew(shown: re.Match) -> str:
        if shown["command"] is None:
            said = printed_by(shown["code"], folder, known)
            return f"```python\n{shown['code']}```\n\n{shown['picture'] or f'```text{chr(10)}{said}```'}"
        lines = said_by(shown["command"], folder).splitlines()
        return "\n".join([f"```console\n$ {shown['command']}", *(line.rstrip() for line in lines), "```"])

    hold(page, text, SHOWN.sub(anew, text))
    return len(SHOWN.findall(text))


def fill(page: str, name: str, right: str) -> None:
    """Holds a list of a page, between <!-- name: ... --> and <!-- end of name -->, to what it should be."""
    found = re.search(rf"(<!-- {name}: .*? -->\n)(.*?)(<!-- end of {name} -->)", read(page), re.DOTALL)
    assert found is not None
    hold(page, found[0], found[1] + right.rstrip("\n") + "\n" + found[3])


def hold(page: str, shown: str, right: str) -> None:
    """Fails where a part of a page is not what it should be, or writes it anew."""
    if writing and shown != right:
        (ROOT / page).write_text(read(page).replace(shown, right), encoding="utf-8")
        return
    assert shown == right, "\n".join(unified_diff(shown.splitlines(), right.splitlines(), page, "now", n=0))


def row(*cells: str) -> str:
    """A row of a table in Markdown."""
    return "| " + " | ".join(" ".join(cell.replace("|", "\\|").split()) for cell in cells) + " |"
