"""A page of many collections: what was evaluated, and how runs stand over all of them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
from markupsafe import Markup

from evalsql.catalog.measure import Measures
from evalsql.comparing.leaderboards import MAIN
from evalsql.comparing.suite import asked_of, drawn_of, suite
from evalsql.connections import open_bare
from evalsql.database.meta import now, put_metric
from evalsql.errors import Problem, refuse
from evalsql.files.history import files_of
from evalsql.inputs.suites import COLUMNS, OPTIONS, Collection, read_suite
from evalsql.reporting.figures import Figure, drawn
from evalsql.reporting.page import page_of
from evalsql.reporting.sections import Section, below
from evalsql.reporting.source import Opened, Shown
from evalsql.scoring.evaluation import Progress

if TYPE_CHECKING:
    import pyarrow as pa

ABOUT = Markup("<code>evalsql suite SUITE -o scores.duckdb</code> writes the scores behind it.")
EVALUATED = 0.9  # of the time that a page takes, more or less
TABLES = ("gains", "weights", "exclusions", "candidates")  # files beside runs and judgments


def suite_page(
    given: Any,
    measures: Measures,
    split: str | None,
    outside: bool,
    title: str | None,
    progress: Progress,
    options: Mapping[str, Any],
) -> tuple[str, list[Problem]]:
    """The text of the page of a suite, and warnings about its inputs."""
    found = suite.answer(
        given,
        measures,
        split=split,
        outside=outside,
        progress=lambda step, done: progress(step, EVALUATED * done),
        **options,
    )
    refuse(iter(found.problems))  # where warnings refuse, nothing is written
    read = read_suite(given, split, outside)
    asked = list(dict.fromkeys(each for some in asked_of(read, measures, options).values() for each in some))
    shown = [Shown(str(each), each.metric.title, each.metric.better, "mean", None, None) for each in asked]
    facts = {"coverage": found.about, "evalsql": version("evalsql"), "duckdb": duckdb.__version__, "created": now()}
    with open_bare() as own:
        own.register("given", found.tables["scores"])
        own.execute("create table scores as from given")
        put_metric(own, asked, runs=None)
        own.execute("create temp view measures as from made_metric")
        opened = Opened(own, Path(), shown, None, (), facts)
        values = {"drawn": drawn_of(read, {}), "warnings": [problem.text for problem in found.problems]}
        values |= collections(read.collections, options)
        sections = (
            Section("collections", "What was evaluated", ("collections",), values=lambda *_: values),
            Section(
                "boards",
                "Boards",
                values=lambda *_: boards(found.tables),
                pictures=lambda *_: drawn_boards(found.tables),
            ),
            Section("glossary", "Measures"),
        )
        glossary = replace(opened.table("glossary"), sql="")  # of a table that scores alone do not have
        text = page_of(
            opened, title, lambda step: progress(step, EVALUATED), sections, {"glossary": glossary}, about=ABOUT
        )
    return text, list(found.problems)


def collections(read: Sequence[Collection], options: Mapping[str, Any]) -> dict[str, Any]:
    """What was decided of each collection, and its files relative to their common folder."""
    files = [row for each in read for row in files_in(each, options)]
    for row, name in zip(files, below([row["path"] for row in files]), strict=True):
        row["path"] = name
    decisions = {each.name: text for each in read if (text := decided(each, options))}
    return {"decisions": decisions, "files": files}


def decided(collection: Collection, options: Mapping[str, Any]) -> str:
    """What was decided of how a collection is evaluated, such as "depth 100, without_own", in one order."""
    parts = []
    under = collection.under(options)
    for name in OPTIONS:
        value = under.get(name)
        short = isinstance(value, str | int | float) and value is not True and name not in TABLES
        if value is not None and value is not False and not (short and value == "auto"):
            parts.append(f"{name} {value}" if short else name)
    return ", ".join(parts)


def files_in(collection: Collection, options: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What a collection was read from: each file with its size and hash."""
    under = collection.under(options)
    given = {"qrels": collection.qrels, "runs": collection.runs, **{name: under.get(name) for name in TABLES}}
    return [
        {"dataset": collection.name, "kind": kind, "path": path, "bytes": size, "sha256": sha256}
        for kind, each in given.items()
        if each is not None
        for path, size, sha256 in files_of(each)
        if path != "-"
    ]


def boards(tables: Mapping[str, "pa.Table"]) -> dict[str, Any]:
    """The boards, each with its runs, how each compares with the next, and the tests."""
    parts = {}
    for row in tables["tests"].to_pylist():
        parts[row["metric"]] = {"name": row["metric"], "rows": [], "next": {}, "tests": row, "best": set()}
    for row in tables["leaderboard"].to_pylist():
        parts[row["metric"]]["rows"].append(row)
    for row in tables["neighbours"].to_pylist():
        parts[row["metric"]]["next"][row["run"]] = row
    for row in tables["means"].to_pylist():
        if row["rank"] == 1:
            parts[row["metric"]]["best"].add((row["dataset"], row["run"]))
    return {"boards": parts.values(), "names": tables["leaderboard"].column_names[len(COLUMNS) :], "main": MAIN}


def drawn_boards(tables: Mapping[str, "pa.Table"]) -> list[Figure]:
    """Of each board, how runs stand, and the diagram of their mean ranks."""
    from evalsql.charts.data import over_collections

    made = []
    for place, board in enumerate(dict.fromkeys(tables["leaderboard"]["metric"].to_pylist())):
        title = f"Mean ranks and means by {board}, with their intervals"
        made += drawn(f"suite-{place}", title, "suite", tables, board, of=board)
        means, alpha = over_collections(tables, board)
        diagram: Any = {"alpha": alpha, "over": "collection"}
        title = f"Mean ranks by {board}, and which runs do not differ"
        made += drawn(f"ranks-{place}", title, "critical_difference", means, of=board, **diagram)
    return made
