"""What tables call runs, measures and suites."""

import csv
import io
import json
from pathlib import Path

import command
import duckdb
import pytest
import suites
from command import evalsql as command
from in_process import invoke, output
from places import FIXTURES
from test_printed import NAMES, assert_plain, given, scores  # noqa: F401

import evalsql


def names_in(text: str, column: str, delimiter: str = ",") -> set[str]:
    return {row[column] for row in csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter)}


@pytest.mark.parametrize("suffix", [".csv", ".tsv"])
def test_csv_gives_every_name_back(tmp_path: Path, given: tuple[str, ...], suffix: str) -> None:
    written = tmp_path / f"scores{suffix}"
    done = invoke("evaluate", *given, "-m", "AP", "--per-query", "--format", "csv", "-o", written)
    for text in (done.stdout_bytes.decode(), written.read_bytes().decode()):
        delimiter = "\t" if suffix == ".tsv" and text.startswith("run\t") else ","
        assert names_in(text, "run", delimiter) == set(NAMES)
        assert names_in(text, "query_id", delimiter) == set(NAMES[:3])
    assert names_in(invoke("evaluate", *given, "--format", "csv").stdout_bytes.decode(), "run") == set(NAMES)
    compared = invoke("compare", *given, "-m", "AP", "--format", "csv", "--test", "sign").stdout_bytes.decode()
    assert names_in(compared, "run") | names_in(compared, "other") == set(NAMES)


@pytest.mark.parametrize(
    "arguments",
    [
        ("compare", "-m", "AP", "--test", "sign"),
        ("compare", "-m", "AP", "--test", "sign", "--baseline", "x\nforged"),
        ("curve", "-m", "P", "--depth", "2"),
        ("curve", "-m", "P", "--depth", "2", "--reach", "0.5", "--baseline", "\x1b[31mred"),
        ("sweep", "-m", "RBP", "--over", "p=0.5,0.8"),
        ("pool", "--depth", "1", "-m", "AP"),
        ("categories", "-m", "AP", "--best", "x\nforged"),
        ("standardise", "-m", "AP"),
        ("discriminate", "-m", "AP", "--method", "levels", "--test", "sign"),
    ],
    ids=" ".join,
)
def test_a_name_makes_no_row_of_a_table_too(given: tuple[str, ...], arguments: tuple[str, ...]) -> None:
    done = invoke(arguments[0], *(given[:1] if "--documents" in arguments else given), *arguments[1:])
    assert done.exception is None
    assert_plain(done.stdout_bytes.decode())


@pytest.mark.parametrize(
    "name",
    [
        "categories",
        "standardise",
        "correlate",
    ],
)
def test_a_measure_of_a_table_of_scores_makes_no_row_too(scores: Path, name: str) -> None:
    done = invoke(name, scores, *(("--best", "bm25") if name == "categories" else ()))
    assert done.exception is None
    assert "m\\nforged" in done.stdout
    assert_plain(done.stdout_bytes.decode())


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


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A suite of five collections; one run lacks one of them."""
    return suites.put_suite(tmp_path_factory.mktemp("suites") / "suite")


@pytest.mark.filterwarnings("ignore::evalsql.InputWarning")
def test_the_command_is_the_function(folder: Path, tmp_path: Path) -> None:
    found = evalsql.suite(folder, ["nDCG@10", "AP"])
    scores = tmp_path / "scores.parquet"
    printed = json.loads(
        command.output("evaluate", "--suite", folder, "-m", "nDCG@10", "-m", "AP", "--format", "json", "-o", scores)
    )
    assert printed == {name: each.to_arrow_table().to_pylist() for name, each in found.items()}
    assert duckdb.sql(f"from '{scores}'").fetchall() == found["scores"].fetchall()
    rows = list(csv.reader(io.StringIO(command.output("evaluate", "--suite", folder, "-m", "AP", "--format", "csv"))))
    assert rows[0] == found["leaderboard"].columns
    assert [row[1] for row in rows[1:]] == [row[1] for row in found["leaderboard"].fetchall() if row[0] == "AP"]


def test_a_table_fits_80_columns_and_says_what_is_missing(folder: Path) -> None:
    done = command("evaluate", "--suite", folder, "-m", "nDCG@10", "-m", "AP", "--top", "3", "--decimals", "2")
    lines = done.stdout.decode().splitlines()
    tables = [line for line in lines if not line.startswith(("Friedman", "splade:"))]
    assert max(map(len, tables)) <= 80
    assert lines[1].split() == ["splade+ce", "0.59", "0.65", "0.62", "0.77", "0.67", "0.66", "1"]
    assert lines[4] == "... 2 more runs; --top 5 shows all"
    assert sum(line.startswith("Friedman's test over 5 collections: chi2 = ") for line in lines) == 2
    assert lines.count("splade: no scores in touche; not averaged, not ranked.") == 2
    assert lines[-1] == "Means over 5 collections with 50 judged queries."
    assert b"warning: run splade has no scores in touche; it has no mean over collections and no rank" in done.stderr


def test_options_hold_for_all_collections(folder: Path) -> None:
    listed = folder.parent / "listed.csv"
    duckdb.sql(f"select distinct doc_id from '{suites.TRACK / 'qrels.parquet'}'").write_csv(str(listed))
    said = command.output("evaluate", "--suite", folder, "-m", "P@10", "--candidates", listed, "--per-query", "--quiet")
    assert said.splitlines()[0].split() == ["dataset", "run", "query_id", "measure", "value"]
    assert sum(line.startswith(suites.NAMES) for line in said.splitlines()) == 24 * 10
    assert "documents that do not count dropped." in said
