"""The entries of evalsql: each takes a kind of bad input, and says what it did with it."""

import contextlib
import json
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

import command
import duckdb
import in_process
import pyarrow.parquet as pq
import typer

import evalsql
from bad_input.kind import Kind
from evalsql import InputError, InputWarning, cli

Did = Literal["refused", "warned", "right", "broke"]
INPUTS = ("runs", "qrels")
SHORT = {"qrels": "-q"}


@dataclass(frozen=True)
class Outcome:
    """What an entry did.

    Attributes:
        entry: its name.
        did: whether it refused, gave a result with warnings or without, or broke, which nothing may.
        said: the sentence of a refusal, or the warnings, or what it broke with.
        values: the scores by query and measure, where it gives scores.
        verdicts: the rules of a gate and what came of them.
    """

    entry: str
    did: Did
    said: tuple[str, ...] = ()
    values: Mapping[tuple[str, str], float] | None = None
    verdicts: Any = None


@cache
def options_of(name: str) -> frozenset[str]:
    with in_process.own_commands():
        cli.add_commands([])
        found = typer.main.get_command(cli.app).commands[name]  # pyright: ignore[reportAttributeAccessIssue]
    return frozenset(option for each in found.params for option in each.opts)


def flag(name: str) -> str:
    return SHORT.get(name, f"--{name.replace('_', '-')}")


def words_of(kind: Kind, name: str) -> list[str | bytes]:
    given = {"qrels": "qrels.txt", **{name: f"{name}.parquet" for name in kind.tables}, **kind.inputs}
    words: list[str | bytes] = [name, str(given.pop("runs", "clean.run"))]
    for measure in kind.measures:
        words += ["-m", measure]
    for option, value in [*given.items(), *kind.options.items()]:
        for each in value if isinstance(value, list | tuple) else [value]:
            words += [flag(option)] if each is True else [flag(option), str(each)]
    ends = {
        "evaluate": ["-o", "scores.parquet"],
        "gate": ["--baseline", "other.run", "--margin", "0.9", "--format", "json"],
        "report": ["--baseline", "other", "-o", "page.html"] if "baseline" in kind.options else ["-o", "page.html"],
    }
    return [*words, *kind.words, *ends[name]]


def takes(kind: Kind, entry: str) -> bool:
    if kind.entries:
        return entry in kind.entries
    if entry == "line":
        return bool(kind.line)
    if entry == "python":
        as_python = not kind.words and not kind.line and not kind.sql and "queries" not in kind.inputs
        return kind.call is not None or as_python
    if entry in ("macro", "spark"):
        return (bool(kind.sql) and entry == "macro") or (bool(kind.tables) and not (kind.options or kind.words))
    if kind.line or kind.call or kind.sql or not all(isinstance(each, str) for each in kind.inputs.values()):
        return False
    needed = {flag(each) for each in (*kind.inputs, *kind.options) if each not in INPUTS}
    needed |= {each for each in kind.words if each.startswith("--")}
    return needed <= options_of(entry)


def of_command(entry: str, kind: Kind, folder: Path) -> Outcome:
    words = list(kind.line) if entry == "line" else words_of(kind, entry)
    try:
        if kind.alone:
            ended = command.process(*words, cwd=folder)
            done = in_process.Done(ended.returncode, ended.stdout.decode(), ended.stderr.decode())
        else:
            done = in_process.whole(words, folder)
    except BaseException as error:
        return Outcome(entry, "broke", (f"{type(error).__name__}: {error}",))
    lines = tuple(line.removeprefix("evalsql: ") for line in done.said.splitlines())
    if done.status == 2 and not done.output and done.said.startswith("evalsql: "):
        return Outcome(entry, "refused", lines)
    if done.status > 1 or "Traceback" in done.said or (done.status and entry != "line"):
        return Outcome(entry, "broke", (f"status {done.status}", *lines, *done.output.splitlines()))
    said = tuple(line.removeprefix("warning: ") for line in lines if line.startswith("warning: "))
    # what is said where means are, and by no warning too
    said += tuple(line for line in done.output.splitlines() if "without results" in line)
    values = scores(folder) if entry == "evaluate" else None
    verdicts = json.loads(done.output)["rules"] if entry == "gate" else None
    return Outcome(entry, "warned" if said else "right", said, values, verdicts)


def scores(folder: Path) -> dict[tuple[str, str], float] | None:
    rows = pq.read_table(folder / "scores.parquet").to_pylist()
    return by_query([(row["run"], row["query_id"], row["metric"], row["value"]) for row in rows])


def by_query(rows: list[tuple]) -> dict[tuple[str, str], float] | None:
    """Scores by query and measure, of one run; nothing where there are several."""
    return {row[1:3]: row[3] for row in rows} if len({row[0] for row in rows}) == 1 else None


def of_python(entry: str, kind: Kind, folder: Path) -> Outcome:
    given = {"runs": "clean.run", "qrels": "qrels.txt", **kind.tables, **kind.inputs}
    with noticed() as said:
        try:
            if kind.call:
                found = kind.call(folder)
                rows = found.fetchall() if isinstance(found, duckdb.DuckDBPyRelation) else []
            else:
                rows = evalsql.evaluate(measures=list(kind.measures), **given, **kind.options).fetchall()
        except InputError as error:
            return Outcome(entry, "refused", tuple(str(error).split("\n")))
        except Exception as error:
            return Outcome(entry, "broke", (f"{type(error).__name__}: {error}",))
    values = by_query(rows) if rows and len(rows[0]) == 4 else None
    return Outcome(entry, "warned" if said else "right", tuple(said), values)


@contextlib.contextmanager
def noticed() -> Iterator[list[str]]:
    said: list[str] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield said
        said += [str(each.message) for each in caught if issubclass(each.category, InputWarning)]


MACROS = {"AP": "ap()", "nDCG@10": "ndcg(k := 10)", "alpha_nDCG@10": "alpha_ndcg(k := 10)", "infNDCG": "infndcg()"}


@cache
def client(library: Path) -> duckdb.DuckDBPyConnection:
    """A client of DuckDB that has a library; in one thread, since of two bad inputs the first that is found is said."""
    connection = duckdb.connect()
    connection.execute(f"attach '{library}' as e (read_only); set threads = 1")
    return connection


def of_macros(entry: str, kind: Kind, library: Path) -> Outcome:
    """What the macros of a library do in any client of DuckDB."""
    connection = client(library)
    for name, rows in {**clean_tables(), **kind.tables}.items():
        connection.register("given", rows)
        connection.execute(f"create or replace table {name} as from given")
    calls = [f"from e.{MACROS[each]}" for each in kind.measures]
    try:
        rows = [row for sql in ([kind.sql] if kind.sql else calls) for row in connection.execute(sql).fetchall()]
        asked = [] if kind.sql else connection.execute("select level, text from e.problems()").fetchall()
    except Exception as error:
        first, mark, said = str(error).partition("evalsql: ")
        did: Did = "refused" if mark and first == "Invalid Input Error: " else "broke"
        name, colon, rest = said.partition(": ")
        said = rest if colon and name.isidentifier() and not kind.sql else said
        return Outcome(entry, did, tuple((said if mark else str(error)).split("\n")))
    said = tuple(text for _, text in asked)
    return Outcome(entry, "warned" if said else "right", said, None if kind.sql else by_query(rows))


def clean_tables() -> dict[str, Any]:
    from bad_input.clean import qrels_table, run_table

    return {"runs": run_table(), "qrels": qrels_table()}


def of_tasks(entry: str, kind: Kind) -> Outcome:
    """What tasks of Spark and its driver make of the same tables, done by DuckDB."""
    import partitions

    try:
        tables = {**clean_tables(), **kind.tables}
        rows, warned, _ = partitions.in_partitions(tables, list(kind.measures), (1, 1))
    except InputError as error:
        return Outcome(entry, "refused", tuple(str(error).split("\n")))
    except Exception as error:
        return Outcome(entry, "broke", (f"{type(error).__name__}: {error}",))
    found = [(*row[:3], row[3] and float.fromhex(row[3])) for row in rows]
    return Outcome(entry, "warned" if warned else "right", tuple(each.text for each in warned), by_query(found))


def of_spark(entry: str, kind: Kind, session: Any) -> Outcome:
    """What Spark does with the same tables as DataFrames."""
    import evalsql.spark

    try:
        if kind.call:
            kind.call(session)
            return Outcome(entry, "right")
        frames = {n: session.createDataFrame(rows) for n, rows in {**clean_tables(), **kind.tables}.items()}
        given = (frames["runs"], frames["qrels"], list(kind.measures))
        said = evalsql.spark.check(*given, partitions=1)
        found = [tuple(row) for row in evalsql.spark.evaluate(*given, partitions=1).collect()]
    except InputError as error:
        return Outcome(entry, "refused", tuple(str(error).split("\n")))
    except Exception as error:
        return Outcome(entry, "broke", (f"{type(error).__name__}: {error}",))
    return Outcome(entry, "warned" if said else "right", tuple(each.text for each in said), by_query(found))
