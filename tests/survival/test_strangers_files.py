"""What a stranger's database names elsewhere is not read, and one of another shape is refused in a sentence."""

import os
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet
import pytest
from in_process import whole
from strangers import SECRET, asked, changed, without_views

import evalsql
from evalsql.connections import open_own
from evalsql.database import reading
from evalsql.database.target import KEPT
from evalsql.sqltext import quote

pytestmark = pytest.mark.usefixtures("few_macros")


def long_files_that_a_database_links_to_are_read_below_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = {"query_id": ["q1", "q2"], "doc_id": ["d1", "d2"]}
    for name in ("below", "elsewhere"):
        (tmp_path / name).mkdir()
    for name, more in (("runs", {"run": ["x", "x"], "score": [2.0, 1.0]}), ("qrels", {"relevance": [1, 1]})):
        pa.parquet.write_table(pa.table(rows | more), tmp_path / "elsewhere" / f"{name}.parquet")
    given = (tmp_path / "elsewhere" / f"{name}.parquet" for name in ("runs", "qrels"))
    evalsql.build_database(tmp_path / "below" / "eval.duckdb", *given, "AP", link=True)
    monkeypatch.chdir(tmp_path / "below")
    with pytest.raises(evalsql.InputError, match=r"eval\.duckdb: has a view that reads more than the database"):
        evalsql.report("page.html", "eval.duckdb")
    monkeypatch.chdir(tmp_path)
    evalsql.report("page.html", "below/eval.duckdb")
    assert (tmp_path / "page.html").exists()
    links = {".hidden/runs.parquet": [], "https://example.org/runs.parquet": [], "elsewhere/runs.parquet": [0]}
    with open_own({}) as connection:
        connection.execute(f"attach '{tmp_path / 'below' / 'eval.duckdb'}' as {KEPT}")
        for link, expected in links.items():
            text = link if "://" in link else str(tmp_path / link)
            connection.execute(f"update {KEPT}.internal.evalsql_sources set path = ?", [text])
            assert reading.linked_files(connection, tmp_path / "below" / "eval.duckdb") == [text for _ in expected]


def long_files_that_a_database_names_elsewhere_are_not_looked_at_or_read(
    tmp_path: Path, secret: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    below = tmp_path / "below"
    below.mkdir()
    (below / ".env").write_text(SECRET)
    rows = {"query_id": ["q1", "q2"], "doc_id": ["d1", "d2"]}
    for name, more in (("runs", {"run": ["x", "x"], "score": [2.0, 1.0]}), ("qrels", {"relevance": [1, 1]})):
        pa.parquet.write_table(pa.table(rows | more), below / f"{name}.parquet")
    monkeypatch.chdir(below)
    evalsql.build_database("linked.duckdb", "runs.parquet", "qrels.parquet", "AP", link=True)
    new = below / "new.tsv"
    new.write_text("query_id\tdoc_id\tscore\tlength\nq1\td1\t1.0\t1\n")
    outside = "lies outside of the folder of the database and of the working directory"
    hidden = "is hidden, or lies in a hidden folder"
    named = {str(secret): outside, "https://127.0.0.1:9/x.parquet": outside, str(below / ".env"): hidden}
    for file, why in named.items():
        path = changed(
            below / "linked.duckdb",
            below,
            f"""
            insert into internal.evalsql_sources by name
            select 'runs' as kind, {quote(file)} as path, 'y' as run, 1 as bytes, '0' as sha256, 1 as evaluation
        """,
        )
        held = path.read_bytes()
        assert f"{file} has changed" not in asked(path, below / "page.html")
        done = whole(("build", path, new, "--add"), below)
        assert (done.status, done.output) == (2, "")
        assert f"{path}: {file} {why}; --outside (in Python outside=True) lets a database read it" in done.said
        assert path.read_bytes() == held
    file = tmp_path / "runs.parquet"
    (below / "runs.parquet").rename(file)
    path = changed(
        below / "linked.duckdb",
        below,
        f"update internal.evalsql_sources set path = {quote(str(file))} where kind = 'runs'",
    )
    assert whole(("build", path, new, "--add", "--outside"), below).status == 0
    said = "evalsql: --outside needs --add\n"
    assert whole(("build", "x.duckdb", new, "-q", "qrels.parquet", "--outside"), below)[::2] == (2, said)


@pytest.mark.skipif(os.name == "nt", reason="it has no named pipes")
def long_a_pipe_that_a_database_names_is_not_waited_for(tmp_path: Path, built: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    path = changed(
        built,
        tmp_path,
        "update internal.evalsql_meta set value = 'true' where key = 'linked'",
        f"update internal.evalsql_sources set path = {quote(str(tmp_path / 'pipe'))}, bytes = 0",
    )
    asked(path, tmp_path / "page.html")
    assert " is gone; put it back" in whole(("build", path, tmp_path / "new.run", "--add"), tmp_path).said


def long_tables_of_another_shape_are_a_sentence(built: Path, tmp_path: Path) -> None:
    run = tmp_path / "new.run"
    run.write_text("q1 Q0 d1 1 1 new\n")
    meta = "internal.evalsql_meta"
    statements = (
        *(f"alter table {table} add column more varchar" for table in ("evaluations", "internal.evalsql_sources")),
        *(f"delete from {meta} where key = '{key}'" for key in ("linked", "convention")),
        *(f"update {meta} set value = '[[1]]' where key = '{key}'" for key in ("curves", "depth")),
        "alter table internal.evalsql_sources drop column bytes",
    )
    for statement in statements:
        path = changed(built, tmp_path, *without_views(built), statement)
        held = path.read_bytes()
        for line in (("log", path), ("build", path, run, "--add")):
            done = whole(line, tmp_path)
            assert done.status in (0, 2), (statement, line, done.said)
            assert done.status == 0 or path.read_bytes() == held
            path.write_bytes(held)
