"""Runs, queries and documents may be called anything: each command gives what it gives for plain names, renamed.

The plain names are in the same order, so that ties and tables are too.
"""

import csv
import io
from pathlib import Path
from typing import Any

import duckdb
import hostile
import pytest
from built import macros_of
from command import evalsql
from hostile import NAMES, PLAIN, assert_nothing_was_run, rankings, renamed, strict_json
from written import put

RUN, OTHER, QUERY = NAMES[0], NAMES[3], NAMES[2]

INPUTS = ("runs.parquet", "--qrels", "qrels.parquet")

SOME, MARGIN = ("--test", "sign"), ("--margin", "0.1")

COMMANDS = {
    "evaluate": (*INPUTS, "-m", "AP nDCG@10", "--per-query"),
    "curve": (*INPUTS, "-m", "nDCG", "--depth", "3"),
    "gate": ("runs.parquet", "--run", OTHER, "--baseline", "baseline.parquet", *INPUTS[1:], "-m", "AP", *MARGIN),
    "compare": (*INPUTS, "-m", "AP", *SOME, "--baseline", RUN),
    "discriminate": (*INPUTS, "-m", "AP RR", "--method", "levels", *SOME),
    "correlate": (*INPUTS, "-m", "AP RR"),
    "overlap": ("runs.parquet",),
    "standardize": (*INPUTS, "-m", "AP", "--reference", RUN, "--reference", OTHER),
    "sweep": (*INPUTS, "-m", "RBP", "--over", "p=0.5,0.8"),
    "ties": (*INPUTS, "-m", "AP"),
    "explain": ("AP", "baseline.parquet", *INPUTS[1:], "--query", QUERY),
    "describe": ("qrels.parquet",),
    "pool": (*INPUTS, "-m", "AP", "--depth", "2"),
    "leave-out": (*INPUTS, "-m", "AP", "--depth", "2"),
    "subsample": (*INPUTS, "-m", "AP", "--documents", "1", "--times", "3"),
    "queries": (*INPUTS, "-m", "AP"),
    "categories": (*INPUTS, "-m", "AP", "--best", RUN),
    "check": INPUTS,
    "evaluate --slices": (*INPUTS, "-m", "AP", "--slices", "queries.parquet"),
    "evaluate --queries": (
        *INPUTS,
        "-m",
        "AP",
        "--per-query",
        "--candidates",
        "qrels.parquet",
        "--queries",
        "queries.txt",
    ),
}

IN_CSV = ("evaluate", "compare", "curve", "queries", "evaluate --slices")  # which one writer writes for all
CASES = [*((name, "json") for name in COMMANDS), *((name, "csv") for name in IN_CSV)]


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The same inputs under hostile names and under plain ones, in a folder each."""
    made = {}
    for kind, names in (("hostile", NAMES), ("plain", list(PLAIN.values()))):
        folder = made[kind] = tmp_path_factory.mktemp(kind)
        hostile.set_traps(folder)
        runs, qrels = rankings(names)
        put(folder / "runs.parquet", runs), put(folder / "qrels.parquet", qrels)
        put(folder / "baseline.parquet", runs.filter([run == names[0] for run in runs["run"].to_pylist()]))
        queries = sorted(set(qrels["query_id"].to_pylist()), key=str.encode)
        broken = {each for name in NAMES if not name.isprintable() for each in (name, PLAIN[name])}
        put(folder / "queries.txt", [query for query in queries if query not in broken])  # one id per line
        attributes = {"query_id": queries, "kind": [names[place % 2] for place in range(len(queries))]}
        put(folder / "queries.parquet", hostile.pa.table(attributes))
    return made


@pytest.fixture(autouse=True)
def _secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALSQL_SECRET", hostile.SECRET)


def words(name: str, given: tuple[str, ...], kind: str) -> tuple[str, ...]:
    """A command line for hostile or plain names."""
    arguments = given if kind == "hostile" else tuple(PLAIN.get(each, each) for each in given)
    return (name.split()[0], *arguments)


def assert_same(folders: dict[str, Path], name: str, format: str) -> None:
    found: dict[str, Any] = {}
    for kind, folder in folders.items():
        done = evalsql(*words(name, COMMANDS[name], kind), "--format", format, "--quiet", cwd=folder)
        printed = done.stdout.decode()
        assert done.returncode in (0, 1), done.stderr.decode()
        assert_nothing_was_run(folder, printed, done.stderr.decode())
        found[kind] = strict_json(printed) if format == "json" else list(csv.reader(io.StringIO(printed, newline="")))
    assert len(found["plain"]) > 1 or name in ("check", "gate")
    assert renamed(found["hostile"]) == renamed(found["plain"])


@pytest.mark.parametrize(("name", "format"), CASES)
def long_every_command_gives_the_same_under_any_names(folders: dict[str, Path], name: str, format: str) -> None:
    assert_same(folders, name, format)


def long_a_database_and_its_macros_give_the_same_under_any_names(folders: dict[str, Path]) -> None:
    found: dict[str, Any] = {}
    for kind, folder in folders.items():
        asked = ("build", "e.duckdb", *INPUTS, "-m", "AP", "--slices", "queries.parquet", "--quiet")
        with macros_of("AP", "nDCG"):
            done = evalsql(*asked, cwd=folder)
        assert done.returncode == 0, done.stderr.decode()
        names = list(PLAIN.values()) if kind == "plain" else NAMES
        with duckdb.connect(folder / "e.duckdb", read_only=True) as connection:
            tables = "select table_name from duckdb_tables() where schema_name = 'main' union all select view_name from"
            tables += " duckdb_views() where not internal and schema_name = 'main' order by all"
            found[kind] = {
                name: connection.execute(f'from "{name}" order by all').fetchall()
                for (name,) in connection.execute(tables).fetchall()
                if name not in ("evaluations", "evalsql_meta", "evalsql_sources", "history")
            }
            called = "from paired_t(scores := 'scores', baseline := ?) order by all"
            found[kind]["macro"] = connection.execute(called, [names[0]]).fetchall()
            found[kind]["ndcg"] = connection.execute("from ndcg(k := 3) order by all").fetchall()
        assert_nothing_was_run(folder, *map(str, found.values()))
    assert renamed(found["hostile"]) == renamed(found["plain"])
    assert found["plain"]["macro"]
    assert found["plain"]["ndcg"]


def long_the_plain_names_are_in_the_order_of_the_others() -> None:
    assert sorted(PLAIN, key=str.encode) == sorted(PLAIN, key=lambda name: PLAIN[name])
