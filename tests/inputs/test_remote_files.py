"""Files elsewhere, read by DuckDB's extension httpfs, which nobody installs unasked; --init loads it and has secrets.

The extension comes with a package, duckdb-ext-httpfs, in the environment that .ci/clients makes; where neither that nor
an installed extension is there, what needs it is skipped.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
from in_process import refusal
from places import FIXTURES, ROOT
from s3_server import KEY, serving

import evalsql
from evalsql import InputError

RUNS, QRELS = FIXTURES / "track" / "runs.parquet", FIXTURES / "track" / "qrels.parquet"
FIND = """
import duckdb, pathlib, sys
found = [file for at in sys.path for file in pathlib.Path(at).glob("duckdb_ext/extensions/*/*/httpfs.duckdb_extension")]
name = f"'{found[0]}'" if found else "httpfs"
connection = duckdb.connect(config={"autoinstall_known_extensions": "false"})
connection.execute(f"load {name}")
print(f"load {name};")
"""


@pytest.fixture(scope="module")
def program() -> tuple[str, str]:
    """A Python whose DuckDB has the extension, and the statement that loads it."""
    home = os.environ.get("EVALSQL_CLIENTS")
    for python in ([f"{home}/httpfs/bin/python"] if home else []) + [sys.executable]:
        found = subprocess.run([python, "-c", FIND], capture_output=True, text=True, check=False)
        if found.returncode == 0:
            return python, found.stdout.strip()
    pytest.skip("DuckDB's extension httpfs is not installed here")


@pytest.fixture(scope="module")
def objects(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Two nights of two runs in a bucket, and the judgments, which anyone may have."""
    folder = tmp_path_factory.mktemp("bucket")
    made = {"http/qrels.parquet": QRELS.read_bytes()}
    with duckdb.connect() as connection:
        connection.execute(
            f"copy (select query_id, 0, doc_id, relevance::int from '{QRELS}')"
            f" to '{folder}/qrels' (format csv, header false, delimiter ' ')"
        )
        for run in ("bm25", "dense"):
            rows = f"from '{RUNS}' where run = '{run}'"
            connection.execute(f"copy (select query_id, doc_id, score {rows}) to '{folder}/{run}.parquet'")
            connection.execute(
                f"copy (select query_id, 'Q0', doc_id, rank, score, run {rows}) to '{folder}/{run}.run'"
                " (format csv, header false, delimiter ' ')"
            )
            content = Path(folder, f"{run}.parquet").read_bytes()
            for night in ("2026-11-21", "2026-11-22"):
                made[f"runs/dt={night}/{run}.parquet"] = content
    made["http/qrels.txt"] = Path(folder, "qrels").read_bytes()
    made["http/bm25.run"] = Path(folder, "bm25.run").read_bytes()
    return made


@pytest.fixture
def server(objects: dict[str, bytes]) -> Iterator[tuple[str, list[str]]]:
    """The server's host, and what it was asked."""
    with serving(objects) as at:
        yield at


def run(program: tuple[str, str], tmp_path: Path, host: str, *arguments: str, key: str = KEY) -> tuple[int, str, str]:
    """The status, output and sentence of a command that has the extension and a secret."""
    python, load = program
    init = tmp_path / "lake.sql"
    init.write_text(
        f"{load}\ncreate secret (type s3, key_id '{key}', secret 'x', region 'here', endpoint '{host}',\n"
        "  url_style 'path', use_ssl false);\n"
    )
    command = [python, "-m", "evalsql", "evaluate", *arguments, "-m", "AP", "--format", "csv", "--init", str(init)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=120)
    return done.returncode, done.stdout, done.stderr


@pytest.fixture(scope="module")
def expected() -> set[str]:
    rows = evalsql.evaluate(RUNS, QRELS, "AP", where="run in ('bm25', 'dense')").fetchall()
    runs = {run: [value for name, _, _, value in rows if name == run] for run in ("bm25", "dense")}
    return {f"{run},{duckdb.execute('select list_avg(?)', [v]).fetchall()[0][0]:.10f}" for run, v in runs.items()}


def lines(output: str) -> set[str]:
    """The lines of CSV below its header, with ten decimals."""
    rows = [line.split(",") for line in output.splitlines()[1:]]
    return {f"{run},{float(value):.10f}" for run, value in rows}


@pytest.mark.clients
def weekly_a_pattern_of_a_bucket_is_read(
    program: tuple[str, str], server: tuple[str, list[str]], tmp_path: Path, expected: set[str]
) -> None:
    host, asked = server
    qrels = f"http://{host}/http/qrels.parquet"
    pattern = "s3://runs/dt=2026-11-22/*.parquet"
    status, output, said = run(program, tmp_path, host, pattern, "--qrels", qrels)
    assert (status, lines(output)) == (0, expected), said
    night = ("s3://runs/*/*.parquet", "--where", "dt = '2026-11-21'", "--qrels", qrels)
    asked.clear()
    status, output, said = run(program, tmp_path, host, *night)
    assert (status, lines(output)) == (0, expected), said


@pytest.mark.clients
def weekly_text_is_read_over_http(
    program: tuple[str, str], server: tuple[str, list[str]], tmp_path: Path, expected: set[str]
) -> None:
    host, _ = server
    text = (f"http://{host}/http/bm25.run", "--qrels", f"http://{host}/http/qrels.txt")
    status, output, said = run(program, tmp_path, host, *text)
    assert status == 0, said
    assert lines(output) == {line for line in expected if line.startswith("bm25,")}
    status, output, said = run(program, tmp_path, host, f"new={text[0]}", *text[1:])
    assert status == 0, said
    assert output.splitlines()[1].startswith("new,")


@pytest.mark.clients
def weekly_what_the_server_refuses_is_said(
    program: tuple[str, str], server: tuple[str, list[str]], tmp_path: Path
) -> None:
    host, _ = server
    status, _, said = run(program, tmp_path, host, "s3://runs/*/*.parquet", "--qrels", str(QRELS), key="wrong")
    assert status == 2
    assert "s3://runs/*/*.parquet: cannot be read: " in said
    assert "403" in said
    assert said.count("\n") == 1
    status, _, said = run(program, tmp_path, host, "s3://runs/none*.parquet", "--qrels", str(QRELS))
    assert (status, said) == (2, "evalsql: s3://runs/none*.parquet: no file matches it\n")


@pytest.mark.parametrize(
    ("url", "lines"),
    [
        ("s3://bucket/runs/*.parquet", "install httpfs; load httpfs; create secret (type s3, key_id '...', "),
        ("gs://bucket/run.parquet", "install httpfs; load httpfs; create secret (type gcs, key_id '...', "),
        ("az://bucket/runs/*.parquet", "install azure; load azure; create secret (type azure, connection_string "),
        ("https://host/bm25.run.gz", "install httpfs; load httpfs;"),
    ],
)
def test_without_its_extension_the_sentence_says_what_to_write(url: str, lines: str, tmp_path: Path) -> None:
    with duckdb.connect(config={"extension_directory": str(tmp_path)}) as connection:  # where none is installed
        connection.execute("set autoinstall_known_extensions = false")
        with pytest.raises(InputError) as raised:
            evalsql.evaluate(url, QRELS, "AP", connection=connection)
    assert str(raised.value).startswith(f"{url}: DuckDB reads {url.partition('://')[0]}:// by its extension ")
    assert f"and add --init lake.sql: {lines}" in str(raised.value)


def test_statements_are_run_first(tmp_path: Path) -> None:
    init = tmp_path / "first.sql"
    init.write_text("-- settings\nset threads = 1;\n\nset no_such_setting = 1;\nselect 1;\n")
    said = refusal("evaluate", RUNS, "--qrels", QRELS, "--init", init)
    assert said.startswith(f"{init}, statement 2 (line 4): ")
    assert "no_such_setting" in said
    init.write_text("set threads = ;")
    assert refusal("evaluate", RUNS, "--qrels", QRELS, "--init", init).startswith(f"{init}: cannot be read as SQL: ")
    assert "none.sql: cannot be read as a file of SQL: " in refusal(
        "evaluate", RUNS, "--qrels", QRELS, "--init", tmp_path / "none.sql"
    )
    init.write_text("create table made as select 7 as x; set threads = 1;")
    given = evalsql.Evaluation(RUNS, QRELS, settings={"init": str(init)}).connection
    assert given.execute(
        "select x, current_setting('threads'), current_setting('autoinstall_known_extensions') from made"
    ).fetchall() == [(7, 1, False)]
