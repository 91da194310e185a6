"""What is no table of queries, or cannot be cut, is refused with a sentence that names what was found first."""

import json
from pathlib import Path

import pytest
from in_process import refusal
from written import put

import evalsql
from evalsql.scoring.slices import borders_of


@pytest.mark.parametrize(
    ("text", "by", "expected"),
    [
        ("number,language\n1,de\n", (), "no column query_id"),
        ("query_id,language\n101,de\n101,en\n102,de\n", (), "query 101 appears twice, with language de and en"),
        ("query_id,language\n101,de\n101,\n102,de\n", (), "query 101 appears twice, with language de and nothing"),
        ("query_id,kind,text\n101,a,why\n101,a,who\n", (), "query 101 appears twice, with text who and why"),
        ("query_id,language\n101,de\n", "lang", "no attribute lang; it has language"),
        ("query_id,language\n1,de\n2,de\n", (), "none of its queries is scored; it has 1, and scored is 101"),
        ("query_id,n\n101,1\n102,2\n103,3\n", "n", "n has 3 values for as many queries, each of which would be"),
        ("query_id,n\n101,1\n102,2\n103,3\n", (), "no attribute has a value that several queries share"),
        ("query_id,language\n101,de\n102,en\n", "language:halves", "cuts numbers, and query 101 has de"),
        ("query_id,n\n101,1\n102,1\n", "n:5,2", "numbers that rise, such as n:5,10"),
        ("query_id,n\n101,1\n102,1\n", "n:sixths", "quintiles or deciles was expected"),
        ("query_id,n\n,1\n102,1\n", (), "query_id is null or empty in 1 of 2 rows"),
        ("query_id,n\n101,\n102,\n7,1\n", "n", "no scored query has a value of n"),
        ("query_id,n,n\n101,1,2\n102,1,2\n", "n", "has columns n and n, which are one name in DuckDB"),
        ("query_id,n\n", (), "holds no rows"),
        ("", (), "holds no rows"),
        ("query_id,a,b\n101,2,3\n102,3\n", (), "line 3: 2 columns where the header has 3"),
        ("101 0 d1 1\n101 0 d2 0\n", (), "no table of queries"),
    ],
)
def test_what_is_no_table_of_queries_gets_a_sentence(
    scores: Path, tmp_path: Path, text: str, by: str, expected: str
) -> None:
    name = "queries.csv" if "," in text else "queries.txt"
    said = refusal(
        *("queries", scores, "--slices", put(tmp_path / name, text)),
        *(["--by", by] if by else []),
    )
    assert expected in said
    assert "\n" not in said.strip()


def test_the_first_query_that_is_there_twice_is_named(scores: Path, tmp_path: Path) -> None:
    text = "query_id,language\n103,de\n103,en\n102,de\n102,en\n101,de\n104,de\n104,en\n"
    said = refusal("queries", scores, "--slices", put(tmp_path / "queries.csv", text))
    assert "query 102 appears twice, with language de and en" in said


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
