"""Calls in Python with arguments of other types than they take."""

from typing import Any

import duckdb

import evalsql
from bad_input.kind import Kind
from bad_input.make import call

TITLE = "Arguments of functions in Python"
AP = ["AP"]


def evaluated(name: str, *says: str, measures: Any = AP, **options: Any) -> Kind:
    return call(name, lambda _: evalsql.evaluate("clean.run", "qrels.txt", measures, **options), *says)


def asked(name: str, *says: str, **options: Any) -> Kind:
    return call(name, lambda _: evalsql.Evaluation("clean.run", "qrels.txt", **options).score("AP"), *says)


def compared(name: str, *says: str, **options: Any) -> Kind:
    return call(name, lambda _: evalsql.compare(["clean.run", "other.run"], "qrels.txt", AP, **options), *says)


def gated(name: str, *says: str, **options: Any) -> Kind:
    given = {"margin": 0.9, **options}
    return call(name, lambda _: evalsql.gate("clean.run", "other.run", "qrels.txt", AP, **given), *says)


def aborted() -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect()
    connection.close()
    return connection


KINDS = [
    evaluated("measures that are None", "None|measure", measures=None),
    evaluated("measures that are a number", "7", measures=7),
    evaluated("no measure", "no measure|measure", measures=[]),
    evaluated("a measure that is None", "None", measures=["AP", None]),
    evaluated("a measure that is a number", "10", measures=[10]),
    evaluated("a measure that is a list", "['AP']", measures=[["AP"]]),
    evaluated("measures that are bytes", "AP|65|bytes", measures=b"AP"),
    evaluated("a measure that is a class", "object", measures=[object]),
    evaluated("a population that is a number", "population", population=7),
    evaluated("ties that are a list", "ties", ties=["input"]),
    evaluated("a depth that is a text", "depth", depth="10"),
    evaluated("a depth that is nan", "depth", depth=float("nan")),
    evaluated("a depth that is a list", "depth", depth=[10]),
    evaluated("judged_only that is a text", "judged_only", judged_only="yes"),
    evaluated("strict that is a number", "strict", strict=7),
    evaluated("without_own that is a text", "without_own", without_own="no"),
    evaluated("gains that are a number", "gains|int", gains=7),
    evaluated("gains that are a dictionary of words", "gains|high", gains={"q1": "high"}),
    evaluated("subtopics that are a number", "subtopics", subtopics=1),
    evaluated("weights that are a text that is no file", "much: there is no such file|much", weights="much"),
    evaluated("exclusions that are a list of numbers", "exclusions|int|cannot be read", exclusions=[1, 2]),
    evaluated("a where that is a number", "where", where=7),
    evaluated("a convention that is a list", "convention", convention=["beir"]),
    evaluated("columns that are a list", "columns", columns=["runs.run"]),
    evaluated("a column that is a number", "columns|runs.run|7", columns={"runs.run": 7}),
    evaluated("slices that are a number", "slices|int", slices=7),
    evaluated("attributes that are a number", "by", slices="kinds.csv", by=7),
    evaluated("a connection that is a path", "connection", connection="a.duckdb"),
    call(
        "a connection that is closed",
        lambda _: evalsql.evaluate("clean.run", "qrels.txt", AP, connection=aborted()),
        "clos",
    ),
    asked("settings that are a list", "settings", settings=["threads"]),
    asked("settings that are a text", "settings", settings="threads=2"),
    asked("a setting that there is not", "nothing_of_this_name", settings={"nothing_of_this_name": 1}),
    asked("a setting whose name is a number", "7", settings={7: 1}),
    asked("a setting that is an object", "threads", settings={"threads": object()}),
    asked("threads that are a word", "threads", "many", settings={"threads": "many"}),
    asked("a limit of memory that is a list", "memory_limit", settings={"memory_limit": ["1GB"]}),
    asked("progress that is a number", "progress", progress=5),
    asked("queries that are a dictionary of nothing", "queries", queries={}),
    compared("a baseline that is a number", "baseline", baseline=7),
    compared("a baseline that there is not", "nobody", baseline="nobody"),
    compared("tests that are a number", "test", test=7),
    compared("a test that there is not", "chi2", test=["chi2"]),
    compared("a correction that is a number", "correction", correction=7),
    compared("a side that is a number", "alternative", alternative=7),
    compared("a level that is a text", "alpha", alpha="low"),
    compared("a level that is nan", "alpha", alpha=float("nan")),
    compared("resamples that are a text", "resamples", resamples="many"),
    compared("resamples that are a fraction", "resamples", resamples=1.5),
    compared("a seed that is a text", "seed", seed="dice"),
    gated("a margin that is a list of lists", "margin", margin=[[0.1]]),
    gated("a margin that is None, and no other rule", "rule|margin", margin=None),
    gated("a margin that is nan", "margin", margin=float("nan")),
    gated("a margin of a measure that is a word", "margin", margin={"AP": "wide"}),
    gated("a least mean that is a text", "at-least|at_least", at_least="good"),
    gated("a share that is above 1", "losing", losing=1.5),
    gated("a run of several", "run", run=7),
    call("a curve that is None", lambda _: evalsql.curve("clean.run", "qrels.txt", None), "None|curve"),
    call("a measure to be read that is None", lambda _: evalsql.parse_measure(None), "None"),
    call("a library without a name", lambda _: evalsql.write_library(None), "None|path"),
    call("a library whose name is a number", lambda _: evalsql.write_library(7), "7|path"),
    call("no connection to register with", lambda _: evalsql.register(None), "None|connection"),
    call(
        "a database without a name", lambda _: evalsql.build_database(None, "clean.run", "qrels.txt", AP), "None|path"
    ),
    call(
        "a database whose name is a number", lambda _: evalsql.build_database(7, "clean.run", "qrels.txt", AP), "7|path"
    ),
    call("a page without a name", lambda _: evalsql.report(None, "clean.run", "qrels.txt", AP), "path|None"),
    call("checks of nothing", lambda _: evalsql.check(None, None), expected="right"),
    call("a description of a number", lambda _: evalsql.describe(7), "int"),
    call("a suite that is a number", lambda _: evalsql.suite(7, AP), "int|7"),
    call("scores that are a number", lambda _: evalsql.standardize(7, "qrels.txt", AP), "int"),
    call(
        "a pool of depths that are words",
        lambda _: evalsql.pool("clean.run", "qrels.txt", AP, depth=["ten"]),
        "depth",
        "ten",
    ),
    call("a history of None", lambda _: evalsql.log(None), "None|database"),
    call("an overlap of a cutoff of 0", lambda _: evalsql.overlap(["clean.run", "other.run"], depth=0), "depth|0"),
]
