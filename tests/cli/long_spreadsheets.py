"""--spreadsheet puts a mark before texts that a spreadsheet would run, in every command that gives CSV."""

import csv
import io
from pathlib import Path

import hostile
import pytest
from command import evalsql, output
from hostile import rankings
from tiny import TINY
from written import put

from evalsql.outputs.spreadsheets import STARTS

NAMES = sorted([f"{start}{word}" for start in STARTS for word in ("SUM(A1)", "2+3")] + ["plain", "a=1", "'=1"])

INPUTS = ("runs.parquet", "--qrels", "qrels.parquet")

SMALL = (str(TINY / "good.run"), "--qrels", str(TINY / "qrels.txt"))

COMMANDS = {
    "evaluate": (*INPUTS, "-m", "AP", "--per-query"),
    "evaluate --slices": (*INPUTS, "-m", "AP", "--slices", "queries.parquet"),
    "curve": (*INPUTS, "-m", "nDCG", "--depth", "2"),
    "ideal": ("nuggets.parquet", "--depth", "2", "--per-query"),
    "gate": ("one.parquet", "--baseline", "one.parquet", *INPUTS[1:], "-m", "AP", "--margin", "0.1"),
    "compare": (*INPUTS, "-m", "AP", "--test", "sign"),
    "discriminate": (*INPUTS, "-m", "AP RR", "--method", "levels", "--test", "sign"),
    "correlate": (*INPUTS, "-m", "AP RR"),
    "standardise": (*INPUTS, "-m", "AP"),
    "sweep": (*INPUTS, "-m", "RBP", "--over", "p=0.5,0.8"),
    "ties": (*INPUTS, "-m", "AP"),
    "explain": ("AP", "one.parquet", *INPUTS[1:], "--query", NAMES[0]),
    "reconcile": ("0.5", "one.parquet", *INPUTS[1:], "-m", "AP"),
    "describe": ("qrels.parquet",),
    "pool": (*INPUTS, "-m", "AP", "--depth", "2"),
    "queries": (*INPUTS, "-m", "AP"),
    "categories": (*INPUTS, "-m", "AP", "--best", NAMES[0]),
    "log": ("history.duckdb",),
}

UNWRITTEN = {"log", "evaluate --slices"}  # where -o writes other rows, or none

NAMED = {"evaluate", "explain", "compare", "queries"}  # whose rows have such names in them


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Inputs in which everything is called so."""
    folder = tmp_path_factory.mktemp("spreadsheets")
    runs, qrels = rankings(NAMES)
    put(folder / "runs.parquet", runs), put(folder / "qrels.parquet", qrels)
    put(folder / "one.parquet", runs.filter([run == NAMES[0] for run in runs["run"].to_pylist()]))
    queries = sorted(set(qrels["query_id"].to_pylist()))
    put(folder / "queries.parquet", hostile.pa.table({"query_id": queries, "=kind": [NAMES[0] for _ in queries]}))
    subtopics = {"query_id": NAMES[:3] * 2, "subtopic": NAMES[:6], "doc_id": NAMES[2:8], "relevance": [1] * 6}
    put(folder / "nuggets.parquet", hostile.pa.table(subtopics))
    output("evaluate", *SMALL, "-m", "AP", "-o", "history.duckdb", "--append", "--label", "=1+1", cwd=folder)
    return folder


def cells(text: str, delimiter: str = ",") -> list[list[str]]:
    """CSV as a spreadsheet opens it."""
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))


def is_number(cell: str) -> bool:
    """Whether a cell is a number; none of the names is."""
    try:
        float(cell)
    except ValueError:
        return False
    return True


def safe(rows: list[list[str]]) -> list[list[str]]:
    """The cells that are expected: all but numbers behind a mark where they begin so."""
    return [["'" + each if each.startswith(STARTS) and not is_number(each) else each for each in row] for row in rows]


def assert_marked(folder: Path, name: str) -> None:
    words = [name.split()[0], *COMMANDS[name], "--format", "csv"]
    files = [] if name in UNWRITTEN else ["w.csv"]
    found = []
    for asked in ([], ["--spreadsheet"]):
        done = evalsql(*words, *asked, *(each for file in files for each in ("-o", file)), cwd=folder)
        assert done.returncode in (0, 1), done.stderr.decode()
        texts = [done.stdout.decode(), *(Path(folder, file).read_bytes().decode() for file in files)]
        found.append([cells(text) for text in texts])
    plain, marked = found
    assert marked == [safe(rows) for rows in plain]
    assert all(len(rows) > 1 for rows in plain)
    assert name not in NAMED or marked != plain


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in ("evaluate", "compare")])
def test_csv_of_every_command_has_marks_where_it_is_asked_to(folder: Path, name: str) -> None:
    assert_marked(folder, name)
