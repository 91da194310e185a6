"""Tables of every command call a measure as it was asked for; files, CSV and JSON have its full name."""

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
        ("compare", (*GIVEN, *ASKED, "--baseline", "bm25"), "alpha_nDCG@3: runs compared with bm25"),
        ("correlate", (*GIVEN, *ASKED, "-m", "P@5"), "alpha_nDCG@3  "),
        ("categories", (*GIVEN, *ASKED, "--best", "bm25"), "alpha_nDCG@3  runs"),
    ],
)
def test_a_convention_is_said_below_and_not_in_names(command: str, arguments: tuple, shown: str) -> None:
    printed = output(command, *arguments)
    assert shown in printed
    plain = printed.replace("\\", "").replace("&#95;", "_").replace("; by", "\nBy")
    assert FULL not in plain
    assert SAID in plain


@pytest.mark.filterwarnings("ignore:.*have no results")
def test_a_measure_that_is_not_as_the_convention_has_it_keeps_its_full_name() -> None:
    printed = output("correlate", *GIVEN, *ASKED, "-m", "alpha_nDCG(cap='yes')@3")
    assert f"{FULL}@3" in printed
    assert "cap='no' for" not in printed
