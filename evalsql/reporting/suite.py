"""A page of many collections: what was evaluated, and how runs stand over all of them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from textwrap import indent
from typing import Any

import duckdb
from markupsafe import Markup

from evalsql.answers import Answer
from evalsql.catalog.measure import Measure, Measures
from evalsql.catalog.relations import relations_in, with_beneath
from evalsql.catalog.sqlfiles import body_of
from evalsql.catalog.templates import expand
from evalsql.comparing.boards import MAIN, asked_of_boards, boards_of, rows_of
from evalsql.comparing.suite import asked_of, drawn_of, suite
from evalsql.connections import Connection, open_bare
from evalsql.database.meta import now, put_metric
from evalsql.errors import Problem, refuse
from evalsql.inputs.suites import COLUMNS, OPTIONS, Collection, Suite, read_suite
from evalsql.outputs.noted import files_of
from evalsql.reporting import pictures
from evalsql.reporting.contents import Section, below
from evalsql.reporting.database import Opened, Shown, Table
from evalsql.reporting.page import page_of
from evalsql.reporting.pictures import Picture
from evalsql.scoring.evaluation import Progress
from evalsql.sqltext import identifier

ABOUT_SQL = Markup(
    "The SQL of tables runs as it stands on the database of scores that <code>evalsql evaluate --suite SUITE -o"
    " scores.duckdb</code> writes, with the same measures and options."
)
EVALUATED = 0.9  # of the time that a page takes, more or less
TABLES = ("gains", "weights", "exclusions", "candidates")  # files beside runs and judgments
TESTS = ("suite_friedman", "suite_nemenyi")
# what relations are that a suite fills by statements of its own
FILLED = {
    "suite_scores": "select dataset, run, query_id, metric, value, rowid as position from main.scores",
    "scores": "select run, dataset as query_id, metric, mean as value"
    " from suite_means semi join suite_complete using (metric, run)",
}


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
    asked = asked_of(read, measures, options)
    with open_bare() as own:
        own.register("given", found.tables["scores"])
        own.execute("create table scores as from given")
        opened = opened_of(own, found, asked, drawn_of(read, {}))
        tables = tables_of(opened, found, read, asked, options)
        text = page_of(
            opened,
            title,
            lambda step: progress(step, EVALUATED),
            sections=SECTIONS,
            given=tables,
            about_sql=ABOUT_SQL,
        )
    return text, list(found.problems)


def opened_of(
    own: Connection, found: Answer, asked: Mapping[str, Sequence[Measure]], drawn: Mapping[str, Any]
) -> Opened:
    """A database with the scores of a suite, and its measures, as sections of the page read them."""
    measures = list(dict.fromkeys(each for some in asked.values() for each in some))
    put_metric(own, measures, runs=None)
    own.execute("create temp view measures as from made_metric")
    shown = [Shown(str(each), each.metric.title, each.metric.better, "mean", None, None) for each in measures]
    facts = {
        "coverage": found.about,
        "evalsql": version("evalsql"),
        "duckdb": duckdb.__version__,
        "created": now(),
        "drawn": f"{100 * drawn['confidence']:g} % intervals of {drawn['resamples']:,} resamples of collections and of"
        f" their queries, seed {drawn['seed']}",
    }
    return Opened(own, Path(), shown, None, (), facts)


def tables_of(
    opened: Opened,
    found: Answer,
    read: Suite,
    asked: Mapping[str, Sequence[Measure]],
    options: Mapping[str, Any],
) -> dict[str, Table]:
    """What sections show beside what the database says, each with its SQL where there is some."""
    boards, drawn = boards_of(asked), drawn_of(read, {})
    tables = {
        f"suite_{name}": table(found, name, statement(name, boards, list(asked), drawn))
        for name in ("leaderboard", "neighbours", "tests", "means")
    }
    warnings = [{"text": problem.text} for problem in found.problems]
    return tables | {
        "glossary": replace(opened.table("glossary"), sql=""),  # of a table that scores alone do not have
        "told": Table(
            "told", (), [{"dataset": each.name, "text": told(each, options)} for each in read.collections], ""
        ),
        "files": Table("files", (), [row for each in read.collections for row in files_in(each, options)], ""),
        "warnings": Table("warnings", ("text",), warnings, ""),
    }


def table(found: Answer, name: str, sql: str) -> Table:
    """A table that a suite gives, with its SQL."""
    return Table(name, found.tables[name].column_names, found.tables[name].to_pylist(), sql)


def told(collection: Collection, options: Mapping[str, Any]) -> str:
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


def statement(
    report: str, boards: Mapping[str, Mapping[str, Measure]], names: Sequence[str], drawn: Mapping[str, Any]
) -> str:
    """The SQL of a report of sql/reports/suites over a table scores, with all that is between the two."""
    parts: dict[str, Any] = {
        "boards": rows_of(boards, names),
        "measures": asked_of_boards(boards),
        "against": "all",
        "datasets": range(len(names)),
    }
    numbers = {name: f"{value}::double" if name == "confidence" else str(value) for name, value in drawn.items()}

    def filled(folder: str, name: str) -> str:
        body = re.sub(r"\$(confidence|resamples|seed)\b", lambda found: numbers[found[1]], body_of(folder, name))
        return expand(body.replace("evalsql_suite_", "suite_"), udf=False, **parts)

    def text_of(name: str) -> str:
        if name in FILLED:
            return FILLED[name]
        return filled("significance", name.removeprefix("suite_")) if name in TESTS else filled("scores", name)

    body = filled("reports/suites", report)
    read = [*relations_in(body), *(name for name in TESTS if re.search(rf"\b{name}\b", body))]
    if report == "leaderboard":
        called = ", ".join(f"dataset_{number} as {identifier(name)}" for number, name in enumerate(names))
        body = f"select * rename ({called})\nfrom (\n{indent(body, '    ')}\n)"
    beneath = with_beneath(read, text_of)
    named = ",\n\n".join(f"{name} as materialized (\n{text}\n)" for name, text in beneath.items())
    return f"with\n{named}\n\n{body}"


def collections(found: Opened, tables: Mapping[str, Table]) -> dict[str, Any]:
    """What is said of the evaluation, and what its files are called below the folder of all."""
    facts = {
        "Scores": found.fact("coverage"),
        "Averages": "each collection counts once, whatever its number of queries",
        "Intervals": found.fact("drawn"),
        "Versions": f"evalsql {found.fact('evalsql')}, DuckDB {found.fact('duckdb')}",
        "Made on": found.fact("created").replace("T", " ").replace("Z", " UTC"),
    }
    return {
        "facts": list(facts.items()),
        "told": {row["dataset"]: row["text"] for row in tables["told"].rows if row["text"]},
        "files": below([row["path"] for row in tables["files"].rows]),
    }


def boards(found: Opened, tables: Mapping[str, Table]) -> dict[str, Any]:
    """The boards, each with its runs, how each compares with the next, and the tests."""
    parts = []
    names = tables["suite_leaderboard"].columns[len(COLUMNS) :]
    for board in tables["suite_leaderboard"].values("metric"):
        rows = tables["suite_leaderboard"].of(metric=board).rows
        (tests,) = tables["suite_tests"].of(metric=board).rows
        following = {row["run"]: row for row in tables["suite_neighbours"].of(metric=board).rows}
        first = tables["suite_means"].of(metric=board, rank=1).rows
        best = {(row["dataset"], row["run"]) for row in first}
        parts.append({"name": board, "rows": rows, "next": following, "tests": tests, "best": best})
    return {"boards": parts, "names": names, "main": MAIN}


def drawn_boards(found: Opened, tables: Mapping[str, Table]) -> list[Picture]:
    """Of each board, how runs stand, and the diagram of their mean ranks."""
    import pyarrow as pa

    from evalsql.charts.data import over_collections

    given = {}
    for name in ("leaderboard", "tests", "means"):
        table = tables[f"suite_{name}"]  # a test of one run has no rows, and its columns all the same
        given[name] = pa.table({column: [row[column] for row in table.rows] for column in table.columns})
    made = []
    for place, board in enumerate(tables["suite_leaderboard"].values("metric")):
        title = f"Mean ranks and means by {board}, with their intervals"
        made.append((board, pictures.drawn(f"suite-{place}", title, "suite", given, board)))
        means, alpha = over_collections(given, board)
        told: Any = {"alpha": alpha, "over": "collection"}
        title = f"Mean ranks by {board}, and which runs do not differ"
        made.append((board, pictures.drawn(f"ranks-{place}", title, "critical_difference", means, **told)))
    return [replace(picture, of=board) for board, picture in made if picture is not None]


SECTIONS = (
    Section("collections", "What was evaluated", ("collections",), values=collections),
    Section("boards", "Boards", values=boards, pictures=drawn_boards),
    Section("glossary", "Measures"),
)
