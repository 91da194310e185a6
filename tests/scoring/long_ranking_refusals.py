"""Odd folders of runs, in any number of passes."""

import pytest
from large_track import MEASURES, bits, put_parquet, put_trec, track

from evalsql import Evaluation, InputError

SIZES = [1, 700, 10**6]


@pytest.mark.parametrize("size", SIZES)
def test_a_folder_may_hold_empty_files_in_any_pass(size, tmp_path, monkeypatch):
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
