"""Names from outside in what is printed: none makes a row, a column or a colour, and CSV gives each back as it is."""

import csv
import io
import json
from pathlib import Path

import pyarrow as pa
import pytest
from in_process import invoke, output
from written import put

NAMES = [
    "x\rforged",
    "x\nforged",
    "x\r\nforged",
    "a\tb",
    "\x1b[31mred",
    "a\u2028b",
    'a"b',
    "a,b",
    "=1+1",
    "[x]",
    "a|b",
    "bm25",
]


@pytest.fixture
def given(tmp_path: Path) -> tuple[str, ...]:
    """Runs that are called so, each with three queries that are called so too, and judgments."""
    rows = [(run, query, doc) for run in NAMES for query in NAMES[:3] for doc in ("d1", "d2")]
    runs, queries, docs = zip(*rows, strict=True)
    scores = [float((place * 7) % 5) for place in range(len(rows))]
    runs = put(tmp_path / "r.parquet", pa.table({"run": runs, "query_id": queries, "doc_id": docs, "score": scores}))
    judged = {"query_id": NAMES[:3], "doc_id": ["d1", "d2", "d1"], "relevance": [1, 2, 1]}
    return str(runs), "--qrels", str(put(tmp_path / "q.parquet", pa.table(judged)))


@pytest.fixture
def scores(tmp_path: Path, given: tuple[str, ...]) -> Path:
    """Their scores, by two measures that are called so."""
    file = tmp_path / "scores.json"
    output("evaluate", *given, "-m", "AP", "-m", "nDCG", "-o", file)
    rows = [
        row | {"metric": {"AP": "m\nforged", "nDCG": "n|\x1b[1m"}[row["metric"]]}
        for row in json.loads(file.read_text())
    ]
    return put(tmp_path / "scores.parquet", pa.Table.from_pylist(rows))


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


def assert_plain(printed: str) -> None:
    """Every line can be printed as it is, and none begins with the second line of a name."""
    lines = printed.split("\n")
    assert [line for line in lines if not line.isprintable() or line.strip().startswith("forged")] == []
    assert len(lines) > 3
