"""What the pages show is what comes of it: commands, programs, pictures, and queries of a database that one builds."""

import contextlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import in_process
import pages
import pyarrow as pa
import pytest
import recipes
from built import open_to_read
from figures import FIGURES, commands, draw, written
from places import COLLECTIONS, FIXTURES, ROOT

import evalsql
from evalsql.database import schema, writing

# which need other things, and have tests of their own
APART = {"how_to/history.md", "how_to/recipes.md", "how_to/spark.md", "trust/measures_compared.md"}
TEXTS = {
    name: pages.read(f"docs/{name}")
    for name in sorted(str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md"))
    if name not in APART and pages.SHOWN.search(pages.read(f"docs/{name}"))
}

PICTURES = commands()


@pytest.mark.parametrize("page", TEXTS)
def long_each_command_and_program_prints_what_is_shown(page: str, tmp_path: Path) -> None:
    if "| jq " in TEXTS[page] and shutil.which("jq") is None:
        pytest.skip("there is no jq")
    assert pages.check(f"docs/{page}", pages.folder_for(tmp_path)) > 0


def alike(one: Any, other: Any) -> bool:
    """Whether two values of JSON are the same, but for the last digit of numbers."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(alike(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(alike, one, other))
    return one == (pytest.approx(other, rel=1e-5) if isinstance(other, float) else other)


@pytest.mark.parametrize("picture", PICTURES)
def long_a_picture_is_what_its_command_draws(picture: str, tmp_path: Path) -> None:
    svg, spec = draw(PICTURES[picture], pages.folder_for(tmp_path))
    if pages.writing:
        (FIGURES / f"{picture}.svg").write_bytes(svg)
        (FIGURES / f"{picture}.json").write_text(written(spec), encoding="utf-8")
    assert alike(spec, json.loads((FIGURES / f"{picture}.json").read_text(encoding="utf-8")))
    assert svg.startswith(b"<svg")


# docs/trust/agreement.md and docs/learn/coming_from.md: each line works

COMING_FROM = pages.read("docs/learn/coming_from.md")
CELLS = [code for row in re.findall(r"^\|.*\|$", COMING_FROM, re.MULTILINE) for code in re.findall(r"`([^`]+)`", row)]
PROGRAMS = [code for code in CELLS if code.startswith("evalsql.")]
LINES = {
    "agreement": re.findall(r"`(evalsql \w+ [^`]*)`", pages.read("docs/trust/agreement.md")),
    "coming_from": [code for code in re.findall(r"`([^`]+)`", COMING_FROM) if code.startswith("evalsql ")],
}

FRAMES = {
    "bm25": {"query_id": ["q1", "q1", "q2"], "doc_id": ["d1", "d2", "d1"], "score": [3.0, 2.0, 1.0]},
    "dense": {"query_id": ["q1", "q1", "q2"], "doc_id": ["d2", "d1", "d3"], "score": [0.9, 0.8, 0.7]},
    "judgments": {"query_id": ["q1", "q2", "q2"], "doc_id": ["d2", "d1", "d3"], "relevance": [2, 1, 1]},
    "results": {"qid": ["q1", "q2"], "docno": ["d2", "d4"], "score": [3.0, 2.0], "rank": [0, 0]},
    "pt_qrels": {"qid": ["q1", "q2"], "docno": ["d2", "d1"], "label": [2, 1]},
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that the pages name."""
    made = tmp_path_factory.mktemp("coming")
    (made / "runs").mkdir()
    tiny = {"bm25.run": "good.run", "dense.run": "poor.run", "poor.run": "poor.run", "qrels.txt": "qrels.txt"}
    for name, file in tiny.items():
        (made / name).write_bytes((FIXTURES / "tiny" / file).read_bytes())
    (made / "runs" / "bm25.run").write_bytes((made / "bm25.run").read_bytes())
    (made / "qrels.diversity.txt").write_text("q1 1 d01 1\nq1 2 d01 1\nq1 2 d02 1\nq2 1 d02 1\n")
    (made / "qrels.sample.txt").write_text("q1 0 d01 1 1\nq1 0 d02 1 0\nq1 0 d03 2 -1\nq1 0 d04 2 1\n")
    (made / "bm25.json").write_text('{"q1": {"d1": 1.5, "d2": 0.5}}')
    (made / "qrels.json").write_text('{"q1": {"d2": 1}}')
    return made


@pytest.mark.parametrize("page", LINES)
def long_each_command_works(page: str, folder: Path) -> None:
    done = {line: in_process.whole(shlex.split(line)[1:], folder) for line in LINES[page]}
    assert len(done) >= 10
    assert {line: each.said for line, each in done.items() if each.status or not each.output} == {}


@pytest.mark.filterwarnings("ignore:.*:UserWarning")
def long_each_call_works(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    known = {name: pa.table(columns) for name, columns in FRAMES.items()}
    for code in PROGRAMS:
        assert eval(code, {"evalsql": evalsql, "run": "bm25.run", "qrels": "qrels.txt", **known}).fetchall(), code


# docs/reference/database.md


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[duckdb.DuckDBPyConnection]:
    """The database that the page builds, open as a client opens it."""
    (built,) = re.findall(r"```sh\n(evalsql build .*)\n```", pages.read("docs/reference/database.md"))
    folder = pages.folder_for(tmp_path_factory.mktemp("database"))
    done = in_process.whole(built.split()[1:], folder)
    assert done.status == 0, done.said
    with open_to_read(folder / "eval.duckdb") as connection:
        yield connection


def long_every_query_of_a_database_gives_the_result_shown(database: duckdb.DuckDBPyConnection) -> None:
    assert pages.run(database, "reference/database.md") == 8


def long_a_database_has_the_columns_that_the_heads_of_its_files_name(database: duckdb.DuckDBPyConnection) -> None:
    rows = database.execute("select table_name, column_name from duckdb_columns() where not internal").fetchall()
    there = {table: {column for name, column in rows if name == table} for table, _ in rows}
    for each in [*schema.definitions("tables").values(), *schema.definitions("views").values()]:
        if each.name != "retrieved" and not each.slices:  # which this database does without
            assert each.columns.keys() <= there[each.name], each.name


PAGE = "docs/how_to/history.md"
FIRST = 1793934000  # of the first night, in seconds
SHELL = re.compile(
    r"```sh\n(?P<build>evalsql build .*)\nfor night in (?P<nights>.*); do\n +(?P<add>evalsql .*)\ndone\n```"
)


def long_the_story_of_ten_nights_is_as_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "put_macros", lambda *given, **options: None)  # which takes its time
    folder, text = pages.folder_for(tmp_path), pages.read(PAGE)
    told = SHELL.search(text)
    assert told is not None
    assert pages.check(PAGE, folder, text[: told.start()]) == 1
    nights = told["nights"].split()
    lines = [told["build"], *(told["add"].replace("$night", night) for night in nights)]
    for place, line in enumerate(lines):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", str(FIRST + 86_400 * place))
        done = in_process.whole(shlex.split(line)[1:], folder)
        assert done.status == 0, done.said
    assert pages.check(PAGE, folder, text[told.end() :]) == 2
    with duckdb.connect(folder / "eval.duckdb", read_only=True) as connection:
        shown = pages.BLOCK.findall(text)
        assert len(shown) == 2
        for sql, result in shown:
            assert pages.printed(connection.sql(sql)) == result


MEASURES_COMPARED_PAGE = (ROOT / "docs" / "trust" / "measures_compared.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```console\n\$ (.*?)\n(.*?)```", MEASURES_COMPARED_PAGE, re.DOTALL)


@pytest.mark.skipif(not COLLECTIONS.is_dir(), reason=f"the real collections are not at {COLLECTIONS}")
def weekly_every_command_prints_what_is_shown_of_a_real_collection(tmp_path: Path) -> None:
    (tmp_path / "covid_r1").symlink_to(COLLECTIONS / "covid_r1")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    assert len(BLOCKS) == MEASURES_COMPARED_PAGE.count("```console")
    for command, printed in BLOCKS:
        done = subprocess.run(
            command,
            shell=True,
            cwd=tmp_path,
            env={**os.environ, "PATH": path},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            timeout=120,
        )
        assert [line.rstrip() for line in done.stdout.splitlines()] == printed.splitlines(), command


def long_python_prints_what_is_shown(tmp_path: Path) -> None:
    folder = recipes.make_files(tmp_path)
    ((language, code, printed),) = recipes.sections()["Python"]
    assert language == "python"
    assert recipes.run([sys.executable, "-c", code], folder) == printed
    check_what_is_said_of_all_clients(folder)


def check_what_is_said_of_all_clients(folder: Path) -> None:
    """The page says what works through attach and what a listing has."""
    with duckdb.connect() as connection:
        connection.execute(f"attach '{folder}/eval.duckdb' as e (read_only)")
        assert len(connection.execute("from e.leaderboard").fetchall()) == 12 * 2
        data = ", ".join(f"{name} := '{folder}/fixtures/track/{name}.parquet'" for name in ("runs", "qrels"))
        live = connection.execute(f"from e.live.ndcg({data}, k := 10) order by all").fetchall()
        connection.execute("use e")
        assert connection.execute("from ndcg(k := 10) order by all").fetchall() == live
        assert connection.execute("select count(*) from macros where name = 'ndcg'").fetchone() == (1,)
        views = connection.execute(
            "select view_name, column_name from duckdb_views() join duckdb_columns()"
            " on view_name = table_name where not duckdb_views.internal"
        ).fetchall()
        assert views
        assert [name for name in views if "@" in name[1]] == []


SPARK, RAY = pages.read("docs/how_to/spark.md").split("\n## Ray\n")


# Spark speaks of versions of pandas, and leaves sockets to its end
@pytest.mark.filterwarnings("default")
def weekly_spark_prints_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyspark")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java, and there is none")
    from pyspark.sql import SparkSession

    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    monkeypatch.setenv("PYTHONPATH", str(pages.ROOT))
    handler = signal.getsignal(signal.SIGINT)
    try:
        assert pages.check("docs/how_to/spark.md", pages.folder_for(tmp_path), SPARK) == 2
    finally:
        signal.signal(signal.SIGINT, handler)  # Spark leaves one of its own
        if (session := SparkSession.getActiveSession()) is not None:
            session.stop()


@pytest.mark.filterwarnings("default")
def weekly_ray_prints_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ray = pytest.importorskip("ray", reason="Ray is not installed")
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")  # it would write a token for all of the user's programs
    monkeypatch.setenv("PYTHONPATH", str(pages.ROOT))
    folder = pages.folder_for(tmp_path)
    with contextlib.chdir(folder):  # where its workers look for files
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        assert pages.check("docs/how_to/spark.md", folder, RAY) == 1
    finally:
        ray.shutdown()
