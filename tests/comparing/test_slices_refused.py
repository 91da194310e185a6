"""Which query, value or cut a refusal of slices names where several are unfit."""

import json
from pathlib import Path

import pytest
from in_process import refusal
from written import put

import evalsql
from evalsql.scoring.slices import borders_of


def test_the_first_query_that_is_there_twice_is_named(scores: Path, tmp_path: Path) -> None:
    text = "query_id,language\n103,de\n103,en\n102,de\n102,en\n101,de\n104,de\n104,en\n"
    said = refusal("queries", scores, "--slices", put(tmp_path / "queries.csv", text))
    assert "query 102 is there twice, with language de and en" in said


def test_broken_json_is_refused_as_attributes(scores: Path, tmp_path: Path) -> None:
    path = put(tmp_path / "queries.jsonl", '{"query_id": "101", "language": "de"}\n{"query_id": "102", "langu\n')
    assert refusal("queries", scores, "--slices", path).startswith(f"{path}, line 2: not JSON: ")


def test_the_first_value_that_cannot_be_cut_is_named(scores: Path, tmp_path: Path) -> None:
    lines = [{"query_id": query, "n": values} for query, values in (("103", ["z"]), ("102", ["f", "e", "g", "1"]))]
    path = put(tmp_path / "queries.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    assert "cuts numbers, and query 102 has e" in refusal("queries", scores, "--slices", path, "--by", "n:halves")


@pytest.mark.parametrize("cut", ["5,2", "5,5", "inf", "2,nan", "2,", "x"])
def test_borders_that_are_no_numbers_or_do_not_rise_are_refused(cut: str) -> None:
    with pytest.raises(evalsql.InputError, match=f"by n:{cut}: .* numbers that rise, such as n:5,10"):
        borders_of(f"n:{cut}", cut)
