"""Files and folders may have any name, and one that exists is not taken for a pattern."""

import pytest
from tiny import GOOD, POOR, expected, scores
from written import ALL_FORMATS, put

HARD_NAMES = [
    "a b",
    "it's",
    'a"b',
    "a[1]",
    "a*",
    "a?",
    "a{1,2}",
    "a::b",
    "a;b",
    "a$b",
    "a%20b",
    "été",
    "-a",
    "a\\b",
    "#a",
    "a=1",
]


@pytest.mark.quick(5)
@pytest.mark.parametrize("file", HARD_NAMES)
@pytest.mark.parametrize("name", ALL_FORMATS)
def test_a_file_may_have_any_name(tmp_path, name, file):
    found = scores(put(tmp_path / f"{file}.{name}", ALL_FORMATS[name](GOOD.drop(["run"]) if name != "trec" else GOOD)))
    assert [("good", *row[1:]) for row in found] == [row for row in expected() if row[0] == "good"]
    assert {row[0] for row in found} == {file}


@pytest.mark.quick(5)
@pytest.mark.parametrize("file", HARD_NAMES)
@pytest.mark.parametrize("name", ["trec", "parquet"])
def test_a_folder_may_have_any_name(tmp_path, name, file):
    (
        put(tmp_path / file / f"good.{name}", ALL_FORMATS[name](GOOD)),
        put(tmp_path / file / f"poor.{name}", ALL_FORMATS[name](POOR)),
    )
    assert scores(tmp_path / file) == expected()


@pytest.mark.quick(5)
@pytest.mark.parametrize(("file", "other"), [("a[1]", "a1"), ("a*", "ab"), ("a?", "ac")])
@pytest.mark.parametrize("name", ALL_FORMATS)
def test_the_name_of_a_file_that_exists_is_no_pattern(tmp_path, name, file, other):
    put(tmp_path / f"{other}.{name}", ALL_FORMATS[name](POOR))
    given = put(tmp_path / f"{file}.{name}", ALL_FORMATS[name](GOOD))
    found = scores(given)
    assert [("good", *row[1:]) for row in found] == [row for row in expected() if row[0] == "good"]


@pytest.mark.parametrize("name", ALL_FORMATS)
def test_files_that_a_pattern_finds_are_no_patterns_themselves(tmp_path, name):
    put(tmp_path / f"a1.{name}", ALL_FORMATS[name](POOR)), put(tmp_path / f"a[1].{name}", ALL_FORMATS[name](GOOD))
    found = scores(f"{tmp_path}/a*.{name}")
    assert [row[1:] for row in found if row[0] in ("good", "a[1]")] == [
        row[1:] for row in expected() if row[0] == "good"
    ]
    assert [row[1:] for row in found if row[0] in ("poor", "a1")] == [row[1:] for row in expected() if row[0] == "poor"]
