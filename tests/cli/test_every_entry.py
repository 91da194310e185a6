"""The same runs and judgments give the same bits through every entry, or are refused by each."""

import statistics
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import duckdb
import pyarrow.parquet as pq
import pytest
from built import ask, macros_of, open_to_read
from generated import SAME
from hypothesis import given, settings
from in_process import whole
from macro_calls import attach, call
from odd_collections import FORMATS, Collection, collections, runs_in, spoiled

import evalsql
from evalsql import InputError, Measure

NAMES = ("AP", "nDCG", "nDCG@2", "RR", "RBP", "NumRet", "Judged@3")
MEASURES: list[Measure] = [evalsql.parse_measure(name) for name in NAMES]
OPTIONS = [part for name in NAMES for part in ("-m", name)]
Entry = Callable[[Path, Collection], list[tuple]]


def bits(rows: list[tuple]) -> list[tuple]:
    """Rows of run, query_id, metric and value, the value to its last bit."""
    return sorted((*row, None if value is None else value.hex()) for *row, value in rows)


def by_function(_: Path, collection: Collection) -> list[tuple]:
    return evalsql.evaluate(collection.runs, collection.qrels, NAMES).fetchall()


def by_evaluation(_: Path, collection: Collection) -> list[tuple]:
    evaluation = evalsql.Evaluation(collection.runs, collection.qrels, measures=NAMES)
    return [row for name in NAMES for row in evaluation.score(name).fetchall()]


def by_command(folder: Path, collection: Collection) -> list[tuple]:
    runs, qrels = FORMATS["trec.txt"](folder, collection)
    (folder / "scores.parquet").unlink(missing_ok=True)
    done = whole(["evaluate", runs, "--qrels", qrels, *OPTIONS, "-o", "scores.parquet"], folder)
    if done.status == 2:
        raise InputError(done.said)
    assert done.status == 0, done.said
    return [tuple(row.values()) for row in pq.read_table(folder / "scores.parquet").to_pylist()]


def by_connection(_: Path, collection: Collection) -> list[tuple]:
    with duckdb.connect() as connection:
        connection.register("found", collection.runs)
        connection.register("judged", collection.qrels)
        return evalsql.evaluate("found", "judged", NAMES, connection=connection).fetchall()


def by_database(folder: Path, collection: Collection) -> list[tuple]:
    """The scores that a built database holds, and what its macros say, which are the same."""
    path = folder / "built.duckdb"
    with macros_of(*{measure.metric.name for measure in MEASURES}):
        evalsql.build_database(path, *FORMATS["rows.parquet"](folder, collection), NAMES, curves=(), force=True)
    with open_to_read(path) as connection:
        kept = ask(connection, "select run, query_id, metric, value from scores")
        said = [row for measure in MEASURES for row in ask(connection, f"from {arguments(measure)}")]
    assert bits([row[:4] for row in said]) == bits(kept)
    return kept


def arguments(measure: Measure) -> str:
    """A call of the macro of a measure over what a database keeps."""
    changed = {name: v for name, v in measure.values.items() if v != measure.metric.parameters[name].default}
    return call(measure.metric, **changed).removeprefix("e.")


@pytest.fixture(scope="module")
def entries(library: Path) -> dict[str, Entry]:
    """Each entry: what it says of a collection."""

    def by_library(_: Path, collection: Collection) -> list[tuple]:
        with attach(duckdb.connect(), library) as connection:
            connection.register("runs", collection.runs)
            connection.register("qrels", collection.qrels)
            calls = [f"e.{arguments(measure)}" for measure in MEASURES]
            calls = [text.replace("(", "(runs := 'runs', qrels := 'qrels', ", 1).replace(", )", ")") for text in calls]
            try:
                return [row[:4] for text in calls for row in connection.execute(f"from {text}").fetchall()]
            except duckdb.InvalidInputException as error:
                raise InputError(str(error)) from None

    return {
        "the function": by_function,
        "an evaluation": by_evaluation,
        "the command": by_command,
        "a connection": by_connection,
        "a database": by_database,
        "the library": by_library,
    }


@pytest.fixture(autouse=True)
def _without_warnings() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.quick(examples=3)
@pytest.mark.parametrize("examples", [3, 15])
def test_every_entry_gives_the_same_bits(tmp_path: Path, entries: dict[str, Entry], examples: int) -> None:
    @settings(SAME, max_examples=examples)
    @given(collections())
    def law(collection: Collection) -> None:
        found = {name: bits(entry(tmp_path, collection)) for name, entry in entries.items()}
        assert found["the function"]
        assert found == dict.fromkeys(found, found["the function"])
        gated(collection, found["the function"])

    law()


def gated(collection: Collection, found: list[tuple]) -> None:
    """Holds the means that a gate compares against those of the scores."""
    one, other = runs_in(collection)
    given = (collection.runs, collection.runs, collection.qrels, NAMES)
    relation: Any = evalsql.gate(*given, worst_loss=0.1, run=one, baseline_run=other)
    for row in relation.to_arrow_table().to_pylist():
        for run, column in ((one, "mean"), (other, "baseline")):
            values = [
                float.fromhex(value) for name, _, metric, value in found if (name, metric) == (run, row["metric"])
            ]
            assert row[column] == pytest.approx(statistics.fmean(values), abs=1e-14)


@pytest.mark.quick(examples=2)
@pytest.mark.parametrize("examples", [2, 30])
def test_what_one_entry_refuses_every_entry_refuses(tmp_path: Path, entries: dict[str, Entry], examples: int) -> None:
    @settings(SAME, max_examples=examples)
    @given(spoiled())
    def law(case: tuple[str, Collection]) -> None:
        for name, entry in entries.items():
            with pytest.raises(InputError):
                raise AssertionError(f"{name} takes {case[0]}: {entry(tmp_path, case[1])}")

    law()
