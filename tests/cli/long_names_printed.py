"""Names from outside in what is printed: none makes a row, a column or a colour, and CSV gives each back as it is."""

import csv
import io
from pathlib import Path

import pytest
from in_process import invoke
from test_names_printed import NAMES, assert_plain, given, scores  # noqa: F401


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
