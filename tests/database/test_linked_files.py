"""Analysis databases over files: views in place of tables, what is looked for, and what cannot be linked."""

from pathlib import Path

import duckdb
import pytest
from built import open_to_read

from evalsql import InputError, add_to_database, build_database
from evalsql.database import link
from evalsql.inputs import views
from evalsql.inputs.files import expand


@pytest.mark.slow
def test_views_on_files_work_from_any_folder(
    files: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, no_macros: None
) -> None:
    one = f"select query_id, doc_id, score from '{files['outer']}' where run = 'bm25'"
    duckdb.execute(f"copy ({one}) to '{tmp_path}/a.tsv' (delimiter '\t')")
    duckdb.execute(f"copy '{files['plain']}' to '{tmp_path}/qrels.jsonl' (format json)")
    monkeypatch.chdir(tmp_path)
    build_database("eval.duckdb", {"renamed": "a.tsv"}, "qrels.jsonl", "P@5", link=True)
    duckdb.execute(f"copy (select query_id, doc_id, score from '{files['outer']}' where run = 'bm25-title') to 'b.csv'")
    add_to_database("eval.duckdb", "b.csv")
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


@pytest.mark.slow
def test_files_that_are_linked_are_looked_for_once(
    files: dict[str, Path], tmp_path: Path, no_macros: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = []
    for module in (link, views):
        monkeypatch.setattr(module, "expand", lambda given, *more: looked.append(given) or expand(given, *more))
    build_database(tmp_path / "eval.duckdb", files["outer"], files["qrels"], "P@5", curves="DCG@3", link=True)
    assert looked == [str(files["outer"]), str(files["qrels"])]
    add_to_database(tmp_path / "eval.duckdb", files["inner"])
    assert looked[2:] == [str(files["inner"]), str(files["qrels"])]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            "x.run",
            "x.run: cannot be linked, since DuckDB does not read it by itself; Parquet, CSV, TSV and JSONL it does",
        ),
        ("x.csv.gz", "x.csv.gz: cannot be linked, since DuckDB does not read it by itself"),
        ("-", "-: cannot be linked; --link takes runs in files only"),
        ("other.duckdb::runs", "other.duckdb::runs: cannot be linked; --link takes runs in files only"),
    ],
)
def test_what_cannot_be_linked_is_refused(
    given: str, said: str, files: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.run").write_text("131 Q0 D1 1 1 x\n")
    (tmp_path / "x.csv.gz").write_bytes(b"")
    with pytest.raises(InputError) as refused:
        build_database("eval.duckdb", given, files["qrels"], "P@5", link=True)
    assert said in str(refused.value)
    with pytest.raises(InputError, match="--link leaves judgments as they are in their files, and cannot add gains"):
        build_database("eval.duckdb", files["runs"], files["qrels"], "P@5", link=True, gains=files["qrels"])
    assert not (tmp_path / "eval.duckdb").exists()
