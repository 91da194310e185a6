"""--spreadsheet puts a mark before texts that a spreadsheet would run, in every command that gives CSV."""

import csv
import io
import re
from pathlib import Path

import duckdb
import hostile
import pytest
import typer
from command import evalsql, output, refusal
from hostile import rankings
from in_process import own_commands
from tiny import TINY
from written import put

from evalsql import cli
from evalsql.outputs.spreadsheets import STARTS, for_spreadsheets
from evalsql.outputs.writers import write

NAMES = sorted([f"{start}{word}" for start in STARTS for word in ("SUM(A1)", "2+3")] + ["plain", "a=1", "'=1"])
INPUTS = ("runs.parquet", "--qrels", "qrels.parquet")
SMALL = (str(TINY / "good.run"), "--qrels", str(TINY / "qrels.txt"))
COMMANDS = {
    "evaluate": (*INPUTS, "-m", "AP", "--per-query"),
    "evaluate --slices": (*INPUTS, "-m", "AP", "--slices", "queries.parquet"),
    "curve": (*INPUTS, "-m", "nDCG", "--depth", "2"),
    "ideal": ("nuggets.parquet", "--depth", "2", "--per-query"),
    "gate": ("one.parquet", "--baseline", "other.parquet", *INPUTS[1:], "-m", "AP", "--margin", "0.9"),
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

WIDE = "\uff1d1"
UNWRITTEN = {"log", "evaluate --slices"}  # where -o writes other rows, or none
NAMED = {"evaluate", "explain", "compare", "queries"}  # whose rows have such names in them


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Inputs in which everything is called so."""
    folder = tmp_path_factory.mktemp("spreadsheets")
    runs, qrels = rankings(NAMES)
    put(folder / "runs.parquet", runs), put(folder / "qrels.parquet", qrels)
    for file, name in (("one.parquet", NAMES[0]), ("other.parquet", NAMES[3])):
        put(folder / file, runs.filter([run == name for run in runs["run"].to_pylist()]))
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


def test_each_command_that_prints_csv_is_looked_at() -> None:
    with own_commands():
        cli.add_commands([])
        found = dict(typer.main.get_command(cli.app).commands)
    offered = {name for name, command in found.items() if "spreadsheet" in [each.name for each in command.params]}
    assert offered == {name.split()[0] for name in COMMANDS} | {"convert"}
    helps = {
        name: command.get_help(command.make_context(name, [], resilient_parsing=True))
        for name, command in found.items()
    }
    assert offered == {name for name, text in helps.items() if re.search(r"--format\s+[<\[][^>\]]*\bcsv\b", text)} | {
        "convert"
    }


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


@pytest.mark.parametrize("name", ["evaluate", "compare"])
def long_csv_that_is_printed_or_written_has_marks_where_it_is_asked_to(folder: Path, name: str) -> None:
    assert_marked(folder, name)


@pytest.mark.parametrize(("suffix", "delimiter"), [(".csv", ","), (".tsv", "\t")])
def test_convert_writes_marks_where_it_is_asked_to(folder: Path, suffix: str, delimiter: str) -> None:
    found = []
    for name, *asked in (["plain"], ["marked", "--spreadsheet"]):
        output("convert", "runs.parquet", name + suffix, *asked, cwd=folder)
        found.append(cells(Path(folder, name + suffix).read_bytes().decode(), delimiter))
    plain, marked = found
    assert marked == safe(plain) != plain


def test_numbers_keep_their_signs_and_names_of_columns_do_not(tmp_path: Path) -> None:
    select = f"""
        select -1.5 as number, -2 as "=whole", '-1' as text, '{WIDE}' as wide, 'a' as plain, '' as nothing,
            null as "-absent", '@x'::enum ('@x') as one_of
    """
    with duckdb.connect() as connection, for_spreadsheets():
        write(connection, select, tmp_path / "a.csv")
        write(connection, select, tmp_path / "a.parquet")
        kept = connection.sql(f"from '{tmp_path}/a.parquet'")
        assert kept.columns[1] == "=whole"
        assert kept.fetchall()[0][2:4] == ("-1", WIDE)
    header, row = cells((tmp_path / "a.csv").read_text(encoding="utf-8"))
    assert header == ["number", "'=whole", "text", "wide", "plain", "nothing", "'-absent", "one_of"]
    assert row == ["-1.5", "-2", "'-1", "'" + WIDE, "a", "", "", "'@x"]


def long_marks_are_for_the_one_command(folder: Path) -> None:
    words = ("describe", "qrels.parquet", "--format", "csv")
    before = output(*words, cwd=folder)
    output(*words, "--spreadsheet", cwd=folder)
    assert output(*words, cwd=folder) == before


def test_the_option_is_refused_where_there_is_no_csv(tmp_path: Path) -> None:
    said = refusal("evaluate", *SMALL, "-m", "AP", "--spreadsheet", "-o", "a.parquet", cwd=tmp_path)
    assert said == (
        "evalsql: --spreadsheet is for CSV and TSV, which nothing asks for; say --format csv, -o FILE.csv or .tsv\n"
    )
    said = refusal("convert", SMALL[0], "a.parquet", "--spreadsheet", cwd=tmp_path)
    assert said == "evalsql: --spreadsheet is for CSV and TSV, which nothing asks for; say a file .csv or .tsv\n"


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in ("evaluate", "compare")])
def long_csv_of_every_command_has_marks_where_it_is_asked_to(folder: Path, name: str) -> None:
    assert_marked(folder, name)
