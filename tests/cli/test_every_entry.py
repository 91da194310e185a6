"""The same runs and judgments give the same bits through every entry, or are refused by each."""

import statistics
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import pyarrow.parquet as pq
import pytest
from built import ask, macros_of, open_to_read
from in_process import whole
from macro_calls import attach, call
from odd_collections import FORMATS, Collection, collection, spoiled

import evalsql
from evalsql import InputError, Measure

NAMES = ("AP", "nDCG", "nDCG@2", "RR", "RBP", "NumRet", "Judged@3")
MEASURES: list[Measure] = [evalsql.parse_measure(name) for name in NAMES]
OPTIONS = [part for name in NAMES for part in ("-m", name)]
Entry = Callable[[Path, Collection, Path], list[tuple]]  # a folder, runs and judgments, and the library


def bits(rows: list[tuple]) -> list[tuple]:
    """Rows of run, query_id, metric and value, the value to its last bit."""
    return sorted((*row, None if value is None else value.hex()) for *row, value in rows)


def by_function(_: Path, given: Collection, __: Path) -> list[tuple]:
    return evalsql.evaluate(given.runs, given.qrels, NAMES).fetchall()


def by_evaluation(_: Path, given: Collection, __: Path) -> list[tuple]:
    evaluation = evalsql.Evaluation(given.runs, given.qrels, measures=NAMES)
    return [row for name in NAMES for row in evaluation.score(name).fetchall()]


def by_command(folder: Path, given: Collection, _: Path) -> list[tuple]:
    runs, qrels = FORMATS["trec.txt"](folder, given)
    done = whole(["evaluate", runs, "--qrels", qrels, *OPTIONS, "-o", "scores.parquet"], folder)
    if done.status == 2:
        raise InputError(done.said)
    assert done.status == 0, done.said
    return [tuple(row.values()) for row in pq.read_table(folder / "scores.parquet").to_pylist()]


def by_connection(_: Path, given: Collection, __: Path) -> list[tuple]:
    with duckdb.connect() as connection:
        connection.register("found", given.runs)
        connection.register("judged", given.qrels)
        return evalsql.evaluate("found", "judged", NAMES, connection=connection).fetchall()


def by_database(folder: Path, given: Collection, _: Path) -> list[tuple]:
    """The scores that a built database holds, and what its macros say, which are the same."""
    path = folder / "built.duckdb"
    with macros_of(*{measure.metric.name for measure in MEASURES}):
        evalsql.build_database(path, *FORMATS["rows.parquet"](folder, given), NAMES, curves=(), force=True)
    with open_to_read(path) as connection:
        kept = ask(connection, "select run, query_id, metric, value from scores")
        said = [row for measure in MEASURES for row in ask(connection, f"from {arguments(measure)}")]
    assert bits([row[:4] for row in said]) == bits(kept)
    return kept


@cache
def attached(library: Path) -> duckdb.DuckDBPyConnection:
    return attach(duckdb.connect(), library)


def by_library(_: Path, given: Collection, library: Path) -> list[tuple]:
    connection = attached(library)
    connection.register("runs", given.runs)
    connection.register("qrels", given.qrels)
    calls = [f"e.{arguments(measure)}" for measure in MEASURES]
    calls = [text.replace("(", "(runs := 'runs', qrels := 'qrels', ", 1).replace(", )", ")") for text in calls]
    try:
        return [row[:4] for text in calls for row in connection.execute(f"from {text}").fetchall()]
    except duckdb.InvalidInputException as error:
        raise InputError(str(error)) from None


def arguments(measure: Measure) -> str:
    """A call of the macro of a measure over what a database keeps."""
    changed = {name: v for name, v in measure.values.items() if v != measure.metric.parameters[name].default}
    return call(measure.metric, **changed).removeprefix("e.")


ENTRIES: dict[str, Entry] = {
    "the function": by_function,
    "an evaluation": by_evaluation,
    "the command": by_command,
    "a connection": by_connection,
    "a database": by_database,
    "the library": by_library,
}


@cache
def expected() -> list[tuple]:
    """What the function says of a collection of odd ids and numbers."""
    return by_function(Path(), collection(), Path())


@pytest.fixture(autouse=True)
def _without_warnings() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("entry", [*ENTRIES][1:])
def long_every_entry_gives_the_same_bits(tmp_path: Path, library: Path, entry: str) -> None:
    assert bits(ENTRIES[entry](tmp_path, collection(), library)) == bits(expected())


def test_a_gate_compares_the_means_of_the_scores() -> None:
    given: Any = (collection().runs, collection().runs, collection().qrels, NAMES)
    rows = evalsql.gate(*given, worst_loss=0.1, run="one", baseline_run="two").to_arrow_table().to_pylist()
    assert [row["metric"] for row in rows] == list(NAMES)
    for row in rows:
        for run, column in (("one", "mean"), ("two", "baseline")):
            values = [value for name, _, metric, value in expected() if (name, metric) == (run, row["metric"])]
            assert row[column] == pytest.approx(statistics.fmean(values), abs=1e-14)


@pytest.mark.parametrize("entry", ENTRIES)
def long_what_one_entry_refuses_every_entry_refuses(tmp_path: Path, library: Path, entry: str) -> None:
    some = None if entry in ("the function", "the library") else 4  # which look by statements of their own
    for name, (_, given) in [*spoiled().items()][:some]:
        with pytest.raises(InputError):
            raise AssertionError(f"{entry} takes {name}: {ENTRIES[entry](tmp_path, given, library)}")
