"""Paths and options that functions of Python take, given hostile texts: a result or a sentence, and nothing is run."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hostile
import pytest
from built import macros_of
from hostile import NAMES, assert_nothing_was_run, rankings
from hostile_given import assert_no_text_is_run, one_of, options
from written import put

import evalsql

pytestmark = pytest.mark.filterwarnings("ignore::evalsql.InputWarning")


@pytest.fixture(scope="module", autouse=True)
def few_macros() -> Iterator[None]:
    with macros_of("AP"):
        yield


@pytest.fixture(autouse=True)
def _trapped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALSQL_SECRET", hostile.SECRET)
    monkeypatch.chdir(tmp_path)
    hostile.set_traps(tmp_path)


def scored(runs: Any, qrels: Any) -> Any:
    return evalsql.evaluate(runs, qrels, "AP")


@pytest.mark.skipif(os.name == "nt", reason="no file can be called so there")
@pytest.mark.parametrize("name", [*NAMES[::5], *NAMES[12::12], "\\"])
def long_a_file_may_be_called_anything(name: str, tmp_path: Path) -> None:
    called = name.replace("/", "_").replace("*", "_").replace("?", "_").replace("[", "_")
    runs, qrels = rankings(NAMES[:3])
    folder = tmp_path / called
    put(folder / f"{called}.parquet", one_of(runs, NAMES[0]).drop_columns("run")), put(folder / "q.parquet", qrels)
    found = scored(str(folder / f"{called}.parquet"), str(folder / "q.parquet")).fetchall()
    assert {row[0] for row in found} == {called}
    if "\\" in called:  # in which DuckDB sees a slash, where it writes
        return
    evalsql.build_database(
        folder / f"{called}.duckdb", folder / f"{called}.parquet", folder / "q.parquet", "AP", curves=()
    )
    again = scored(f"{folder / called}.duckdb::runs", f"{folder / called}.duckdb::qrels").fetchall()
    assert again == found
    assert_nothing_was_run(tmp_path, str(found))


# of each fifteen one, which are other functions and options; long_hostile_entries has all
@pytest.mark.parametrize(("name", "option"), options()[::15])
def test_no_text_of_an_option_of_a_function_is_run(name: str, option: str, tmp_path: Path) -> None:
    assert_no_text_is_run(name, option, tmp_path)
