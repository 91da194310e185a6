"""Ctrl-C gets out of every public function as KeyboardInterrupt, and what was in use can be used again."""

import inspect
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest
from tiny import FILES, QRELS, QRELS_FILE, RUNS

import evalsql
from evalsql import Evaluation, Measure, interrupts
from evalsql.scoring.values import Values

SCORES = pa.table(
    {
        "run": [run for run in "ab" for _ in range(6)],
        "query_id": [f"q{number}" for _ in "ab" for number in range(6)],
        "metric": ["AP"] * 12,
        "value": [number / 12 for number in range(12)],
    }
)


@pytest.fixture(autouse=True)
def ctrl_c() -> Iterator[None]:
    """Ctrl-C means what Python makes of it, whatever a library (Spark does) has made of it in a test before."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


class Pressed:
    """A table while whose reading Ctrl-C is pressed, and lost: as Arrow loses it while it imports pandas."""

    def __init__(self, table: pa.Table) -> None:
        self.table = table

    def read_all(self) -> pa.Table:
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        return self.table


# what is called with an input that is pressed, by the public function's name
CALLS: dict[str, Callable[[], object]] = {
    "evaluate": lambda: evalsql.evaluate(Pressed(RUNS), QRELS, "AP"),
    "curve": lambda: evalsql.curve(Pressed(RUNS), QRELS, "DCG"),
    "check": lambda: evalsql.check(Pressed(RUNS), QRELS),
    "compare": lambda: evalsql.compare(Pressed(SCORES)),
    "discriminate": lambda: evalsql.discriminate(Pressed(SCORES)),
    "correlate": lambda: evalsql.correlate(Pressed(SCORES)),
    "standardize": lambda: evalsql.standardize(Pressed(SCORES)),
    "analyse_queries": lambda: evalsql.analyse_queries(Pressed(SCORES)),
    "overlap": lambda: evalsql.overlap(Pressed(RUNS)),
    "mean_intervals": lambda: evalsql.mean_intervals(Pressed(RUNS), QRELS, "AP"),
    "sweep": lambda: evalsql.sweep(Pressed(RUNS), QRELS, "RBP", "p=0.5,0.8"),
    "describe": lambda: evalsql.describe(Pressed(QRELS)),
    "ideal": lambda: evalsql.ideal(Pressed(QRELS)),
    "pool": lambda: evalsql.pool(Pressed(RUNS), QRELS, "AP"),
    "explain": lambda: evalsql.explain(Pressed(RUNS), QRELS, "AP", "q1"),
    "reconcile": lambda: evalsql.reconcile("0.5", Pressed(RUNS), QRELS, "AP"),
}


@pytest.mark.parametrize("name", CALLS)
def long_an_interrupt_that_is_lost_on_the_way_stops_a_function(name):
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        CALLS[name]()
    assert signal.getsignal(signal.SIGINT) is before
    assert not interrupts.asked


def test_every_public_function_that_works_on_data_can_be_stopped():
    public = {name: getattr(evalsql, name) for name in evalsql.__all__}
    works = {name for name, each in public.items() if inspect.isfunction(each)} - {"curves", "metrics", "parse_measure"}
    assert works >= CALLS.keys()
    assert {name for name in works if hasattr(public[name], "__wrapped__")} == works


@pytest.fixture
def pressing() -> duckdb.DuckDBPyConnection:
    """A connection with a function that presses Ctrl-C in the middle of a query, where `armed` holds something."""
    connection = duckdb.connect()
    connection.register("given", RUNS)

    def press(values: pa.Array) -> pa.Array:
        if armed:
            armed.clear()
            signal.raise_signal(signal.SIGINT)
        return values

    armed = [True]
    connection.create_function("press", press, ["DOUBLE"], "DOUBLE", type="arrow")
    connection.execute("create table runs as select * exclude (rank) from given")
    connection.execute("create view pressed as select * replace (press(score) as score) from runs")
    yield connection
    connection.remove_function("press")


def test_an_interrupt_in_a_query_is_no_error_and_the_connection_goes_on(pressing):
    with pytest.raises(KeyboardInterrupt):  # which no `except Exception` of a loop catches
        evalsql.evaluate("pressed", QRELS_FILE, "NumRelRet", connection=pressing)
    pressing.execute("create table mine as select 1 as a")
    found = Evaluation("pressed", QRELS_FILE, connection=pressing).leaderboard("NumRelRet")
    assert found.fetchall() == [("good", 16), ("poor", 14)]


def test_an_evaluation_that_was_interrupted_goes_on(monkeypatch):
    evaluation = Evaluation(list(FILES[:2]), QRELS_FILE)
    put = Values.put

    def pressed(self: Values, measure: Measure) -> None:
        put(self, measure)
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            raise RuntimeError("Query interrupted") from None  # as DuckDB says it

    monkeypatch.setattr(Values, "put", pressed)
    with pytest.raises(KeyboardInterrupt):
        evaluation.score("NumRelRet")
    monkeypatch.undo()
    assert evaluation.leaderboard("NumRelRet").fetchall() == [("good", 16), ("poor", 14)]


def test_an_error_that_looks_like_an_interrupt_stays_an_error(monkeypatch):
    def failing(*_: object) -> None:
        raise RuntimeError("Query interrupted")

    evaluation = Evaluation(list(FILES[:2]), QRELS_FILE)
    monkeypatch.setattr(Values, "put", failing)
    with pytest.raises(RuntimeError, match="Query interrupted"):
        evaluation.score("NumRelRet")


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_the_users_own_handler_of_interrupts_is_called_and_kept():
    heard = []
    before = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    try:
        evalsql.evaluate(Pressed(RUNS), QRELS, "AP")
        assert heard == [signal.SIGINT]
        signal.raise_signal(signal.SIGINT)
        assert len(heard) == 2
    finally:
        signal.signal(signal.SIGINT, before)


PRESSED = """
import signal
from contextlib import suppress
from evalsql.cli import run
from evalsql.comparing import compare as comparison

def pressed(*given, **named):
    with suppress(KeyboardInterrupt):
        signal.raise_signal({signal})
    put_comparisons(*given, **named)

put_comparisons, comparison.put_comparisons = comparison.put_comparisons, pressed
run()
"""


@pytest.mark.parametrize("pressed", [signal.SIGINT, signal.SIGTERM])
def long_the_command_line_writes_nothing_after_an_interrupt_that_was_lost(pressed: signal.Signals, tmp_path: Path):
    scores = tmp_path / "scores.csv"
    scores.write_text("run,query_id,metric,value\n" + "".join(f"{run},{q},AP,.{q}\n" for run in "ab" for q in range(5)))
    written = tmp_path / "out.csv"
    written.write_text("old")
    command = tmp_path / "command.py"
    command.write_text(PRESSED.format(signal=int(pressed)))
    arguments = ["compare", str(scores), "-o", str(written)]
    done = subprocess.run([sys.executable, str(command), *arguments], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (128 + pressed, "")
    assert done.stderr == "evalsql: interrupted; nothing was written\n"
    assert written.read_text() == "old"
    assert {file.name for file in tmp_path.iterdir()} == {"scores.csv", "out.csv", "command.py"}
