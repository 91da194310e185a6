"""What commands print, as shown.md has it; and what a comparison in JSON lacks if queries have clusters."""

import json
import shutil
from pathlib import Path

import pages
import pytest
from in_process import output
from places import FIXTURES
from written import put

PAGE = "tests/cli/shown.md"
PARTS = dict(part.split("\n", 1) for part in pages.read(PAGE).split("\n## ")[1:])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The tiny collection, other judgments, and scores of three runs of which the first is far ahead."""
    for each in (FIXTURES / "tiny").iterdir():
        shutil.copy(each, tmp_path)
    shutil.copy(tmp_path / "good.run", tmp_path / "again.run")
    put(tmp_path / "other.txt", ["q1 0 d01 1", "q1 0 d04 0", "q2 0 d02 2", "q9 0 d01 1"])
    put(tmp_path / "diverse.txt", ["q1 1 d01 1", "q1 2 d01 1", "q1 2 d02 1", "q2 1 d02 1"])
    put(tmp_path / "weights.csv", ["query_id,subtopic,w", "q1,1,2", "q1,2,1", "q2,1,3"])
    put(tmp_path / "halves.csv", ["query_id,half", *(f"q{n},{'one' if n < 5 else 'two'}" for n in range(1, 9))])
    scores = ["good,q1,AP,0.9166666666666666", "good,q2,AP,0.83", "poor,q1,AP,0.25"]
    put(tmp_path / "recorded.csv", ["run,query_id,metric,value", *scores])
    scores = [
        line
        for run, level, step in (("a", 70, 1), ("b", 50, 2), ("c", 49, 3))
        for n in range(1, 9)
        for line in (
            f"{run},q{n},AP,{(level + n * step % 5) / 100}",
            f"{run},q{n},RR,{1 / (1 + (n * step + level) % 3)}",
        )
    ]
    put(tmp_path / "three.csv", ["run,query_id,metric,value", *scores])
    return tmp_path


@pytest.mark.parametrize("part", PARTS)
def test_commands_print_what_is_shown(part: str, folder: Path) -> None:
    assert pages.check(PAGE, folder, PARTS[part]) > 10


def test_what_knows_no_clusters_is_not_shown_of_them(folder: Path) -> None:
    asked = ("compare", folder / "three.csv", "-m", "AP", "--format", "json")
    plain, clustered = (json.loads(output(*asked, *more)) for more in ((), ("--clusters", folder / "halves.csv")))
    assert [each["test"] for each in plain["all_runs"]] == ["anova", "friedman"]
    assert [*plain["margins"]] == ["AP"]
    assert (clustered["all_runs"], clustered["margins"]) == ([], {})
    assert clustered["about"] == "over 8 queries; 2 clusters of queries"
