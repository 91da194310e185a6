"""Runs are added to databases of files, linked or not, while others read them or add to them."""

import os
from pathlib import Path

import pytest
from built import CURVES, MEASURES, but_evaluations, contents, open_to_read
from other_programs import ask, opened

from evalsql import InputError, add_to_database, build_database
from evalsql.database import build as building


@pytest.fixture(autouse=True)
def at_noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "43200")


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"link": True},
        {"population": "intersection", "depth": 7, "queries": ["131", "135", "140"], "convention": "ndeval"},
    ],
    ids=lambda options: "-".join(options) or "as by default",
)
def test_runs_that_are_added_are_as_if_they_had_been_there(
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


def test_a_reader_keeps_what_it_has_open(two_runs: Path, files: dict[str, Path]) -> None:
    counted = "select count(*) from run_summary"
    with opened(two_runs, "read") as reader:
        assert ask(reader, counted) == "[(2,)]"
        add_to_database(two_runs, files["inner"])
        assert ask(reader, counted) == "[(2,)]"
        with open_to_read(two_runs) as connection:
            assert connection.execute(counted).fetchall() == [(4,)]
        build_database(two_runs, files["inner"], files["qrels"], "P@5", force=True)
        assert ask(reader, counted) == "[(2,)]"


def test_what_another_process_adds_meanwhile_is_not_lost(
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
