"""docs/how_to/agents.md, docs/how_to/dashboards.md and skills/: what they tell agents and BI tools to run, runs."""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import duckdb
import in_process
import pages
import pytest
from built import open_to_read
from places import FIXTURES, ROOT

AGENTS, DASHBOARDS = "docs/how_to/agents.md", "docs/how_to/dashboards.md"
SKILL = ROOT / "skills" / "evalsql" / "SKILL.md"
COMMANDS = re.findall(r"^ *(evalsql .*)$", SKILL.read_text(encoding="utf-8"), re.MULTILINE)
VIEW = re.compile(r"^\|[^|]*\| view `(\w+)` \|(.*)\|$", re.MULTILINE)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[duckdb.DuckDBPyConnection]:
    """The database that both pages build, open as the server opens it."""
    both = pages.read(AGENTS) + pages.read(DASHBOARDS)
    (line,) = set(re.findall(r"^evalsql build .*$", both, re.MULTILINE))
    folder = pages.folder_for(tmp_path_factory.mktemp("agents"))
    done = in_process.whole(shlex.split(line)[1:], folder)
    assert done.status == 0, done.said
    with open_to_read(folder / "eval.duckdb") as connection:
        connection.execute("set enable_external_access = false")
        yield connection


def long_every_query_of_an_agent_gives_the_result_shown(database: duckdb.DuckDBPyConnection) -> None:
    assert pages.run(database, AGENTS.removeprefix("docs/")) == 3


def long_dashboards_find_their_views_and_columns(database: duckdb.DuckDBPyConnection) -> None:
    views = VIEW.findall(pages.read(DASHBOARDS))
    assert len(views) == 5
    for view, columns in views:
        there = {name for name, *_ in database.execute(f"describe {view}").fetchall()}
        assert set(re.findall(r"`(\w+)`", columns)) <= there, view
    for query in set(re.findall(r"`(select \* from .*?)`", pages.read(DASHBOARDS))):
        assert {"run", "query_id", "value"} <= set(database.sql(query).columns)


def long_every_command_of_the_skill_works(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    for name, file in {"runs/new.run": "good.run", "runs/bm25.run": "poor.run", "qrels.txt": "qrels.txt"}.items():
        (tmp_path / name).write_bytes((FIXTURES / "tiny" / file).read_bytes())
    assert len(COMMANDS) == 7
    for line in COMMANDS:
        done = in_process.whole(shlex.split(line)[1:], tmp_path)
        assert done.status == 0, (line, done.said)
        if "--format json" in line:
            assert json.loads(done.output), line


def test_the_skill_has_the_head_that_agents_read() -> None:
    head = re.match(r"---\nname: evalsql\ndescription: >-\n((?:  .*\n)+)---\n", SKILL.read_text(encoding="utf-8"))
    assert head is not None
    assert len(head[1]) < 1024
