"""What commands print, as shown.md has it; and what a comparison in JSON lacks if queries have clusters."""

import json
from pathlib import Path

import pages
import pytest
from in_process import output
from tiny import put_collection

PAGE = "tests/cli/shown.md"


@pytest.mark.parametrize("part", pages.parts(PAGE))
def test_commands_print_what_is_shown(part: str, tmp_path: Path) -> None:
    assert pages.check(PAGE, put_collection(tmp_path), pages.parts(PAGE)[part]) > 10


def test_what_knows_no_clusters_is_not_shown_of_them(tmp_path: Path) -> None:
    folder = put_collection(tmp_path)
    asked = ("compare", folder / "three.csv", "-m", "AP", "--format", "json")
    plain, clustered = (json.loads(output(*asked, *more)) for more in ((), ("--clusters", folder / "halves.csv")))
    assert [each["test"] for each in plain["all_runs"]] == ["anova", "friedman"]
    assert [*plain["margins"]] == ["AP"]
    assert (clustered["all_runs"], clustered["margins"]) == ([], {})
    assert clustered["about"] == "over 8 queries; 2 clusters of queries"
