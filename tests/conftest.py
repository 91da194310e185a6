"""What tests of all folders share: what took long, small rankings made on the spot, and a library of macros."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import beside
import duckdb
import pages
import pytest
from built import made_once
from worked import judgments

from evalsql import metrics
from evalsql.render.frames import macro

TIERS = ("test", "long", "weekly")
# files and folders of tests, in the order in which they are run
LONGEST = (
    *("test_spark.py", "test_bad_input.py", "test_pages_shown.py", "test_reconcile.py", "test_idle_pairs.py"),
    *("laws", "survival", "test_names_parsed.py", "spark", "metrics", "peers", "project", "scoring", "database"),
)

took: Counter[str] = Counter()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--tier", action="append", choices=TIERS, help="the tests whose names begin so; repeatable")
    parser.addoption("--write", action="store_true", help="write what pages show anew where it is out of date")


def pytest_configure(config: pytest.Config) -> None:
    pages.writing = config.option.write
    beside.pytest_configure(config)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    took[report.nodeid.partition("::")[0]] += report.duration


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says how long the tests took, and which ten files took longest."""
    if len(took) > 10:
        terminalreporter.section(f"{sum(took.values()):.0f} s in all processes; the ten files that took longest, in s")
        for file, seconds in took.most_common(10):
            terminalreporter.write_line(f"{seconds:8.1f}  {file}")


def tiers(config: pytest.Config) -> tuple[str, ...]:
    """All where files are named, the first where only folders are."""
    files = [each for each in config.args if not Path(each.partition("::")[0]).is_dir()]
    return tuple(config.option.tier or (TIERS if files else TIERS[:1]))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leaves out files without a test of these tiers, whose imports would take seconds."""
    if collection_path.suffix != ".py":
        return None
    of_tiers = re.compile(rf"^(def )?({'|'.join(tiers(config))})_", re.MULTILINE)
    return None if of_tiers.search(collection_path.read_text(encoding="utf-8")) else True


def pytest_pycollect_makeitem(name: str, collector: pytest.Collector) -> list[pytest.Item] | None:
    """Leaves out tests of other tiers."""
    return None if name.startswith(tiers(collector.config)) else []


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begins with the files and folders that take longest, so that no worker is left with one of them at the end."""
    places = {name: place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: min((places[part] for part in item.path.parts if part in places), default=len(LONGEST)))


@pytest.fixture
def ranking(tmp_path: Path) -> Callable[..., duckdb.DuckDBPyConnection]:
    """Makes a connection with tables runs and qrels that hold one ranking, as an example in a head says it."""

    def make(
        relevance: Sequence,
        missed: Sequence = (),
        scores: Sequence[float] = (),
        connection: duckdb.DuckDBPyConnection | None = None,
    ) -> duckdb.DuckDBPyConnection:
        connection = connection or duckdb.connect()
        connection.execute("create or replace table runs (run varchar, query_id varchar, doc_id varchar, score double)")
        subtopics = any(isinstance(value, list | dict) for value in (*relevance, *missed))
        connection.execute(
            "create or replace table qrels (query_id varchar, doc_id varchar, relevance double"
            + (", subtopic varchar)" if subtopics else ")")
        )
        docs = [f"d{place}" for place in range(len(relevance))]
        given = [float(score) for score in scores] or [1000.0 - place for place in range(len(relevance))]
        connection.execute(
            "insert into runs select 'run', 'q', unnest(?::varchar[]), unnest(?::double[])", [docs, given]
        )
        lost = [f"missed{place}" for place in range(len(missed))]
        rows = [row for pair in zip(docs + lost, (*relevance, *missed), strict=True) for row in judgments(*pair)]
        columns = [list(column) for column in zip(*rows, strict=True)] or [[], [], []]
        connection.execute(
            "insert into qrels select 'q', unnest(?::varchar[]), unnest(?::double[])"
            + (", unnest(?::varchar[])" if subtopics else ""),
            columns if subtopics else columns[:2],
        )
        return connection

    return make


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file in the format of DuckDB 1.2 that holds every metric's macro, and nothing else."""

    def make(path: Path) -> None:
        with duckdb.connect() as connection:
            connection.execute(f"attach '{path}' as made (storage_version 'v1.2.0')")
            connection.execute("use made")
            for metric in metrics().values():
                connection.execute(macro(metric))

    return made_once(tmp_path_factory, "evalsql.duckdb", make)
