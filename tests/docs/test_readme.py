"""What the README shows is what the code does."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from places import ROOT

from evalsql.catalog.listing import curves, metrics
from evalsql.cli.metrics import markdown

README = ROOT / "README.md"
TABLE = re.compile(r"(<!-- metrics: .*? -->\n)(.*?)(<!-- end of metrics -->)", re.DOTALL)
CONSOLE = re.compile(r"```console\n\$ (.*?)\n(.*?)```", re.DOTALL)
PYTHON = re.compile(r"```python\n(.*?)```\n\n```text\n(.*?)```", re.DOTALL)


def run(command: str | list[str]) -> str:
    """What a command prints, on both streams, with the evalsql under test first on the path."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        command,
        shell=isinstance(command, str),
        cwd=ROOT,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
    ).stdout


def families() -> str:
    """A row a family, with the names of its metrics and curves."""
    every = [*metrics().values(), *curves().values()]
    rows = ["| family | metrics | curves |", "|---|---|---|"]
    for family in sorted({each.family for each in every}):
        members = [each for each in every if each.family == family]
        of_kind = [", ".join(f"`{m.name}`" for m in members if bool(m.over) == curve) for curve in (False, True)]
        rows.append(f"| {family} | {of_kind[0]} | {of_kind[1]} |")
    return "\n".join(rows)


@pytest.mark.parametrize(
    ("page", "right"),
    [
        (README, families()),
        (ROOT / "docs" / "metrics.md", markdown([*metrics().values(), *curves().values()])),
    ],
    ids=["README", "docs"],
)
def test_the_tables_of_metrics_are_the_catalog(page: Path, right: str) -> None:
    text = page.read_text(encoding="utf-8")
    table = TABLE.search(text)
    assert table is not None
    if table[2] != right + "\n" and not os.environ.get("CI"):
        page.write_text(text.replace(table[0], f"{table[1]}{right}\n{table[3]}"), encoding="utf-8")
        pytest.skip("the table was out of date; it has been written anew, commit it")
    assert table[2] == right + "\n"


@pytest.mark.quick(3)
@pytest.mark.parametrize(("command", "printed"), CONSOLE.findall(README.read_text(encoding="utf-8")))
def test_each_command_prints_what_is_shown(command: str, printed: str) -> None:
    assert [line.rstrip() for line in run(command).splitlines()] == printed.splitlines()


@pytest.mark.parametrize(("code", "printed"), PYTHON.findall(README.read_text(encoding="utf-8")))
def test_python_prints_what_is_shown(code: str, printed: str) -> None:
    assert run([sys.executable, "-W", "ignore", "-c", code]) == printed


def test_every_command_is_in_the_readme() -> None:
    commands = re.findall(r"^  (\w+)  ", run("evalsql --help").partition("Commands:")[2], re.MULTILINE)
    assert commands
    text = README.read_text(encoding="utf-8")
    assert all(f"`evalsql {command} " in text for command in commands)


def test_ci_runs_the_test_command_of_the_readme() -> None:
    setup = re.findall(r"```sh\n(.*?)\n```", README.read_text(encoding="utf-8"))
    assert len(setup) == 2
    assert setup[1] in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_the_main_job_of_the_readme_is_the_first_command_shown() -> None:
    text = README.read_text(encoding="utf-8")
    setup = re.findall(r"```sh\n(.*?)\n```", text)
    assert setup[0].endswith("/" + CONSOLE.findall(text)[0][0])
