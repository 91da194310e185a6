"""Tables of every command call a measure as it was asked for; files, CSV and JSON have its full name."""

import json
from pathlib import Path

import duckdb
import pytest
from in_process import output
from places import FIXTURES

RUNS, QRELS = (FIXTURES / "track" / f"{name}.parquet" for name in ("runs", "subtopics"))

GIVEN = (RUNS, "--qrels", QRELS, "--convention", "ndeval", "--where", "run in ('bm25', 'dense', 'ql')")
ASKED = ("-m", "alpha_nDCG@3")
GATE = ("--run", "bm25", "--baseline", RUNS, "--baseline-run", "ql", "--margin", "0.01")

FULL, SAID = "alpha_nDCG(cap='no')", "By the conventions of ndeval: cap='no' for alpha_nDCG;"


@pytest.mark.filterwarnings("ignore:.*have no results")
@pytest.mark.parametrize(
    ("command", "arguments", "shown"),
    [
        ("compare", (*GIVEN, *ASKED, "--format", "markdown"), "| run | alpha_nDCG@3 |"),
        ("compare", (*GIVEN, *ASKED, "--format", "latex"), r"run & alpha\_nDCG@3 \\"),
        ("compare", (*GIVEN, "-m", "alpha_nDCG", "--by", "rank", "--depth", "2"), "alpha_nDCG: bm25 and dense"),
        ("curve", (*GIVEN, *ASKED, "--average"), "alpha_nDCG@3\n"),
        ("discriminate", (*GIVEN, *ASKED, "--test", "paired_t"), "alpha_nDCG@3  paired_t"),
        ("queries", (*GIVEN, *ASKED), "alpha_nDCG@3: the hardest and the easiest queries"),
        ("ties", (*GIVEN, *ASKED), "alpha_nDCG@3  dense"),
        ("pool", (*GIVEN, *ASKED, "--depths", "5"), "alpha_nDCG@3\n"),
        ("standardise", (*GIVEN, *ASKED), "alpha_nDCG@3\n"),
        ("gate", (*GIVEN[:-2], *ASKED, *GATE), "alpha_nDCG@3  verdict"),
        ("gate", (*GIVEN[:-2], *ASKED, *GATE, "--format", "markdown"), "| `alpha_nDCG@3` |"),
    ],
)
def test_a_convention_is_said_below_and_not_in_names_too(command: str, arguments: tuple, shown: str) -> None:
    printed = output(command, *arguments)
    assert shown in printed
    plain = printed.replace("\\", "").replace("&#95;", "_").replace("; by", "\nBy")
    assert FULL not in plain
    assert SAID in plain


@pytest.mark.filterwarnings("ignore:.*have no results")
def test_files_csv_and_json_have_full_names(tmp_path: Path) -> None:
    file = tmp_path / "compared.parquet"
    given = ("compare", *GIVEN, *ASKED, "--baseline", "bm25")
    output(*given, "-o", file)
    assert duckdb.sql(f"select distinct metric from '{file}'").fetchall() == [(f"{FULL}@3",)]
    assert output(*given, "--format", "csv").splitlines()[1].startswith(f"{FULL}@3,")
    told = json.loads(output(*given, "--format", "json"))
    assert told["better"] == {f"{FULL}@3": "higher"}
    assert {row["metric"] for row in told["comparisons"]} == {f"{FULL}@3"}
