"""What the quick look at runs must not miss: missing ids and scores, and odd folders, in any number of passes."""

import duckdb
import large_track
import pyarrow.parquet as pq
import pytest
from large_track import MEASURES, bits, put_parquet, put_trec, track

from evalsql import Evaluation, InputError

SIZES = [1, 700, 10**6]


def with_value(table, column: str, row: int, value):
    values = table[column].to_pylist()
    values[row] = value
    return table.set_column(table.column_names.index(column), column, [values])


def test_an_error_of_duckdb_while_judgments_are_read_goes_on(monkeypatch):
    def judge(*given, **options) -> None:
        raise duckdb.InterruptException("Interrupted!")

    monkeypatch.setattr("evalsql.scoring.judgments.judge", judge)
    with pytest.raises(duckdb.InterruptException):
        Evaluation({"q": {"d": 1}}, {"q": {"d": 1}})


@pytest.mark.parametrize(("value", "said"), [(None, "null"), ("", "empty")])
@pytest.mark.parametrize("statistics", [True, False])
def long_a_missing_document_is_refused_with_and_without_statistics(value, said, statistics, tmp_path):
    runs, qrels = track()
    path = tmp_path / "runs.parquet"
    pq.write_table(with_value(runs, "doc_id", 7, value), path, write_statistics=statistics)
    with pytest.raises(InputError, match=rf"row 8: doc_id is {said}"):
        Evaluation(str(path), qrels)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("value", "said"), [(None, "null"), ("", "empty")])
def long_a_missing_run_is_refused_in_any_number_of_passes(value, said, size, tmp_path, monkeypatch):
    runs, qrels = track()
    monkeypatch.setattr("evalsql.scoring.evaluation.pass_size", lambda connection: size)
    path = put_parquet(tmp_path / "runs.parquet", with_value(runs.sort_by("run"), "run", 7, value))
    with pytest.raises(InputError, match=rf"row 8: run is {said}"):
        Evaluation(path, qrels, measures="AP", keep=False)


@pytest.mark.parametrize("value", [None, float("nan"), float("inf")])
def test_a_score_that_is_no_number_is_refused_where_ranks_decide(value):
    runs, qrels = track()
    numbers = "select *, row_number() over (partition by run, query_id order by score desc) as rank from runs"
    connection = duckdb.connect()
    ranked = connection.register("runs", runs).sql(numbers).to_arrow_table()
    with pytest.raises(InputError, match="row 4: score is "):
        Evaluation(with_value(ranked, "score", 3, value), qrels, convention="ndeval")


def test_a_judged_document_twice_is_found_below_the_depth(monkeypatch):
    monkeypatch.setattr("evalsql.scoring.runs.ALL_ROWS", 3)
    runs, qrels = track()
    judged = set(zip(*(qrels[name].to_pylist() for name in ("query_id", "doc_id")), strict=True))
    row = max(i for i, each in enumerate(runs.to_pylist()) if (each["query_id"], each["doc_id"]) in judged)
    again = with_value(runs.slice(row, 1), "score", 0, -1.0)
    with pytest.raises(InputError, match="appears twice for query"):
        Evaluation(large_track.pa.concat_tables([runs, again]), qrels, depth=3)


def long_a_column_called_rowid_numbers_nothing():
    runs, qrels = track()
    expected = bits(Evaluation(runs, qrels).score(MEASURES))
    named = runs.append_column("RowID", [["x"] * runs.num_rows])
    connection = duckdb.connect().register("frame", named)
    connection.execute("create table owned as from frame; create view seen as from owned")
    for given in (named, "owned", "seen"):
        assert bits(Evaluation(given, qrels, connection=connection).score(MEASURES)) == expected


@pytest.mark.parametrize("size", SIZES)
def long_a_folder_may_hold_empty_files_in_any_pass(size, tmp_path, monkeypatch):
    runs, qrels = track()
    expected = bits(Evaluation(runs, qrels).score(MEASURES))
    monkeypatch.setattr("evalsql.scoring.evaluation.pass_size", lambda connection: size)
    put_trec(tmp_path / "text", runs)
    (tmp_path / "text" / "run20.run").touch()
    (tmp_path / "text" / "run4.run").write_text("# a comment, long enough to be taken for several rows\n" * 50)
    (tmp_path / "parts").mkdir()
    for start in (0, 500, 500, 1000):
        put_parquet(tmp_path / "parts" / f"{start}.parquet", runs.sort_by("run").slice(start, 500))
    put_parquet(tmp_path / "parts" / "1500.parquet", runs.sort_by("run").slice(1500))
    put_parquet(tmp_path / "parts" / "200.parquet", runs.slice(0, 0))
    for folder, empty in {"text": ["run20", "run4"], "parts": []}.items():
        evaluation = Evaluation(str(tmp_path / folder), qrels, measures=MEASURES, keep=False)
        found = bits(evaluation.score(MEASURES))
        assert [row for row in found if row[0] not in empty] == expected
        assert sorted({run for run, *_ in found} & {"run20", "run4"}) == empty
    (tmp_path / "empty.run").write_text("# no rows\n" * 100)
    with pytest.raises(InputError, match=r"empty\.run: holds no rows"):
        Evaluation([str(tmp_path / "text"), str(tmp_path / "empty.run")], qrels, measures="AP", keep=False)
