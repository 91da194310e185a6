"""Databases as files: what is replaced, what is linked, what the command says, and a real collection."""

from pathlib import Path

import duckdb
import pytest
from built import ask, contents, open_to_read
from in_process import invoke
from places import COLLECTIONS

import evalsql
from evalsql import InputError, add_to_database, build_database
from evalsql.database import link
from evalsql.inputs import views
from evalsql.inputs.files import expand


def test_nothing_that_is_there_is_replaced_unless_told_to(
    files: dict[str, Path], tmp_path: Path, no_macros: None
) -> None:
    given = files["outer"], files["qrels"], "P@5"
    path = tmp_path / "other.duckdb"
    with duckdb.connect(path) as connection:
        connection.execute("create table mine as select 1 as x")
    before = path.read_bytes()
    with pytest.raises(InputError, match=r"other.duckdb: already exists and was not created by evalsql; use --force"):
        build_database(path, *given)
    for schema in ("internal", "live"):
        with pytest.raises(InputError, match=rf"{schema}.duckdb: its schema is called {schema} too"):
            build_database(tmp_path / f"{schema}.duckdb", *given)
    with pytest.raises(InputError, match=r"other.duckdb: was not created by evalsql, so no runs can be added"):
        add_to_database(path, files["inner"])
    assert path.read_bytes() == before
    (tmp_path / "text.duckdb").write_text("no database")
    with pytest.raises(
        InputError, match=r"text.duckdb: cannot be opened as a DuckDB database.*; use --force to overwrite it"
    ):
        build_database(tmp_path / "text.duckdb", *given)
    for name in ("other", "text"):
        build_database(tmp_path / f"{name}.duckdb", *given, force=True)
        again = rf"{name}.duckdb: already exists; use --add to add runs to it, or --force to replace it with all its"
        with pytest.raises(InputError, match=again):
            build_database(tmp_path / f"{name}.duckdb", *given)
        assert len(contents(tmp_path / f"{name}.duckdb")["run_summary"]) == 2


def test_views_on_files_work_from_any_folder_and_files_are_looked_for_once(
    files: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, no_macros: None
) -> None:
    looked = []
    for module in (link, views):
        monkeypatch.setattr(module, "expand", lambda given, *more: looked.append(given) or expand(given, *more))
    one = f"select query_id, doc_id, score from '{files['outer']}' where run = 'bm25'"
    duckdb.execute(f"copy ({one}) to '{tmp_path}/a.tsv' (delimiter '\t')")
    duckdb.execute(f"copy '{files['plain']}' to '{tmp_path}/qrels.jsonl' (format json)")
    monkeypatch.chdir(tmp_path)
    build_database("eval.duckdb", {"renamed": "a.tsv"}, "qrels.jsonl", "P@5", curves="DCG@3", link=True)
    assert looked == ["a.tsv", "qrels.jsonl"]
    duckdb.execute(f"copy (select query_id, doc_id, score from '{files['outer']}' where run = 'bm25-title') to 'b.csv'")
    add_to_database("eval.duckdb", "b.csv")
    assert [Path(each).name for each in looked[2:]] == ["b.csv", "qrels.jsonl"]
    monkeypatch.chdir("/")
    with open_to_read(tmp_path / "eval.duckdb") as connection:
        found = connection.execute("select run, count(*), max(score) from runs group by run order by run").fetchall()
        expected = duckdb.execute(f"select count(*), max(score) from '{files['outer']}' group by run order by run")
        assert [run for run, *_ in found] == ["b", "renamed"]
        assert [tuple(rest) for _, *rest in found] == expected.fetchall()[::-1]
        assert (
            connection.execute("select query_id, doc_id, relevance from qrels order by all").fetchall()
            == duckdb.execute(f"from '{files['plain']}' order by all").fetchall()
        )
        assert connection.execute("select count(*) from retrieved").fetchall() == [(sum(row[1] for row in found),)]


def test_the_command_builds_adds_and_says_how_the_file_is_opened(
    files: dict[str, Path], tmp_path: Path, no_macros: None
) -> None:
    path = tmp_path / "eval.duckdb"
    done = invoke("build", path, files["outer"], "--qrels", files["qrels"], "-m", "P@5", "--curve", "DCG@3")
    assert (done.exception, done.stdout) == (None, "")
    assert f"evalsql: wrote {path}, " in done.stderr
    assert " MB: 2 runs, 20 queries, 40 scores\n" in done.stderr
    assert f"duckdb:///{path}" in done.stderr
    assert f"jdbc:duckdb:{path}" in done.stderr
    added = invoke("build", path, files["inner"], "--add")
    assert added.exception is None
    assert "4 runs, 20 queries, 80 scores" in added.stderr
    with open_to_read(path) as connection:
        assert connection.execute("select distinct metric from scores").fetchall() == [("P@5",)]
        assert connection.execute("select distinct metric from curves").fetchall() == [("DCG@3",)]


@pytest.mark.filterwarnings("ignore:.*")
def test_the_judged_share_of_a_real_collection(tmp_path: Path, no_macros: None) -> None:
    folder = COLLECTIONS / "dl19_passage"
    if not folder.is_dir():
        pytest.skip("the folder ../shared/data is absent")
    runs = sorted((folder / "runs").iterdir())[:2]
    build_database(tmp_path / "real.duckdb", runs, folder / "qrels.txt", "nDCG@10", curves=())
    with open_to_read(tmp_path / "real.duckdb") as connection:
        share = ask(
            connection,
            "select run, avg((relevance is not null)::integer) from runs where rank = 1 group by all",
        )
    judged = evalsql.evaluate(runs, folder / "qrels.txt", "Judged@1")
    assert dict(share) == pytest.approx(dict(judged.aggregate("run, avg(value)").fetchall()))
