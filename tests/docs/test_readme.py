"""What the README shows is what the code does, and what it counts is so."""

import re
from pathlib import Path

import duckdb
import in_process
import pages
import pytest
from built import macros_of
from places import FIXTURES, ROOT

from evalsql.catalog.listing import curves, metrics
from evalsql.comparing import choices

README = pages.read("README.md")
SETUP = re.findall(r"```sh\n(.*?)\n```", README)
NUMBERS = {"five": 5, "six": 6, "nine": 9}


def test_each_command_and_program_prints_what_is_shown(tmp_path: Path) -> None:
    assert pages.check(README, pages.folder_for(tmp_path)) >= 4


def test_the_sql_runs_as_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with macros_of("nDCG"):
        in_process.output("lib", "evalsql.duckdb")
    ((sql, _),) = pages.BLOCK.findall(README)
    with duckdb.connect() as connection:
        for name in ("runs", "qrels"):
            connection.execute(f"create table my_{name} as from '{FIXTURES}/track/{name}.parquet'")
        found = [connection.sql(each) for each in sql.split(";\n") if each]
        assert [round(mean, 4) for _, mean in found[2].fetchall()[:2]] == [0.6603, 0.6399]
        assert found[3].columns[:3] == ["metric", "run", "other"]
        assert len(found[3].fetchall()) == 11


def test_it_counts_right() -> None:
    text = " ".join(README.split())
    assert f"{len(metrics())} metrics and {len(curves())} curves" in text
    agreement = (ROOT / "docs" / "agreement.md").read_text(encoding="utf-8")
    recorded, equal = re.search(r"^\| all \|.*?\| ([\d,]+) \| ([\d,]+) \|", agreement, re.MULTILINE).groups()
    millions = [f"{int(number.replace(',', '')) / 1e6:.2f} million" for number in (recorded, equal)]
    assert f"Of {millions[0]} recorded values of eight tools {millions[1]} are equal" in text
    found = re.search(r"(\w+) significance tests, (\w+) corrections, (\w+) intervals", text)
    assert found is not None
    names = [choices.names("significance", "pairs"), choices.names("corrections"), choices.names("intervals")]
    assert [NUMBERS[each.lower()] for each in found.groups()] == [len(each) for each in names]


def test_ci_runs_the_test_command_of_the_readme() -> None:
    assert len(SETUP) == 2
    assert SETUP[1] in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_the_main_job_of_the_readme_is_the_first_command_shown() -> None:
    assert SETUP[0].endswith("/" + pages.SHOWN.search(README)["command"])
