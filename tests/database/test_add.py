"""Runs that are added to an analysis database are as if they had been there; what cannot be added to is refused."""

import os
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest
from built import CURVES, MEASURES, but_evaluations, contents, macros_of, open_to_read
from other_programs import ask, opened
from written import put

from evalsql import InputError, add_to_database, build_database
from evalsql.database import build as building
from evalsql.database import writing
from evalsql.database.upgrade import upgrade_database

NEVER_THE_SAME = {"evalsql_sources"}  # one file of runs here, and two there
RUNS = {"a": {"q1": {"d1": 2, "d2": 1}}, "b": {query: {"d2": 2, "d1": 1} for query in ("q1", "q2", "q3")}}
QRELS = pa.table({"query_id": ["q1", "q1", "q2", "q3"], "doc_id": ["d1", "d2", "d1", "d2"], "relevance": [1, 0, 2, 1]})


@pytest.fixture(autouse=True)
def at_noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "43200")


def queries(slices: str, **options: object) -> dict[str, object]:
    """Options of slices of the queries."""
    ids = ["q1", "q2", "q3"]
    table = pa.table({"query_id": ids, "lang": ["de", "de", "en"], "size": [1, 2, 3], "text": ["x", None, "z"]})
    return {"slices": table, "by": slices, **options}


OF_SUBTOPICS = QRELS.append_column("subtopic", [["s", "t", "s", "s"]])  # t has no relevant document
WEIGHTS = pa.table({"query_id": ["q1", "q2", "q3"], "subtopic": ["s"] * 3, "weight": [2.0, 1, 1]})
COSTS = pa.table({"doc_id": ["d1"], "cost": [2.0]})
DECIDED = {
    "population and slices": queries("lang,size:halves", population="intersection", curves=["nDCG@2", "IPrec"]),
    "depth, ties, costs and slices of a width": queries("lang,size:2.5", depth=1, ties="best", costs=COSTS),
    "subtopics, weights and a convention": {
        "measures": ["alpha_nDCG@2", "AP"],
        "qrels": OF_SUBTOPICS,
        "weights": WEIGHTS,
        "population": "intersection",
        "convention": "trec_eval-10",
    },
}


@pytest.mark.parametrize("options", DECIDED.values(), ids=DECIDED)
def long_what_is_built_and_added_to_is_what_is_built_at_once(
    options: dict[str, object], tmp_path: Path, no_macros: None
) -> None:
    given = {"qrels": QRELS, "measures": ["AP"], "curves": [], "storage_version": "v1.3.0", **options}
    unjudged = {run: {**of_run, "elsewhere": {"d1": 1}} for run, of_run in RUNS.items()}
    runs = RUNS if "convention" in options else unjudged
    whole, parts = (tmp_path / f"{name}.duckdb" for name in ("whole", "parts"))
    build_database(whole, runs, **given)
    build_database(parts, {"a": runs["a"]}, **given)
    add_to_database(parts, {"b": runs["b"]})
    one, other = (but_evaluations(contents(path)) for path in (whole, parts))
    assert one.keys() == other.keys()
    for tables in (one, other):  # but for how many runs a warning was about
        tables["evalsql_meta"] = [row for row in tables["evalsql_meta"] if row[0] != "warnings"]
    for name in one.keys() - NEVER_THE_SAME:
        assert other[name] == one[name], name
    with open_to_read(parts) as connection:
        ((tags,),) = connection.execute("select tags from duckdb_databases() where database_name = 'parts'").fetchall()
        facts = dict(connection.execute("from internal.evalsql_meta").fetchall())
        rows = connection.execute("select run, query_id, rank from internal.judged where rank > 0 order by rowid")
        ranked = rows.fetchall()
    assert tags["storage_version"].startswith("v1.3.0")
    assert ranked == sorted(ranked)
    assert ("; 1 query without judgments left out" in facts["coverage"]) == (runs is unjudged)


def long_what_the_decisions_or_the_user_stand_against_is_not_added(tmp_path: Path, no_macros: None) -> None:
    path = tmp_path / "complete.duckdb"
    build_database(path, {"b": RUNS["b"]}, QRELS, "AP", convention="trec_eval-10")
    with pytest.raises(InputError, match="run a has no results for query q2, which trec_eval-10 refuses"):
        add_to_database(path, {"a": RUNS["a"]})
    with duckdb.connect(path) as connection:
        connection.execute("create view mine as select 42 as x")
    for change in (lambda: add_to_database(path, {"c": RUNS["b"]}), lambda: upgrade_database(path)):
        with pytest.raises(InputError, match="has mine, which evalsql did not make and would be lost; move it elsew"):
            change()


def long_a_run_that_is_there_is_not_added(two_runs: Path, files: dict[str, Path]) -> None:
    before = two_runs.read_bytes()
    with pytest.raises(InputError, match=r"eval.duckdb: has bm25 and 1 other already; nothing was added"):
        add_to_database(two_runs, files["outer"])
    assert two_runs.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "built"),
    [
        (
            "update internal.evalsql_meta set value = '0.0.1' where key = 'evalsql'",
            r"by evalsql 0\.0\.1, and this is .*",
        ),
        ("alter table run_summary rename to run", "before its tables were called as they are now"),
    ],
)
def test_a_database_of_another_version_is_not_added_to(
    change: str, built: str, two_runs: Path, files: dict[str, Path]
) -> None:
    with duckdb.connect(two_runs) as connection:
        connection.execute(change)
    with pytest.raises(InputError, match=rf"was built {built}; bring it up to date with 'evalsql build --upgrade "):
        add_to_database(two_runs, files["inner"])


def test_a_database_that_another_process_writes_to_is_left_alone(two_runs: Path, files: dict[str, Path]) -> None:
    with opened(two_runs, "write") as other:
        assert ask(other, "select count(*) from run_summary") == "[(2,)]"
        said = "eval.duckdb: another program has it open to write to it; close it there"
        with pytest.raises(InputError, match=said):
            add_to_database(two_runs, files["inner"])
        for force in (False, True):
            with pytest.raises(InputError, match=said):
                build_database(two_runs, files["inner"], files["qrels"], "P@5", force=force)


def long_nothing_is_left_where_writing_fails(
    two_runs: Path, files: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = two_runs.read_bytes()
    assert os.listdir(two_runs.parent) == ["eval.duckdb"]  # and no log

    def fail(*given: object, **options: object) -> None:
        raise RuntimeError("a macro cannot be made")

    monkeypatch.setattr(writing, "put_macros", fail)
    for attempt in (
        lambda: add_to_database(two_runs, files["inner"]),
        lambda: build_database(two_runs, files["inner"], files["qrels"], "P@5", force=True),
    ):
        with pytest.raises(RuntimeError, match="a macro cannot be made"):
            attempt()
        assert two_runs.read_bytes() == before
        assert os.listdir(two_runs.parent) == ["eval.duckdb"]


def long_columns_are_named_when_runs_are_kept_and_added_and_links_keep_no_such_choice(tmp_path: Path) -> None:
    path, qrels = tmp_path / "e.duckdb", pa.table({"query_id": ["1"], "doc_id": ["a"], "stars": [1]})
    runs = {name: pa.table({"rnk": [name], "query_id": ["1"], "doc_id": ["a"], "score": [1]}) for name in "xy"}
    chosen = {"runs.run": "rnk", "qrels.relevance": "stars"}
    files = put(tmp_path / "r.parquet", runs["x"]), put(tmp_path / "q.parquet", qrels)
    with pytest.raises(InputError, match="--link keeps no choice of columns; leave out --link or --columns"):
        build_database(path, *files, ["RR"], link=True, columns=chosen)
    assert not path.exists()
    with macros_of("RR", "paired_t"):
        build_database(path, runs["x"], qrels, ["RR"], curves=[], columns=chosen, live=True)
        add_to_database(path, runs["y"], columns={"runs.run": "rnk"})
    with open_to_read(path) as connection:
        assert connection.execute("select distinct run from scores order by run").fetchall() == [("x",), ("y",)]
        functions = "select function_name from duckdb_functions() where not internal and schema_name = 'live'"
        assert connection.execute(functions + " order by 1").fetchall() == [("reciprocal_rank",), ("rr",)]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"link": True},
        {"population": "intersection", "depth": 7, "queries": ["131", "135", "140"], "convention": "ndeval"},
    ],
    ids=lambda options: "-".join(options) or "as by default",
)
def long_runs_that_are_added_are_as_if_they_had_been_there(
    options: dict, files: dict[str, Path], tmp_path: Path, no_macros: None
) -> None:
    settings = {"measures": MEASURES, "curves": CURVES} | options
    build_database(tmp_path / "whole.duckdb", files["runs"], files["qrels"], **settings)
    build_database(tmp_path / "parts.duckdb", files["outer"], files["qrels"], **settings)
    added = add_to_database(tmp_path / "parts.duckdb", files["inner"])
    assert "queries" not in options or "queries without judgments" not in {problem.kind for problem in added}
    whole, parts = (but_evaluations(contents(tmp_path / f"{name}.duckdb")) for name in ("whole", "parts"))
    assert whole.keys() == parts.keys()
    assert len(whole["run_summary"]) == 4
    for name in whole.keys() - {"evalsql_sources"}:  # one file of runs here, and two there
        assert parts[name] == whole[name], name
    assert sum(row[4] for row in parts["evalsql_sources"]) == sum(row[4] for row in whole["evalsql_sources"])
    with open_to_read(tmp_path / "parts.duckdb") as connection:
        rows = connection.execute(
            "select run, query_id, rank from internal.judged where rank is not null order by rowid"
        ).fetchall()
    assert rows == sorted(rows)


def long_a_reader_keeps_what_it_has_open(two_runs: Path, files: dict[str, Path]) -> None:
    counted = "select count(*) from run_summary"
    with opened(two_runs, "read") as reader:
        assert ask(reader, counted) == "[(2,)]"
        add_to_database(two_runs, files["inner"])
        assert ask(reader, counted) == "[(2,)]"
        with open_to_read(two_runs) as connection:
            assert connection.execute(counted).fetchall() == [(4,)]
        build_database(two_runs, files["inner"], files["qrels"], "P@5", force=True)
        assert ask(reader, counted) == "[(2,)]"


def long_what_another_process_adds_meanwhile_is_not_lost(
    two_runs: Path, files: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare, run = building.put_relations, tmp_path / "meanwhile.run"
    run.write_text("131 Q0 D1 1 1 meanwhile\n")

    def slowly(*given: object, **options: object) -> None:
        monkeypatch.setattr(building, "put_relations", compare)
        add_to_database(two_runs, run)
        compare(*given, **options)

    monkeypatch.setattr(building, "put_relations", slowly)
    with pytest.raises(InputError, match=r"eval.duckdb: another program replaced it while runs were added to it"):
        add_to_database(two_runs, files["inner"])
    assert len(contents(two_runs)["run_summary"]) == 3
    add_to_database(two_runs, files["inner"])
    assert len(contents(two_runs)["run_summary"]) == 5
    assert sorted(os.listdir(two_runs.parent)) == ["eval.duckdb", "meanwhile.run"]
